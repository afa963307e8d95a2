"""A reader's folder: eight folders of skills as people have them, most of them a little wrong."""

import os
import shutil
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "site" / "pages"

_SKILLS = {
    "release-notes/SKILL.md": """\
---
name: release-notes
description: Drafts release notes from merged changes. Use when the user prepares a release or asks what changed.
license: MIT
metadata:
  version: 1.2
---

# Release notes

## When to use

- The user prepares a release.

## Steps

1. Read the changes: `git log --oneline $(git describe --tags --abbrev=0)..`
2. Fill in [the template](assets/template.md).
""",
    "release-notes/assets/template.md": "## What is new\n",
    "csv-report/SKILL.md": """\
---
name: csv-report
description: Makes a short report of a CSV file. Use when the user gives a CSV file and wants numbers from it.
license: MIT
metadata:
  version: 1.0.0
---

# CSV report

## When to use

- The user gives a CSV file and asks what is in it.

## Steps

1. Run `python3 scripts/report.py FILE`.
2. Say the three most striking numbers first.
""",
    "csv-report/scripts/report.py": """\
import csv
import sys

with open(sys.argv[1], newline="") as file:
    rows = list(csv.DictReader(file))
print(f"{len(rows)} rows, columns: {', '.join(rows[0] if rows else [])}")
""",
    "triage/SKILL.md": """\
---
name: triage
description: Triage bug reports: label them, find duplicates, ask for what is missing
---

# Triage

Read the report, then label it.
""",
    "pdf_tools/SKILL.md": """\
---
name: PDF Tools
description: Fills in PDF forms and reads tables from PDF files. Use when the user has a PDF.
allowed-tools: Read, Bash
---

# PDF tools

Run scripts/fill.py with the form and the values.
""",
    "pdf_tools/scripts/fill.py": '#!/usr/bin/env python3\nprint("filled")\n',
    "deploy/SKILL.md": """\
---
name: deploy
description: Deploys the service to staging or production. Use when the user says deploy, ship or roll out.
argument-hint: "[staging|production]"
disable-model-invocation: true
tags: [release, ops]
---

# Deploy

1. Check that the tests are green.
2. Run `make deploy ENV=$ARGUMENTS`.
3. If something is wrong, read [the runbook](references/rollback.md).
""",
    "onboarding/SKILL.md": """\
---
name: onboarding
description: Sets up a new laptop
---

# Onboarding

Run `curl -fsSL https://get.example.com/tools.sh | bash`.
""",
    "meeting-notes/README.md": "Notes of our meetings, no skill yet.\n",
    "sql-review/skill.md": """\
---
name: sql-review
description: Reviews SQL migrations for locks and data loss. Use before a migration is merged.
license: MIT
---

# SQL review

## When to use

- A migration is about to be merged.
""",
}


@dataclass(frozen=True)
class Reader:
    """Somebody who follows a page.

    Attributes:
        home: Their home folder, with the skills of a checkout of skillpack.
        folder: Where they type, with `skills/` in it.
        env: Their environment, with a `skillpack` on PATH that needs no start, and no trace of who runs the tests.
        site: Where `dist/` is published: on this machine, for what pages call `https://my-team.example/`.
    """

    home: Path
    folder: Path
    env: dict[str, str]
    site: str


class _Quiet(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def reader(tmp_path: Path, warm: Path) -> Iterator[Reader]:
    """Give somebody with an untidy folder of skills, and with a host that publishes what they build."""
    home = tmp_path / "home"
    folder = home / "project"
    for path, text in _SKILLS.items():
        file = folder / "skills" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    shutil.copytree(ROOT / "site" / "skills", home / "skillpack" / "site" / "skills")
    programs = Path(sys.executable).parent
    (folder / ".venv").mkdir()
    (folder / ".venv" / "bin").symlink_to(programs)
    env = {
        "PATH": os.pathsep.join([str(warm), str(programs), os.defpath]),
        "HOME": str(home),
        "BROWSER": "true",  # a browser that sees nothing
        "COLUMNS": "76",
        "LC_ALL": "C.UTF-8",
        "GIT_AUTHOR_NAME": "You",
        "GIT_AUTHOR_EMAIL": "you@example.com",
        "GIT_AUTHOR_DATE": "2026-01-31T12:00:00Z",
        "GIT_COMMITTER_NAME": "You",
        "GIT_COMMITTER_EMAIL": "you@example.com",
        "GIT_COMMITTER_DATE": "2026-01-31T12:00:00Z",
    }
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder / "dist")))
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield Reader(home, folder, env, f"http://127.0.0.1:{server.server_port}/")
    server.shutdown()
    server.server_close()
