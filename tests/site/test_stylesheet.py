from hypothesis import given
from hypothesis import strategies as st

from skillpack.site.stylesheet import published_css


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
    assert len(sheets) == 4
    for text in sheets:
        assert published_css(text).count("{") == text.count("{")
        assert published_css(published_css(text)) == published_css(text)
