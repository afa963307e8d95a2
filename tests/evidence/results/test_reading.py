"""Which files hold results."""

from skillpack.evidence.results.reading import LARGEST_RESULT, holds_results, read_reported, read_result

TABLE = b"| Dimension | Num | A |\n|---|---|---|\n| Correctness | 5 | 90% (+1%) |\n"


def test_results_lie_at_the_top_or_beside_the_tasks() -> None:
    files = {"BENCHMARK.md": TABLE, "evals/BENCHMARK.md": TABLE, "references/BENCHMARK.md": TABLE, "SKILL.md": b"#"}
    assert [each.file for each in read_reported(files, "csv")] == ["BENCHMARK.md", "evals/BENCHMARK.md"]
    assert [path for path in files if holds_results(path)] == ["BENCHMARK.md", "evals/BENCHMARK.md"]


def test_a_text_of_that_name_that_reports_nothing_is_a_file_like_any_other() -> None:
    assert list(read_reported({"BENCHMARK.md": b"# How fast it is\n"}, "csv")) == []


def test_what_is_too_large_is_not_read() -> None:
    found = read_result(b" " * (LARGEST_RESULT + 1), "results/csv/benchmark.json", "csv", by_catalog=True)
    assert found.problems == ("it is larger than 4,194,304 bytes",)
