from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from skillpack.builder.skill_runs import Runs, runs_of
from skillpack.builder.store import BuildStore

NAMES = st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=8), unique=True, max_size=400).map(sorted)


class Skill(Struct, frozen=True):
    name: str
    mark: str = ""


def _skills(names: Sequence[str]) -> list[Skill]:
    return [Skill(name, f"mark of {name}") for name in names]


@pytest.fixture
def store() -> Iterator[BuildStore]:
    with closing(BuildStore(None)) as made:
        yield made


class Sizes:
    """Finds how many skills a run has, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def __call__(self, run: Sequence[Skill]) -> int:
        self.asked.append(len(run))
        return len(run)


@given(NAMES)
def test_runs_hold_every_skill_once_in_order(names: list[str]) -> None:
    assert [each.name for run in runs_of(_skills(names)) for each in run] == names
    assert all(runs_of(_skills(names)))


@given(NAMES, st.text(st.characters(codec="utf-8"), min_size=1, max_size=8))
def test_a_new_skill_moves_no_other_run(names: list[str], new: str) -> None:
    before = {tuple(each.name for each in run) for run in runs_of(_skills(names))}
    after = {tuple(each.name for each in run) for run in runs_of(_skills(sorted({*names, new})))}
    assert len(before - after) <= 1


def test_what_follows_from_a_run_is_found_once(store: BuildStore) -> None:
    skills, sizes = _skills([f"skill-{number:04}" for number in range(500)]), Sizes()

    first = list(Runs(skills, store, "inputs").each("sizes", int, sizes))
    assert first == sizes.asked
    assert list(Runs(skills, store, "inputs").each("sizes", int, sizes)) == first
    assert sizes.asked == first
    assert sum(first) == 500
    assert len(first) > 2


@pytest.mark.parametrize(("what", "inputs"), [("other", "inputs"), ("sizes", "others")])
def test_another_question_or_other_inputs_have_another_answer(store: BuildStore, what: str, inputs: str) -> None:
    skills, sizes = _skills(["a", "b"]), Sizes()
    list(Runs(skills, store, "inputs").each("sizes", int, sizes))
    list(Runs(skills, store, inputs).each(what, int, sizes))
    assert sum(sizes.asked) == 4


def test_a_changed_skill_changes_its_run_alone(store: BuildStore) -> None:
    skills, sizes = _skills([f"skill-{number:04}" for number in range(500)]), Sizes()
    list(Runs(skills, store, "inputs").each("sizes", int, sizes))
    asked = len(sizes.asked)
    skills[250] = Skill(skills[250].name, "another")

    list(Runs(skills, store, "inputs").each("sizes", int, sizes))
    assert len(sizes.asked) == asked + 1


def test_what_was_found_of_other_runs_is_forgotten(store: BuildStore) -> None:
    skills, sizes = _skills(["a", "b"]), Sizes()
    list(Runs(skills, store, "inputs").each("sizes", int, sizes))
    Runs(skills, store, "inputs").forget_others()
    list(Runs(skills, store, "inputs").each("sizes", int, sizes))
    asked = len(sizes.asked)
    assert sum(sizes.asked) == 2

    others = Runs(_skills(["c"]), store, "inputs")
    others.forget_others(Runs(skills, store, "inputs"))
    list(Runs(skills, store, "inputs").each("sizes", int, sizes))
    assert len(sizes.asked) == asked

    others.forget_others()
    list(Runs(skills, store, "inputs").each("sizes", int, sizes))
    assert len(sizes.asked) == 2 * asked


def test_a_key_tells_runs_from_others_and_none_from_some(store: BuildStore) -> None:
    one, other = _skills(["a", "b"]), _skills(["a", "c"])
    keys = {Runs(each, store, inputs).key for each in (one, other) for inputs in ("inputs", "others")}
    assert len(keys) == 4
    assert "" not in keys
    assert Runs(_skills([]), store, "inputs").key == ""
