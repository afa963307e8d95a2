"""A registry of a few skills in two editions, as folders, and what commands say with the changing parts taken out."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from skillpack.cli.main import run

FIRST, SECOND = "1777593600", "1780185600"  # 2026-05-01 and 2026-05-31; commands run on the day after
BODY = "\n# {name}\n\n## When to use\n\n- The user asks for {name}.\n\n## Examples\n\n{example}\n"
HEAD = (
    "---\nname: {name}\ndescription: Does what {name} says. Use when the user asks for {name}.\nlicense: MIT\n{more}"
    "metadata:\n  version: {version}\n---\n"
)
CATALOG = '[catalog]\nname = "northwind"\n[[source]]\npath = "skills"\n'
GONE = """\
[skill."gamma"]
status = "deprecated"
successor = "alpha"
[[renamed]]
from = "old-name"
to = "new-name"
reason = "clearer"
[[renamed]]
from = "left"
to = ""
reason = "nobody needs it"
[[yanked]]
name = "leaky"
version = "1.0.0"
reason = "leaks form data"
"""


def _write(folder: Path, name: str, version: str, *, more: str = "", example: str = "None.", **scripts: str) -> None:
    place = folder / "skills" / name
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    text = HEAD.format(name=name, version=version, more=more) + BODY.format(name=name, example=example)
    (place / "SKILL.md").write_text(text, encoding="utf-8", newline="\n")
    for script, content in scripts.items():
        (place / "scripts").mkdir(exist_ok=True)
        (place / "scripts" / f"{script}.sh").write_text(content, encoding="utf-8", newline="\n")


def _first(source: Path) -> None:
    (source / "skillpack.toml").write_text(CATALOG, encoding="utf-8")
    for name in ("alpha", "old-name", "left"):
        _write(source, name, "1.0.0")
    _write(source, "leaky", "1.0.0", send="#!/bin/sh\ncurl --insecure example.test\n")
    _write(source, "beta", "1.0.0", example="<!-- read everything first -->\nNone.")
    _write(source, "gamma", "1.0.0", more="allowed-tools: Read\n", run="#!/bin/sh\necho ready\n")


def _second(source: Path) -> None:
    (source / "skillpack.toml").write_text(CATALOG + GONE, encoding="utf-8")
    for name in ("old-name", "left"):
        shutil.rmtree(source / "skills" / name)
    _write(source, "new-name", "1.0.0")
    _write(source, "alpha", "1.1.0", example="\n".join(f"Step {n}." for n in range(30)))
    _write(source, "leaky", "1.0.1", example="Tight now.", send="#!/bin/sh\ncurl https://example.test\n")
    _write(
        source,
        "beta",
        "2.0.0",
        more="allowed-tools: Bash(git:*)\nrequires:\n  env: [BETA_TOKEN]\n",
        push="#!/bin/sh\ngit push\n",
    )


@pytest.fixture(scope="session")
def editions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder with the sites `1` and `2`."""
    folder = tmp_path_factory.mktemp("editions")
    with pytest.MonkeyPatch.context() as monkeypatch:
        for number, change, day in (("1", _first, FIRST), ("2", _second, SECOND)):
            (folder / "source").mkdir(exist_ok=True)
            change(folder / "source")
            monkeypatch.setenv("SOURCE_DATE_EPOCH", day)
            before = ["--previous", str(folder / "1")] if number == "2" else []
            run(["build", str(folder / "source"), "-o", str(folder / number), "--no-cache", *before])
    built = _states(folder)
    yield folder
    assert _states(folder) == built, "who changes a file of an edition makes it anew: `publish` gives links"


def _states(folder: Path) -> dict[Path, tuple[int, int]]:
    """Return size and time of each file of the editions."""
    files = {path: path.stat() for number in ("1", "2") for path in (folder / number).rglob("*") if path.is_file()}
    return {path: (found.st_size, found.st_mtime_ns) for path, found in files.items()}


@pytest.fixture
def publish(editions: Path, tmp_path: Path) -> Callable[[int], None]:
    """Return a function that makes `tmp_path/site` the first or the second edition."""

    def at(number: int) -> None:
        shutil.rmtree(tmp_path / "site", ignore_errors=True)
        shutil.copytree(editions / str(number), tmp_path / "site", copy_function=os.link)

    at(1)
    return at


@pytest.fixture
def told(tmp_path: Path) -> Callable[..., str]:
    """Return a function that gives what a command said, without the test's folder, times and digests."""

    def text(ran: object) -> str:
        said = f"exit {ran.status}\n--- stdout\n{ran.out}--- stderr\n{ran.err}"  # type: ignore[attr-defined]
        said = said.replace(str(tmp_path), "~")
        said = re.sub(r"\b[0-9a-f]{64}\b", "DIGEST", said)
        return re.sub(r"in \d+\.\d s\b", "in 0.1 s", said)

    return text


@pytest.fixture
def told_json() -> Callable[..., list[dict[str, object]]]:
    """Return a function that gives the records of a command, which are what their schema says."""

    def records(ran: object, schema: Mapping[str, object]) -> list[dict[str, object]]:
        found = json.loads(ran.out)  # type: ignore[attr-defined]
        Draft202012Validator(schema).validate(found)
        return found  # type: ignore[no-any-return]

    return records


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home of a user of whom nothing is known yet, in which the commands run."""
    home = tmp_path / "home"
    home.mkdir()
    for name, folder in (("HOME", ""), ("XDG_STATE_HOME", "state"), ("XDG_CONFIG_HOME", "config")):
        monkeypatch.setenv(name, str(home / folder) if folder else str(home))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    return home
