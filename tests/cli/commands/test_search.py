"""skillpack search: which skill is meant."""

import json
from pathlib import Path

import pytest

from skillpack.report.terminal.visible_text import width


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
def test_a_word_that_was_taken_for_another_is_said(cli) -> None:
    ran = cli("search", "pdf forns")

    assert "- pdf-tools" in ran.out
    assert ran.err.splitlines()[1:] == ["note: no skill contains `forns`; showing `forms`"]
    assert "note" not in cli("search", "pdf for").err


@pytest.mark.usefixtures("rich")
def test_bodies_are_searched_but_not_as_metis_does(cli) -> None:
    assert "release-notes" in cli("search", "template").out
    assert cli("search", "template", "--metis").out == "No skills matched 'template'.\n"
    assert "- triage — " not in cli("search", "release", "--metis").out


@pytest.mark.usefixtures("rich")
def test_an_empty_query_lists_by_name(cli) -> None:
    assert [line.split()[1] for line in cli("search").out.splitlines()[1:]] == ["pdf-tools", "release-notes"]


def test_what_is_hidden_or_not_for_people_is_not_found(cli, write_skill, tmp_path: Path) -> None:
    for name, more in (("alpha", ""), ("beta", ""), ("agents", "user-invocable: false\n")):
        write_skill(name, front_matter=more)
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\n[skill."beta"]\nhidden = true\n')

    assert [line.split()[1] for line in cli("search").out.splitlines()[1:]] == ["alpha"]
    cli("build")
    assert [line.split()[1] for line in cli("search", "--catalog", "dist").out.splitlines()[1:]] == ["alpha"]


@pytest.mark.usefixtures("rich")
def test_the_number_of_results_is_limited(cli) -> None:
    assert len(cli("search", "--limit", "2").out.splitlines()) == 3
    assert cli("search", "--limit", "0").status == 2


@pytest.mark.usefixtures("rich")
def test_it_is_told_how_many_more_there_are(cli) -> None:
    assert cli("search", "fills notes", "--limit", "1").out.startswith("Skills matching 'fills notes' (1 of 2):\n- ")
    assert cli("search", "fills notes").out.startswith("Skills matching 'fills notes' (2):\n- ")
    assert cli("search", "--limit", "1").out.startswith("Skills matching '' (1 of 2):\n- ")


@pytest.mark.usefixtures("rich")
def test_metis_answers_in_its_own_words(cli) -> None:
    assert cli("search", "PDF ", "--metis").out == (
        "Skills matching 'PDF ' (1):\n- pdf-tools [workspace] — Fills in PDF forms. Use when the user has a PDF.\n"
    )
    assert cli("search", "s", "--metis", "--limit", "1").out.startswith("Skills matching 's' (1):\n- ")


@pytest.mark.usefixtures("rich")
def test_metis_tells_where_a_skill_comes_from(cli, tmp_path) -> None:
    (tmp_path / "skillpack.toml").write_text('[[source]]\npath = "skills"\ntrust = "external"\n')
    assert "- pdf-tools [external] — " in cli("search", "pdf", "--metis").out
    assert "- pdf-tools — " in cli("search", "pdf").out


def test_on_a_terminal_a_long_description_takes_two_lines(cli, write_skill, monkeypatch) -> None:
    folder = write_skill("alpha")
    text = "Reads-mail-and-answers letters, " * 20
    (folder / "SKILL.md").write_text(f"---\nname: alpha\ndescription: {text}\n---\n")
    assert f"- alpha — {text.strip()}\n" in cli("search", "alpha").out
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    lines = cli("search", "alpha").out.splitlines()[1:]
    assert lines == [
        "- \x1b[1malpha\x1b[0m — Reads-mail-and-answers letters,",
        "  Reads-mail-and-answers letters, Reads-mail-and-answers …",
    ]


@pytest.mark.usefixtures("rich")
def test_json_is_a_list(cli) -> None:
    assert json.loads(cli("search", "pdf", "--json").out) == [
        {
            "name": "pdf-tools",
            "description": "Fills in PDF forms. Use when the user has a PDF.",
            "path": "pdf_tools/SKILL.md",
            "tags": [],
            "in": ["name", "description", "headings", "body"],
        }
    ]
    assert json.loads(cli("search", "zebra", "--json").out) == []


@pytest.mark.usefixtures("rich")
def test_json_of_metis_says_what_metis_says(cli) -> None:
    assert json.loads(cli("search", "pdf", "--metis", "--json").out) == [
        {"name": "pdf-tools", "description": "Fills in PDF forms. Use when the user has a PDF."}
    ]


def test_on_a_terminal_it_is_said_where_words_are_that_one_does_not_see(cli, write_skill, monkeypatch) -> None:
    (write_skill("alpha") / "SKILL.md").write_text("---\nname: alpha\ndescription: Reads mail.\n---\n\nZebra\n")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert cli("search", "zebra").out.splitlines()[1:] == ["- alpha — Reads mail.", "  in body"]
    assert cli("search", "mails").out.splitlines()[1:] == ["- alpha — Reads mail."]


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


@pytest.mark.usefixtures("at_home", "publish")
class TestElsewhere:
    """A published site, and what is installed."""

    def test_a_published_site_is_searched(self, cli) -> None:
        ran = cli("search", "gamma", "--catalog", "site")

        assert (ran.status, ran.err) == (0, "catalog: site\n")
        assert ran.out.splitlines()[0] == "Skills matching 'gamma' (1):"
        (row,) = json.loads(cli("search", "gamma", "--catalog", "site", "--json").out)
        assert (row["name"], row["in"]) == ("gamma", ["name", "description"])
        assert row["path"].endswith("/site/skills/gamma/index.html")

    def test_what_is_installed_is_searched_where_there_is_no_catalog(self, cli, tmp_path) -> None:
        cli("install", "alpha", "gamma", "--registry", "site", "--global", "--yes")
        ran = cli("search", "gamma")

        assert ran.err == f"installed: {tmp_path}/home/.metis/skills\n"
        assert ran.out.splitlines()[1].startswith("- gamma ")
        assert "[global]" in cli("search", "gamma", "--metis").out

    def test_a_flag_says_where_to_look(self, cli, write_skill) -> None:
        write_skill("alpha", root="there")

        assert cli("search", "alpha", "--root", "there").out.startswith("Skills matching 'alpha' (1):")
        assert cli("search", "alpha", "--root", "nowhere").out == "No skills matched 'alpha'.\n"


def test_on_a_terminal_a_skill_takes_two_lines_also_where_its_words_are_not_seen(cli, write_skill, monkeypatch) -> None:
    write_skill("alpha", description="Reads mail and answers letters. " * 20, body="# Alpha\n\nIt is about a zebra.\n")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert cli("search", "zebra").out.splitlines()[1:] == [
        "- alpha — Reads mail and answers letters. Reads mail and …",
        "  in body",
    ]


def test_on_a_terminal_wide_characters_take_two_columns(cli, write_skill, monkeypatch) -> None:
    write_skill("alpha", description="読む" * 60)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    lines = cli("search", "alpha").out.splitlines()[1:]
    assert (len(lines), max(map(width, lines))) == (2, 60)
