"""skillpack reload: a workspace's skills as ash loads them, and what changed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.runtime.registry import SkillRegistry

Put = Callable[[str, str], None]
SKILL = "---\ndescription: Does it.\n---\n\nDo it.\n"


@pytest.fixture
def put(tmp_path: Path) -> Put:
    def written(path: str, text: str = SKILL) -> None:
        file = tmp_path / "skills" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    return written


def needing(what: str) -> str:
    return SKILL.replace("---\n\n", f"requires:\n  {what}\n---\n\n")


@pytest.mark.demand("A5", "A15")
def test_the_first_time_says_how_many_are_available(cli, put, tmp_path: Path) -> None:
    put("folder/SKILL.md")
    put("flat.md")
    put("mapping.yaml", "description: Does it.\ninstructions: Do it.\n")
    put("elsewhere.md", needing("os: [plan9]"))
    ran = cli("reload")

    assert (ran.status, ran.out) == (0, "Loaded 3 available skills\n")
    assert ran.err == f"skills: {tmp_path / 'skills'}\n"


@pytest.mark.demand("A5", "M49")
def test_later_times_say_what_changed(cli, put, tmp_path: Path, monkeypatch) -> None:
    for name in ("same", "edited", "gone"):
        put(f"{name}/SKILL.md")
    put("token.md", needing("env: [OUR_TOKEN]"))
    cli("reload")
    (tmp_path / "skills/gone/SKILL.md").unlink()
    put("edited/SKILL.md", SKILL.replace("Do it.", "Do more."))
    put("new.md", needing("bins: [no-such-program]"))
    monkeypatch.setenv("OUR_TOKEN", "1")
    dry, ran, again = cli("reload", "--dry-run"), cli("reload"), cli("reload")

    assert ran.out == dry.out
    assert ran.out.splitlines() == [
        "changed      edited",
        "removed      gone",
        "added        new (Requires binary: no-such-program)",
        "available    token",
        "Loaded 3 available skills",
    ]
    assert again.out == "Loaded 3 available skills\n"


def test_what_cannot_be_loaded_is_said_once_and_fit_for_a_terminal(cli, put, tmp_path: Path) -> None:
    put("a/SKILL.md", "no front matter\n")
    put("b\x1b[31m.md", "none\n")
    ran = cli("reload")

    reason = "No YAML frontmatter found (must start with ---)"
    assert ran.err.splitlines()[1] == f"warning: Failed to load skill from {tmp_path / 'skills/a/SKILL.md'}: {reason}"
    assert "<U+001B>[31m.md" in ran.err
    assert ran.err.count(reason) == 2
    assert (ran.status, ran.out) == (0, "Loaded 0 available skills\n")


def test_json_holds_the_same(cli, put) -> None:
    put("a.md")
    cli("reload")
    put("b.md", needing("bins: [no-such-program]"))

    assert json.loads(cli("reload", "--json").out) == {
        "available": 1,
        "registered": 2,
        "changes": [{"kind": "added", "name": "b", "lacks": "Requires binary: no-such-program"}],
    }


@pytest.mark.demand("A9")
def test_variables_of_a_host_count_and_are_never_shown(cli, put, tmp_path: Path) -> None:
    put("a.md", needing("env: [HOST_TOKEN]"))
    (tmp_path / "config.toml").write_text('[env]\nHOST_TOKEN = "hidden-value"\n')
    ran = cli("reload", "--config", "config.toml")

    assert ran.out == "Loaded 1 available skills\n"
    assert not [file for file in (tmp_path / ".cache").rglob("*.json") if "hidden-value" in file.read_text()]
    assert "hidden-value" not in ran.err


def test_a_workspace_without_skills_is_refused(cli, tmp_path: Path) -> None:
    ran = cli("reload", tmp_path)

    assert ran.status == 2
    assert ran.err == f"error: no folder `{tmp_path / 'skills'}`\nhint: name the folder that holds `skills`\n"


@pytest.mark.demand("A5", "B11")
@pytest.mark.parametrize("path", ["skills", "skills/a", "skills/a/SKILL.md", "skills/flat.md", "skills/flat.yaml"])
def test_validate_answers_for_a_file_and_a_folder(cli, put, path: str) -> None:
    put("a/SKILL.md")
    put("flat.md")
    put("flat.yaml", "description: Does it.\ninstructions: Do it.\n")

    good = cli("validate", "--profile", "ash", "--quiet", path)
    assert (good.status, good.out) == (0, "1 skill checked\n")
    put("a/SKILL.md", "---\nname: a\n---\nDo it.\n")
    put("flat.md", "---\nname: a\n---\nDo it.\n")
    put("flat.yaml", "instructions: Do it.\n")
    bad = cli("validate", "--profile", "ash", path)
    assert bad.status == 1
    assert "DS001" in bad.out


@pytest.mark.demand("A5")
def test_init_makes_a_skill_where_reload_finds_it(cli, put, tmp_path: Path) -> None:
    put("a.md")
    cli("reload")
    ran = cli("init", "greeting", "--description", "Greet the user warmly", "--resources", "scripts,references,assets")

    assert ran.status == 0
    assert {path.name for path in (tmp_path / "skills/greeting").iterdir()} == {
        *("SKILL.md", "scripts", "references", "assets")
    }
    assert cli("reload").out.splitlines()[0] == "added        greeting"


DARWIN_ONLY = """\
---
description: macOS-only skill
requires:
  os:
    - darwin
