"""Two versions of a skill, both read -> what changed, what the new one can do as well, and the alarms of both."""

from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from skillpack.check.alarm import ALARMS, find_alarms
from skillpack.check.run import check_skill
from skillpack.errors import SkillpackError
from skillpack.install.installed import read_installed
from skillpack.install.root.root import Root
from skillpack.install.signers import UserSigners, pinned_signature, signer_change
from skillpack.install.update import OTHER, Outlook
from skillpack.model.ability import Abilities, Ability
from skillpack.model.evidence import SIGNED_WHOLE
from skillpack.model.finding import Finding
from skillpack.model.installed import SourceKind
from skillpack.model.limits import Limits
from skillpack.model.release import Changes, Release
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Tree
from skillpack.parse.compose import published_tree
from skillpack.versions.abilities import added_abilities
from skillpack.versions.changes import compare

_ALARMS = frozenset(ALARMS.severities)


class ReadVersion(Struct, frozen=True):
    """A version of a skill with what reading its files tells.

    Attributes:
        tree: As published.
        alarms: The gravest first.
    """

    skill: ParsedSkill
    tree: Tree
    abilities: Abilities
    alarms: tuple[Finding, ...]


def read_version(skill: ParsedSkill, tree: Tree, limits: Limits) -> ReadVersion:
    """Return a version with its abilities and alarms."""
    abilities = skill_abilities(skill, tree, limits)
    findings = check_skill(skill, tree, limits, codes=_ALARMS, abilities=abilities)
    return ReadVersion(skill, tree, abilities, find_alarms(findings))


def skill_abilities(skill: ParsedSkill, tree: Tree, limits: Limits) -> Abilities:
    """Return the abilities of a skill."""
    from skillpack.abilities.abilities import read_abilities  # many readers, which a command without news never needs

    return read_abilities(skill, tree, limits)


def outlook_abilities(outlook: Outlook, root: Root, limits: Limits) -> tuple[Ability, ...] | None:
    """Return the abilities of the version that a source has and the installed one lacks; None where nothing tells.

    Nothing is downloaded for it: the record of a registry tells, and a folder or an archive of this machine is read.

    Args:
        outlook: What the source of an installed skill says.
        root: That it is installed in.
        limits: What we are willing to read.
    """
    available, receipt = outlook.available, outlook.receipt
    if available is None or outlook.standing not in OTHER:
        return None
    had, has = available.recorded(receipt.digest), available.recorded(available.digest)
    if available.provenance.kind in {SourceKind.FOLDER, SourceKind.ARCHIVE}:
        installed = read_installed(root, receipt.name, limits)
        had = skill_abilities(*installed, limits) if installed is not None else None
        with suppress(SkillpackError):
            found = available.get()
            has = skill_abilities(found.skill, published_tree(found.tree), limits)
    return added_abilities(had, has) if had is not None and has is not None else None


def outlook_signer(outlook: Outlook, root: Root, signers: UserSigners) -> str:
    """Return what of the signer the version that a source has would change, a clause; empty where nothing tells.

    `update` refuses what is said here until it is allowed. Nothing is downloaded for it, as for abilities: what a
    registry says of signatures is its word, and the same name may yet turn out to be another signer.

    Args:
        outlook: What the source of an installed skill says.
        root: That it is installed in.
        signers: Whose signatures count.
    """
    available, receipt = outlook.available, outlook.receipt
    if available is None or outlook.standing not in OTHER:
        return ""
    pinned = pinned_signature(root, receipt, signers)
    was = pinned.facts
    if was is None or pinned.is_none:
        return ""
    if available.provenance.kind in {SourceKind.FOLDER, SourceKind.ARCHIVE}:
        try:
            tree = published_tree(available.get().tree)
        except SkillpackError:
            return ""
        return signer_change(pinned, signers.verify(tree, available.provenance))
    told = available.signed()
    if told is None:
        return ""
    state, signer = told
    called = f" by {was.signer}" if was.signer else ""
    if not state:
        return f"it was signed{called}, and now is not"
    if signer and was.signer and signer != was.signer:
        return f"it was signed{called}, and its source says that it is now by {signer}"
    if state not in SIGNED_WHOLE and was.state in SIGNED_WHOLE:
        return f"it was signed{called} as a whole, and its source calls the signature {state}"
    return ""


def compare_read(old: ReadVersion, new: ReadVersion, releases: tuple[Release, Release]) -> Changes:
    """Return the differences between two versions, with the abilities that are new and the alarms of both."""
    return replace(
        compare((old.skill, old.tree), (new.skill, new.tree), releases),
        added_abilities=added_abilities(old.abilities, new.abilities),
        alarms=(old.alarms, new.alarms),
    )
