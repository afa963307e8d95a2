"""A reader that gives up ends no check: what it did not read is named, what others find is kept."""

from collections.abc import Iterator

import pytest

from skillpack.abilities import abilities
from skillpack.abilities.abilities import SEARCHES, read_abilities
from skillpack.abilities.guard import given_up, guarded
from skillpack.abilities.readers import FILES_READERS, FLOWS, LANGUAGE_READERS
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.model.ability import Abilities, AbilityKind, Unread
from skillpack.model.limits import Limits
from skillpack.model.tree import Form, Origin, SourceTree, Trust, make_tree
from skillpack.parse.skill import parse_skill

SOURCES = tuple(SourceText(f"{name}.py", name, "python") for name in ("a", "b", "c"))


@pytest.mark.parametrize("error", [RecursionError, MemoryError, ValueError])
def test_the_text_that_a_reader_gives_up_on_is_named_and_the_others_are_read(error: type[Exception]) -> None:
    def read(sources: tuple[SourceText, ...]) -> Iterator[str]:
        for source in sources:
            if source.text == "b":
                raise error
            yield source.text

    assert guarded("some-rule", read, SOURCES) == ["a", given_up("b.py", "some-rule"), "c"]


def test_one_that_reads_only_the_skill_file_is_named_there() -> None:
    def read(_: tuple[SourceText, ...]) -> list[str]:
        raise MemoryError

    assert guarded("some-rule", read, ()) == [given_up("", "some-rule")]


def test_a_fault_of_ours_is_not_hidden() -> None:
    def read(_: tuple[SourceText, ...]) -> list[str]:
        raise KeyError("x")

    with pytest.raises(KeyError):
        guarded("some-rule", read, SOURCES)


def read(**files: str) -> Abilities:
    contents = {"SKILL.md": "---\nname: pdf\ndescription: Reads it.\n---\nRead it.\n", **files}
    tree = make_tree({path.replace("_", "."): text.encode() for path, text in contents.items()})
    listing = tuple((name, len(content)) for name, content in tree.files.items())
    origin = Origin("x", 0, "pdf", "pdf", Form.FOLDER, Trust.LOCAL)
    return read_abilities(parse_skill(SourceTree(origin, listing, tree, whole=True, skipped=())), tree, Limits())


def gives_up(*_: object) -> Iterator[Reading]:
    raise RecursionError


READERS = ["concealed", "prose_readings", "hidden_texts", "claim_concerns", "instruction_sources"]


@pytest.mark.parametrize("reader", READERS)
def test_no_reader_ends_a_check(reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(abilities, reader, gives_up)
    found = read(a_py="import os\nos.remove('x')\n")
    assert [each.kind for each in found.found] == [AbilityKind.DELETES]
    assert found.unlooked
    assert all(each.gave_up for each in found.unlooked)


@pytest.mark.parametrize("rule", SEARCHES)
def test_no_search_ends_a_check(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SEARCHES, rule, gives_up)
    assert {(each.at.path, each.search) for each in read(a_py="x = 1\n").unlooked} == {("", rule), ("a.py", rule)}


def test_flows_that_are_not_followed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FILES_READERS, "python", gives_up)
    found = read(a_py="import os\nos.remove('x')\n")
    assert [each.kind for each in found.found] == [AbilityKind.DELETES]
    assert found.unlooked == (given_up("a.py", FLOWS),)


@pytest.mark.parametrize("language", LANGUAGE_READERS)
def test_a_script_that_its_reader_gives_up_on_is_not_read(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ending = {"python": "py", "shell": "sh", "javascript": "js", "powershell": "ps1"}[language]
    monkeypatch.setitem(LANGUAGE_READERS, language, gives_up)
    assert read(**{f"a_{ending}": "rm -rf x\n"}).files[-1].unread is Unread.NESTING


def test_a_fence_that_is_nested_too_deeply_is_named() -> None:
    fence = "```python\nopen(x, 'w')\nx = " + "-" * 3000 + "1\n```\n"
    (found,) = read(references_md=fence).unlooked
    assert (found.at.path, found.at.span.line, found.gave_up) == ("references.md", 2, True)


def test_so_many_commands_of_a_script_are_read_and_the_rest_is_named() -> None:
    (found,) = read(a_py="import os\n" + "os.system('x')\n" * 1000).unlooked
    assert (found.at.path, found.at.span.line, found.gave_up) == ("a.py", 402, True)
