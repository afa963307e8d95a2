"""A folder of skills as people have them, and the command line in it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from skillpack.cli.main import run

DAY = "1780272000"  # 2026-06-01
NOISE = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "GITHUB_ACTIONS", "BROWSER")

RICH = {
    "release-notes/SKILL.md": """\
---
name: release-notes
description: Drafts release notes from merged changes. Use when the user prepares a release.
license: MIT
metadata:
  version: 1.2
  tags: git, writing
---

# Release notes

## When to use

- The user prepares a release.

## Steps

1. Fill in [the template](assets/template.md) and [what is gone](assets/gone.md).

## Examples

Input: `v1.2.0`.
""",
    "release-notes/assets/template.md": "## What is new\n",
    "pdf_tools/SKILL.md": """\
---
name: pdf-tools
description: Fills in PDF forms. Use when the user has a PDF.
allowed-tools: Read, Bash(qpdf:*)
license: MIT
requires:
  bins: [no-such-program]
---

# PDF tools

## When to use

- The user has a PDF.

## When not to use

- The user has a Word file.

## Examples

Run `scripts/fill.py form.pdf`.
""",
    "pdf_tools/scripts/fill.py": '#!/usr/bin/env python3\nprint("filled")\n',
    "triage/SKILL.md": """\
---
name: triage
description: Triage bug reports: label them
---

# Triage
""",
    "notes/README.md": "No skill yet.\n",
}


@dataclass(frozen=True)
class Ran:
    """What a command line did."""

    status: int
    out: str
    err: str


Cli = Callable[..., Ran]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    """Return the command line, run in `tmp_path` on the first of June 2026 in a terminal of 100 columns."""
    monkeypatch.chdir(tmp_path)
    for name in NOISE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", DAY)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))

    def call(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Ran(status, said.out, said.err)

    return call


@pytest.fixture
def rich(tmp_path: Path) -> Path:
    """Return `tmp_path/skills` with three skills, most of them a little wrong, and a folder that is none."""
    for path, text in RICH.items():
        file = tmp_path / "skills" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return tmp_path / "skills"


@pytest.fixture
def good(write_skill: Callable[..., Path], tmp_path: Path) -> Path:
    """Return `tmp_path/skills` with two skills of which nothing is to be said."""
    for name in ("alpha", "beta"):
        write_skill(name)
    return tmp_path / "skills"
