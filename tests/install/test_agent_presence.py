"""Which folders of agents are here, and which hold something of ours."""

from pathlib import Path

import pytest

from skillpack.errors import OutputError, UsageError
from skillpack.install.agent_folders import distinct, every_target, holds_ours, present_agents
from skillpack.install.root.root import find_root
from skillpack.install.targets import folder_target, worded_target
from skillpack.model.agent import Agent

CLAUDE = Agent("claude-code", "Claude Code", ".claude/skills", "$CLAUDE_CONFIG_DIR|~/.claude/skills")
CODEX = Agent("codex", "Codex", ".agents/skills", "~/.codex/skills")
CLINE = Agent("cline", "Cline", ".agents/skills", None)
AGENTS = (CLAUDE, CODEX, CLINE)


def test_agents_are_known_by_the_folder_of_their_settings(tmp_path: Path) -> None:
    (tmp_path / ".codex").mkdir()
    (tmp_path / "elsewhere").mkdir()

    assert present_agents(AGENTS, tmp_path, {}) == (CODEX,)
    assert present_agents(AGENTS, tmp_path, {"CLAUDE_CONFIG_DIR": str(tmp_path / "elsewhere")}) == (CLAUDE, CODEX)


def test_a_folder_that_agents_share_tells_of_none_of_them(tmp_path: Path) -> None:
    one, two = (Agent(name, name, ".agents/skills", "~/.agents/skills") for name in ("one", "two"))
    told = Agent("told", "Told", ".agents/skills", "~/.agents/skills", settings="$TOLD_HOME|~/.told")
    (tmp_path / ".agents").mkdir()
    (tmp_path / "elsewhere").mkdir()

    assert present_agents((one, two, told), tmp_path, {}) == ()
    assert present_agents((one, two, told), tmp_path, {"TOLD_HOME": str(tmp_path / "elsewhere")}) == (told,)
    (tmp_path / ".told").mkdir()
    assert present_agents((one, two, told), tmp_path, {}) == (told,)


def test_roots_come_once_and_the_workspace_first(tmp_path: Path) -> None:
    found = distinct(every_target(AGENTS, tmp_path / "work", tmp_path, {}))

    assert [Path(each.root.folder).relative_to(tmp_path.resolve()).as_posix() for each in found] == [
        "work/.metis/skills",
        "work/.claude/skills",
        "work/.agents/skills",
        ".metis/skills",
        ".claude/skills",
        ".codex/skills",
    ]


def test_a_link_out_of_the_workspace_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work/.claude").symlink_to(tmp_path)
    titles = [each.title for each in every_target((CLAUDE,), tmp_path / "work", tmp_path, {})]

    assert titles == [f"Metis, {tmp_path / 'work'}", "Metis, global", "Claude Code, global"]


def test_a_root_is_known_by_our_state_or_its_lock_file(tmp_path: Path) -> None:
    root = find_root(tmp_path / "skills")
    (tmp_path / "skills").mkdir()

    assert not holds_ours(root)
    root.lock_file.write_text("{}")
    assert holds_ours(root)
    root.lock_file.unlink()
    Path(root.state).mkdir(parents=True)
    assert holds_ours(root)


@pytest.mark.parametrize(
    ("word", "folder"),
    [
        ("global", ".metis/skills"),
        ("workspace", "work/.metis/skills"),
        ("claude-code", "work/.claude/skills"),
        ("claude-code:global", ".claude/skills"),
        ("~/mine/skills", "mine/skills"),
    ],
)
def test_words_mean_roots(tmp_path: Path, word: str, folder: str) -> None:
    target = worded_target(word, AGENTS, tmp_path / "work", tmp_path, {})

    assert target.root == folder_target(tmp_path / folder).root


@pytest.mark.parametrize("word", ["clade-code", "claude-code:project", "cline:global", ""])
def test_words_that_mean_nothing(tmp_path: Path, word: str) -> None:
    with pytest.raises(UsageError):
        worded_target(word, AGENTS, tmp_path / "work", tmp_path, {})


def test_a_word_does_not_lead_out_of_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work/.claude").symlink_to(tmp_path)

    with pytest.raises(OutputError):
        worded_target("claude-code", AGENTS, tmp_path / "work", tmp_path, {})
