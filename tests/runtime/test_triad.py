"""What a program gets to write to its terminal."""

import io
import re

import pytest

from skillpack.report.terminal.paint import PLAIN, Paint
from skillpack.runtime.triad import render_skill, render_triad_summary, skill_lines, triad_lines

COLOURS = Paint(color=True)
ANSI = re.compile("\x1b\\[[0-9;]*m")


class Terminal(io.StringIO):
    encoding = "utf-8"  # type: ignore[assignment]

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.demand("B16")
def test_a_store_is_summed_up(write, load) -> None:
    for name in ("pdf", "hello", "skill"):
        write(name)
    stream = Terminal()

    text = render_triad_summary(load(), stream)
    assert "\x1b[38;2;168;85;247mGenerator (+1) \x1b[0m  1  hello\n" in text
    assert text.endswith("✓ ∑ trits ≡ 0 (mod 3) — balanced\n")


@pytest.mark.demand("B16")
def test_no_color_takes_the_colours_away_and_leaves_the_words(write, load, monkeypatch) -> None:
    write("hello", body="# Head\n")
    skill = load().get("hello")
    coloured = render_skill(skill, Terminal())
    monkeypatch.setenv("NO_COLOR", "1")

    assert "\x1b[" in coloured
    assert render_skill(skill, Terminal()) == "hello  Generator (+1)\nDoes hello.\n\n# Head\n"


def test_what_is_no_terminal_gets_no_colours(write, load) -> None:
    write("hello")

    assert "\x1b" not in render_triad_summary(load(), io.StringIO())


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
