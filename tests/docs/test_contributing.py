"""CONTRIBUTING.md says where things are."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

FILES = sorted(set(re.findall(r"`((?:[\w.-]+/)+[\w-]+\.(?:cjs|html|js|json|md|pyi|py|toml|txt))`", TEXT)))
"""Files that the page names with their folder; names in capitals stand for any."""


@pytest.mark.parametrize("path", [path for path in FILES if not re.search(r"\b[A-Z]{4,}\b", path)])
def test_a_file_that_is_named_is_there(path: str) -> None:
    assert any((ROOT / folder / path).is_file() for folder in (".", "skillpack"))


def test_the_way_of_one_page_is_the_one_that_a_build_goes() -> None:
    spec = spec_from_file_location("page_trace", Path(__file__).with_name("page_trace.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)

    assert module.text() in TEXT, "run `python tests/docs/page_trace.py`"