---

This skill only works on macOS.
"""
SUMMARIZE = """\
---
description: Summarize text or documents concisely
required_tools:
  - bash
---

You are a summarization assistant. Create clear, concise summaries.
"""


@pytest.mark.demand("A2", "A3", "A5", "A14")
def test_the_scenario_as_it_is_typed_in_an_empty_workspace(cli, put, monkeypatch) -> None:
    monkeypatch.setattr("platform.system", lambda: "Linux")
    monkeypatch.setenv("COLUMNS", "80")
    made = cli("init", "greeting", "--description", "Greet the user warmly")
    assert made.out == "wrote    skills/greeting/SKILL.md\n"
    assert cli("validate", "skills/greeting/SKILL.md").status == 0
    assert [line.split()[0] for line in cli("list").out.splitlines()] == ["name", "greeting"]
    put("darwin-only/SKILL.md", DARWIN_ONLY)
    put("summarize/SKILL.md", SUMMARIZE)

    listed, everything = cli("list"), cli("list", "--all")

    assert [line.split()[0] for line in listed.out.splitlines()] == ["name", "greeting", "summarize"]
    assert "(no `name`: not every host loads it)" in listed.out
    assert listed.err.splitlines()[-1] == (
        "2 of 3 skills; left out: 1 that needs what this machine lacks; --all shows them"
    )
    assert "(Requires OS: darwin (current: linux))" in everything.out
    assert cli("reload").out == "Loaded 2 available skills\n"
    assert "- **summarize**: " in cli("prompt", "--format", "ash").out
    assert "darwin-only" not in cli("prompt", "--format", "ash").out
    assert cli("load", "summarize", "--dialect", "ash").status == 0
    assert cli("load", "summarize").err.endswith("; it loads with `--dialect` `instructor`, `ash`\n")


@pytest.mark.demand("A5")
def test_a_skill_without_a_name_stays_withheld_from_a_catalog(cli, put, tmp_path: Path) -> None:
    put("summarize/SKILL.md", SUMMARIZE)
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n')

    assert "summarize" not in cli("list").out
    assert "1 withheld" in cli("list").err


@pytest.mark.demand("A14")
def test_the_scenario_of_the_specification(cli, put, tmp_path: Path, caplog) -> None:
    put("flat.md")
    assert cli("init", "greeting", "--description", "Greet the user warmly").status == 0
    assert cli("validate", "--profile", "ash", "skills/greeting/SKILL.md").status == 0
    put("mapping.yaml", "description: Does it.\ninstructions: Do it.\n")
    put("broken/SKILL.md", "---\ndescription: a: b\n---\nDo it.\n")
    put("elsewhere/SKILL.md", needing("os: [plan9]"))

    listed, everything = cli("list"), cli("list", "--all")
    assert "greeting" in listed.out
    assert "elsewhere" not in listed.out
    assert "elsewhere" in everything.out
    registry = SkillRegistry()
    registry.discover(tmp_path)
    assert registry.list_names() == ["elsewhere", "flat", "greeting", "mapping"]
    assert [skill.name for skill in registry] == ["flat", "greeting", "mapping"]
    assert (
        f"- **greeting**: Greet the user warmly\n  File: {tmp_path}/skills/greeting/SKILL.md" in registry.index().text
    )
    assert "elsewhere" not in registry.index().text
    assert caplog.messages[0].startswith(f"Failed to load skill from {tmp_path}/skills/broken/SKILL.md: ")
    assert cli("reload").out == "Loaded 3 available skills\n"
