"""The program of a metaskill."""

import pytest

from skillpack.model.document import NOWHERE, Span

RUN = 'def run(input):\n    return input["task"]\n'
KEYS = "Input keys:\n\n- `task`: what to do\n"
PROGRAM = {"SKILL.star": RUN}


def program(source: str | bytes) -> dict[str, str | bytes]:
    return {"SKILL.star": source}


FIRES = [
    ("PG001", ("metaskill: ../SKILL.star",), {}),
    ("PG001", ("metaskill: /SKILL.star",), {}),
    ("PG002", ("metaskill: flow.star",), {}),
    ("PG003", ("metaskill_language: python",), PROGRAM),
    ("PG004", (), program("#" * 65_537)),
    ("PG005", (), program(b"# \xff\n" + RUN.encode())),
    ("PG006", (), program("---\nname: x\n---\n" + RUN)),
    ("PG007", (), program("def run(input)\n    return 1\n")),
    ("PG007", (), program("def run(input):\n    while True:\n        pass\n")),
    ("PG008", (), program("def go(input):\n    return 1\n")),
    ("PG008", (), program("def run(one, two):\n    return 1\n")),
    ("PG009", (), program('load("a.star", "b")\n' + RUN)),
    ("PG010", (), PROGRAM),
    ("PG011", ("metaskill_language: starlark",), {}),
    ("PG012", ("metaskill: SKILL.star",), PROGRAM),
    ("PG012", ("metaskill: flow.star",), {"flow.star": RUN}),
    ("PG012", ("metaskill_language: starlark",), PROGRAM),
    ("PG013", (), program("def again(n):\n    return again(n)\n\n" + RUN)),
]


@pytest.mark.demand("K6", "K8", "K11")
@pytest.mark.parametrize(("code", "lines", "files"), FIRES)
def test_finds(check, page, code, lines, files) -> None:
    assert code in {each.rule for each in check(page(*lines), files=files)}


@pytest.mark.parametrize("lines", [(), ("metaskill: SKILL.star",)])
def test_says_nothing_of_a_program_that_runs(check, page, lines) -> None:
    found = check(page(*lines, body="# A\n\nUse it.\n\n" + KEYS), files=PROGRAM)
    assert {each.rule for each in found if each.rule.startswith("PG")} <= {"PG012"}


def test_says_nothing_without_a_program(check, page) -> None:
    assert not [each for each in check(page()) if each.rule.startswith("PG")]


def test_points_at_the_field_for_what_the_field_says(check, page) -> None:
    (found,) = [each for each in check(page("metaskill: flow.star")) if each.rule == "PG002"]
    assert (found.path, found.span) == ("skills/pdf/SKILL.md", Span(4, 12, 4, 21))
    assert found.message == "there is no program `flow.star` in the skill"


def test_points_into_the_program_for_what_it_says(check, page) -> None:
    files = program("def run(input):\n    while True:\n        pass\n")
    (found,) = [each for each in check(page(), files=files) if each.rule == "PG007"]
    assert (found.path, found.span.line) == ("skills/pdf/SKILL.star", 2)
    assert found.message == "not valid Starlark: a `while` loop"


def test_points_at_the_function_that_calls_itself(check, page) -> None:
    files = program(RUN + "\ndef again(n):\n    return again(n)\n")
    (found,) = [each for each in check(page(), files=files) if each.rule == "PG013"]
    assert found.span == Span(4, 5, 4, 5)


def test_measures_a_large_program(check, page) -> None:
    (found,) = [each for each in check(page(), files=program("#" * 65_536)) if each.rule == "PG004"]
    assert dict(found.facts) == {"size": "65537"}


@pytest.mark.demand("K6")
@pytest.mark.parametrize("body", [KEYS, "**Input:** `task`\n", "## Inputs\n\n- `task`\n", "## Parameters\n\n`task`\n"])
def test_takes_every_usual_way_to_document_input(check, page, body) -> None:
    assert not {"PG010", "PG014"} & {each.rule for each in check(page(body=body), files=PROGRAM)}


def test_says_nothing_of_a_program_without_input(check, page) -> None:
    files = program("def run(input):\n    return 1\n")
    assert "PG010" not in {each.rule for each in check(page(), files=files)}


def test_points_at_the_key_that_is_not_documented(check, page) -> None:
    files = program('def run(input):\n    return input["task"] + input.get("heading", "")\n')
    (found,) = [each for each in check(page(body=KEYS), files=files) if each.rule == "PG014"]
    assert (found.path, found.span) == ("skills/pdf/SKILL.star", Span(2, 38, 2, 47))


def test_says_how_to_do_without_the_field(check, page) -> None:
    same = [each for each in check(page("metaskill: SKILL.star"), files=PROGRAM) if each.rule == "PG012"]
    other = [each for each in check(page("metaskill: flow.star"), files={"flow.star": RUN}) if each.rule == "PG012"]
    assert same[0].hint == "remove it"
    assert other[0].hint == "rename the program to `SKILL.star`, and remove the field"
    assert same[0].span == Span(4, 1, 4, 10)
    assert same[0].span != NOWHERE
