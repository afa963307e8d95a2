"""Names with line breaks and other controls: findings, never a line of their own in what is said."""

import json
import re
from pathlib import Path

import pytest

from skillpack.cli.main import run

INJECTED = "\n::error::injected"
MARKS = ("\\n::error::injected", "\\r", "\\e[31m", "\\0", "\\x7f", "\\x85", "\\u2028", "\\u202e")
TEXT = (
    "---\nname: {0}\ndescription: Makes reports. Use when the user asks for reports.\nlicense: MIT\n---\n\n# Reports\n"
)
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202e]")
COMMAND = re.compile(r"\s*::(?!(?:error|warning|notice) file=)")


@pytest.fixture(autouse=True)
def _skills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names with controls inside and at the edge, in the front matter, of folders, and of a file."""
    folder = tmp_path / "skills"
    names = {f"inside-{number}": f'"a{mark}b"' for number, mark in enumerate(MARKS)}
    names |= {"edge": '"edge\\n"', f"folder{INJECTED}": "fine", f"both{INJECTED}": '"both\\n::error::injected"'}
    names |= {f"none{INJECTED}": "", "good": "good", f"red\x1b[31m{INJECTED}": "red"}
    for name, written in names.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "SKILL.md").write_text(TEXT.format(written))
    (folder / f"flat{INJECTED}.md").write_text(TEXT.format("flat"))
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\nformats = ["folder", "markdown"]\n')
    monkeypatch.chdir(tmp_path)


def _broken(text: str) -> list[str]:
    return [line for line in text.split("\n") if CONTROL.search(line) or COMMAND.match(line)]


@pytest.mark.parametrize("form", ["full", "concise", "json", "github", "gitlab", "sarif", "junit", "checklist"])
def test_no_report_of_a_check_breaks_a_line(capsys: pytest.CaptureFixture[str], form: str) -> None:
    assert run(["check", "--format", form]) == 1
    said = capsys.readouterr()
    assert _broken(said.out + said.err) == []
    if form == "github":
        assert all(line.startswith("::") for line in said.out.splitlines())


@pytest.mark.parametrize(
    "arguments",
    [
        ["build", "-o", "out", "--no-cache"],
        ["check", "--fix", "--unsafe-fixes", "--diff"],
        ["list"],
        ["list", "--json"],
        ["prompt"],
        ["prompt", "--format", "metis"],
        ["select"],
        ["select", "--json"],
        ["search", "reports"],
        ["pack", "skills", "-o", "packed"],
        ["pack", "skills/inside-0", "-o", "packed"],
        ["show", "skills/inside-0"],
        ["diff", "skills/inside-0", "skills/good"],
        ["to-prompt", f"skills/none{INJECTED}"],
        ["install", "./skills/inside-0", "--yes", "--root", "installed"],
        ["init", f"name{INJECTED}"],
        ["check", f"gone{INJECTED}"],
        ["check", f"--gone{INJECTED}"],
        ["explain", f"XX{INJECTED}"],
    ],
)
def test_no_command_breaks_a_line(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert run(arguments) in {0, 1, 2, 3}
    said = capsys.readouterr()
    assert _broken(said.out + said.err) == []


def test_a_build_takes_such_a_name_for_none(tmp_path: Path) -> None:
    assert run(["build", "-o", "out", "--no-cache"]) == 1

    listed = json.loads((tmp_path / "out/catalog.json").read_text())["skills"]
    assert sorted(entry["name"] for entry in listed) == ["edge", "fine", "flat", "good", "red"]
    assert [path for path in (tmp_path / "out").rglob("*") if not path.name.isprintable()] == []
