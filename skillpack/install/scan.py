"""Folders of skills, scanned: what each holds, ours or not, and which of several skills of a name counts."""

import os
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from skillpack import resources
from skillpack.check.run import check_skill
from skillpack.errors import FetchError, OutputError
from skillpack.evidence.signature import verify_signature
from skillpack.files.disk import mode_of
from skillpack.install.agent_folders import AgentFolder
from skillpack.install.installed import edits_of, read_installed
from skillpack.install.root.root import Root, installed, links
from skillpack.install.targets import Target
from skillpack.model.evidence import SignatureFacts
from skillpack.model.finding import Finding
from skillpack.model.installed import Difference, Installed
from skillpack.model.limits import Limits
from skillpack.model.skill import ParsedSkill

_PUBLISHING = "PB"  # what is installed is published no more


class Present(Struct, frozen=True):
    """One skill of a folder.

    Attributes:
        installed: Its entry.
        where: Its folder, absolute.
        signature: How its files compare with those that were signed, whoever that was; None where nothing is signed.
    """

    installed: Installed
    where: str
    skill: ParsedSkill
    findings: tuple[Finding, ...]
    signature: SignatureFacts | None = None


class FolderScan(Struct, frozen=True):
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
    """Return the scan of a folder of skills; a folder that cannot be read is named in it, never raised.

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
        entries = installed(root, limits)
    except FetchError as error:
        return FolderScan(folder, unread=(("", str(error)),))
    for each in entries:
        try:
            with os.scandir(root.skill(each.name)):  # what may not be listed may not be judged
                read = read_installed(root, each.name, limits)
        except OSError as error:
            unread.append((each.name, error.strerror or str(error)))
            continue
        if read is None:
            others.append(each.name)
            continue
        checked = check_skill(*read, limits, (), thresholds, resources.host_fields())
        findings = tuple(one for one in checked if not one.rule.startswith(_PUBLISHING))
        skills.append(Present(each, root.skill(each.name), read[0], findings, verify_signature(read[1], ())))
    targets = ((name, os.path.realpath(root.skill(name))) for name in links(root))
    return FolderScan(
        folder=folder,
        skills=tuple(skills),
        links=tuple((name, to if os.path.exists(to) else "") for name, to in targets),
        others=tuple(others),
        unread=tuple(unread),
        inside=root.is_inside and bool(mode_of(root.state)),
    )


class MergedSkill(Struct, frozen=True):
    """A skill of several roots.

    Attributes:
        skill: As it can be read; None where it cannot be.
        shadowed_by: The root whose skill of that name is used instead; None for the one that counts.
        shadows: Roots whose skill of that name is not taken.
        edits: What somebody changed in what we placed.
        fault: Why it cannot be said what was changed; empty where it can.
    """

    target: Target
    installed: Installed
    skill: ParsedSkill | None
    shadowed_by: Root | None = None
    shadows: tuple[Root, ...] = ()
    edits: tuple[Difference, ...] = ()
    fault: str = ""

    @property
    def label(self) -> str:
        """What people see as its version: what was placed, else what it says of itself."""
        if self.installed.receipt is not None:
            return self.installed.receipt.label
        return self.skill.identity.label if self.skill is not None else ""


def merged(targets: Sequence[Target], limits: Limits) -> tuple[MergedSkill, ...]:
    """Return every skill of some roots by name, the one that counts first; a root that is not there has none.

    Args:
        targets: Highest precedence first, each root once.
        limits: What we are willing to read.

    Raises:
        FetchError: A root cannot be read.
    """
    found: dict[str, list[tuple[Target, Installed]]] = {}
    for target in targets:
        for each in installed(target.root, limits):
            found.setdefault(each.name, []).append((target, each))
    return tuple(skill for name in sorted(found) for skill in _ranked(found[name], limits))


def _ranked(contenders: Sequence[tuple[Target, Installed]], limits: Limits) -> Iterator[MergedSkill]:
    """Yield the skills of one name, the one that counts first.

    What Metis does is known: the workspace wins. What other agents do with a name in two of their folders is theirs.
    """
    metis = [each for each in contenders if each[0].key.partition(":")[0] in {"global", "workspace"}]
    for each in contenders:
        skill = _merged(*each, limits)
        if len(metis) == 1 or each not in metis:
            yield skill
        elif each is metis[0]:
            yield replace(skill, shadows=tuple(target.root for target, _ in metis[1:]))
        else:
            yield replace(skill, shadowed_by=metis[0][0].root)


def _merged(target: Target, each: Installed, limits: Limits) -> MergedSkill:
    read = read_installed(target.root, each.name, limits)
    skill = read[0] if read else None
    try:
        return MergedSkill(target, each, skill, edits=edits_of(target.root, each))
    except OutputError as error:
        return MergedSkill(target, each, skill, fault=str(error))
