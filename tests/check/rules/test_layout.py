"""The folder of a skill."""

import pytest

from skillpack.model.document import NOWHERE, Span
from skillpack.model.limits import Limits
from skillpack.model.tree import Form, SkippedFile, SkippedKind

INSIDE = SkippedFile(SkippedKind.LINK_INSIDE, "a.md", "references/a.md")
OUTSIDE = SkippedFile(SkippedKind.LINK_OUTSIDE, "etc", "/etc")
BROKEN = SkippedFile(SkippedKind.LINK_BROKEN, "gone.md", "nowhere.md")
MARKDOWN = {"path": "pdf.md", "form": Form.MARKDOWN}
YAML = {"path": "pdf.yaml", "form": Form.YAML}

FIRES = [
    ("LY002", {"path": "skill.md"}),
    ("LY003", {"files": {"skill.md": "x"}}),
    ("LY003", {"files": {"Skill.MD": "x"}}),
    ("LY004", MARKDOWN),
    ("LY005", YAML),
    ("LY006", {"stem": ".pdf"}),
    ("LY007", {"skipped": [INSIDE]}),
    ("LY008", {"skipped": [OUTSIDE]}),
    ("LY008", {"skipped": [BROKEN]}),
    ("LY009", {"files": {"README.md": "x"}}),
    ("LY009", {"files": {"CHANGELOG": "x"}}),
    ("LY010", {"files": {"templates/a.txt": "x"}}),
    ("LY011", {"files": {"references/deep/a.md": "x"}}),
    ("LY015", {"files": {"scripts/a.sh": "x\0"}}),
    ("LY015", {"files": {"scripts/a": "#!/bin/sh\n\0"}}),
    ("LY015", {"files": {"references/a.txt": "x\0"}}),
    ("LY015", {"files": {"references/a.txt": "some\0words".encode("utf-16")}}),
]
SILENT = [
    ("LY001", {}),
    ("LY002", {}),
    ("LY002", MARKDOWN),
    ("LY003", {"files": {"skill-notes.md": "x"}}),
    ("LY004", {}),
    ("LY004", YAML),
    ("LY005", MARKDOWN),
    ("LY006", {}),
    ("LY007", {"skipped": [OUTSIDE]}),
    ("LY008", {"skipped": [INSIDE]}),
    ("LY009", {"files": {"references/README.md": "x", "readme.py": "x", "LICENSE.txt": "x"}}),
    (
        "LY010",
        {"files": {"scripts/a.py": "x", "references/a.md": "x", "assets/a": "x", "examples/a": "x", "a.md": "x"}},
    ),
    ("LY011", {"files": {"references/a.md": "x", "assets/icons/a.svg": "x"}}),
    ("LY013", {}),
    ("LY014", {}),
    ("LY015", {}),
    ("LY015", {"files": {"assets/a.png": "\0", "assets/a": "x\0"}}),
    ("LY015", {"files": {"scripts/a.ps1": "Get-Item a".encode("utf-16")}}),
    ("LY015", {"files": {"references/a.txt": "some words".encode("utf-16-be")}}),
]


@pytest.mark.demand("M32", "B7", "B9", "B10")
@pytest.mark.parametrize(("code", "given"), FIRES)
def test_fires(code, given, check, page) -> None:
    assert code in {finding.rule for finding in check(page(), **given)}


@pytest.mark.parametrize(("code", "given"), SILENT)
def test_is_silent(code, given, check, page) -> None:
    assert code not in {finding.rule for finding in check(page(), **given)}


def test_a_folder_without_a_skill_file_is_found_as_a_folder(check) -> None:
    (finding,) = [one for one in check(None, files={"notes.txt": "x"}) if one.rule == "LY001"]
    assert (finding.path, finding.span, finding.subject) == ("skills/pdf", NOWHERE, "pdf")


def test_another_spelling_is_named_where_no_host_would_read_it(check) -> None:
    found = check(None, files={"Skill.MD": "x"})
    assert [one.hint for one in found if one.rule == "LY001"] == ["rename `Skill.MD`"]
    assert "LY003" not in {one.rule for one in found}


def test_fields_are_not_missed_without_a_skill_file(check) -> None:
    assert {finding.rule for finding in check(None)}.isdisjoint({"NM001", "DS001"})


def test_a_rename_to_the_right_spelling_is_offered_as_unsafe(check, page) -> None:
    (finding,) = [one for one in check(page(), path="skill.md") if one.rule == "LY002"]
    assert finding.path == "skills/pdf/skill.md"
    assert finding.fix is not None
    assert (finding.fix.safe, finding.fix.renames) == (False, (("skill.md", "SKILL.md"),))


def test_points_at_the_byte_that_is_not_utf8(check) -> None:
    (finding,) = [one for one in check(b"---\nname: caf\xe9\n---\n") if one.rule == "LY013"]
    assert (finding.span.line, finding.span.column) == (2, 10)


def test_says_how_large_a_skill_file_may_be(check, page) -> None:
    (finding,) = [one for one in check(page(body="x" * 500), limits=Limits(skill_file=100)) if one.rule == "LY014"]
    assert finding.message == "the skill file is larger than 100 bytes, the most that is read"


def test_folders_are_reported_once_with_their_number_of_files(check, page) -> None:
    files = {"templates/a": "x", "templates/b": "x", "data/c": "x"}
    found = [one for one in check(page(), files=files) if one.rule == "LY010"]
    assert [(one.path, one.message) for one in found] == [
        ("skills/pdf/data", "no specification knows the folder `data/` (1 file)"),
        ("skills/pdf/templates", "no specification knows the folder `templates/` (2 files)"),
    ]


def test_points_at_the_first_nul_byte_and_counts_them(check, page) -> None:
    (own,) = [one for one in check(page(body="a\0b\n")) if one.rule == "LY015"]
    (other,) = [one for one in check(page(), files={"scripts/a.sh": "x\n\0y\0"}) if one.rule == "LY015"]
    assert (own.path, own.span) == ("skills/pdf/SKILL.md", Span(5, 2, 5, 3))
    assert own.message == "the file contains a NUL byte"
    assert (other.path, other.span) == ("skills/pdf/scripts/a.sh", Span(2, 1, 2, 2))
    assert other.message == "the file contains 2 NUL bytes"


def test_a_folder_that_cannot_be_read_is_one_finding(check) -> None:
    odd = SkippedFile(SkippedKind.UNREADABLE, ".", "permission denied")
    found = [(one.rule, one.message) for one in check(None, skipped=[odd]) if one.rule in {"LY001", "PB008"}]
    assert found == [("LY001", "the folder cannot be read: permission denied")]
