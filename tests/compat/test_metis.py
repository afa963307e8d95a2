"""Seed 000 by its own names."""

import dataclasses
from pathlib import Path

import pytest

from skillpack.compat import metis
from skillpack.runtime.session import Session

SKILL = "---\nname: {0}\ndescription: Does {0}.\n{1}---\nDo it.\n"


def write(folder: Path, more: str = "") -> Path:
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL.format(folder.name, more))
    return folder


@pytest.mark.demand("M1")
def test_one_folder_is_a_skill(tmp_path: Path) -> None:
    skill = metis.read_skill(write(tmp_path / "pdf"), source="global")

    assert (skill.name, skill.source, skill.skill_dir) == ("pdf", "global", tmp_path / "pdf")
    with pytest.raises(dataclasses.FrozenInstanceError):
        skill.name = "x"  # type: ignore[misc]


@pytest.mark.demand("M19")
def test_a_broken_rule_is_an_exception_with_every_message(tmp_path: Path) -> None:
    folder = write(tmp_path / "pdf", "license: 3\ncompatibility: 4\n")

    with pytest.raises(metis.SkillValidationError) as error:
        metis.read_skill(folder)

    assert error.value.path == folder / "SKILL.md"
    assert error.value.errors == ("license: must be a string", "compatibility: must be a string")
    assert str(error.value) == f"{folder / 'SKILL.md'}: license: must be a string; compatibility: must be a string"


def test_a_folder_without_a_skill_file(tmp_path: Path) -> None:
    with pytest.raises(metis.SkillValidationError, match=r"there is no SKILL\.md"):
        metis.read_skill(tmp_path)


@pytest.mark.demand("M33", "M48.26")
def test_both_tools_are_registered(tmp_path: Path) -> None:
    class Dispatcher:
        def __init__(self) -> None:
            self.tools: dict[str, object] = {}

        def register(self, tool: object) -> None:
            self.tools[tool.name] = tool  # type: ignore[attr-defined]

    dispatcher = Dispatcher()
    metis.register_skill_tools(dispatcher)

    assert list(dispatcher.tools) == ["skill_search", "skill_load"]
    write(tmp_path / "workspace" / "pdf")
    session = Session(metis.load_skills(workspace_dir=tmp_path / "workspace"))
    assert dispatcher.tools["skill_load"].call(session, {"name": "pdf"}).text.startswith("# Skill: pdf")
