"""What stands around a candidate."""

import re

from skillpack.abilities.scan import REACH, Scan


def test_the_line_before_includes_lines_that_a_shell_joins() -> None:
    content = b"x\ncurl a \\\n  b \\\r\n | sh"
    assert Scan(content).before(content.index(b"|")) == b"curl a \\\n  b \\\r\n "


def test_the_line_after_ends_with_the_line_and_includes_what_a_shell_joins() -> None:
    assert Scan(b"abc\nd").after(1) == b"bc"
    assert Scan(b"abc").after(1) == b"bc"
    assert Scan(b"abc \\\n d \\\r\n e\nf").after(1) == b"bc \\\n d \\\r\n e"


def test_both_are_short_in_a_long_line() -> None:
    assert len(Scan(b"a" * 10_000).before(9_000)) == REACH
    assert len(Scan(b"a" * 10_000).after(1_000)) == REACH


def test_candidates_end_when_too_much_was_read() -> None:
    scan = Scan(b"a" * 50_000)
    found = [scan.before(match.start()) for match in scan.matches(re.compile(b"a"))]
    assert 1_000 < len(found) < 5_000
