"""Every address on every page leads to a file and, where it names one, to an id; below a path and without a server."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

_ADDRESSES = {"a": "href", "link": "href", "script": "src", "img": "src", "form": "action"}
_TEXTS = (".xml", ".txt", ".md")
_SCHEMES = ("mailto", "data")


@dataclass
class _Page(HTMLParser):
    """The ids of a page, and what it points at.

    Attributes:
        folders: Those of the addresses that scripts complete.
    """

    ids: set[str] = field(default_factory=set)
    addresses: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.add(given["id"])
        if address := given.get(_ADDRESSES.get(tag, "")):
            self.addresses.append(address)
        elif tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
            self.addresses.append(given["content"].partition("url=")[2])
        if folder := given.get("data-search"):
            self.folders.append(folder)
        self.addresses += [given[name] for name in ("data-rank", "data-search") if given.get(name)]


def faults(site: Path, address: str = "") -> Iterator[str]:
    """Yield what leads nowhere.

    Args:
        site: The folder of a built site.
        address: Where it is published, where the site knows that; what starts with it lies in the folder too.
    """
    pages = {path.relative_to(site).as_posix(): _read(path) for path in pages_of(site)}
    for here, page in pages.items():
        for target in page.addresses:
            if why := _fault(site, pages, here, target, address):
                yield f"{here}: {target} {why}"
    if address:
        yield from _absolute(site, address)


def pages_of(site: Path) -> list[Path]:
    """Return the files of all pages of a site."""
    # Skills may hold pages of their own, which are served as they are, and `page.html/` holds the page of a file.
    found = (path for path in site.rglob("*.html") if path.is_file())
    return sorted(path for path in found if path.relative_to(site).parts[0] != ".well-known")


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    return page


def _fault(site: Path, pages: Mapping[str, _Page], here: str, target: str, address: str) -> str:
    """Return why an address of a page leads nowhere, or nothing."""
    parts = urlsplit(target)
    if address and target.startswith(address):
        path = _file(unquote(urlsplit(target[len(address) :]).path))
    elif parts.scheme in _SCHEMES or (parts.scheme in ("http", "https") and parts.netloc):
        return ""
    elif parts.scheme or parts.netloc or target.startswith("/"):
        return "leaves the site"
    else:
        # Deep below an imaginary root, so that one step too many is seen.
        whole = urlsplit(urljoin(f"http://x/one/two/{quoted(here)}", target)).path
        if not whole.startswith("/one/two/"):
            return "climbs above the site"
        path = unquote(whole.removeprefix("/one/two/"))
    if not (site / path).is_file() and target not in pages[here].folders:
        return "is not a file"
    if target in pages[here].folders and not (site / path).is_dir():
        return "is not a folder"
    fragment = unquote(parts.fragment)
    if fragment and path in pages and fragment not in pages[path].ids:
        return "has no such id"
    return ""


def quoted(path: str) -> str:
    """Return a path as an address."""
    return path.replace("%", "%25").replace("#", "%23").replace("?", "%3F")


def _file(path: str) -> str:
    return f"{path}index.html" if not path or path.endswith("/") else path


def _absolute(site: Path, address: str) -> Iterator[str]:
    """Yield what feeds, the sitemap and texts for agents say of the site and is not there."""
    pattern = re.compile(re.escape(address) + r"[^\s<>\"'()\[\]`{}]*")
    texts = (path for path in site.rglob("*") if path.suffix in _TEXTS and path.is_file())
    for path in sorted(path for path in texts if "skills" not in path.relative_to(site).parts):
        for found in pattern.findall(path.read_text(encoding="utf-8", errors="replace")):
            there = _file(unquote(urlsplit(found[len(address) :]).path))
            if not (site / there).is_file():
                yield f"{path.relative_to(site)}: {found} is not a file"
