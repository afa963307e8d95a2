import pytest
from msgspec.structs import replace

from skillpack.model.entry import FileRecord
from skillpack.model.script import Script, ScriptUse, Unread, UseKind
from skillpack.parse.script.script import read_script
from skillpack.site.frame import Frame
from skillpack.site.skill.uses import scripts_view, use_groups, use_words

SCRIPT = "#!/bin/bash\ncurl -s https://a.example/c > c.txt\nnpm test\ncurl -s https://b.example/d\n"


@pytest.fixture
def frame(theme, configuration) -> Frame:
    return Frame(theme, configuration)


def file(path: str, script: Script | None) -> FileRecord:
    return FileRecord(path, 9, "", "script", 2, True, 0o644, "bash" if script else "", "bash", script=script)  # noqa: FBT003


def test_uses_are_told_by_kind_with_their_lines() -> None:
    groups = use_groups(read_script(SCRIPT, "bash"))
    assert [(group.kind, [(line.word, line.line) for line in group.lines]) for group in groups] == [
        (UseKind.NETWORK, [("curl a.example", 2), ("curl b.example", 4)]),
        (UseKind.PROCESS, [("npm", 3)]),
        (UseKind.WRITE, [("> c.txt", 2)]),
    ]


def test_of_many_the_first_are_named_and_the_rest_is_counted() -> None:
    uses = tuple(ScriptUse(UseKind.PROCESS, number, f"p{number}") for number in range(1, 10))
    (group,) = use_groups(Script("shell", uses=uses))
    assert (len(group.lines), group.more) == (6, 3)


def test_a_skill_names_its_scripts_and_what_they_use_together(frame) -> None:
    files = [
        file("SKILL.md", None),
        file("scripts/a.sh", read_script(SCRIPT, "bash")),
        file("b.rb", Script("", Unread.LANGUAGE)),
    ]
    view = scripts_view(frame, files, {"scripts/a.sh": "skills/x/files/scripts/a.sh/index.html"})
    assert [(line.path, bool(line.page)) for line in view.lines] == [("scripts/a.sh", True), ("b.rb", False)]
    assert view.words == "network, other programs, writes files, only partly checked"
    assert (view.count, view.more) == (2, 0)


def test_what_was_not_read_is_not_called_harmless(frame) -> None:
    assert use_words(frame, [Script("", Unread.LANGUAGE)]) == "only partly checked"
    assert use_words(frame, [Script("python")]).startswith("no network")


def test_a_skill_without_scripts_says_nothing_of_them(frame) -> None:
    assert scripts_view(frame, [replace(file("a.txt", None))], {}).words == ""
