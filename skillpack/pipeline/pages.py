"""What a build writes of each skill: the files that depend on it alone, and its page and records in the set."""

from collections.abc import Iterator

from skillpack.catalog import paths
from skillpack.files.staging import WorkerFile
from skillpack.model.entry import PageRecord, Relations
from skillpack.model.output import OutputFile
from skillpack.pipeline.carried import Carried
from skillpack.pipeline.past import Past
from skillpack.pipeline.prepare import Product
from skillpack.pipeline.standing import Standing
from skillpack.registry import discovery, skill_json

_ARCHIVES = "archives/"
_BESIDE = ("SHA256SUMS", "md")
"""Ends of the names of what follows from an archive and lies beside it."""


def own_files(product: Product, prepared: PageRecord, standing: Standing) -> Iterator[OutputFile]:
    """Yield archives, raw files and the pages of text files of one skill."""
    for path, content in product.files:
        if _is_own(path, prepared, standing):
            yield OutputFile(path, (content,))


def own_made(made: WorkerFile, prepared: PageRecord, standing: Standing) -> WorkerFile:
    """Return the same of files that were written already."""
    return made.only([path for path, _ in made.files if _is_own(path, prepared, standing)])


def _is_own(path: str, prepared: PageRecord, standing: Standing) -> bool:
    """Return whether a file of a skill is published; of a withheld one, agents get what was published before."""
    entry = prepared.entry
    if path.startswith(_ARCHIVES):
        beside = {f"{entry.release.archive.removesuffix('zip')}{suffix}" for suffix in _BESIDE}
        return path in standing.own or (path in beside and entry.release.archive in standing.own)
    if path == paths.skill_checksums(entry.name) or path.startswith(paths.legacy_file(entry.name, "")):
        return standing.offered is not None and standing.is_current
    if path == paths.skill_markdown(entry.name):
        return standing.is_current
    return True


def skill_files(
    page: tuple[str, bytes], prepared: PageRecord, around: Relations, past: Past, carried: Carried | None
) -> Iterator[OutputFile]:
    """Yield the page of a skill, its record, and the discovery index that holds it alone.

    Args:
        page: Path and bytes of the rendered page.
        prepared: With the entry as the catalog settled it.
    """
    entry = prepared.entry
    yield OutputFile(page[0], (page[1],))
    offered = carried.entry if carried is not None else entry
    record = skill_json.write(
        prepared, around.releases, past.versions, entry=entry, offered=offered, purged=around.purged
    )
    yield OutputFile(paths.skill_record(entry.name), (record,))
    if not discovery.exclusion(offered):
        yield OutputFile(paths.skill_discovery(entry.name), (discovery.write_single(offered),))
