"""A fork of the warm process is to those who ask what the program is that it stands for."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

TOLD = "import os, sys; print(sys.argv[1:], os.getcwd(), os.environ.get('SAID'), sys.stdin.read())"


def test_has_arguments_folder_environment_and_streams_of_who_asks(warm: Path, tmp_path: Path) -> None:
    asked = [warm / "python", "-c", TOLD, "one", "\udcff", "größe"]
    done = subprocess.run(
        asked, cwd=tmp_path, env={"SAID": "é"}, input="in", capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout == f"['one', '\\udcff', 'größe'] {tmp_path} é in\n"


@pytest.mark.parametrize("words", [("--version",), ("check", "nowhere"), ("build", "--nonsense"), ("explain", "AT001")])
def test_says_and_answers_what_a_new_one_does(warm: Path, words: tuple[str, ...]) -> None:
    warmed, started = (
        subprocess.run([*program, *words], capture_output=True, text=True, check=False)
        for program in ([warm / "skillpack"], [sys.executable, "-m", "skillpack"])
    )
    assert (warmed.returncode, warmed.stdout, warmed.stderr) == (started.returncode, started.stdout, started.stderr)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("import sys; sys.exit(7)", 7),
        ("import sys; sys.exit('no')", 1),
        ("1 / 0", 1),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", -signal.SIGTERM),
    ],
)
def test_ends_as_it_ended(warm: Path, text: str, status: int) -> None:
    assert subprocess.run([warm / "python", "-c", text], capture_output=True, check=False).returncode == status


def test_runs_a_script_beside_its_own_modules(warm: Path, tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("SAID = 'beside'\n")
    (tmp_path / "script.py").write_text("import sys\nfrom beside import SAID\nprint(SAID, sys.argv)\n")
    done = subprocess.run([warm / "python", tmp_path / "script.py", "x"], capture_output=True, text=True, check=True)
    assert done.stdout == f"beside ['{tmp_path}/script.py', 'x']\n"
