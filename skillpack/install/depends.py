"""What skills depend on: what is wanted, installed and offered -> what must come with it, or why it cannot (pure)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from skillpack.install.conflict import Conflict, Demand, explained, tangled
from skillpack.model.dependency import Choice, Shelf, fits

MOST_NAMES = 256
"""Skills that one installation may bring along."""

MOST_VERSIONS = 128
"""Versions of one skill that are looked at, the highest first."""

_MOST_TRIES = 2_000  # versions looked at before the search is given up


@dataclass(frozen=True, slots=True)
class Resolution:
    """What belongs together.

    Attributes:
        come: What must be installed beside what is wanted, by name.
        stay: What is installed and depended on, by name.
    """

    come: tuple[Choice, ...]
    stay: tuple[Choice, ...]


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


def unmet_depends(installed: Sequence[Choice]) -> tuple[Unmet, ...]:
    """Return what installed skills depend on and is not there, by the names of both."""
    there = {each.name: each.label for each in installed}
    found = [
        Unmet(each.name, name, wanted, there.get(name, ""))
        for each in installed
        for name, wanted in each.depends
        if name not in there or not fits(there[name], wanted)
    ]
    return tuple(sorted(found, key=lambda unmet: (unmet.name, unmet.needs, unmet.wanted)))


def satisfies(unmet: Unmet, choice: Choice) -> bool:
    """Return whether a version is what somebody misses."""
    return choice.name == unmet.needs and fits(choice.label, unmet.wanted)


def dependents(names: Sequence[str], installed: Sequence[Choice]) -> tuple[tuple[str, str], ...]:
    """Return pairs of a skill that stays and one of `names` that it depends on, sorted."""
    leaving = set(names)
    staying = (each for each in installed if each.name not in leaving)
    return tuple(sorted({(each.name, name) for each in staying for name, _ in each.depends if name in leaving}))


def resolve(
    wanted: Sequence[Choice], shelves: Mapping[str, Shelf], is_open: Callable[[str], bool] | None = None
) -> Resolution | Conflict | Unknown:
    """Return what must come with what is wanted so that every range holds, or why nothing does.

    What is installed stays where it fits; else the best that is offered is taken. A skill that is installed and is not
    asked for keeps what it depends on, as far as it has it now. Skills may depend on each other in circles.

    Args:
        wanted: The versions that will be placed, whatever is there; each name once.
        shelves: What there is under every name that may be needed; a name that is missing has nothing.
        is_open: Says of a name whether its shelf may hold more than is known; none may by default.
    """
    search = _Search(wanted, shelves, is_open or _is_known)
    try:
        chosen = search.run()
    except _OpenError as error:
        return Unknown(error.name)
    if isinstance(chosen, Conflict):
        return chosen
    asked = {each.name for each in wanted}
    others = [chosen[name] for name in sorted(chosen) if name not in asked]
    return Resolution(tuple(each for each in others if each.place), tuple(each for each in others if not each.place))


def _is_known(_: str) -> bool:
    return False


class _TooManyError(Exception):
    """The limits of the search are passed."""


class _OpenError(Exception):
    """No version of a name is left, and its shelf may hold more."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True, slots=True)
class _Step:
    """A name that is being tried, and where the search stood before.

    Attributes:
        met: How many of the demands were met, from the first.
        left: Versions that were not tried yet.
    """

    name: str
    chosen: dict[str, Choice]
    demands: tuple[Demand, ...]
    met: int
    left: Iterator[Choice]


class _Search:
    """The search for versions that fit each other: name by name, best first."""

    def __init__(self, wanted: Sequence[Choice], shelves: Mapping[str, Shelf], is_open: Callable[[str], bool]) -> None:
        self._wanted = wanted
        self._shelves = shelves
        self._is_open = is_open
        self._kept = tuple(_kept(shelves))
        self._tries = 0
        self._conflict: Conflict | None = None

    def run(self) -> dict[str, Choice] | Conflict:
        """Return a version for each name that is needed, or the first conflict that was met on the best way."""
        demands = tuple(Demand(each, *pair) for each in self._wanted for pair in each.depends)
        try:
            found = self._settled({each.name: each for each in self._wanted}, demands)
        except _TooManyError as error:
            return self._conflict or tangled(str(error))
        return found if found is not None else self._conflict or tangled("nothing fits")

    def _settled(self, chosen: dict[str, Choice], demands: tuple[Demand, ...]) -> dict[str, Choice] | None:
        """Walk through the choices; of each name that was chosen, what is left to try is kept."""
        steps: list[_Step] = []
        met = 0
        while True:
            needed, met = self._next(chosen, demands, met)
            if needed is None:
                return chosen
            able = iter(self._able(needed, chosen, demands))
            steps.append(_Step(needed, chosen, demands, met, able))
            while (choice := next(steps[-1].left, None)) is None:
                step = steps.pop()
                if step.name not in step.chosen and self._is_open(step.name):
                    raise _OpenError(step.name)
                if not steps:
                    return None
            step = steps[-1]
            self._count(step.chosen)
            chosen = {**step.chosen, choice.name: choice}
            demands = (*step.demands, *(Demand(choice, *pair) for pair in choice.depends))
            met = step.met

    def _next(self, chosen: Mapping[str, Choice], demands: Sequence[Demand], met: int) -> tuple[str | None, int]:
        """Return the first name that is needed and not chosen, or not as it is needed, and how many demands are met."""
        for index in range(met, len(demands)):
            there = chosen.get(demands[index].name)
            if there is None or not fits(there.label, demands[index].wanted):
                return demands[index].name, index
        broken = self._broken(chosen)
        return (None if broken is None else broken.name), len(demands)

    def _able(self, name: str, chosen: Mapping[str, Choice], demands: Sequence[Demand]) -> list[Choice]:
        """Return the versions of a name that suit all that want it by now; none of one that is chosen already."""
        asked = [each for each in demands if each.name == name]
        shelf = self._shelves.get(name, Shelf())
        able = [
            each
            for each in shelf.choices
            if name not in chosen and all(fits(each.label, demand.wanted) for demand in asked)
        ]
        if not able and self._conflict is None and not self._is_open(name):
            broken = self._broken(chosen)
            also = () if broken is None or broken.name != name else (broken,)
            self._conflict = explained(name, chosen, (*asked, *also), demands, shelf)
        return able

    def _broken(self, chosen: Mapping[str, Choice]) -> Demand | None:
        """Return what an installed skill that stays as it is would lose, the first by name."""
        for demand in self._kept:
            after = chosen.get(demand.name)
            if after is not None and demand.by.name not in chosen and not fits(after.label, demand.wanted):
                return demand
        return None

    def _count(self, chosen: Mapping[str, Choice]) -> None:
        self._tries += 1
        if self._tries > _MOST_TRIES:
            raise _TooManyError("what it depends on is too tangled")
        if len(chosen) >= MOST_NAMES + len(self._wanted):
            raise _TooManyError(f"it depends on more than {MOST_NAMES} skills")


def _kept(shelves: Mapping[str, Shelf]) -> Iterator[Demand]:
    """Yield what installed skills depend on and have now, by their names."""
    for name in sorted(shelves):
        there = shelves[name].installed
        if there is None:
            continue
        for needed, wanted in there.depends:
            before = shelves.get(needed, Shelf()).installed
            if before is not None and fits(before.label, wanted):
                yield Demand(there, needed, wanted)
