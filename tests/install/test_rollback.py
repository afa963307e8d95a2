"""Skills of a root put back as they were, as values."""

from pathlib import Path

import pytest

from skillpack.install.download import fetch_available
from skillpack.install.install import install_downloads
from skillpack.install.plan import Action
from skillpack.install.rollback import roll_back
from skillpack.install.root.root import Root, find_root
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


def test_a_folder_that_is_not_ours_stops_a_rollback(root) -> None:
    uninstall(["alpha"], root, LIMITS)
    Path(root.skill("alpha")).mkdir()
    (done,) = roll_back(["alpha"], root, LIMITS)

    assert (done.step.action, done.step.hint) == (Action.REFUSE, "move it away first")
    assert Path(root.previous("alpha")).is_dir()


def test_a_previous_version_without_receipt_is_put_back_unknown(root) -> None:
    uninstall(["alpha"], root, LIMITS)
    Path(root.previous("alpha"), ".skillpack.json").unlink()
    (planned,) = roll_back(["alpha"], root, LIMITS, dry_run=True)

    assert (planned.step.action, planned.now) == (Action.RESTORE, None)


def test_in_a_root_that_is_not_there_nothing_is_put_back(tmp_path) -> None:
    missing = find_root(tmp_path / "none/skills")

    assert roll_back(["alpha"], missing, LIMITS)[0].step.action is Action.REFUSE
    assert not (tmp_path / "none").exists()
