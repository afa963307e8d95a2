import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.errors import UsageError
from skillpack.model.document import Span
from skillpack.model.finding import Finding, Judged, Position, Severity
from skillpack.report.findings.baseline import Baseline, Split, accept, read_baseline, split, write_baseline
from skillpack.report.schemas import BASELINE

SMALL = st.builds(
    lambda rule, skill, line, words: Judged(
        Finding(rule, skill, f"{skill}/SKILL.md", Span(line, 1, line, 2), words), Severity.WARNING
    ),
    st.sampled_from(["BD003", "RS001"]),
    st.sampled_from(["a", "b"]),
    st.integers(1, 99),
    st.sampled_from(["one", "two", "\udcff \u202e"]),
)
FINDINGS = st.lists(SMALL, max_size=12)


def written(baseline) -> str:
    return "\n".join(write_baseline(baseline)) + "\n"


def test_writes_one_entry_a_line(report, snapshot) -> None:
    assert written(accept(report.findings)) == snapshot


def test_obeys_its_schema(report) -> None:
    jsonschema.Draft202012Validator.check_schema(BASELINE)
    jsonschema.validate(json.loads(written(accept(report.findings))), BASELINE)
    jsonschema.validate(json.loads(written(Baseline())), BASELINE)


def test_today_accepted_nothing_is_new(report) -> None:
    assert split(report.findings, accept(report.findings)) == Split((), report.findings, ())


def test_another_one_of_the_same_is_new(report) -> None:
    one = report.findings[3]
    again = replace(one, finding=replace(one.finding, span=Span(9, 1, 9, 2)))
    assert split((one, again), accept([one])) == Split((again,), (one,), ())


def test_what_was_mended_is_gone(report) -> None:
    first, *rest = report.findings
    (gone,) = split(rest, accept([first, first, *rest])).gone
    assert (gone.rule, gone.count) == (first.finding.rule, 2)


@given(FINDINGS, FINDINGS)
def test_every_finding_is_new_or_known_and_every_accepted_one_known_or_gone(today, before) -> None:
    parted = split(today, accept(before))
    assert len(parted.new) + len(parted.known) == len(today)
    assert len(parted.known) + sum(entry.count for entry in parted.gone) == len(before)


@given(FINDINGS)
def test_is_read_as_it_was_written(findings) -> None:
    baseline = accept(findings)
    again = read_baseline(written(baseline), "baseline.json")
    assert written(again) == written(baseline)
    assert split(findings, again).new == ()


@given(FINDINGS, st.randoms())
def test_does_not_depend_on_the_order(findings, randoms) -> None:
    shuffled = list(findings)
    randoms.shuffle(shuffled)
    assert written(accept(shuffled)) == written(accept(findings))


def test_entries_that_a_merge_left_twice_are_added_up(report) -> None:
    value = json.loads(written(accept(report.findings[:1])))
    value["accepted"] *= 2
    (entry,) = read_baseline(json.dumps(value), "baseline.json").entries
    assert entry.count == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the baseline `b.json` is not JSON"),
        ("[" * 100_000, "the baseline `b.json` is not JSON"),
        ("[]", "`b.json` is not a baseline"),
        ('{"version": 1}', "`b.json` is not a baseline"),
        ('{"version": 2, "accepted": []}', "has version `2`, not `1`"),
        ('{"version": 1, "accepted": [1]}', "entry 1 of the baseline `b.json` is not understood"),
        ('{"version": 1, "accepted": [{"rule": "BD003"}]}', "entry 1 of the baseline"),
    ],
)
def test_refuses_what_is_no_baseline(text, message) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        read_baseline(text, "b.json")
    assert caught.value.hint


@pytest.mark.parametrize("count", [0, -1, True, 1.0, "1", None])
def test_refuses_a_count_that_is_none(report, count) -> None:
    value = json.loads(written(accept(report.findings[:1])))
    value["accepted"][0]["count"] = count
    with pytest.raises(UsageError, match="entry 1"):
        read_baseline(json.dumps(value), "b.json")


def test_a_place_that_is_new_is_told_from_those_that_are_accepted() -> None:
    span = Span(3, 1, 3, 9)
    one = Finding("RS001", "a", "a/SKILL.md", span, "there is no `x.md` in the skill")
    repeated = replace(one, others=(Position("a/SKILL.md", Span(9, 1, 9, 9)), Position("a/b.md", span)))
    parts = split([Judged(repeated, Severity.WARNING)], accept([Judged(one, Severity.WARNING)]))
    assert [each.finding.places() for each in parts.known] == [one.places()]
    assert [each.finding.places() for each in parts.new] == [repeated.others]
    assert split([Judged(repeated, Severity.WARNING)], accept([Judged(repeated, Severity.WARNING)])).new == ()
