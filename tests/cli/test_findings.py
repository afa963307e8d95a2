"""Findings as commands print them: paths from where people are."""

from pathlib import Path

import pytest

from skillpack.cli.findings import make_report, placed, rules, shown_root
from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, Judged, Severity
from skillpack.report.findings.report import CheckedSkill


@pytest.mark.parametrize(
    ("root", "shown"), [(".", ""), ("skills", "skills/"), ("../skills", "../skills/"), ("/far/away", "/far/away/")]
)
def test_roots_are_shown_as_they_were_typed(root: str, shown: str) -> None:
    assert shown_root(Path(root)) == shown


def test_roots_below_and_above_this_folder_are_shown_from_here(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert shown_root(tmp_path / "skills") == "skills/"
    assert shown_root(tmp_path) == ""
    assert shown_root(tmp_path.parent) == "../"
    assert shown_root(tmp_path.parent / "other") == f"{tmp_path.parent}/other/"


def test_paths_get_the_prefix_once() -> None:
    finding = Finding("FM006", "a", "a/SKILL.md", NOWHERE, "x")
    report = make_report(
        [Judged(finding, Severity.WARNING)],
        skills=[CheckedSkill("a", "a")],
        sources={"a/SKILL.md": "text"},
        targets=["skills"],
        prefix="skills/",
    )

    assert placed(finding, "skills/").path == "skills/a/SKILL.md"
    assert [judged.finding.path for judged in report.findings] == ["skills/a/SKILL.md"]
    assert list(report.sources) == ["skills/a/SKILL.md"]
    assert [skill.path for skill in report.skills] == ["skills/a"]


def test_what_has_no_path_stays_without() -> None:
    assert placed(Finding("ST002", "", "", NOWHERE, "x"), "skills/").path == ""


def test_every_rule_has_a_page() -> None:
    assert rules()["NM009"].name == "name-differs-from-folder"
