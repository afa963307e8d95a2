"""What git says of a folder."""

import subprocess
from pathlib import Path

import pytest

from skillpack.checkout import checkout_root, histories, history_files, remote, user_name
from skillpack.errors import SkillpackError
from skillpack.model.release import History


def git(folder: Path, *arguments: str, day: str = "2026-01-31") -> None:
    """Run git as somebody, on a day."""
    moment = f"{day}T12:00:00+00:00"
    who = {f"GIT_{role}_{what}": "a@b.example" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    when = {"GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment}
    command = ["git", "-C", str(folder), *arguments]
    subprocess.run(command, check=True, capture_output=True, env={"PATH": "/usr/bin:/bin", **who, **when})


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout without a commit."""
    git(tmp_path, "init", "--quiet")
    return tmp_path


def test_a_folder_in_no_checkout_has_no_history(tmp_path: Path) -> None:
    assert (histories(tmp_path), history_files(tmp_path)) == ({}, ())
    assert (checkout_root(tmp_path), remote(tmp_path)) == (None, "")


def test_nothing_was_committed_yet(checkout: Path) -> None:
    assert histories(checkout) == {}


def test_a_file_has_its_first_and_last_day(checkout: Path) -> None:
    (checkout / "skills").mkdir()
    for day in ("2026-01-31", "2026-03-01"):
        (checkout / "skills/ä b.md").write_text(day)
        git(checkout, "add", ".")
        git(checkout, "commit", "--quiet", "--message", day, day=day)
    assert checkout_root(checkout / "skills") == checkout.resolve()
    assert histories(checkout) == {"skills/ä b.md": History("2026-01-31", "2026-03-01")}
    assert all(file.is_relative_to(checkout.resolve() / ".git") for file in history_files(checkout))


def test_a_shallow_clone_has_no_whole_history(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    for day in ("2026-01-31", "2026-03-01"):
        git(checkout, "commit", "--quiet", "--allow-empty", "--message", day, day=day)
    clone = tmp_path_factory.mktemp("clone") / "shallow"
    git(checkout, "clone", "--quiet", "--depth=1", checkout.as_uri(), str(clone))
    with pytest.raises(SkillpackError, match="shallow clone"):
        histories(clone)


def test_a_checkout_knows_where_it_came_from(checkout: Path) -> None:
    git(checkout, "remote", "add", "origin", "https://host.example/skills.git")
    assert remote(checkout) == "https://host.example/skills.git"


def test_a_checkout_knows_under_which_name_it_commits(checkout: Path) -> None:
    git(checkout, "config", "user.name", "Ada King")
    assert user_name(checkout) == "Ada King"
