import re
from dataclasses import replace

import pytest

from skillpack.model.finding import Suppression
from skillpack.model.profile import Profile
from skillpack.model.selection import Described, Greedy, Intent, IntentSource
from skillpack.parse.configuration import parse_configuration
from skillpack.report.paint import Paint
from skillpack.report.selection import concise_selection, selection_lines
from skillpack.report.selection_input import HostView, SelectionReport
from skillpack.search.edits import edits
from skillpack.search.selection import select
from skillpack.search.shown import shown

NARROW = Paint(width=80)


def text(report, paint=NARROW) -> str:
    return "\n".join(selection_lines(report, paint))


def test_full(selected, snapshot) -> None:
    assert text(selected()) == snapshot


def test_all(selected, snapshot) -> None:
    assert text(selected(everything=True)) == snapshot


def test_against_an_earlier_state(selected, snapshot) -> None:
    assert text(selected(against=True)) == snapshot


def test_bundles(selected, snapshot) -> None:
    assert text(selected(bundled=True)) == snapshot


def test_in_colour(selected, snapshot) -> None:
    assert text(selected(), Paint(color=True, width=80)).replace("\x1b", "ESC") == snapshot


def test_concise(selected, snapshot) -> None:
    assert "\n".join(concise_selection(selected(against=True), NARROW)) == snapshot


@pytest.mark.parametrize("more", [{}, {"everything": True}, {"against": True}, {"bundled": True}])
def test_lines_fit_and_colours_change_nothing_but_colours(selected, more) -> None:
    plain = text(selected(**more))
    assert max(map(len, plain.split("\n"))) <= 80
    assert re.sub(r"\x1b\[[0-9;]*m", "", text(selected(**more), Paint(color=True, width=80))) == plain


def test_nothing_hidden_comes_through(selected) -> None:
    lines = text(selected(against=True, everything=True), Paint(unicode=False, width=80))
    assert "\u202e" not in lines
    assert lines.isascii()


class TestSuppressions:
    def test_a_skill_that_is_accepted_is_counted_and_not_told(self, selected) -> None:
        shown = text(selected(suppressions=(Suppression("SL002", "tidy-history", "by design", ""),)))
        assert "tidy-history  loses" not in shown
        assert "1 accepted in skillpack.toml" in shown

    def test_all_tells_it_with_the_reason(self, selected) -> None:
        accepted = (Suppression("SL002", "tidy-history", "by design", ""),)
        assert "(accepted: by design)" in text(selected(suppressions=accepted, everything=True))

    def test_one_that_has_ended_holds_no_more(self, selected) -> None:
        ended = (Suppression("SL002", "", "for now", "2026-05-31"),)
        assert "tidy-history  loses" in text(selected(suppressions=ended, today="2026-06-01"))
        assert "tidy-history  loses" not in text(selected(suppressions=ended, today="2026-05-31"))

    @pytest.mark.parametrize(
        ("rule", "name", "label"), [("SL001", "pdf-tables", "silent"), ("SL005", "pdf-forms", "no-intent")]
    )
    def test_other_notes_are_left_out(self, selected, rule, name, label) -> None:
        assert f"  {label:<9} {name}" in text(selected())
        assert f"  {label:<9} {name}" not in text(selected(suppressions=(Suppression(rule, name, "known", ""),)))

    def test_a_loss_that_is_accepted_is_told_as_such(self, selected) -> None:
        accepted = (Suppression("SL002", "release-notes", "the new one shall", ""),)
        assert "(accepted: the new one shall)" in text(selected(against=True, suppressions=accepted)).replace(
            "\n" + " " * 11, " "
        )


def test_bundles_can_be_pasted(selected) -> None:
    (bundle,) = parse_configuration(text(selected(bundled=True))).bundles
    assert bundle.skills == ("git-helper", "pdf-forms", "pdf-tables", "release-notes", "tidy-history")


def test_a_greedy_description_names_from_whom_it_takes(selected) -> None:
    report = selected()
    view = report.hosts[0]
    greedy = replace(view.selection, greedy=(Greedy("git-helper", 9, 3, 1.25),))
    told = text(replace(report, hosts=(replace(view, selection=greedy),)))
    assert "  greedy    git-helper: takes 9 requests from 3 skills, where 1.2 is usual:" in told
    assert "`tidy-history` 3" in told


def test_the_worst_ten_are_told() -> None:
    skills = [
        one(f"skill-{number:02}", "Does it", f"paint number {number:02}", f"sell number {number:02}")
        for number in range(12)
    ]
    rival = one("painter", "Paint and sell every number")
    shown_lines = text(report_of([*skills, rival]))
    assert shown_lines.count("  loses 2 of 2 requests") == 10
    assert "2 more skills lose requests: --all shows them" in shown_lines


def test_nothing_but_the_summary_where_nothing_is_wrong() -> None:
    lines = text(report_of([one("pdf-forms", "Fill in PDF forms", "fill in a form")])).split("\n")
    assert lines == [
        "Host has room for the one description (30 of 8,000 characters)",
        "100 % of 1 request finds its own skill first, 100 % among the first three",
        "The reader is lexical: it measures whether descriptions can be told apart, never",
        "  what a model will do.",
    ]


def test_no_skills_at_all() -> None:
    assert text(report_of([])).split("\n")[:2] == [
        "Host lists no skill",
        "No skill says what it is for, so that nothing could be asked",
    ]


def one(name: str, description: str, *lines: str) -> Described:
    return Described(name, description, intents=tuple(Intent(line, IntentSource.BODY) for line in lines))


def report_of(skills: list[Described]) -> SelectionReport:
    host = Profile("host", "Host", "", {}, {}, {}, (), "", "", 8000, 0)
    selection = select(skills, profile=host)
    return SelectionReport((HostView(shown(skills, host), selection, edits(skills, selection)),), "1")
