"""skillpack run: a metaskill's program, run once."""

import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from skillpack.model.digest import RECEIPT

SKILL = "---\nname: {0}\ndescription: Does {0}. Use when asked.\n---\n\nInput keys:\n\n- `task`: any.\n"
DRAFT = """\
def run(input):
    answer = ask(input["task"], {"purpose": "draft"})["answer"]
    trace("drafted", {"words": len(answer.split())})
    return {"status": input.get("status", "accepted"), "answer": answer}
"""
LIST = """\
def run(input):
    found = command(["ls", "skills"])
    return {"status": "ok" if found["ok"] else "error", "answer": found["result"]}
"""


def write(root: str, name: str, program: str = "") -> None:
    folder = Path(root, name)
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL.format(name))
    if program:
        (folder / "SKILL.star").write_text(program)


@pytest.fixture
def answering() -> str:
    """Return a command that answers in capitals."""
    return shlex.join([sys.executable, "-c", "print(input().upper())"])


NEVER_CLOSED = "metaskill 'broken': syntax/resolve error: '(' was never closed (line 2)"


@pytest.mark.demand("K18", "K23")
def test_the_result_goes_out_and_the_steps_are_told_as_they_happen(cli, answering) -> None:
    write("skills", "draft", DRAFT)
    ran = cli("run", "draft", "--input", '{"task": "hi you"}', "--ask-command", answering)

    header, body = ran.out.splitlines()
    assert (ran.status, header) == (0, "[Metaskill: draft completed]")
    trace = [{"kind": "drafted", "data": {"words": 2}}]
    assert json.loads(body) == {"status": "accepted", "answer": "HI YOU", "trace": trace}
    assert [line.split(",")[0] for line in ran.err.splitlines()] == ["ask      draft", "trace    drafted"]


def test_json_alone_from_a_file_and_a_trace(cli, answering) -> None:
    write("skills", "draft", DRAFT)
    Path("input.json").write_text('{"task": "hi"}')
    ran = cli("run", "draft", "--input", "@input.json", "--ask-command", answering, "--json", "--trace", "run.jsonl")

    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out)["answer"] == "HI"
    events = [json.loads(line) for line in Path("run.jsonl").read_text().splitlines()]
    kinds = ["metaskill_start", "metaskill_step", "metaskill_step", "metaskill_finish"]
    assert [event["type"] for event in events] == kinds
    assert events[2]["payload"]["data"] == {"words": 1}


@pytest.mark.parametrize(("status", "exit_status"), [("ok", 0), ("accepted", 0), ("exhausted", 1), ("error", 1)])
def test_the_exit_status_is_that_of_the_result(cli, answering, status: str, exit_status: int) -> None:
    write("skills", "draft", DRAFT)
    given = json.dumps({"task": "hi", "status": status})
    assert cli("run", "draft", "--input", given, "--ask-command", answering).status == exit_status


@pytest.mark.demand("K19", "K29")
class TestCommands:
    given = ("run", "list", "--input", '{"task": "x"}')

    def test_none_runs_without_a_word(self, cli) -> None:
        write("skills", "list", LIST)
        ran = cli(*self.given, "--yes")
        assert ran.status == 1
        assert json.loads(ran.out.splitlines()[1])["answer"] == "error: command not allowed: `ls skills`"

    def test_an_allowed_one_is_shown_and_needs_a_yes(self, cli) -> None:
        write("skills", "list", LIST)
        ran = cli(*self.given, "--allow", "ls")
        assert ran.status == 1
        assert "the program wants to run: ls skills\n" in ran.err

    def test_what_is_shown_of_one_is_all_of_it_in_characters_that_can_be_seen(self, cli) -> None:
        write(
            "skills", "list", "def run(input):\n    return command(['ls', '\\x1b[2K\\n\\u202ex', 'b', 'c'])['result']\n"
        )
        shown = "ls '<U+001B>[2K<U+000A><U+202E>x' b c"
        ran = cli(*self.given, "--allow", "ls")
        assert f"the program wants to run: {shown}\n" in ran.err
        assert json.loads(ran.out.splitlines()[1])["answer"] == "error: command not allowed: `ls \x1b[2K\n\u202ex b c`"
        assert not set("\x1b\u202e") & set(ran.out)
        assert cli("run", "list", "--dry-run").out == f"command  {shown}, once (not allowed)\n"

    def test_with_a_yes_it_runs(self, cli) -> None:
        write("skills", "list", LIST)
        ran = cli(*self.given, "--allow", "ls skills", "--yes")
        assert (ran.status, json.loads(ran.out.splitlines()[1])["answer"]) == (0, "list\n")

    def test_a_prefix_is_words_and_not_letters(self, cli) -> None:
        write("skills", "list", LIST)
        assert cli(*self.given, "--allow", "ls ski", "--yes").status == 1

    def test_a_projects_configuration_allows_nothing(self, cli) -> None:
        write("skills", "list", LIST)
        Path("skillpack.toml").write_text('[run]\nallow = ["ls"]\n')
        assert cli(*self.given, "--yes").status != 0


