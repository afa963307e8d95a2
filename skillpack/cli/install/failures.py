"""What was refused or failed, as commands about installed skills say it; a hint that helps several comes once."""

from collections.abc import Sequence

from skillpack.cli.console import notify
from skillpack.cli.install.placement import Failure
from skillpack.cli.terminal import paint_for
from skillpack.install.plan import Action, PlanStep
from skillpack.report.terminal.paint import Style


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
