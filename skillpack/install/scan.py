"""A folder of skills looked through: what lies in it, ours or not; nothing is changed."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from skillpack.check.run import check_skill
from skillpack.errors import FetchError
from skillpack.files.disk import mode_of
from skillpack.install.root.root import installed, links
from skillpack.install.run import read_installed
from skillpack.install.targets.agent_folders import AgentFolder
from skillpack.model.finding import Finding
from skillpack.model.installed import Installed
from skillpack.model.limits import Limits
from skillpack.model.skill import ParsedSkill

_PUBLISHING = "PB"  # what is installed is published no more


@dataclass(frozen=True, slots=True)
class Present:
    """One skill of a folder.

    Attributes:
        installed: Its entry.
        where: Its folder, absolute.
    """

    installed: Installed
    where: str
    skill: ParsedSkill
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class FolderScan:
    """What a folder of skills holds.

    Attributes:
        skills: By name.
        links: Name of each link, and the folder that it leads to; empty for nowhere.
        others: Folders that are no skill.
        unread: Name and reason of what may not be read; the name is empty for the folder itself.
        inside: True where our state lies in it, because it is a file system of its own.
    """

    folder: AgentFolder
    skills: tuple[Present, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    others: tuple[str, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    inside: bool = False


def scan_root(folder: AgentFolder, limits: Limits, thresholds: Mapping[str, int] = MappingProxyType({})) -> FolderScan:
    """Return the skills in a folder; one that cannot be read is reported, never raised.

    Args:
        folder: The folder.
        limits: What we are willing to read.
        thresholds: Of profiles, lower than those of the rules (`check.run.lower_thresholds`).
    """
    root = folder.target.root
    skills: list[Present] = []
    others: list[str] = []
    unread: list[tuple[str, str]] = []
    try:
        there = installed(root, limits)
    except FetchError as error:
        return FolderScan(folder, unread=(("", str(error)),))
    for each in there:
        try:
            with os.scandir(root.skill(each.name)):  # what may not be listed may not be judged
                read = read_installed(root, each.name, limits)
        except OSError as error:
            unread.append((each.name, error.strerror or str(error)))
            continue
        if read is None:
            others.append(each.name)
            continue
        checked = check_skill(*read, limits, (), thresholds)
        findings = tuple(one for one in checked if not one.rule.startswith(_PUBLISHING))
        skills.append(Present(each, root.skill(each.name), read[0], findings))
    targets = ((name, os.path.realpath(root.skill(name))) for name in links(root))
    return FolderScan(
        folder=folder,
        skills=tuple(skills),
        links=tuple((name, to if os.path.exists(to) else "") for name, to in targets),
        others=tuple(others),
        unread=tuple(unread),
        inside=root.is_inside and bool(mode_of(root.state)),
    )
