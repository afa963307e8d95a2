"""Damaged receipts, as every command about installed skills says them."""

from collections.abc import Sequence

from skillpack.cli.install.failures import report_failures
from skillpack.cli.install.placement import Failure
from skillpack.errors import IntegrityError
from skillpack.install.installed import Damaged, damaged
from skillpack.install.targets.targets import Target
from skillpack.model.limits import Limits


def damaged_in(targets: Sequence[Target], names: Sequence[str] = ()) -> tuple[tuple[Target, Damaged], ...]:
    """Return the damaged skills of some roots, of these names where any are given."""
    return tuple((target, each) for target in targets for each in damaged(target.root, Limits(), names=names))


def failures_of(found: Sequence[tuple[Target, Damaged]]) -> tuple[Failure, ...]:
    """Return damaged skills as failures of a command that was to change them."""
    return tuple(Failure(each.name, IntegrityError(each.reason, hint=each.hint)) for _, each in found)


def report_damaged(found: Sequence[tuple[Target, Damaged]]) -> None:
    """Say what is damaged, and which command heals it."""
    report_failures(failures_of(found), word="damaged")
