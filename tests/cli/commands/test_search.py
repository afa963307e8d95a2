"""skillpack search: which skill is meant."""

import json

import pytest


@pytest.mark.usefixtures("rich")
def test_the_best_come_first_with_what_they_say(cli) -> None:
    ran = cli("search", "pdf forms")

    assert (ran.status, ran.out) == (
        0,
        "Skills matching 'pdf forms' (1):\n- pdf-tools — Fills in PDF forms. Use when the user has a PDF.\n",
    )


@pytest.mark.usefixtures("rich")
def test_nothing_found_is_said(cli) -> None:
    ran = cli("search", "zebra")

    assert (ran.status, ran.out) == (0, "No skills matched 'zebra'.\n")


@pytest.mark.usefixtures("rich")
def test_bodies_are_searched_but_not_as_metis_does(cli) -> None:
    assert "release-notes" in cli("search", "template").out
    assert cli("search", "template", "--metis").out == "No skills matched 'template'.\n"
    assert "- triage — " not in cli("search", "release", "--metis").out


@pytest.mark.usefixtures("rich")
def test_an_empty_query_lists_by_name(cli) -> None:
    assert [line.split()[1] for line in cli("search").out.splitlines()[1:]] == ["pdf-tools", "release-notes", "triage"]


@pytest.mark.usefixtures("rich")
def test_the_number_of_results_is_limited(cli) -> None:
    assert len(cli("search", "--limit", "2").out.splitlines()) == 3
    assert cli("search", "--limit", "0").status == 2


@pytest.mark.usefixtures("rich")
def test_json_is_a_list(cli) -> None:
    assert json.loads(cli("search", "pdf", "--json").out) == [
        {"name": "pdf-tools", "description": "Fills in PDF forms. Use when the user has a PDF."}
    ]
    assert json.loads(cli("search", "zebra", "--json").out) == []


@pytest.mark.parametrize("query", ["'", '"', "\\", "*", "a OR b", "\x1b[31m", "é🚀", " "])
@pytest.mark.usefixtures("rich")
def test_no_query_is_an_error(cli, query: str) -> None:
    ran = cli("search", query)

    assert ran.status == 0
    assert "\x1b" not in ran.out


def test_what_would_command_a_terminal_is_spelled_out(cli, write_skill) -> None:
    folder = write_skill("alpha")
    (folder / "SKILL.md").write_text('---\nname: alpha\ndescription: "\\e[31mred"\n---\n')

    assert "- alpha — <U+001B>[31mred" in cli("search", "alpha").out
