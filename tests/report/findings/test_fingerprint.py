import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.model.document import NOWHERE, Span
from skillpack.model.finding import Finding
from skillpack.report.findings.fingerprint import fingerprints, identity

FINDING = Finding("BD002", "a", "a/SKILL.md", Span(1, 1, 1, 2), "the body has 612 lines", "split", (("size", "612"),))


@given(st.integers(1, 9999))
def test_survives_that_lines_move(line) -> None:
    assert identity(replace(FINDING, span=Span(line, 1, line, 2))) == identity(FINDING)


def test_survives_that_the_measured_changes() -> None:
    assert identity(replace(FINDING, message="the body has 1,615 lines", facts=(("size", "1615"),))) == identity(
        FINDING
    )
    quoted = replace(FINDING, message="the body has `612` lines")
    assert identity(replace(quoted, message="the body has `615` lines", facts=(("size", "615"),))) == identity(quoted)


@pytest.mark.parametrize(
    "change",
    [
        {"rule": "BD003"},
        {"subject": "b"},
        {"path": "b/SKILL.md"},
        {"message": "the body has many lines"},
    ],
)
def test_tells_rule_skill_path_and_words_apart(change) -> None:
    assert identity(replace(FINDING, **change)) != identity(FINDING)


def test_tells_values_apart() -> None:
    one, two = (replace(FINDING, message=f"unknown field `v{number}`") for number in (1, 2))
    assert identity(one) != identity(two)


def test_does_not_confuse_where_one_part_ends() -> None:
    assert identity(Finding("a", "bc", "", NOWHERE, "")) != identity(Finding("ab", "c", "", NOWHERE, ""))


def test_equal_findings_have_different_names() -> None:
    names = fingerprints([FINDING, FINDING, replace(FINDING, rule="BD003"), FINDING])
    assert len(set(names)) == 4
    assert names[0] == identity(FINDING)


def test_names_what_cannot_be_encoded() -> None:
    assert len(identity(replace(FINDING, path="\udcff\ud800"))) == 32
