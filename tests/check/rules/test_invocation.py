"""Who may start a skill, and placeholders."""

import pytest

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
    ("IV001", "user-invocable: 'false'", ""),  # requirements C38: quoted forms are read as well
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


def test_a_body_of_prices_is_one_finding_at_the_first(check, page) -> None:
    (finding,) = [one for one in check(page(body="\n\nA $10\n\nB $20\n")) if one.rule == "IV007"]
    assert finding.message == "`$10` and 1 more can be taken for an argument"
    assert (finding.span.line, finding.span.column, finding.span.end_column) == (7, 3, 6)


def test_shell_lines_are_one_finding_at_the_first(check, page) -> None:
    (finding,) = [one for one in check(page(body="!`a`\n!`b`\n")) if one.rule == "IV006"]
    assert finding.message == "some hosts run `a` and 1 more when the skill opens"
    assert finding.span.line == 5


def test_points_at_the_key_where_the_value_is_missing(check, page) -> None:
    (finding,) = [one for one in check(page("user-invocable:")) if one.rule == "IV001"]
    assert (finding.span.line, finding.span.column) == (4, 1)
