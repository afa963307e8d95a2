"""The page about large catalogs says what was measured, and what is promised."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def _program(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return a benchmark as a module."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    spec = importlib.util.spec_from_file_location(name, BENCHMARKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


def test_table_and_picture_are_those_of_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    growth = _program("growth", monkeypatch)
    costs, page = growth.read_costs(growth.DATA), growth.PAGE.read_text(encoding="utf-8")

    assert page == growth.page_with(page, costs)
    assert growth.PICTURE.read_text(encoding="utf-8") == growth.picture(costs)


def test_bounds_are_those_of_the_benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    page = _program("growth", monkeypatch).PAGE.read_text(encoding="utf-8")
    query, install = (_program(name, monkeypatch) for name in ("first_query", "large_registry"))

    assert f"the largest file has at most {query.MOST_LIST // 1000} KB" in page
    assert f"at most {install.MOST_SECONDS:.0f} second and {install.MOST_MEGABYTES:.0f} MB" in page
