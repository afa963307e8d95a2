"""Skills taken out of a root, as values."""

from pathlib import Path

import pytest

from skillpack.install.download import fetch_available
from skillpack.install.install import install_downloads
from skillpack.install.plan import Action
from skillpack.install.root.root import Root, find_root, read_lock
from skillpack.install.root.transaction import working
from skillpack.install.uninstall import uninstall
from skillpack.model.limits import Limits
from skillpack.sources.local import folder_skills

LIMITS = Limits()


@pytest.fixture
def root(tmp_path: Path, write_skill) -> Root:
    for name in ("alpha", "beta"):
        folder = write_skill(name).parent
    found = find_root(tmp_path / "root/skills")
    downloads = [fetch_available(available, LIMITS) for available in folder_skills(folder, LIMITS)]
    install_downloads(downloads, found, LIMITS, accept=lambda _: True)
    return found


def test_names_are_taken_out_once_and_in_order(root) -> None:
    done = uninstall(["beta", "alpha", "beta"], root, LIMITS)

    assert [(each.step.name, each.step.action) for each in done] == [
        ("alpha", Action.REMOVE),
        ("beta", Action.REMOVE),
    ]
    assert not root.lock_file.exists()


def test_one_that_is_only_locked_leaves_the_lock_file(root) -> None:
    lock = root.lock_file.read_bytes()
    uninstall(["alpha", "beta"], root, LIMITS, purge=True)
    Path(root.folder).rmdir()
    root.lock_file.write_bytes(lock)
    (done,) = uninstall(["alpha"], root, LIMITS)

    assert done.step.action is Action.KEEP
    assert [each.name for each in read_lock(root)] == ["beta"]


def test_a_root_that_is_not_there_is_not_made(tmp_path) -> None:
    missing = find_root(tmp_path / "none/skills")

    assert uninstall(["alpha"], missing, LIMITS)[0].step.action is Action.KEEP
    assert not (tmp_path / "none").exists()


def test_purge_leaves_the_state_of_who_works_there(root) -> None:
    uninstall(["alpha"], root, LIMITS)
    other = find_root(Path(root.folder).parent / "other")
    with working(other, LIMITS):
        uninstall(["alpha", "beta"], root, LIMITS, purge=True)

        assert not Path(root.state).exists()
        assert Path(other.state, "lock").exists()


def test_purge_never_deletes_what_somebody_worked_in(root) -> None:
    saved: list[str] = []
    Path(root.skill("alpha"), "more.md").write_text("mine\n")
    uninstall(["alpha", "beta"], root, LIMITS, force=True, purge=True, saved=saved)

    assert not Path(root.previous("alpha")).exists()
    assert not Path(root.previous("beta")).exists()
    assert saved == [f"{root.saved}/alpha-1"]
    assert Path(saved[0], "more.md").read_text() == "mine\n"
