"""Every demand of the specifications has a test, or a reason why it has none."""

import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).with_name("demands.py")
FEW = {
    "not_built": {"A2": ["Not yet.", "Later."]},
    "in_part": {},
    **{letter: {"title": letter, "about": "x", "demands": {}} for letter in "MKIB"},
    "A": {"title": "ash", "about": "x", "demands": {"1": "One.", "2": "Two."}},
}


@pytest.fixture(scope="module")
def demands() -> ModuleType:
    """Return the reader of demands as a module."""
    spec = importlib.util.spec_from_file_location("demands_under_test", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def marks(demands: ModuleType) -> Mapping[str, list[str]]:
    """Return the tests of each demand, which stand in the files of all tests."""
    return demands.read_marks()  # type: ignore[no-any-return]


def test_every_demand_has_a_test_or_a_reason(demands: ModuleType, marks: Mapping[str, list[str]]) -> None:
    assert demands.problems(demands.read_data(), marks) == []


@pytest.mark.demand("M48")
def test_the_list_of_tests_of_metis_has_a_test_for_each_point(marks: Mapping[str, list[str]]) -> None:
    assert [number for number in range(1, 37) if f"M48.{number}" not in marks] == []


def test_numbers_have_no_gaps(demands: ModuleType) -> None:
    data = demands.read_data()
    counts = {"M": 50, "K": 32, "I": 18, "B": 19, "A": 15}

    for letter, count in counts.items():
        whole = [number for number in data[letter]["demands"] if "." not in number]
        assert whole == [str(number) for number in range(1, count + 1)]
    points = [number for number in data["M"]["demands"] if number.startswith("48.")]
    assert points == [f"48.{number}" for number in range(1, 37)]


@pytest.mark.parametrize(
    ("marks", "problem"),
    [
        ({"A1": ["t.py::a"]}, []),
        ({}, ["A1 has neither a test nor a reason under [not_built]: One."]),
        ({"A1": ["t.py::a"], "Z9": ["t.py::b"]}, ["t.py::b: there is no demand Z9"]),
        (
            {"A1": ["t.py::a"], "A2": ["t.py::b"]},
            ["A2 has tests (t.py) and stands under [not_built]: take the line out"],
        ),
    ],
)
def test_what_is_wrong_is_said(demands: ModuleType, marks: Mapping[str, Any], problem: list[str]) -> None:
    assert demands.problems(FEW, marks) == problem


def test_reasons_belong_to_demands(demands: ModuleType) -> None:
    data = FEW | {"in_part": {"A1": "Half.", "B7": "x"}}

    assert demands.problems(data, {}) == [
        "A1 has neither a test nor a reason under [not_built]: One.",
        "A1 stands under [in_part] and has no test",
        "B7 has a reason, and is no demand",
    ]


def test_marks_are_read_from_functions_classes_and_cases(demands: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text(
        "import pytest\n\n"
        '@pytest.mark.demand("A1", "A2")\n'
        '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.demand("M48.3")), 2])\n'
        "def test_one(x): ...\n\n"
        '@pytest.mark.demand("A1")\n'
        "class TestTwo:\n    pass\n"
    )

    assert demands.read_marks(tmp_path / "tests") == {
        "A1": ["tests/test_a.py::test_one", "tests/test_a.py::TestTwo"],
        "A2": ["tests/test_a.py::test_one"],
        "M48.3": ["tests/test_a.py::test_one"],
    }
