"""What a page says of results that the catalogs of tests/end_to_end do not have."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from skillpack import resources
from skillpack.evidence.results.help import help_of, sorted_results
from skillpack.model.evaluation import Cost, Measured, Result, ResultBinding
from skillpack.model.settings import Configuration
from skillpack.site.frame import Frame
from skillpack.site.skill.results import ResultsView, results_view

RESULT = Result(
    "results/csv/benchmark.json",
    by_catalog=True,
    measured=(Measured("pass_rate", "Codex", "gpt-6", 0.91, 0.53, 6),),
    binding=ResultBinding.NAMED,
)


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def view(language: str) -> Callable[..., ResultsView]:
    frame = Frame(resources.theme(None, language), replace(Configuration(), language=language))

    def made(*results: Result, tasks: int = 0) -> ResultsView:
        ordered = sorted_results(results)
        return results_view(frame, ordered, help_of(ordered) if ordered else None, tasks)

    return made


def test_tasks_that_nobody_has_run_wait(view, snapshot) -> None:
    assert "\n".join(view(tasks=tasks).text for tasks in (0, 1, 3)) == snapshot


def test_each_state_has_its_words(view, snapshot) -> None:
    row = RESULT.measured[0]
    states = {
        "better": RESULT,
        "no tasks": replace(RESULT, measured=(replace(row, tasks=0),)),
        "same": replace(RESULT, measured=(replace(row, without_skill=0.91),)),
        "worse": replace(RESULT, measured=(replace(row, without_skill=0.97),)),
        "alone": replace(RESULT, measured=(replace(row, without_skill=None),)),
        "older": replace(RESULT, binding=ResultBinding.OLDER, digest="b" * 64, version="1.0.0", behind=2),
        "one version ago": replace(RESULT, binding=ResultBinding.OLDER, digest="b" * 64, version="1.0.0", behind=1),
        "five versions ago": replace(RESULT, binding=ResultBinding.OLDER, digest="b" * 64, version="1.0.0", behind=5),
        "unnamed": replace(RESULT, binding=ResultBinding.UNNAMED),
        "another dimension": replace(RESULT, measured=(replace(row, dimension="Taste"),)),
    }
    assert "\n".join(f"{name}: {view(result).text}" for name, result in states.items()) == snapshot


def test_what_takes_less_than_a_second_is_told_in_milliseconds(view) -> None:
    cost = Cost("Codex", "gpt-6", seconds=0.2, seconds_without=61.6)
    (_, (cell,)) = view(replace(RESULT, costs=(cost,))).tables[0].rows[-1]

    assert cell.value == "200 ms"
    assert cell.without.startswith("62 s ")


def test_only_worse_has_a_colour(view) -> None:
    row = RESULT.measured[0]
    assert view(RESULT).level == ""
    assert view(replace(RESULT, measured=(replace(row, without_skill=0.97),))).level == "warn"


def test_a_column_without_a_name_says_so(view, language) -> None:
    (table,) = view(replace(RESULT, measured=(replace(RESULT.measured[0], agent="", model=""),))).tables
    assert table.columns == (({"en": "agent not named", "de": "Agent nicht genannt"}[language], ""),)


def test_agents_that_were_measured_alike_share_a_table(view) -> None:
    other = replace(RESULT, file="b", measured=(replace(RESULT.measured[0], agent="Gemini"),))
    (table,) = view(RESULT, other).tables
    assert [title for title, _ in table.columns] == ["Gemini", "Codex"]
    assert len(table.notes) == 2
