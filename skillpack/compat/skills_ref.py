"""The names of the reference library `skills-ref` 0.1.1, over our own reader and rules.

The answers are the reference's, with two differences: it cuts the front matter at the first `---` anywhere in it, here
the closing line ends it; and here front matter has limits.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skillpack import resources
from skillpack.check.judge import words
from skillpack.check.run import check_skill
from skillpack.errors import SkillpackError
from skillpack.files.discover import discover
from skillpack.files.read import read
from skillpack.model.document import Field, Node, NodeKind
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.settings import Source
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, Origin, SourceTree, Tree, Trust
from skillpack.parse.skill import parse_skill
from skillpack.prompt import skills_ref

_NAMES = ("SKILL.md", "skill.md")
_NO_MAPPING = "FM004"
_TEXTS = {"NM002": "name", "DS002": "description", "OP002": "compatibility"}  # to the reference every scalar is text
_ENDS_READING = "! "  # how the profile marks words after which the host says nothing more
_MISSING = "Missing required field in frontmatter: {}"
_EMPTY = "Field '{}' must be a non-empty string"


class SkillError(SkillpackError):
    """Whatever is wrong with a skill."""


class ParseError(SkillError):
    """A skill file is missing or cannot be read."""


class ValidationError(SkillError):
    """A required field is missing or empty.

    Attributes:
        errors: Every message, at least one.
    """

    def __init__(self, message: str, errors: list[str] | None = None) -> None:
        super().__init__(message)
        self.errors = [message] if errors is None else errors


@dataclass
class SkillProperties:
    """What the front matter says; a field that holds something else than text is passed on as it is.

    Attributes:
        metadata: Texts by key; empty where there is none.
    """

    name: str
    description: str
    license: str | None = None
    compatibility: str | None = None
    allowed_tools: str | None = None
    metadata: dict[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, object]:
        """Return the fields that are set, by their names in the front matter."""
        optional = {
            "license": self.license,
            "compatibility": self.compatibility,
            "allowed-tools": self.allowed_tools,
            "metadata": self.metadata or None,
        }
        kept = {key: value for key, value in optional.items() if value is not None}
        return {"name": self.name, "description": self.description, **kept}


def find_skill_md(skill_dir: Path) -> Path | None:
    """Return the skill file of a folder, `SKILL.md` before `skill.md`, or None."""
    return next((path for name in _NAMES if (path := Path(skill_dir) / name).exists()), None)


def parse_frontmatter(content: str) -> tuple[dict[str, Any], str]:
    """Return the fields of a skill file and its body, stripped; every scalar is text.

    Raises:
        ParseError: There is no front matter, or it is nothing that the reference reads.
    """
    raw = content.encode("utf-8", "surrogatepass")
    origin = Origin(".", 0, "skill", "skill", Form.FOLDER, Trust.LOCAL)
    tree = SourceTree(origin, (("SKILL.md", len(raw)),), Tree({"SKILL.md": raw}), whole=True, skipped=())
    skill = parse_skill(tree)
    _refuse_unreadable(skill, tree)
    return _fields(skill.document.fields), skill.document.body.text.strip()


def read_properties(skill_dir: Path) -> SkillProperties:
    """Return the properties in the front matter of a folder's skill; only what is needed for that is checked.

    Raises:
        ParseError: The skill file is missing or cannot be read.
        ValidationError: `name` or `description` is missing or empty.
    """
    if find_skill_md(skill_dir) is None:
        raise ParseError(f"SKILL.md not found in {skill_dir}")
    tree = _tree(Path(skill_dir))
    skill = parse_skill(tree)
    _refuse_unreadable(skill, tree)
    fields = _fields(skill.document.fields)
    name, description = (_required(fields, key) for key in ("name", "description"))
    return SkillProperties(
        name=name,
        description=description,
        license=fields.get("license"),
        compatibility=fields.get("compatibility"),
        allowed_tools=fields.get("allowed-tools"),
        metadata=fields.get("metadata", {}),
    )


def validate(skill_dir: Path) -> list[str]:
    """Return the errors of a folder's skill, in the reference's words and order; empty where there are none."""
    folder = Path(skill_dir)
    if not folder.exists():
        return [f"Path does not exist: {folder}"]
    if not folder.is_dir():
        return [f"Not a directory: {folder}"]
    tree = _tree(folder)
    skill = parse_skill(tree)
    unreadable = _unreadable(skill, tree)
    if unreadable:
        return [unreadable]
    taken = {code for code, name in _TEXTS.items() if _is_text(skill.document.field(name))}
    findings = check_skill(skill, tree.tree, Limits())
    return list(words((found for found in findings if found.rule not in taken), _profile()))


def to_prompt(skill_dirs: Iterable[Path]) -> str:
    """Return the `<available_skills>` block of some folders, with absolute locations; without a final newline.

    Raises:
        ParseError: A skill file is missing or cannot be read.
        ValidationError: `name` or `description` is missing or empty.
    """
    elements = []
    for skill_dir in skill_dirs:
        folder = Path(skill_dir).resolve()
        properties = read_properties(folder)
        elements.append(skills_ref.element(properties.name, properties.description, str(find_skill_md(folder))))
    return "".join(skills_ref.index(elements)).removesuffix("\n")


def _tree(folder: Path) -> SourceTree:
    # The name that the folder goes by, not that of what a link leads to.
    absolute = Path(os.path.abspath(folder))  # noqa: PTH100 resolve() would follow links
    (location,) = discover((Source(absolute.name, depth=0),), absolute.parent)
    return read(location, Limits())


def _profile() -> Profile:
    return resources.profiles()["agentskills"]


def _refuse_unreadable(skill: ParsedSkill, tree: SourceTree) -> None:
    """Raise what the reference raises where it cannot read on."""
    message = _unreadable(skill, tree)
    if message:
        raise ParseError(message)


def _unreadable(skill: ParsedSkill, tree: SourceTree) -> str:
    """Return why the reference cannot read on: it says nothing else then; empty where it can."""
    profile = _profile()
    final = {code for code, message in profile.messages.items() if message.startswith(_ENDS_READING)}
    findings = (found for found in check_skill(skill, tree.tree, Limits()) if found.rule in final)
    nothing = "" if skill.document.fields else profile.messages[_NO_MAPPING].removeprefix(_ENDS_READING)
    return next(iter(words(findings, profile)), nothing)


def _fields(fields: Iterable[Field]) -> dict[str, Any]:
    values = {each.name: _value(each.value) for each in fields}
    metadata = values.get("metadata")
    if isinstance(metadata, dict):
        values["metadata"] = {key: str(value) for key, value in metadata.items()}
    return values


def _value(node: Node) -> Any:
    if node.kind is NodeKind.MAP:
        return {each.name: _value(each.value) for each in node.items}
    if node.kind is NodeKind.LIST:
        return [_value(each.value) for each in node.items]
    return node.text


def _is_text(found: Field | None) -> bool:
    return found is not None and found.value.kind is NodeKind.SCALAR and bool(found.value.text.strip())


def _required(fields: Mapping[str, Any], key: str) -> str:
    if key not in fields:
        raise ValidationError(_MISSING.format(key))
    value = fields[key]
    if not isinstance(value, str) or not value.strip():
        raise ValidationError(_EMPTY.format(key))
    return value.strip()
