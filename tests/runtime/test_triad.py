"""What a program gets to write to its terminal."""

import io

import pytest

from skillpack.runtime.triad import render_skill, render_triad_summary


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
