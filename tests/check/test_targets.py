"""Links followed once."""

import pytest

from skillpack.check.subject import Subject
from skillpack.check.targets import is_placeholder
from skillpack.model.limits import Limits


@pytest.fixture
def targets(candidate, skill):  # noqa: ANN201 a function
    def _targets(text: str, **files: str) -> list[tuple[str, str, str | None, bool]]:
        named = {name.replace("_", "/") + ".md": content for name, content in files.items()}
        subject = Subject(skill(text, files=named), candidate(text, files=named).tree, Limits())
        return [(each.file, each.written, each.path, each.found) for each in subject.targets]

    return _targets


def test_every_link_of_the_skill_file_is_followed(targets, page) -> None:
    body = "[a](references/a.md#x) [b](b.md) [c](../c.md) [d](https://example.org) [e](#e) [f](path/to/f.md)"
    assert targets(page(body=body), references_a="x") == [
        ("", "references/a.md", "references/a.md", True),
        ("", "b.md", "b.md", False),
        ("", "../c.md", None, False),
    ]


def test_of_other_markdown_only_what_leads_nowhere(targets, page) -> None:
    found = targets(page(), references_a="[b](b.md) [c](references/b.md) [d](d.md)\n\n`[e](e.md)`", references_b="x")
    assert found == [("references/a.md", "d.md", "references/d.md", False)]


def test_every_file_is_a_path_whether_it_was_read_or_not(candidate, skill, page) -> None:
    files = {"a/b.md": "x", "c.bin": b"\0"}
    subject = Subject(skill(page(), files=files), candidate(page(), files=files).tree, Limits())
    assert subject.paths == {"SKILL.md", "a/b.md", "c.bin"}


@pytest.mark.parametrize(
    "path", ["path/to/a.md", "<name>.md", "references/*.md", "your-skill/a.md", "file.md", "….md", "LICENSE_URL"]
)
def test_what_stands_for_something_else_is_a_placeholder(path: str) -> None:
    assert is_placeholder(path)


@pytest.mark.parametrize(
    "path", ["references/guide.md", "x", "path", "references/x", "../path.md", "references/api_v2_notes"]
)
def test_an_ordinary_path_is_none(path: str) -> None:
    assert not is_placeholder(path)