@pytest.mark.demand("K28")
def test_what_is_installed_is_somebody_elses(cli) -> None:
    write("skills", "list", "def run(input):\n    return 'ran'\n")
    assert cli("run", "list", "--input", '{"task": "x"}').status == 0
    Path("skills/list", RECEIPT).write_text("{}")
    refused = cli("run", "list", "--input", '{"task": "x"}')
    assert (refused.status, refused.out) == (3, "")
    assert "external metaskill 'list' is not allowed (policy: local)" in refused.err
    assert "hint: read its `SKILL.star`, then run it with `--policy all`" in refused.err
    assert "ran" in cli("run", "list", "--input", '{"task": "x"}', "--policy", "all").out


def test_a_dry_run_says_what_may_be_called_and_runs_nothing(cli) -> None:
    write("skills", "list", LIST + '    ask(input["task"])\n')
    ran = cli("run", "list", "--dry-run", "--allow", "ls")
    assert ran.out == "input    task: needed\ncommand  ls skills, once (asked for)\nask      …, once\n"
    found = json.loads(cli("run", "list", "--dry-run", "--json").out)
    assert found["calls"][0] == {
        "operation": "command",
        "words": ["ls", "skills"],
        "times": 1,
        "line": 2,
        "decision": "forbid",
    }


@pytest.mark.demand("K7", "K25")
@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("run", "draft"), 2, "`draft` needs an input"),
        (("run", "plain", "--input", '{"a": 1}'), 2, "`plain` is not a metaskill"),
        (
            ("run", "broken", "--input", '{"a": 1}'),
            2,
            NEVER_CLOSED,
        ),
        (("run", "broken", "--dry-run"), 2, NEVER_CLOSED),
        (("run", "draft", "--input", '{"a": NaN}'), 2, "`--input` is not JSON: NaN is not a number"),
        (("run", "plain", "--dry-run"), 2, "`plain` is not a metaskill"),
        (("run", "nobody"), 2, "no skill is named `nobody`"),
        (("run", "draft", "--input", '{"a": 1}', "--ask-command", "cat"), 3, "hint: the input lacks `task`"),
        (("run", "draft", "--input", "{"), 2, "`--input` is not JSON"),
        (("run", "draft", "--input", "[]"), 2, "`--input` must be a JSON object, not a list"),
        (("run", "draft", "--input", "@missing.json"), 3, "missing.json"),
        (("run", "draft", "--input", '{"task": "x"}'), 3, "metaskill 'draft': ask is not available in this host"),
        (("run", "draft", "--input", '{"task": "x"}'), 3, "hint: `--ask-command CMD` answers questions"),
        (("run", "draft", "--input", '{"task": "x"}', "--ask-command", "false"), 3, "ask failed"),
        (("run", "draft", "--ask-command", "no-such-program"), 2, "no program `no-such-program`"),
        (("run", "draft", "--allow", "'"), 2, "cannot be read"),
        (("run", "draft", "--trace", "no/such/folder"), 3, "no/such/folder"),
    ],
)
def test_what_cannot_run_is_said_in_one_line(cli, arguments: tuple[str, ...], status: int, said: str) -> None:
    write("skills", "draft", DRAFT)
    write("skills", "plain")
    write("skills", "broken", "def run(input):\n    return (\n")
    ran = cli(*arguments)
    assert (ran.status, ran.out) == (status, "")
    assert said in ran.err


@pytest.mark.demand("K22", "K25")
@pytest.mark.usefixtures("cli")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_however_it_ends_so_does_what_left_its_process_group(until, number) -> None:
    daemon = "import os, time\nif os.fork(): time.sleep(86400)\nos.setsid()\nos.fork() and os._exit(0)\n"
    note = Path("daemon").absolute()
    code = f"{daemon}open({str(note)!r}, 'w').write(f'{{os.getpid()}}.')\ntime.sleep(86400)"
    write("skills", "leave", f"def run(input):\n    return command(['python3', '-c', {code!r}])\n")
    argv = [sys.executable, "-m", "skillpack", "run", "leave", "--input", '{"a": 1}', "--allow", "python3", "--yes"]
    with subprocess.Popen(argv, stderr=subprocess.DEVNULL) as running:
        assert until(lambda: note.exists() and note.read_text().endswith("."))
        running.send_signal(number)
        running.wait(60)
    status = Path(f"/proc/{note.read_text().rstrip('.')}")
    assert until(lambda: not status.exists())
