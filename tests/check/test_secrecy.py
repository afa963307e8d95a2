"""What is said of a skill with a secret: nothing of it, whatever rule speaks and wherever it stands."""

import re
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from skillpack import resources
from skillpack.check.run import check_release, check_skill, rule_pages
from skillpack.check.secrecy import masked, masked_paths, masked_tree
from skillpack.model.limits import Limits
from skillpack.model.release import Changes, Release
from skillpack.model.tree import Form, Origin, SkippedFile, SkippedKind, SourceTree, Tree, Trust, make_tree
from skillpack.parse.rule_example import ExampleFile
from skillpack.parse.skill import parse_skill

PAGES = {page.code: page for page in rule_pages()}
ORDINARY = "---\nname: csv-report\ndescription: Counts rows. Use when somebody has some.\n---\nCount them.\n"
LIMITS = Limits()


def leaked(shown: object, token: str) -> list[str]:
    """Return five characters in a row of a token that a value tells, in whatever case."""
    said, rest = repr(shown).lower(), token[4:].lower()
    return [piece for at in range(len(rest) - 4) if (piece := rest[at : at + 5]) in said]


def examples() -> Iterator[tuple[str, tuple[ExampleFile, ...]]]:
    for code, page in PAGES.items():
        example = resources.rule_examples(page.family)[code]
        if not any(file.path.startswith(("before/", "after/")) or "toml" in file.path for file in example.bad):
            yield code, example.bad


def planted(files: Sequence[ExampleFile], token: str) -> Iterator[dict[str, str]]:
    """Yield the files with a token in place of one word: of each line the longest, and of each path."""
    texts = {file.path: file.text for file in files}
    if all("/" in path for path in texts):
        texts["SKILL.md"] = ORDINARY
    for path, text in texts.items():
        lines = text.split("\n")
        for number, line in enumerate(lines):
            words = re.findall(r"[\w-]{2,}", line)
            if words:
                changed = line.replace(max(words, key=len), token)
                yield {**texts, path: "\n".join((*lines[:number], changed, *lines[number + 1 :]))}
        for part in {*path.split("/"), path.rpartition(".")[0]} - {"", "SKILL", "SKILL.md"}:
            yield {path.replace(part, token): text, **{other: texts[other] for other in texts if other != path}}


def candidate(files: dict[str, str], stem: str = "csv-report") -> SourceTree:
    tree = make_tree({path: text.encode("utf-8", "replace") for path, text in files.items()})
    listing = tuple((path, len(content)) for path, content in tree.files.items())
    origin = Origin("skills", 0, stem, stem, Form.FOLDER, Trust.LOCAL)
    links = tuple(
        SkippedFile(SkippedKind.LINK_OUTSIDE, path, text[len("«link to ") : -1])
        for path, text in files.items()
        if text.startswith("«link to ")
    )
    return SourceTree(origin, listing, tree, whole=True, skipped=links)


@pytest.mark.parametrize(("code", "files"), list(examples()), ids=lambda given: given if isinstance(given, str) else "")
def test_no_rule_repeats_a_token_whatever_word_of_its_example_is_one(made_credentials, code, files) -> None:
    token = "gh" + "p_" + made_credentials.letters(36, code)
    count = 0
    for each in planted(files, token):
        found = candidate(each)
        findings = check_skill(parse_skill(found), found.tree, LIMITS)
        assert leaked(findings, token) == [], each
        assert "SF003" in {finding.rule for finding in findings}, each
        count += 1
    assert count > 0


def test_a_finding_about_a_step_repeats_none(made_credentials) -> None:
    token = made_credentials.credentials()["github"].text
    release = Release(token, "1.0.0", "a" * 64, "b" * 16, "a.zip", "", 0)
    changes = Changes(
        name=token,
        old=release,
        new=replace(release, digest="c" * 64),
        fields=((token, token, ""),),
        added_permissions=(token,),
        removed_permissions=(),
        program=(),
        files=((token, "added", 1, 2),),
        prose=(),
        advice="major",
    )
    found = check_release(changes)
    assert found
    assert leaked(found, token) == []


class TestMasked:
    @pytest.fixture
    def token(self, made_credentials) -> str:
        return made_credentials.credentials()["github"].text

    def test_what_holds_no_secret_is_the_same(self) -> None:
        found = candidate({"SKILL.md": ORDINARY, "references/a.md": "plain"})
        skill = parse_skill(found)
        assert masked(skill, found.tree) == (skill, found.tree)
        assert masked(skill, found.tree)[1] is found.tree
        assert masked_paths(found.tree) is found.tree

    def test_paths_links_and_the_folder_are_masked_with_the_texts(self, token) -> None:
        found = candidate({"SKILL.md": ORDINARY, f"{token}/a.md": token, "b": f"«link to /{token}»"}, stem=token)
        skill, tree = masked(parse_skill(found), found.tree)
        assert leaked((skill, tree), token) == []
        shown = f"{token[:4]}{'x' * 36}"
        assert [resource.path for resource in skill.resources] == ["b", f"{shown}/a.md"]
        assert sorted(tree.files) == ["SKILL.md", "b", f"{shown}/a.md"]
        assert skill.origin.path == skill.origin.stem == shown
        assert skill.skipped[0].detail == f"/{shown}"

    def test_its_identity_is_that_of_the_files_themselves(self, token) -> None:
        found = candidate({"SKILL.md": ORDINARY, "a.txt": token})
        skill = parse_skill(found)
        assert masked(skill, found.tree)[0].identity == skill.identity

    def test_files_that_look_alike_are_told_apart(self, made_credentials) -> None:
        names = ["gh" + "p_" + made_credentials.letters(36, str(number)) for number in range(3)]
        tree = masked_tree(Tree({name: name.encode() for name in sorted(names)}))
        shown = f"{names[0][:4]}{'x' * 36}"
        assert list(tree.files) == [shown, f"{shown}~2", f"{shown}~3"]

    def test_paths_alone_are_masked_where_contents_count(self, token) -> None:
        tree = masked_paths(Tree({f"{token}.txt": token.encode()}))
        assert tree.files == {f"{token[:4]}{'x' * 36}.txt": token.encode()}
