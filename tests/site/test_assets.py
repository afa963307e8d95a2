import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.site.assets import published_css, published_js, stylesheets


def test_comments_and_blanks_go() -> None:
    text = "/* why */\n.a > .b , .c { color : red; margin: 0 1px }\n\n@media (min-width: 1px) and (x) { .d { e: f; }}\n"
    assert published_css(text) == ".a>.b,.c{color:red;margin:0 1px}@media (min-width: 1px) and (x){.d{e:f}}"


def test_strings_stay() -> None:
    assert published_css(""".a { content: "/* x  ; */ \\" {" }""") == """.a{content:"/* x  ; */ \\" {"}"""


def test_blanks_that_mean_something_stay() -> None:
    assert published_css(".a .b:hover { width: calc(1px  +  2px) }") == ".a .b:hover{width:calc(1px + 2px)}"


@given(st.text(st.sampled_from("ab{};,: \n\"'/*\\>"), max_size=60))
def test_what_is_published_is_published_as_it_is(text: str) -> None:
    once = published_css(text)
    assert len(once) <= len(text)


def test_ours_keeps_every_rule(theme) -> None:
    sheets = [content.decode() for path, content in theme.assets.items() if path.endswith(".css")]
    assert len(sheets) == 6
    for text in sheets:
        assert published_css(text).count("{") == text.count("{")
        assert published_css(published_css(text)) == published_css(text)


def test_what_pages_of_a_skill_share_is_in_the_sheet_of_each() -> None:
    theme = {"site.css": b"a{}", "detail.css": b"b{}", "page.css": b"c{}", "code.css": b"d{}"}
    assert dict(stylesheets(theme)) == {"site.css": "a{}", "page.css": "b{}c{}", "code.css": "b{}d{}"}


def test_a_theme_may_bring_more_of_them() -> None:
    assert dict(stylesheets({"own/more.css": b"a{}", "icon.svg": b""})) == {"own/more.css": "a{}"}


def test_comments_on_lines_of_their_own_indentation_and_empty_lines_go() -> None:
    text = "/* what\n   it does */\n(() => {\n  // why\n  go(1); // where\n\n  /* how */\n})();\n"
    assert published_js(text) == "(() => {\ngo(1); // where\n})();\n"


@pytest.mark.parametrize(
    "text",
    [
        'const address = "http://a/*b*/";\n',  # looks like comments, in a string
        "/* a */ go() /* b */\n",
        "go() /* one\n// */ two()\n",
        "/*! licence */\n//! licence\n",
        "const one = `a${b}`, two = /[`]/, three = '`';\n",
        "const text = `\n  // no comment\n`;\n",  # a literal over lines: left alone
        "const text = `${f(`\n  a`)}\n  b`;\n",
        "const text = 'a\\\n  b';\n",
    ],
)
def test_what_may_mean_something_stays(text: str) -> None:
    assert published_js(text) == text


def test_a_published_script_is_published_as_it_is(theme) -> None:
    for path, content in theme.assets.items():
        if path.endswith(".js"):
            once = published_js(content.decode())
            assert published_js(once) == once
            assert len(once) < len(content)
