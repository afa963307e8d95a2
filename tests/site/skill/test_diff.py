import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from skillpack.site.skill.diff import diff_view, inline_diff, marked_lines
from skillpack.versions.lines import line_diff


def test_nothing_differs() -> None:
    assert diff_view(()) is None


def test_lines_have_the_numbers_of_their_own_text() -> None:
    view = diff_view(("@@ -3,2 +7,3 @@", " same", "-old word", "+new word", "+more", "\\ 5 lines differ"))
    assert view is not None
    assert str(view.html) == (
        '<span class="gap">@@ -3,2 +7,3 @@\n</span>'
        '<span data-n="7"> same\n</span>'
        '<del data-n="4">-<mark>old</mark> word\n</del>'
        '<ins data-n="8">+<mark>new</mark> word\n</ins>'
        '<ins data-n="9">+more\n</ins>'
        '<span class="gap">5 lines differ\n</span>'
    )
    assert (view.added, view.removed) == (2, 1)


def test_foreign_text_is_escaped_and_what_hides_is_shown() -> None:
    view = diff_view(("@@ -1,1 +1,1 @@", "-<b>\u202e", "+</pre><script>"))
    assert view is not None
    assert "<script" not in view.html
    assert '<span class="unseen">U+202E</span>' in view.html


@given(st.text(st.sampled_from("ab<@+-\\\n \u200b"), max_size=60), st.text(st.sampled_from("ab<@+-\\\n "), max_size=60))
def test_any_diff_can_be_read_from_its_page(old: str, new: str) -> None:
    lines = line_diff(old, new)
    view = diff_view(lines)
    if view is not None:
        text = unescape(re.sub(r"<[^>]*>", "", view.html.replace('<span class="unseen">U+200B</span>', "\u200b")))
        assert text == "".join(f"{line.removeprefix(chr(92) + ' ')}\n" for line in lines)


TEXTS = st.text(st.sampled_from("ab .-<&\n"), max_size=40)


def test_only_the_words_that_differ_are_marked() -> None:
    assert marked_lines("Find the last tag.", "Find the next <tag>.") == (
        "Find the <mark>last</mark> tag.",
        "Find the <mark>next</mark> <mark>&lt;</mark>tag<mark>&gt;</mark>.",
    )


def test_lines_with_little_in_common_are_not_marked() -> None:
    assert marked_lines("Find the last tag.", "Nobody knows why.") is None


def test_a_version_is_one_word() -> None:
    assert inline_diff("1.0.0", "1.1.0") == "<del>1.0.0</del> <ins>1.1.0</ins>"


def test_what_is_new_or_gone_is_one_piece() -> None:
    assert inline_diff("", "a b") == "<ins>a b</ins>"
    assert inline_diff("a b", "") == "<del>a b</del>"
    assert inline_diff("", "") == ""


def test_long_texts_are_compared_whole() -> None:
    assert marked_lines("a " * 1000, "a " * 999 + "b") is None


def _text(html: str, element: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", re.sub(rf"<{element}>.*?</{element}>", "", html, flags=re.DOTALL)))


@given(TEXTS, TEXTS)
def test_both_texts_can_be_read_from_the_marks(old: str, new: str) -> None:
    marked = marked_lines(old, new)
    if marked is not None:
        assert _text(marked[0], "none") == old
        assert _text(marked[1], "none") == new
        html = inline_diff(old, new)
        assert _text(html, "ins") == old
        assert _text(html, "del") == new
