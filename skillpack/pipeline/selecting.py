"""Sources -> what selection needs of each skill."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from skillpack.catalog.notes import is_hidden, notes_by_name
from skillpack.catalog.precedence import claim_order, name_key
from skillpack.check.secrecy import masked_content, masked_skill
from skillpack.files.belonging import SKILL_FILES
from skillpack.files.discover import discover
from skillpack.files.read import read
from skillpack.model.limits import Limits
from skillpack.model.portable import usable_name
from skillpack.model.selection import Described
from skillpack.model.skill import Skill
from skillpack.model.tree import Form
from skillpack.parse.skill import parse_skill
from skillpack.pipeline.inputs import Located
from skillpack.search.described import TRIGGERS, described

_RANKS = 10_000  # more sources than any catalog has: those of an earlier SRC come first


def read_described(located: Sequence[Located], limits: Limits) -> tuple[Described, ...]:
    """Return what selection needs of the skills of some catalogs, by name; of two with one name the first counts.

    Skills without a usable name and those that a catalog hides are left out: nobody is offered them.
    """
    found: list[tuple[Skill, str]] = []
    for rank, each in enumerate(located):
        notes = notes_by_name(each.configuration.skills)
        for skill, triggers in _skills(each, rank, limits):
            if usable_name(skill.name) and not is_hidden(skill.name, notes):
                found.append((skill, triggers))
    found.sort(key=lambda pair: claim_order(pair[0].name, pair[0].origin))
    winners: dict[str, tuple[Skill, str]] = {}
    for skill, triggers in found:
        winners.setdefault(name_key(skill.name), (skill, triggers))
    listed = (described(skill, triggers=triggers) for skill, triggers in winners.values())
    return tuple(sorted(listed, key=lambda skill: skill.name))


def _skills(located: Located, rank: int, limits: Limits) -> Iterator[tuple[Skill, str]]:
    """Yield the skills of a catalog, each with the labelled queries beside it."""
    for place in discover(located.configuration.sources, located.root):
        only = (*SKILL_FILES, TRIGGERS) if place.origin.form is Form.FOLDER else None
        candidate = read(place, limits, only=only)
        skill = masked_skill(parse_skill(candidate), candidate.tree)
        if skill.document.path:
            triggers = masked_content("", candidate.triggers).decode("utf-8", "replace")
            yield replace(skill, origin=replace(skill.origin, rank=skill.origin.rank + rank * _RANKS)), triggers
