"""Prepared skills and what was published before -> the set: who wins a name, what is withheld, what has ended."""

import difflib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import msgspec

from skillpack.catalog.notes import is_hidden, notes_by_name, with_note
from skillpack.catalog.offered import is_offered
from skillpack.catalog.precedence import name_key
from skillpack.errors import UsageError
from skillpack.model.digest import sha256
from skillpack.model.entry import Entry, Prepared, Surroundings
from skillpack.model.finding import Judged, Severity
from skillpack.model.release import History, Release, Tombstone
from skillpack.model.settings import SkillNote
from skillpack.build.inputs.baseline import judge_in
from skillpack.build.store import Cache
from skillpack.build.history.retained import Carried
from skillpack.build.history.permissions import gained
from skillpack.build.inputs.inputs import Inputs
from skillpack.build.related import Kin, related, users
from skillpack.build.history.history import Past
from skillpack.build.settled import Claim, Settled
from skillpack.build.publication import Standing, git_days, own_key
from skillpack.versions.history import tombstone

Stand = Callable[[Claim, Prepared], Standing]
"""Says what the catalog makes of the skill that won a name."""

Carry = Callable[[Release, Prepared], Carried]
"""A published release that stays offered, and the skill that it stands in for -> what indexes list."""


_Names = Mapping[str, tuple[str, ...]]
"""Name of a skill -> names of others."""


@dataclass(frozen=True, slots=True)
class _Around:
    """What surrounds the skills of one build.

    Attributes:
        digest: Of what all of them depend on.
        pasts: Name as it is compared -> digest of what was published under it.
    """

    inputs: Inputs
    notes: Mapping[str, SkillNote]
    bundles: Mapping[str, tuple[str, ...]]
    related: _Names
    users: _Names
    formerly: _Names
    pasts: Mapping[str, str]
    digest: str

    def basis(self, winner: Claim, losers: Sequence[Claim]) -> str:
        """Return what names all that a skill's entry and surroundings follow from."""
        parts = (
            winner.key,
            winner.file,
            [loser.file for loser in losers],
            self.notes.get(winner.name),
            self.related.get(winner.name),
            self.users.get(winner.name),
            self.formerly.get(winner.name),
            self.pasts.get(winner.folded),
            git_days(winner.file, self.inputs),
            self.digest,
        )
        return sha256(repr(parts).encode("utf-8", "surrogatepass"))


def settle(cache: Cache, inputs: Inputs, stand: Stand, carry: Carry) -> None:
    """Write the set into the cache: one entry with its surroundings for every name; what stands as it stood is left."""
    hidden = notes_by_name(inputs.configuration.skills)
    shown = [(winner, losers) for winner, losers in winners(cache) if not is_hidden(winner.name, hidden)]
    around = _around(cache, inputs, [winner for winner, _ in shown])
    known = cache.bases()
    for winner, losers in shown:
        basis = around.basis(winner, losers)
        if known.pop(winner.name, None) != (basis, winner.place):
            past = cache.past(winner.folded)
            settled = _settled(cache.prepared(winner.place), past, winner, losers, around, stand, carry)
            cache.put_entry(replace(settled, basis=basis), past)
    cache.forget_entries(known)
    _check_allowed(cache, inputs)


def _around(cache: Cache, inputs: Inputs, shown: Sequence[Claim]) -> _Around:
    names = frozenset(winner.name for winner in shown)
    near, used = _kin(cache, {winner.place: winner.name for winner in shown})
    parts = (inputs.configuration, inputs.settings.digest, inputs.date, sorted(inputs.allowed))
    return _Around(
        inputs,
        notes_by_name(_without_absent(note, names) for note in inputs.configuration.skills),
        _bundles(inputs),
        near,
        used,
        _formerly(cache, inputs, names),
        cache.past_digests(),
        sha256(repr(parts).encode("utf-8", "surrogatepass")),
    )


