"""Records and what was published before -> the catalog: names, publication, relations, names that ended."""

import difflib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.builder.history.history import NO_HISTORY, CatalogHistory, NameHistory, added_permissions
from skillpack.builder.history.version import Retained
from skillpack.builder.host_visibility import Visibility
from skillpack.builder.inputs.baseline import judge_in
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.inputs.reviews import OwnReviews, own_reviews
from skillpack.builder.publication import SkillPublication, git_days
from skillpack.builder.record.entry import SKILL_FILE
from skillpack.builder.record.summary import SkillRecord
from skillpack.builder.related import SimilarSkills
from skillpack.builder.skill_runs import Runs
from skillpack.builder.store import BuildStore, encode
from skillpack.catalog.notes import is_hidden, notes_by_name, with_note
from skillpack.catalog.overview import EntryCounts, count_entries, survey
from skillpack.catalog.precedence import find_copies, name_key, resolve_names
from skillpack.check.masking import masked_text
from skillpack.check.siblings import with_siblings
from skillpack.errors import UsageError
from skillpack.model.digest import sha256
from skillpack.model.entry import Entry, Overview, Relations, Rival
from skillpack.model.finding import Finding, Judged, Severity
from skillpack.model.release import History, Tombstone
from skillpack.model.selection import SetVisibility
from skillpack.registry.skill_json import Permissions
from skillpack.versions.history import tombstone

Contenders = Sequence[tuple[SkillRecord, ...]]
"""The records that want each name, the winner first, by name as it is compared."""


class SetFacts(Struct, frozen=True):
    """What is said of a set as a whole.

    Attributes:
        similar: Which of its skills are alike.
        dependents: Name -> the skills that depend on it or name it, sorted; names without any left out.
        visibility: What hosts show of the published ones, and what rules say of that.
    """

    similar: SimilarSkills
    dependents: Mapping[str, tuple[str, ...]]
    visibility: Visibility


class CatalogEntry(Struct, frozen=True, gc=False):
    """What the catalog makes of a skill.

    Attributes:
        record: The winner of the name.
        entry: As lists and pages show it, with what the configuration notes of it.
        retained: What indexes list in its place; None for most.
        history: What was published under the name before.
        mark: Tells its publication, and what lists show of it, from any other: a digest.
    """

    record: SkillRecord
    entry: Entry
    relations: Relations
    publication: SkillPublication
    retained: Retained | None
    history: NameHistory
    mark: str

    @property
    def name(self) -> str:
        """The name of the skill."""
        return self.record.name

    @property
    def listed(self) -> Entry:
        """The entry of what is offered: what is withheld or yanked gives way to what was published before."""
        return self.entry if self.retained is None else self.retained.entry


class Catalog(Struct, frozen=True):
    """A resolved set.

    Attributes:
        entries: By name.
        runs: What follows from runs of them.
        nameless: Path, reason and judged findings of each location without a usable name, by path.
        visibility: What hosts show of the published skills.
        visibility_findings: What rules say of that.
        reviews: What follows from runs of the catalog's own reviews.
        closest: Pairs of skills that are hard to tell apart, the likest first.
        ended: What was published under names that no skill has now, by name.
    """

    entries: tuple[CatalogEntry, ...]
    runs: Runs[CatalogEntry]
    nameless: tuple[tuple[str, str, tuple[Judged, ...]], ...]
    overview: Overview
    visibility: SetVisibility
    visibility_findings: tuple[Finding, ...]
    ended: tuple[NameHistory, ...]
    reviews: Runs[OwnReviews]
    closest: tuple[tuple[str, Rival], ...] = ()


def contenders_of(records: Iterable[SkillRecord]) -> Contenders:
    """Return who wants which name."""
    named = (record for record in records if record.name)
    return resolve_names(named, lambda record: record.name, lambda record: record.location.origin)


