"""The folders of skills on a machine, and who reads them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from skillpack import resources
from skillpack.install.agent_folders import AgentFolder, find_folders, find_project, is_present
from skillpack.model.agent import Agent

AGENTS = resources.agents()


def agent(name: str) -> Agent:
    return next(each for each in AGENTS if each.name == name)


def found(
    home: Path, project: Path | None = None, env: Mapping[str, str] | None = None, named: Sequence[str] = ()
) -> list[AgentFolder]:
    return list(find_folders(AGENTS, project, home, env or {}, named=[agent(name) for name in named]))


def test_agents_that_share_a_folder_give_one(tmp_path: Path) -> None:
    project = tmp_path / "work"
    (project / ".agents" / "skills").mkdir(parents=True)

    (folder,) = found(tmp_path, project)

    assert len(folder.agents) > 10
    assert [each.name for each in folder.agents[:3]] == ["codex", "gemini-cli", "github-copilot"]
    assert (folder.flags, folder.workspace, folder.everywhere) == ("--agent codex", project, False)


def test_who_is_on_this_machine_is_named_first(tmp_path: Path) -> None:
    project = tmp_path / "work"
    (project / ".agents" / "skills").mkdir(parents=True)
    (tmp_path / ".kilo").mkdir()

    assert found(tmp_path, project)[0].flags == "--agent kilo"


def test_the_projects_come_first_and_metis_is_one_of_them(tmp_path: Path) -> None:
    project = tmp_path / "work"
    for folder in (project / ".metis", tmp_path / ".metis", tmp_path / ".claude"):
        (folder / "skills").mkdir(parents=True)

    assert [each.flags for each in found(tmp_path, project)] == [
        "--workspace",
        "--agent claude-code --global",
        "--global",
    ]


def test_a_folder_may_be_set(tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "skills").mkdir(parents=True)
    env = {"CLAUDE_CONFIG_DIR": str(tmp_path / "elsewhere")}

    assert [each.target.root.folder for each in found(tmp_path, None, env)] == [str(tmp_path / "elsewhere" / "skills")]
    assert found(tmp_path) == []


def test_a_folder_with_an_ordinary_name_is_an_agents_where_the_agent_is_here(tmp_path: Path) -> None:
    project = tmp_path / "work"
    (project / "skills").mkdir(parents=True)
    assert found(tmp_path, project) == []
    assert [each.flags for each in found(tmp_path, project, named=["openclaw"])] == ["--agent openclaw"]
    (tmp_path / ".openclaw").mkdir()

    assert [each.flags for each in found(tmp_path, project)] == ["--agent openclaw"]


def test_one_agent_may_be_meant(tmp_path: Path) -> None:
    project = tmp_path / "work"
    for folder in (".agents", ".claude"):
        (project / folder / "skills").mkdir(parents=True)

    assert [each.flags for each in found(tmp_path, project, named=["cursor"])] == ["--agent cursor"]


def test_a_link_out_of_the_project_is_told(tmp_path: Path) -> None:
    project = tmp_path / "work"
    (tmp_path / "mine").mkdir()
    (project / ".claude").mkdir(parents=True)
    (project / ".claude" / "skills").symlink_to(tmp_path / "mine")

    (folder,) = found(tmp_path, project)

    assert folder.leaves
    assert folder.flags == f"--root {project}/.claude/skills"


@pytest.mark.parametrize("mark", [".git", ".metis", ".claude/skills", ".agents/skills"])
def test_a_project_is_the_nearest_folder_with_something_of_one(tmp_path: Path, mark: str) -> None:
    (tmp_path / "home" / "work" / mark).mkdir(parents=True)
    (tmp_path / "home" / "work" / "a" / "b").mkdir(parents=True)

    assert find_project(tmp_path / "home" / "work" / "a" / "b", tmp_path / "home", AGENTS) == tmp_path / "home" / "work"


def test_a_home_is_no_project(tmp_path: Path) -> None:
    (tmp_path / ".claude" / "skills").mkdir(parents=True)
    (tmp_path / "work").mkdir()

    assert find_project(tmp_path / "work", tmp_path, AGENTS) is None
    assert find_project(tmp_path, tmp_path, AGENTS) is None


def test_an_agent_is_present_by_a_folder_that_it_shares_with_none(tmp_path: Path) -> None:
    (tmp_path / ".agents").mkdir()
    (tmp_path / ".claude").mkdir()

    assert is_present(agent("claude-code"), AGENTS, tmp_path, {})
    assert not is_present(agent("codex"), AGENTS, tmp_path, {})
    assert not is_present(agent("eve"), AGENTS, tmp_path, {})
