"""The catalog's own pages, as a browser searches in them: one script, asked for with the first query."""

from collections.abc import Sequence

from skillpack.catalog import paths
from skillpack.model.output import OutputFile
from skillpack.search.shards import SECTIONS, invert, lengths, numbers, spread, term_files
from skillpack.search.terms import weighted
from skillpack.site.frame import FRONT_PAGE, page_stem
from skillpack.site.markdown.links import quoted
from skillpack.site.pages.guides import TextPage
from skillpack.site.search_data import FOLDER, as_json, script

GUIDES = paths.asset(FOLDER + "guides.js")


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
        "lengths": numbers(lengths(b"".join(each.marks for each in spreads))),
        "borders": [],
    }
    terms = dict(term_files(found, 1)).get(0, "")
    return script("guides.js", f"skillpackPages({as_json(table)},{as_json(terms)})")
