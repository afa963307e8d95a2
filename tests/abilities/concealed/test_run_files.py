"""Data that is run."""

import pytest

from skillpack.abilities.concealed.run_files import run_data
from skillpack.abilities.texts import read_texts
from skillpack.model.tree import make_tree

DATA = {"assets/notes.txt": b"x", "assets/table.csv": b"x", "assets/logo.png": b"x", "guide.md": b"x"}


def run_by(path: str, text: str) -> set[str]:
    tree = make_tree({**DATA, path: text.encode()})
    return {
        concern.other.path for concern in run_data(read_texts(tree, "SKILL.md"), tuple(tree.files)) if concern.other
    }


@pytest.mark.parametrize(
    "command",
    [
        "bash assets/notes.txt",
        "sh ./assets/notes.txt",
        'bash "$DIR/assets/notes.txt"',
        "python3 -u assets/notes.txt",
        "sudo bash assets/notes.txt",
        "bash < assets/notes.txt",
        "cat assets/notes.txt | bash",
        "tail -n +9 assets/notes.txt | tr a b | sh",
        "base64 -d assets/notes.txt | sh -",
        'eval "$(cat assets/notes.txt)"',
        "source assets/notes.txt",
        ". assets/notes.txt",
        "chmod +x assets/notes.txt",
        "cp assets/notes.txt /tmp/a.sh",
        "iex (Get-Content assets/notes.txt)",
        'F=assets/notes.txt\nbash "$F"',
        "cd x && node assets/notes.txt",
    ],
)
def test_finds_shells_that_run_data(command: str) -> None:
    assert run_by("scripts/a.sh", f"#!/bin/sh\n{command}\n") == {"assets/notes.txt"}
    assert run_by("SKILL.md", f"# Use\n\n```bash\n{command}\n```\n") == {"assets/notes.txt"}


@pytest.mark.parametrize(
    "command",
    [
        "cat assets/notes.txt",
        "bash scripts/run.sh assets/notes.txt",
        "python scripts/a.py assets/table.csv",
        "python -m json.tool assets/notes.txt",
        "cat assets/notes.txt | bash scripts/x.sh",
        "grep bash assets/notes.txt",
        "cp assets/notes.txt out.txt",
        "bash other.txt",
        "the source assets/notes.txt names the rules",
        "chmod 644 assets/notes.txt",
        "F=assets/notes.txt\ncat $F",
        "echo 'see this'. assets/notes.txt is data",
    ],
)
def test_leaves_shells_that_read_data_alone(command: str) -> None:
    assert run_by("scripts/a.sh", f"#!/bin/sh\n{command}\n") == set()
    assert run_by("SKILL.md", f"# Use\n\n```bash\n{command}\n```\n") == set()


@pytest.mark.parametrize(
    "code",
    [
        "exec(open('assets/notes.txt').read())",
        "with open('assets/notes.txt') as f:\n    exec(f.read())",
        "import pathlib\nP = pathlib.Path('assets') / 'notes.txt'\nT = P.read_text()\nexec(compile(T, 'a', 'exec'))",
        "import runpy\nrunpy.run_path('assets/notes.txt')",
        "import subprocess\nsubprocess.run(['bash', 'assets/notes.txt'])",
        "import subprocess, sys\nsubprocess.run([sys.executable, 'assets/notes.txt'])",
        "import os\nos.system('bash assets/notes.txt')",
        "T = open('assets/notes.txt').read()\ndef f():\n    def g():\n        exec(T)\n    return g",
        "def f():\n    t = open('assets/notes.txt').read()\n    code = compile(t, 'a', 'exec')\n    exec(code)",
        "import base64\nexec(base64.b64decode(open('assets/notes.txt').read()))",
    ],
)
def test_finds_python_that_runs_data(code: str) -> None:
    assert run_by("scripts/a.py", code) == {"assets/notes.txt"}


@pytest.mark.parametrize(
    "code",
    [
        "print(open('assets/notes.txt').read())",
        "import json\nd = json.load(open('assets/notes.txt'))\nexec('x = 1')\neval(d['x'])",
        "import re\nt = open('assets/notes.txt').read()\nre.compile(t)",
        "import subprocess\nsubprocess.run(['cat', 'assets/notes.txt'])",
        "import subprocess, sys\nsubprocess.run([sys.executable, 'a.py', 'assets/notes.txt'])",
        "def f():\n    t = open('assets/notes.txt').read()\n    return len(t)\ndef g(t):\n    exec(t)",
        "T = open('assets/notes.txt').read()\ntry:\n    compile(T, 'a', 'exec')\nexcept SyntaxError:\n    pass",
        "exec(",
    ],
)
def test_leaves_python_that_reads_data_alone(code: str) -> None:
    assert run_by("scripts/a.py", code) == set()


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("eval(fs.readFileSync('assets/notes.txt', 'utf8'))", True),
        ("const c = fs.readFileSync('assets/notes.txt', 'utf8');\nnew Function(c)();", True),
        ("vm.runInThisContext(fs.readFileSync('assets/notes.txt'))", True),
        ("execSync('bash assets/notes.txt')", True),
        ("spawn('bash', ['assets/notes.txt'])", False),
        ("const c = JSON.parse(fs.readFileSync('assets/notes.txt'));\neval(c)", False),
        ("console.log(fs.readFileSync('assets/notes.txt'))", False),
    ],
)
def test_javascript(code: str, *, found: bool) -> None:
    assert run_by("scripts/a.js", code) == ({"assets/notes.txt"} if found else set())


def test_what_is_warned_of_is_not_run() -> None:
    assert run_by("SKILL.md", "Never run `bash assets/notes.txt`, it is data.\n") == set()


def test_binaries_run_nothing() -> None:
    tree = make_tree({**DATA, "a.jar": b"PK\x03\x04\0\0\nbash assets/notes.txt\n\0\1"})
    assert list(run_data(read_texts(tree, "SKILL.md"), tuple(tree.files))) == []
