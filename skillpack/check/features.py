"""What a skill has that rules may wait for (`check.rule`): most rules have nothing to say about most skills."""

import re
from collections.abc import Iterator

from skillpack.check.fields import SIX
from skillpack.check.rule import (
    COMMENTS,
    DEMANDS,
    LARGE,
    LINKS,
    LONG_BODY,
    NUL,
    ODD_PATHS,
    PROGRAM,
    RARE,
    SHELL_LINES,
    UNKNOWN_FIELDS,
    UNSEEN,
    UNUSUAL_DESCRIPTION,
    UNUSUAL_FILES,
    UNUSUAL_METADATA,
    UNUSUAL_NAME,
    UNUSUAL_PLACE,
)
from skillpack.check.subject import Subject
from skillpack.model.document import Node, NodeKind, ScalarType
from skillpack.model.limits import Limits
from skillpack.model.skill import Skill
from skillpack.model.tree import Form

# Names and paths about which no rule has anything to say. What stands in front keeps out reserved words and devices.
_NAME = re.compile(r"(?!.*(?:anthropic|claude))(?!(?:con|prn|aux|nul|(?:com|lpt)[0-9])\Z)[a-z0-9]+(?:-[a-z0-9]+)*")
_FILE = re.compile(r"(?:scripts|references|assets|examples)/[0-9A-Za-z_-][0-9A-Za-z_.-]*")
_LONGEST_NAME = 64  # characters
_LONGEST_PATH = 100
_LONGEST_DESCRIPTION = 400  # with the name: 100 tokens
_TO_DO = frozenset({"todo", "fixm", "xxx", "xxxx", "tbd", "tbd,", "lore", "plac", "your"})
_LONGEST_KEY = 256
_LONGEST_BODY = 12_000
_MOST_BYTES = 500_000
_MOST_FILES = 512


def features(subject: Subject) -> frozenset[str]:
    """Return what the skill has: names of fields, kinds of faults and oddities, telling signs, and what is unusual."""
    skill = subject.skill
    document = skill.document
    return frozenset(
        [
            *[field.name for field in document.fields],
            *[f"metadata.{name}" for name, _ in skill.metadata],
            *[str(fault.kind) for fault in (*document.faults, *document.body.faults)],
            *[str(oddity.kind) for oddity in skill.oddities],
            *[sign for text in subject.texts for sign in text.signs],
            *_unusual(subject),
        ]
    )


def _unusual(subject: Subject) -> Iterator[str]:
    """Yield what most skills do not have."""
    skill = subject.skill
    if skill.program:
        yield PROGRAM
    if not _is_usual_place(skill):
        yield UNUSUAL_PLACE
    if not _is_usual_name(skill):
        yield UNUSUAL_NAME
    if not _is_usual_description(skill):
        yield UNUSUAL_DESCRIPTION
    if not all([field.name in SIX for field in skill.document.fields]):  # noqa: C419 quicker for so few
        yield UNKNOWN_FIELDS
    if not _are_usual_metadata(skill):
        yield UNUSUAL_METADATA
    if not _are_usual_files(skill):
        yield UNUSUAL_FILES
    if subject.odd_paths or skill.oddities:
        yield ODD_PATHS
    if subject.require:
        yield DEMANDS
    if _is_large(skill, subject.limits):
        yield LARGE
    if len(skill.document.body.text) > _LONGEST_BODY:
        yield LONG_BODY
    if subject.targets:
        yield LINKS
    if skill.document.body.comments:
        yield COMMENTS
    if skill.document.body.unseen:
        yield UNSEEN
    if skill.document.body.shell_lines:
        yield SHELL_LINES
    if any(text.rare for text in subject.texts):
        yield RARE
    if any(text.with_nul for text in subject.texts):
        yield NUL


def _is_usual_place(skill: Skill) -> bool:
    origin = skill.origin
    return origin.form is Form.FOLDER and skill.document.path == "SKILL.md" and not origin.stem.startswith(".")


def _are_usual_metadata(skill: Skill) -> bool:
    """Tell whether there is nothing to say about the keys of `metadata`, and about what type its values have."""
    field = skill.document.field("metadata")
    if field is None:
        return True
    entries = field.value.items
    return field.value.kind is NodeKind.MAP and all(
        _is_text(entry.value) and entry.key_type is ScalarType.TEXT and len(entry.name) <= _LONGEST_KEY
        for entry in entries
    )


def _is_usual_name(skill: Skill) -> bool:
    name, origin = _text(skill, "name"), skill.origin
    folder = origin.stem if origin.form is Form.FOLDER else ""
    return _NAME.fullmatch(name) is not None and len(name) <= _LONGEST_NAME and folder in {name, ""}


def _is_usual_description(skill: Skill) -> bool:
    text = _text(skill, "description")
    short = len(skill.name) + len(text) <= _LONGEST_DESCRIPTION
    usual = (
        short and "when" in text and "<" not in text and "\n" not in text and " #" not in skill.document.front_matter
    )
    return usual and text[:1].isalpha() and text[:4].lower() not in _TO_DO


def _text(skill: Skill, name: str) -> str:
    """Return the value of a field that every reader takes for text; the empty string for all else."""
    field = skill.document.field(name)
    return field.value.text if field is not None and _is_text(field.value) else ""


def _is_text(node: Node) -> bool:
    return node.kind is NodeKind.SCALAR and node.type is ScalarType.TEXT


def _are_usual_files(skill: Skill) -> bool:
    """Tell whether the files lie where hosts look for them, and no two could be one on some system."""
    paths = [resource.path for resource in skill.resources]
    usual = all(_FILE.fullmatch(path) and len(path) <= _LONGEST_PATH for path in paths)
    return usual and skill.document.path == "SKILL.md" and len({path.lower() for path in paths}) == len(paths)


def _is_large(skill: Skill, limits: Limits) -> bool:
    size = len(skill.document.raw) + sum([resource.size for resource in skill.resources])
    return size > min(_MOST_BYTES, limits.file, limits.tree) or len(skill.resources) >= min(_MOST_FILES, limits.files)
