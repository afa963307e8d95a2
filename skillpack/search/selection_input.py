"""A skill as hosts list it."""

from skillpack.model.document import NOWHERE, ScalarType, Span
from skillpack.model.selection import SelectionInput
from skillpack.model.skill import ParsedSkill

FIELDS = ("when_to_use",)
"""Fields that some host shows beside the description."""


def selection_input(skill: ParsedSkill, path: str = "", at: Span = NOWHERE) -> SelectionInput:
    """Return a skill as hosts list it.

    Args:
        path: Of its skill file, as people write it.
        at: Where its description stands in that.
    """
    fields = tuple((name, text) for name in FIELDS if (text := field_text(skill, name)))
    return SelectionInput(skill.name, skill.description, fields, skill.invocation.by_model, path, at)


def field_text(skill: ParsedSkill, name: str) -> str:
    """Return the text of a field; empty where there is none, or it is not text."""
    field = skill.document.field(name)
    if field is None or field.value.type in {ScalarType.NONE, ScalarType.NULL}:
        return ""
    return field.value.text.strip()
