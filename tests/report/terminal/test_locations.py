import pytest

from skillpack.report.terminal.locations import locations_line


@pytest.mark.parametrize(
    ("skills", "line"),
    [
        ([], ""),
        (["skills/a", "skills/b"], ""),
        (["a", "skills/b", "skills/c"], "found 3 skills in 2 folders: 2 in `skills`, 1 in `.`"),
        (
            [f"plugins/{name}/skills/x" for name in "gfedcba"],
            (
                "found 7 skills in 7 folders: 1 in `plugins/a/skills`, 1 in `plugins/b/skills`,"
                " 1 in `plugins/c/skills`, 1 in `plugins/d/skills`, 1 in `plugins/e/skills` and 2 more"
            ),
        ),
        (["a\x1b/x", "b/x"], "found 2 skills in 2 folders: 1 in `a\\x1b`, 1 in `b`"),
    ],
)
def test_says_how_many_lie_where(skills: list[str], line: str) -> None:
    assert locations_line(skills) == line
