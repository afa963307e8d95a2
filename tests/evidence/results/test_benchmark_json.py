"""`benchmark.json` in both forms, and what strangers make of it."""

import json
from typing import Any

import pytest

from skillpack.evidence.results.benchmark_json import read_benchmark_json
from skillpack.model.evaluation import Cost, Measured, ReadResult

PLAIN = {
    "run_summary": {
        "with_skill": {
            "pass_rate": {"mean": 0.83, "stddev": 0.06},
            "time_seconds": {"mean": 45.0, "stddev": 12.0},
            "tokens": {"mean": 3800, "stddev": 400},
        },
        "without_skill": {
            "pass_rate": {"mean": 0.33, "stddev": 0.1},
            "time_seconds": {"mean": 32.0, "stddev": 8.0},
            "tokens": {"mean": 2100, "stddev": 300},
        },
        "delta": {"pass_rate": 0.5, "time_seconds": 13.0, "tokens": 1700},
    }
}
METADATA = {
    "skill_name": "csv-report",
    "agent": "claude-code",
    "executor_model": "opus-5",
    "timestamp": "2026-03-01T09:00:00Z",
    "evals_run": [1, 2, 3],
    "content_digest": f"sha256:{'a' * 64}",
    "baseline": "none",
}


def read(row: object) -> ReadResult:
    return read_benchmark_json(json.dumps(row).encode(), "benchmark.json", "csv-report", by_catalog=True)


def with_rate(value: Any) -> ReadResult:
    return read({"run_summary": {"with_skill": {"pass_rate": value}}})


def test_the_plain_form_is_read_with_its_costs() -> None:
    found = read(PLAIN)
    assert found.problems == ()
    assert found.result.measured == (Measured("pass_rate", "", "", 0.83, 0.33),)
    assert found.result.measured[0].points == 50
    assert found.result.costs == (Cost("", "", 45.0, 32.0, 3800.0, 2100.0),)
    assert (found.result.day, found.result.digest) == ("", "")


def test_the_form_with_metadata_says_who_when_and_about_which_content() -> None:
    result = read({**PLAIN, "metadata": METADATA}).result
    assert result.measured == (Measured("pass_rate", "claude-code", "opus-5", 0.83, 0.33, 3),)
    assert (result.day, result.digest, result.baseline) == ("2026-03-01", "a" * 64, "")


def test_a_baseline_is_another_content() -> None:
    assert read({**PLAIN, "metadata": {**METADATA, "baseline": "b" * 64}}).result.baseline == "b" * 64


def test_a_difference_as_text_stands_for_what_is_missing() -> None:
    row = {"run_summary": {"with_skill": {"pass_rate": {"mean": 0.9}}, "delta": {"pass_rate": "+0.50"}}}
    assert read(row).result.measured[0].percent_without == 40
    row["run_summary"]["delta"] = {"pass_rate": "+0.95"}
    found = read(row)
    assert found.result.measured[0].without_skill is None
    assert found.problems == ("`run_summary.delta.pass_rate` is `+0.95`, not a difference such as `+0.50`",)


def test_runs_stand_for_a_summary() -> None:
    runs = [
        {"eval_id": number, "configuration": side, "result": {"pass_rate": rate, "tokens": 100 * number}}
        for number in (1, 2)
        for side, rate in (("with_skill", 1.0), ("without_skill", number / 4))
    ]
    result = read({"runs": [*runs, "no run"]}).result
    assert result.measured == (Measured("pass_rate", "", "", 1.0, 0.375, 2),)
    assert result.costs == (Cost("", "", None, None, 150.0, 150.0),)


def test_runs_that_cannot_be_counted_are_named_by_number() -> None:
    runs = [{"configuration": "with_skill", "result": {"pass_rate": rate}} for rate in (1, -1, 7, "all")]
    found = read({"runs": runs})
    assert found.result.measured[0].percent == 100
    assert found.problems == ("3 of 4 runs `with_skill` have no `pass_rate` from 0 to 1",)


@pytest.mark.parametrize("value", [83, -0.1, 1.2, "many", True, [], {"mean": "x"}, {"mean": {}}])
def test_what_is_no_share_is_a_problem_and_no_result(value) -> None:
    found = with_rate(value)
    assert found.result is None
    assert len(found.problems) == 1
    assert "not a share from 0 to 1" in found.problems[0]


@pytest.mark.parametrize("text", ["NaN", "Infinity", "1e999", "-Infinity"])
def test_numbers_beyond_numbers_are_problems(text) -> None:
    content = b'{"run_summary": {"with_skill": {"pass_rate": {"mean": %s}}}}' % text.encode()
    found = read_benchmark_json(content, "benchmark.json", "csv-report", by_catalog=True)
    assert found.result is None
    assert "not a share from 0 to 1" in found.problems[0]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is not JSON: line 1, column 1"),
        (b"\xff\xfe", "it is not JSON: it is not UTF-8"),
        (b"[" * 100_000, "it is not JSON: it is nested too deeply"),
        (b'{"a": 1, "a": 2}', "it is not JSON: a key occurs twice in one object"),
        (b"[]", "it is no JSON object"),
        (b"{}", "it has neither `run_summary.with_skill.pass_rate` nor `runs` that do"),
        (b'{"run_summary": {}}', "`run_summary.with_skill.pass_rate` is missing"),
        (b'{"run_summary": [1]}', "`run_summary.with_skill.pass_rate` is missing"),
    ],
)
def test_what_cannot_be_read_says_why(content, why) -> None:
    assert read_benchmark_json(content, "benchmark.json", "csv-report", by_catalog=True).problems == (why,)


def test_a_result_of_another_skill_is_none() -> None:
    found = read({**PLAIN, "metadata": {"skill_name": "pdf"}})
    assert found == ReadResult("benchmark.json", None, ("`skill_name` is `pdf`, another skill than `csv-report`",))


def test_what_is_wrong_beside_the_share_takes_only_itself_along() -> None:
    metadata = {**METADATA, "timestamp": "yesterday", "content_digest": "sha256:short", "evals_run": "three"}
    row = {"metadata": metadata, "run_summary": {"with_skill": {"pass_rate": 0.5, "tokens": {"mean": -5}}}}
    found = read(row)
    assert found.result.measured == (Measured("pass_rate", "claude-code", "opus-5", 0.5),)
    assert (found.result.costs, found.result.day, found.result.digest) == ((), "", "")
    assert [problem.partition(" is ")[0] for problem in found.problems] == [
        "`tokens`",
        "`metadata.timestamp`",
        "`metadata.content_digest`",
    ]


def test_a_million_runs_are_read() -> None:
    content = b'{"runs": [' + b",".join([b"{}"] * 1_000_000) + b"]}"
    assert read_benchmark_json(content, "benchmark.json", "csv-report", by_catalog=True).result is None
