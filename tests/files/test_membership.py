import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.files.membership import belongs, excluded, is_excluded


@pytest.mark.parametrize(
    "name",
    [
        ".git", ".hg", ".svn", ".DS_Store", "Thumbs.db", "__pycache__", "node_modules", "x.pyc",
        "notes.md~", ".notes.md.swp", ".notes.md.swo", ".#notes.md", "#notes.md#",
    ],
)  # fmt: skip
def test_leaves_out_what_decisions_9_names(name: str) -> None:
    assert is_excluded(name)


@pytest.mark.parametrize(
    "name",
    [".env", ".envrc", ".gitignore", ".vscode", "SKILL.md", "#1.md", "swp", "a.swp", ".a.swx", ".swa", "~a", "#", "."],
)
def test_keeps_everything_else(name: str) -> None:
    assert not is_excluded(name)


def test_evaluations_at_the_root_do_not_belong() -> None:
    assert not belongs("evals/cases.json")
    assert belongs("references/evals/cases.json")
    assert not belongs("scripts/__pycache__/a.txt")


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("drafts", "drafts", True),
        ("drafts", "drafts/pdf/SKILL.md", True),
        ("drafts", "pdf/drafts", True),
        ("drafts", "drafts-2", False),
        ("drafts/", "drafts/pdf", True),
        ("/drafts", "pdf/drafts", False),
        ("pdf/notes.md", "pdf/notes.md", True),
        ("pdf/notes.md", "a/pdf/notes.md", False),
        ("*.bak", "pdf/a/b.bak", True),
        ("*/tests", "pdf/tests/a.py", True),
        ("*/tests", "pdf/scripts/tests", False),
        ("**/tests", "pdf/scripts/tests", True),
        ("**/tests", "tests", True),
        ("pdf/**/x", "pdf/x", True),
        ("pdf/**/x", "pdf/a/b/x", True),
        ("pdf/**", "pdf/a", True),
        ("pdf/**", "pdf", False),
        ("pd?", "pdf", True),
        ("p?f/x", "p/f/x", False),
        ("[a-c]x", "bx", True),
        ("[!a-c]x", "bx", False),
        ("[!a-c]x", "dx", True),
        ("[]x", "[]x", True),
        ("[", "[", True),
        ("[!]", "!", True),
        ("[]]", "]", True),
        ("[!]]", "x", True),
        ("[z-a]", "-", True),
        ("[--a]", "-", True),
        ("[a--]", "-", True),
        ("[[:x]", "[", True),
        ("a[.-0]b", "a/b", False),
        ("a.c", "abc", False),
        ("a|b", "a", False),
    ],
)
def test_globs_exclude(pattern: str, path: str, *, expected: bool) -> None:
    assert excluded(path, (pattern,)) is expected


def test_any_of_several_globs_excludes() -> None:
    assert excluded("b/c", ("a", "b"))
    assert not excluded("c", ("a", "b"))
    assert not excluded("c", ())


@given(st.text(alphabet="ab[]!^-*?/\\.+|(){}$\n é", max_size=8), st.text(alphabet="ab/.-é\n", max_size=8))
def test_every_text_is_a_glob(pattern: str, path: str) -> None:
    try:
        excluded(path, (pattern,))
    except re.error as error:  # pragma: no cover
        raise AssertionError(pattern) from error


@given(st.from_regex(r"[a-z.]{1,5}(/[a-z.]{1,5}){0,3}", fullmatch=True))
def test_a_plain_path_excludes_itself_and_what_is_below(path: str) -> None:
    assert excluded(path, (f"/{path}",))
    assert excluded(f"{path}/below", (f"/{path}",))
    assert not excluded(f"{path}x", (f"/{path}",))
