"""Tokens of Markdown -> HTML: what is foreign is spelled anew, links are resolved, code is painted."""

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape

from markdown_it.common.utils import unescapeAll
from markdown_it.token import Token
from msgspec import Struct, field

from skillpack.parse.markdown.markup import SOURCE_TAGS, is_block_tag, tag_of
from skillpack.site.addresses import slug, unquoted
from skillpack.site.markdown.hidden_characters import chips
from skillpack.site.markdown.links import Link
from skillpack.site.markdown.raw_html import image, is_external, link_opened, rewritten

Highlight = Callable[[str, str], str]
"""Code and the name of its language -> HTML with classes only."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


class HtmlContext(Struct):
    """What the rendering of one text shares.

    Attributes:
        anchors: Words of a heading -> the id that it has on the page.
    """

    link: Link
    highlight: Highlight
    shift: int
    anchors: dict[str, str] = field(default_factory=dict)

    def resolve(self, target: str, image: bool) -> str | None:
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
        known = self.anchors.get(heading_words(unquoted(target[1:])))
        return f"#{known}" if known and not image else None


def heading_words(text: str) -> str:
    """Return the part of a heading's id that comes from its words."""
    return slug(text) or "section"


def to_html(tokens: Sequence[Token], page: HtmlContext) -> str:
    """Return the HTML of a text."""
    out: list[str] = []
    for index, token in enumerate(tokens):
        kind = token.type
        if kind == "inline":
            out.append(_inline(token.children or (), page))
        elif kind in _PLAIN and not token.attrs:
            out.append(_PLAIN[kind])
        elif kind in _BLOCK_RULES:
            out.append(_BLOCK_RULES[kind](token, page))
        elif token.hidden:
            continue
        elif token.nesting < 0:
            out.append(f"</{token.tag}>\n")
        else:
            out.append(_opened(tokens, index))
    return "".join(out)


def _opened(tokens: Sequence[Token], index: int) -> str:
    """Return the opening tag of a block, on a line of its own where text does not follow at once."""
    token, following = tokens[index], tokens[index + 1] if index + 1 < len(tokens) else None
    attributes = "".join(f' {key}="{escape(str(value))}"' for key, value in token.attrs.items())
    before = "\n" if index and tokens[index - 1].hidden else ""
    if token.nesting and following is not None:
        closes = following.nesting < 0 and following.tag == token.tag
        if following.hidden or following.type == "inline" or closes:
            return f"{before}<{token.tag}{attributes}>"
    return f"{before}<{token.tag}{attributes}>\n"


def _inline(tokens: Sequence[Token], page: HtmlContext) -> str:
    out: list[str] = []
    for index, token in enumerate(tokens):
        kind = token.type
        if kind == "text":
            out.append(_text(token.content))
        elif kind == "html_inline":
            out.append(_html_inline(tokens, index, page))
        elif kind in _INLINE_RULES:
            out.append(_INLINE_RULES[kind](token, page))
        else:
            out.append(f"</{token.tag}>" if token.nesting < 0 else f"<{token.tag}>")
    return "".join(out)


def _text(text: str) -> str:
    html = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return chips(html) if "⟦" in html else html


def _html_inline(tokens: Sequence[Token], index: int, page: HtmlContext) -> str:
    content = tokens[index].content
    tag = tag_of(content)
    if tag and not is_block_tag(tag) and _has_own_line(tokens, index):
        # `<example>` above its content reads as a block, so it gets a line of its own here too.
        return f'<span class="tag own">{_text(content)}</span>'
    return rewritten(content, page.resolve, shift=page.shift)


def _has_own_line(tokens: Sequence[Token], index: int) -> bool:
    around = (tokens[at].type for at in (index - 1, index + 1) if 0 <= at < len(tokens))
    return all(kind in {"softbreak", "hardbreak"} for kind in around)


def _html_block(token: Token, page: HtmlContext) -> str:
    content = token.content
    tag = tag_of(content.lstrip())
    if not tag:
        return f'<div class="comment">{rewritten(content.strip(), page.resolve, shift=page.shift)}</div>\n'
    if tag in SOURCE_TAGS:
        return _figure(_text(content))
    return rewritten(content, page.resolve, shift=page.shift)


def _figure(html: str) -> str:
    """Return a box for code that is HTML already."""
    return f'<figure class="code"><pre tabindex="0">{chips(html)}</pre></figure>\n'


def _heading_close(token: Token, page: HtmlContext) -> str:  # noqa: ARG001 all rules have this signature
    name = escape(token.meta["anchor"])
    return f'<a class="anchor" href="#{name}" aria-labelledby="{name}">#</a></{token.tag}>\n'


def _fence(token: Token, page: HtmlContext) -> str:
    words = unescapeAll(token.info).split(maxsplit=1)
    return _figure(page.highlight(token.content, words[0] if words else ""))


def _image(token: Token, page: HtmlContext) -> str:
    words = _plain_text(token.children or ())
    return image(str(token.attrs.get("src", "")), words, str(token.attrs.get("title", "")), page.resolve)


def _plain_text(tokens: Sequence[Token]) -> str:
    """Return the words of an image, without markup."""
    pieces = (
        _plain_text(token.children or ()) if token.type == "image" else _BREAKS.get(token.type, token.content)
        for token in tokens
    )
    return "".join(pieces)


def _link_open(token: Token, page: HtmlContext) -> str:
    return link_opened(str(token.attrs.get("href", "")), str(token.attrs.get("title", "")), page.resolve)


_Rule = Callable[[Token, HtmlContext], str]
_BREAKS = {"softbreak": "\n", "hardbreak": "\n"}
_PLAIN = {
    "list_item_close": "</li>\n",
    "td_close": "</td>\n",
    "td_open": "<td>",
    "th_close": "</th>\n",
    "th_open": "<th>",
    "tr_close": "</tr>\n",
    "tr_open": "<tr>\n",
}
"""Kinds of blocks that look the same wherever they stand, but for attributes."""
_BLOCK_RULES: Mapping[str, _Rule] = {
    "code_block": lambda token, _: _figure(_text(token.content)),
    "fence": _fence,
    "heading_close": _heading_close,
    "html_block": _html_block,
    "table_open": lambda *_: '<div class="wide" tabindex="0"><table>\n',
    "table_close": lambda *_: "</table></div>\n",
}
_INLINE_RULES: Mapping[str, _Rule] = {
    "code_inline": lambda token, _: f"<code>{_text(token.content)}</code>",
    "hardbreak": lambda *_: "<br>\n",
    "image": _image,
    "link_open": _link_open,
    "softbreak": lambda *_: "\n",
    "task": lambda token, _: f'<span class="box">{"☑" if token.meta["done"] else "☐"}</span> ',
}
