"""skillpack mcp: what is printed, and what is refused; real clients try the server itself."""

import importlib.util
import json
import sys
import tomllib
from pathlib import Path

import pytest

from skillpack import machine, resources
from skillpack.cli.commands import mcp

SKILL = "---\nname: sort\ndescription: Sorts. Use when unsorted.\n---\n\nSort.\n"


@pytest.fixture
def on_path(monkeypatch) -> None:
    monkeypatch.setattr(mcp.shutil, "which", lambda _: "/usr/bin/skillpack")


@pytest.mark.parametrize("client", ["claude-code", "codex", "gemini", "cursor", "vscode", "opencode", "copilot"])
@pytest.mark.usefixtures("on_path")
def test_every_client_gets_its_own_form(cli, client: str, snapshot) -> None:
    ran = cli("mcp", "https://skills.example.com/", "--print-config", client)
    assert ran.status == 0
    assert f"{ran.out}\n{ran.err}" == snapshot


def test_every_known_client_is_tried() -> None:
    assert set(resources.mcp_clients()) == {"claude-code", "codex", "gemini", "cursor", "vscode", "opencode", "copilot"}


@pytest.mark.usefixtures("on_path")
def test_paths_are_absolute_and_options_are_kept(cli) -> None:
    Path("mine").mkdir()
    ran = cli(
        "mcp", "mine", "--dialect", "instructor", "--max-chars", "9000", "--policy", "local",
        "--allow", "git diff", "--ask-command", "llm prompt", "--print-config", "codex",
    )  # fmt: skip
    assert tomllib.loads(ran.out)["mcp_servers"]["skills"]["args"] == [
        "mcp", str(Path("mine").absolute()), "--dialect", "instructor", "--max-chars", "9000", "--policy", "local",
        "--allow", "git diff", "--ask-command", "llm prompt",
    ]  # fmt: skip


@pytest.mark.usefixtures("on_path")
def test_roots_of_installed_skills_are_named_as_they_were_typed(cli) -> None:
    ran = cli("mcp", "--agent", "claude-code", "--global", "--root", "r", "--print-config", "codex")
    words = tomllib.loads(ran.out)["mcp_servers"]["skills"]["args"]
    assert words == ["mcp", "--root", str(Path("r").absolute()), "--agent", "claude-code", "--global"]


def test_a_command_of_this_environment_alone_is_named_by_its_path(cli, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(mcp.shutil, "which", lambda _: None)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python3"))
    assert arguments(cli)[:3] == [str(tmp_path / "python3"), "-m", "skillpack"]
    (tmp_path / "skillpack").write_text("")
    assert arguments(cli)[:2] == [str(tmp_path / "skillpack"), "mcp"]


def arguments(cli) -> list[str]:
    server = json.loads(cli("mcp", "--print-config", "cursor").out)["mcpServers"]["skills"]
    return [server["command"], *server["args"]]


def test_without_the_package_it_is_said_how_to_get_it(cli, monkeypatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr("skillpack.cli.commands.mcp.find_spec", lambda name: None if name == "mcp" else found(name))
    monkeypatch.setattr(machine, "installed_from", lambda: '{"url": "file:///src/skillpack", "dir_info": {}}')
    ran = cli("mcp", "skills")
    assert ran.status == 2
    assert "from where you have it: `pip install '/src/skillpack[mcp]'`\n" in ran.err


def test_a_place_that_is_not_there_is_refused(cli) -> None:
    ran = cli("mcp", "nowhere")
    assert ran.status == 2
    assert "nowhere" in ran.err
