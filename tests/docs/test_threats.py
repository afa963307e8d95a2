"""The threat page publishes how much alarms find, as it was measured."""

import json
import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tests" / "benchmarks" / "safety.py"


@pytest.fixture(scope="module")
def safety() -> ModuleType:
    """Return the benchmark as a module."""
    spec = spec_from_file_location("safety_of_the_page", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_page_says_what_the_figures_say(safety: ModuleType) -> None:
    figures = json.loads(safety.FIGURES.read_text(encoding="utf-8"))

    text = safety.HEADING + safety.page_text(figures) + "\n"
    assert text in safety.PAGE.read_text(encoding="utf-8"), "run `python tests/benchmarks/safety.py --pages`"


def test_the_figures_add_up(safety: ModuleType) -> None:
    figures = json.loads(safety.FIGURES.read_text(encoding="utf-8"))

    assert set(figures) == set(safety.PUBLISHED)
    for part in figures.values():
        whole = part["rows"][safety.ALL]
        rows = [counts for row, counts in part["rows"].items() if row != safety.ALL]
        assert whole == {name: sum(counts[name] for counts in rows) for name in whole}
        assert whole["harmful"] == whole["stop"] + whole["read_first"] + whole["missed"]


def test_each_risk_of_the_list_has_a_row_in_its_order(safety: ModuleType) -> None:
    rows = re.findall(r"^\| (AST\d\d) [A-Z]", safety.PAGE.read_text(encoding="utf-8"), re.MULTILINE)

    assert rows == [f"AST{number:02}" for number in range(1, 11)]
