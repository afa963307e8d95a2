"""skillpack explain: a rule, in the words of its page."""

import json

import pytest

from skillpack.check.run import rule_pages


def test_a_rule_says_what_why_how_and_who_minds(cli, snapshot) -> None:
    ran = cli("explain", "NM009")

    assert (ran.status, ran.err) == (0, "")
    assert ran.out == snapshot


@pytest.mark.parametrize("name", ["nm009", "NM009", "name-differs-from-folder", "Name-Differs-From-Folder"])
def test_a_rule_is_found_by_code_and_by_name(cli, name) -> None:
    assert cli("explain", name).out == cli("explain", "NM009").out


def test_several_rules_stand_one_below_the_other(cli) -> None:
    one, two, both = (cli("explain", *codes).out for codes in (["NM009"], ["LY001"], ["NM009", "LY001"]))

    assert both == f"{one}\n{two}"


def test_all_rules_take_a_line_each(cli) -> None:
    lines = cli("explain", "--all").out.splitlines()

    assert [line.split()[0] for line in lines] == [page.code for page in rule_pages()]
    assert len({line.index(line.split("  ")[-1]) for line in lines}) <= 2  # columns


def test_json_has_the_same(cli) -> None:
    (record,) = json.loads(cli("explain", "NM009", "--json").out)

    assert (record["code"], record["name"]) == ("NM009", "name-differs-from-folder")
    assert record["profiles"]["agentskills"] == "error"
    assert len(json.loads(cli("explain", "--all", "--json").out)) == len(list(rule_pages()))


def test_json_has_the_files_of_both_examples(cli) -> None:
    (record,) = json.loads(cli("explain", "RS001", "--json").out)

    assert list(record["bad"]) == ["SKILL.md"]
    assert list(record["good"]) == ["SKILL.md", "references/columns.md"]
    assert record["bad"]["SKILL.md"] == record["good"]["SKILL.md"]


def test_the_paths_of_an_example_are_said_where_it_has_several_files(cli) -> None:
    bad, _, good = cli("explain", "RS001").out.partition("\nGood:\n")

    assert "\nBad:\n    ---\n    name: csv-report\n" in bad
    assert good.startswith("  SKILL.md\n    ---\n    name: csv-report\n")
    assert "\n  references/columns.md\n    `net`" in good


def test_no_hidden_character_of_an_example_reaches_a_terminal(cli) -> None:
    shown = cli("explain", "SF001", "SF011", "SF012", "FM007", "FM008", "LY015").out
    record = cli("explain", "SF012", "--json").out

    assert all(mark.isprintable() or mark == "\n" for mark in f"{shown}{record}")
    assert "«U+202E»" in shown
    assert "«U+001B»[2J" in record


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("NM09", "did you mean `NM009`?"),
        ("unknown-feild", "did you mean `unknown-field`?"),
        ("zzzzzz", "`skillpack explain --all` lists every rule"),
    ],
)
def test_a_mistyped_rule_gets_a_hint(cli, code, hint) -> None:
    ran = cli("explain", code)

    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"error: no rule named `{code}`\nhint: {hint}\n"


def test_a_code_is_needed(cli) -> None:
    ran = cli("explain")

    assert (ran.status, ran.err) == (
        2,
        "error: explain needs a code\nhint: `skillpack explain --all` lists every rule\n",
    )


@pytest.mark.parametrize("code", [page.code for page in rule_pages()])
def test_every_rule_can_be_explained(cli, code) -> None:
    out = cli("explain", code).out

    assert out.startswith(f"{code} ")
    assert "\nBad:\n" in out
    assert "\nGood:\n" in out
    assert "\nsource" in out
