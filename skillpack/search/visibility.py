"""What a host shows of a set of skills, within the budgets of its profile."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from msgspec import Struct

from skillpack.model.digest import sha256
from skillpack.model.profile import Overflow, Profile
from skillpack.model.selection import HostVisibility, SelectionInput, Visibility, VisibleSkill

PLAIN_LINE = "- {name}: {description}"
"""The line of a skill where the host's own is not known."""

_NEWLINE = 1
_SHORTENING = frozenset({Overflow.SHORTEN_ALL, Overflow.SHORTEN_THEN_OMIT})
_ORDERS = 16  # of use, where it decides which descriptions are shown


class ListedSkill(Struct, frozen=True):
    """A skill as a host would show it if there were room for all.

    Attributes:
        text: The description and what counts with it, cut to what one entry may have.
        whole: False where it was cut.
        frame: Characters of its line but for the text.
    """

    name: str
    text: str
    whole: bool
    frame: int


def listing(skills: Iterable[SelectionInput], profile: Profile | None) -> tuple[ListedSkill, ...]:
    """Return the skills that a host lists, by name; without a profile all of them, as written."""
    found = (_listed(skill, profile) for skill in skills if skill.by_model or profile is None or not profile.hides)
    return tuple(sorted(found, key=lambda listed: listed.name))


def _listed(skill: SelectionInput, profile: Profile | None) -> ListedSkill:
    counted = profile.shown_fields if profile else ()
    text = " ".join(filter(None, [skill.description, *(text for name, text in skill.fields if name in counted)]))
    longest = profile.entry_budget if profile else 0
    line = (profile.line if profile else "") or PLAIN_LINE
    frame = len(line.replace("{name}", skill.name).replace("{description}", "")) + _NEWLINE
    cut = bool(longest) and len(text) > longest
    return ListedSkill(skill.name, text[:longest] if cut else text, not cut, frame)


def shown(skills: Iterable[SelectionInput], profile: Profile, *, budget: int = 0) -> HostVisibility:
    """Return the visibility of each skill in a host, at best, at worst, and where all are used alike.

    Args:
        budget: Characters of the list for these skills, instead of what the profile says.
    """
    known = sorted(skills, key=lambda skill: skill.name)
    listed = listing(known, profile)
    assumed = bool(profile.index_share[0]) and not budget
    budget = budget or profile.listed_budget
    needed = sum(one.frame + len(one.text) for one in listed)
    # One character more: the last line needs no newline.
    room = budget + _NEWLINE - sum(one.frame for one in listed)
    over = bool(budget) and needed > budget + _NEWLINE
    lengths = [len(one.text) for one in listed]
    total, shared = sum(lengths), shared_length(lengths, room)
    seen = {
        one.name: _visible(one, total, shared, room, overflow=profile.overflow if over else Overflow.UNKNOWN)
        for one in listed
    }
    cut = over and profile.overflow in _SHORTENING
    absent = _omitted(listed, budget, profile) if over else frozenset()
    seen |= {name: _absent(name, seen[name].length) for name in absent}
    fewest, most = _counts(listed, room, over=over, overflow=profile.overflow)
    dropping = over and profile.overflow is Overflow.DROP_LEAST_USED
    even = round(sum(one.chance for one in seen.values())) if dropping else most
    facts = (("budget", budget), ("overflow", profile.overflow), ("line", profile.line))
    return HostVisibility(
        host=profile.name,
        title=profile.title,
        budget=budget,
        needed=max(needed - _NEWLINE, 0),
        listed=len(listed),
        fewest=fewest,
        most=most,
        even=min(max(even, fewest), most),
        unknown=tuple(name for name, known in facts if not known),
        skills=tuple(seen.get(skill.name) or _absent(skill.name, len(skill.description)) for skill in known),
        at_default_window=assumed,
        each=shared if cut else None,
        omitted=len(absent),
    )


