"""Where skills lie in a folder for which nobody configured it, and what that depends on."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from skillpack.files.layout import find_sources, hidden_skills, is_empty
from skillpack.files.trace import Trace, holds

Lay = Callable[[Mapping[str, bytes | str | None]], Path]


def sources(root: Path) -> list[str]:
    return [source.path for source in find_sources(str(root), Trace())]


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (["SKILL.md"], ["."]),
        (["SKILL.md", "skills/a/SKILL.md"], [".", "skills"]),
        (["SKILL.md", "skills/notes.md"], ["."]),
        (["a/SKILL.md", ".claude/skills/b/SKILL.md"], [".", ".claude/skills"]),
        (["skills/a/SKILL.md", ".claude/skills/b/SKILL.md"], ["skills", ".claude/skills"]),
        (["SKILL.md", ".claude/skills/b/SKILL.md"], ["."]),
        (["skills/.curated/a/SKILL.md"], ["skills"]),
        (["skills/.experimental/x/a/SKILL.md", "skills/.system/b/SKILL.md"], ["skills"]),
        (["skills/.other/a/SKILL.md"], []),
        ([".curated/a/SKILL.md"], []),
        (["skills/x/y/a/SKILL.md"], ["skills"]),
        (["skills/a/SKILL.md", "x/y/b/SKILL.md"], ["."]),
        (["x/y/b/SKILL.md", ".agents/skills/b/SKILL.md"], [".", ".agents/skills"]),
        ([".metis/skills/b/SKILL.md", ".agents/skills/b/SKILL.md"], [".agents/skills", ".metis/skills"]),
        ([".claude/skills/a/SKILL.md", ".agents/skills/b/SKILL.md"], [".claude/skills", ".agents/skills"]),
        (["vendor/a/SKILL.md"], []),
        (["public/.skillpack-site", "public/skills/a/SKILL.md"], []),
        (["1/2/3/4/5/6/SKILL.md"], ["."]),
        (["1/2/3/4/5/6/7/SKILL.md"], []),
    ],
)
def test_are_found(lay: Lay, files: list[str], found: list[str]) -> None:
    assert sources(lay(dict.fromkeys(files, b""))) == found


def test_a_linked_folder_of_skills_is_a_source_of_its_own(lay: Lay, tmp_path: Path) -> None:
    lay({"elsewhere/a/SKILL.md": b"", "catalog/skills": "../elsewhere", "catalog/x/y/b/SKILL.md": b""})
    assert sources(tmp_path / "catalog") == [".", "skills"]


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({".agents/skills/a/SKILL.md": b"", ".claude/skills": "../.agents/skills"}, [".agents/skills"]),
        ({".claude/skills/a/SKILL.md": b"", ".agents": ".claude"}, [".claude/skills"]),
        ({"skills/a/SKILL.md": b"", ".claude/skills": "../skills"}, ["skills"]),
        ({"skills/a/SKILL.md": b"", ".claude/skills/a": "../../skills/a"}, ["skills"]),
        ({".agents/skills/a/SKILL.md": b"", ".claude/skills/a": "../../.agents/skills/a"}, [".agents/skills"]),
        (
            {
                ".agents/skills/a/SKILL.md": b"",
                ".claude/skills/a": "../../.agents/skills/a",
                ".claude/skills/b/SKILL.md": b"",
            },
            [".claude/skills", ".agents/skills"],
        ),
        ({"../elsewhere/SKILL.md": b"", ".claude/skills/a": "../../../elsewhere"}, [".claude/skills"]),
    ],
)
def test_a_folder_that_is_linked_to_another_counts_once(
    lay: Lay, tmp_path: Path, files: Mapping[str, bytes | str | None], found: list[str]
) -> None:
    lay({f"repository/{path}": content for path, content in files.items()})
    assert sources(tmp_path / "repository") == found


def test_installed_skills_are_no_skills_of_the_repository(lay: Lay) -> None:
    root = lay({"skills/a/SKILL.md": b"", ".claude/skills/a/SKILL.md": b"", ".claude/skills/a/.skillpack.json": b""})
    assert sources(root) == ["skills"]
    lay({".claude/skills/b/SKILL.md": b""})
    assert [(each.path, each.exclude) for each in find_sources(str(root), Trace())] == [
        ("skills", ()),
        (".claude/skills", ("/a",)),
    ]


def test_what_npx_skills_installed_is_no_skill_of_the_repository(lay: Lay) -> None:
    lock = b'{"version": 1, "skills": {"pdf": {"source": "someone/skills", "sourceType": "github"}}}'
    root = lay({"skills/a/SKILL.md": b"", ".agents/skills/pdf/SKILL.md": b"", "skills-lock.json": lock})
    assert sources(root) == ["skills"]
    lay({".agents/skills/own/SKILL.md": b""})
    assert sources(root) == ["skills", ".agents/skills"]


def test_installed_skills_count_where_there_is_nothing_else(lay: Lay) -> None:
    assert sources(lay({".claude/skills/a/SKILL.md": b"", ".claude/skills/a/.skillpack.json": b""})) == [
        ".claude/skills"
    ]


def test_folders_of_skills_behind_a_dot_are_named(lay: Lay) -> None:
    files = (".github/skills/a/SKILL.md", ".github/skills/b/SKILL.md", "x/.own/c/SKILL.md", ".d/SKILL.md")
    others = (".git/skills/e/SKILL.md", "node_modules/.x/f/SKILL.md", "seen/g/SKILL.md", "seen/g/.in/h/SKILL.md")
    root = lay(dict.fromkeys((*files, *others), b""))
    assert hidden_skills(str(root)) == {".github/skills": 2, ".d": 1, "x/.own": 1}


@pytest.mark.parametrize(
    "added",
    [
        "SKILL.md",
        "c/SKILL.md",
        "x/b/SKILL.md",
        "x/new/deep/b/SKILL.md",
        "skills/a/gone",
        "x/.skillpack-site",
        ".claude/skills/b/SKILL.md",
        "skills/.curated/b/SKILL.md",
    ],
)
def test_the_answer_depends_on_what_would_change_it(lay: Lay, added: str) -> None:
    root = lay({"skills/a/SKILL.md": b"", "x/y/z/notes.md": b"", "x/b/notes.md": b""})
    trace = Trace(str(root))
    find_sources(str(root), trace)
    recorded = trace.stored()
    assert holds(recorded)
    if added.endswith("gone"):
        (root / "skills/a/SKILL.md").unlink()
    else:
        (root / added).parent.mkdir(parents=True, exist_ok=True)
        (root / added).touch()
    assert not holds(recorded)


@pytest.mark.parametrize(
    ("files", "empty"),
    [
        ({}, True),
        ({"skills/group": None, ".git/HEAD": b"", "skillpack.toml": b""}, True),
        ({"skills/group/skillpack.toml": b""}, False),
        ({"public/.skillpack-site": b"", "public/index.html": b""}, True),
        ({"README.md": b""}, False),
        ({"link": "nowhere"}, False),
    ],
)
def test_a_folder_without_files_is_empty(
    lay: Lay, tmp_path: Path, files: Mapping[str, bytes | str | None], *, empty: bool
) -> None:
    lay(files)
    trace = Trace(str(tmp_path))
    assert is_empty(str(tmp_path), trace, besides="skillpack.toml") is empty
    recorded = trace.stored()
    os.mkfifo(tmp_path / "new")
    assert not holds(recorded)
