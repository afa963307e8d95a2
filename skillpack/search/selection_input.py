"""One skill among others: as hosts list it, and which of them its texts may name."""

import re

from skillpack.model.document import NOWHERE, ScalarType, Span
from skillpack.model.selection import SelectionInput
from skillpack.model.skill import ParsedSkill

_FIELDS = ("when_to_use",)
"""Fields that some host shows beside the description."""

_MOST_MENTIONS = 300
_NAME = re.compile(r"(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w-])")


def selection_input(skill: ParsedSkill, path: str = "", at: Span = NOWHERE) -> SelectionInput:
    """Return a skill as hosts list it.

    Args:
        path: Of its skill file, as people write it.
        at: Where its description stands in that.
    """
    fields = tuple((name, text) for name in _FIELDS if (text := _field_text(skill, name)))
    return SelectionInput(skill.name, skill.description, fields, skill.invocation.by_model, path, at)


def mentions(skill: ParsedSkill) -> tuple[str, ...]:
    """Return words of a skill's texts that may be names of other skills: those with a hyphen but its own name, sorted.

    A word without one may be a name or just a word.
    """
    fields = filter(None, (_field_text(skill, name) for name in _FIELDS))
    texts = "\n".join([skill.description, *fields, skill.document.body.text])
    hyphenated = " ".join([piece for piece in texts.split() if "-" in piece])  # few are, which is quicker to search
    return tuple(sorted({*_NAME.findall(hyphenated)} - {skill.name})[:_MOST_MENTIONS])


def _field_text(skill: ParsedSkill, name: str) -> str:
    """Return the text of a field; empty where there is none, or it is not text."""
    field = skill.document.field(name)
    if field is None or field.value.type in {ScalarType.NONE, ScalarType.NULL}:
        return ""
    return field.value.text.strip()
