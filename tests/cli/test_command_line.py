"""Command lines as people write them."""

import pytest

from skillpack.cli.command_line import quoted


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ("/home/you/.claude/skills", "~/.claude/skills"),
        ("/home/you", "~"),
        ("/home/your/x", "/home/your/x"),
        ("/home/you/a b", "'/home/you/a b'"),
        ("/home/you/$(x)", "'/home/you/$(x)'"),
    ],
)
def test_paths_are_fit_for_a_command_line(path: str, written: str) -> None:
    assert quoted(path, "/home/you") == written
