"""Markdown -> safe HTML and a list of contents: limits first, then tokens, HTML, and the sanitizer behind it all."""

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, html_block
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from msgspec import Struct

from skillpack.model.hidden_characters import revealed
from skillpack.model.limits import Limits
from skillpack.parse.markdown.excess import find_excess
from skillpack.parse.markdown.markup import KNOWN_TAGS, is_block_tag, tag_of
from skillpack.site.markdown.links import Link
from skillpack.site.markdown.token_html import Highlight, HtmlContext, heading_words, to_html

AS_SOURCE = '<figure class="code source">'
"""How the HTML of a text begins that passed a structural limit and is shown as source."""

_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n(?!---)((?:(?!~~~|---|\.\.\.)[^\n]*\n){1,200}?)---[ \t]*(?:\r?\n|\Z)")
_TASK = re.compile(r"\[([ xX])\]\s+")
_ALIGNED = {"text-align:right": "end", "text-align:center": "mid"}

CLEANER = nh3.Cleaner(
    tags=set(KNOWN_TAGS),
    clean_content_tags=set(),  # nothing disappears: a script that slipped through would be shown as text
    attributes={
        "a": {"href", "title", "rel", "aria-labelledby"},
        "abbr": {"title"},
        "bdo": {"dir"},
        "details": {"open"},
        "div": {"tabindex"},
        "img": {"src", "alt", "title", "loading", "width", "height"},
        "ol": {"start"},
        "pre": {"tabindex"},
        "span": {"title"},
        "td": {"colspan", "rowspan"},
        "th": {"colspan", "rowspan"},
        **{f"h{level}": {"id"} for level in range(1, 7)},
    },
    allowed_classes={
        "a": {"anchor", "dead", "ext"},
        "div": {"comment", "wide", "end", "mid"},
        "figure": {"code"},
        "li": {"todo"},
        "p": {"end", "mid"},
        "td": {"end", "mid"},
        "th": {"end", "mid"},
        "i": {f"h{kind}" for kind in "acdfiknsx"},
        "span": {"box", "comment", "dead", "own", "tag", "unseen"},
    },
    link_rel=None,
    url_schemes={"http", "https", "mailto"},
)
"""The second net behind the renderer: a few tags and attributes, and nothing that could run."""

_INLINE_PARSER = MarkdownIt("commonmark", {"html": True, "maxNesting": 10}).enable("strikethrough")
"""Inline text nests less than blocks do: each level of unclosed brackets costs time."""


class RenderedText(Struct, frozen=True):
    """A text as HTML.

    Attributes:
        contents: Level as written, anchor and text of each heading.
    """

    html: str
    contents: tuple[tuple[int, str, str], ...]


def render_body(text: str, *, link: Link, highlight: Highlight, limits: Limits, shift: int) -> RenderedText:
    """Return a body as HTML that is safe on our pages.

    Comments, unknown tags and invisible characters are shown as such, for agents read them. Ids begin with `s-`, so
    that none can shadow a property of the page.

    Args:
        text: The body.
        link: Where a link inside the skill leads.
        highlight: Paints a fence; what it returns is trusted to be HTML of ours.
        limits: Beyond them the text is shown as source.
        shift: The level of the heading above: 2 makes the highest headings of the text `h3`.
    """
    source = revealed(text)
    if find_excess(source, limits):
        return _as_source(source)
    tokens = parse_markdown(source, nesting=limits.nesting, list_depth=limits.list_depth)
    # The parser may read a text that is made for it otherwise than we do; whatever it finds, nothing is left out.
    if not is_whole(tokens, nesting=limits.nesting, list_depth=limits.list_depth):
        return _as_source(source)
    page = HtmlContext(link, highlight, shift)
    contents = _prepare(tokens, page)
    return RenderedText(CLEANER.clean(to_html(tokens, page)), contents)


def fenced_front_matter(text: str) -> str:
    """Return a Markdown text with its front matter as a block of code, for it is no heading between two rules."""
    found = _FRONT_MATTER.match(text)
    return f"~~~~~~yaml\n{found[1]}~~~~~~\n{text[found.end() :]}" if found else text


def anchor(text: str) -> str:
    """Return the id of the first heading with these words."""
    return f"s-{heading_words(text)}"


