import json
from pathlib import Path

import pytest

from skillpack.builder.inputs.scans import report_folders, with_reports, with_scans
from skillpack.files.trace import Trace, holds
from skillpack.model.review import CatalogReviews, SkillReviews

RUN = {"tool": {"driver": {"name": "scan"}}, "results": [{"level": "note"}]}


def report(file: Path, *runs: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"version": "2.1.0", "runs": list(runs or (RUN,))}))


def files(folder: Path, *patterns: str) -> list[str]:
    return [each.file for each in with_reports(CatalogReviews(), patterns, folder).runs]


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("scans/a.sarif", ["scans/a.sarif"]),
        ("scans/*.sarif", ["scans/a.sarif", "scans/b.sarif"]),
        ("scans", ["scans/a.sarif", "scans/b.sarif", "scans/deep/c.sarif.json"]),
        ("scans/**/*.json", ["scans/deep/c.sarif.json"]),
        ("*.sarif", ["d.sarif", "scans/a.sarif", "scans/b.sarif"]),
    ],
)
def test_patterns_are_those_of_exclude(tmp_path: Path, pattern: str, found: list[str]) -> None:
    for file in ("scans/a.sarif", "scans/b.sarif", "scans/deep/c.sarif.json", "d.sarif"):
        report(tmp_path / file)
    (tmp_path / "scans" / "notes.md").write_text("# Notes\n")
    assert files(tmp_path, pattern) == found


@pytest.mark.parametrize("pattern", ["../*.sarif", "/etc/*.json", "x\\y.sarif", "scans/none-*.sarif"])
def test_a_pattern_that_matches_nothing_is_said(tmp_path: Path, pattern: str) -> None:
    report(tmp_path / "catalog" / "a.sarif")
    report(tmp_path / "b.sarif")
    found = with_reports(CatalogReviews(), (pattern,), tmp_path / "catalog")
    assert found.runs == ()
    assert [clause for _, clause in found.unread] == ["no file that ends in .sarif or .json matches it"]


def test_a_report_that_cannot_be_read_is_said_and_stops_nothing(tmp_path: Path) -> None:
    report(tmp_path / "a.sarif")
    (tmp_path / "b.sarif").write_text('{"version": "2.1.0"}')
    (tmp_path / "c.sarif").symlink_to("/etc/hostname")
    found = with_reports(CatalogReviews(), ("*.sarif",), tmp_path)
    assert [each.file for each in found.runs] == ["a.sarif"]
    assert found.unread[0][0] == "b.sarif"
    assert all("/etc/hostname" not in each.file for each in found.runs)


@pytest.mark.parametrize("name", ["SKILL.md", "skill.md"])
def test_a_report_that_a_skill_brings_is_no_report_of_the_catalog(tmp_path: Path, name: str) -> None:
    report(tmp_path / "skills" / "pdf" / "a" / "b.sarif")
    (tmp_path / name).write_text("")
    trace = Trace(str(tmp_path), now_ns=2**62)
    found = with_reports(CatalogReviews(), ("*.sarif",), tmp_path, trace)
    assert [each.file for each in found.runs] == ["skills/pdf/a/b.sarif"]
    (tmp_path / "skills" / "pdf" / name).write_text("")
    assert not holds(trace.stored())
    found = with_reports(CatalogReviews(), ("*.sarif",), tmp_path)
    assert found.runs == ()
    assert found.unread == (("skills/pdf/a/b.sarif", "it lies in the folder of a skill, whose publisher wrote it"),)


def test_no_page_shows_a_credential_of_a_report(tmp_path: Path, made_credentials) -> None:
    token = made_credentials.credentials()["github"].value
    report(tmp_path / "a.sarif", {"tool": {"driver": {"name": f"scan {token}", "version": token}}})
    (run,) = with_reports(CatalogReviews(), ("a.sarif",), tmp_path).runs
    assert token not in run.tool + run.version


def test_previews_watch_the_folders_that_patterns_name() -> None:
    assert report_folders(["scans/*.sarif", "a/b/c.sarif", "*.sarif", "../x/*.sarif"]) == ("scans", "a/b")


def test_without_a_pattern_nothing_is_looked_for(tmp_path: Path) -> None:
    trace = Trace(str(tmp_path))
    assert with_reports(CatalogReviews(), (), tmp_path, trace) == CatalogReviews()
    assert trace.stored().groups == ()


def test_a_trace_sees_a_report_that_comes_and_one_that_changes(tmp_path: Path) -> None:
    report(tmp_path / "scans" / "a.sarif")
    trace = Trace(str(tmp_path))
    with_reports(CatalogReviews(), ("scans/*.sarif",), tmp_path, trace)
    stored = trace.stored()
    assert holds(stored)
    report(tmp_path / "scans" / "a.sarif", RUN, RUN)
    assert not holds(stored)
    trace = Trace(str(tmp_path))
    with_reports(CatalogReviews(), ("scans/*.sarif",), tmp_path, trace)
    stored = trace.stored()
    report(tmp_path / "scans" / "b.sarif")
    assert not holds(stored)


def test_what_scanners_say_of_one_skill_changes_what_is_said_of_no_other(tmp_path: Path) -> None:
    report(tmp_path / "scans" / "one.sarif")
    report(tmp_path / "scans" / "lost.sarif")
    own = CatalogReviews({"two": SkillReviews("reviews/two.toml", b"x", digest="d")})
    paths = [("one", "skills/one/SKILL.md"), ("two", "skills/two/SKILL.md")]
    found = with_scans(with_reports(own, ("scans/*.sarif",), tmp_path), paths)
    assert found.of("two") == own.of("two")
    assert [each.tool for each in found.of("one").scans] == ["scan"]
    assert found.of("one").digest
    assert found.silent == ("scans/lost.sarif",)
    report(tmp_path / "scans" / "one.sarif", RUN, RUN)
    again = with_scans(with_reports(own, ("scans/*.sarif",), tmp_path), paths)
    assert again.of("one").digest != found.of("one").digest
