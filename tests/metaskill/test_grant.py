"""What the user lets programs do, and how much one run may take."""

import math
from dataclasses import astuple

import pytest

from skillpack.metaskill.grant import RunLimits


@pytest.mark.demand("K21", "K32")
def test_the_usual_limits_are_the_specifications() -> None:
    limits = RunLimits()
    assert (limits.asks, limits.commands, limits.seconds, limits.trace_entries) == (5, 10, 300, 100)
    assert {limits.answer_characters, limits.command_characters, limits.result_characters} == {20_000}
    assert (limits.turns, limits.command_seconds) == (30, 120)


@pytest.mark.demand("K21")
def test_every_limit_is_finite() -> None:
    assert all(0 < each < math.inf for each in astuple(RunLimits()))