def _settled(
    prepared: Prepared, past: Past, winner: Claim, losers: Sequence[Claim], around: _Around, stand: Stand, carry: Carry
) -> Settled:
    inputs, notes = around.inputs, around.notes
    standing = stand(winner, prepared)
    entry = with_note(standing.entry, notes)
    carried = carry(entry.carried, prepared) if entry.carried is not None else None
    surroundings = Surroundings(
        releases=standing.releases,
        purged=standing.purged,
        history=_history(entry, standing, inputs),
        bundles=around.bundles.get(winner.name, ()),
        related=around.related.get(winner.name, ()),
        shadowed=tuple(loser.file for loser in losers),
        findings=standing.judged,
        formerly=around.formerly.get(winner.name, ()),
        users=around.users.get(winner.name, ()),
        gains=tuple(gained(standing.releases, prepared, past.versions)),
    )
    if carried is not None:
        carried = replace(carried, entry=with_note(carried.entry, notes))
        listed = carried.prompts
    else:
        listed = prepared.prompts if is_offered(entry) else ()
    findings = (*standing.judged, *_claimed_errors(prepared, standing.judged, inputs))
    own = own_key(prepared, standing)
    return Settled(winner.place, "", own, entry, surroundings, findings, listed, carried)


def _kin(cache: Cache, names: Mapping[int, str]) -> tuple[_Names, _Names]:
    """Return the related skills of each name, and those that use it; what decided that last time decides it now.

    Args:
        cache: Remembers them.
        names: Number of the place -> name, of the skills of the set.
    """
    kin = sorted((names[place], blob) for place, blob in cache.kin() if place in names)
    digest = sha256(b"\0".join(part for name, blob in kin for part in (name.encode("utf-8", "surrogatepass"), blob)))
    marks, _, text = cache.meta("kin").partition("\n")
    before, _, nearness_before = marks.partition(" ")
    known = (
        msgspec.json.decode(text, type=tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]) if text else None
    )
    if known is not None and before == digest:
        return known
    each = {name: msgspec.msgpack.decode(blob, type=Kin) for name, blob in kin}
    # Words of bodies change often, and only tell who uses whom; comparing all skills with all takes longer.
    nearness = sha256(msgspec.msgpack.encode([(name, one.tags, one.named, one.terms) for name, one in each.items()]))
    near = known[0] if known is not None and nearness == nearness_before else related(each)
    found = near, users(each)
    cache.set_meta("kin", f"{digest} {nearness}\n{msgspec.json.encode(found).decode()}")
    return found


def _formerly(cache: Cache, inputs: Inputs, names: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the names that each skill of the set had before: the configuration's word, or what was published of it."""
    successors = {past.name: past.gone.successor for past in cache.gone() if past.gone is not None}
    successors |= {mark.old: mark.new for mark in inputs.configuration.renamed}
    found: defaultdict[str, list[str]] = defaultdict(list)
    for old in sorted(successors):
        there, passed = successors[old], {old}
        while there not in names and there in successors and there not in passed:
            passed.add(there)
            there = successors[there]
        if there in names and old not in names:
            found[there].append(old)
    return {name: tuple(olds) for name, olds in found.items()}


def _claimed_errors(prepared: Prepared, known: Iterable[Judged], inputs: Inputs) -> Iterator[Judged]:
    """Yield the errors by the profiles that a skill claims for itself, where the catalog's do not call them errors.

    They count for the exit status and never withhold.
    """
    claimed = tuple(inputs.profiles[name] for name in prepared.details.profiles if name in inputs.profiles)
    if not claimed:
        return
    errors = {each.finding for each in known if each.severity is Severity.ERROR}
    for each in judge_in(prepared.findings, claimed, inputs.configuration):
        if each.severity is Severity.ERROR and each.finding not in errors:
            yield each


def _without_absent(note: SkillNote, names: Collection[str]) -> SkillNote:
    """Return a note that names no successor which the catalog does not have: there would be no page to go to."""
    return note if note.successor in names else replace(note, successor="")


def _check_allowed(cache: Cache, inputs: Inputs) -> None:
    """Refuse leave for a skill that is not there: it was meant for another.

    Raises:
        UsageError: There is one.
    """
    for name in sorted(inputs.allowed):
        if not cache.has_entry(name_key(name)):
            near = difflib.get_close_matches(name, cache.names(), 1)
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
        published = past.releases(past.name) or past.purged
        if past.name in told or (published and past.gone is None):
            found[past.name] = tombstone(past.name, published, told.values())
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
