"""skillpack install --agent all: into the folders of every agent that is found on this machine."""

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("at_home", "publish")
INSTALL = ("install", "alpha", "--registry", "site", "--yes", "--agent", "all")


@pytest.fixture
def used(at_home: Path) -> None:
    """Make the folders of settings of two agents in the user's home."""
    for folder in (".claude", ".codex"):
        (at_home / folder).mkdir()


@pytest.mark.usefixtures("used")
def test_every_agent_that_is_found_gets_it_and_is_named(cli, tmp_path: Path) -> None:
    ran = cli(*INSTALL, "--global")
    found = sorted(
        path.relative_to(tmp_path / "home").as_posix() for path in (tmp_path / "home").glob("*/skills/*/SKILL.md")
    )

    assert (ran.status, found) == (0, [".agents/skills/alpha/SKILL.md", ".claude/skills/alpha/SKILL.md"])
    assert "found on this machine: Claude Code, Codex\n" in ran.err


@pytest.mark.usefixtures("used")
def test_without_a_flag_it_goes_into_the_folders_of_the_project(cli, tmp_path: Path) -> None:
    rows = json.loads(cli(*INSTALL, "--json").out)

    assert {Path(row["path"]).relative_to(tmp_path).as_posix() for row in rows} == {
        ".claude/skills/alpha",
        ".agents/skills/alpha",
    }
    assert all(row["done"] for row in rows)


@pytest.mark.usefixtures("used")
def test_it_is_taken_out_of_all_of_them(cli, tmp_path: Path) -> None:
    cli(*INSTALL, "--global")

    assert cli("uninstall", "alpha", "--agent", "all", "--global", "--yes").status == 0
    assert not list((tmp_path / "home").glob("*/skills/alpha/SKILL.md"))


def test_without_any_agent_it_is_an_error(cli) -> None:
    ran = cli(*INSTALL)

    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "error: no agent found on this machine\n"
        "hint: `--agent NAME` names one; `skillpack doctor --agents` lists all known agents\n"
    )
