"""A skill -> what selection needs of it."""

import re

from skillpack.model.document import ScalarType
from skillpack.model.selection import Described
from skillpack.model.skill import Skill
from skillpack.search.intents import intents
from skillpack.search.terms import LONGEST_WORD, MOST_BODY, counted, stems
from skillpack.search.triggers import read_triggers

FIELDS = ("when_to_use",)
"""Fields that some host shows beside the description."""

TRIGGERS = "evals/triggers.json"
"""Where a skill keeps its labelled queries, as the skill-creator of Anthropic writes them."""

_TOPICS = 6
_TRIES = 20  # words that are looked at for the one that has a stem
_MOST_MENTIONS = 300
_NAME = re.compile(r"(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w-])")
_MARKED = re.compile(r"[`*\"'(\[/$]([a-z0-9]{2,64})[`*\"')\]/]")


def described(skill: Skill, *, triggers: str = "") -> Described:
    """Return what selection needs of a skill.

    Args:
        triggers: Content of its `TRIGGERS`; queries in it that should bring the skill up take the place of its own
            lines.
    """
    fields = tuple((name, text) for name in FIELDS if (text := _text(skill, name)))
    more = [text for _, text in fields]
    own = read_triggers(triggers)
    if not any(intent.wanted for intent in own):
        own += intents(skill.description, skill.document.body, more=more)
    texts = "\n".join([skill.description, *more, skill.document.body.text])
    found = _mentions(texts) - {skill.name}
    return Described(
        name=skill.name,
        description=skill.description,
        fields=fields,
        by_model=skill.invocation.by_model,
        intents=own,
        topics=_topics(skill.document.body.text),
        mentions=tuple(sorted(found)[:_MOST_MENTIONS]),
    )


def _mentions(text: str) -> set[str]:
    """Return the words of a text that may be names of skills."""
    hyphenated = " ".join([piece for piece in text.split() if "-" in piece])  # few are, which is quicker to search
    return {*_NAME.findall(hyphenated), *_MARKED.findall(text)}


def _topics(text: str) -> tuple[str, ...]:
    """Return the words that a body says most, each as it stands there first."""
    counts = counted(text)
    folded = text[:MOST_BODY].lower()
    least = min(sorted(counts.values())[-_TOPICS:], default=0)
    often = sorted((-count, one) for one, count in counts.items() if count >= least)
    return tuple(_written(one, folded) for _, one in often[:_TOPICS])


def _written(found: str, folded: str) -> str:
    """Return the first word of a text that has this stem; the stem itself where none begins with it."""
    end = 0
    for _ in range(_TRIES):
        start = folded.find(found, end)
        if start < 0:
            break
        end = start + len(found)
        while end < len(folded) and folded[end].isalnum():
            end += 1
        word = folded[start:end]
        if not folded[start - 1 : start].isalnum() and len(word) <= LONGEST_WORD and next(stems(word), "") == found:
            return word
    return found


def _text(skill: Skill, name: str) -> str:
    field = skill.document.field(name)
    if field is None or field.value.type in {ScalarType.NONE, ScalarType.NULL}:
        return ""
    return field.value.text.strip()
