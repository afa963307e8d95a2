"""Runs -> `benchmark.json`, in the form of skill-creator, with what was measured named by its digest (pure)."""

import re
import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, to_builtins

from skillpack.evaluation.grading import Expectation

WITH, WITHOUT = "with_skill", "without_skill"
"""The two configurations; the second has no skill, or the version that is the baseline."""

_FAILED = "the run failed"


class GradedRun(Struct, frozen=True):
    """One run and its grades.

    Attributes:
        task: Id of the task, or its number where it has none.
        configuration: `with_skill` or `without_skill`.
        number: From 1 on, of the runs of one task in one configuration.
        assertions: What had to hold.
        tokens: None where the command told none.
        failure: Why it did not end well, a clause; empty where it did. It counts as none passed.
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
    def passed(self) -> int:
        """How many expectations passed."""
        return sum(each.passed for each in self.expectations)

    @property
    def total(self) -> int:
        """How many there are, at least 1."""
        return len(self.expectations) or len(self.assertions) or 1


class Subject(Struct, frozen=True):
    """What was measured, and how.

    Attributes:
        digest: Of the skill's content, 64 hex digits.
        baseline: Of the content of the baseline; empty for no skill.
        agent: Its name.
        model: That it used, or empty.
        grader: Who graded: a name for people.
        timestamp: ISO, UTC.
        runs: Of each task in each configuration.
        notes: What a reader of the result has to know.
    """

    skill: str
    digest: str
    baseline: str
    agent: str
    model: str
    grader: str
    timestamp: str
    runs: int
    notes: tuple[str, ...] = ()


def agent_slug(name: str) -> str:
    """Return the name of an agent as that of a folder: `claude-code`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower())[:64].strip("-") or "agent"


def make_benchmark(subject: Subject, runs: Sequence[GradedRun]) -> dict[str, Any]:
    """Return the value of `benchmark.json`; tokens are left out where a run of a configuration told none."""
    metadata = {
        "skill_name": subject.skill,
        "executor_model": subject.model,
        "timestamp": subject.timestamp,
        "evals_run": list(dict.fromkeys(_id(each.task) for each in runs)),
        "runs_per_configuration": subject.runs,
        "content_digest": f"sha256:{subject.digest}",
        "agent": subject.agent,
        "baseline": f"sha256:{subject.baseline}" if subject.baseline else "none",
        "grader": subject.grader,
    }
    both = {name: _summary([each for each in runs if each.configuration == name]) for name in (WITH, WITHOUT)}
    failed = sum(bool(each.failure) for each in runs)
    notes = [f"{failed} of {len(runs)} runs failed, and count as nothing passed"] if failed else []
    return {
        "metadata": {key: value for key, value in metadata.items() if value != ""},
        "runs": [_run(each) for each in runs],
        "run_summary": {**both, "delta": _delta(both[WITH], both[WITHOUT])},
        "notes": [*subject.notes, *notes],
    }


def _id(task: str) -> int | str:
    """Return an id as the form has it: a number where it is one."""
    return int(task) if task.isascii() and task.isdigit() and task == str(int(task[:18])) else task


def _run(run: GradedRun) -> dict[str, Any]:
    result = {
        "pass_rate": round(run.passed / run.total, 4),
        "passed": run.passed,
        "failed": run.total - run.passed,
        "total": run.total,
        "time_seconds": round(run.seconds, 1),
        **({"tokens": run.tokens} if run.tokens is not None else {}),
        "errors": int(bool(run.failure)),
    }
    missed = [{"text": each, "passed": False, "evidence": _FAILED} for each in run.assertions if run.failure]
    return {
        "eval_id": _id(run.task),
        "eval_name": run.task,
        "configuration": run.configuration,
        "run_number": run.number,
        "result": result,
        "expectations": to_builtins(run.expectations) or missed,
        "notes": [run.failure] if run.failure else [],
    }


def _summary(runs: Iterable[GradedRun]) -> dict[str, Mapping[str, float]]:
    """Return mean and deviation of what was measured of some runs."""
    there = list(runs)
    tokens = [each.tokens for each in there if each.tokens is not None]
    measured = {
        "pass_rate": [each.passed / each.total for each in there],
        "time_seconds": [each.seconds for each in there],
        "tokens": tokens if len(tokens) == len(there) else [],
    }
    return {
        name: {
            "mean": round(statistics.fmean(values), 4),
            "stddev": round(statistics.stdev(values), 4) if len(values) > 1 else 0.0,
            "min": round(min(values), 4),
            "max": round(max(values), 4),
        }
        for name, values in measured.items()
        if values
    }


def _delta(with_skill: Mapping[str, Any], without: Mapping[str, Any]) -> dict[str, str]:
    """Return what the skill changes, as texts with a sign."""
    forms = {"pass_rate": "+.2f", "time_seconds": "+.1f", "tokens": "+.0f"}
    return {
        name: format(with_skill[name]["mean"] - without[name]["mean"], form)
        for name, form in forms.items()
        if name in with_skill and name in without
    }
