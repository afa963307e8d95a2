"""What skills depend on: what is wanted, installed and offered -> what must come with it, or why it cannot (pure)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from skillpack.install.dependencies.conflict import Conflict, Demand, explained, tangled
from skillpack.model.dependency import AvailableVersions, SkillVersion, fits

MOST_NAMES = 256
"""Skills that one installation may bring along."""

MOST_VERSIONS = 128
"""Versions of one skill that are looked at, the highest first."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What belongs together.

    Attributes:
        come: What must be installed beside what is wanted, by name.
        stay: What is installed and depended on, by name.
    """

    come: tuple[SkillVersion, ...]
    stay: tuple[SkillVersion, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """The answer depends on what is offered under a name that nobody was asked for yet."""

    name: str


@dataclass(frozen=True, slots=True)
class Unmet:
    """A skill that is installed and depends on what is not there, or not in a version that fits.

    Attributes:
        found: The version that is there; empty where there is none.
    """

    name: str
    needs: str
    wanted: str
    found: str = ""


def unmet_depends(installed: Sequence[SkillVersion]) -> tuple[Unmet, ...]:
    """Return the dependencies of installed skills that are not there, by the names of both."""
    there = {each.name: each.label for each in installed}
    found = [
        Unmet(each.name, name, wanted, there.get(name, ""))
        for each in installed
        for name, wanted in each.depends
        if name not in there or not fits(there[name], wanted)
    ]
    return tuple(sorted(found, key=lambda unmet: (unmet.name, unmet.needs, unmet.wanted)))


def satisfies(unmet: Unmet, choice: SkillVersion) -> bool:
    """Return whether a version is what somebody misses."""
    return choice.name == unmet.needs and fits(choice.label, unmet.wanted)


def dependents(names: Sequence[str], installed: Sequence[SkillVersion]) -> tuple[tuple[str, str], ...]:
    """Return pairs of a skill that stays and one of `names` that it depends on, sorted."""
    leaving = set(names)
    staying = (each for each in installed if each.name not in leaving)
    return tuple(sorted({(each.name, name) for each in staying for name, _ in each.depends if name in leaving}))


def resolve(
    wanted: Sequence[SkillVersion],
    shelves: Mapping[str, AvailableVersions],
    is_open: Callable[[str], bool] = lambda _: False,
) -> Resolution | Conflict | Unknown:
    """Return the skills that must come along so that every range holds, or the first conflict.

    Each name gets the version that is installed where it fits, else the highest that fits all that want it. A version
    is never lowered because of what it depends on itself: that is a conflict. A skill that is installed and is not
    asked for keeps what it depends on, as far as it has it now. Skills may depend on each other in circles.

    Args:
        wanted: The versions that will be placed, whatever is there; each name once.
        shelves: What there is under every name that may be needed; a name that is missing has nothing.
        is_open: Says of a name whether its shelf may hold more than is known; none may by default.
    """
    late: list[Demand] = []
    for _ in range(MOST_NAMES):
        found = _walk(wanted, shelves, late, is_open)
        if not isinstance(found, Demand):
            return found
        late.append(found)
    return tangled("what it depends on is too tangled")


def _walk(
    wanted: Sequence[SkillVersion],
    shelves: Mapping[str, AvailableVersions],
    late: Sequence[Demand],
    is_open: Callable[[str], bool],
) -> Resolution | Conflict | Unknown | Demand:
    """Choose a version of each name that is reached, once; return a demand that came after its name was chosen.

    Args:
        late: Such demands of the walks before: their names are chosen by them too.
    """
    chosen, fixed = {each.name: each for each in wanted}, {each.name for each in wanted}
    demands = [Demand(each, *pair) for each in wanted for pair in each.depends]
    conflict: Conflict | None = None  # told where no late demand takes away its reason
    for demand in demands:  # grows by what each choice depends on
        name, shelf = demand.name, shelves.get(demand.name, AvailableVersions())
        if name in chosen and fits(chosen[name].label, demand.wanted):
            continue
        if name in chosen and name not in fixed:
            return demand
        asked = [each for each in dict.fromkeys((*demands, *late)) if each.name == name]
        able = (each for each in shelf.choices if all(fits(each.label, one.wanted) for one in asked))
        choice = None if name in fixed else next(able, None)
        if choice is not None:
            chosen[name] = choice
            demands += [Demand(choice, *pair) for pair in choice.depends]
        elif name not in fixed and is_open(name):
            return Unknown(name)
        else:
            conflict = conflict or explained(name, chosen, asked, demands, shelf)
        if len(chosen) > MOST_NAMES + len(fixed):
            return tangled(f"it depends on more than {MOST_NAMES} skills")
    for demand in _kept(shelves):
        name = demand.name
        if name in chosen and demand.by.name not in chosen and not fits(chosen[name].label, demand.wanted):
            if name not in fixed:
                return demand
            asked = [*(each for each in demands if each.name == name), demand]
            conflict = conflict or explained(name, chosen, asked, demands, shelves.get(name, AvailableVersions()))
    others = [chosen[name] for name in sorted(chosen.keys() - fixed)]
    return conflict or Resolution(
        tuple(each for each in others if each.place), tuple(each for each in others if not each.place)
    )


def _kept(shelves: Mapping[str, AvailableVersions]) -> Iterator[Demand]:
    """Yield the dependencies that installed skills have now, by their names."""
    for name in sorted(shelves):
        there = shelves[name].installed
        if there is None:
            continue
        for needed, wanted in there.depends:
            before = shelves.get(needed, AvailableVersions()).installed
            if before is not None and fits(before.label, wanted):
                yield Demand(there, needed, wanted)