def resolve(
    records: Sequence[SkillRecord],
    contenders: Contenders,
    publications: Mapping[str, SkillPublication],
    retained: Mapping[str, Retained],
    history: CatalogHistory,
    facts: SetFacts,
    store: BuildStore,
    inputs: Inputs,
) -> Catalog:
    """Return the catalog of some records.

    Args:
        records: Of every location.
        contenders: Of the same records.
        publications: Name -> what becomes of the skill that won it.
        retained: Name -> what is offered in place of that skill.
        history: What was published before.
        facts: What is said of the set as a whole.
        store: Remembers what follows from runs of skills.
        inputs: Of the build.

    Raises:
        UsageError: A skill may be downgraded that is not there.
    """
    every = _entries(shown_contenders(contenders, inputs), publications, retained, history, facts, inputs)
    entries = tuple(sorted(every, key=lambda each: each.name))
    runs = Runs(entries, store, inputs.digest)
    names = {each.name for each in entries}
    folded = {name_key(name) for name in names}
    _check_allowed(inputs, names, folded)
    ended = sorted((each for key, each in history.items() if key not in folded and each.name), key=lambda e: e.name)
    nameless = tuple(_nameless(records, inputs))
    hidden = notes_by_name(inputs.configuration.skills)
    shared = ((group[0].name, group) for group in contenders if len(group) > 1)
    overview = survey(
        runs.each("counts", EntryCounts, lambda run: count_entries(each.entry for each in run)),
        duplicates=((name, tuple(map(_file, group))) for name, group in shared if not is_hidden(name, hidden)),
        copies=(
            _file(each)
            for group in contenders
            if len(group) > 1
            for each in find_copies(group, lambda one: one.location.origin, lambda one: one.entry.release.digest)
        ),
        nameless=((path, reason) for path, reason, _ in nameless),
        tombstones=_tombstones(ended, inputs, folded),
        hidden=sum(len(group) for group in contenders if is_hidden(group[0].name, hidden)),
    )
    reviews = Runs(own_reviews(inputs.reviews, hidden), store, inputs.digest)
    return Catalog(entries, runs, nameless, overview, *facts.visibility, tuple(ended), reviews, facts.similar.closest)


def shown_contenders(contenders: Contenders, inputs: Inputs) -> Contenders:
    """Return those for the names that the catalog does not hide."""
    hidden = notes_by_name(inputs.configuration.skills)
    return [group for group in contenders if not is_hidden(group[0].name, hidden)]


def _entries(
    shown: Contenders,
    publications: Mapping[str, SkillPublication],
    retained: Mapping[str, Retained],
    history: CatalogHistory,
    facts: SetFacts,
    inputs: Inputs,
) -> Iterator[CatalogEntry]:
    names = {winner.name for winner, *_ in shown}
    # A note names no successor which the catalog does not have: there would be no page to go to.
    notes = notes_by_name(
        note if note.successor in names else replace(note, successor="") for note in inputs.configuration.skills
    )
    similar, bundles, former = facts.similar, _bundles(inputs), _former_names(history, inputs, names)
    for winner, *losers in shown:
        name = winner.name
        publication, past = publications[name], history.get(name_key(name), NO_HISTORY)
        entry = with_note(publication.entry, notes)
        days, releases = git_days(entry.path, inputs), publication.releases
        first = releases[-1].date if releases else ""
        digest = entry.release.digest
        permissions = winner.summary.permissions if len(releases) > 1 else Permissions()
        relations = Relations(
            releases=releases,
            purged=publication.purged,
            history=History(days.created or first, days.updated or entry.updated),
            bundles=tuple(bundles.get(name, ())),
            related=similar.related.get(name, ()),
            shadowed=tuple(map(_file, losers)),
            findings=publication.judged,
            former_names=former.get(name, ()),
            dependents=facts.dependents.get(name, ()),
            added_permissions=tuple(added_permissions(releases, digest, permissions, past.versions)),
            alarms=publication.alarms,
            release_alarms=tuple(entry.alarm if each.digest == digest else None for each in releases),
            rivals=similar.rivals.get(name, ()),
            coverage=publication.coverage,
            results=publication.results,
        )
        stays = retained.get(name)
        if stays is not None:
            stays = replace(stays, entry=with_note(stays.entry, notes))
        yield CatalogEntry(winner, entry, relations, publication, stays, past, _mark(entry, publication, stays))


