"""Skills that were installed and whose receipt cannot be taken, and the command that heals them."""

import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from skillpack.errors import FetchError, IntegrityError
from skillpack.install.root.root import Root, installed, read_lock
from skillpack.model.installed import Installed
from skillpack.model.limits import Limits


@dataclass(frozen=True, slots=True)
class Damaged:
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
        Damaged(each.name, each.fault or "its receipt is gone", healing(root, each))
        for each in installed(root, limits)
        if each.receipt is None and (each.fault or each.name in locked) and (not names or each.name in names)
    )


def healing(root: Root, there: Installed) -> str:
    """Return the command that makes a skill ours again that lies in a root without a receipt that can be taken."""
    force = " --force" if there.fault else ""
    return f"`skillpack adopt {shlex.quote(there.name)}{force} --root {shlex.quote(root.folder)}` writes it anew"
