"""Pictures of every kind of page of built sites: light and dark, on a wide and on a narrow screen."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from addresses import quoted
from chromium import Page

SCHEMES = ("light", "dark")
WIDTHS = (1280, 390)
_TALLEST = 6_000  # pixels of a picture

_KINDS = {
    "home": "index.html",
    "home-2": "page/2/index.html",
    "skill": "skills/*/index.html",
    "file": "skills/*/files/**/index.html",
    "version": "skills/*/versions/*/index.html",
    "bundles": "bundles/index.html",
    "bundle": "bundles/*/index.html",
    "tags": "tags/index.html",
    "tag": "tags/*/index.html",
    "authors": "authors/index.html",
    "author": "authors/*/index.html",
    "checks": "checks/index.html",
    "hosts": "checks/hosts/index.html",
    "rules": "rules/index.html",
    "rule": "rules/*/index.html",
    "agents": "agents/index.html",
    "text": "pages/**/index.html",
    "404": "404.html",
}
"""Kind of page -> where its pages lie."""


_MARKS = {
    "metaskill": 'class="budget"',
    "gone": 'class="wrap lone"',
    "withheld": 'class="banner bad"',
    "deprecated": 'class="banner warn"',
}
"""Kind of a skill's page -> what only such pages have in them."""


def pages_to_see(site: Path) -> Mapping[str, str]:
    """Return one page of each kind that a site has: of many the one that says most, for there most can go wrong."""
    found: dict[str, str] = {}
    for kind, pattern in _KINDS.items():
        some = sorted(path for path in site.glob(pattern) if path.is_file())
        if some:
            found[kind] = max(some, key=lambda path: path.stat().st_size).relative_to(site).as_posix()
    skills = (path.relative_to(site).as_posix() for path in site.glob("skills/*/index.html"))
    for path in sorted(skills):
        text = (site / path).read_text(encoding="utf-8")
        for kind, mark in _MARKS.items():
            if mark in text and 'http-equiv="refresh"' not in text:
                found.setdefault(kind, path)
    return found


def take(page: Page, address: str, pages: Mapping[str, str], folder: Path) -> Iterator[Path]:
    """Take the pictures of a site's pages, and yield their files.

    Args:
        page: A tab.
        address: Of the site, with a slash at its end.
        pages: Kind -> path, as from `pages_to_see`.
        folder: For the pictures.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for kind, path in pages.items():
        for scheme in SCHEMES:
            for width in WIDTHS:
                there = address + quoted(path).removesuffix("index.html")
                page.open(there, width=width, height=900, scheme=scheme)
                height = page.ask("document.documentElement.scrollHeight")
                target = folder / f"{kind}-{scheme}-{width}.png"
                page.picture(target, height=min(max(height, 900), _TALLEST))
                yield target
