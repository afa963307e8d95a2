import os
from pathlib import Path

import pytest

from skillpack.errors import FetchError
from skillpack.sources.git.program import Git
from skillpack.sources.git.server import GitServers
from skillpack.sources.http.timeouts import Timeouts


@pytest.fixture
def git(tmp_path: Path) -> Git:
    env, timeouts = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}, Timeouts(silence=5, whole=5)
    return Git(env, tmp_path / "git", timeouts, GitServers(env, timeouts, lambda _: ()))


def test_says_what_git_says(git: Git) -> None:
    result = git.run("hash-object", "--stdin", given=b"hello")
    assert (result.status, result.output, result.stderr) == (0, b"b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0\n", "")


def test_says_what_went_wrong(git: Git) -> None:
    result = git.run("no-such-command")
    assert result.status == 1
    assert "is not a git command" in result.stderr


def test_no_more_is_said_than_is_wanted(git: Git) -> None:
    with pytest.raises(FetchError, match="more than 10 bytes"):
        git.run("version", most=10)


def test_much_is_given_and_taken(git: Git, tmp_path: Path) -> None:
    git.run("init", "--bare", "--quiet", "--template=", str(tmp_path / "x"))
    content = os.urandom(1000)
    oid = git.run("hash-object", "-w", "--stdin", repository=tmp_path / "x", given=content).output
    result = git.run("cat-file", "--batch", repository=tmp_path / "x", given=oid * 5000)
    assert result.output.count(content) == 5000


def test_settings_that_cannot_be_read_are_none(git: Git, tmp_path: Path) -> None:
    (tmp_path / ".gitconfig").write_text("[broken")
    assert git.run("version").status == 0


def test_nothing_is_read_where_the_command_stands(git: Git, tmp_path: Path, monkeypatch) -> None:
    (tmp_path / ".git").write_text("gitdir: /nowhere\n")
    monkeypatch.chdir(tmp_path)
    assert git.run("version").status == 0
