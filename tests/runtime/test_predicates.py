"""boxxy's formal guide, part 12: each predicate alone, from both sides, and that they agree with `check`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.runtime.predicates import (
    is_valid_description,
    is_valid_directory,
    is_valid_front_matter,
    is_valid_level1,
    is_valid_level2,
    is_valid_level3,
    is_valid_name,
    is_valid_skill,
)

Made = Callable[..., Path]
FULL = """\
---
name: pdf
description: Reads PDF files. Use when the user has a PDF.
license: MIT
compatibility: Requires Python 3.9
metadata:
  author: me
allowed-tools: Read Bash(git:*)
---

# PDF
"""


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """Write the folder of a skill called `pdf`, with a text and further files."""

    def written(text: str = FULL, **files: str) -> Path:
        for path, content in {"SKILL.md": text, **files}.items():
            file = tmp_path / "pdf" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)
        return tmp_path / "pdf"

    return written


def body(lines: int) -> str:
    return "---\nname: pdf\ndescription: Reads PDF files.\n---\n" + "a line\n" * lines


def described(text: str) -> str:
    return f"---\nname: pdf\ndescription: {text}\n---\n"


@pytest.mark.demand("B3", "B17")
@pytest.mark.parametrize(
    "name", ["pdf", "pdf-processing", "a", "1", "a1-b2", "true", "pdf-processing-and-analysis-suite", "a" * 64]
)
def test_a_name_of_words_and_hyphens_is_valid(name: str) -> None:
    assert is_valid_name(name)


@pytest.mark.demand("B3", "B17")
@pytest.mark.parametrize(
    "name",
    [
        *("PDF-Processing", "-pdf", "pdf-", "pdf--processing", "pdf_processing", "", " ", "a b", "a\nb", "é", "ﬁ"),
        *("a" * 65, "../a", "\ud800"),
    ],
)
def test_any_other_name_is_not(name: str) -> None:
    assert not is_valid_name(name)


def test_a_name_is_that_of_its_folder() -> None:
    assert is_valid_name("pdf", folder="pdf")
    assert not is_valid_name("pdf", folder="other")
    assert not is_valid_front_matter(FULL, folder="other")


@pytest.mark.demand("B4", "B17")
@pytest.mark.parametrize(("text", "valid"), [("a", True), ("a" * 1024, True), ("a" * 1025, False), ("", False)])
def test_a_description_has_one_to_1024_characters(text: str, valid: bool) -> None:  # noqa: FBT001
    assert is_valid_description(text) is valid


@pytest.mark.demand("B6", "B17")
def test_front_matter_has_six_fields() -> None:
    assert is_valid_front_matter(FULL)


@pytest.mark.demand("B5", "B6", "B17")
@pytest.mark.parametrize(
    "text",
    [
        "# No front matter\n",
        FULL.replace("license: MIT", "requires: {}"),
        FULL.replace("license: MIT", "License: MIT"),
        FULL.replace("  author: me", "  author: me\n  author: you"),
        FULL.replace("Requires Python 3.9", "a" * 501),
        FULL.replace("Requires Python 3.9", "''"),
        FULL.replace("name: pdf\n", ""),
        FULL.replace("name: pdf\n", "name: [pdf]\n"),
        FULL.replace("description: Reads", "descriptions: Reads"),
    ],
)
def test_other_front_matter_is_not_valid(text: str) -> None:
    assert text != FULL
    assert not is_valid_front_matter(text)


@pytest.mark.parametrize(
    "more", ["x: &a b", "x: *a", "x: !t y", f"x: {'a' * 2**16}", "x:" + "\n- a" * 10_000, f"x: {'[' * 40}{']' * 40}"]
)
def test_nothing_is_valid_of_what_was_not_read_to_its_end(more: str) -> None:
    text = FULL.replace("license: MIT", more)
    assert not any(holds(text) for holds in (is_valid_front_matter, is_valid_level1, is_valid_level2))


@pytest.mark.demand("B1", "B17")
def test_a_folder_has_a_skill_file_and_no_link_out(made, tmp_path: Path) -> None:
    folder = made(**{"scripts/a.py": "print()\n"})
    (tmp_path / "outside.md").write_text("")
    (tmp_path / "empty").mkdir()

    assert is_valid_directory(folder)
    assert not is_valid_directory(tmp_path / "empty")
    assert not is_valid_directory(tmp_path / "nowhere")
    assert not is_valid_directory(folder / "SKILL.md")
    (folder / "link.md").symlink_to(tmp_path / "outside.md")
    assert not is_valid_directory(folder)


@pytest.mark.demand("B2", "B17")
def test_level_1_is_short() -> None:
    assert is_valid_level1(FULL)
    assert not is_valid_level1(described("word " * 100))
    assert not is_valid_level1(FULL.replace("name: pdf", "name: PDF"))
    assert is_valid_level1(body(501)), "of the body it asks nothing"


@pytest.mark.demand("B7", "B17")
def test_level_2_has_500_lines_at_most() -> None:
    assert is_valid_level2(body(500))
    assert not is_valid_level2(body(501))
    assert is_valid_level2(body(1).replace("pdf", "PDF")), "of the name it asks nothing"


@pytest.mark.demand("B9", "B17")
def test_level_3_stays_inside(made) -> None:
    assert is_valid_level3(made(f"{FULL}See [it](references/A.md).\n", **{"references/A.md": ""}))
    assert not is_valid_level3(made(f"{FULL}See [it](../../etc/passwd).\n"))


@pytest.mark.demand("B12", "B17")
@pytest.mark.parametrize(
    ("text", "valid"),
    [
        (FULL, True),
        (body(501), False),
        (f"{FULL}See [it](../other/A.md).\n", False),
        (FULL.replace("name: pdf", "name: other"), False),
        (FULL.replace("license: MIT", "extra: 1"), False),
    ],
)
def test_a_complete_skill_satisfies_them_all(made, text: str, valid: bool) -> None:  # noqa: FBT001
    folder = made(text)

    assert is_valid_skill(folder) is valid
    assert valid is all(
        (
            *(is_valid_front_matter(text, folder="pdf"), is_valid_level1(text), is_valid_level2(text)),
            *(is_valid_directory(folder), is_valid_level3(folder)),
        )
    )
