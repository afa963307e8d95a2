import json

import pytest
from jsonschema import Draft202012Validator

from skillpack.model.selection import HitRate, HostVisibility, Query, Selection, Visibility, VisibleSkill
from skillpack.report.schemas import SCHEMAS, SELECTION
from skillpack.report.selection import FORMATS, hit_sentence, selection_json, selection_lines, visibility_sentence
from skillpack.report.terminal.paint import PLAIN, Paint

ALIKE = ", about 3 where all are used alike"
WITH_ROOM = "with room for all descriptions"
FIRST = "their skill first in what Host shows"


def text(report, form: str = "full", paint: Paint = PLAIN) -> str:
    return "\n".join(FORMATS[form](report, paint))


@pytest.mark.parametrize("form", FORMATS)
def test_reports(selected, form, snapshot) -> None:
    assert text(selected(), form) == snapshot


@pytest.mark.parametrize("form", FORMATS)
def test_without_requests_only_what_hosts_show_is_said(selected, form, snapshot) -> None:
    assert text(selected(queries=None), form) == snapshot


def test_json_is_what_its_schema_says(selected) -> None:
    for report in (selected(), selected(queries=None)):
        Draft202012Validator(SELECTION).validate(json.loads("\n".join(selection_json(report))))
    Draft202012Validator.check_schema(SELECTION)
    assert SCHEMAS["selection.json"] is SELECTION


@pytest.mark.parametrize("form", ["full", "concise", "markdown"])
def test_nothing_hidden_comes_through(selected, form) -> None:
    assert "\u202e" not in text(selected(), form)
    assert text(selected(), "full", Paint(unicode=False, width=80)).isascii()


def test_foreign_text_cannot_end_the_code_it_stands_in(selected) -> None:
    (line,) = [line for line in text(selected(), "markdown").split("\n") if "rebase" in line]
    assert line.startswith("- missed: `rebase a stack of 'branches'<U+202E>` is for `tidy-history`")


def test_ten_missed_requests_are_shown_unless_all_are_asked_for(selected) -> None:
    queries = [Query(f"number {number}", ("tidy-history",)) for number in range(12)]
    assert "2 more; --all shows them" in text(selected(queries=queries))
    everything = text(selected(queries=queries, everything=True))
    assert "--all" not in everything
    assert everything.count("  missed ") == 12


def test_lines_fit_the_terminal(selected) -> None:
    assert all(len(line) <= 60 for line in selection_lines(selected(), Paint(width=60)))


def _shown(**more: object) -> HostVisibility:
    values = {"budget": 100, "needed": 300, "listed": 9, "fewest": 1, "most": 5, "even": 3, "unknown": ()}
    skills = (VisibleSkill("pdf", 5, Visibility.WHOLE, Visibility.NAME, 0.25),)
    return HostVisibility("host", "Host", **(values | more), skills=skills)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"listed": 0}, "Host lists no skill"),
        ({"budget": 0}, "Host: its budget is not known; 9 descriptions need 300 characters"),
        ({"needed": 100}, "Host has room for all 9 descriptions (100 of 100 characters)"),
        ({"needed": 9, "listed": 1}, "Host has room for the one description (9 of 100 characters)"),
        (
            {"unknown": ("overflow",)},
            "Host has no room for 9 descriptions, and which go is not known (100 characters; 300 needed)",
        ),
        ({"fewest": 5}, "Host shows 5 of 9 descriptions whole (100 characters; 300 needed)"),
        (
            {"at_default_window": True},
            "Host with its default context window shows 1 to 5 of 9 descriptions whole (100 characters; 300 needed)"
            + ALIKE,
        ),
    ],
)
def test_what_a_host_shows(more, sentence) -> None:
    assert visibility_sentence(_shown(**more)) == sentence


@pytest.mark.parametrize(
    ("requests", "seen", "whole", "sentence"),
    [
        (0, (0, 0), (0, 0), "No request names a skill that Host could show"),
        (1, (1, 1), (1, 1), "100 % of 1 request finds its skill first in what Host shows, 100 % among the first three"),
        (
            8,
            (0.5, 0.625),
            (0.75, 0.875),
            f"50 % of 8 requests find {FIRST}, 62 % among the first three; {WITH_ROOM} 75 % and 88 %",
        ),
    ],
)
def test_the_headline(requests, seen, whole, sentence) -> None:
    assert hit_sentence(Selection(requests, 0, HitRate(*seen), HitRate(*whole), (), ()), _shown()) == sentence


def test_every_format_says_what_the_numbers_mean(selected) -> None:
    for name, write in FORMATS.items():
        assert "not what a model does" in " ".join("\n".join(write(selected(), PLAIN)).split()), name
