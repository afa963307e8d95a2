"""What was refused or failed, as commands about installed skills say it; a hint that helps several comes once."""

from collections.abc import Sequence

from msgspec import Struct

from skillpack.cli.console import notify, paint_for
from skillpack.errors import IntegrityError, SkillpackError
from skillpack.install.installed import Damaged, damaged
from skillpack.install.plan import Action, PlanStep
from skillpack.install.targets import Target
from skillpack.model.limits import Limits
from skillpack.report.terminal.paint import Style


class Failure(Struct, frozen=True):
    """What could not be done at all.

    Attributes:
        about: A SPEC, the name of a skill, or a root.
    """

    about: str
    error: SkillpackError


def report_failures(failures: Sequence[Failure], *, word: str = "failed") -> None:
    """Say what could not be done at all."""
    _report(word, [(each.about, str(each.error), each.error.hint) for each in failures])


def report_refusals(steps: Sequence[PlanStep], *, where: str = "") -> None:
    """Say what was left as it was, and what helps.

    Args:
        steps: Of which those that are refused are told.
        where: The root, where there are several.
    """
    place = f" in {where}" if where else ""
    refused = [each for each in steps if each.action is Action.REFUSE]
    _report("refused", [(f"{each.name}{place}", each.reason, each.hint) for each in refused])


def _report(word: str, rows: Sequence[tuple[str, str, str]]) -> None:
    paint = paint_for(stderr=True)
    for number, (about, reason, hint) in enumerate(rows, 1):
        notify(f"{paint.styled(Style.ERROR, word)} {paint.show(about)}: {paint.show(reason)}")
        following = rows[number][2] if number < len(rows) else ""
        if hint and hint != following:
            notify(f"{paint.styled(Style.INFO, 'hint')}: {paint.show(hint)}")


def damaged_in(targets: Sequence[Target], names: Sequence[str] = ()) -> tuple[tuple[Target, Damaged], ...]:
    """Return the damaged skills of some roots, of these names where any are given."""
    return tuple((target, each) for target in targets for each in damaged(target.root, Limits(), names=names))


def failures_of(found: Sequence[tuple[Target, Damaged]]) -> tuple[Failure, ...]:
    """Return damaged skills as failures of a command that was to change them."""
    return tuple(Failure(each.name, IntegrityError(each.reason, hint=each.hint)) for _, each in found)


def report_damaged(found: Sequence[tuple[Target, Damaged]]) -> None:
    """Say what is damaged, and which command heals it."""
    report_failures(failures_of(found), word="damaged")
