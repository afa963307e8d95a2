"""Commands inside of bodies: the observed table, the grant, the policy, the limits."""

from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.metaskill.command import CommandPolicy, CommandRule, run_command
from skillpack.model.tree import Trust
from skillpack.runtime.arguments import expand
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.shell import ShellGrant, runner

ANYTHING = ShellGrant(None)


@pytest.fixture
def expanded(tmp_path: Path) -> Callable[..., str]:
    def made(body: str, arguments: str | None = None, grant: ShellGrant = ANYTHING) -> str:
        return expand(body, arguments, runner(grant, tmp_path, {}))

    return made


@pytest.mark.demand("I16", "I18")
@pytest.mark.parametrize(
    ("body", "result"),
    [
        ("a !`echo one` b", "a one b"),
        ("```\n!`echo in a fence`\n```", "```\nin a fence\n```"),
        ("x!`echo 1`\\!`echo 2`", "x1\\2"),
        ("!`echo one; exit 1`", "[error: command 'echo one; exit 1' failed (exit 1): one]"),
        ("!`exit 1`", "[error: command 'exit 1' failed (exit 1): ]"),
        ("!`echo out; echo err >&2`", "out"),
        ("!`echo err >&2; exit 3`", "[error: command 'echo err >&2; exit 3' failed (exit 3): err]"),
        ("!`cat`", ""),
        ("!`` ! `x`", "!`` ! `x`"),
        ("!`echo a\necho b`", "a\nb"),
        ("!`echo '  x  '`", "x"),
    ],
)
def test_table_of_commands(expanded, body: str, result: str) -> None:
    assert expanded(body) == result


def test_a_program_that_is_missing(expanded) -> None:
    assert expanded("!`no-such-program`").startswith(
        "[error: command 'no-such-program' failed (exit 127): sh: 1: no-such-program: not found"
    )


@pytest.mark.demand("I16")
def test_no_command_sees_arguments_and_no_output_is_read_again(expanded) -> None:
    assert expanded("!`echo $ARGUMENTS $0` and $0", "; rm -rf /") == "sh and ;"
    assert expanded("!`echo '$ARGUMENTS'`", "x") == "$ARGUMENTS\n\nARGUMENTS: x"


@pytest.mark.demand("I16")
def test_commands_stay_as_they_are_without_a_grant(write, session) -> None:
    write("pdf", body="!`echo one`\n")

    assert session(dialect=DIALECTS["instructor"]).activate("pdf").text == '<skill name="pdf">\n!`echo one`\n</skill>'
    granted = session(dialect=DIALECTS["instructor"], shell=ANYTHING)
    assert granted.activate("pdf").text == '<skill name="pdf">\none\n</skill>'


@pytest.mark.demand("B14")
def test_a_grant_for_local_skills_is_none_for_others(write, session, tmp_path: Path) -> None:
    (tmp_path / "workspace").mkdir()
    (tmp_path / "workspace" / "pdf").symlink_to(write("pdf", root="elsewhere", body="!`echo one`\n"))

    assert "!`echo one`" in session(shell=ANYTHING).activate("pdf").text
    assert "\none" in session(shell=ShellGrant(None, trust="all")).activate("pdf").text
    assert not ANYTHING.covers(Trust.EXTERNAL)


def test_a_policy_lets_plain_commands_through_that_a_rule_names(expanded) -> None:
    policy = CommandPolicy((CommandRule(("echo",)), CommandRule(("git", ("status", "log")))))
    grant = ShellGrant(policy)

    assert expanded("!`echo one 'two three'`", grant=grant) == "one two three"
    for command in ("cat x", "git push", "echo one; cat x", "echo $(cat x)", "echo x > y", "./echo one", "echo 'x", ""):
        if command:
            assert expanded(f"!`{command}`", grant=grant) == f"[error: command '{command}' is not allowed]"


@pytest.mark.demand("I16")
def test_a_command_ends_in_time_with_all_that_it_started(expanded, tmp_path: Path, until) -> None:
    note = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))"
    script = f"import os, time\nif os.fork():\n    time.sleep(600)\n{note}\ntime.sleep(600)"

    for seconds in (0.5, 5.0, 60.0):  # until there was time enough to start
        done = run_command(["python3", "-c", script], folder=tmp_path, timeout=seconds, most_bytes=10, env={})
        assert done.timed_out
        if (tmp_path / "pid").is_file() and (tmp_path / "pid").read_text():
            break

    pid = int((tmp_path / "pid").read_text())
    assert until(lambda: _is_gone(pid))
    grant = ShellGrant(CommandPolicy((CommandRule(("sleep",)),), timeout=0.2))
    assert expanded("!`sleep 60`", grant=grant) == "[error: command 'sleep 60' timed out after 0.2s]"


def _is_gone(pid: int) -> bool:
    """Return whether a process ended; one that nobody asks for its end has ended too."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_child_that_holds_the_pipe_delays_nothing(tmp_path: Path) -> None:
    done = run_command(["sh", "-c", "sleep 600 & echo one"], folder=tmp_path, timeout=60, most_bytes=100, env={})

    assert (done.exit_code, done.output) == (0, "one\n")


def test_output_is_capped(expanded) -> None:
    grant = ShellGrant(CommandPolicy((CommandRule(("yes",)),), most_bytes=6))

    assert expanded("!`yes`", grant=grant) == "y\ny\ny\n[truncated at 6 bytes]"


def test_a_command_gets_little_of_the_environment(tmp_path: Path) -> None:
    env = {"SECRET": "1", "LANG": "C.UTF-8", "PATH": "/nowhere", "HOME": str(Path.home())}

    done = run_command(["env"], folder=tmp_path, timeout=10, most_bytes=10_000, env=env)

    names = {line.partition("=")[0] for line in done.output.splitlines()}
    assert (
        {"PATH", "HOME", "LANG"}
        <= names
        <= {"PATH", "HOME", "TMPDIR", "LANG", "PAGER", "GIT_PAGER", "GIT_TERMINAL_PROMPT"}
    )
    assert f"HOME={env['HOME']}\n" not in done.output
