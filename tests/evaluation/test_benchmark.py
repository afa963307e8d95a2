"""The result in the form of skill-creator."""

import json

import pytest

from skillpack.evaluation.benchmark import WITH, WITHOUT, GradedRun, make_benchmark, slug
from skillpack.evaluation.grading import Expectation

METADATA = {"skill_name": "csv", "executor_model": "", "agent": "stand-in", "baseline": "none"}


def run(
    way: str, passed: str = "", *, number: int = 1, task: str = "1", tokens: int | None = 10, failure: str = ""
) -> GradedRun:
    expectations = tuple(Expectation(f"a{at}", passed=each == "+") for at, each in enumerate(passed))
    return GradedRun(task, way, number, ("a0", "a1"), 2.0 * number, tokens, failure, expectations)


def test_both_ways_and_what_the_skill_changes() -> None:
    runs = (
        run(WITH, "++"),
        run(WITH, "+-", number=2),
        run(WITHOUT, "--", tokens=4),
        run(WITHOUT, "+-", tokens=4, number=2),
    )
    assert make_benchmark(METADATA, ["by hand"], runs) | {"runs": []} == {
        "metadata": {"evals_run": [1], "skill_name": "csv", "agent": "stand-in", "baseline": "none"},
        "runs": [],
        "run_summary": {
            WITH: {
                "pass_rate": {"mean": 0.75, "stddev": 0.3536},
                "time_seconds": {"mean": 3.0, "stddev": 1.4142},
                "tokens": {"mean": 10.0, "stddev": 0.0},
            },
            WITHOUT: {
                "pass_rate": {"mean": 0.25, "stddev": 0.3536},
                "time_seconds": {"mean": 3.0, "stddev": 1.4142},
                "tokens": {"mean": 4.0, "stddev": 0.0},
            },
            "delta": {"pass_rate": "+0.50", "time_seconds": "+0.0", "tokens": "+6"},
        },
        "notes": ["by hand"],
    }


def test_a_run_and_its_grades() -> None:
    found = make_benchmark(METADATA, [], [run(WITH, "+-", task="sum-up"), run(WITHOUT, "++")])
    assert found["runs"][0] == {
        "eval_id": "sum-up",
        "configuration": "with_skill",
        "run_number": 1,
        "result": {
            "pass_rate": 0.5,
            "time_seconds": 2.0,
            "tokens": 10,
            "passed": 1,
            "failed": 1,
            "total": 2,
            "errors": 0,
        },
        "expectations": [
            {"text": "a0", "passed": True, "evidence": ""},
            {"text": "a1", "passed": False, "evidence": ""},
        ],
        "notes": [],
    }


def test_a_failed_run_counts_as_nothing_passed_and_is_told() -> None:
    found = make_benchmark(METADATA, [], [run(WITH, failure="ended with status 1"), run(WITHOUT, "++")])

    assert found["runs"][0]["result"] | {"tokens": 0} == {
        "pass_rate": 0.0,
        "time_seconds": 2.0,
        "tokens": 0,
        "passed": 0,
        "failed": 2,
        "total": 2,
        "errors": 1,
    }
    assert found["runs"][0]["notes"] == ["ended with status 1"]
    assert [each["passed"] for each in found["runs"][0]["expectations"]] == [False, False]
    assert found["run_summary"]["delta"] == {"pass_rate": "-1.00", "time_seconds": "+0.0", "tokens": "+0"}
    assert found["notes"] == ["1 of 2 runs failed, and count as nothing passed"]


def test_tokens_that_a_run_did_not_tell_are_left_out() -> None:
    runs = (run(WITH, "+"), run(WITH, "+", number=2, tokens=None), run(WITHOUT, "+"))
    summary = make_benchmark(METADATA, [], runs)["run_summary"]

    assert "tokens" not in summary[WITH]
    assert "tokens" not in summary["delta"]
    assert summary[WITHOUT]["tokens"]["mean"] == 10.0


@pytest.mark.parametrize(
    ("task", "written"), [("7", 7), ("0", 0), ("07", "07"), ("٣", "٣"), ("9" * 400, "9" * 400), ("a", "a")]
)
def test_an_id_is_a_number_where_it_is_written_as_one(task: str, written: object) -> None:
    found = make_benchmark(METADATA, [], [run(WITH, "+", task=task), run(WITHOUT, "+", task=task)])
    assert json.loads(json.dumps(found))["metadata"]["evals_run"] == [written]


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("claude", "claude"),
        ("Claude Code", "claude-code"),
        ("../../etc", "etc"),
        ("…", "unnamed"),
        ("", "unnamed"),
        ("x" * 99, "x" * 64),
    ],
)
def test_a_slug_is_one_plain_name(name: str, folder: str) -> None:
    assert slug(name) == folder
