"""What would be done with a skill, from values."""

import pytest

from skillpack.install.plan import Action, PlanStep, in_words, plan_placing, plan_removing
from skillpack.model.installed import Difference, Installed, Provenance, Receipt, SourceKind

HERE = Receipt("alpha", "1.0.0", "a" * 64, Provenance(SourceKind.FOLDER, "/skills/alpha"), ())
OURS, FOREIGN = Installed("alpha", HERE), Installed("alpha", None)
BROKEN = Installed("alpha", None, "its receipt cannot be read")
EDITS = (Difference("changed", "SKILL.md"), Difference("special", "x"))


class TestPlacing:
    @pytest.mark.parametrize(
        ("installed", "digest", "edited", "force", "wanted"),
        [
            (None, "b", (), False, Action.ADD),
            (OURS, "a", (), False, Action.KEEP),
            (OURS, "b", (), False, Action.REPLACE),
            (OURS, "b", EDITS, False, Action.REFUSE),
            (OURS, "a", EDITS, False, Action.REFUSE),
            (OURS, "a", EDITS, True, Action.REPLACE),
            (FOREIGN, "a", (), False, Action.REFUSE),
            (FOREIGN, "a", (), True, Action.REFUSE),
            (BROKEN, "a", (), True, Action.REFUSE),
        ],
    )
    def test_each_case(self, installed, digest, edited, force, wanted) -> None:
        assert plan_placing("alpha", digest * 64, installed, edited, force=force).action is wanted

    def test_what_no_host_loads_is_refused_unless_it_is_what_is_there(self) -> None:
        damaged = "it has no description"

        assert plan_placing("alpha", "b" * 64, None, (), force=False, damaged=damaged).reason == damaged
        assert plan_placing("alpha", "a" * 64, OURS, (), force=False, damaged=damaged).action is Action.KEEP
        assert plan_placing("alpha", "b" * 64, None, (), force=True, damaged=damaged) == PlanStep(Action.ADD, "alpha")

    def test_another_source_is_noted_by_a_new_receipt(self) -> None:
        assert plan_placing("alpha", "a" * 64, OURS, (), force=False, moved=True).action is Action.REPLACE

    def test_a_refusal_says_why_and_what_helps(self) -> None:
        edited = plan_placing("alpha", "b" * 64, OURS, EDITS, force=False)
        foreign = plan_placing("alpha", "b" * 64, FOREIGN, (), force=True)
        damaged = plan_placing("alpha", "b" * 64, None, (), force=False, damaged="it has no description")

        assert edited.reason == "you changed it: SKILL.md changed, x is not a file"
        assert edited.hint == ("`--force` replaces it; `skillpack rollback` restores yours")
        assert damaged.hint == "`skillpack check` shows details; `--force` installs it anyway"
        assert foreign.hint == "`skillpack adopt alpha` adopts it, or move it away"
        assert plan_placing("alpha", "b" * 64, BROKEN, (), force=False).reason == BROKEN.fault


class TestRemoving:
    @pytest.mark.parametrize(
        ("installed", "edited", "force", "wanted"),
        [
            (None, (), False, Action.KEEP),
            (OURS, (), False, Action.REMOVE),
            (OURS, EDITS, False, Action.REFUSE),
            (OURS, EDITS, True, Action.REMOVE),
            (FOREIGN, (), True, Action.REFUSE),
            (BROKEN, (), True, Action.REFUSE),
        ],
    )
    def test_each_case(self, installed, edited, force, wanted) -> None:
        assert plan_removing(installed, edited, name="alpha", force=force).action is wanted

    def test_what_is_done_and_what_is_not_is_said_of_the_name(self) -> None:
        edited = plan_removing(OURS, EDITS, name="alpha", force=False)

        assert plan_removing(None, (), name="alpha", force=False) == PlanStep(Action.KEEP, "alpha", "not installed")
        assert plan_removing(OURS, EDITS, name="alpha", force=True) == PlanStep(Action.REMOVE, "alpha", edited=EDITS)
        assert (edited.name, edited.reason) == ("alpha", "you changed it: SKILL.md changed, x is not a file")
        assert edited.hint == ("`--force` removes it; `skillpack rollback` restores yours")
        assert plan_removing(FOREIGN, (), name="alpha", force=True).hint == (
            "remove it yourself, or adopt it: `skillpack adopt alpha`"
        )
        assert plan_removing(BROKEN, (), name="alpha", force=True, heals="ask again").hint == "ask again"


def test_three_differences_are_named_and_each_in_its_words() -> None:
    three = (Difference("unreadable", "a.md"), Difference("special", "b"), Difference("removed", "c.md"))

    assert in_words(three) == "a.md cannot be read, b is not a file, c.md removed"


def test_scripts_read_the_words_of_the_steps() -> None:
    assert [str(action) for action in Action] == ["add", "replace", "remove", "restore", "keep", "refuse"]


def test_many_differences_are_counted() -> None:
    many = tuple(Difference("added", f"{number}.md") for number in range(5))

    assert in_words(many) == "0.md added, 1.md added, 2.md added and 2 more"
