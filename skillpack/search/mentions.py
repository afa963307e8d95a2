"""A skill -> words of its texts that may be names of other skills."""

import re

from skillpack.model.skill import ParsedSkill
from skillpack.search.selection_input import FIELDS, field_text

_MOST = 300
_NAME = re.compile(r"(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w-])")


def mentions(skill: ParsedSkill) -> tuple[str, ...]:
    """Return the words with a hyphen in description, fields and body, its own name left out, sorted.

    A word without one may be a name or just a word.
    """
    fields = filter(None, (field_text(skill, name) for name in FIELDS))
    texts = "\n".join([skill.description, *fields, skill.document.body.text])
    hyphenated = " ".join([piece for piece in texts.split() if "-" in piece])  # few are, which is quicker to search
    return tuple(sorted({*_NAME.findall(hyphenated)} - {skill.name})[:_MOST])