def _mark(entry: Entry, publication: SkillPublication, retained: Retained | None) -> str:
    """Return the key by which lists show a skill: of most, the key of its publication."""
    if retained is None and entry is publication.entry:
        return publication.mark
    return sha256(encode((publication.mark, entry, retained and (retained.entry, retained.files))))


def claimed_errors(each: CatalogEntry, inputs: Inputs, names: Collection[str]) -> Iterator[Judged]:
    """Yield the errors by the profiles that a skill claims for itself, where the catalog's do not call them errors.

    They count for the exit status and never withhold.

    Args:
        each: The skill.
        inputs: Of the build.
        names: Of all skills of the catalog.
    """
    claimed = tuple(inputs.profiles[name] for name in each.record.summary.profiles if name in inputs.profiles)
    if not claimed:
        return
    errors = {found.finding for found in each.relations.findings if found.severity is Severity.ERROR}
    for found in judge_in(with_siblings(each.record.summary.findings, names), claimed, inputs.configuration):
        if found.severity is Severity.ERROR and found.finding not in errors:
            yield found


def _file(record: SkillRecord) -> str:
    return masked_text(record.location.origin.locate(SKILL_FILE))


def _nameless(records: Iterable[SkillRecord], inputs: Inputs) -> Iterator[tuple[str, str, tuple[Judged, ...]]]:
    found = (record for record in records if not record.name)
    for each in sorted(found, key=lambda record: record.location.path):
        judged = judge_in(each.summary.findings, inputs.gate, inputs.configuration)
        yield masked_text(each.location.origin.locate("").rstrip("/")), each.summary.nameless, judged


def _bundles(inputs: Inputs) -> Mapping[str, Sequence[str]]:
    members: defaultdict[str, list[str]] = defaultdict(list)
    for bundle in inputs.configuration.bundles:
        for name in bundle.skills:
            members[name].append(bundle.name)
    return members


def _former_names(history: CatalogHistory, inputs: Inputs, names: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the names that each skill of the set had before: the configuration's word, or what was published of it."""
    successors = {past.name: past.tombstone.successor for past in history.values() if past.tombstone is not None}
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


def _check_allowed(inputs: Inputs, names: Collection[str], folded: Collection[str]) -> None:
    """Refuse leave for a skill that is not there: it was meant for another.

    Raises:
        UsageError: There is one.
    """
    for name in sorted(inputs.allowed):
        if name_key(name) not in folded:
            near = difflib.get_close_matches(name, sorted(names), 1)
            raise UsageError(
                f"no skill is named `{name}`, so there is nothing to downgrade",
                hint=f"did you mean `{near[0]}`?" if near else "correct `--allow-downgrade`",
            )


def _tombstones(ended: Iterable[NameHistory], inputs: Inputs, folded: Collection[str]) -> Iterator[Tombstone]:
    """Yield a mark for every name that ended, by name: published before, or told of in the configuration.

    What the configuration says wins over what was said when the name ended. A successor is named only where there is
    such a skill.
    """
    told = {mark.old: mark for mark in inputs.configuration.renamed}
    found: dict[str, Tombstone] = {}
    for past in ended:
        published = past.releases(past.name) or past.purged
        if past.name in told or (published and past.tombstone is None):
            found[past.name] = tombstone(past.name, published, told.values())
        elif past.tombstone is not None:
            found[past.name] = past.tombstone
    for name in told:
        if name not in found and name_key(name) not in folded:
            found[name] = tombstone(name, (), told.values())
    for name in sorted(found):
        yield replace(found[name], successor=_successor(name, found, folded))


def _successor(name: str, ended: Mapping[str, Tombstone], folded: Collection[str]) -> str:
    """Return the skill to which a chain of renamings leads; empty where it ends, or runs in a circle."""
    passed = {name}
    there = ended[name].successor
    while there in ended and there not in passed:
        passed.add(there)
        there = ended[there].successor
    return there if there and there not in passed and name_key(there) in folded else ""
