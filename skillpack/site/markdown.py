"""Markdown -> safe HTML and a list of contents: the only user of markdown-it-py and nh3."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape

import nh3
from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock, html_block
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from skillpack.model.limits import Limits
from skillpack.site.hidden import chips, revealed
from skillpack.site.links import Link, unquoted
from skillpack.site.raw_html import KNOWN, RENAMED, image, is_external, link_opened, nesting, rewritten
from skillpack.site.slugs import slug

AS_SOURCE = '<figure class="code source">'
"""How the HTML of a text begins that passed a structural limit and is shown as source (decisions 22)."""

Highlight = Callable[[str, str], str]
"""Code and the name of its language -> HTML with classes only."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A text as HTML.

    Attributes:
        contents: Level as written, anchor and text of each heading.
    """

    html: str
    contents: tuple[tuple[int, str, str], ...]


def render_body(text: str, *, link: Link, highlight: Highlight, limits: Limits, shift: int) -> Rendered:
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
    if len(source) > limits.body or _table_cells(source) > limits.table_cells:
        return _as_source(source)
    page = _Page(link, highlight, shift)
    parser = _parser(limits.nesting, limits.list_depth)
    env: EnvType = {"page": page}
    tokens = parser.parse(source, env)
    if _too_deep(tokens, limits):
        return _as_source(source)
    contents = page.prepare(tokens)
    return Rendered(_CLEANER.clean(parser.renderer.render(tokens, parser.options, env)), contents)


def anchor(text: str) -> str:
    """Return the id of the first heading with these words."""
    return f"s-{_words_of(text)}"


def _words_of(text: str) -> str:
    return slug(text) or "section"


def _as_source(source: str) -> Rendered:
    return Rendered(f'{AS_SOURCE}<pre tabindex="0">{escape(source, quote=False)}</pre></figure>', ())


def _table_cells(text: str) -> int:
    """Return how many cells the tables of a text have at most: columns of each delimiter row times the lines below."""
    if "|" not in text:
        return 0
    cells = columns = 0
    for line in text.split("\n"):
        if not line.strip(" \t>"):
            columns = 0
        elif "|" in line and "-" in line and not line.strip(" \t|:->"):
            columns = line.count("|") + 1
        cells += columns
    return cells


def _too_deep(tokens: Sequence[Token], limits: Limits) -> bool:
    lists = quotes = 0
    for token in tokens:
        if token.type.endswith(("_list_open", "_list_close")):
            lists += token.nesting
        elif token.tag == "blockquote":
            quotes += token.nesting
        if lists > limits.list_depth or quotes > limits.nesting:
            return True
    depth, count = nesting(_foreign(tokens))
    return depth > limits.nesting or count > limits.table_cells


def _foreign(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the HTML that somebody wrote, in the order of the text."""
    for token in tokens:
        if token.type == "html_block":
            yield token.content
        elif token.children and "<" in token.content:
            yield from (child.content for child in token.children if child.type == "html_inline")


@lru_cache(maxsize=4)
def _parser(nesting: int, list_depth: int) -> MarkdownIt:
    # A list is two levels, the list and its item. Deeper text would be dropped by the parser, so it is never shown.
    options = {"html": True, "linkify": False, "maxNesting": nesting + 2 * list_depth + 4}
    parser = MarkdownIt("commonmark", options, renderer_cls=_Renderer).enable(["table", "strikethrough"])
    parser.block.ruler.at("html_block", _known_html_block, {"alt": ["paragraph", "reference", "blockquote"]})
    parser.core.ruler.at("inline", _inline)
    return parser


# Inline text nests less than blocks do: each level of unclosed brackets costs time.
_INLINE = MarkdownIt("commonmark", {"html": True, "maxNesting": 10}).enable("strikethrough")
_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")
_BLOCKS = KNOWN | RENAMED.keys() | {"script", "style", "textarea"}


def _inline(state: StateCore) -> None:
    for token in state.tokens:
        if token.type == "inline":
            token.children = []
            _INLINE.inline.parse(token.content, _INLINE, state.env, token.children)


def _known_html_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 markdown-it's
    """Begin a block of HTML for real tags only: Markdown between `<example>` and `</example>` stays Markdown."""
    found = _TAG.match(state.src, state.bMarks[start] + state.tShift[start])
    if found and found[1].lower() not in _BLOCKS:
        return False
    return html_block(state, start, end, silent)


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_TASK = re.compile(r"\[([ xX])\]\s+")
_CLASSES = {"text-align:right": "end", "text-align:center": "mid"}