def lists_shown(
    skills: Iterable[SelectionInput], profile: Profile, *, budget: int = 0
) -> tuple[Mapping[str, str], ...]:
    """Return the lists that a host may show, each by name with what it shows of the description.

    It is one list where use does not matter, else one for each of some orders of use, the same ones each time. Where
    the budget or what gives way is not known, all is shown.

    Args:
        budget: Characters of the list for these skills, instead of what the profile says.
    """
    listed = listing(skills, profile)
    budget = budget or profile.listed_budget
    room = budget + _NEWLINE - sum(one.frame for one in listed)
    lengths = [len(one.text) for one in listed]
    if not budget or sum(lengths) <= room or profile.overflow is Overflow.UNKNOWN:
        return ({one.name: one.text for one in listed},)
    if profile.overflow in _SHORTENING:
        longest, absent = shared_length(lengths, room), _omitted(listed, budget, profile)
        return ({one.name: one.text[:longest] for one in listed if one.name not in absent},)
    return tuple(_filled(listed, room, order) for order in range(_ORDERS))


def _omitted(listed: Sequence[ListedSkill], budget: int, profile: Profile) -> frozenset[str]:
    """Return the names that a host leaves out because the names before them, by name, fill its list."""
    if profile.overflow is not Overflow.SHORTEN_THEN_OMIT:
        return frozenset()
    ends = accumulate(one.frame for one in listed)
    return frozenset(one.name for one, end in zip(listed, ends, strict=True) if end > budget + _NEWLINE)


def _filled(listed: Sequence[ListedSkill], room: int, order: int) -> Mapping[str, str]:
    """Return the descriptions that are shown in one order of use: up to the first that does not fit."""
    # The digest orders them the same way on every machine.
    by_use = sorted(listed, key=lambda one: sha256(f"{order} {one.name}".encode("utf-8", "surrogatepass")))
    count = _first_that_fit((len(one.text) for one in by_use), room)
    return {one.name: one.text if at < count else "" for at, one in enumerate(by_use)}


def _absent(name: str, length: int) -> VisibleSkill:
    return VisibleSkill(name, length, Visibility.ABSENT, Visibility.ABSENT, 0.0)


def _visible(one: ListedSkill, total: int, shared: int, room: int, *, overflow: Overflow) -> VisibleSkill:
    """Return how a skill is shown, where so many characters of descriptions do not fit; UNKNOWN where all do.

    Args:
        one: The skill.
        total: Characters of all descriptions.
        shared: Those of each that are left where all are cut alike.
        room: Characters for descriptions.
        overflow: What gives way.
    """
    length = len(one.text)
    fits = Visibility.NAME if not length else Visibility.WHOLE if one.whole else Visibility.CUT
    if overflow is Overflow.UNKNOWN or not length:
        return VisibleSkill(one.name, length, fits, fits, 1.0 if length else 0.0)
    if overflow in _SHORTENING:
        how = fits if length <= shared else Visibility.CUT if shared else Visibility.NAME
        return VisibleSkill(one.name, length, how, how, 1.0 if shared else 0.0)
    others = total - length
    best = fits if length <= room else Visibility.NAME
    # In a random order the others that are used more take a share of their characters that is spread evenly.
    chance = min(max((room - length) / others, 0.0), 1.0) if others else float(length <= room)
    return VisibleSkill(one.name, length, best, Visibility.NAME, round(chance, 3))


def _counts(listed: Sequence[ListedSkill], room: int, *, over: bool, overflow: Overflow) -> tuple[int, int]:
    """Return how many descriptions the budget leaves alone, at least and at most."""
    lengths = sorted(len(one.text) for one in listed if one.text)
    if not over or overflow is Overflow.UNKNOWN:
        return len(lengths), len(lengths)
    if overflow in _SHORTENING:
        longest = shared_length(lengths, room)
        alone = sum(length <= longest for length in lengths)
        return alone, alone
    return _first_that_fit(reversed(lengths), room), _first_that_fit(lengths, room)


def _first_that_fit(lengths: Iterable[int], room: int) -> int:
    count = 0
    for length in lengths:
        room -= length
        if room < 0:
            break
        count += 1
    return count


def shared_length(lengths: Iterable[int], room: int) -> int:
    """Return the largest length to which all texts are cut so that together they fit; 0 where none is."""
    left = sorted(lengths)
    for at, length in enumerate(left):
        share = max(room, 0) // (len(left) - at)
        if length > share:
            return share
        room -= length
    return left[-1] if left else 0
