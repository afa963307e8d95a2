"""What rules say of results; the examples of the rules show each of them once."""

from msgspec.structs import replace

from skillpack.check.run import check_results
from skillpack.check.subject import ResultSubject
from skillpack.model.evaluation import Measured, ReadResult, Result, ResultBinding

RESULT = Result(
    "results/csv/benchmark.json",
    by_catalog=True,
    measured=(Measured("pass_rate", "Codex", "", 0.9, 0.5),),
    day="2026-03-01",
    binding=ResultBinding.NAMED,
)
SUBJECT = ResultSubject("csv", "skills/csv/SKILL.md", (RESULT,))


def test_a_result_as_it_should_be_is_not_spoken_of() -> None:
    assert check_results(SUBJECT) == ()
    assert check_results(replace(SUBJECT, require=True)) == ()
    assert check_results(replace(SUBJECT, today="2026-03-01")) == ()


def test_each_file_is_found_where_it_lies() -> None:
    read = (
        ReadResult("BENCHMARK.md", None, ("it is odd",)),
        ReadResult("results/csv/benchmark.json", None, ("it is odd",)),
    )
    assert [each.path for each in check_results(replace(SUBJECT, read=read))] == [
        "skills/csv/BENCHMARK.md",
        "results/csv/benchmark.json",
    ]


def test_of_many_problems_the_number_is_said() -> None:
    read = (ReadResult("BENCHMARK.md", None, tuple(f"problem {number}" for number in range(2000))),)
    found = check_results(replace(SUBJECT, read=read))
    assert len(found) == 11
    assert found[-1].message == "1,990 more problems of results"


def test_problems_quote_no_control_characters() -> None:
    read = (ReadResult("results/csv/\x1b[31m/benchmark.json", None, ("`x` is `\x07`",)),)
    (found,) = check_results(replace(SUBJECT, read=read))
    assert found.message.isprintable()


def test_a_day_to_come_is_found_where_a_day_is_asked_for() -> None:
    (found,) = check_results(replace(SUBJECT, today="2026-02-28"))
    assert (found.rule, found.path) == ("EV013", "results/csv/benchmark.json")
    assert found.message == "`results/csv/benchmark.json` is dated 2026-03-01, which is still to come"
    of_publisher = replace(RESULT, file="BENCHMARK.md", by_catalog=False)
    (found,) = check_results(replace(SUBJECT, results=(of_publisher,), today="2026-02-28"))
    assert found.path == "skills/csv/BENCHMARK.md"
