"""Programs that Python scripts start: their names, their commands as a shell reads them, and what is computed."""

import pytest

from skillpack.abilities.python.commands import StartedCommands, command_readings
from skillpack.abilities.python.names import PythonNames
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import Ability, AbilityKind

HEAD = "import os, shlex, shutil, subprocess, sys, asyncio, pty\n"


def readings(text: str) -> list[Ability | SourceText]:
    source = SourceText("a.py", HEAD + text, "python")
    nodes = source.tree.nodes
    return list(command_readings(source, StartedCommands(nodes, PythonNames(nodes)).started()))


def started(text: str) -> list[str]:
    """Return the programs, `?` for one that is put together at run time."""
    kinds = {AbilityKind.STARTS: "", AbilityKind.STARTS_COMPUTED: "?"}
    return [each.target or kinds[each.kind] for each in readings(text) if isinstance(each, Ability)]


def commands(text: str) -> list[str]:
    return [each.text for each in readings(text) if isinstance(each, SourceText)]


PROGRAMS = [
    ('subprocess.run(["git", "push"])', "git", "git push"),
    ('subprocess.run(args=("git", "push"))', "git", "git push"),
    ('COMMAND = ["git", "push"]\nsubprocess.run(COMMAND)', "git", "git push"),
    ('subprocess.run(["git", *paths])', "git", "git {}"),
    ('subprocess.run(["git"] + paths)', "git", "git"),
    ('BASE = ["git"]\nsubprocess.run([*BASE, "push"])', "git", "git push"),
    ('subprocess.run(["/usr/bin/git", f"--at={x}"])', "git", "/usr/bin/git --at={}"),
    ('subprocess.run([shutil.which("git"), "push"])', "git", "git push"),
    ('subprocess.run([sys.executable, "a b.py"])', "python", "python 'a b.py'"),
    ('subprocess.run(shlex.split("git push"))', "git", "git push"),
    ('subprocess.run("git push".split())', "git", "git push"),
    ('subprocess.run("git clone {}".format(x), shell=True)', "git", "git clone {}"),
    ('os.system("cd /tmp && A=1 git push")', "git", "cd /tmp && A=1 git push"),
    ('os.system("git clone " + x)', "git", "git clone {}"),
    ('os.system(f"{folder}/tool {x}")', "tool", "{}/tool {}"),
    ('os.execvp("git", ["git", "push"])', "git", "git push"),
    ('os.execlp("git", "git", "push")', "git", "git push"),
    ('os.spawnl(os.P_WAIT, "git", "git", "push")', "git", "git push"),
    ('asyncio.create_subprocess_exec("git", "push")', "git", "git push"),
    ('pty.spawn("/bin/sh")', "sh", "/bin/sh"),
    ('getattr(os, "system")("git push")', "git", "git push"),
    ('def sh(command):\n    subprocess.run(command)\nsh(["git", "push"])', "git", "git push"),
    ('class A:\n    def sh(self, to):\n        os.system(to)\nA().sh(to="git push")', "git", "git push"),
]
COMPUTED = [
    "subprocess.run(command)",
    "subprocess.run([program, 'x'])",
    "subprocess.run([str(path)])",
    "os.system()",
    "def sh(command):\n    subprocess.run(command)\nsh(given)",
]


@pytest.mark.parametrize(("text", "program", "command"), PROGRAMS)
def test_the_program_and_its_command_are_known(text: str, program: str, command: str) -> None:
    assert (started(text), commands(text)) == ([program], [command])


@pytest.mark.parametrize("text", COMPUTED)
def test_what_is_put_together_at_run_time_is_said_to_be(text: str) -> None:
    assert (started(text), commands(text)) == (["?"], [])


def test_a_command_stands_on_the_lines_of_its_text() -> None:
    (command,) = [each for each in readings('os.system(\n  """\n  a\n  b""")') if isinstance(each, SourceText)]
    assert [command.ability(AbilityKind.STARTS, line, "x").line for line in (1, 2, 3, 9)] == [3, 4, 5, 5]
    assert (command.language, command.depth, command.is_file) == ("shell", 1, False)


def test_lines_that_only_the_text_has_stand_where_it_stands() -> None:
    (command,) = [each for each in readings(r'os.system("a\nb\nc")') if isinstance(each, SourceText)]
    assert [command.position(line).span.line for line in (1, 2, 3)] == [2, 2, 2]
