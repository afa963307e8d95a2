"""`allowed-tools`."""

import pytest

FIRES = [
    ("AT001", "allowed-tools: 5"),
    ("AT001", "allowed-tools:"),
    ("AT001", "allowed-tools:\n  Read: true"),
    ("AT002", "allowed-tools: [Read, Grep]"),
    ("AT002", "allowed-tools:\n- Read"),
    ("AT003", "allowed-tools: Read, Grep"),
    ("AT003", "allowed-tools: Read,Grep"),
    ("AT004", f"allowed-tools: {'Read ' * 410}"),
    ("AT005", "allowed-tools: Bash(git commit:*)"),
    ("AT005", "allowed-tools: [Read, 'Bash(npm run *)']"),
    ("AT006", "allowed-tools: Bash(git:* Read"),
    ("AT006", "allowed-tools: Bashgit:*) Read"),
]
SILENT = [
    ("AT001", "allowed-tools: Read"),
    ("AT001", "allowed-tools: [Read]"),
    ("AT002", "allowed-tools: Read"),
    ("AT003", "allowed-tools: Read Bash(a,b)"),
    ("AT003", "allowed-tools: [Read, Grep]"),
    ("AT004", f"allowed-tools: {'Read ' * 409}"),
    ("AT005", "allowed-tools: Bash(git:*) Read"),
    ("AT006", "allowed-tools: Bash(git (a) b:*) Read"),
]


@pytest.mark.demand("B5")
@pytest.mark.parametrize(("code", "lines"), FIRES)
def test_fires(code, lines, check, page) -> None:
    assert code in {finding.rule for finding in check(page(lines))}


@pytest.mark.parametrize(("code", "lines"), SILENT)
def test_is_silent(code, lines, check, page) -> None:
    assert code not in {finding.rule for finding in check(page(lines))}


def test_nothing_is_said_where_there_is_no_field(check, page) -> None:
    assert not [finding for finding in check(page()) if finding.rule.startswith("AT")]
