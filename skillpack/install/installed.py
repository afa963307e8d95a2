"""Installed skills as they lie in a root: read, and compared with their receipts and the lock file."""

import shlex
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from skillpack.errors import FetchError, IntegrityError
from skillpack.files.disk import mode_of, reported
from skillpack.install.root.contents import compiled, differences, edits
from skillpack.install.root.lockfile import Locked, is_locked
from skillpack.install.root.root import Root, entry_at, installed, read_lock
from skillpack.model.installed import Difference, Installed, Receipt
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Tree
from skillpack.parse.compose import published_tree
from skillpack.sources.local import read_folder


def present(root: Root, name: str, limits: Limits) -> Installed | None:
    """Return the entry of a name in a root, a file or a link included; None for nothing."""
    return entry_at(root, name, limits) if mode_of(root.skill(name)) else None


def edits_of(root: Root, skill: Installed | None) -> tuple[Difference, ...]:
    """Return the differences that somebody made in an installed skill."""
    if skill is None or skill.receipt is None:
        return ()
    with reported(root.skill(skill.name)):
        return edits(differences(root.skill(skill.name), skill.receipt))


def read_installed(root: Root, name: str, limits: Limits) -> tuple[ParsedSkill, Tree] | None:
    """Return an installed skill as it lies there; None where it cannot be read."""
    try:
        found = read_folder(Path(root.skill(name)), limits)
    except FetchError:
        return None
    return found.skill, published_tree(found.tree)


class Damaged(Struct, frozen=True):
    """A skill that no command can update, verify or take out as it is.

    Attributes:
        reason: What is wrong with its receipt, a clause.
        hint: The command that heals it.
    """

    name: str
    reason: str
    hint: str


def damaged(root: Root, limits: Limits, *, names: Sequence[str] = ()) -> tuple[Damaged, ...]:
    """Return the skills of a root whose receipt is damaged, or is gone though the lock file names them; by name.

    Args:
        root: The root.
        limits: What we are willing to read.
        names: Only these; all of them without any.

    Raises:
        FetchError: The root cannot be read.
    """
    locked: frozenset[str] = frozenset()
    with suppress(FetchError, IntegrityError):  # whoever needs the lock file says what is wrong with it
        locked = frozenset(each.name for each in read_lock(root))
    return tuple(
        Damaged(each.name, each.fault or "its receipt is missing", healing(root, each))
        for each in installed(root, limits)
        if each.receipt is None and (each.fault or each.name in locked) and (not names or each.name in names)
    )


def healing(root: Root, skill: Installed) -> str:
    """Return the command that makes a skill ours again that lies in a root without a receipt that can be taken."""
    force = " --force" if skill.fault else ""
    return f"`skillpack adopt {shlex.quote(skill.name)}{force} --root {shlex.quote(root.folder)}` writes a new one"


class Verified(Struct, frozen=True):
    """One skill of a root, or of its lock file.

    Attributes:
        receipt: None for what is not ours, and for what is only locked.
        fault: What is wrong as a whole, a clause; empty for nothing.
        differences: Every byte that is not as it was placed.
        not_ours: Files that Python compiles when a script runs, and whoever wants it to run something else; the skill
            is sound with them.
    """

    name: str
    receipt: Receipt | None
    fault: str
    differences: tuple[Difference, ...]
    not_ours: tuple[Difference, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether all is as it was placed."""
        return not self.fault and not self.differences


def verify(root: Root, locked: Sequence[Locked], limits: Limits, *, names: Sequence[str] = ()) -> tuple[Verified, ...]:
    """Return the skills of a root that we placed, or whose receipt is damaged, and those that its lock file misses.

    What was never ours is left out: nothing is known of it.

    Raises:
        FetchError: The root cannot be read.
        OutputError: A skill's folder cannot be read.
    """
    wanted = {each.name: each for each in locked}
    found: list[Verified] = []
    for each in installed(root, limits):
        lock = wanted.pop(each.name, None)
        if names and each.name not in names:
            continue
        if each.receipt is None:
            if each.fault or lock is not None:
                found.append(Verified(each.name, None, each.fault or "it has no receipt", ()))
            continue
        with reported(root.skill(each.name)):
            differs = differences(root.skill(each.name), each.receipt)
        fault, others = _fault(each.receipt, lock, any_locked=bool(locked)), compiled(differs)
        differs = tuple(one for one in differs if one not in others)
        found.append(Verified(each.name, each.receipt, fault, differs, others))
    found += (
        Verified(name, None, "in the lock file but not installed", ()) for name in wanted if not names or name in names
    )
    return tuple(sorted(found, key=lambda each: each.name))


def _fault(receipt: Receipt, lock: Locked | None, *, any_locked: bool) -> str:
    """Return how a receipt contradicts the lock file; a root without one is compared with nothing."""
    if lock is None:
        return "not in the lock file" if any_locked else ""
    if lock.digest != receipt.digest:
        other = lock.label if lock.label != receipt.label else f"other files ({lock.digest[:12]})"
        return f"the lock file has {other}"
    if is_locked(receipt, lock):
        return ""
    if lock.signer is not None and lock.signer != receipt.signer:
        return f"the lock file has another signer for it, {printable(lock.signer.name)}"
    if lock.signature_sha256 != receipt.signature_sha256:
        return "the lock file has another signature for it"
    return "the lock file has another source for it"
