"""Results as records tell them."""

from skillpack.model.evaluation import NOT_MEASURED, Cost, Help, HelpState, Measured, Result, ResultBinding
from skillpack.registry.lines import line
from skillpack.registry.results import help_row, result_rows

RESULT = Result(
    "BENCHMARK.md",
    by_catalog=False,
    measured=(Measured("Correctness", "Codex", "", 0.0, 0.1 + 0.2, 0), Measured("Taste", "", "gpt-6", 0.5)),
    costs=(Cost("Codex", "", seconds=0.0),),
)


def test_nothing_is_told_of_a_skill_that_nobody_measured() -> None:
    assert help_row(None) is None
    assert help_row(NOT_MEASURED) is None
    assert result_rows(()) == []


def test_keys_that_hold_nothing_are_left_out_and_zero_is_something() -> None:
    assert result_rows([RESULT]) == [
        {
            "file": "BENCHMARK.md",
            "by": "publisher",
            "binding": "unnamed",
            "measured": [
                {"dimension": "Correctness", "agent": "Codex", "with_skill": 0.0, "without_skill": 0.3, "points": -30},
                {"dimension": "Taste", "model": "gpt-6", "with_skill": 0.5},
            ],
            "costs": [{"agent": "Codex", "seconds": 0.0}],
        }
    ]


def test_one_line_is_short() -> None:
    found = Help(HelpState.SAME, ResultBinding.NAMED, "pass_rate", (80, 80), (0, 0), ("Codex",), by_catalog=True)
    assert line(help_row(found)) == (
        b'{"state":"same","binding":"named","dimension":"pass_rate","percent":[80,80],"points":[0,0],'
        b'"agents":["Codex"],"by_catalog":true}'
    )
