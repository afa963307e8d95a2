"""Sources -> the skills as hosts list them."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from skillpack.builder.inputs.catalog import Located
from skillpack.catalog.notes import is_hidden, notes_by_name
from skillpack.catalog.precedence import resolve_names
from skillpack.check.secrecy import masked_skill
from skillpack.files.discover import discover
from skillpack.files.membership import SKILL_FILES
from skillpack.files.read import read
from skillpack.model.limits import Limits
from skillpack.model.portable import usable_name
from skillpack.model.selection import SelectionInput
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form
from skillpack.parse.skill import parse_skill
from skillpack.search.selection_input import selection_input

_RANKS = 10_000  # more sources than any catalog has: those of an earlier SRC come first


def read_selection_inputs(located: Sequence[Located], limits: Limits) -> tuple[SelectionInput, ...]:
    """Return the skills of some catalogs as hosts list them, by name; of two with one name the first counts.

    Skills without a usable name and those that a catalog hides are left out: nobody is offered them.
    """
    found: list[ParsedSkill] = []
    for rank, each in enumerate(located):
        notes = notes_by_name(each.configuration.skills)
        found += [
            skill
            for skill in _skills(each, rank, limits)
            if usable_name(skill.name) and not is_hidden(skill.name, notes)
        ]
    winners = (group[0] for group in resolve_names(found, lambda skill: skill.name, lambda skill: skill.origin))
    return tuple(sorted(map(selection_input, winners), key=lambda skill: skill.name))


def _skills(located: Located, rank: int, limits: Limits) -> Iterator[ParsedSkill]:
    for location in discover(located.configuration.sources, located.root):
        candidate = read(location, limits, only=SKILL_FILES if location.origin.form is Form.FOLDER else None)
        skill = masked_skill(parse_skill(candidate), candidate.tree)
        if skill.document.path:
            yield replace(skill, origin=replace(skill.origin, rank=skill.origin.rank + rank * _RANKS))
