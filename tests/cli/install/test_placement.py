"""What was agreed to is what is placed, whatever happens between the question and the answer."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from skillpack.cli.install.confirmation import Accepting, Key, ProposalAnswer
from skillpack.cli.install.placement import install_into
from skillpack.install.download import Download, fetch_available
from skillpack.install.install import PlacingRules, Proposal
from skillpack.install.plan import Action
from skillpack.install.root.root import read_lock
from skillpack.install.targets import Target, folder_target
from skillpack.model.limits import Limits
from skillpack.sources.local import folder_skills

LIMITS = Limits()


class Meddled(Accepting, frozen=True):
    """Says yes after somebody else did something."""

    meddle: Callable[[], object] = lambda: None

    def decide(self, proposals: Sequence[tuple[Target, Proposal]]) -> Mapping[Key, ProposalAnswer]:
        """Return what is said, after it was done."""
        self.meddle()
        return Accepting.decide(self, proposals)


@pytest.fixture
def target(tmp_path: Path) -> Target:
    return folder_target(tmp_path / "root/skills")


@pytest.fixture
def downloads(write_skill) -> list[Download]:
    write_skill("alpha")
    folder = write_skill("beta").parent
    return [fetch_available(available, LIMITS) for available in folder_skills(folder, LIMITS)]


def _accepting(meddle: Callable[[], object] = lambda: None, *, dry_run: bool = False) -> Meddled:
    return Meddled(yes=True, accept_powers=False, dry_run=dry_run, meddle=meddle)


def test_skills_are_placed_and_locked(target, downloads) -> None:
    (placed,) = install_into([(target, downloads)], _accepting(), LIMITS)

    assert [(each.step.name, each.step.action, each.accepted) for each in placed.outcomes] == [
        ("alpha", Action.ADD, True),
        ("beta", Action.ADD, True),
    ]
    assert [each.name for each in read_lock(target.root)] == ["alpha", "beta"]


def test_a_folder_that_came_meanwhile_is_left_alone(target, downloads) -> None:
    folder = Path(target.root.skill("alpha"))
    (placed,) = install_into(
        [(target, downloads)], _accepting(lambda: folder.mkdir(parents=True)), LIMITS, PlacingRules(force=True)
    )

    assert [(each.step.action, each.accepted) for each in placed.outcomes] == [
        (Action.REFUSE, False),
        (Action.ADD, True),
    ]
    assert list(folder.iterdir()) == []


def test_an_edit_that_came_meanwhile_is_not_replaced_even_by_force(target, downloads) -> None:
    install_into([(target, downloads)], _accepting(), LIMITS)
    file = Path(target.root.skill("alpha"), "SKILL.md")
    shutil.copytree(target.root.skill("alpha"), Path(target.root.folder).parent / "copy")
    file.write_text("first edit\n")
    more = Path(target.root.skill("alpha"), "more.md")
    (placed,) = install_into(
        [(target, downloads)], _accepting(lambda: more.write_text("second\n")), LIMITS, PlacingRules(force=True)
    )

    assert placed.outcomes[0].step.action is Action.REFUSE
    assert placed.outcomes[0].step.reason == "another program changed it during the command"
    assert (file.read_text(), more.read_text()) == ("first edit\n", "second\n")


def test_a_root_that_fails_does_not_stop_another(tmp_path, target, downloads) -> None:
    (tmp_path / "file").write_text("no folder")
    other = folder_target(tmp_path / "file/skills")
    first, second = install_into([(other, downloads), (target, downloads)], _accepting(), LIMITS)

    assert len(first.failures) == 1
    assert [each.accepted for each in second.outcomes] == [True, True]


def test_a_dry_run_makes_not_even_the_state(target, downloads) -> None:
    install_into([(target, downloads)], _accepting(dry_run=True), LIMITS)

    assert not Path(target.root.folder).parent.exists()


def test_a_refusal_alone_makes_nothing(target, downloads) -> None:
    folder = Path(target.root.skill("alpha"))
    folder.mkdir(parents=True)
    install_into([(target, downloads[:1])], _accepting(), LIMITS)

    assert not Path(target.root.state).exists()
    assert not target.root.lock_file.exists()


def test_of_two_names_that_are_one_on_some_disks_the_first_is_placed(target, write_skill, downloads) -> None:
    (available,) = folder_skills(write_skill("Alpha", root="other"), LIMITS)
    (placed,) = install_into(
        [(target, [*downloads, fetch_available(available, LIMITS)])], _accepting(), LIMITS, PlacingRules(force=True)
    )

    assert [(each.step.name, each.step.action) for each in placed.outcomes] == [
        ("Alpha", Action.ADD),
        ("alpha", Action.REFUSE),
        ("beta", Action.ADD),
    ]
    assert sorted(path.name for path in Path(target.root.folder).iterdir()) == ["Alpha", "beta"]
