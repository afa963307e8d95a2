"""skillpack doctor: how the skills on this machine are."""

import importlib.util
import json
import socket
from pathlib import Path
from types import ModuleType

import pytest

_MOST_LINES = 25


@pytest.fixture(scope="module")
def homes() -> ModuleType:
    spec = importlib.util.spec_from_file_location("homes", Path(__file__).parents[1] / "homes.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli) -> Path:  # noqa: ARG001 it changes the folder first
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path / "home")
    return tmp_path / "home"


@pytest.fixture
def busy(home: Path, homes: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a project of a home with sixty skills in two agents."""
    monkeypatch.setenv("SLASH_COMMAND_TOOL_CHAR_BUDGET", "14000")
    monkeypatch.chdir(homes.busy(home))
    return home


def seen(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.lstat().st_mtime_ns, path.lstat().st_mode) for path in sorted(folder.rglob("*"))}


@pytest.mark.usefixtures("busy")
def test_a_few_lines_say_it_all(cli, snapshot) -> None:
    ran = cli("doctor", "--offline")

    assert (ran.status, ran.err) == (0, "")
    assert ran.out == snapshot
    assert len(ran.out.splitlines()) <= _MOST_LINES


def test_nothing_is_changed_and_nobody_is_asked(cli, busy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    before = seen(busy)

    assert cli("doctor", "--offline").status == 0
    assert seen(busy) == before


@pytest.mark.usefixtures("busy")
def test_colours_are_for_terminals(cli, monkeypatch: pytest.MonkeyPatch, snapshot) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "72")

    assert cli("doctor", "--offline", "--agent", "claude-code").out == snapshot


@pytest.mark.usefixtures("busy")
def test_strict_fails_where_something_is_wrong(cli) -> None:
    assert cli("doctor", "--offline", "--exit-code").status == 1
    assert cli("doctor", "--offline", "--strict", "--agent", "codex").status == 0


@pytest.mark.usefixtures("busy")
def test_json_says_all_of_it(cli) -> None:
    found = json.loads(cli("doctor", "--offline", "--json").out)

    assert (found["version"], found["healthy"]) == (2, False)
    assert sum(each["skills"] for each in found["folders"]) > 60
    kinds = {each["kind"]: each for each in found["complaints"]}
    assert {"hides", "broken", "needs", "budget", "different", "dead-links", "not-ours"} < set(kinds)
    assert kinds["needs"]["items"] == ["captions (no-such-program)"]


@pytest.mark.usefixtures("busy")
def test_every_command_that_helps_can_be_run(cli, home: Path) -> None:
    commands = [
        each["command"]
        for each in json.loads(cli("doctor", "--offline", "--json").out)["complaints"]
        if each["command"]
    ]

    assert len(commands) == 6
    for command in commands:
        words = [word.replace("~", str(home)) for word in str(command).split()]
        assert words[0] == "skillpack"
        assert cli(*words[1:], *(["--dry-run"] if words[1] == "adopt" else [])).status in {0, 1}, command


@pytest.mark.usefixtures("home")
def test_where_nothing_is_it_says_so(cli) -> None:
    assert cli("doctor", "--offline").out == (
        "no agent's skill folder found; `skillpack doctor --agents` lists where agents look\n"
    )


def test_where_all_is_well_no_word_praises(cli, home: Path, homes: ModuleType) -> None:
    homes.place(home / ".claude" / "skills", "letters")

    assert cli("doctor", "--offline").out.splitlines()[-1].endswith(" 1 skill  all by skillpack")
    assert cli("doctor", "--offline", "--strict").status == 0


@pytest.mark.usefixtures("home")
def test_the_agents_that_are_known_are_listed(cli) -> None:
    out = cli("doctor", "--offline", "--agents").out

    assert "claude-code" in out
    assert "~/.claude/skills" in out
    assert {"agent": "eve", "name": "Eve", "project": "agent/skills", "global": ""} in json.loads(
        cli("doctor", "--offline", "--agents", "--json").out
    )


def complaints(cli) -> dict[str, dict[str, object]]:
    return {each["kind"]: each for each in json.loads(cli("doctor", "--offline", "--json").out)["complaints"]}


def test_state_in_a_root_is_told(cli, home: Path, homes: ModuleType) -> None:
    root = home / ".claude" / "skills"
    (root / ".skillpack" / "staging").mkdir(parents=True)
    homes.place(root, "letters")

    assert "separate file system" in complaints(cli)["inside"]["text"]


def test_a_receipt_that_is_none_is_told_with_what_helps(cli, home: Path, homes: ModuleType) -> None:
    folder = homes.place(home / ".claude" / "skills", "letters")
    (folder / ".skillpack.json").write_bytes(b"{")

    found = complaints(cli)["spoiled"]
    assert found["command"] == "skillpack adopt letters --force --agent claude-code --global"
    assert cli(*str(found["command"]).split()[1:], "--yes").status == 0
    assert "spoiled" not in complaints(cli)


def test_a_link_out_of_a_project_is_looked_through_and_told(
    cli, home: Path, homes: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    homes.write(home / "mine", "letters")
    (home / "work" / ".claude").mkdir(parents=True)
    (home / "work" / ".claude" / "skills").symlink_to("../../mine")
    monkeypatch.chdir(home / "work")

    assert complaints(cli)["leaves"]["text"] == ".claude/skills is a link out of the project, to ~/mine"
    assert [each["skills"] for each in json.loads(cli("doctor", "--offline", "--json").out)["folders"]] == [1]
    assert cli("adopt", "--all", "--yes").status == 2
    assert not (home / "mine" / "letters" / ".skillpack.json").exists()


def test_a_hostile_name_commands_no_terminal(cli, home: Path, homes: ModuleType) -> None:
    homes.write(home / ".claude" / "skills", "a\x1b[31mb")
    homes.write(home / ".claude" / "skills", "x::error")

    out = cli("doctor", "--offline").out

    assert "\x1b" not in out
    assert "<U+001B>" in out


def test_an_agent_that_is_unknown_is_a_usage_error(cli) -> None:
    ran = cli("doctor", "--offline", "--agent", "claud")

    assert (ran.status, ran.err.splitlines()[-1]) == (2, "hint: did you mean `claude-code`?")
