"""What crosses the process border: a chunk in, a summary out; module-level, picklable, no shared state."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from skillpack.catalog import paths
from skillpack.catalog.precedence import name_key
from skillpack.files.discover import Location
from skillpack.files.read import read
from skillpack.files.staging import WorkerFile, WorkerOutput, WorkerStaging
from skillpack.model.output import OutputFile
from skillpack.model.settings import Settings
from skillpack.model.tree import SourceTree
from skillpack.pipeline.fragments import Fragments
from skillpack.pipeline.prepare import Product, prepare


@dataclass(frozen=True, slots=True)
class Chunk:
    """About 32 skills: as places where workers see the disk, as candidates where they do not (decisions 43).

    Attributes:
        cache: Path of the cache whose fragments may be read; empty for none.
        workplace: Where the files of the skills are written; None leaves their bytes to the caller.
    """

    settings: Settings
    places: tuple[Location, ...]
    candidates: tuple[SourceTree, ...]
    cache: str
    workplace: WorkerStaging | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a chunk, in its order.

    Attributes:
        fragments: Pairs of key and HTML that were not remembered before.
        made: For each product its files, where they were written; None where they are with the product.
    """

    products: tuple[Product, ...]
    fragments: tuple[tuple[str, str], ...]
    made: tuple[WorkerFile | None, ...]


def work(chunk: Chunk) -> Done:
    """Prepare one skill after the other, so that only one tree is held."""
    with Fragments(chunk.cache) as fragments:
        found = (read(place, chunk.settings.limits) for place in chunk.places)
        candidates = chain(chunk.candidates, found)
        products = (prepare(candidate, chunk.settings, fragments.remember) for candidate in candidates)
        stored = tuple(_stored(products, chunk.workplace))
        return Done(tuple(product for product, _ in stored), fragments.new(), tuple(made for _, made in stored))


def _stored(
    products: Iterator[Product], workplace: WorkerStaging | None
) -> Iterator[tuple[Product, WorkerFile | None]]:
    """Yield each product without the files that could be written, and these.

    Who wins a name is not known here. So files are made in a room, and of two skills of one name only the first's.
    """
    room = WorkerOutput(workplace) if workplace is not None else None
    names: set[str] = set()
    for product in products:
        name = product.prepared.entry.name if product.prepared is not None else ""
        if room is None or not name or name_key(name) in names:
            yield product, None
            continue
        names.add(name_key(name))
        files = (OutputFile(path, (content,)) for path, content in product.files)
        yield replace(product, files=()), room.make(files, homes=paths.skill_homes(name))
