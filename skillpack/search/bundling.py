"""Bundles: a partition of skills by likeness of which each part fits a budget."""

from collections.abc import Iterable, Mapping, Sequence

from skillpack.model.profile import Profile
from skillpack.model.selection import Bundle, Described
from skillpack.search.likeness import alike, own_terms
from skillpack.search.shown import Listed, listing
from skillpack.search.terms import terms

_LEAST = 0.02  # likeness that brings two skills together


def bundles(skills: Iterable[Described], profile: Profile | None = None, *, budget: int = 0) -> tuple[Bundle, ...]:
    """Return bundles of skills, the largest first, such that the list of each fits a host's budget.

    Skills that are alike come together, the most alike first; what is like nothing fills the room that is left. Each
    skill is in one bundle. Without any budget all skills are one bundle.

    Args:
        budget: Characters of the list, instead of what the profile says.
    """
    listed = {one.name: one for one in listing(skills, profile)}
    budget = budget or (profile.room if profile else 0) or _cost(listed.values())
    known = {name: own_terms(terms(name, one.text, ())) for name, one in listed.items()}
    likeness = alike(known, least=_LEAST)
    parts = _packed(_joined(likeness, listed, budget), listed, budget)
    found = [_bundle(part, likeness, listed, budget) for part in parts]
    return tuple(sorted(found, key=lambda bundle: (-len(bundle.names), bundle.names)))


def _cost(listed: Iterable[Listed]) -> int:
    return sum(one.frame + len(one.text) for one in listed)


def _joined(likeness: Mapping[str, Mapping[str, float]], listed: Mapping[str, Listed], budget: int) -> list[list[str]]:
    """Return groups of names: pairs are joined, the most alike first, as long as they fit."""
    group = {name: [name] for name in listed}
    cost = {name: _cost([one]) for name, one in listed.items()}  # of the group that a name leads
    pairs = ((-how, name, other) for name, others in likeness.items() for other, how in others.items() if name < other)
    for _, name, other in sorted(pairs):
        one, two = group[name], group[other]
        if one is two or cost[one[0]] + cost[two[0]] > budget:
            continue
        cost[one[0]] += cost[two[0]]
        one.extend(two)
        for moved in two:
            group[moved] = one
    return list({members[0]: members for members in group.values()}.values())


def _packed(groups: Sequence[Sequence[str]], listed: Mapping[str, Listed], budget: int) -> list[list[str]]:
    """Return groups put together so that few are left: the largest first, each where it fits first."""
    sized = sorted((-_cost(listed[name] for name in group), sorted(group)) for group in groups)
    parts: list[list[str]] = []
    room: list[int] = []
    for size, group in sized:
        at = next((at for at, left in enumerate(room) if left + size >= 0), None)
        if at is None:
            parts.append(list(group))
            room.append(budget + size)
        else:
            parts[at].extend(group)
            room[at] += size
    return parts


def _bundle(
    names: Sequence[str], likeness: Mapping[str, Mapping[str, float]], listed: Mapping[str, Listed], budget: int
) -> Bundle:
    cost = _cost(listed[name] for name in names)
    together = set(names)

    def likeness_within(name: str) -> float:
        return round(sum(sorted(how for other, how in likeness[name].items() if other in together)), 9)

    centre = min(names, key=lambda name: (-likeness_within(name), name))
    return Bundle(centre, tuple(sorted(names)), cost, fits=cost <= budget)
