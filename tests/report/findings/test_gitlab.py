import json

from msgspec.structs import replace

from skillpack.model.document import Span
from skillpack.report.findings.gitlab import gitlab_report
from skillpack.report.findings.report import Report


def entries(report) -> list[dict]:
    return json.loads("\n".join(gitlab_report(report)))


def test_gitlab(report, snapshot) -> None:
    assert "\n".join(gitlab_report(report)) == snapshot


def test_of_nothing_is_an_empty_list() -> None:
    assert entries(Report((), {}, {}, (), "1")) == []


def test_fingerprints_survive_that_lines_move_and_are_all_different(report) -> None:
    twice = tuple(judged for judged in report.findings for _ in range(2))
    moved = tuple(replace(judged, finding=replace(judged.finding, span=Span(77, 1, 77, 2))) for judged in twice)
    names = [entry["fingerprint"] for entry in entries(replace(report, findings=twice))]
    assert len(set(names)) == len(names)
    assert names == [entry["fingerprint"] for entry in entries(replace(report, findings=moved))]


def test_has_the_fields_that_gitlab_demands(report) -> None:
    for entry in entries(report):
        assert set(entry) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert entry["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert entry["location"]["path"]
        assert entry["location"]["lines"]["begin"] >= 1


def test_says_where_else_the_same_was_found(repeated) -> None:
    assert "also in lines 5, 6, 7, 8, 9, 10, 11, 12 and 3 more places" in "\n".join(gitlab_report(repeated))
