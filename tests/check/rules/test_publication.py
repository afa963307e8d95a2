"""What no archive holds, and what some readers do not take."""

import pytest

from skillpack.model.limits import Limits
from skillpack.model.tree import SkippedFile, SkippedKind

FIRES = [
    ("PB001", {"files": {"a:b.txt": "x"}}),
    ("PB001", {"files": {"CON.txt": "x"}}),
    ("PB001", {"files": {"a\u202eb.txt": "x"}}),
    ("PB001", {"files": {"a\u0301.txt": "x"}}),
    ("PB001", {"files": {"back\\slash": "x"}}),
    ("PB001", {"skipped": [SkippedFile(SkippedKind.NAME, "a\udcff", "the name is not UTF-8")]}),
    ("PB002", {"files": {"Guide.md": "x", "guide.md": "y"}}),
    ("PB002", {"files": {"A/b.md": "x", "a/c.md": "y"}}),
    ("PB003", {"files": {"a.bin": b"x" * 101}, "limits": Limits(file=100)}),
    ("PB004", {"files": {"a.bin": "x" * 101}, "limits": Limits(tree=150)}),
    ("PB005", {"files": {"a": "x", "b": "x"}, "limits": Limits(files=2)}),
    ("PB005", {"skipped": [SkippedFile(SkippedKind.TOO_MANY, ".", "5000 files")]}),
    ("PB006", {"files": {"a/b/c/d": "x"}, "limits": Limits(depth=3)}),
    ("PB006", {"skipped": [SkippedFile(SkippedKind.TOO_DEEP, "a/b/c", "")]}),
    ("PB007", {"skipped": [SkippedFile(SkippedKind.SPECIAL, "pipe", "a named pipe")]}),
    ("PB008", {"skipped": [SkippedFile(SkippedKind.UNREADABLE, "secret", "Permission denied")]}),
    ("PB009", {"files": {".gitignore": "x"}}),
    ("PB009", {"files": {"assets/.cache/a": "x"}}),
    ("PB009", {"files": {".gitignore": "x", "a.md": "Add it to `.gitignore`."}}),
    ("PB009", {"files": {"assets/.cache/a": "x", "a.md": "See assets/.cache/a.b and assets/.cache/ab"}}),
    ("PB010", {"files": {"a.bin": b"x" * 500_001}}),
    ("PB011", {"stem": "pdf-für-alle"}),
    ("PB011", {"stem": "PDF"}),
    ("PB011", {"stem": "a--b"}),
    ("PB011", {"stem": "-a"}),
    ("PB012", {"require": ("license",)}),
    ("PB013", {"files": {".SkillPack.json": "{}"}}),
    ("PB013", {"files": {"assets/.git/config": "x"}}),
    ("PB013", {"files": {"SHA256SUMS": "x"}}),
    ("PB013", {"files": {".git/config": "x"}}),
    ("PB014", {"files": {f"assets/{number}": "x" for number in range(512)}}),
    ("PB015", {"files": {"a.bin": b"x" * 1_000_001}}),
    ("PB016", {"files": {"a/b/c/d/e/f/g/h/i": "x"}}),
    ("PB017", {"files": {"a" * 101: "x"}}),
    ("PB017", {"files": {f"{'a' * 120}/{'b' * 50}/{'c' * 101}": "x"}}),
]
SILENT = [
    ("PB003", {"files": {"a.bin": b"x" * 100}, "limits": Limits(file=100)}),
    ("PB005", {"files": {"a": "x"}, "limits": Limits(files=2)}),
    ("PB006", {"files": {"a/b/c": "x"}, "limits": Limits(depth=3)}),
    ("PB009", {"files": {"assets/.gitkeep": ""}}),
    ("PB009", {"files": {".envrc": "x"}}),
    ("PB009", {"files": {".skillpack.json": "{}"}}),
    ("PB009", {"files": {"assets/.eslintrc.json": "{}", "references/a.md": "Copy `assets/.eslintrc.json`."}}),
    ("PB009", {"files": {".env.example": "A=", "references/a.md": "Start from .env.example."}}),
    ("PB013", {"files": {".skillpack.json": "{}"}}),
    ("PB010", {"files": {"a.bin": b"x" * 400_000}}),
    ("PB014", {"files": {f"assets/{number}": "x" for number in range(511)}}),
    ("PB016", {"files": {"a/b/c/d/e/f/g/h": "x"}}),
    ("PB017", {"files": {f"{'a' * 90}/{'b' * 90}": "x"}}),
]


def skill_file(stem: str) -> str:
    return f"---\nname: {stem}\ndescription: Reads. Use when somebody has one.\n---\n# A\n"


@pytest.mark.parametrize(("code", "given"), FIRES)
def test_finds(check, code, given) -> None:
    assert code in {each.rule for each in check(skill_file(given.get("stem", "pdf")), **given)}


@pytest.mark.parametrize(("code", "given"), SILENT)
def test_says_nothing(check, code, given) -> None:
    assert code not in {each.rule for each in check(skill_file("pdf"), **given)}


def test_says_nothing_of_an_ordinary_skill(check, page) -> None:
    files = {"references/guide.md": "x", "scripts/make.py": "x", "assets/logo.png": b"\x89PNG\r\n\x1a\n\0"}
    assert not [each for each in check(page(), files=files) if each.rule.startswith("PB")]


def test_names_every_reader_that_refuses(check, page) -> None:
    files = {f"assets/{number}": "x" for number in range(1000)}
    (found,) = [each for each in check(page(), files=files) if each.rule == "PB014"]
    assert (
        found.message
        == "the skill has 1,001 files: Skills over MCP takes at most 512; `npx skills` takes at most 1,000"
    )
    assert dict(found.facts) == {"size": "1001"}


def test_points_at_the_file(check, page) -> None:
    (found,) = [each for each in check(page(), files={"notes:b.txt": "x"}) if each.rule == "PB001"]
    assert found.path == "skills/pdf/notes:b.txt"
    assert found.message == "`notes:b.txt` cannot be published: `:` opens a hidden stream on Windows"


def test_counts_the_files_of_a_hidden_folder_once(check, page) -> None:
    files = {"assets/.cache/a": "x", "assets/.cache/b": "x"}
    (found,) = [each for each in check(page(), files=files) if each.rule == "PB009"]
    assert found.message == "`assets/.cache` with 2 files is hidden and published with the skill"


def test_shows_no_invisible_character(check, page) -> None:
    (found,) = [each for each in check(page(), files={"a\u202eb.txt": "x"}) if each.rule == "PB001"]
    assert found.message.startswith(r"`a\u202eb.txt` cannot be published")


@pytest.mark.parametrize("line", ["license: MIT", 'metadata:\n  license: "MIT"'])
def test_takes_a_required_field_from_either_place(check, page, line) -> None:
    assert "PB012" not in {each.rule for each in check(page(line), require=("license",))}


def test_an_empty_required_field_is_missing(check, page) -> None:
    (found,) = [each for each in check(page("license:"), require=("license",)) if each.rule == "PB012"]
    assert found.message == "this catalog requires the field `license`"


def test_takes_a_required_field_of_metadata_by_its_path(check, page) -> None:
    line = "metadata:\n  owner: us"
    assert "PB012" not in {each.rule for each in check(page(line), require=("metadata.owner",))}


def test_a_link_names_a_file_that_any_text_may_mention(check, page) -> None:
    files = {".gitignore": "x"}
    assert "PB009" in {each.rule for each in check(page(body="Add it to `.gitignore`."), files=files)}
    assert "PB009" not in {each.rule for each in check(page(body="Copy [this](.gitignore)."), files=files)}
