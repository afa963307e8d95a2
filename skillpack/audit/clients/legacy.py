"""Readers of the discovery index v0.1, such as opencode 1.18.33 and npm `skills` before 1.5 (wire formats 3.2)."""

from collections.abc import Iterator, Mapping

from skillpack.audit.clients import skills_cli
from skillpack.audit.faults import (
    file_missing,
    index_unreadable,
    indexes_disagree,
    legacy_index_voided,
    not_in_legacy_index,
)
from skillpack.audit.known import Known
from skillpack.audit.rows import OBJECT, opened
from skillpack.audit.view import Published
from skillpack.catalog import paths
from skillpack.errors import IndexRefusedError
from skillpack.model.finding import Finding
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.registry import discovery
from skillpack.registry.discovery import OldEntry


def visit(site: Published, known: Mapping[str, Known], limits: Limits) -> Iterator[Finding]:
    """Yield what these readers would lose of some names; a site without such an index has nothing to lose."""
    path = paths.DISCOVERY_LEGACY
    seen = set()
    try:
        index = opened(site, path, "skills", OBJECT)
        if index is None:
            return
        discovery.read_legacy(index.alone(b""), url=path, limits=limits)
        for name, row in index.rows(known):
            seen.add(name)
            for entry in discovery.read_legacy(index.alone(row), url=path, limits=limits):
                yield from _entry(site, entry, known[name])
    except IndexRefusedError as error:
        yield index_unreadable(path, str(error))
        return
    for name, each in known.items():
        if each.offered is None or name in seen or each.mute or skills_cli.entry_refusal(name, "-", "-"):
            continue
        if each.unfit:
            yield not_in_legacy_index(name, path, each.unfit)
        else:
            yield indexes_disagree(name, path, f"does not list `{name}`, which can be installed")


def _entry(site: Published, entry: OldEntry, known: Known) -> Iterator[Finding]:
    path = paths.DISCOVERY_LEGACY
    reason = _voiding(entry)
    if reason:
        yield legacy_index_voided(entry.name, path, f"{reason}, which voids the whole index")
    elif known.offered is None:
        yield indexes_disagree(entry.name, path, f"lists `{entry.name}`, which cannot be installed")
    else:
        for file in entry.files:
            there = paths.legacy_file(entry.name, file)
            if site.get(there) is None:
                yield file_missing(entry.name, there, path)
            elif discovery.unfit_file((file,)):
                yield legacy_index_voided(entry.name, path, f"`{printable(file)}` is asked for under another name")


def _voiding(entry: OldEntry) -> str:
    """Return why readers refuse an entry, and with it all others; empty where they do not."""
    refused = skills_cli.entry_refusal(entry.name, entry.description[:1], "-")
    unfit = [file for file in entry.files if not file or file.startswith(("/", "\\")) or ".." in file or "\0" in file]
    if refused or unfit:
        return refused or f"it lists `{printable(unfit[0])}`"
    return "" if "SKILL.md" in entry.files else "it lists no `SKILL.md`"
