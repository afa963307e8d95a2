"""What a skill needs, held against a machine."""

import pytest

from skillpack.model.requirements import Machine, Need, Requirements, needs, unmet

NEEDS = Requirements(bins=("git", "qpdf"), env=("TOKEN",), os=("darwin", "windows"))
HERE = Machine("linux", frozenset({"git"}), frozenset({"TOKEN"}))


def test_every_need_is_told_with_whether_it_is_met() -> None:
    assert needs(NEEDS, HERE) == (
        Need("darwin or windows", met=False, instead="this is linux"),
        Need("program git", met=True),
        Need("program qpdf", met=False),
        Need("variable TOKEN", met=True),
    )


def test_nothing_is_needed_where_nothing_is_required() -> None:
    assert needs(Requirements(), HERE) == ()


@pytest.mark.demand("A3", "A10")
def test_the_first_unmet_need_is_said_as_ash_says_it() -> None:
    assert unmet(NEEDS, HERE) == "Requires OS: darwin, windows (current: linux)"


@pytest.mark.demand("A3", "A10")
@pytest.mark.parametrize(
    ("machine", "missing"),
    [
        (Machine("linux", frozenset(), frozenset()), "Requires OS: darwin, windows (current: linux)"),
        (Machine("windows", frozenset(), frozenset()), "Requires binary: git"),
        (Machine("darwin", frozenset({"qpdf"}), frozenset({"TOKEN"})), "Requires binary: git"),
        (Machine("darwin", frozenset({"git"}), frozenset()), "Requires binary: qpdf"),
        (Machine("darwin", frozenset({"git", "qpdf"}), frozenset()), "Requires environment variable: TOKEN"),
        (Machine("darwin", frozenset({"git", "qpdf"}), frozenset({"TOKEN"})), None),
    ],
)
def test_system_then_programs_then_variables(machine: Machine, missing: str | None) -> None:
    assert unmet(NEEDS, machine) == missing


@pytest.mark.demand("A3", "A10")
def test_the_first_variable_that_is_not_set_is_named() -> None:
    needed = Requirements(env=("TOKEN", "REGION"))
    assert unmet(needed, Machine("linux", frozenset(), frozenset({"REGION"}))) == "Requires environment variable: TOKEN"
    assert unmet(needed, Machine("linux", frozenset(), frozenset({"TOKEN"}))) == "Requires environment variable: REGION"
