"""What the rail of a skill's page says: details, identity, needs, versions, files."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.model.entry import Details, Entry, FileRecord, Relations
from skillpack.model.finding import AlarmLevel
from skillpack.model.release import Release
from skillpack.model.tree import Trust
from skillpack.model.version import is_label
from skillpack.site.frame import Frame
from skillpack.site.markdown.links import href
from skillpack.site.skill.version_steps import step
from skillpack.site.theme import size

_ADDED = 3  # named in one line
_UNFOLDED = 20  # files of a folder that stands open
_ALL_UNFOLDED = 60  # files of a skill whose folders stand open


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


class FileLine(Struct, frozen=True):
    """A file in the list; `page` is empty for one that cannot be opened."""

    name: str
    page: str
    runs: str
    size: int
    tokens: int


class FileFolder(Struct, frozen=True):
    """Files of one folder; the root's name is empty.

    Attributes:
        size: Bytes of all of them.
        folded: True where the page of the skill shows them on demand.
    """

    name: str
    files: tuple[FileLine, ...]
    size: int
    folded: bool


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
    yield from _places(details)
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


def _places(details: Details) -> Iterator[Fact]:
    for key, url in (("homepage", details.homepage), ("source", details.source)):
        if url.startswith(("https://", "http://")):
            yield Fact(key, url.split("://", 1)[1].rstrip("/"), url, foreign=True)
        elif url:
            yield Fact(key, url)


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


def folders(name: str, files: Sequence[FileRecord], shown: frozenset[str]) -> Iterator[FileFolder]:
    """Yield the files by folder, the root first and the skill file first in it.

    Args:
        name: Of the skill.
        files: In the order of their paths.
        shown: Paths of the files that have a page.
    """
    ordered = sorted(files, key=lambda file: (_folder(file.path), file.kind != "skill", file.path))
    for folder, members in groupby(ordered, key=lambda file: _folder(file.path)):
        lines = tuple(_file_line(name, file, shown) for file in members)
        folded = bool(folder) and (len(lines) > _UNFOLDED or len(files) > _ALL_UNFOLDED)
        yield FileFolder(folder, lines, sum(line.size for line in lines), folded)


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
            step(before.label, release.label) if before is not None else "first",
            permissions[:_ADDED],
            max(0, len(permissions) - _ADDED),
            level,
        )
        for release, before, permissions, level in zip(relations.releases, older, added, levels, strict=True)
    )


def has_version_pages(releases: Sequence[Release]) -> bool:
    """Return whether the versions of a skill have pages of their own: a single one is the skill's page."""
    return len(releases) > 1


def _file_line(name: str, file: FileRecord, shown: frozenset[str]) -> FileLine:
    page = paths.skill_file(name, file.path) if file.path in shown else ""
    if file.image:
        page = paths.skill_raw(name, file.path)
    if not page and file.kind == "skill":
        page = paths.skill_markdown(name)
    return FileLine(file.path.rsplit("/", 1)[-1], page, file.runs, file.size, file.tokens)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
