"""A folder of skills looked through: what lies in it, ours or not; nothing is changed."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from skillpack.check.run import check_skill
from skillpack.errors import FetchError, IntegrityError
from skillpack.files.disk import mode_of
from skillpack.install.differences import differences, edits
from skillpack.install.finding import Folder
from skillpack.install.lock import read_lock
from skillpack.install.root import installed, links
from skillpack.install.run import read_installed
from skillpack.install.state import reading
from skillpack.model.claim import Claim
from skillpack.model.finding import Finding
from skillpack.model.installed import Difference, Installed
from skillpack.model.limits import Limits
from skillpack.model.skill import Skill
from skillpack.registry.gh_skill import read_gh_metadata

_PUBLISHING = "PB"  # what is installed is published no more


@dataclass(frozen=True, slots=True)
class Present:
    """One skill of a folder.

    Attributes:
        installed: Its entry.
        where: Its folder, absolute.
        edited: What somebody changed since skillpack placed it.
    """

    installed: Installed
    where: str
    skill: Skill
    findings: tuple[Finding, ...]
    edited: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Looked:
    """What a folder of skills holds.

    Attributes:
        skills: By name.
        links: Name of each link, and the folder that it leads to; empty for nowhere.
        others: Folders that are no skill.
        files: Files beside the skills, but for hidden ones.
        unread: Name and reason of what may not be read; the name is empty for the folder itself.
        lacking: Names of its lock file that are not there.
        lock_fault: Why its lock file cannot be taken, or empty.
        staged: Changes that were begun and not ended.
        saved: Folders with somebody's edits that are kept.
        inside: True where our state lies in it, because it is a file system of its own.
        claimed: How many of the skills that are not ours another installer wrote down a source for.
    """

    folder: Folder
    skills: tuple[Present, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    others: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    lacking: tuple[str, ...] = ()
    lock_fault: str = ""
    staged: int = 0
    saved: int = 0
    inside: bool = False
    claimed: int = 0


@dataclass(slots=True)
class _Looking:
    """What was found so far, and what it is measured against."""

    thresholds: Mapping[str, int]
    skills: list[Present] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    unread: list[tuple[str, str]] = field(default_factory=list)


def look_through(
    folder: Folder, claims: Mapping[str, Claim], limits: Limits, thresholds: Mapping[str, int] = MappingProxyType({})
) -> Looked:
    """Return what a folder of skills holds; what cannot be read is told, never raised.

    Args:
        folder: The folder.
        claims: What the lock files of other installers say of it, by name.
        limits: What we are willing to read.
        thresholds: Of profiles, lower than those of the rules (`check.run.lower_thresholds`).
    """
    root = folder.target.root
    found = _Looking(thresholds)
    try:
        there = installed(root, limits)
    except FetchError as error:
        return Looked(folder, unread=(("", str(error)),))
    for each in there:
        try:
            _look_at(each, root.skill(each.name), folder, limits, found)
        except OSError as error:
            found.unread.append((each.name, error.strerror or str(error)))
    names = {each.name for each in there}
    lacking, fault = _locked(folder, names)
    with reading(root) as seen:
        staged, saved = _count(seen.staging), _count(seen.saved)
    return Looked(
        folder=folder,
        skills=tuple(found.skills),
        links=tuple(_links(folder)),
        others=tuple(found.others),
        files=_files(root.folder),
        unread=tuple(found.unread),
        lacking=lacking,
        lock_fault=fault,
        staged=staged,
        saved=saved,
        inside=root.is_inside and bool(mode_of(root.state)),
        claimed=sum(_is_claimed(each, claims) for each in found.skills),
    )


def _look_at(each: Installed, where: str, folder: Folder, limits: Limits, found: _Looking) -> None:
    with os.scandir(where):  # what may not be listed may not be judged
        pass
    read = read_installed(folder.target.root, each.name, limits)
    if read is None:
        found.others.append(each.name)
        return
    skill, tree = read
    edited = edits(differences(where, each.receipt)) if each.receipt is not None else ()
    checked = check_skill(skill, tree, limits, (), found.thresholds)
    findings = tuple(each for each in checked if not each.rule.startswith(_PUBLISHING))
    found.skills.append(Present(each, where, skill, findings, edited))


def _is_claimed(one: Present, claims: Mapping[str, Claim]) -> bool:
    claim = claims.get(one.installed.name) or read_gh_metadata(dict(one.skill.metadata))
    return one.installed.receipt is None and claim is not None and claim.kind is not None


def _links(folder: Folder) -> Iterator[tuple[str, str]]:
    root = folder.target.root
    for name in links(root):
        to = os.path.realpath(root.skill(name))
        yield name, to if os.path.exists(to) else ""


def _locked(folder: Folder, names: set[str]) -> tuple[tuple[str, ...], str]:
    try:
        return tuple(each.name for each in read_lock(folder.target.root) if each.name not in names), ""
    except (FetchError, IntegrityError) as error:
        return (), str(error)


def _files(folder: str) -> tuple[str, ...]:
    with os.scandir(folder) as entries:
        return tuple(
            sorted(each.name for each in entries if each.name[0] != "." and each.is_file(follow_symlinks=False))
        )


def _count(folder: str) -> int:
    try:
        return sum(1 for _ in os.scandir(folder))
    except OSError:
        return 0
