"""An agent's command on one task."""

from pathlib import Path

import pytest

from skillpack.evaluation.agent import MOST_OUTPUT, Command, read_usage, run_agent
from skillpack.model.tree import Tree, make_tree

NOBODY = Tree({})


def never() -> bool:
    return False


def is_running(number: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{number}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_it_gets_the_prompt_in_a_folder_of_its_files(program) -> None:
    command = program("import os, sys; print(sys.stdin.read(), sorted(os.listdir()), open('data/a.csv').read())")
    run = run_agent(command, "sum \0 up", make_tree({"data/a.csv": b"1,2", "b.txt": b""}), never)

    assert run.answer == "sum \0 up ['b.txt', 'data'] 1,2\n"
    assert (run.failure, run.tokens, run.changed, run.deleted) == ("", None, NOBODY, ())


def test_it_has_the_environment_that_the_command_has(program) -> None:
    command = program("import os; print(os.environ['TOKEN'])", env={"TOKEN": "mine"})
    assert run_agent(command, "", NOBODY, never).answer == "mine\n"


def test_what_it_writes_changes_and_deletes_is_told(program) -> None:
    text = """
import os
os.makedirs("out/deep")
open("out/deep/new.txt", "w").write("new")
open("kept.txt", "a").write("more")
os.remove("gone.txt")
"""
    run = run_agent(program(text), "x", make_tree({"kept.txt": b"a", "gone.txt": b"", "same.txt": b"s"}), never)

    assert run.changed == make_tree({"kept.txt": b"amore", "out/deep/new.txt": b"new"})
    assert run.deleted == ("gone.txt",)
    assert run.left_out == 0


def test_links_pipes_and_large_files_are_left_out(program, tmp_path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    text = f"""
import os
os.symlink({str(tmp_path / "secret.txt")!r}, "link.txt")
os.symlink({str(tmp_path)!r}, "folder")
os.mkfifo("pipe")
with open("large.bin", "wb") as file:
    file.truncate(20 * 2**20)
open("ok.txt", "w").write("ok")
"""
    run = run_agent(program(text), "x", NOBODY, never)

    assert run.changed == make_tree({"ok.txt": b"ok"})
    assert run.left_out == 4


def test_one_that_hangs_is_ended_with_its_children(program) -> None:
    text = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import os, time; os.setsid(); time.sleep(600)"])
print(os.getpid(), child.pid, flush=True)
time.sleep(600)
"""
    run = run_agent(program(text, seconds=2.0), "x", NOBODY, never)

    assert run.failure == "did not end in time"
    assert not any(is_running(int(each)) for each in run.answer.split())


def test_one_that_ends_leaves_no_child(program) -> None:
    text = """
import subprocess, sys
print(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True).pid)
"""
    run = run_agent(program(text), "x", NOBODY, never)

    assert run.failure == ""
    assert not is_running(int(run.answer))


def test_one_that_floods_is_ended(program) -> None:
    run = run_agent(program("while True: print('x' * 65536)"), "x", NOBODY, never)
    assert (run.failure, len(run.answer)) == ("printed too much", MOST_OUTPUT)


def test_how_it_failed_is_told_with_its_errors(program) -> None:
    run = run_agent(program("import sys; sys.exit('not logged in')"), "x", NOBODY, never)
    assert (run.failure, run.errors) == ("ended with status 1", "not logged in\n")


def test_one_that_cannot_be_started_has_failed(tmp_path) -> None:
    (tmp_path / "no-program").write_text("")
    run = run_agent(Command(("no-program",), str(tmp_path / "no-program"), {}, 9.0), "x", NOBODY, never)
    assert (run.failure, "Permission denied" in run.errors) == ("ended with status 126", True)


def test_one_that_nobody_waits_for_is_ended(program) -> None:
    asked = iter((False, False, False))
    run = run_agent(program("import time; time.sleep(600)"), "x", NOBODY, lambda: next(asked, True))
    assert run.failure != ""
    assert run.answer == ""


def test_nothing_of_its_folder_is_left(program) -> None:
    text = "import os; print(os.getcwd()); os.mkdir('locked'); open('locked/a', 'w'); os.chmod('locked', 0)"
    folder = Path(run_agent(program(text), "x", NOBODY, never).answer.strip())
    assert folder.name == "work"
    assert not folder.parent.exists()


class TestReadUsage:
    def test_is_in_the_last_line(self) -> None:
        text = 'thinking\n{"usage": {"input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 100}}\n'
        assert read_usage(text) == (text, 115)

    def test_the_result_beside_it_is_the_answer(self) -> None:
        assert read_usage('{"result": "four", "usage": {"output_tokens": 1}}') == ("four", 1)

    @pytest.mark.parametrize(
        "line",
        [
            "",
            "four",
            "[]",
            '{"usage": 7}',
            '{"usage": {}}',
            '{"usage": {"input_tokens": -1}}',
            '{"usage": {"input_tokens": true}}',
            '{"usage": {"input_tokens": 1.5}}',
            '{"usage": {"input_tokens": 1e400}}',
            '{"usage": {"input_tokens": NaN}}',
            '{"usage": {"input_tokens": 9999999999999999999999}}',
            "[" * 100_000,
        ],
    )
    def test_no_number_is_made_up(self, line: str) -> None:
        assert read_usage(line) == (line, None)
