"""Skills to make indexes of: parsed from real text, as everywhere."""

from collections.abc import Callable, Mapping

import pytest
from msgspec.structs import replace

from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, Origin, SourceTree, Trust, make_tree
from skillpack.parse.skill import parse_skill

MakeSkill = Callable[..., ParsedSkill]


def _make_skill(
    name: str = "pdf",
    description: str | None = None,
    *,
    more: str = "",
    body: str = "# Body\n",
    files: Mapping[str, bytes] | None = None,
    trust: Trust = Trust.LOCAL,
) -> ParsedSkill:
    """Return a skill; a name or description that YAML could not hold plainly is put in afterwards."""
    text = f"---\nname: {name if name.isascii() and name.isalnum() else 'x'}\ndescription: d\n{more}---\n\n{body}"
    text = text if text.endswith("\n") else f"{text}\n"
    tree = make_tree({"SKILL.md": text.encode(), **(files or {})})
    origin = Origin("skills", 0, "pdf", "pdf", Form.FOLDER, trust)
    listing = tuple((path, len(content)) for path, content in tree.files.items())
    skill = parse_skill(SourceTree(origin, listing, tree, whole=True, skipped=()))
    return replace(skill, name=name, description="Extract text." if description is None else description)


@pytest.fixture(scope="session")
def make_skill() -> MakeSkill:
    return _make_skill
