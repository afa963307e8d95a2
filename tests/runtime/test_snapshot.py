"""What changed in a workspace between two looks."""

from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.runtime.registry import SkillRegistry
from skillpack.runtime.snapshot import (
    SkillChange,
    SkillState,
    Snapshot,
    changes,
    read_snapshot,
    take_snapshot,
    write_snapshot,
)

Look = Callable[..., Snapshot]
SKILL = "---\ndescription: Does it.\nrequires:\n  env: [TOKEN]\n---\n\nDo it.\n"


@pytest.fixture
def look(tmp_path: Path) -> Look:
    """Write skills of one file, with their texts, and look at them."""

    def looked(environment: dict[str, str] | None = None, **texts: str) -> Snapshot:
        for file in tmp_path.glob("skills/*"):
            file.unlink()
        for name, text in texts.items():
            (tmp_path / "skills").mkdir(exist_ok=True)
            (tmp_path / f"skills/{name}.md").write_text(text)
        registry = SkillRegistry(environment={"TOKEN": "1"} if environment is None else environment)
        registry.discover(tmp_path)
        return take_snapshot(registry)

    return looked


def test_what_stayed_is_no_change(look: Look) -> None:
    assert list(changes(look(a=SKILL), look(a=SKILL))) == []


def test_skills_come_change_and_go(look: Look) -> None:
    before = look(a=SKILL, b=SKILL, c=SKILL)
    after = look(a=SKILL, b=SKILL.replace("Do it", "Do more"), d=SKILL)

    assert list(changes(before, after)) == [
        SkillChange("changed", "b"),
        SkillChange("removed", "c"),
        SkillChange("added", "d"),
    ]


def test_what_the_machine_got_or_lost_is_a_change(look: Look) -> None:
    lack = "Requires environment variable: TOKEN"
    with_it, without = look(a=SKILL), look({}, a=SKILL)

    assert list(changes(with_it, without)) == [SkillChange("unavailable", "a", lack)]
    assert list(changes(without, with_it)) == [SkillChange("available", "a")]
    assert list(changes({}, without)) == [SkillChange("added", "a", lack)]


def test_a_snapshot_reads_back(tmp_path: Path) -> None:
    snapshot = {"a": SkillState("00", ""), "b": SkillState("ff", "Requires binary: x")}
    write_snapshot(tmp_path / "deep/file.json", snapshot)

    assert read_snapshot(tmp_path / "deep/file.json") == snapshot


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"schema": 1}', '{"schema": 1, "skills": {"a": 1}}', '{"schema": 2}']
)
def test_a_file_that_is_not_ours_says_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "file.json").write_text(text)

    assert read_snapshot(tmp_path / "file.json") is None
    assert read_snapshot(tmp_path / "none.json") is None
