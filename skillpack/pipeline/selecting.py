"""Sources -> what selection needs of each skill."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from skillpack.catalog.notes import is_hidden, notes_by_name
from skillpack.catalog.precedence import claim_order, name_key
from skillpack.errors import FetchError
from skillpack.files.belonging import SKILL_FILES
from skillpack.files.discover import Place, discover
from skillpack.files.read import read, read_file
from skillpack.model.limits import Limits
from skillpack.model.portable import usable_name
from skillpack.model.selection import Described
from skillpack.model.skill import Skill
from skillpack.model.tree import Form
from skillpack.parse.skill import parse_skill
from skillpack.pipeline.inputs import Located
from skillpack.search.described import TRIGGERS, described

_RANKS = 10_000  # more sources than any catalog has: those of an earlier SRC come first
_MOST_TRIGGERS = 2**20  # bytes


def read_described(located: Sequence[Located], limits: Limits) -> tuple[Described, ...]:
    """Return what selection needs of the skills of some catalogs, by name; of two with one name the first counts.

    Skills without a usable name and those that a catalog hides are left out: nobody is offered them.
    """
    found: list[tuple[Skill, Place]] = []
    for rank, each in enumerate(located):
        notes = notes_by_name(each.configuration.skills)
        for skill, place in _skills(each, rank, limits):
            if usable_name(skill.name) and not is_hidden(skill.name, notes):
                found.append((skill, place))
    found.sort(key=lambda pair: claim_order(pair[0].name, pair[0].origin))
    winners: dict[str, tuple[Skill, Place]] = {}
    for skill, place in found:
        winners.setdefault(name_key(skill.name), (skill, place))
    listed = (described(skill, triggers=_triggers(place)) for skill, place in winners.values())
    return tuple(sorted(listed, key=lambda skill: skill.name))


def _skills(located: Located, rank: int, limits: Limits) -> Iterator[tuple[Skill, Place]]:
    for place in discover(located.configuration.sources, located.root):
        only = SKILL_FILES if place.origin.form is Form.FOLDER else None
        skill = parse_skill(read(place, limits, only=only))
        if skill.document.path:
            yield replace(skill, origin=replace(skill.origin, rank=skill.origin.rank + rank * _RANKS)), place


def _triggers(place: Place) -> str:
    """Return the labelled queries beside a skill; empty where there are none, or none that could be read."""
    file = Path(place.path) / TRIGGERS
    if place.origin.form is not Form.FOLDER or file.is_symlink() or not file.is_file():
        return ""
    try:
        return read_file(file, _MOST_TRIGGERS).decode("utf-8", "replace")
    except FetchError:
        return ""
