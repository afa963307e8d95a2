"""Results in one line: never the best alone."""

from msgspec.structs import replace

from skillpack.evidence.results.help import falls_below, help_of, newest_by_agent, sorted_results
from skillpack.model.evaluation import NOT_MEASURED, HelpState, Measured, Result, ResultBinding

NAMED, OLDER, UNNAMED = ResultBinding.NAMED, ResultBinding.OLDER, ResultBinding.UNNAMED


def result(*rows: Measured, **changes: object) -> Result:
    made = Result("results/csv/benchmark.json", by_catalog=True, measured=rows, day="2026-03-01", binding=NAMED)
    return replace(made, **changes)


def row(
    share: float, without: float | None, agent: str = "one", dimension: str = "pass_rate", tasks: int = 5
) -> Measured:
    return Measured(dimension, agent, "", share, without, tasks)


def state(*rows: Measured, **changes: object) -> HelpState:
    return help_of([result(*rows, **changes)]).state


def test_without_results_nothing_is_known() -> None:
    assert help_of(()) == NOT_MEASURED


def test_states_follow_from_the_lowest_and_the_highest() -> None:
    assert state(row(0.9, 0.5)) is HelpState.BETTER
    assert state(row(0.9, 0.5), row(0.9, 0.9, "two")) is HelpState.BETTER
    assert state(row(0.8, 0.8)) is HelpState.SAME
    assert state(row(0.801, 0.8)) is HelpState.SAME
    assert state(row(0.6, 0.72)) is HelpState.WORSE
    assert state(row(0.6, 0.72), row(0.8, 0.8, "two")) is HelpState.WORSE
    assert state(row(0.6, 0.72), row(0.9, 0.5, "two")) is HelpState.MIXED
    assert state(row(0.9, None)) is HelpState.ALONE
    assert state(row(0.9, 0.5), binding=OLDER) is HelpState.OLDER


def test_another_version_is_not_no_skill() -> None:
    assert state(row(0.9, 0.5), baseline="d" * 64) is HelpState.ALONE


def test_it_reaches_from_the_lowest_agent_to_the_highest() -> None:
    found = help_of([result(row(1.0, 0.27)), result(row(0.94, 0.61, "two", tasks=3))])
    assert (found.percent, found.points, found.agents, found.tasks) == ((94, 100), (33, 73), ("one", "two"), 5)


def test_the_dimension_that_matters_most_is_chosen() -> None:
    rows = (row(1.0, 1.0, dimension="Security"), row(0.9, 0.5, dimension="Correctness"))
    assert help_of([result(*rows)]).dimension == "Correctness"
    assert help_of([result(row(1.0, 0.2, dimension="Taste"), row(0.5, 0.5, dimension="Smell"))]).dimension == "Taste"


def test_results_about_these_bytes_count_before_all_others() -> None:
    results = [
        result(row(0.1, 0.1), binding=OLDER, digest="b" * 64, version="1.0.0", behind=2, day="2026-09-01"),
        result(row(0.2, 0.1), binding=UNNAMED, by_catalog=False, day="2026-08-01"),
        result(row(0.3, 0.1), digest="a" * 64),
    ]
    ordered = sorted_results(results)
    assert [each.binding for each in ordered] == [NAMED, UNNAMED, OLDER]
    assert help_of(ordered).percent == (30, 30)
    assert help_of(ordered[1:]).percent == (20, 20)
    assert (help_of(ordered[2:]).version, help_of(ordered[2:]).behind) == ("1.0.0", 2)


def test_of_older_ones_the_newest_content_counts() -> None:
    results = [
        result(row(0.1, 0.1), binding=OLDER, digest="b" * 64, version="1.0.0", behind=2, day="2026-09-01"),
        result(row(0.2, 0.1), binding=OLDER, digest="c" * 64, version="1.1.0", behind=1),
        result(row(0.3, 0.1), binding=OLDER, digest="d" * 64, day="2026-10-01"),
    ]
    assert help_of(sorted_results(results)).version == "1.1.0"


def test_a_newer_result_replaces_one_of_the_same_agent_alone() -> None:
    old, new = result(row(0.1, 0.1)), result(row(0.9, 0.1), day="2026-04-01", file="b")
    other = result(row(0.5, 0.1, "two"))
    assert newest_by_agent(sorted_results([old, new, other])) == (new, other)


def test_only_the_same_dimension_is_compared() -> None:
    new, old = help_of([result(row(0.7, 0.5))]), help_of([result(row(0.8, 0.5))])
    assert falls_below(new, old)
    assert not falls_below(old, new)
    assert not falls_below(new, NOT_MEASURED)
    assert not falls_below(new, help_of([result(row(0.8, 0.5, dimension="Taste"))]))
