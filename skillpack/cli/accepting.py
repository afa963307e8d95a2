"""What would be installed, shown and asked for."""

import sys
from datetime import date

import click

from skillpack import machine, resources
from skillpack.check.judge import judge
from skillpack.cli.console import say
from skillpack.cli.painting import paint_for
from skillpack.errors import UsageError
from skillpack.install.run import Arrival, Proposal
from skillpack.model.requirements import unmet
from skillpack.report.changes import change_lines
from skillpack.report.introduction import Introduction, introduction_lines
from skillpack.versions.changes import powers_of

_PROFILE = "publish"


class Accepting:
    """Shows a proposal and says whether it is carried out: asks on a terminal; elsewhere a flag must have said yes.

    A version that may do more than the one before is asked for by itself: `--yes` does not answer that.
    """

    def __init__(self, *, yes: bool, accept_powers: bool, dry_run: bool, updating: bool = False) -> None:
        self._yes = yes
        self._accept_powers = accept_powers
        self._dry_run = dry_run
        self._updating = updating

    def __call__(self, proposal: Proposal) -> bool:
        """Return whether to carry a proposal out.

        Raises:
            UsageError: Nobody is there to be asked, and no flag answers.
        """
        paint = paint_for(stderr=True)
        changes = proposal.changes
        grown = changes is not None and bool(changes.powers_added)
        lines = (
            introduction_lines(introduction(proposal.arrival), paint)
            if changes is None
            else change_lines(changes, paint)
        )
        for line in lines:
            say(line)
        if self._dry_run:
            return False
        if self._accept_powers if grown else self._yes or (self._updating and changes is not None):
            return True
        name = proposal.step.name
        if not sys.stdin.isatty():
            more = f"`{name}` may do more than before, and nobody is here to be asked"
            flag = "`--accept-powers` takes it" if grown else "`--yes` installs it"
            raise UsageError(more if grown else f"nobody is here to be asked about `{name}`", hint=flag)
        return click.confirm("It may do more than before. Install it?" if grown else "Install it?", err=True)


def introduction(arrival: Arrival) -> Introduction:
    """Return what a first install shows of a skill."""
    skill = arrival.skill
    env = machine.environment()
    lack = unmet(skill.requires, machine.probe((skill.requires,), env))
    published = arrival.receipt.date
    age = (date.fromisoformat(machine.today(env)) - date.fromisoformat(published)).days if published else None
    return Introduction(
        name=skill.name,
        label=arrival.receipt.label,
        description=skill.description,
        provenance=arrival.receipt.provenance,
        powers=powers_of(skill, arrival.tree),
        hidden=(),
        needs=(lack,) if lack else (),
        files=len(arrival.tree.files),
        size=sum(map(len, arrival.tree.files.values())),
        findings=judge(arrival.findings, resources.chosen_profiles([_PROFILE]), ()),
        date=published,
        age=age,
    )
