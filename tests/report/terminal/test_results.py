import pytest
from msgspec.structs import replace

from skillpack.model.evaluation import NOT_MEASURED, Help, HelpState, ResultBinding
from skillpack.report.terminal.results import help_sentence

BETTER = Help(
    state=HelpState.BETTER,
    binding=ResultBinding.NAMED,
    dimension="Correctness",
    percent=(94, 100),
    points=(33, 73),
    agents=("Claude Code", "Codex"),
    tasks=3,
    by_publisher=True,
)
ONE = replace(BETTER, percent=(60, 60), agents=("Codex",), by_publisher=False, by_catalog=True)


def test_nothing_is_said_of_a_skill_that_nobody_measured() -> None:
    assert help_sentence(NOT_MEASURED) == ""


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (BETTER, "correct 94 to 100 %, +33 to +73 with it; 2 agents, 3 tasks; reported by its publisher"),
        (
            replace(BETTER, binding=ResultBinding.UNNAMED, reporter="Team"),
            "correct 94 to 100 %, +33 to +73 with it; 2 agents, 3 tasks; reported by Team; for which files is not said",
        ),
        (
            replace(ONE, state=HelpState.WORSE, points=(-12, -12)),
            "worse with it: correct 60 %, \u221212; Codex, 3 tasks; run by the catalog",
        ),
        (
            replace(ONE, state=HelpState.SAME, points=(0, 0)),
            "no difference measured: correct 60 % with and without it; Codex, 3 tasks; run by the catalog",
        ),
        (
            replace(ONE, state=HelpState.ALONE, points=(), tasks=0),
            "correct 60 %; not measured without it; Codex; run by the catalog",
        ),
        (
            replace(ONE, state=HelpState.OLDER, points=(5, 5), version="1.0.0", binding=ResultBinding.OLDER),
            "correct 60 %, +5 with it; Codex, 3 tasks; run by the catalog; of 1.0.0, not of these files",
        ),
        (
            replace(BETTER, by_catalog=True, percent=(100, 100)),
            "correct 100 %, +33 to +73 with it; 2 agents, 3 tasks; run by the catalog and reported by its publisher",
        ),
    ],
)
def test_a_sentence_says_what_and_on_whose_word(found, sentence) -> None:
    assert help_sentence(found) == sentence
