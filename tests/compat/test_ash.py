"""The scenario with which ash's format is verified, with its own calls."""

from pathlib import Path

import pytest

from skillpack.compat.ash import SkillDefinition, SkillRegistry, SkillRequirements

DARWIN = "---\ndescription: macOS-only skill\nrequires:\n  os:\n    - darwin\n---\n\nThis skill only works on macOS.\n"


@pytest.mark.demand("A3", "A11", "A14")
def test_a_darwin_skill_is_registered_and_not_offered_on_linux(tmp_path: Path) -> None:
    folder = tmp_path / "skills/darwin-only"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(DARWIN)
    registry = SkillRegistry(system="linux")
    registry.discover(tmp_path)

    skill = registry.get("darwin-only")
    assert skill == SkillDefinition(
        name="darwin-only",
        description="macOS-only skill",
        instructions="This skill only works on macOS.",
        requires=SkillRequirements(os=["darwin"]),
        skill_path=folder,
    )
    assert skill.is_available(system="linux") == (False, "Requires OS: darwin (current: linux)")
    assert (len(registry), list(registry), registry.list_available()) == (1, [], [])
    assert registry.validate_skill_file(folder / "SKILL.md") == (True, None)
