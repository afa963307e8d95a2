"""Refusals and failures as people read them."""

import pytest

from skillpack.cli.install.failures import Failure, report_failures, report_refusals
from skillpack.errors import FetchError
from skillpack.install.plan import Action, PlanStep


def test_a_hint_that_helps_several_comes_once(capsys: pytest.CaptureFixture[str]) -> None:
    report_failures(
        [
            Failure("alpha", FetchError("no answer", hint="try again")),
            Failure("beta", FetchError("no answer", hint="try again")),
            Failure("gamma", FetchError("refused")),
            Failure("delta", FetchError("no answer", hint="try again")),
        ]
    )

    assert capsys.readouterr().err == (
        "failed alpha: no answer\n"
        "failed beta: no answer\n"
        "hint: try again\n"
        "failed gamma: refused\n"
        "failed delta: no answer\n"
        "hint: try again\n"
    )


def test_what_would_command_a_terminal_is_spelled_out(capsys: pytest.CaptureFixture[str]) -> None:
    report_refusals(
        [PlanStep(Action.KEEP, "kept"), PlanStep(Action.REFUSE, "al\x1b[2Jpha", "you \u202echanged it", "`--force`")],
        where="/roots/\x07skills",
    )

    assert capsys.readouterr().err == (
        "refused al<U+001B>[2Jpha in /roots/<U+0007>skills: you <U+202E>changed it\nhint: `--force`\n"
    )
