"""`metadata`."""

import pytest

FIRES = [
    ("MD001", "metadata: text"),
    ("MD001", "metadata: [a]"),
    ("MD002", "metadata:\n  1: a"),
    ("MD002", "metadata:\n  on: a"),
    ("MD003", "metadata:\n  a: 1"),
    ("MD003", "metadata:\n  a: 1.10"),
    ("MD003", "metadata:\n  a: yes"),
    ("MD003", "metadata:\n  version: yes"),
    ("MD004", "metadata:\n  a:"),
    ("MD004", "metadata:\n  a: [b]"),
    ("MD004", "metadata:\n  a:\n    b: c"),
    ("MD004", "metadata:\n  a: 2026-01-31"),
    ("MD005", "metadata:\n  a: b\n  a: c"),
    ("MD006", f"metadata:\n  {'k' * 257}: a"),
    ("MD007", "metadata:\n  version: '1.2'"),
    ("MD007", "metadata:\n  version: 1.2"),
    ("MD007", "metadata:\n  version: v1.2.3"),
    ("MD007", "metadata:\n  version: 1.2.3+build"),
    ("MD007", "metadata:\n  version: latest"),
    ("MD007", f"metadata:\n  version: 1.2.3-{'a' * 60}"),
    ("MD007", "version: 1.2"),
    ("MD008", "metadata:\n  updated: yesterday"),
    ("MD008", "metadata:\n  updated: 31.01.2026"),
    ("MD009", "metadata:\n  depends: a/b"),
    ("MD009", "metadata:\n  depends: pdf newest"),
    ("MD010", "metadata:\n  role: boss"),
]
SILENT = [
    ("MD001", "metadata:"),
    ("MD001", "metadata:\n  a: b"),
    ("MD002", "metadata:\n  '1': a"),
    ("MD003", "metadata:\n  a: '1'"),
    ("MD003", "metadata:\n  a: 1.2.3"),
    ("MD004", "metadata:\n  a: '2026-01-31'"),
    ("MD004", "metadata:\n  a: 1"),
    ("MD005", "metadata:\n  a: b\n  b: c"),
    ("MD006", f"metadata:\n  {'k' * 256}: a"),
    ("MD007", "metadata:\n  version: 1.2.3"),
    ("MD007", "metadata:\n  version: 1.2.3-rc.1"),
    ("MD007", "metadata:\n  version:"),
    ("MD007", "metadata:\n  a: b"),
    ("MD008", "metadata:\n  updated: '2026-01-31'"),
    ("MD008", "metadata:\n  updated: '2026-01-31T10:00:00Z'"),
    ("MD009", "metadata:\n  depends: pdf ^1.2, tables, docs >=1.0.0 <2"),
    ("MD009", "metadata:\n  depends: pdf 1.x || 2.x, a 1.0 - 2.0, b *"),
    ("MD010", "metadata:\n  role: Generator"),
]


@pytest.mark.demand("B5", "B15")
@pytest.mark.parametrize(("code", "lines"), FIRES)
def test_fires(code, lines, check, page) -> None:
    assert code in {finding.rule for finding in check(page(lines))}


@pytest.mark.parametrize(("code", "lines"), SILENT)
def test_is_silent(code, lines, check, page) -> None:
    assert code not in {finding.rule for finding in check(page(lines))}


@pytest.mark.parametrize(
    ("written", "full"), [("1.2", "1.2.0"), ("1", "1.0.0"), ("v1.2", "1.2.0"), ("1.2-rc.1", "1.2.0-rc.1")]
)
def test_a_short_version_is_completed(written, full, check, page) -> None:
    (finding,) = [one for one in check(page(f"metadata:\n  version: '{written}'")) if one.rule == "MD007"]
    assert finding.hint == f"write `{full}`"
    assert finding.fix is not None
    assert finding.fix.safe


@pytest.mark.parametrize("written", ["1.2.3+build", "latest", "01.2", "1.2.3.4"])
def test_what_is_no_short_version_is_not_guessed(written, check, page) -> None:
    (finding,) = [one for one in check(page(f"metadata:\n  version: '{written}'")) if one.rule == "MD007"]
    assert finding.fix is None


def test_a_type_is_named_as_python_names_it(check, page) -> None:
    found = check(page("metadata:\n  a:\n  b: [x]\n  c: 2026-01-31\n  d: 1\n  e: 1.0\n  f: true"))
    facts = [dict(one.facts) for one in found if one.rule in {"MD003", "MD004"}]
    assert [(one["key"], one["type"]) for one in facts] == [
        ("a", "NoneType"),
        ("b", "list"),
        ("c", "date"),
        ("d", "int"),
        ("e", "float"),
        ("f", "bool"),
    ]


def test_good_metadata_has_no_finding(check, page) -> None:
    found = check(page("metadata:\n  author: Ada\n  version: 1.2.0\n  tags: pdf, forms"))
    assert not [finding for finding in found if finding.rule.startswith("MD")]


def test_a_long_hostile_range_takes_no_time(check, page) -> None:
    assert "MD009" in {one.rule for one in check(page(f"metadata:\n  depends: pdf {'1' * 50_000}x!"))}
