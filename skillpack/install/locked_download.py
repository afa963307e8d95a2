"""What a lock file names, fetched again: from the very archive or commit, else from the source, by the same digest."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from urllib.parse import unquote

from skillpack.errors import IntegrityError, SkillpackError, UsageError
from skillpack.install.root.lockfile import Locked
from skillpack.install.run import Download, download
from skillpack.model.installed import Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.release import Artifact
from skillpack.model.tree import SourceTree
from skillpack.sources.available import AvailableSkill
from skillpack.sources.download import from_archive
from skillpack.sources.source_of import spec_of
from skillpack.sources.sources import Sources
from skillpack.sources.spec import Spec, SpecKind


def receipt_of(locked: Locked, arrival: Download) -> Receipt:
    """Return the receipt that a lock file stands for: what it says, and the files that its digest means."""
    return Receipt(
        name=locked.name,
        label=locked.label,
        digest=locked.digest,
        provenance=locked.provenance,
        files=arrival.receipt.files,
        archive_sha256=locked.archive_sha256,
        url=locked.url,
        date=locked.date,
    )


def fetch_locked(locked: Locked, sources: Sources, limits: Limits) -> Download:
    """Return a skill exactly as it is locked; what was locked was accepted, so that nothing of it is held back.

    Raises:
        IntegrityError: Its source offers other bytes than those that are locked.
        FetchError: It cannot be fetched.
    """
    failure: SkillpackError | None = None
    for offer in _available(locked, sources, limits):
        try:
            arrival = download(offer, limits)
        except SkillpackError as error:
            failure = failure or error
            continue
        if (arrival.receipt.digest, arrival.skill.name) == (locked.digest, locked.name):
            return replace(arrival, receipt=receipt_of(locked, arrival), spoiled="")
    if isinstance(failure, UsageError):  # nobody typed it: the lock file is wrong, and the other skills are not
        raise IntegrityError(f"`{locked.name}` is locked to an unknown source: {failure}", hint=failure.hint)
    if failure is not None:
        raise failure
    if locked.provenance.kind is SourceKind.ADOPTED:
        raise IntegrityError(
            f"`{locked.name}` was adopted, and its source is unknown",
            hint=f"`skillpack adopt {locked.name}` where it lies, or install it from its source",
        )
    raise IntegrityError(
        f"`{locked.provenance.location}` no longer has `{locked.name}` {locked.label} as it is locked",
        hint="`skillpack update` takes what is offered now, and locks that",
    )


def _available(locked: Locked, sources: Sources, limits: Limits) -> Iterator[AvailableSkill]:
    """Yield the skills that may be the locked version, the surest first; a source that fails is one that raises."""
    direct = _archive(locked, sources, limits)
    if direct is not None:
        yield direct
    spec = _spec(locked)
    if spec is None:
        return
    try:
        yield from (each for each in sources.available(spec) if each.name == locked.name)
    except SkillpackError as error:
        yield AvailableSkill(locked.name, locked.provenance, _raising(error))


def _archive(locked: Locked, sources: Sources, limits: Limits) -> AvailableSkill | None:
    """Return the locked archive of a registry or site, from the cache, else from its address; no index is read."""
    if not (locked.url and locked.archive_sha256):
        return None
    if locked.provenance.kind is SourceKind.SITE:
        return sources.site_skill(locked.name, locked.provenance, locked.url, locked.archive_sha256)
    if locked.provenance.kind is not SourceKind.REGISTRY:
        return None
    catalog = sources.catalog(locked.provenance.location)
    base = catalog.where("")
    if not locked.url.startswith(base):
        return None
    path = unquote(locked.url[len(base) :]) if "://" in base else locked.url[len(base) :]

    def get() -> SourceTree:
        content = catalog.artifact(Artifact(path, locked.archive_sha256))
        return from_archive(content, limits, named=locked.name, where=locked.url, sha256_wanted=locked.archive_sha256)

    return AvailableSkill(locked.name, locked.provenance, get)


def _spec(locked: Locked) -> Spec | None:
    """Return the SPEC for the source: the digest of a registry, the commit of a repository, else all of it."""
    source = locked.provenance
    if source.kind is SourceKind.ADOPTED:
        return None
    spec = spec_of(Receipt(locked.name, locked.label, locked.digest, source, ()))
    if spec.kind is SpecKind.NAME:
        return replace(spec, wanted=locked.digest)
    return replace(spec, wanted=source.revision) if spec.kind is SpecKind.GIT and source.revision else spec


def _raising(error: SkillpackError) -> Callable[[], SourceTree]:
    def get() -> SourceTree:
        raise error

    return get
