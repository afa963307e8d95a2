"""skillpack completion: scripts that shells understand, and what they ask for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import skillpack
from skillpack.cli.main import VERBS


def _complete(words: str, place: int) -> list[str]:
    """Return what is offered for a word, as bash's script asks for it."""
    env = {
        **os.environ,
        "PYTHONPATH": str(Path(skillpack.__file__).parents[1]),
        "_SKILLPACK_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(place),
    }
    command = [sys.executable, "-c", "from skillpack.cli.main import group; group(prog_name='skillpack')"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return [line.split(",")[1] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_names_the_program(cli, shell: str) -> None:
    ran = cli("completion", shell)

    assert (ran.status, ran.err) == (0, "")
    assert "_SKILLPACK_COMPLETE" in ran.out


def test_bash_understands_its_script(cli) -> None:
    script = cli("completion", "bash").out
    done = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_verbs_are_offered() -> None:
    assert set(_complete("skillpack ", 1)) == {verb for section in VERBS.values() for verb in section}
    assert _complete("skillpack bu", 1) == ["build"]


def test_options_and_their_values_are_offered() -> None:
    assert "--profile" in _complete("skillpack check --pro", 2)
    assert _complete("skillpack check --format gi", 3) == ["github", "gitlab"]


def test_another_shell_is_a_usage_error(cli) -> None:
    ran = cli("completion", "tcsh")

    assert ran.status == 2
    assert "`bash`, `zsh`, `fish`" in ran.err
