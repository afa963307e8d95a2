"""What crosses the process border: a chunk in, a summary out; module-level, picklable, no shared state."""

from dataclasses import dataclass, replace
from itertools import chain

from skillpack.files.discover import Place
from skillpack.files.read import read
from skillpack.model.settings import Settings
from skillpack.model.tree import Candidate
from skillpack.pipeline.fragments import Fragments
from skillpack.pipeline.look import Look, render_files
from skillpack.pipeline.prepare import Product, prepare


@dataclass(frozen=True, slots=True)
class Chunk:
    """About 32 skills: as places where workers see the disk, as candidates where they do not (decisions 43).

    Attributes:
        cache: Path of the cache whose fragments may be read; empty for none.
        look: How the pages of text files look; None leaves their texts to the caller.
    """

    settings: Settings
    places: tuple[Place, ...]
    candidates: tuple[Candidate, ...]
    cache: str
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a chunk, in its order.

    Attributes:
        fragments: Pairs of key and HTML that were not remembered before.
    """

    products: tuple[Product, ...]
    fragments: tuple[tuple[str, str], ...]


def work(chunk: Chunk) -> Done:
    """Prepare one skill after the other, so that only one tree is held."""
    with Fragments(chunk.cache) as fragments:
        found = (read(place, chunk.settings.limits) for place in chunk.places)
        products = tuple(
            _with_pages(prepare(candidate, chunk.settings, fragments.remember), chunk.look)
            for candidate in chain(chunk.candidates, found)
        )
        return Done(products, fragments.new())


def _with_pages(product: Product, look: Look | None) -> Product:
    """Return a product with the pages of its text files among its files."""
    if look is None or product.prepared is None:
        return product
    pages = render_files(product.prepared, dict(product.texts), look)
    return replace(product, files=(*product.files, *pages), texts=())