@dataclass(slots=True)
class _Page:
    """What the rendering of one text shares."""

    link: Link
    highlight: Highlight
    shift: int
    anchors: dict[str, str] = field(default_factory=dict)

    def prepare(self, tokens: Sequence[Token]) -> tuple[tuple[int, str, str], ...]:
        """Give headings their anchors and levels, cells their classes, tasks their boxes; return the contents."""
        contents: list[tuple[int, str, str]] = []
        taken: dict[str, int] = {}
        outline: list[int] = []
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                level, words = int(token.tag[1]), _words(tokens[index + 1].children or ())
                name = self._anchor(_words_of(words), taken)
                # By their place in the outline, so that a text which skips levels makes no page that does.
                outline = [*(above for above in outline if above < level), level]
                token.tag = tokens[index + 2].tag = f"h{min(len(outline) + self.shift, 6)}"
                token.attrs = {"id": name}
                tokens[index + 2].meta["anchor"] = name
                contents.append((level, name, words))
            elif token.type in {"td_open", "th_open"}:
                kind = _CLASSES.get(str(token.attrs.pop("style", "")))
                token.attrs |= {"class": kind} if kind else {}
            elif token.type == "inline" and token.content.startswith("["):
                _mark_task(tokens, index)
        return tuple(contents)

    def _anchor(self, words: str, taken: dict[str, int]) -> str:
        """Return an anchor that no heading had: the second `Setup` is `setup-1`, as people know it from GitHub."""
        count = taken.get(words, 0)
        name = f"{words}-{count}" if count else words
        while name in taken:
            count += 1
            name = f"{words}-{count}"
        taken[words] = count + 1
        taken.setdefault(name, 1)
        self.anchors[name] = f"s-{name}"
        return f"s-{name}"

    def resolve(self, target: str, image: bool) -> str | None:  # noqa: FBT001 the order is that of `Link`
        """Return the URL of a link, or None where it leads nowhere or to a scheme that we do not offer."""
        target = target.strip()
        if target.startswith("//"):
            target = f"https:{target}"
        if _SCHEME.match(target):
            return target if is_external(target.lower()) else None
        if not target.startswith("#"):
            target = self.link(unquoted(target), image) or ""
        if not target.startswith("#"):
            return target or None
        known = self.anchors.get(_words_of(unquoted(target[1:])))
        return f"#{known}" if known and not image else None


def _words(children: Sequence[Token]) -> str:
    return "".join(" " if child.type == "softbreak" else child.content for child in children).strip()


def _mark_task(tokens: Sequence[Token], index: int) -> None:
    """Turn the brackets at the start of a list item into a box."""
    found = _TASK.match(tokens[index].content)
    children = tokens[index].children
    if not found or not children or index < 2 or tokens[index - 2].type != "list_item_open":  # noqa: PLR2004
        return
    children[0].content = children[0].content[found.end() :]
    children.insert(0, Token("task", "", 0, meta={"done": found[1] != " "}))
    tokens[index - 2].attrs = {"class": "todo"}


class _Renderer(RendererHTML):
    """The default rules, and ours for what is foreign, painted or anchored."""

    def heading_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        token = tokens[idx]
        name = escape(token.meta["anchor"])
        return f'<a class="anchor" href="#{name}" aria-labelledby="{name}">#</a></{token.tag}>\n'

    def text(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        return chips(escape(tokens[idx].content, quote=False))

    def code_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        return f"<code>{chips(escape(tokens[idx].content, quote=False))}</code>"

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        return _figure(escape(tokens[idx].content, quote=False))

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        words = unescapeAll(tokens[idx].info).split(maxsplit=1)
        return _figure(env["page"].highlight(tokens[idx].content, words[0] if words else ""))

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        attrs = tokens[idx].attrs
        return link_opened(str(attrs.get("href", "")), str(attrs.get("title", "")), env["page"].resolve)

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[idx]
        words = self.renderInlineAsText(token.children or [], options, env)
        return image(str(token.attrs.get("src", "")), words, str(token.attrs.get("title", "")), env["page"].resolve)

    def html_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        page: _Page = env["page"]
        if _has_own_line(tokens, idx) and not _is_known(tokens[idx].content):
            # `<example>` above its content reads as a block, so it gets a line of its own here too.
            return f'<span class="tag own">{chips(escape(tokens[idx].content, quote=False))}</span>'
        return rewritten(tokens[idx].content, page.resolve, shift=page.shift)

    def html_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        page: _Page = env["page"]
        content = tokens[idx].content
        found = _TAG.match(content.lstrip())
        if found is None:
            return f'<div class="comment">{rewritten(content.strip(), page.resolve, shift=page.shift)}</div>\n'
        if found[1].lower() in {"script", "style", "textarea"}:
            return _figure(escape(content, quote=False))
        return rewritten(content, page.resolve, shift=page.shift)

    def task(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        return f'<span class="box">{"☑" if tokens[idx].meta["done"] else "☐"}</span> '

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        return '<div class="wide" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        return "</table></div>\n"


def _has_own_line(tokens: Sequence[Token], idx: int) -> bool:
    around = (tokens[at].type for at in (idx - 1, idx + 1) if 0 <= at < len(tokens))
    return all(kind in {"softbreak", "hardbreak"} for kind in around)


def _is_known(html: str) -> bool:
    found = _TAG.match(html)
    return found is None or found[1].lower() in _BLOCKS


def _figure(html: str) -> str:
    return f'<figure class="code"><pre tabindex="0">{chips(html)}</pre></figure>\n'


_CLEANER = nh3.Cleaner(
    tags=set(KNOWN),
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
        "span": {"box", "comment", "dead", "own", "tag", "unseen"} | {f"h{kind}" for kind in "abcdefiknstx"},
    },
    link_rel=None,
    url_schemes={"http", "https", "mailto"},
)
