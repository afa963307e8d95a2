"""A skill -> weighted stems: what the index of a site and the command line search in."""

from collections.abc import Iterable
from itertools import pairwise

from skillpack.model.skill import ParsedSkill
from skillpack.search.terms import NAME_WEIGHT, counted, stem, stems, terms, words

HEADING_WEIGHT, BODY_WEIGHT = 1, 1
MOST_IN_BODY = 2
"""How often a word of a body counts: one that it repeats says hardly more."""

_LESS = 2  # two words of a name as one count one part of so many


def indexed(skill: ParsedSkill) -> tuple[tuple[str, int], ...]:
    """Return the stems of a skill with their weights, sorted by stem."""
    body = skill.document.body
    headings = [heading.text for heading in body.headings]
    return weighted(skill.name, skill.description, skill.about.tags, headings, body.text)


def found_in(skill: ParsedSkill, wanted: frozenset[str]) -> tuple[str, ...]:
    """Return the parts of a skill that have one of some terms."""
    body = skill.document.body
    headings = "\n".join(heading.text for heading in body.headings)
    return parts_with(wanted, skill.name, skill.description, skill.about.tags, headings, body.text)


def parts_with(
    wanted: frozenset[str], name: str, description: str, tags: Iterable[str], headings: str = "", body: str = ""
) -> tuple[str, ...]:
    """Return which of these texts have one of some terms."""
    texts = {"name": name, "description": description, "tags": " ".join(tags), "headings": headings}
    said = {part: list(stems(text)) for part, text in texts.items()}
    said["name"] += _joined(name)
    having = [part for part, found in said.items() if not wanted.isdisjoint(found)]
    return (*having, *(["body"] if not wanted.isdisjoint(counted(body)) else []))


def weighted(
    name: str, description: str, tags: Iterable[str], headings: Iterable[str], body_text: str
) -> tuple[tuple[str, int], ...]:
    """Return the stems of a skill with their weights, sorted by stem.

    Name, description and tags count as `terms` has it. A word of the body counts once or twice, as it stands there, and
    once more for each heading.
    """
    most = BODY_WEIGHT * MOST_IN_BODY
    in_body = counted(body_text).items()
    weights = {found: BODY_WEIGHT * count if count < MOST_IN_BODY else most for found, count in in_body}
    for found in stems("\n".join(headings)):
        weights[found] = weights.get(found, 0) + HEADING_WEIGHT
    for found, weight in terms(name, description, tags):
        weights[found] = weights.get(found, 0) + weight
    for found in _joined(name):
        weights[found] = max(weights.get(found, 0), NAME_WEIGHT // _LESS)
    return tuple(sorted(weights.items()))


def _joined(name: str) -> list[str]:
    """Return each two words of a name as one: `code-review` is also asked for as `codereview`."""
    return [stem(first + second) for first, second in pairwise(words(name))]
