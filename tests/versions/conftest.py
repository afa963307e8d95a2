"""Two versions of a skill, parsed from text, with their releases."""

from collections.abc import Callable, Mapping

import pytest

from skillpack.model.release import Changes, Release
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, Origin, SourceTree, Tree, Trust, make_tree
from skillpack.parse.skill import parse_skill
from skillpack.versions.changes import compare

Version = tuple[ParsedSkill, Tree]


def _version(front: str = "", body: str = "# Body\n", files: Mapping[str, bytes] | None = None) -> Version:
    text = f"---\n{front or 'name: pdf'}\n---\n\n{body}"
    text = text if text.endswith("\n") else f"{text}\n"
    tree = make_tree({"SKILL.md": text.encode(), **(files or {})})
    listing = tuple((path, len(content)) for path, content in tree.files.items())
    origin = Origin("skills", 0, "pdf", "pdf", Form.FOLDER, Trust.LOCAL)
    return parse_skill(SourceTree(origin, listing, tree, whole=True, skipped=())), tree


def _changes(old: Version, new: Version) -> Changes:
    before, after = (Release("pdf", label, label * 32, "", "a.zip", "", 1) for label in ("a1", "b2"))
    return compare(old, new, (before, after))


@pytest.fixture(scope="session")
def version() -> Callable[..., Version]:
    return _version


@pytest.fixture(scope="session")
def changes() -> Callable[[Version, Version], Changes]:
    return _changes
