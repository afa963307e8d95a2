"""The names of boxxy and of its formal specification, spelled as Python spells them, over our own."""

from pathlib import Path

from skillpack.runtime.loader import SkillRoot, places
from skillpack.runtime.predicates import (
    is_valid_description,
    is_valid_level1,
    is_valid_level2,
    is_valid_level3,
    skill_errors,
)
from skillpack.runtime.predicates import is_valid_directory as is_valid_skill_directory
from skillpack.runtime.predicates import is_valid_front_matter as is_valid_frontmatter
from skillpack.runtime.predicates import is_valid_name as is_valid_skill_name
from skillpack.runtime.predicates import is_valid_skill as is_valid_complete_skill
from skillpack.runtime.triad import render_skill, render_triad_summary

__all__ = [
    "is_valid_complete_skill",
    "is_valid_description",
    "is_valid_frontmatter",
    "is_valid_level1",
    "is_valid_level2",
    "is_valid_level3",
    "is_valid_skill_directory",
    "is_valid_skill_name",
    "render_skill",
    "render_triad_summary",
    "validate_dir",
]


def validate_dir(folder: Path | str) -> dict[str, tuple[str, ...]]:
    """Return the errors of each skill directly in a folder, by the name of its folder; none for a valid one (B16).

    A folder that is missing has no skills.
    """
    return {place.origin.stem: skill_errors(place.path) for place in places(SkillRoot(Path(folder), "boxxy"))}
