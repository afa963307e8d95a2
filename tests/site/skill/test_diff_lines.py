import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from skillpack.site.skill.diff_lines import diff_view
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
