from dataclasses import replace

from skillpack.model.finding import Suppression
from skillpack.report.selection_markdown import selection_markdown


def text(report) -> str:
    return "\n".join(selection_markdown(report))


def test_a_comment_on_a_change(selected, snapshot) -> None:
    assert text(selected(against=True)) == snapshot


def test_without_a_change(selected, snapshot) -> None:
    assert text(selected()) == snapshot


def test_foreign_text_is_code(selected) -> None:
    report = selected(suppressions=(Suppression("SL002", "tidy-history", "ask @team `now` <b>", ""),), everything=True)
    view = report.hosts[0]
    skills = tuple(
        replace(each, lost=tuple(replace(lost, text="@team <img> `rm`") for lost in each.lost))
        for each in view.selection.skills
    )
    hostile = replace(report, hosts=(replace(view, selection=replace(view.selection, skills=skills)),))
    assert "`@team <img> 'rm'`" in text(hostile)


def test_what_is_accepted_is_marked(selected) -> None:
    accepted = (Suppression("SL002", "", "wanted `here`", ""),)
    assert "☑️ the new skill `changelog` takes 1 request from `release-notes` (accepted: `wanted 'here'`)" in text(
        selected(against=True, suppressions=accepted)
    )
