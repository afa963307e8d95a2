"""Several roots seen as one: the workspace wins over the user's own, nothing is hidden without a word."""

from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.errors import OutputError
from skillpack.install.download import fetch_available
from skillpack.install.install import install_downloads
from skillpack.install.root.root import find_root
from skillpack.install.scan import merged
from skillpack.install.targets import Target, folder_target, global_target, workspace_target
from skillpack.model.installed import Difference
from skillpack.model.limits import Limits
from skillpack.sources.local import folder_skills

LIMITS = Limits()


@pytest.fixture
def targets(tmp_path: Path) -> tuple[Target, Target]:
    """Return a workspace's root and the user's own; neither is there yet."""
    (tmp_path / "work").mkdir()
    return workspace_target(tmp_path / "work"), global_target(tmp_path / "home")


def put(folder: Path, target: Target) -> None:
    downloads = [fetch_available(available, LIMITS) for available in folder_skills(folder, LIMITS)]
    install_downloads(downloads, target.root, LIMITS, accept=lambda _: True)


def test_roots_that_are_not_there_have_nothing(targets: tuple[Target, Target]) -> None:
    assert merged(targets, LIMITS) == ()


def test_the_workspace_wins_and_both_are_told(write_skill: Callable[..., Path], targets: tuple[Target, Target]) -> None:
    workspace, everywhere = targets
    put(write_skill("alpha"), workspace)
    put(write_skill("alpha", root="other"), everywhere)
    put(write_skill("beta"), everywhere)
    seen = merged(targets, LIMITS)

    assert [(each.installed.name, each.target) for each in seen] == [
        ("alpha", workspace),
        ("alpha", everywhere),
        ("beta", everywhere),
    ]
    assert [each.shadowed_by for each in seen] == [None, workspace.root, None]
    assert [each.shadows for each in seen] == [(everywhere.root,), (), ()]


def test_what_other_agents_do_with_one_name_is_theirs(write_skill: Callable[..., Path], tmp_path: Path) -> None:
    several = [folder_target(tmp_path / name) for name in ("one", "two")]
    folder = write_skill("alpha")
    for target in several:
        put(folder, target)

    assert [(each.shadowed_by, each.shadows) for each in merged(several, LIMITS)] == [(None, ()), (None, ())]


def test_what_somebody_changed_is_named(write_skill: Callable[..., Path], targets: tuple[Target, Target]) -> None:
    put(write_skill("alpha"), targets[0])
    Path(targets[0].root.skill("alpha"), "SKILL.md").write_text("---\nname: alpha\n---\nmine\n")
    (seen,) = merged(targets, LIMITS)

    assert seen.edits == (Difference("changed", "SKILL.md"),)
    assert seen.skill is not None
    assert seen.skill.description == ""  # as it lies there now


def test_the_receipt_is_no_part_of_the_skill(write_skill: Callable[..., Path], targets: tuple[Target, Target]) -> None:
    put(write_skill("alpha"), targets[0])
    (seen,) = merged(targets, LIMITS)

    assert seen.skill is not None
    assert seen.skill.resources == ()
    assert seen.skill.identity.digest == seen.installed.receipt.digest  # type: ignore[union-attr]


def test_what_is_no_skill_and_what_is_not_ours_are_there_too(
    write_skill: Callable[..., Path], tmp_path: Path, targets: tuple[Target, Target]
) -> None:
    write_skill("mine", root="home/.metis/skills")
    (tmp_path / "home/.metis/skills/notes").mkdir()
    seen = {each.installed.name: each for each in merged(targets, LIMITS)}

    assert (seen["mine"].installed.receipt, seen["mine"].label) == (None, seen["mine"].skill.identity.label)  # type: ignore[union-attr]
    assert (seen["notes"].skill, seen["notes"].label) == (None, "")
    assert find_root(tmp_path / "home/.metis/skills") == seen["mine"].target.root


def test_what_cannot_be_compared_says_why(
    write_skill: Callable[..., Path], targets: tuple[Target, Target], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OutputError("`alpha` cannot be read: permission denied")

    put(write_skill("alpha"), targets[0])
    monkeypatch.setattr("skillpack.install.scan.edits_of", refuse)
    (seen,) = merged(targets, LIMITS)

    assert (seen.edits, seen.fault) == ((), "`alpha` cannot be read: permission denied")
