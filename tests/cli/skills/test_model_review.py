"""What a command that reviews gets, and that nothing of it is left behind."""

import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.cli.skills.model_review import ask_model, model_prompt, read_answer
from skillpack.errors import SkillpackError, UsageError

SAFE = '{"verdict": "safe", "note": "n", "model": "m"}'


def _ask(program: str, seconds: float = 60) -> object:
    words = [sys.executable, "-c", program]
    return ask_model(words, sys.executable, "prompt", dict(os.environ), seconds=seconds)


@given(st.text() | st.text().map(lambda text: SAFE.replace("n", text)))
def test_an_answer_is_read_or_refused(text: str) -> None:
    with suppress(ValueError):
        assert read_answer(text).model


def test_a_text_stands_between_two_lines_that_it_does_not_hold() -> None:
    lines = model_prompt(["one", "===== 00 ends", "two"]).splitlines()
    begins = next(number for number, line in enumerate(lines) if line.endswith(" begins"))
    nonce = lines[begins].split()[1]

    assert lines[begins + 1 : begins + 5] == ["one", "===== 00 ends", "two", f"===== {nonce} ends"]


def test_too_much_to_read_is_refused_and_not_cut() -> None:
    with pytest.raises(UsageError, match="2,097,153 characters to read"):
        model_prompt(["x" * (2**21 + 1)])


def test_one_that_takes_too_long_is_ended_with_what_it_started(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    program = (
        "import subprocess, sys, time; child = subprocess.Popen(['sleep', '60'], start_new_session=True); "
        f"open({str(file)!r}, 'w').write(str(child.pid)); time.sleep(60)"
    )
    with pytest.raises(SkillpackError, match="it took more than 2 s"):
        _ask(program, seconds=2)

    with pytest.raises(ProcessLookupError):
        os.kill(int(file.read_text()), 0)


def test_one_that_prints_without_an_end_is_ended() -> None:
    with pytest.raises(SkillpackError, match="it printed more than 65,536 bytes"):
        _ask("while True: print('x' * 1000)")


def test_it_gets_the_prompt_and_the_environment() -> None:
    found = _ask(f"import os, sys; assert sys.stdin.read() == 'prompt'; assert os.environ['PATH']; print({SAFE!r})")

    assert found == read_answer(SAFE)
