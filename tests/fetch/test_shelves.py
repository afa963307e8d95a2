import pytest

from skillpack.fetch.shelves import skill_folders


@pytest.mark.parametrize(
    ("files", "folders"),
    [
        (["SKILL.md", "skills/a/SKILL.md"], [""]),
        (["skill.md"], [""]),
        (["a/SKILL.md", "b/SKILL.md", "skills/c/SKILL.md"], ["a", "b"]),
        (["skills/b/SKILL.md", "skills/a/SKILL.md", ".claude/skills/dev/SKILL.md"], ["skills/a", "skills/b"]),
        ([".claude/skills/a/SKILL.md", ".agents/skills/b/SKILL.md"], [".claude/skills/a"]),
        ([".agents/skills/b/SKILL.md"], [".agents/skills/b"]),
        ([".metis/skills/b/SKILL.md", "deep/er/b/SKILL.md"], [".metis/skills/b"]),
        (["plugins/x/skills/a/SKILL.md", "plugins/y/skills/b/SKILL.md"], ["plugins/x/skills/a", "plugins/y/skills/b"]),
        (["skills/office/pdf/SKILL.md", "skills/web/html/SKILL.md"], ["skills/office/pdf", "skills/web/html"]),
        (["x/y/a/SKILL.md", "x/y/a/examples/b/SKILL.md"], ["x/y/a"]),
        (["x/y/a/SKILL.md", "x/y/a-b/SKILL.md"], ["x/y/a", "x/y/a-b"]),
        (["x/.hidden/a/SKILL.md"], []),
        ([".claude/commands/a/SKILL.md"], []),
        (["1/2/3/4/5/6/7/8/9/SKILL.md"], []),
        (["skills/.hidden/SKILL.md"], []),
        ([], []),
    ],
)
def test_are_found(files: list[str], folders: list[str]) -> None:
    assert list(skill_folders(files)) == folders
