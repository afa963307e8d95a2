"""skillpack list: what is there."""

import json
from pathlib import Path

import pytest


@pytest.mark.usefixtures("rich")
def test_skills_take_a_line_each(cli, snapshot) -> None:
    ran = cli("list", "--all")

    assert (ran.status, ran.err) == (0, f"catalog: {Path.cwd() / 'skills'}\n")
    assert ran.out == snapshot


@pytest.mark.usefixtures("rich")
def test_what_this_machine_cannot_use_is_left_out_and_counted(cli) -> None:
    ran = cli("list")

    assert "pdf-tools" not in ran.out
    assert ran.err.splitlines()[-1] == "1 more needs what this machine lacks; --all shows them"


@pytest.mark.usefixtures("rich")
def test_json_says_why(cli) -> None:
    records = {record["name"]: record for record in json.loads(cli("list", "--all", "--json").out)}

    assert set(records) == {"pdf-tools", "release-notes", "triage"}
    assert not records["pdf-tools"]["available"]
    assert records["pdf-tools"]["lacks"].endswith(": no-such-program")
    assert records["triage"]["available"]
    assert records["pdf-tools"]["path"] == "pdf_tools/SKILL.md"
    assert records["triage"]["withheld"]
    assert not records["release-notes"]["withheld"]


def test_another_catalog_may_be_named(cli, write_skill, tmp_path: Path) -> None:
    write_skill("alpha", root="there")
    ran = cli("list", "--catalog", tmp_path / "there")

    assert "alpha" in ran.out
    assert ran.err == f"catalog: {tmp_path / 'there'}\n"


def test_no_catalog_is_a_usage_error(cli) -> None:
    ran = cli("list")

    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: no skills in `.`\nhint: looked for ")


def test_what_would_command_a_terminal_is_spelled_out(cli, write_skill) -> None:
    folder = write_skill("alpha")
    (folder / "SKILL.md").write_text('---\nname: alpha\ndescription: "\\e[31mred \\u202e turned"\n---\n')

    assert "<U+001B>[31mred <U+202E> turned" in cli("list").out


@pytest.mark.parametrize("width", ["40", "200"])
def test_lines_fit_the_terminal(cli, write_skill, monkeypatch, width: str) -> None:
    write_skill("alpha", description="word " * 100)
    monkeypatch.setenv("COLUMNS", width)

    assert max(map(len, cli("list").out.splitlines())) <= min(int(width), 120)
