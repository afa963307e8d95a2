"""What commands say of what they do and to what: names that people are shown."""

import pytest

from skillpack.abilities.shell.reader import shell_readings
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import Ability, AbilityOrigin

SHOWN = [
    ("run <skill-name> --path <dir>", ["starts run"]),
    ("uv run <name>.py", ["starts uv"]),
    ("mkdir -p feat/data-<name>", ["writes mkdir"]),
    ("rm -r <dir>", ["deletes rm -r"]),
    ("git diff <a>..<b>", ["starts git"]),
    ("sort <a >~/.bashrc", ["persists sort .bashrc", "writes sort ~/.bashrc"]),
    ("sort <a>~/.bashrc", ["persists sort .bashrc", "writes sort ~/.bashrc"]),
    ("sort <key>>~/.bashrc", ["persists sort .bashrc", "writes sort ~/.bashrc"]),
    ("# Setup\nfeat(auth): add a login, it's done\nprune x", []),
    ("Read task_plan.md", []),
    ("line-length = 120", []),
    ("~/.bashrc  # not a program", []),
    ("./Tool x", ["starts Tool"]),
]
NAMED = [
    ('echo x > "$1"', ["writes echo >"]),
    ('rm -rf "$work"', ["deletes rm -r"]),
    ("python3 $candidate", ["starts python3"]),
    ("$REPO/scripts/list.sh", ["starts list.sh", "variable $REPO REPO"]),
    ("$TOOL x", ["starts-computed $TOOL", "variable $TOOL TOOL"]),
    ("cat x | sh", ["starts-computed | sh sh"]),
    ("error() { echo $1; }\nerror x", []),
    ("rm x", ["deletes rm x"]),
    ("sort <name> x", ["writes sort x"]),
]


def abilities(text: str, origin: AbilityOrigin) -> list[str]:
    found = dict.fromkeys(
        each for each in shell_readings(SourceText("s.sh", text, "shell", origin=origin)) if isinstance(each, Ability)
    )
    return [f"{each.kind} {each.words} {each.target}".strip() for each in found]


@pytest.mark.parametrize(("text", "expected"), SHOWN)
def test_names_in_angle_brackets_and_sentences_of_instructions_are_no_commands(text: str, expected: list[str]) -> None:
    assert abilities(text, AbilityOrigin.COMMAND) == expected


@pytest.mark.parametrize(("text", "expected"), NAMED)
def test_of_a_script_only_names_that_say_something_are_shown(text: str, expected: list[str]) -> None:
    assert abilities(text, AbilityOrigin.SCRIPT) == expected
