"""Every text that differs between two versions."""

from skillpack.model.tree import make_tree
from skillpack.versions.texts import MOST_FILES, MOST_LINES, MOST_TOGETHER, text_changes


def found(old: dict[str, bytes], new: dict[str, bytes], *beside: str) -> list[tuple[str, str]]:
    return [(each.kind, each.path) for each in text_changes(make_tree(old), make_tree(new), beside=beside)]


def test_what_can_be_run_comes_first() -> None:
    old = {"a.md": b"1", "gone.md": b"1", "same.md": b"1"}
    new = {"a.md": b"2", "same.md": b"1", "scripts/z.py": b"x", "tool": b"#!/bin/sh\n"}
    assert found(old, new) == [
        ("added", "scripts/z.py"),
        ("added", "tool"),
        ("changed", "a.md"),
        ("removed", "gone.md"),
    ]


def test_what_is_no_text_and_what_is_shown_elsewhere_is_left_out() -> None:
    old = {"SKILL.md": b"1", "logo.png": b"\x89\0", "latin.txt": b"\xe9"}
    new = {"SKILL.md": b"2", "logo.png": b"\x89\0\0", "latin.txt": b"e"}
    assert found(old, new, "SKILL.md") == []


def test_says_line_by_line_what_differs() -> None:
    (change,) = text_changes(make_tree({"a.md": b"one\ntwo\n"}), make_tree({"a.md": b"one\nthree\n"}), beside=())
    assert change.lines == ("@@ -1,2 +1,2 @@", " one", "-two", "+three")


def test_is_never_more_than_a_page_can_show() -> None:
    long = "".join(f"{number}\n" for number in range(1500)).encode()
    (change,) = text_changes(make_tree({}), make_tree({"a.md": long}), beside=())
    assert len(change.lines) == MOST_LINES + 1
    assert change.lines[-1] == "\\ 901 more lines"
    many = {f"{number}.md": b"x" for number in range(MOST_FILES + 5)}
    assert len(found({}, many)) == MOST_FILES


def test_many_long_files_together_are_no_more_than_a_page_can_show() -> None:
    long = "".join(f"{number}\n" for number in range(550)).encode()
    changes = text_changes(make_tree({}), make_tree({f"{number}.md": long for number in range(20)}), beside=())
    assert len(changes) == 20
    assert sum(len(change.lines) for change in changes) <= MOST_TOGETHER + 20
    assert changes[-1].lines == ("\\ 551 more lines",)
    assert [len(change.lines) for change in changes] == [551] * 5 + [246] + [1] * 14
    assert changes[5].lines[-1] == "\\ 306 more lines"


def test_a_diff_that_just_fits_is_whole() -> None:
    long = "".join(f"{number}\n" for number in range(MOST_LINES - 1)).encode()
    (change,) = text_changes(make_tree({}), make_tree({"a.md": long}), beside=())
    assert (change.kind, len(change.lines), change.lines[-1]) == ("added", MOST_LINES, f"+{MOST_LINES - 2}")
