"""The catalog's own pages -> HTML, for their pages and for the index in which a browser searches (pure)."""

from skillpack.builder.inputs.inputs import Inputs
from skillpack.site.pages.guides import TextPage, read_page


def text_pages_of(inputs: Inputs) -> tuple[TextPage, ...]:
    """Return the pages in the order of the configuration."""
    stems = [page.stem for page in inputs.pages]
    limits, highlight = inputs.settings.limits, inputs.settings.highlight
    return tuple(read_page(page.stem, page.text, stems, limits=limits, highlight=highlight) for page in inputs.pages)
