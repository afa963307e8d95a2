"""Skills that cannot be had together: who wants what, which versions there are, what could be done (pure)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from skillpack.model.dependency import AvailableVersions, SkillVersion
from skillpack.model.portable import printable
from skillpack.model.version import is_range

_SHOWN = 6  # versions that are named
_LEAVE_OUT = "`--no-deps` leaves out what it depends on"


@dataclass(frozen=True, slots=True)
class Demand:
    """A range of versions, and who wants it."""

    by: SkillVersion
    name: str
    wanted: str


@dataclass(frozen=True, slots=True)
class Conflict:
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


def tangled(message: str) -> Conflict:
    """Return the conflict of a search that was given up."""
    return Conflict("", message, (), _LEAVE_OUT)


def explained(
    name: str,
    chosen: Mapping[str, SkillVersion],
    asked: Sequence[Demand],
    demands: Sequence[Demand],
    shelf: AvailableVersions,
) -> Conflict:
    """Return why there is no version of a name.

    Args:
        name: Of the skill that cannot be had.
        chosen: What was chosen by then.
        asked: Who wants it.
        demands: All that anybody wants, by which the way to it is told.
        shelf: What there is of it.
    """
    way = tuple(dict.fromkeys(line for demand in asked for line in _way(demand, demands)))
    way = way if len(way) > 1 or name in chosen else ()  # one step is what the message says
    there = _installed(name, shelf, chosen.get(name))
    hint = _hint(name, shelf, asked, chosen=name in chosen, direct=not way)
    return Conflict(name, _message(name, asked, shelf, chosen), (*way, *there), hint)


def _message(name: str, asked: Sequence[Demand], shelf: AvailableVersions, chosen: Mapping[str, SkillVersion]) -> str:
    for demand in asked:
        if not is_range(demand.wanted):
            return f"{_called(demand.by)} wants `{printable(name)}` `{printable(demand.wanted)}`, which is not a range"
    by = asked[0]
    if not shelf.choices and name not in chosen:
        return f"{_called(by.by)} depends on `{printable(name)}`, {shelf.note or 'which no source has'}"
    if len(asked) > 1:
        return f"no version of `{printable(name)}` suits all that want it"
    if name in chosen:
        return (
            f"{_called(by.by)} wants `{printable(name)}` {_range(by.wanted)}, and {chosen[name].label} is to be there"
        )
    return f"{_called(by.by)} wants `{printable(name)}` {_range(by.wanted)}, and there is no such version"


def _way(demand: Demand, demands: Sequence[Demand]) -> Iterator[str]:
    """Yield how what was asked for leads to a demand, step by step."""
    steps, names = [demand], {demand.by.name}
    while (before := next((each for each in demands if each.name == steps[-1].by.name), None)) is not None:
        if before.by.name in names:
            break
        names.add(before.by.name)
        steps.append(before)
    for step in reversed(steps):
        there = "" if step.by.place else ", which is installed,"
        yield f"{_called(step.by)}{there} wants `{printable(step.name)}` {_range(step.wanted)}"


def _installed(name: str, shelf: AvailableVersions, chosen: SkillVersion | None) -> Iterator[str]:
    if chosen is not None:
        yield f"`{printable(name)}` {chosen.label} is to be installed"
        return
    if shelf.installed is not None:
        why = f", and stays: {shelf.note}" if shelf.note else ""
        yield f"`{printable(name)}` {shelf.installed.label} is installed{why}"
    if shelf.offered:
        labels = [each.label for each in shelf.offered]
        more = f" and {len(labels) - _SHOWN} more" if len(labels) > _SHOWN else ""
        yield f"{shelf.offered[0].place} has `{printable(name)}` {', '.join(labels[:_SHOWN])}{more}"


def _hint(name: str, shelf: AvailableVersions, asked: Sequence[Demand], *, chosen: bool, direct: bool) -> str:
    staying = next((each.by for each in asked if not each.by.place), None)
    if staying is not None:
        return f"update `{printable(staying.name)}` too, or ask for another version: `NAME@RANGE`; {_LEAVE_OUT}"
    if len(asked) > 1 or chosen:
        return f"another version of one of them may agree: `NAME@RANGE`; {_LEAVE_OUT}"
    other = f"`{printable(asked[0].by.name)}@RANGE` asks for another version"
    if shelf.choices:
        return f"{other}; {_LEAVE_OUT}"
    source = f"`--registry URL` names a catalog that has `{printable(name)}`"
    return f"{source}; {_LEAVE_OUT}" if direct else f"{source}, {other} of what wants it; {_LEAVE_OUT}"


def _called(choice: SkillVersion) -> str:
    return f"`{printable(choice.name)}` {choice.label}".rstrip()


def _range(wanted: str) -> str:
    return printable(wanted) or "in any version"
