"""How the skills of a machine are, in a few lines."""

import pytest

from skillpack.model.finding import Severity
from skillpack.report.terminal.adoption import AdoptionRow, adoption_lines
from skillpack.report.terminal.health import FolderRow, HealthProblem, health_lines, some
from skillpack.report.terminal.paint import Paint
from skillpack.report.terminal.visible_text import width

FOLDERS = (
    FolderRow("Claude Code", "~/.claude/skills", 40, 6, 0),
    FolderRow("Codex, Gemini CLI and 22 more", ".agents/skills", 1, 1, 2),
)
PROBLEMS = (
    HealthProblem(
        "hides", Severity.ERROR, "2 skills hide text", ("charts (SF001)", "a\x1b[31m"), "skillpack check ~/x"
    ),
    HealthProblem("dead-links", Severity.WARNING, "20 links are broken", tuple(f"link-number-{n}" for n in range(20))),
    HealthProblem("no-skill", Severity.INFO, "1 folder without a `SKILL.md`", ("drawings",)),
)
ROWS = (
    AdoptionRow("pdf", "same", "1.0.0", "skills.example, digest checked, not signed"),
    AdoptionRow("docs", "differs", "1.0.0", "skills.example", tuple(f"{n}.md changed" for n in range(9)), hint="so"),
    AdoptionRow("by-hand", "unknown", "abc"),
    AdoptionRow("odd\x1b[31m" + "n" * 100, "refused", reason="`x` is a link " * 9, hint="fix it"),
)


@pytest.mark.parametrize("paint", [Paint(), Paint(unicode=False, width=60), Paint(color=True)], ids=str)
def test_it_reads_well(paint: Paint, snapshot) -> None:
    assert "\n".join(health_lines(FOLDERS, PROBLEMS, paint)) == snapshot


@pytest.mark.parametrize("paint", [Paint(), Paint(unicode=False, width=60)], ids=str)
def test_so_does_what_may_be_adopted(paint: Paint, snapshot) -> None:
    assert "\n".join(adoption_lines(ROWS, paint)) == snapshot


def test_items_stay_within_the_terminal() -> None:
    lines = list(health_lines(FOLDERS, PROBLEMS, Paint(width=60)))

    assert all(width(line) <= 60 for line in lines if line.startswith(("!", "·")))
    assert "and 19 more" in next(line for line in lines if line.startswith("!"))


def test_in_ascii_nothing_else_is_written() -> None:
    lines = [*health_lines(FOLDERS, PROBLEMS, Paint(unicode=False)), *adoption_lines(ROWS, Paint(unicode=False))]

    assert "".join(lines).isascii()
    assert "\x1b" not in "".join(lines)


def test_where_only_notes_are_no_word_praises() -> None:
    assert list(health_lines(FOLDERS, PROBLEMS[2:], Paint()))[-1] == "· 1 folder without a `SKILL.md`: drawings"


def test_some_words() -> None:
    assert some(["a", "b", "c"], 2) == "a, b and 1 more"
    assert some(["a"], 2) == "a"
