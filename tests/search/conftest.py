"""Skills made of texts."""

from collections.abc import Callable

import pytest

from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, Origin, SourceTree, Trust, make_tree
from skillpack.parse.skill import parse_skill

MakeSkill = Callable[..., ParsedSkill]


@pytest.fixture(scope="session")
def skill() -> MakeSkill:
    """Return a function that makes a skill of a description and a body."""

    def make(description: str, body: str = "", *, name: str = "pdf", more: str = "") -> ParsedSkill:
        quoted = '"' + description.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
        text = f"---\nname: {name}\ndescription: {quoted}\n{more}---\n\n{body}"
        text = text if text.endswith("\n") else f"{text}\n"
        tree = make_tree({"SKILL.md": text.encode()})
        origin = Origin("skills", 0, name, name, Form.FOLDER, Trust.LOCAL)
        return parse_skill(SourceTree(origin, (("SKILL.md", len(text)),), tree, whole=True, skipped=()))

    return make
