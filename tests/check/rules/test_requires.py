"""What a skill needs of a machine."""

import pytest

FIRES = [
    ("RQ001", "requires: pandoc"),
    ("RQ001", "requires:\n  binaries: [pandoc]"),
    ("RQ002", "requires:\n  bins: pandoc"),
    ("RQ002", "requires:\n  env:\n    A: b"),
    ("RQ002", "requires:\n  os:\n  - [linux]"),
    ("RQ003", "requires:\n  os: [macos]"),
    ("RQ003", "metadata:\n  requires-os: Linux"),
    ("RQ004", "required_tools: bash"),
    ("RQ004", "required_tools:\n- a: b"),
    ("RQ005", "input_schema: object"),
]
SILENT = [
    ("RQ001", "requires:"),
    ("RQ001", "requires:\n  bins: [pandoc]\n  env: [A]\n  os: [linux]"),
    ("RQ002", "requires:\n  bins:\n  - pandoc\n  env:"),
    ("RQ003", "requires:\n  os: [linux, darwin, windows]"),
    ("RQ004", "required_tools: [bash]"),
    ("RQ004", "required_tools:"),
    ("RQ005", "input_schema:\n  type: object"),
    ("RQ005", "input_schema:"),
]


@pytest.mark.parametrize(("code", "lines"), FIRES)
def test_fires(code, lines, check, page) -> None:
    assert code in {finding.rule for finding in check(page(lines))}


@pytest.mark.parametrize(("code", "lines"), SILENT)
def test_is_silent(code, lines, check, page) -> None:
    assert code not in {finding.rule for finding in check(page(lines))}


def test_a_mac_is_called_darwin(check, page) -> None:
    (finding,) = [one for one in check(page("requires:\n  os: [macOS]")) if one.rule == "RQ003"]
    assert finding.hint == "write `darwin`"
