"""What crosses the process border: a chunk in, a summary out; module-level, picklable, no shared state."""

from dataclasses import dataclass
from itertools import chain

from skillpack.files.discover import Place
from skillpack.files.read import read
from skillpack.model.settings import Settings
from skillpack.model.tree import Candidate
from skillpack.pipeline.fragments import Fragments
from skillpack.pipeline.prepare import Product, prepare


@dataclass(frozen=True, slots=True)
class Chunk:
    """About 32 skills: as places where workers see the disk, as candidates where they do not (decisions 43).

    Attributes:
        cache: Path of the cache whose fragments may be read; empty for none.
    """

    settings: Settings
    places: tuple[Place, ...]
    candidates: tuple[Candidate, ...]
    cache: str


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
            prepare(candidate, chunk.settings, fragments.remember) for candidate in chain(chunk.candidates, found)
        )
        return Done(products, fragments.new())