def parse_markdown(text: str, *, nesting: int, list_depth: int) -> Sequence[Token]:
    """Return the tokens of a text.

    Args:
        text: As written.
        nesting: Blocks inside of each other that are looked into.
        list_depth: Lists inside of each other that are looked into.
    """
    return _parser(nesting, list_depth).parse(text)


def is_whole(tokens: Sequence[Token], *, nesting: int, list_depth: int) -> bool:
    """Return whether all of a text is in its tokens: the parser drops what lies deeper without a word."""
    deepest = _deepest(nesting, list_depth)
    return all(token.nesting <= 0 or token.level < deepest - 1 for token in tokens)


def _as_source(source: str) -> RenderedText:
    return RenderedText(f'{AS_SOURCE}<pre tabindex="0">{escape(source, quote=False)}</pre></figure>', ())


def _prepare(tokens: Sequence[Token], page: HtmlContext) -> tuple[tuple[int, str, str], ...]:
    """Give headings their anchors and levels, cells their classes, tasks their boxes; return the contents."""
    contents: list[tuple[int, str, str]] = []
    taken: dict[str, int] = {}
    outline: list[int] = []
    for index, token in enumerate(tokens):
        kind = token.type
        if kind == "inline":
            if token.content.startswith("["):
                _mark_task(tokens, index)
        elif kind == "heading_open":
            level, children = int(token.tag[1]), tokens[index + 1].children or ()
            words = "".join(" " if child.type == "softbreak" else child.content for child in children).strip()
            name = _free_name(heading_words(words), taken)
            page.anchors[name] = f"s-{name}"
            # By their place in the outline, so that a text which skips levels makes no page that does.
            outline = [*(above for above in outline if above < level), level]
            token.tag = tokens[index + 2].tag = f"h{min(len(outline) + page.shift, 6)}"
            token.attrs = {"id": f"s-{name}"}
            tokens[index + 2].meta["anchor"] = f"s-{name}"
            contents.append((level, f"s-{name}", words))
        elif token.attrs and kind in {"td_open", "th_open"}:
            aligned = _ALIGNED.get(str(token.attrs.pop("style", "")))
            token.attrs |= {"class": aligned} if aligned else {}
    return tuple(contents)


def _free_name(words: str, taken: dict[str, int]) -> str:
    """Return a name that no heading had: the second `Setup` is `setup-1`, as people know it from GitHub."""
    count = taken.get(words, 0)
    name = f"{words}-{count}" if count else words
    while name in taken:
        count += 1
        name = f"{words}-{count}"
    taken[words] = count + 1
    taken.setdefault(name, 1)
    return name


def _mark_task(tokens: Sequence[Token], index: int) -> None:
    """Turn the brackets at the start of a list item into a box."""
    found = _TASK.match(tokens[index].content)
    children = tokens[index].children
    if not found or not children or index < 2 or tokens[index - 2].type != "list_item_open":
        return
    children[0].content = children[0].content[found.end() :]
    children.insert(0, Token("task", "", 0, meta={"done": found[1] != " "}))
    tokens[index - 2].attrs = {"class": "todo"}


@lru_cache(maxsize=4)
def _parser(nesting: int, list_depth: int) -> MarkdownIt:
    options = {"html": True, "linkify": False, "maxNesting": _deepest(nesting, list_depth)}
    parser = MarkdownIt("commonmark", options).enable("table")
    parser.block.ruler.at("html_block", _known_html_block, {"alt": ["paragraph", "reference", "blockquote"]})
    parser.core.ruler.at("inline", _inline_rule)
    return parser


def _deepest(nesting: int, list_depth: int) -> int:
    """Return how many levels the parser looks into; a list is two, the list and its item."""
    return nesting + 2 * list_depth + 4


def _known_html_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Begin a block of HTML for real tags only: Markdown between `<example>` and `</example>` stays Markdown."""
    tag = tag_of(state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]])
    if tag and not is_block_tag(tag):
        return False
    return html_block(state, start, end, silent)


def _inline_rule(state: StateCore) -> None:
    for token in state.tokens:
        if token.type == "inline":
            token.children = []
            _INLINE_PARSER.inline.parse(token.content, _INLINE_PARSER, state.env, token.children)
