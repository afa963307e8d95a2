"""What the head and the rail of a skill's page say: its first sentence, details, identity, needs, versions."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.model.entry import Details, Entry, Relations
from skillpack.model.evidence import SignatureFacts, SignatureState
from skillpack.model.finding import AlarmLevel
from skillpack.model.release import Release
from skillpack.model.tree import Trust
from skillpack.model.version import is_label, semver_key
from skillpack.site.addresses import href
from skillpack.site.frame import Frame
from skillpack.site.theme import size

STEPS = ("patch", "minor", "major")
"""By which a version can rise, the smallest first."""

LONGEST_SENTENCE = 260  # characters of a sentence that heads a page
_CUT = 200  # characters that are left of a longer one
_END = re.compile(r"[.!?][)\]\"'\u2019\u201d\u00bb]*(?=\s+(?P<next>\S))|[\u3002\uff01\uff1f]")  # quotes; Chinese ends
_SHORTENED = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|No)|\b[A-Z])\.\Z")
_ADDED = 3  # named in one line


class Fact(Struct, frozen=True):
    """One line of details.

    Attributes:
        key: Of its name, below `details.`.
        link: Address, or empty.
        code: True for what is written in monospace.
        foreign: True for an address that the skill gave.
        more: Words after it.
    """

    key: str
    text: str
    link: str = ""
    code: bool = False
    foreign: bool = False
    more: str = ""


class NeedLine(Struct, frozen=True):
    """What a skill needs of a machine, a host or other skills."""

    key: str
    names: tuple[str, ...]
    code: bool = True


class VersionLine(Struct, frozen=True):
    """A release in the list.

    Attributes:
        page: Path of its own page, or empty.
        step: By which its number rose; `first` for the first that is known; empty where labels do not say.
        added_permissions: What it may do and the one before could not, as far as it is named.
        more: How many of those are not named.
        alarm: That it raises; None where it raises none, or nobody knows.
    """

    label: str
    release: Release
    page: str = ""
    step: str = ""
    added_permissions: tuple[str, ...] = ()
    more: int = 0
    alarm: AlarmLevel | None = None


def split_description(text: str) -> tuple[str, str]:
    """Return the first sentence of a description and the rest; of one too long its beginning, and the whole again.

    A full stop ends a sentence where a blank and no small letter follow, and where it does not shorten a word.
    """
    text = text.strip()
    for found in _END.finditer(text, 0, LONGEST_SENTENCE + 1):
        after = found["next"] or "A"
        if not after.islower() and _SHORTENED.search(text, 0, found.end()) is None:
            return text[: found.end()], text[found.end() :].strip()
    if len(text) <= LONGEST_SENTENCE:
        return text, ""
    return f"{text[:_CUT].rsplit(None, 1)[0]} …", text


def short_label(release: Release) -> str:
    """Return a label for people: a semantic version as it is, a digest in seven digits."""
    return release.label if is_label(release.label) else release.label[:7]


def facts(frame: Frame, entry: Entry, details: Details, relations: Relations) -> Iterator[Fact]:
    """Yield the facts that everybody wants to know; one that nobody said is left out."""
    here = paths.skill_page(entry.name)
    if relations.history.updated:
        yield Fact("updated", relations.history.updated)
    if relations.history.created and relations.history.created != relations.history.updated:
        yield Fact("created", relations.history.created)
    if entry.license:
        yield Fact("license", entry.license)
    if entry.authors:
        yield Fact("author", ", ".join(entry.authors))
    if entry.owner:
        yield Fact("owner", entry.owner)
    for key, url in (("homepage", details.homepage), ("source", details.source)):
        if url.startswith(("https://", "http://")):
            yield Fact(key, url.split("://", 1)[1].rstrip("/"), url, foreign=True)
        elif url:
            yield Fact(key, url)
    yield Fact("path", entry.path, code=True)
    if details.trust is not Trust.LOCAL:
        yield Fact("trust", str(frame.t(f"trust.{details.trust}")))
    if relations.shadowed:
        yield Fact("shadowed", ", ".join(relations.shadowed), code=True)
    if entry.release.archive:
        amount = size(entry.release.archive_size, frame.theme.strings)
        yield Fact("download", "zip", href(here, entry.release.archive), more=amount)
        if "skill" in dict(entry.release.also):
            opened = entry.release.archive.removesuffix("zip") + "skill"
            yield Fact("opened", ".skill", href(here, opened), more=str(frame.t("details.opened_by")))
    yield Fact("record", "skill.json", href(here, paths.skill_record(entry.name)), code=True)


def signature_words(frame: Frame, found: SignatureFacts) -> str:
    """Return who signed the skill, what of it, and until when the certificate is valid: facts, no verdict."""
    files = (*(each.path for each in found.changed), *found.missing)
    named = files if found.state is SignatureState.DRIFTED else found.unsigned
    values: dict[str, object] = {
        "signer": found.signer,
        "root": found.root,
        "file": found.known_as,
        "files": ", ".join((*named[:_ADDED], *(["…"] if len(named) > _ADDED else []))),
        "since": found.valid_from,
        "until": found.valid_until,
        "day": found.signed_on,
        "log": found.recorded_by,
    }
    keys = [str(found.state)]
    if found.signed_on:  # its issuer vouches for the signer, whoever that is
        keys = [] if found.state is SignatureState.UNKNOWN else keys
        keys += ["identity" if found.known_as else "stranger", "day"]
    elif found.state is SignatureState.INVALID and not found.signer:
        keys = ["nobody"]
    elif found.is_unproven_key:
        keys = [] if found.state is SignatureState.UNKNOWN else keys
        keys += ["unknown-key", "no-log"]
    elif found.signer and found.state not in {SignatureState.UNCHECKED, SignatureState.INVALID}:
        keys += ["known" if found.known_as else "unknown"] * (found.state is not SignatureState.UNKNOWN)
        keys += ["days"] if found.valid_until else []
        keys += ["no-log"]
    return " ".join(frame.plain(f"signature.{key.replace('-', '_')}", None, **values) for key in keys)


def identity(entry: Entry, details: Details) -> Iterator[Fact]:
    """Yield the names for what the skill is beside its digest: versions, the archive, its checksums."""
    release, here = entry.release, paths.skill_page(entry.name)
    yield Fact("version", details.version)
    if details.declared_version and details.declared_version != release.label:
        yield Fact("declared", details.declared_version)
    if release.archive:
        yield Fact("archive", release.archive.rsplit("/", 1)[-1], href(here, release.archive))
        yield Fact("archive_sha256", release.archive_sha256)
        # The skill's own list is of what is offered, and of a skill that is yanked as a whole there is none.
        beside = f"{release.archive.removesuffix('zip')}SHA256SUMS"
        sums = beside if release.yanked else paths.skill_checksums(entry.name)
        yield Fact("checksums", "SHA256SUMS", href(here, sums))


def needs(entry: Entry, details: Details) -> Iterator[NeedLine]:
    """Yield the needs of the skill, in the order in which people ask."""
    requires = entry.requires
    rows = (
        ("os", requires.os, True),
        ("bins", requires.bins, True),
        ("env", requires.env, True),
        ("tools", details.required_tools, True),
        ("skills", tuple(f"{name} {versions}".strip() for name, versions in details.depends), True),
        ("host", (details.compatibility,) if details.compatibility else (), False),
    )
    return (NeedLine(key, names, code) for key, names, code in rows if names)


def versions(relations: Relations) -> tuple[VersionLine, ...]:
    """Return the releases, newest first; none where there was only ever the one that the page shows."""
    if len(relations.releases) == 1 and not relations.releases[0].date:
        return ()
    paged = has_version_pages(relations.releases)
    added = relations.added_permissions or ((),) * len(relations.releases)
    levels = relations.release_alarms or (None,) * len(relations.releases)
    older = (*relations.releases[1:], None)[: len(relations.releases)]
    return tuple(
        VersionLine(
            short_label(release),
            release,
            paths.version_page(release.name, release.label) if paged else "",
            version_step(before.label, release.label) if before is not None else "first",
            permissions[:_ADDED],
            max(0, len(permissions) - _ADDED),
            level,
        )
        for release, before, permissions, level in zip(relations.releases, older, added, levels, strict=True)
    )


def version_step(old: str, new: str) -> str:
    """Return by which number a version rose; empty where it did not, and below 1.0.0, where anything may change."""
    before, after = semver_key(old), semver_key(new)
    if before is None or after is None or after <= before or after[0] == 0:
        return ""
    return next((name for name, one, other in zip(STEPS[::-1], before, after, strict=False) if one != other), "patch")


def has_version_pages(releases: Sequence[Release]) -> bool:
    """Return whether the versions of a skill have pages of their own: a single one is the skill's page."""
    return len(releases) > 1
