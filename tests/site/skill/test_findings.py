from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, Judged, Severity, Suppression
from skillpack.site.skill.findings import ChecklistLine, checklist


def _judged(rule: str, severity: Severity, *, accepted: bool = False) -> Judged:
    finding = Finding(rule, "x", "skills/x/SKILL.md", NOWHERE, "said")
    return Judged(finding, severity, Suppression(rule, "x", "so", "") if accepted else None)


def _list(make_record, *judged: Judged, versions: bool = False, **entry: object):  # noqa: ANN202
    lines = checklist(make_record("x", entry=entry).entry, judged, versions=versions)
    return {line.family: line for line in lines}


def test_every_family_that_looked_is_named(make_record) -> None:
    lines = _list(make_record)
    assert list(lines) == ["LY", "FM", "NM", "DS", "OP", "MD", "IV", "RQ", "AT", "BD", "BG", "RS", "SF", "PB", "SL"]
    assert {line.severity for line in lines.values()} == {""}


def test_what_was_not_asked_is_left_out(make_record) -> None:
    lines = _list(make_record, versions=True, metaskill=True)
    assert list(lines)[-3:] == ["PG", "SL", "VR"]
    assert not {"PG", "VR"} & set(_list(make_record))


def test_the_worst_finding_decides_and_each_code_stands_once(make_record) -> None:
    found = (
        _judged("BD003", Severity.INFO),
        _judged("BD001", Severity.WARNING),
        _judged("BD003", Severity.INFO),
        _judged("SF001", Severity.ERROR, accepted=True),
    )
    lines = _list(make_record, *found)
    assert lines["BD"] == ChecklistLine("BD", "warning", ("BD001", "BD003"))
    assert lines["SF"] == ChecklistLine("SF", "", ())


def test_where_the_front_matter_cannot_be_read_nothing_of_it_was_looked_at(make_record) -> None:
    lines = _list(make_record, _judged("FM003", Severity.ERROR), _judged("NM001", Severity.ERROR))
    assert {family for family, line in lines.items() if not line.looked} == {"DS", "OP", "MD", "IV", "RQ", "AT", "SL"}


def test_a_finding_of_another_family_is_never_lost(make_record) -> None:
    assert _list(make_record, _judged("ST002", Severity.WARNING))["ST"].codes == ("ST002",)


def test_every_family_has_a_text(make_record, theme) -> None:
    for family in _list(make_record, versions=True, metaskill=True):
        assert f"family.{family}" in theme.strings
