"""Runs -> `benchmark.json`, in the form of skill-creator (pure)."""

import re
import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, to_builtins

from skillpack.evaluation.grading import Expectation

WITH, WITHOUT = "with_skill", "without_skill"
"""The two configurations; the second has no skill, or the version that is the baseline."""

_DIGITS = {"pass_rate": 2, "time_seconds": 1, "tokens": 0}
"""What is measured of a run, and how many digits people see after the point."""


class GradedRun(Struct, frozen=True):
    """One run and its grades.

    Attributes:
        task: Id of the task, or its number where it has none.
        configuration: `with_skill` or `without_skill`.
        number: From 1 on, of the runs of one task in one configuration.
        assertions: What had to hold.
        tokens: None where the command told none.
        failure: Why it did not end well, a clause; empty where it did. It counts as nothing passed.
        expectations: As graded; none of a run that failed.
    """

    task: str
    configuration: str
    number: int
    assertions: tuple[str, ...]
    seconds: float
    tokens: int | None
    failure: str
    expectations: tuple[Expectation, ...]

    @property
    def result(self) -> dict[str, float]:
        """What was measured, as the form names it."""
        passed, total = sum(each.passed for each in self.expectations), len(self.expectations) or len(self.assertions)
        counts = {"passed": passed, "failed": total - passed, "total": total, "errors": int(bool(self.failure))}
        tokens = {} if self.tokens is None else {"tokens": self.tokens}
        rate = round(passed / total, 4) if total else 0.0
        return {"pass_rate": rate, "time_seconds": round(self.seconds, 1), **tokens, **counts}


def slug(name: str) -> str:
    """Return the name of an agent or a task as that of a folder: `claude-code`; `unnamed` where nothing is left."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower())[:64].strip("-") or "unnamed"


def make_benchmark(metadata: Mapping[str, Any], notes: Sequence[str], runs: Sequence[GradedRun]) -> dict[str, Any]:
    """Return the value of `benchmark.json`; tokens are left out where a run of a configuration told none.

    Args:
        metadata: What was measured and how; what is empty is left out.
        notes: What a reader of the result has to know.
        runs: All, in order.
    """
    both = {way: _summary([each.result for each in runs if each.configuration == way]) for way in (WITH, WITHOUT)}
    failed = sum(bool(each.failure) for each in runs)
    more = [f"{failed} of {len(runs)} runs failed, and count as nothing passed"] if failed else []
    tasks = list(dict.fromkeys(_id(each.task) for each in runs))
    delta = {
        name: format(both[WITH][name]["mean"] - both[WITHOUT][name]["mean"], f"+.{digits}f")
        for name, digits in _DIGITS.items()
        if name in both[WITH] and name in both[WITHOUT]
    }
    return {
        "metadata": {"evals_run": tasks, **{key: value for key, value in metadata.items() if value}},
        "runs": [_run(each) for each in runs],
        "run_summary": {**both, "delta": delta},
        "notes": [*notes, *more],
    }


def _id(task: str) -> int | str:
    """Return an id as the form has it: a number where it is one."""
    return int(task) if re.fullmatch("0|[1-9][0-9]{0,14}", task, re.ASCII) else task


def _run(run: GradedRun) -> dict[str, Any]:
    missed = [{"text": each, "passed": False, "evidence": "the run failed"} for each in run.assertions if run.failure]
    return {
        "eval_id": _id(run.task),
        "configuration": run.configuration,
        "run_number": run.number,
        "result": run.result,
        "expectations": [to_builtins(each) for each in run.expectations] or missed,
        "notes": [run.failure] if run.failure else [],
    }


def _summary(results: Sequence[Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Return mean and deviation of what was measured of every run."""
    values = {name: [each[name] for each in results if name in each] for name in _DIGITS}
    return {
        name: {
            "mean": round(statistics.fmean(measured), 4),
            "stddev": round(statistics.stdev(measured), 4) if len(measured) > 1 else 0.0,
        }
        for name, measured in values.items()
        if len(measured) == len(results)
    }
