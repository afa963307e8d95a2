"""HTML that somebody wrote into Markdown, written anew: known tags with a few attributes, everything else as text.

Agents read tags such as `<example>` and comments as words; so they are shown, never dropped. Each tag that leaves here
is spelled by us; the sanitizer behind it is the second net.
"""

import re
from collections.abc import Callable
from html import escape, unescape

from skillpack.parse.markdown.markup import CONSTRUCT, KNOWN_TAGS, RENAMED_TAGS
from skillpack.site.markdown.hidden_characters import chips

Resolve = Callable[[str, bool], str | None]
"""Target of a link as written, whether it is an image -> safe URL, or None where it leads nowhere."""

_NUMBERS = frozenset({"colspan", "rowspan", "start", "width", "height"})
_KEPT = {
    "details": ("open",), "ol": ("start",), "td": ("colspan", "rowspan"), "th": ("colspan", "rowspan"),
    "abbr": ("title",), "bdo": ("dir",),
}  # fmt: skip
_ALIGNED = {"right": "end", "center": "mid"}

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
    for found in CONSTRUCT.finditer(html):
        pieces += chips(html[end : found.start()]), _construct(found, resolve, shift)
        end = found.end()
    return "".join(pieces) + chips(html[end:])


def _construct(found: re.Match[str], resolve: Resolve, shift: int) -> str:
    name = (found["tag"] or "").lower()
    name = RENAMED_TAGS.get(name, name)
    if name not in KNOWN_TAGS:
        return shown(found[0])
    if name[0] == "h" and name[1:].isdigit():
        name = f"h{min(int(name[1]) + shift, 6)}"
    return f"</{name}>" if found["end"] else _opened(name, attributes(found["rest"]), resolve)


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
