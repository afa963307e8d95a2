"""What skills depend on: the versions that belong together, or why they cannot be had together (pure)."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from skillpack.model.portable import printable
from skillpack.model.version import in_range, is_range

MOST_NAMES = 256
"""Skills that one installation may bring along."""

MOST_VERSIONS = 128
"""Versions of one skill that are looked at, the highest first."""

_SHOWN = 6  # versions that are named
_LEAVE_OUT = "`--no-deps` skips its dependencies"


class SkillVersion(Struct, frozen=True):
    """One version of a skill that is there, or could be.

    Attributes:
        depends: Pairs of name and range; an empty range is any version.
        place: Where it is offered, in words; empty for what is installed.
    """

    name: str
    label: str
    depends: tuple[tuple[str, str], ...] = ()
    place: str = ""


class AvailableVersions(Struct, frozen=True):
    """What there is under a name.

    Attributes:
        installed: What lies in the root; None for nothing.
        offered: By the source that was asked, best first; none where what is installed must stay.
        note: Why nothing is offered, in words, or empty.
    """

    installed: SkillVersion | None = None
    offered: tuple[SkillVersion, ...] = ()
    note: str = ""

    @property
    def choices(self) -> tuple[SkillVersion, ...]:
        """What could be taken, best first: what is installed already costs nothing."""
        return self.offered if self.installed is None else (self.installed, *self.offered)


class Resolution(Struct, frozen=True):
    """What belongs together.

    Attributes:
        come: What must be installed beside what is wanted, by name.
        stay: What is installed and depended on, by name.
    """

    come: tuple[SkillVersion, ...]
    stay: tuple[SkillVersion, ...]


class Conflict(Struct, frozen=True):
    """Why what is wanted cannot be had with all that it depends on.

    Attributes:
        name: Of the skill that cannot be had; empty where it is none alone.
        message: One clause.
        reasons: Who wants what and which versions there are, a clause each.
        hint: What could be done.
    """

    name: str
    message: str
    reasons: tuple[str, ...]
    hint: str


class Unknown(Struct, frozen=True):
    """The answer depends on the versions of a name that no source was asked for yet."""

    name: str


class _Demand(Struct, frozen=True):
    """A range of versions, and who wants it."""

    by: SkillVersion
    name: str
    wanted: str


def resolve(
    wanted: Sequence[SkillVersion],
    available: Mapping[str, AvailableVersions],
    is_open: Callable[[str], bool] = lambda _: False,
) -> Resolution | Conflict | Unknown:
    """Return the versions that come with those that are wanted so that every range holds, or the first conflict.

    Each name gets the version that is installed where it fits, else the highest that fits all that want it. A version
    is never lowered because of what it depends on itself: that is a conflict. A skill that is installed and is not
    asked for keeps what it depends on, as far as it has it now. Skills may depend on each other in circles.

    Args:
        wanted: The versions that will be placed, whatever is there; each name once.
        available: What there is under every name that may be needed; a name that is missing has nothing.
        is_open: Says of a name whether there may be more versions than are known; none may by default.
    """
    late: list[_Demand] = []
    for _ in range(MOST_NAMES):
        found = _walk(wanted, available, late, is_open)
        if not isinstance(found, _Demand):
            return found
        late.append(found)
    return _given_up("its dependencies are too complex to resolve")


class Unmet(Struct, frozen=True):
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
    labels = {each.name: each.label for each in installed}
    found = [
        Unmet(each.name, name, wanted, labels.get(name, ""))
        for each in installed
        for name, wanted in each.depends
        if name not in labels or not fits(labels[name], wanted)
    ]
    return tuple(sorted(found, key=lambda unmet: (unmet.name, unmet.needs, unmet.wanted)))


def satisfies(unmet: Unmet, choice: SkillVersion) -> bool:
    """Return whether a version is what somebody misses."""
    return choice.name == unmet.needs and fits(choice.label, unmet.wanted)


def dependents(names: Sequence[str], installed: Sequence[SkillVersion]) -> tuple[tuple[str, str], ...]:
    """Return pairs of a skill that stays and one of `names` that it depends on, sorted."""
    removed = set(names)
    others = (each for each in installed if each.name not in removed)
    return tuple(sorted({(each.name, name) for each in others for name, _ in each.depends if name in removed}))


def fits(label: str, wanted: str) -> bool:
    """Return whether a version is what a skill depends on; any version where no range is given."""
    return wanted.strip() in {"", "*"} or in_range(label, wanted)


def _walk(
    wanted: Sequence[SkillVersion],
    available: Mapping[str, AvailableVersions],
    late: Sequence[_Demand],
    is_open: Callable[[str], bool],
) -> Resolution | Conflict | Unknown | _Demand:
    """Choose a version of each name that is reached, once; return a demand that came after its name was chosen.

    Args:
        late: Such demands of the walks before: their names are chosen by them too.
    """
    chosen, fixed = {each.name: each for each in wanted}, {each.name for each in wanted}
    demands = [_Demand(each, *pair) for each in wanted for pair in each.depends]
    conflict: Conflict | None = None  # told where no late demand takes away its reason
    for demand in demands:  # grows by what each choice depends on
        name, versions = demand.name, available.get(demand.name, AvailableVersions())
        if name in chosen and fits(chosen[name].label, demand.wanted):
            continue
        if name in chosen and name not in fixed:
            return demand
        its_demands = [each for each in dict.fromkeys((*demands, *late)) if each.name == name]
        able = (each for each in versions.choices if all(fits(each.label, one.wanted) for one in its_demands))
        choice = None if name in fixed else next(able, None)
        if choice is not None:
            chosen[name] = choice
            demands += [_Demand(choice, *pair) for pair in choice.depends]
        elif name not in fixed and is_open(name):
            return Unknown(name)
        else:
            conflict = conflict or _conflict(name, chosen, its_demands, demands, versions)
        if len(chosen) > MOST_NAMES + len(fixed):
            return _given_up(f"it has more than {MOST_NAMES} dependencies")
    for demand in _kept(available):
        name = demand.name
        if name in chosen and demand.by.name not in chosen and not fits(chosen[name].label, demand.wanted):
            if name not in fixed:
                return demand
            its_demands = [*(each for each in demands if each.name == name), demand]
            conflict = conflict or _conflict(
                name, chosen, its_demands, demands, available.get(name, AvailableVersions())
            )
    others = [chosen[name] for name in sorted(chosen.keys() - fixed)]
    return conflict or Resolution(
        tuple(each for each in others if each.place), tuple(each for each in others if not each.place)
    )


def _kept(available: Mapping[str, AvailableVersions]) -> Iterator[_Demand]:
    """Yield the demands of installed skills that hold now, by their names."""
    for name in sorted(available):
        installed = available[name].installed
        if installed is None:
            continue
        for needed, wanted in installed.depends:
            before = available.get(needed, AvailableVersions()).installed
            if before is not None and fits(before.label, wanted):
                yield _Demand(installed, needed, wanted)


def _given_up(message: str) -> Conflict:
    """Return the conflict of a search that was given up."""
    return Conflict("", message, (), _LEAVE_OUT)


def _conflict(
    name: str,
    chosen: Mapping[str, SkillVersion],
    its_demands: Sequence[_Demand],
    demands: Sequence[_Demand],
    versions: AvailableVersions,
) -> Conflict:
    """Return why there is no version of a name.

    Args:
        name: Of the skill that cannot be had.
        chosen: What was chosen by then.
        its_demands: Who wants it.
        demands: All that anybody wants, by which the way to it is told.
        versions: What there is of it.
    """
    way = tuple(dict.fromkeys(line for demand in its_demands for line in _way(demand, demands)))
    way = way if len(way) > 1 or name in chosen else ()  # one step is what the message says
    known = _known(name, versions, chosen.get(name))
    hint = _hint(name, versions, its_demands, chosen=name in chosen, direct=not way)
    return Conflict(name, _message(name, its_demands, versions, chosen), (*way, *known), hint)


def _message(
    name: str, its_demands: Sequence[_Demand], versions: AvailableVersions, chosen: Mapping[str, SkillVersion]
) -> str:
    for demand in its_demands:
        if not is_range(demand.wanted):
            wanted = printable(demand.wanted)
            return f"{_called(demand.by)} wants `{printable(name)}` `{wanted}`, which is not a version range"
    by = its_demands[0]
    if not versions.choices and name not in chosen:
        return f"{_called(by.by)} depends on `{printable(name)}`, {versions.note or 'which no source has'}"
    if len(its_demands) > 1:
        return f"no version of `{printable(name)}` fits all skills that depend on it"
    if name in chosen:
        label = chosen[name].label
        return f"{_called(by.by)} wants `{printable(name)}` {_range(by.wanted)}, and {label} is being installed"
    return f"{_called(by.by)} wants `{printable(name)}` {_range(by.wanted)}, which does not exist"


def _way(demand: _Demand, demands: Sequence[_Demand]) -> Iterator[str]:
    """Yield how what was asked for leads to a demand, step by step."""
    steps, names = [demand], {demand.by.name}
    while (before := next((each for each in demands if each.name == steps[-1].by.name), None)) is not None:
        if before.by.name in names:
            break
        names.add(before.by.name)
        steps.append(before)
    for step in reversed(steps):
        installed = "" if step.by.place else ", which is installed,"
        yield f"{_called(step.by)}{installed} wants `{printable(step.name)}` {_range(step.wanted)}"


def _known(name: str, versions: AvailableVersions, chosen: SkillVersion | None) -> Iterator[str]:
    if chosen is not None:
        yield f"`{printable(name)}` {chosen.label} is being installed"
        return
    if versions.installed is not None:
        why = f", and stays: {versions.note}" if versions.note else ""
        yield f"`{printable(name)}` {versions.installed.label} is installed{why}"
    if versions.offered:
        labels = [each.label for each in versions.offered]
        more = f" and {len(labels) - _SHOWN} more" if len(labels) > _SHOWN else ""
        yield f"{versions.offered[0].place} has `{printable(name)}` {', '.join(labels[:_SHOWN])}{more}"


def _hint(name: str, versions: AvailableVersions, its_demands: Sequence[_Demand], *, chosen: bool, direct: bool) -> str:
    dependent = next((each.by for each in its_demands if not each.by.place), None)
    if dependent is not None:
        return f"update `{printable(dependent.name)}` too, or ask for another version: `NAME@RANGE`; {_LEAVE_OUT}"
    if len(its_demands) > 1 or chosen:
        return f"another version of one of them may agree: `NAME@RANGE`; {_LEAVE_OUT}"
    other = f"`{printable(its_demands[0].by.name)}@RANGE` asks for another version"
    if versions.choices:
        return f"{other}; {_LEAVE_OUT}"
    source = f"`--registry URL` names a catalog that has `{printable(name)}`"
    return f"{source}; {_LEAVE_OUT}" if direct else f"{source}, {other} of what wants it; {_LEAVE_OUT}"


def _called(choice: SkillVersion) -> str:
    return f"`{printable(choice.name)}` {choice.label}".rstrip()


def _range(wanted: str) -> str:
    return printable(wanted) or "in any version"
