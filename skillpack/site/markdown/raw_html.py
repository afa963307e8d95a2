"""HTML that somebody wrote into Markdown, written anew: known tags with a few attributes, everything else as text.

Agents read tags such as `<example>` and comments as words; so they are shown, never dropped. Each tag that leaves here
is spelled by us; the sanitizer behind it is the second net.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from html import escape, unescape

from skillpack.site.markdown.hidden_characters import chips

Resolve = Callable[[str, bool], str | None]
"""Target of a link as written, whether it is an image -> safe URL, or None where it leads nowhere."""

KNOWN = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "col", "colgroup", "dd", "del",
    "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i",
    "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "rp", "rt", "ruby", "s", "samp", "small", "span",
    "strike", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "u",
    "ul", "var", "wbr",
})  # fmt: skip
"""Tags of foreign HTML that mean what they say."""

RENAMED = {
    "address": "div", "article": "div", "aside": "div", "big": "span", "center": "div", "font": "span",
    "footer": "div", "header": "div", "main": "div", "nav": "div", "section": "div", "tt": "code",
}  # fmt: skip
"""Landmarks and old tags, whose content stays."""

_CLOSING_ALONE = frozenset({
    "br", "col", "colgroup", "dd", "dt", "hr", "img", "li", "p", "rp", "rt", "tbody", "td", "tfoot", "th", "thead",
    "tr", "wbr",
})  # fmt: skip
_NUMBERS = frozenset({"colspan", "rowspan", "start", "width", "height"})
_KEPT = {
    "details": ("open",), "ol": ("start",), "td": ("colspan", "rowspan"), "th": ("colspan", "rowspan"),
    "abbr": ("title",), "bdo": ("dir",),
}  # fmt: skip
_ALIGNED = {"right": "end", "center": "mid"}

# One pass over a text: each alternative stops at the next `<` or runs to the end once, so the time is linear.
_CONSTRUCT = re.compile(
    r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<![A-Za-z].*?(?:>|\Z)"
    r"|<(?P<end>/?)(?P<tag>[A-Za-z][A-Za-z0-9-]*)(?P<rest>(?:[\s/][^<>]*)?)>|<",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([A-Za-z_:][\w:.-]*)(?:\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?")


def rewritten(html: str, resolve: Resolve, *, shift: int) -> str:
    """Return foreign HTML with known tags spelled anew and the rest as visible text.

    Args:
        html: A tag, or a block of them.
        resolve: Where links lead.
        shift: By how much headings are lowered.
    """
    pieces: list[str] = []
    end = 0
    for found in _CONSTRUCT.finditer(html):
        pieces += chips(html[end : found.start()]), _construct(found, resolve, shift)
        end = found.end()
    return "".join(pieces) + chips(html[end:])


def _construct(found: re.Match[str], resolve: Resolve, shift: int) -> str:
    name = (found["tag"] or "").lower()
    name = RENAMED.get(name, name)
    if name not in KNOWN:
        return shown(found[0])
    if name[0] == "h" and name[1:].isdigit():
        name = f"h{min(int(name[1]) + shift, 6)}"
    return f"</{name}>" if found["end"] else _opened(name, attributes(found["rest"]), resolve)


def nesting(sources: Iterable[str]) -> tuple[int, int]:
    """Return how deep known tags lie in each other at most, and how many there are; deep trees cost time and browsers.

    Tags that close by themselves are not counted as open. What table cells hide from this, the number bounds.
    """
    opened: Counter[str] = Counter()
    deepest = count = 0
    for source in sources:
        for found in _CONSTRUCT.finditer(source):
            name = (found["tag"] or "").lower()
            name = RENAMED.get(name, name)
            if name not in KNOWN:
                continue
            count += 1
            if found["end"]:
                opened[name] = max(0, opened[name] - 1)
            elif name not in _CLOSING_ALONE:
                opened[name] += 1
                deepest = max(deepest, opened.total())
    return deepest, count


def shown(source: str) -> str:
    """Return a tag, a comment or another construct as text on the page."""
    if len(source) == 1:
        return escape(source)
    kind = "comment" if source.startswith(("<!", "<?")) else "tag"
    return f'<span class="{kind}">{chips(escape(source, quote=False))}</span>'


def attributes(text: str) -> dict[str, str]:
    """Return the attributes of a tag, decoded; the first of a name counts, as in browsers."""
    found: dict[str, str] = {}
    for name, value in _ATTRIBUTE.findall(text):
        plain = value[1:-1] if value[:1] in {'"', "'"} else value
        found.setdefault(name.lower(), unescape(plain))
    return found


def link_opened(target: str, title: str, resolve: Resolve) -> str:
    """Return the opening tag of a link; one that leads nowhere is not a link, and tells where it points."""
    url = resolve(target, False)
    if url is None:
        return f'<a class="dead" title="{escape(title or target)}">'
    note = f' title="{escape(title)}"' if title else ""
    if is_external(url):
        return f'<a class="ext" href="{escape(url)}" rel="nofollow noopener"{note}>'
    return f'<a href="{escape(url)}"{note}>'


def image(target: str, alternative: str, title: str, resolve: Resolve, size: str = "") -> str:
    """Return an image of the skill; a remote one as a link, one that is not there as its words."""
    url = resolve(target, True)
    words = escape(alternative or title or target)
    if url is None:
        return f'<span class="dead" title="{escape(target)}">{words}</span>'
    if is_external(url):
        return f'<a class="ext" href="{escape(url)}" rel="nofollow noopener">{words}</a>'
    note = f' title="{escape(title)}"' if title else ""
    return f'<img src="{escape(url)}" alt="{escape(alternative)}" loading="lazy"{note}{size}>'


def is_external(url: str) -> bool:
    """Return whether an address leads away from the site."""
    return url.startswith(("https://", "http://", "mailto:"))


def _opened(name: str, given: dict[str, str], resolve: Resolve) -> str:
    if name == "a":
        return link_opened(given.get("href", ""), given.get("title", ""), resolve) if "href" in given else "<a>"
    if name == "img":
        size = _spelled(given, ("width", "height"))
        return image(given.get("src", ""), given.get("alt", ""), given.get("title", ""), resolve, size)
    aligned = _ALIGNED.get(given.get("align", "").lower(), "") if name in {"td", "th", "p", "div"} else ""
    return f"<{name}{_spelled(given, _KEPT.get(name, ()))}" + (f' class="{aligned}">' if aligned else ">")


def _spelled(given: dict[str, str], names: tuple[str, ...]) -> str:
    kept = ((name, given[name]) for name in names if name in given)
    return "".join(
        f' {name}="{escape(value)}"'
        for name, value in kept
        if name not in _NUMBERS or (value.isascii() and value.isdigit() and len(value) <= 4)
    )
