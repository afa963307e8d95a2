"""The catalog's own Markdown pages, with a way from one to the next, and as a browser searches in them."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.model.limits import Limits
from skillpack.model.output import OutputFile
from skillpack.search.lengths import written
from skillpack.search.shards import SECTIONS, TermFile, invert, lengths, numbers, spread, term_files
from skillpack.search.terms import weighted
from skillpack.site.addresses import href, quoted, unquoted
from skillpack.site.frame import FRONT_PAGE, Frame, name_regions, page_stem
from skillpack.site.highlight import highlighted
from skillpack.site.markdown.links import Link
from skillpack.site.markdown.render import anchor, render_body
from skillpack.site.pages.markdown import page_source
from skillpack.site.search_data import FOLDER, as_json, script
from skillpack.site.trusted import trusted

GUIDES = paths.asset(FOLDER + "guides.js")
"""The script in which a browser searches these pages, asked for with the first query."""

_TWINNED = re.compile(r"/(?:skills/[^/]+|pages/.+)/")
"""Places of the site that are there as Markdown too."""


class TextPage(Struct, frozen=True):
    """A page that the catalog's people wrote.

    Attributes:
        stem: Its published name: `how-to/publish`; `index` is the text of the home page.
        title: Its first heading, else its name.
        contents: Level, anchor and text of the headings below the title.
        source: Its Markdown, with links as they are from the published page.
    """

    stem: str
    title: str
    html: str
    contents: tuple[tuple[int, str, str], ...]
    source: str = ""


def read_page(stem: str, text: str, stems: Sequence[str], *, limits: Limits, highlight: bool) -> TextPage:
    """Return a Markdown page as HTML; the heading on its first line becomes its title.

    Args:
        stem: Its published name.
        text: Markdown.
        stems: Of all pages, for the links between them.
        limits: Beyond them it is shown as source.
        highlight: Whether code is painted.
    """
    title, body = _title(stem, text)
    here = paths.HOME if stem == FRONT_PAGE else paths.text_page(stem)
    painter = highlighted if highlight else _plain
    rendered = render_body(body, link=page_links(stem, here, stems), highlight=painter, limits=limits, shift=1)
    source = "" if stem == FRONT_PAGE else page_source(text, _source_links(stem, stems))
    return TextPage(stem, title, rendered.html, rendered.contents, source)


def page_links(stem: str, here: str, stems: Sequence[str]) -> Link:
    """Return where links of a page lead: `publish.md` to the page beside it, `/skills/` to that place of the site.

    Args:
        stem: Of the page that holds the link.
        here: Its published path.
        stems: Of all pages.
    """
    folder = stem.rpartition("/")[0]

    def link(target: str, image: bool) -> str | None:
        path, mark, fragment = target.partition("#")
        wanted = _joined(folder, path.removesuffix(".md"))
        if path.endswith(".md") and wanted in stems and not image:
            there = paths.HOME if wanted == FRONT_PAGE else paths.text_page(wanted)
            return href(here, there) + (f"#{anchor(unquoted(fragment))}" if mark else "")
        if path.startswith("/") and not path.startswith("//"):
            there = path[1:] + "index.html" if path.endswith("/") else path[1:]
            return href(here, there) + mark + fragment
        return None

    return link


def _source_links(stem: str, stems: Sequence[str]) -> Callable[[str], str | None]:
    """Return where links of a page's Markdown lead: to other pages and to skills they stay with Markdown."""
    here = paths.text_page(stem)
    among_pages = page_links(stem, here, stems)

    def link(target: str) -> str | None:
        url = among_pages(target, False)
        place = target.partition("#")[0]
        if url is None or not (_TWINNED.fullmatch(place) or (place.endswith(".md") and not place.startswith("/"))):
            return url
        page, mark, fragment = url.partition("#")
        home = page == href(here, paths.HOME)
        return url if home else page.removesuffix("index.html") + "index.md" + mark + fragment

    return link


def text_pages(frame: Frame, pages: Sequence[TextPage]) -> Iterator[OutputFile]:
    """Yield every page but the front page's text, which stands on the home page."""
    own = [page for page in pages if page.stem != FRONT_PAGE]
    together = groupby(own, key=lambda page: page.stem.rpartition("/")[0])
    groups = tuple((_sentence(folder.rpartition("/")[2]), tuple(members)) for folder, members in together)
    for number, page in enumerate(own):
        values = {
            "page": page,
            "html": trusted(name_regions(frame, page.html)),  # sanitized when it was rendered
            "groups": groups,
            "before": own[number - 1] if number else None,
            "after": own[number + 1] if number + 1 < len(own) else None,
            "alternates": (("text/markdown", paths.text_source(page.stem)),),
        }
        yield frame.page(paths.text_page(page.stem), "text.html", values)
        yield OutputFile(paths.text_source(page.stem), (page.source.encode("utf-8", "replace"),))


def has_guides(pages: Sequence[str]) -> bool:
    """Return whether a catalog has pages of its own beside the text of its front page, by their configured paths."""
    return any(page_stem(page) != FRONT_PAGE for page in pages)


def guides_file(pages: Sequence[tuple[TextPage, str]]) -> OutputFile:
    """Return the script with titles, addresses and terms; ranked as skills are, but among themselves.

    Args:
        pages: With their Markdown; without the front page's text.
    """
    spreads = [
        spread(weighted(page.title, "", (), [words for _, _, words in page.contents], text)) for page, text in pages
    ]
    parted = invert((each.text for each in spreads), range(SECTIONS))
    found = {term: places for section in parted.values() for term, places in section.items()}
    table = {
        "names": "\n".join(page.title for page, _ in pages),
        "addresses": [quoted(paths.text_page(page.stem)) for page, _ in pages],
        "lengths": numbers([written(length) for length in lengths(b"".join(each.marks for each in spreads))]),
        "borders": [],
    }
    terms = dict(term_files(found, 1)).get(0, TermFile(""))
    return script("guides.js", f"skillpackPages({as_json(table)},{as_json(terms.text)})")


def _title(stem: str, text: str) -> tuple[str, str]:
    head, _, rest = text.lstrip().partition("\n")
    if head.startswith("# "):
        return head[2:].strip().strip("#").strip(), rest
    return _sentence(stem.rpartition("/")[2]), text


def _sentence(name: str) -> str:
    """Return a name of a file or folder as people write it: `How to`."""
    words = name.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def _joined(folder: str, path: str) -> str:
    parts = folder.split("/") if folder else []
    for part in path.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in {"", ".", ".."}:
            parts.append(part)
    return "/".join(parts)


def _plain(code: str, language: str) -> str:  # noqa: ARG001 the signature is that of `highlighted`
    return highlighted(code, "")
