"""Our own indexes, held against what the site knows of each name: catalog.json, versions.json, bundles.json."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from skillpack.audit.faults import file_missing, index_unreadable, indexes_disagree
from skillpack.audit.known import Known
from skillpack.audit.rows import KEY, OBJECT, opened
from skillpack.audit.view import Published, digester
from skillpack.catalog import paths
from skillpack.errors import IndexRefusedError
from skillpack.model.finding import Finding
from skillpack.model.limits import Limits
from skillpack.registry import bundles_json, catalog_json, versions_json

_GONE = frozenset({"renamed", "withdrawn"})


def catalog_faults(site: Published, known: Mapping[str, Known], limits: Limits) -> Iterator[Finding]:
    """Yield where catalog.json does not say what the records say."""
    path = paths.CATALOG
    try:
        index = opened(site, path, "skills", OBJECT)
        if index is None:
            yield file_missing("", path)
            return
        rows = (row + b"," for _, row in index.rows(known))
        digest = digester(site)
        listed = catalog_json.read((index.head, *rows, index.tail), url=path, limits=limits)
        seen = set()
        for row in listed:
            seen.add(row.name)
            yield from _catalog_row(digest, row, known[row.name])
    except IndexRefusedError as error:
        yield index_unreadable(path, str(error))
        return
    for name, each in known.items():
        if each.state and name not in seen:
            yield indexes_disagree(name, path, f"does not list `{name}`, which has a record")


def versions_faults(site: Published, known: Mapping[str, Known], limits: Limits) -> Iterator[Finding]:
    """Yield where versions.json does not name the release that each name stands for."""
    path = paths.VERSIONS
    seen = set()
    try:
        index = opened(site, path, "skills", KEY)
        if index is None:
            yield file_missing("", path)
            return
        versions_json.read(index.alone(b""), url=path, limits=limits)
        for name, row in index.rows(known):
            seen.add(name)
            latest = versions_json.read(index.alone(row), url=path, limits=limits)[name]
            said = next((each for each in known[name].releases if each.label == latest.label), None)
            if said is None or said.digest != latest.digest:
                yield indexes_disagree(name, path, f"names a version of `{name}` that its record does not hold")
            elif bool(said.yanked) != bool(latest.yanked):
                yield indexes_disagree(name, path, f"and the record of `{name}` differ in what is yanked")
    except IndexRefusedError as error:
        yield index_unreadable(path, str(error))
        return
    for name, each in known.items():
        if each.offered is not None and name not in seen:
            yield indexes_disagree(name, path, f"does not name `{name}`, which can be installed")


def bundles_faults(site: Published, known: Mapping[str, Known], limits: Limits) -> Iterator[Finding]:
    """Yield where bundles.json names what cannot be installed."""
    path = paths.BUNDLES_INDEX
    for bundle, name in members(site, limits):
        if name in known and known[name].offered is None:
            yield indexes_disagree(name, path, f"lists `{name}` in `{bundle}`, which cannot be installed")


def members(site: Published, limits: Limits) -> Iterator[tuple[str, str]]:
    """Yield bundle and skill of each member of bundles.json; none where it cannot be read (see `bundles_refusal`)."""
    content = site.get(paths.BUNDLES_INDEX)
    with suppress(IndexRefusedError):
        bundles = bundles_json.read(content, url=paths.BUNDLES_INDEX, limits=limits) if content is not None else {}
        yield from ((bundle.name, name) for bundle in bundles.values() for name in bundle.skills)


def bundles_refusal(site: Published, limits: Limits) -> Iterator[Finding]:
    """Yield why bundles.json cannot be read."""
    content = site.get(paths.BUNDLES_INDEX)
    try:
        if content is not None:
            bundles_json.read(content, url=paths.BUNDLES_INDEX, limits=limits)
    except IndexRefusedError as error:
        yield index_unreadable(paths.BUNDLES_INDEX, str(error))


def _catalog_row(digest: Callable[[str], str], row: catalog_json.Listed, known: Known) -> Iterator[Finding]:
    name, path = row.name, paths.CATALOG
    if not known.state:
        # A name that ended before anything was published under it has no record.
        if row.record or row.state not in _GONE:
            yield file_missing(name, row.record or paths.skill_record(name), path)
        return
    if row.state != known.state:
        yield indexes_disagree(name, path, f"says that `{name}` is {row.state}, its record that it is {known.state}")
    if row.label and not any((each.label, each.digest) == (row.label, row.digest) for each in known.releases):
        yield indexes_disagree(name, path, f"gives `{name}` a version that its record does not hold")
    if not row.label and known.offered is not None:
        yield indexes_disagree(name, path, f"gives no version of `{name}`, which is offered")
    for there in (row.page, row.record):
        if there and not digest(there):
            yield file_missing(name, there, path)
