"""Addresses in the files of a site -> paths of the site."""

import html
import re
from collections.abc import Iterator

from skillpack.catalog.paths import HOME, LLMS, NOT_FOUND, ROBOTS

_TAG = re.compile(r"<[A-Za-z](?:[^<>\"]|\"[^\"]*\")*>")
_ADDRESS = re.compile(r"\s(?:href|src|action)=\"([^\"]*)\"")
_LOCATION = re.compile(r"<loc>([^<]*)</loc>")
_ITEM = re.compile(r"^- \[[^\]\n]*\]\(([^)\s]+)\)", re.MULTILINE)
_SITEMAP = re.compile(r"^Sitemap: (\S+)$", re.MULTILINE)
_SCHEMA = re.compile(r'\{"\$schema":"([^"]*)"')
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")


def links(path: str, content: bytes, home: str) -> Iterator[str]:
    """Yield the paths of the site that a file leads to; what leads elsewhere is left out.

    Args:
        path: Of the file; its end says what it is.
        content: Of the file.
        home: Address that the site says it has, with a `/` at its end, or empty.
    """
    for url in _addresses(path, content):
        local = url.removeprefix(home) if home and url.startswith(home) else url
        here = "" if local != url else path
        found = None if _SCHEME.match(local) else resolve(here, local, home)
        if found is not None and found != path:
            yield found


def _addresses(path: str, content: bytes) -> Iterator[str]:
    text = content.decode("utf-8", "replace")
    if path.endswith(".html") and path != NOT_FOUND:  # the addresses of that page are written by its script
        for tag in _TAG.findall(text):
            yield from map(html.unescape, _ADDRESS.findall(tag))
    elif path.endswith(".xml"):
        yield from map(html.unescape, (*_ADDRESS.findall(text), *_LOCATION.findall(text)))
    elif path.endswith(".json"):
        yield from _SCHEMA.findall(text[:400])
    elif path == ROBOTS:
        yield from _SITEMAP.findall(text)
    elif path == LLMS or path.startswith("llms/"):
        yield from _ITEM.findall(text)


def is_relative(url: str) -> bool:
    """Tell whether an address holds wherever the site lies."""
    return not url.startswith(("/", "\\")) and _SCHEME.match(url) is None


def is_path(path: str) -> bool:
    """Tell whether a path, once its escapes are read, lies below the site."""
    return not any(step in {"", ".", ".."} for step in path.split("/"))


def resolve(here: str, url: str, home: str = "") -> str | None:
    """Return the path that an address without scheme means; None where it leaves the site.

    Args:
        here: Path of the file that holds it.
        url: As written (RFC 3986, section 5.2).
        home: Address of the site, for what starts with `/`; without one, that leaves the site.
    """
    path = re.split("[?#]", url, maxsplit=1)[0]
    if not path:
        return here or HOME
    if path.startswith("/"):
        base = "/" + home.partition("://")[2].partition("/")[2]
        if not home or not path.startswith(base):
            return None
        here, path = "", path.removeprefix(base)
    parts = here.split("/")[:-1]
    for step in path.split("/"):
        if step == ".." and not parts:
            return None
        if step == "..":
            parts.pop()
        elif step not in {"", "."}:
            parts.append(step)
    if path.rpartition("/")[2] in {"", ".", ".."}:
        parts.append(HOME)
    raw = _ESCAPE.sub(lambda found: bytes((int(found[1], 16),)), "/".join(parts).encode("utf-8", "replace"))
    return raw.decode("utf-8", "replace")
