"""A root held against its receipts and its lock file: what is not as it was installed."""

from collections.abc import Sequence
from dataclasses import dataclass

from skillpack.files.disk import reported
from skillpack.install.root.differences import compiled, differences
from skillpack.install.root.lockfile import Locked
from skillpack.install.root.lockfile import locked as lock_of
from skillpack.install.root.root import Root, installed
from skillpack.model.installed import Difference, Receipt
from skillpack.model.limits import Limits


@dataclass(frozen=True, slots=True)
class Verified:
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
    """Return the skills of a root that we placed, or whose receipt is spoiled, and those that its lock file misses.

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
        Verified(name, None, "it is in the lock file and not installed", ())
        for name in wanted
        if not names or name in names
    )
    return tuple(sorted(found, key=lambda each: each.name))


def _fault(receipt: Receipt, lock: Locked | None, *, any_locked: bool) -> str:
    """Return how a receipt contradicts the lock file; a root without one is held against nothing."""
    if lock is None:
        return "it is not in the lock file" if any_locked else ""
    if lock.digest != receipt.digest:
        other = lock.label if lock.label != receipt.label else f"other files ({lock.digest[:12]})"
        return f"the lock file has {other}"
    return "" if lock == lock_of(receipt) else "the lock file has another source for it"
