"""Who may start a skill, and placeholders."""

import pytest

from skillpack.check.judge import judge, severity, verdict, words
from skillpack.model.finding import Severity

FIRES = [
    ("IV001", "disable-model-invocation: no", ""),
    ("IV001", "user-invocable: 1", ""),
    ("IV001", "user-invocable:", ""),
    ("IV001", "user-invocable: True", ""),
    ("IV002", "disable-model-invocation: true\nuser-invocable: false", ""),
    ("IV002", "metadata:\n  disable-model-invocation: 'true'\n  user-invocable: 'false'", ""),
    ("IV003", "argument-hint: [file]", ""),
    ("IV003", "argument-hint: [file] [line]", ""),
    ("IV004", "context: inline", ""),
    ("IV005", "agent: Explore", ""),
    ("IV006", "", "Now: !`date`\n"),
    ("IV007", "", "It costs $5.00 a month\n"),
    ("IV007", "", "It costs $10 a month\n"),
    ("IV007", "", "Join $0$1\n"),
]
SILENT = [
    ("IV001", "disable-model-invocation: true", ""),
    ("IV001", "user-invocable: false", ""),
    ("IV002", "disable-model-invocation: true", ""),
    ("IV002", "user-invocable: false", ""),
    ("IV003", "argument-hint: '[file]'", ""),
    ("IV003", "argument-hint: file", ""),
    ("IV004", "context: fork", ""),
    ("IV005", "agent: Explore\ncontext: fork", ""),
    ("IV006", "", "Run `date`! Or `x`\n"),
    ("IV007", "", "Fix $ARGUMENTS[0] in $1 and $0.\n"),
    ("IV007", "", "From $30/month to $90/user, or $5.00/mo\n"),
    ("IV007", "", "Costs $1,000 or US$50 or a$10 or $100\n"),
]


@pytest.mark.parametrize(("code", "lines", "body"), FIRES)
def test_fires(code, lines, body, check, page) -> None:
    text = page(lines, body=body)
    expected = {"FM003"} if "[file] [line]" in lines else {code}
    assert expected <= {finding.rule for finding in check(text)}


@pytest.mark.parametrize(("code", "lines", "body"), SILENT)
def test_is_silent(code, lines, body, check, page) -> None:
    assert code not in {finding.rule for finding in check(page(lines, body=body))}


def test_a_switch_in_quotes_is_read_by_instructor_and_refused_by_copilot(check, page, profiles) -> None:
    found = check(page("user-invocable: 'false'"))  # requirements C38: quoted forms are read as well
    (one,) = [each for each in found if each.rule == "IV001"]
    assert severity(one, profiles["instructor"]) is Severity.OFF
    assert words(found, profiles["copilot"]) == ("user-invocable must be a boolean",)
    assert verdict(check(page("user-invocable: FALSE")), profiles["copilot"]).loads


@pytest.mark.parametrize("value", ["[file]", "[file, other]", "{file: x}", "5", "true", "1e3"])
def test_a_hint_that_is_no_text_is_refused_in_the_words_of_copilot(value, check, page, profiles) -> None:
    found = check(page(f"argument-hint: {value}"))
    assert words(found, profiles["copilot"]) == ("argument-hint must be a string",)


def test_a_hint_in_brackets_is_one_finding(check, page, profiles) -> None:
    judged = judge(check(page("argument-hint: [file]")), [profiles["publish"]])
    assert [one.finding.rule for one in judged if one.finding.span.line == 4] == ["IV003"]
    strict = judge(check(page("argument-hint: [file]")), [profiles["publish"], profiles["agentskills"]])
    assert "FM011" in {one.finding.rule for one in strict}  # an error there is not hidden by a warning


@pytest.mark.parametrize("value", ["", "file", "yes", "2026-01-31", '"[file]"'])
def test_a_hint_that_copilot_takes_for_text_is_not_refused(value, check, page, profiles) -> None:
    assert verdict(check(page(f"argument-hint: {value}")), profiles["copilot"]).loads


def test_a_body_of_prices_is_one_finding_at_the_first(check, page) -> None:
    (finding,) = [one for one in check(page(body="\n\nA $10\n\nB $20\n")) if one.rule == "IV007"]
    assert finding.message == "`$10` and 1 more can be read as an argument"
    assert (finding.span.line, finding.span.column, finding.span.end_column) == (7, 3, 6)


def test_shell_lines_are_one_finding_at_the_first(check, page) -> None:
    (finding,) = [one for one in check(page(body="!`a`\n!`b`\n")) if one.rule == "IV006"]
    assert finding.message == "some hosts run `a` and 1 more when the skill opens"
    assert finding.span.line == 5


def test_points_at_the_key_where_the_value_is_missing(check, page) -> None:
    (finding,) = [one for one in check(page("user-invocable:")) if one.rule == "IV001"]
    assert (finding.span.line, finding.span.column) == (4, 1)
