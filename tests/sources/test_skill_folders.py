"""Where skills lie in a repository, of which only a listing is here."""

from contextlib import suppress
from pathlib import Path

import pytest

from skillpack.errors import FetchError
from skillpack.model.limits import Limits
from skillpack.sources.local import folder_skills
from skillpack.sources.skill_folders import skill_folders

FOUND = (
    (
        ["SKILL.md", "skills/a/SKILL.md", "skills/group/b/SKILL.md", "examples/c/SKILL.md"],
        ["", "skills/a", "skills/group/b"],
    ),
    (["skill.md"], [""]),
    (["a/SKILL.md", "b/SKILL.md", "skills/c/SKILL.md", "x/y/d/SKILL.md"], ["a", "b", "skills/c", "x/y/d"]),
    (
        ["skills/b/SKILL.md", "skills/a/SKILL.md", ".claude/skills/dev/SKILL.md"],
        [".claude/skills/dev", "skills/a", "skills/b"],
    ),
    ([".claude/skills/a/SKILL.md", ".agents/skills/b/SKILL.md"], [".agents/skills/b", ".claude/skills/a"]),
    ([".claude/skills/a/SKILL.md", ".agents/skills/a/SKILL.md"], [".claude/skills/a"]),
    (["skills/a/SKILL.md", ".claude/skills/a/SKILL.md"], ["skills/a"]),
    (
        ["skills/.curated/a/SKILL.md", "skills/.experimental/b/SKILL.md", "skills/.system/c/SKILL.md"],
        ["skills/.curated/a", "skills/.experimental/b", "skills/.system/c"],
    ),
    (["skills/a/SKILL.md", ".claude/skills/x/SKILL.md", ".claude/skills/x/.skillpack.json"], ["skills/a"]),
    ([".claude/skills/x/SKILL.md", ".claude/skills/x/.skillpack.json"], [".claude/skills/x"]),
    ([".agents/skills/b/SKILL.md"], [".agents/skills/b"]),
    ([".metis/skills/b/SKILL.md", "deep/er/a/SKILL.md"], [".metis/skills/b", "deep/er/a"]),
    (["skills/a/SKILL.md", "plugins/x/skills/b/SKILL.md"], ["plugins/x/skills/b", "skills/a"]),
    (["vendor/x/SKILL.md", "a/node_modules/b/SKILL.md", "a/build/c/SKILL.md"], []),
    (["build/SKILL.md", "a/dist/SKILL.md"], ["a/dist", "build"]),
    (["1/2/3/4/5/6/SKILL.md"], ["1/2/3/4/5/6"]),
    (["plugins/x/skills/a/SKILL.md", "plugins/y/skills/b/SKILL.md"], ["plugins/x/skills/a", "plugins/y/skills/b"]),
    (["skills/office/pdf/SKILL.md", "skills/web/html/SKILL.md"], ["skills/office/pdf", "skills/web/html"]),
    (["x/y/a/SKILL.md", "x/y/a/examples/b/SKILL.md"], ["x/y/a"]),
    (["x/y/a/SKILL.md", "x/y/a-b/SKILL.md"], ["x/y/a", "x/y/a-b"]),
    (["x/.hidden/a/SKILL.md"], []),
    ([".claude/commands/a/SKILL.md"], []),
    (["1/2/3/4/5/6/7/SKILL.md"], []),
    (["skills/.hidden/SKILL.md"], []),
    ([], []),
)


@pytest.mark.parametrize(("files", "folders"), FOUND)
def test_are_found(files: list[str], folders: list[str]) -> None:
    assert list(skill_folders(files)) == folders


@pytest.mark.parametrize("files", [files for files, _ in FOUND if files])
def test_a_folder_with_the_same_files_has_the_same_skills(files: list[str], tmp_path: Path) -> None:
    for file in files:
        path = tmp_path / "repository" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("---\nname: any\ndescription: Any. Use when asked.\n---\n\n# Any\n")
    found = set()
    with suppress(FetchError):
        found = {Path(each.provenance.location) for each in folder_skills(tmp_path / "repository", Limits())}

    assert found == {tmp_path / "repository" / folder for folder in skill_folders(files)}
