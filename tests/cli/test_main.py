"""The entrance: verbs, exit statuses, errors."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import skillpack
from skillpack import __version__
from skillpack.cli.main import VERBS, run


@pytest.mark.parametrize(("verb", "words"), [pair for section in VERBS.values() for pair in section.items()])
def test_help_says_the_same_as_the_command(verb: str, words: str) -> None:
    command = import_module(f"skillpack.cli.commands.{verb.replace('-', '_')}").command

    assert command.name == verb
    assert command.short_help == words


@pytest.mark.parametrize("verb", [verb for section in VERBS.values() for verb in section])
def test_every_verb_has_help(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([verb, "--help"]) == 0
    assert "Usage: skillpack" in capsys.readouterr().out


def test_prints_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"skillpack {__version__}\n"


def test_an_unknown_verb_is_a_usage_error_with_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["biuld"]) == 2
    assert "did you mean `build`?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["add", "x"], "install"),
        (["remove", "x"], "uninstall"),
        (["rm", "x"], "uninstall"),
        (["ls"], "list"),
        (["upgrade"], "update"),
        (["help"], "skillpack --help"),
        (["help", "build"], "skillpack build --help"),
        (["help", "rm"], "skillpack uninstall --help"),
    ],
)
def test_a_word_of_another_tool_names_the_right_one(words, meant, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    assert f"no such command `{words[0]}`; did you mean `{meant}`?" in capsys.readouterr().err


def test_an_unknown_option_is_a_usage_error_with_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["build", "--outptu", "x"]) == 2
    assert "--output" in capsys.readouterr().err


def test_a_failure_is_one_line_with_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["build", "nowhere/at/all"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: `nowhere/at/all` does not exist\nhint: ")


def test_validate_is_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", "--help"]) == 0
    assert "Check the skills" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_loads_no_renderer_for_help_and_version(option: str) -> None:
    code = (
        f"import sys; from skillpack.cli.main import run; run(['{option}']);"
        "print([m for m in ('jinja2', 'markdown_it', 'nh3', 'pygments', 'yaml', 'sqlite3', 'urllib3') "
        "if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("words", [("check", "skills"), ("install", "skills/alpha", "--root", "r", "--yes")])
def test_loads_no_http_before_the_first_request(write_skill, tmp_path: Path, words: tuple[str, ...]) -> None:
    write_skill("alpha")
    code = f"import sys; from skillpack.cli.main import run; print(run({list(words)}), 'urllib3' in sys.modules)"
    env = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": str(Path(skillpack.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1] == "0 False"


def test_a_reader_that_goes_away_is_no_failure() -> None:
    script = f"{sys.executable} -m skillpack explain --all | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["/bin/bash", "-c", script], capture_output=True, text=True, check=False)

    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_what_a_message_quotes_commands_no_terminal(cli, write_skill, monkeypatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    folder = write_skill("alpha")
    (folder / "SKILL.md").write_text('---\nname: "al\\e[31mpha"\ndescription: Does.\n---\n')
    ran = cli("install", folder, "--root", "r", "--yes")

    assert "`al<U+001B>[31mpha` has no usable name\n" in ran.err


def test_on_a_terminal_an_error_breaks_between_words(cli, monkeypatch) -> None:
    long = "a-folder/" * 12 + "x"
    piped = cli("check", long).err
    assert len(piped.splitlines()) == 2
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    assert cli("check", long).err.splitlines() == [
        "error:",
        f"  `{long}`",
        "  does not exist",
        "hint: give a folder of skills, or one",
        "  with a `skillpack.toml`",
    ]
