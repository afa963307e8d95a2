"""What is said when dates are to come from git and git knows none."""

from skillpack.build.inputs.inputs import Inputs
from skillpack.cli.console import notify


def report_dates(inputs: Inputs) -> None:
    """Say that skills have no date yet, where the history of the checkout is to tell it and is empty."""
    if inputs.configuration.dates == "git" and not inputs.days:
        notify("note: dates come from git (`[catalog] dates`), and nothing here is committed yet")
