"""The short way past the sanitizer lets through only what the sanitizer would leave as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.limits import Limits
from skillpack.site.markdown import render_body
from skillpack.site.sanitizer import CLEANER, sanitized

_PIECES = [
    "word", " ", "\n", "\n\n", "- ", "1. ", "3. ", "> ", "# ", "## ", "```\n", "    ", "| a | b |\n|--|:-:|\n",
    "| x ", "[ ] ", "[x] ", "**b**", "*i*", "~~s~~", "`c`", "[a](b)", "[a](https://b.example/?c&d)",
    "[a](mailto:x@y.example)", "[a](b 't\"<&')", "[a](javascript:x)", "[![i](https://x.example/y.png)](z)",
    "![i](u)", "<https://x.example>", "<b>", "</b>", "<div>", "</div>", "<p>", "<example>", "<!-- c -->",
    "<a href=x>", "<script>", "<td>", "&nbsp;", "\xa0", "&lt;", "&", "<", ">", '"', "'", "\u200b", "\\\n", "---\n",
    "<details>", "<br>", "ü", "\x0c",
]  # fmt: skip


@given(st.lists(st.sampled_from(_PIECES), max_size=16).map("".join))
def test_bodies_are_as_the_sanitizer_leaves_them(text: str) -> None:
    html = render_body(
        text,
        link=lambda target, _: f"../{target}",
        highlight=lambda *_: "code",
        limits=Limits(),
        shift=2,
    ).html

    # Code does not pass the sanitizer, and spells a blank of fixed width as itself.
    assert CLEANER.clean(html).replace("&nbsp;", "\xa0") == html.replace("&nbsp;", "\xa0")


@pytest.mark.parametrize(
    "html",
    [
        "<script>x</script>", '<p onclick="x">a</p>', '<a href="javascript:x">a</a>', '<a href="data:x">a</a>',
        '<a href="b"><a href="c">d</a></a>', '<img src="https://x.example/y.png" alt="">', "<p>\xa0</p>",
        "<style>p {}</style>", '<h3 id="x">a</h3>', '<p class="top">a</p>', "<iframe></iframe>", "<P>a</P>",
        "<p>&quot;</p>", '<a href=" javascript:x">a</a>',
    ],
)  # fmt: skip
def test_what_it_would_change_or_must_look_at_does_not_pass(html: str) -> None:
    assert sanitized(html, foreign=False) == CLEANER.clean(html)


@pytest.mark.parametrize(
    "html",
    [
        '<ol start="3">\n<li class="todo">a &amp; b</li>\n</ol>\n',
        '<a class="ext" href="https://x.example/?a&amp;b" rel="nofollow noopener" title="&quot;">a <em>b</em></a>',
        '<h3 id="s-é">é<a class="anchor" href="#s-é" aria-labelledby="s-é">#</a></h3>\n',
        '<figure class="code"><pre tabindex="0">5.</pre></figure>\n<hr>\n<blockquote>\n</blockquote>\n',
    ],
)
def test_html_of_ours_needs_no_sanitizer(html: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert CLEANER.clean(html) == html
    monkeypatch.setattr("skillpack.site.sanitizer.CLEANER", None)
    assert sanitized(html, foreign=False) == html


def test_tags_of_others_are_never_taken_on_trust() -> None:
    assert sanitized("<em>a", foreign=False) == "<em>a"
    assert sanitized("<em>a", foreign=True) == "<em>a</em>"
