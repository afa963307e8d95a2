"""All of a rendered body passes the sanitizer, which lets nothing through that could run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.limits import Limits
from skillpack.site.markdown.render import render_body
from skillpack.site.markdown.sanitizer import CLEANER

_PIECES = [
    "word", " ", "\n", "\n\n", "- ", "1. ", "3. ", "> ", "# ", "## ", "```\n", "    ", "| a | b |\n|--|:-:|\n",
    "| x ", "[ ] ", "[x] ", "**b**", "*i*", "~~s~~", "`c`", "[a](b)", "[a](https://b.example/?c&d)",
    "[a](mailto:x@y.example)", "[a](b 't\"<&')", "[a](javascript:x)", "[![i](https://x.example/y.png)](z)",
    "![i](u)", "<https://x.example>", "<b>", "</b>", "<div>", "</div>", "<p>", "<example>", "<!-- c -->",
    "<a href=x>", "<script>", "<td>", "&nbsp;", "\xa0", "&lt;", "&", "<", ">", '"', "'", "\u200b", "\\\n", "---\n",
    "<details>", "<br>", "ü", "\x0c",
]  # fmt: skip


def _html(text: str, painted: str = "code") -> str:
    return render_body(
        text,
        link=lambda target, _: f"../{target}",
        highlight=lambda *_: painted,
        limits=Limits(),
        shift=2,
    ).html


@given(st.lists(st.sampled_from(_PIECES), max_size=16).map("".join))
def test_bodies_are_as_the_sanitizer_leaves_them(text: str) -> None:
    html = _html(text)
    assert CLEANER.clean(html) == html


@pytest.mark.parametrize(
    ("html", "safe"),
    [
        ("<script>x</script>", "x"),
        ("<style>p {}</style>", "p {}"),
        ("<iframe></iframe>", ""),
        ('<p onclick="x">a</p>', "<p>a</p>"),
        ('<p class="top">a</p>', '<p class="">a</p>'),
        ('<a href="javascript:x">a</a>', "<a>a</a>"),
        ('<a href=" javascript:x">a</a>', "<a>a</a>"),
        ('<a href="data:x">a</a>', "<a>a</a>"),
        ('<a href="b"><a href="c">d</a></a>', '<a href="b"></a><a href="c">d</a>'),
        ("<P>\xa0</P>", "<p>&nbsp;</p>"),
        ("<em>a", "<em>a</em>"),
    ],
)
def test_what_could_run_does_not_pass(html: str, safe: str) -> None:
    assert CLEANER.clean(html) == safe


@pytest.mark.parametrize(
    "html",
    [
        '<ol start="3">\n<li class="todo">a &amp; b</li>\n</ol>\n',
        '<a class="ext" href="https://x.example/?a&amp;b" rel="nofollow noopener" title="&quot;">a <em>b</em></a>',
        '<h3 id="s-é">é<a class="anchor" href="#s-é" aria-labelledby="s-é">#</a></h3>\n',
        '<figure class="code"><pre tabindex="0"><i class="hk">5</i>.</pre></figure>\n',
        "<hr>\n<blockquote>\n</blockquote>\n",
    ],
)
def test_html_of_ours_stays_as_it_is(html: str) -> None:
    assert CLEANER.clean(html) == html


def test_painted_code_passes_it_too() -> None:
    painted = "<i class=hk>a</i><script>x</script>\xa0"
    html = '<figure class="code"><pre tabindex="0"><i class="hk">a</i>x&nbsp;</pre></figure>\n'
    assert _html("```py\na\n```", painted) == html
    assert _html("<b>\n\n```py\na\n```", painted).count("x&nbsp;</pre>") == 1
