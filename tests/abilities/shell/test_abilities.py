"""What commands say of what they do and to what: names that people are shown."""

from collections.abc import Callable

import pytest

from skillpack.model.ability import AbilityOrigin

Said = Callable[..., list[str]]

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
    ("npx tool add https://a.example/x", ["packages npx tool tool", "starts npx"]),
    ("npx prisma migrate reset", ["packages npx prisma prisma", "starts npx", "drops prisma reset"]),
    ("npx -y @acme/scan@1.2 --path /x .", ["packages npx @acme/scan", "starts npx"]),
    ("npm install left-pad", ["packages npm install left-pad", "starts npm"]),
    ("pnpm dlx tool run x", ["packages pnpm dlx tool", "starts pnpm"]),
    ("npx playwright install chromium", ["packages npx playwright playwright", "starts npx"]),
    ("echo $FILES $DB_PASSWORD", ["variable $DB_PASSWORD DB_PASSWORD"]),
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
    ("mkdir -p out/a && cp a out/a/b && chmod +x b", ["writes mkdir out/a", "writes cp out/a/b"]),
    ("command -v google-chrome", []),
    ("docker compose down -v", ["starts docker", "deletes docker down --volumes"]),
    ("curl -X DELETE https://a.example/x/1", ["sends curl a.example", "deletes curl -X DELETE"]),
    ("echo $FILES", ["variable $FILES FILES"]),
    ("sort <name> x", ["writes sort x"]),
]


@pytest.mark.parametrize(("text", "expected"), SHOWN)
def test_names_in_angle_brackets_and_sentences_of_instructions_are_no_commands(
    abilities: Said, text: str, expected: list[str]
) -> None:
    assert abilities("shell", text, origin=AbilityOrigin.COMMAND) == expected


@pytest.mark.parametrize(("text", "expected"), NAMED)
def test_of_a_script_only_names_that_say_something_are_shown(abilities: Said, text: str, expected: list[str]) -> None:
    assert abilities("shell", text) == expected
