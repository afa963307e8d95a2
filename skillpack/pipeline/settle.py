"""Prepared skills -> the set: who wins a name, what is withheld, what stands beside what."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from skillpack.catalog.notes import is_hidden, notes_by_name, with_note
from skillpack.check.judge import judge
from skillpack.model.entry import Entry, Prepared, State, Surroundings
from skillpack.model.finding import Judged, Severity
from skillpack.model.profile import Profile
from skillpack.model.release import History
from skillpack.pipeline.cache import Cache, Claim
from skillpack.pipeline.inputs import Inputs

_RELATED = 6  # names shown at most
_COMMON = 40  # a tag of more skills relates nothing


def settle(cache: Cache, inputs: Inputs) -> None:
    """Write the set into the cache: one entry with its surroundings for every name."""
    cache.clear_entries()
    tagged = _by_tag(cache, inputs)
    notes = notes_by_name(inputs.configuration.skills)
    bundles = _bundles(inputs)
    for winner, losers in winners(cache):
        prepared = cache.prepared(winner.place)
        if is_hidden(winner.name, notes):
            continue
        judged = judged_findings(prepared, inputs)
        entry = with_note(settled_entry(prepared, judged, inputs), notes)
        around = Surroundings(
            releases=(entry.release,) if entry.state is State.PUBLISHED else (),
            history=History("", entry.updated or inputs.date),
            bundles=bundles.get(winner.name, ()),
            related=_related(prepared, tagged),
            shadowed=tuple(claim.origin.locate("SKILL.md") for claim in losers),
            findings=judged,
        )
        listed = prepared.prompts if entry.state is State.PUBLISHED and entry.by_model else ()
        cache.put_entry(winner.place, entry, around, listed)


def winners(cache: Cache) -> Iterator[tuple[Claim, tuple[Claim, ...]]]:
    """Yield each name's winner and the claims that lost it, by name (decisions 25)."""
    for _, claims in groupby(list(cache.claims()), key=lambda claim: claim.folded):
        winner, *losers = claims
        yield winner, tuple(losers)


def judged_findings(prepared: Prepared, inputs: Inputs) -> tuple[Judged, ...]:
    """Return a skill's findings as the catalog's profiles judge them, suppressed ones included."""
    mine = [each for each in inputs.configuration.suppressions if each.skill in {"", prepared.entry.name}]
    return judge(prepared.findings, inputs.gate, mine)


def claimed_profiles(prepared: Prepared, inputs: Inputs) -> tuple[Profile, ...]:
    """Return the profiles that a skill claims for itself; they count for the exit status, never withhold."""
    return tuple(inputs.profiles[name] for name in prepared.details.profiles if name in inputs.profiles)


def settled_entry(prepared: Prepared, judged: Sequence[Judged], inputs: Inputs) -> Entry:
    """Return the entry with its state and counts (decisions 1: a suppression lifts withholding whatever its date)."""
    counts: Mapping[Severity, int] = _counts(judged)
    barred = inputs.configuration.policy.withhold and counts[Severity.ERROR] > 0
    entry = prepared.entry
    withheld = barred or not entry.release.archive
    return replace(
        entry,
        state=State.WITHHELD if withheld else State.PUBLISHED,
        updated=entry.updated or inputs.date,
        errors=counts[Severity.ERROR],
        warnings=counts[Severity.WARNING],
        infos=counts[Severity.INFO],
    )


def is_published(prepared: Prepared, inputs: Inputs) -> bool:
    """Return whether a skill's release is offered, as far as the skill alone decides."""
    return settled_entry(prepared, judged_findings(prepared, inputs), inputs).state is State.PUBLISHED


def _counts(judged: Sequence[Judged]) -> dict[Severity, int]:
    counts = dict.fromkeys(Severity, 0)
    for each in judged:
        if each.suppression is None:
            counts[each.severity] += 1
    return counts


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
