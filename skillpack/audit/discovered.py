"""The discovery indexes, that of the site and that of each skill: what they offer is what can be installed."""

from collections.abc import Iterator, Mapping

from skillpack.audit.clients import skills_cli
from skillpack.audit.faults import (
    address_not_relative,
    digest_differs,
    entry_dropped,
    file_missing,
    index_unreadable,
    indexes_disagree,
)
from skillpack.audit.known import Known, artifacts
from skillpack.audit.rows import OBJECT, Index, opened
from skillpack.audit.view import Published, is_relative, resolved
from skillpack.catalog import paths
from skillpack.errors import IndexRefusedError
from skillpack.model.finding import Finding
from skillpack.model.limits import Limits
from skillpack.model.release import Release
from skillpack.registry import discovery
from skillpack.registry.discovery import Discovered


def discovery_faults(site: Published, known: Mapping[str, Known], limits: Limits) -> Iterator[Finding]:
    """Yield what is wrong with the entries of some names in the index of the site."""
    yield from _faults(site, paths.DISCOVERY, known, limits)


def single_faults(site: Published, name: str, known: Known, limits: Limits) -> Iterator[Finding]:
    """Yield what is wrong with the index that holds a skill alone."""
    path = paths.skill_discovery(name)
    if known.offered is not None or site.get(path) is not None:
        yield from _faults(site, path, {name: known}, limits)


def _faults(site: Published, path: str, known: Mapping[str, Known], limits: Limits) -> Iterator[Finding]:
    seen = set()
    try:
        index = opened(site, path, "skills", OBJECT)
        if index is not None:
            for name, row in index.rows(known):
                seen.add(name)
                yield from _row(site, index, name, row, known[name].offered, limits)
            if not seen:  # a row is read together with the head
                discovery.read(index.alone(b""), url=path, limits=limits)
    except IndexRefusedError as error:
        yield index_unreadable(path, str(error))
        return
    for name, each in known.items():
        # What no client takes is left out of the index (wire formats 3.1); a rule of `check` says so.
        left_out = each.mute or skills_cli.entry_refusal(name, "-", "-")
        if each.offered is not None and name not in seen and not left_out:
            yield indexes_disagree(name, path, f"does not list `{name}`, which can be installed")


def _row(
    site: Published, index: Index, name: str, row: bytes, offered: Release | None, limits: Limits
) -> Iterator[Finding]:
    found, passed = discovery.read(index.alone(row), url=index.path, limits=limits)
    for reason in passed:
        yield entry_dropped(name, index.path, reason)
    for entry in found:
        refused = skills_cli.entry_refusal(entry.name, entry.description, entry.url)
        if refused:
            yield entry_dropped(name, index.path, refused)
        elif offered is None:
            yield indexes_disagree(name, index.path, f"lists `{name}`, which cannot be installed")
        else:
            yield from _address(site, index.path, entry, offered)


def _address(site: Published, path: str, entry: Discovered, offered: Release) -> Iterator[Finding]:
    """Yield where an entry does not lead to an artifact of the release that is offered."""
    if not is_relative(entry.url):
        yield address_not_relative(entry.name, path, entry.url)
        return
    there = resolved(path, entry.url)
    formats = {artifact: (suffix, digest) for suffix, artifact, digest in artifacts(offered)}
    suffix, digest = formats.get(there or "", ("", ""))
    if not suffix:
        if there is None or site.get(there) is None:
            yield file_missing(entry.name, there or entry.url, path)
        else:
            yield indexes_disagree(
                entry.name, path, f"leads to `{there}`, which is not what is offered of `{entry.name}`"
            )
    elif (entry.type == "skill-md") != (suffix == "md"):
        yield entry_dropped(entry.name, path, f"its type is `{entry.type}`, and it leads to a `.{suffix}`")
    elif digest != entry.sha256:
        yield digest_differs(entry.name, there or "", path)
