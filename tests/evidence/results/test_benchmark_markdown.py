"""`BENCHMARK.md` in its older and its newer form."""

import pytest

from skillpack.evidence.results.benchmark_markdown import read_benchmark_markdown
from skillpack.model.evaluation import Measured, ReadResult

OLDER = """\
# Report

- Skill: `csv-report`
- Evaluation date: 2026-04-02
- Dataset: 5 evaluation tasks

| Dimension | Num | Agent One (`lab/opus-5`) | `agent-two` |
|---|---:|---:|---:|
| Security | 5 | 100% (+0%) | 100% (-0%) |
| Correctness | 4 | 92% (+48%) | 84% |
| Efficiency | 5 | 60% (-4%) | - |

Values in parentheses are against no skill.
"""
NEWER = """\
# Skill benchmark

- Skill: `csv-report`
- Evaluation date: 2026-08-11
- Agents: Agent One (`lab/opus-5`), Agent Two (`lab/gpt-6`)
- Tasks: 6 evaluation tasks (6 positive)

## Results at a Glance

| Measure | Agent One (Baseline → Skill Uplift) | Agent Two (Baseline → Skill Uplift) |
|---|---:|---:|
| Overall | 49% → 95% (+46 points) | 59% → 78% (+19 points) |
| Correctness | 100% → 100% (±0 points) | 90% → 60% (-30 points) |
| Effectiveness | 40% → 94% (+53 points) | 61% → 75% |

| Dimension | Question |
|---|---|
| Security | What is that? |
"""


def read(text: str) -> ReadResult:
    return read_benchmark_markdown(text.encode(), "BENCHMARK.md", "csv-report", by_catalog=False)


def test_the_older_form_has_the_difference_in_parentheses() -> None:
    found = read(OLDER)
    assert found.problems == ()
    assert found.result.day == "2026-04-02"
    assert [
        (one.dimension, one.agent, one.model, one.percent, one.points, one.tasks) for one in found.result.measured
    ] == [
        ("Security", "Agent One", "lab/opus-5", 100, 0, 5),
        ("Security", "agent-two", "", 100, 0, 5),
        ("Correctness", "Agent One", "lab/opus-5", 92, 48, 4),
        ("Correctness", "agent-two", "", 84, None, 4),
        ("Efficiency", "Agent One", "lab/opus-5", 60, -4, 5),
    ]


def test_the_newer_form_has_both_values_and_takes_models_from_above() -> None:
    found = read(NEWER)
    assert found.problems == ()
    assert found.result.measured[0] == Measured("Overall", "Agent One", "lab/opus-5", 0.95, 0.49, 6)
    assert [one.points for one in found.result.measured] == [46, 19, 0, -30, 53, 14]
    assert found.result.measured[-1].model == "lab/gpt-6"


def test_a_difference_that_its_author_rounded_is_kept_as_it_is() -> None:
    found = next(one for one in read(NEWER).result.measured if one.uplift is not None)
    assert (found.percent, found.percent_without, found.points) == (94, 40, 53)


@pytest.mark.parametrize(
    "cell", ["most", "120% (+5%)", "50% (+60%)", "<b>90%</b>", "NaN% (+1%)", "90% (+1e9%)", "9" * 5000]
)
def test_a_cell_that_is_no_share_is_a_problem(cell) -> None:
    found = read(f"| Dimension | Num | A |\n|---|---|---|\n| Correctness | 5 | {cell} |\n")
    assert found.result is None
    assert len(found.problems) == 1


def test_a_difference_that_the_two_shares_deny_is_a_problem() -> None:
    found = read("| Measure | A |\n|---|---|\n| Correctness | 40% → 50% (+40 points) |\n")
    assert found.result is None
    assert found.problems == (
        "`Correctness` is `40% → 50% (+40 points)`, not two shares such as `69% → 92% (+23 points)`",
    )


def test_a_report_without_results_and_another_text_say_nothing() -> None:
    assert read("# Report\n\n- Skill: `csv-report`\n\nNo agent was run.\n") == ReadResult("BENCHMARK.md")
    assert read("") == ReadResult("BENCHMARK.md")
    assert read("| Name | Size |\n|---|---|\n| a | 5 |\n") == ReadResult("BENCHMARK.md")


def test_a_report_about_another_skill_is_a_problem() -> None:
    found = read(OLDER.replace("csv-report", "pdf"))
    assert found == ReadResult("BENCHMARK.md", None, ("it names the skill `pdf`, another one than `csv-report`",))


def test_a_day_that_does_not_exist_takes_only_itself_along() -> None:
    found = read(OLDER.replace("2026-04-02", "last week"))
    assert found.result.day == ""
    assert found.problems == ("the evaluation date is `last week`, not a day such as `2026-03-01`",)


def test_a_million_rows_are_read_to_a_number() -> None:
    found = read(OLDER.partition("| Security")[0] + "| Correctness | 5 | 90% (+1%) | 80% |\n" * 200_000)
    assert len(found.result.measured) <= 80
    assert found.problems != ()


def test_columns_without_number_are_read_to_a_number() -> None:
    head = "".join(f" `agent-{number}` |" for number in range(100))
    found = read(f"| Dimension | Num |{head}\n|---|\n| Correctness | 5 |{' 90% |' * 100}\n")
    assert len(found.result.measured) == 12
    assert found.problems == ("its table has more than 12 agents or 40 rows; the others are not read",)
