"""Roles and their colours in a terminal: the words say the same."""

import re

import pytest

from skillpack.report.terminal.paint import PLAIN, Paint
from skillpack.report.terminal.triad import skill_lines, triad_lines

COLOURS = Paint(color=True)
ANSI = re.compile("\x1b\\[[0-9;]*m")


def test_a_summary_names_each_role_and_the_balance() -> None:
    assert list(triad_lines(["pdf", "hello", "skill"], PLAIN)) == [
        "Coordinator (0)  1  pdf",
        "Generator (+1)   1  hello",
        "Verifier (-1)    1  skill",
        "✓ ∑ trits ≡ 0 (mod 3) — balanced",
    ]


@pytest.mark.parametrize(
    ("names", "last"),
    [
        (["hello"], "✗ needs Verifier to balance"),
        (["skill"], "✗ needs Generator to balance"),
        (["pdf"], "✗ needs Coordinator to balance"),
        (["hello", "a", "b"], "✓ ∑ trits ≡ 0 (mod 3) — balanced"),
        ([], "✓ ∑ trits ≡ 0 (mod 3) — balanced"),
    ],
)
def test_the_last_line_says_what_is_missing(names: list[str], last: str) -> None:
    assert list(triad_lines(names, PLAIN))[-1] == last


def test_a_role_without_skills_has_its_line() -> None:
    assert list(triad_lines(["pdf"], PLAIN))[1] == "Generator (+1)   0"


def test_names_are_sorted_and_fit_for_a_terminal() -> None:
    assert next(triad_lines(["xlsx", "pdf", "code-review"], PLAIN)) == "Coordinator (0)  3  code-review, pdf, xlsx"
    assert "\x1b" not in "".join(triad_lines(["a\x1b[31m"], PLAIN))


def test_without_unicode_all_is_ascii() -> None:
    assert all(line.isascii() for line in triad_lines(["hello", "skill", "pdf", "é"], Paint(unicode=False)))
    assert list(triad_lines(["hello", "skill", "pdf"], Paint(unicode=False)))[-1].startswith("+ sum of trits = 0")


BODY = "# Title\n\nText.\n\n```python\n# no heading\nprint()\n```\n\n\tindented\n"


def test_colours_are_those_of_the_role_and_add_no_words() -> None:
    coloured = list(skill_lines("pdf", "Reads PDF.", BODY, COLOURS))
    plain = list(skill_lines("pdf", "Reads PDF.", BODY, PLAIN))

    assert [ANSI.sub("", line) for line in coloured] == plain
    assert plain[:5] == ["pdf  Coordinator (0)", "Reads PDF.", "", "# Title", ""]
    assert coloured[0].startswith("\x1b[38;2;245;158;11m")
    assert coloured[3] == "\x1b[38;2;217;119;6m# Title\x1b[0m"
    assert coloured[8] == "\x1b[38;2;146;64;14m# no heading\x1b[0m"
    assert coloured[5] == "Text."
    assert plain[-1] == "    indented"


def test_a_body_does_not_command_the_terminal() -> None:
    assert "\x1b" not in "\n".join(skill_lines("a", "b\x1b[2J", "\x1b]0;x\x07\n\u202eback\n", PLAIN))
