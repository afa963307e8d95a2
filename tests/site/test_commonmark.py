"""The short ways of the parser find what its own rules find."""

from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from skillpack.site.commonmark import is_block_tag, parse, tag_of
from skillpack.site.token_html import Page, to_html

_BLOCKS = MarkdownIt("commonmark", {"maxNesting": 88}).enable("table")
_WORDS = MarkdownIt("commonmark", {"maxNesting": 10}).enable("strikethrough")

_STARTS = [
    "", "", "- ", "* ", "+ ", "1. ", "2. ", "3) ", "> ", "> > ", "# ", "###### ", "```", "    ", "**b** ", "---", "===",
    "| a |", "|--|", "--|--", "[r]: u", "[a] ", "<div>", "</div>", "10. ", "-", "1.", "`x", "``x", "--flag", "*it* ",
    "12", "_it_ ", "\t", "\tx", "é", "\xa0", "~~~", "````", "* * *", "- - -", "- **b** ", "- `c` ", "- [ ] ", "1. [x] ",
    "-\t", "+", "| a | b |", "|:-|-:|", "| `a\\|b` | c", "## a #", "#", "-  ", "-     ",
]  # fmt: skip
_PIECES = [
    "word", " ", " ", "a_b", "_", "__", "*", "**", "**B**", "**B:** ", " **x y**", "**a**, ", "*it* ", "(*x*)",
    "***a***", "`code`", "` a `", "`` ` ``", "`", "``", "[a](b)", "[a](x/y.md#z)", "[a](http://b.example/d?e=f)",
    "[a](<b>)", '[a](b "t")', "[a]()", "[a!](b)", "![i](u)", "[", "]", "[r]", "[ ] ", "[x] ", "(", ")", "!", "&",
    "&amp;", "&#35;", "<", "<b>", "</b>", "\\", "\\*", "<http://x.example>", "~~", "~", ".", ":", "é", "\u2003",
    "①", "  \n", "\n", "1", "|", "``b``", "``", "<i>", "\\|", "| a | b |", ">",
]  # fmt: skip
_LINES = st.builds(
    lambda indent, start, rest, end: f"{' ' * indent}{start}{''.join(rest)}{end}",
    st.sampled_from([0, 0, 0, 1, 2, 2, 3, 4, 5, 8]),
    st.sampled_from(_STARTS),
    st.lists(st.sampled_from(_PIECES), max_size=6),
    st.sampled_from(["\n", "\n", "\n", "\n\n", "\r\n", "\r"]),
)


def _inline(state: StateCore) -> None:
    for token in state.tokens:
        if token.type == "inline":
            token.children = []
            _WORDS.inline.parse(token.content, _WORDS, state.env, token.children)


_BLOCKS.core.ruler.at("inline", _inline)


def _told(tokens: Sequence[Token]) -> Iterator[tuple[object, ...]]:
    """Yield what pages are made of."""
    page = Page(link=lambda target, _: f"/{target}", highlight=lambda code, _: code, shift=2, seal="seal")
    for token in tokens:
        html = to_html([token], page) if token.type == "inline" else ""
        yield token.type, token.tag, token.nesting, token.content, token.info, token.hidden, dict(token.attrs), html


@given(st.lists(_LINES, max_size=12).map("".join))
def test_blocks_are_those_of_the_plain_parser(text: str) -> None:
    assert list(_told(parse(text, nesting=20, list_depth=32))) == list(_told(_BLOCKS.parse(text)))


@given(st.lists(st.sampled_from(_PIECES), max_size=14).map("".join))
def test_words_are_those_of_the_plain_parser(text: str) -> None:
    assert list(_told(parse(text, nesting=20, list_depth=32))) == list(_told(_BLOCKS.parse(text)))


def test_boxes_of_tasks_are_no_links_unless_somebody_says_so() -> None:
    def kinds(text: str) -> list[str]:
        return [child.type for child in parse(text, nesting=20, list_depth=32)[3].children or ()]

    assert kinds("- [x] **a** b") == ["text", "words"]
    assert kinds("- [x] **a** b\n\n[x]: y")[0] == "link_open"


def test_unknown_tags_begin_no_block_of_html() -> None:
    kinds = [token.type for token in parse("<example>\n*a*\n</example>", nesting=20, list_depth=32)]
    assert kinds == ["paragraph_open", "inline", "paragraph_close"]


def test_tags_are_known_by_their_name() -> None:
    assert [tag_of(html) for html in ("<B>", "</div >", "<!-- b -->", "b")] == ["b", "div", "", ""]
    assert [is_block_tag(tag) for tag in ("div", "section", "script", "example")] == [True, True, True, False]
