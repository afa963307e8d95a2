"""Prepared skills and what was published before -> the set: who wins a name, what is withheld, what has ended."""

import difflib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from skillpack.catalog.notes import is_hidden, notes_by_name, with_note
from skillpack.catalog.offered import is_offered
from skillpack.catalog.precedence import name_key
from skillpack.errors import UsageError
from skillpack.model.entry import Entry, Prepared, Surroundings
from skillpack.model.profile import Profile
from skillpack.model.release import History, Release, Tombstone
from skillpack.model.settings import SkillNote
from skillpack.pipeline.cache import Cache, Claim
from skillpack.pipeline.carried import Carried
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.standing import Standing, git_days
from skillpack.versions.history import tombstone

_RELATED = 6  # names shown at most
_COMMON = 40  # a tag of more skills relates nothing

Stand = Callable[[Claim, Prepared], Standing]
"""Says what the catalog makes of the skill that won a name."""

Carry = Callable[[Release, Prepared], Carried]
"""A published release that stays offered, and the skill that it stands in for -> what indexes list."""


def settle(cache: Cache, inputs: Inputs, stand: Stand, carry: Carry) -> None:
    """Write the set into the cache: one entry with its surroundings for every name."""
    cache.clear_entries()
    tagged = _by_tag(cache, inputs)
    notes = notes_by_name(_without_absent(note, tagged) for note in inputs.configuration.skills)
    bundles = _bundles(inputs)
    for winner, losers in winners(cache):
        prepared = cache.prepared(winner.place)
        if is_hidden(winner.name, notes):
            continue
        standing = stand(winner, prepared)
        entry = with_note(standing.entry, notes)
        carried = carry(entry.carried, prepared) if entry.carried is not None else None
        around = Surroundings(
            releases=standing.releases,
            history=_history(entry, standing, inputs),
            bundles=bundles.get(winner.name, ()),
            related=_related(prepared, tagged),
            shadowed=tuple(claim.origin.locate("SKILL.md") for claim in losers),
            findings=standing.judged,
        )
        if carried is not None:
            carried = replace(carried, entry=with_note(carried.entry, notes))
            listed = carried.prompts
        else:
            listed = prepared.prompts if is_offered(entry) and entry.by_model else ()
        cache.put_entry(winner.place, entry, around, listed, carried)
    _check_allowed(cache, inputs)


def _without_absent(note: SkillNote, tagged: Mapping[str, tuple[str, ...]]) -> SkillNote:
    """Return a note that names no successor which the catalog does not have: there would be no page to go to."""
    return note if f"@{note.successor}" in tagged else replace(note, successor="")


def _check_allowed(cache: Cache, inputs: Inputs) -> None:
    """Refuse leave for a skill that is not there: it was meant for another.

    Raises:
        UsageError: There is one.
    """
    for name in sorted(inputs.allowed):
        if not cache.has_entry(name_key(name)):
            near = difflib.get_close_matches(name, (entry.name for entry in cache.entries()), 1)
            raise UsageError(
                f"no skill is called `{name}`, so nothing of it can be downgraded",
                hint=f"did you mean `{near[0]}`?" if near else "correct `--allow-downgrade`",
            )


def tombstones(cache: Cache, inputs: Inputs) -> Iterator[Tombstone]:
    """Yield a mark for every name that ended, by name: published before, or told of in the configuration.

    What the configuration says wins over what was said when the name ended. A successor is named only where there is
    such a skill.
    """
    told = {mark.old: mark for mark in inputs.configuration.renamed}
    found: dict[str, Tombstone] = {}
    for past in cache.gone():
        if past.name in told or (past.versions and past.gone is None):
            found[past.name] = tombstone(past.name, past.releases(past.name), told.values())
        elif past.gone is not None:
            found[past.name] = past.gone
    for name in told:
        if name not in found and not cache.has_entry(name_key(name)):
            found[name] = tombstone(name, (), told.values())
    for name in sorted(found):
        yield replace(found[name], successor=_successor(name, found, cache))


def _successor(name: str, gone: Mapping[str, Tombstone], cache: Cache) -> str:
    """Return the skill to which a chain of renamings leads; empty where it ends, or runs in a circle."""
    passed = {name}
    there = gone[name].successor
    while there in gone and there not in passed:
        passed.add(there)
        there = gone[there].successor
    return there if there and there not in passed and cache.has_entry(name_key(there)) else ""


def winners(cache: Cache) -> Iterator[tuple[Claim, tuple[Claim, ...]]]:
    """Yield each name's winner and the claims that lost it, by name (decisions 25)."""
    for _, claims in groupby(list(cache.claims()), key=lambda claim: claim.folded):
        winner, *losers = claims
        yield winner, tuple(losers)


def claimed_profiles(prepared: Prepared, inputs: Inputs) -> tuple[Profile, ...]:
    """Return the profiles that a skill claims for itself; they count for the exit status, never withhold."""
    return tuple(inputs.profiles[name] for name in prepared.details.profiles if name in inputs.profiles)


def _history(entry: Entry, standing: Standing, inputs: Inputs) -> History:
    """Return when the skill was first and last seen: by git where the catalog asks for it, else by its releases."""
    days = git_days(entry.path, inputs)
    first = standing.releases[-1].date if standing.releases else ""
    return History(days.created or first, days.updated or entry.updated)


def _bundles(inputs: Inputs) -> dict[str, tuple[str, ...]]:
    members: dict[str, list[str]] = defaultdict(list)
    for bundle in inputs.configuration.bundles:
        for name in bundle.skills:
            members[name].append(bundle.name)
    return {name: tuple(names) for name, names in members.items()}


def _by_tag(cache: Cache, inputs: Inputs) -> dict[str, tuple[str, ...]]:
    """Return the names of each tag that few enough skills share, and every name under the empty tag's key `@NAME`."""
    notes = notes_by_name(inputs.configuration.skills)
    names: dict[str, list[str]] = defaultdict(list)
    for winner, _ in winners(cache):
        if is_hidden(winner.name, notes):
            continue
        names[f"@{winner.name}"].append(winner.name)
        for tag in cache.prepared(winner.place).entry.tags:
            names[tag].append(winner.name)
    return {tag: tuple(members) for tag, members in names.items() if len(members) <= _COMMON}


def _related(prepared: Prepared, tagged: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return related skills: those that the skill names, then those that share most tags; functions of pairs only."""
    own = prepared.entry.name
    named = [name for name in prepared.details.related if f"@{name}" in tagged and name != own]
    shared: dict[str, int] = defaultdict(int)
    for tag in prepared.entry.tags:
        for name in tagged.get(tag, ()):
            if name != own and name not in named:
                shared[name] += 1
    ranked = sorted(shared, key=lambda name: (-shared[name], name))
    return tuple([*named, *ranked][:_RELATED])
