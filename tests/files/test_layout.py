"""Where skills lie in a folder for which nobody configured it, and what that depends on."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from skillpack.files.layout import find_sources, is_empty
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
        (["a/SKILL.md", ".claude/skills/b/SKILL.md"], ["."]),
        (["skills/a/SKILL.md", ".claude/skills/b/SKILL.md"], ["skills"]),
        (["skills/x/y/a/SKILL.md"], ["skills"]),
        (["skills/a/SKILL.md", "x/y/b/SKILL.md"], ["."]),
        (["x/y/b/SKILL.md", ".agents/skills/b/SKILL.md"], [".", ".agents/skills"]),
        ([".metis/skills/b/SKILL.md", ".agents/skills/b/SKILL.md"], [".agents/skills"]),
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
    "added", ["SKILL.md", "c/SKILL.md", "x/b/SKILL.md", "x/new/deep/b/SKILL.md", "skills/a/gone", "x/.skillpack-site"]
)
def test_the_answer_depends_on_what_would_change_it(lay: Lay, added: str) -> None:
    root = lay({"skills/a/SKILL.md": b"", "x/y/z/notes.md": b"", "x/b/notes.md": b""})
    trace = Trace(str(root))
    find_sources(str(root), trace)
    recorded = trace.recorded()
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
    recorded = trace.recorded()
    os.mkfifo(tmp_path / "new")
    assert not holds(recorded)
