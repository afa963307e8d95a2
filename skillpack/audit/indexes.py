"""The indexes of a site, held against the records: versions, bundles, discovery, marketplace."""

import io
from collections.abc import Callable, Iterator, Mapping

from skillpack.audit.links import is_relative, resolve
from skillpack.audit.problem import Problem, ProblemKind, Reference, disagrees
from skillpack.audit.records import artifacts, available
from skillpack.catalog import paths
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.registry import bundles_json, discovery, marketplace, reviews_json, versions_json
from skillpack.registry.skill_json import PublishedSkill

Records = Mapping[str, PublishedSkill]
"""Name -> record, of every skill of catalog.json."""

_NOT_OFFERED = "is listed here, and no record offers it"


def versions(path: str, content: bytes, records: Records, limits: Limits) -> Iterator[Problem | Reference]:
    """Yield where versions.json does not name the release of each skill."""
    listed = versions_json.read(content, url=path, limits=limits)
    for name, latest in listed.items():
        known = {each.release.label: each.release for each in records[name].versions} if name in records else {}
        release = known.get(latest.label)
        if release is None or release.digest != latest.digest:
            by = paths.skill_record(name)
            yield disagrees(path, name, f"has version `{latest.label}` here, and `{by}` has no such version and digest")
        elif bool(release.yanked) != bool(latest.yanked):
            yield disagrees(path, name, "is yanked here or in its record, not in both")
        elif latest.signature not in {"", release.signature}:
            yield disagrees(path, name, f"has another signature here than in `{paths.skill_record(name)}`")
    for name, record in records.items():
        if name not in listed and available(record) is not None:
            yield disagrees(path, name, "is offered and not listed here")


def bundles(path: str, content: bytes, records: Records, limits: Limits) -> Iterator[Problem | Reference]:
    """Yield where bundles.json names what cannot be installed."""
    for bundle in bundles_json.read(content, url=path, limits=limits).values():
        yield Reference(paths.bundle_page(bundle.name), path)
        for name in bundle.skills:
            if name not in records or available(records[name]) is None:
                yield disagrees(path, name, _NOT_OFFERED)


def discovered(path: str, content: bytes, records: Records, limits: Limits) -> Iterator[Problem | Reference]:
    """Yield where a discovery index does not lead to what is offered; that of the site lists all who can be listed."""
    entries, passed = discovery.read(content, url=path, limits=limits)
    yield from (Problem(path, ProblemKind.UNREADABLE, reason) for reason in passed)
    for entry in entries:
        release = available(records[entry.name]) if entry.name in records else None
        if release is not None and entry.signature and records[entry.name].signed != (entry.signature, entry.signer):
            by = paths.skill_record(entry.name)
            yield disagrees(path, entry.name, f"has another signature here than in `{by}`")
        there = resolve(path, entry.url) if is_relative(entry.url) else None
        if release is None:
            yield disagrees(path, entry.name, _NOT_OFFERED)
        elif there is None:
            shown = printable(entry.url)
            yield Problem(
                path, ProblemKind.ADDRESS, f"`{entry.name}` has address `{shown}`, which is not below the site"
            )
        elif there in artifacts(release):
            yield Reference(there, path, entry.sha256)
        else:
            text = f"leads to `{printable(there)}`, which is not an archive of its version `{release.label}`"
            yield disagrees(path, entry.name, text)
    listed = {entry.name for entry in entries}
    for name, record in records.items() if path == paths.DISCOVERY else ():
        # Of a withheld skill an earlier version is offered, whose description the record does not repeat.
        description = record.description if record.state == "published" else "-"
        if name not in listed and available(record) is not None and not discovery.unlisted(name, description):
            yield disagrees(path, name, "is offered and not listed here")


def legacy(path: str, content: bytes, records: Records, limits: Limits) -> Iterator[Problem | Reference]:
    """Yield where the discovery index of version 0.1 names what is not offered, and every file that it names."""
    for entry in discovery.read_legacy(content, url=path, limits=limits):
        if entry.name not in records or available(records[entry.name]) is None:
            yield disagrees(path, entry.name, _NOT_OFFERED)
        else:
            yield from (Reference(paths.legacy_file(entry.name, file), path) for file in entry.files)


def plugins(path: str, content: bytes, records: Records, limits: Limits) -> Iterator[Problem | Reference]:
    """Yield where marketplace.json does not lead to what is offered."""
    for plugin in marketplace.read(content, url=path, limits=limits).plugins:
        release = available(records[plugin.name]) if plugin.name in records else None
        if release is None:
            yield disagrees(path, plugin.name, _NOT_OFFERED)
        elif not plugin.url.endswith(f"/{release.archive}"):
            shown = printable(plugin.url)
            yield disagrees(path, plugin.name, f"has address `{shown}` here, and its archive is `{release.archive}`")
        else:
            yield Reference(release.archive, path, plugin.sha256.lower())


def reviews(path: str, content: bytes, _records: Records, limits: Limits) -> Iterator[Problem | Reference]:
    """Yield nothing: the reviews of a catalog may be of skills that it does not have. Who cannot read them is told."""
    for _ in reviews_json.read(io.BytesIO(content), url=path, origin="", limits=limits):
        pass
    yield from ()


INDEXES: Mapping[str, Callable[[str, bytes, Records, Limits], Iterator[Problem | Reference]]] = {
    paths.VERSIONS: versions,
    paths.BUNDLES_INDEX: bundles,
    paths.REVIEWS: reviews,
    paths.DISCOVERY: discovered,
    paths.DISCOVERY_LEGACY: legacy,
    paths.MARKETPLACE: plugins,
}
"""Path -> what reads it."""
