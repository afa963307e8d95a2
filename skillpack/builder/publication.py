"""A skill beside what was published under its name: may it be published, and what is offered (pure)."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from skillpack.builder.coverage import Files, NamedReviews
from skillpack.builder.history.history import (
    NO_HISTORY,
    CatalogHistory,
    Comparisons,
    NameHistory,
    as_published,
    lacks_evaluations,
    own_archives,
    to_compare,
    with_formats,
    with_signature,
)
from skillpack.builder.inputs.baseline import judge_in
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.record.summary import SkillRecord, Summary
from skillpack.builder.results import skill_results
from skillpack.builder.store import encode
from skillpack.catalog.precedence import name_key
from skillpack.check.alarm import ALARMS, find_alarms, gravest_level
from skillpack.check.judge import verdict
from skillpack.check.run import check_release
from skillpack.check.siblings import with_siblings
from skillpack.evidence.results.help import help_of
from skillpack.files.membership import SKILL_FILES
from skillpack.model.digest import sha256
from skillpack.model.entry import Entry, EntryState, FileRecord
from skillpack.model.evaluation import ReadResult, Result
from skillpack.model.evidence import SIGNED_WHOLE, SignatureState
from skillpack.model.finding import Finding, Judged, Severity, Suppression, group_findings
from skillpack.model.release import Changes, History, Release
from skillpack.model.review import NOT_COVERED, Coverage, CoverageState
from skillpack.model.settings import Yanked
from skillpack.versions.history import purge, retain, split_purged, with_yanks

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_REUSED, _LOWER, _PURGED = "VR001", "VR002", "VR006"
_LEAKS = "it holds a credential or a private file"


class SkillPublication(Struct, frozen=True, array_like=True, gc=False):
    """What the catalog makes of a skill.

    Attributes:
        entry: With state, counts and release; a withheld one has no archive.
        judged: The findings of the skill and of the version gate, suppressed ones included.
        releases: Newest first, with dates and yank marks; the one of the tree as it is now only where it is published.
        own: Paths of the archives that the tree as it is now writes; the others are retained.
        purged: Tombstones of versions whose archives were taken away.
        alarms: Findings that raise an alarm, the gravest first; none that is accepted.
        mark: Tells all of this from any other: a digest.
        digest: Of the skill as it is now, where another one is published of the same content; else empty.
        served: Tells the files that follow from the tree as it is now, and are published, from any other: a digest.
        coverage: Who looked at what is offered; where nothing is, at the tree as it is now.
        results: What measuring it came to, those about these bytes first.
    """

    entry: Entry
    judged: tuple[Judged, ...]
    releases: tuple[Release, ...]
    own: frozenset[str]
    purged: tuple[Release, ...] = ()
    alarms: tuple[Finding, ...] = ()
    digest: str = ""
    mark: str = ""
    served: str = ""
    coverage: Coverage = NOT_COVERED
    results: tuple[Result, ...] = ()

    @property
    def offered(self) -> Release | None:
        """What can be installed: what was published before where the tree as it is now cannot; None for nothing."""
        entry = self.entry
        if entry.carried is not None:
            return entry.carried
        return entry.release if entry.state is EntryState.PUBLISHED and not entry.release.yanked else None

    @property
    def is_current(self) -> bool:
        """Whether what is offered, if anything is, are the files as they are now."""
        offered = self.offered
        return offered is None or offered.digest == (self.digest or self.entry.release.digest)


def publish_all(
    winners: Iterable[SkillRecord],
    history: CatalogHistory,
    inputs: Inputs,
    comparisons: Comparisons,
    leaking: Collection[str],
    among: Collection[str] | None = None,
    files: Callable[[SkillRecord], Iterable[FileRecord]] = lambda _: (),
    results: Mapping[str, Sequence[ReadResult]] = MappingProxyType({}),
) -> Mapping[str, SkillPublication]:
    """Return the publication of each skill, by name; the arguments are those of `publish`.

    Args:
        among: Names of all skills of the set; None where there are no others.
        files: Gives the files of a skill, for those of which reviews matter.
        results: Name -> what the catalog's own files of results say of the skill.
    """
    skills = tuple(winners)
    names = {each.name for each in skills} if among is None else among
    return {
        each.name: publish(
            _among(each, names, inputs),
            history.get(name_key(each.name), NO_HISTORY),
            inputs,
            comparisons,
            leaking,
            partial(files, each),
            results.get(each.name, ()),
        )
        for each in skills
    }


def _among(record: SkillRecord, names: Collection[str], inputs: Inputs) -> Summary:
    """Return the summary of a skill, its links into skills of the catalog judged as such."""
    summary = record.summary
    if not summary.links_out:
        return summary
    findings = with_siblings(summary.findings, names)
    verdicts = tuple(verdict(findings, inputs.profiles[each.profile]) for each in record.entry.verdicts)
    return replace(summary, found=encode(findings), own_entry=encode(replace(record.entry, verdicts=verdicts)))


def publish(
    record: Summary,
    history: NameHistory,
    inputs: Inputs,
    comparisons: Comparisons,
    leaking: Collection[str] = (),
    files: Files = lambda: (),
    results: Sequence[ReadResult] = (),
) -> SkillPublication:
    """Return the publication of a skill, as far as the skill and its history decide.

    A suppression lifts withholding whatever its date, but of a secret; no suppression gives a published label to
    another tree. While a skill holds a secret, a version of it that holds one as well is purged.

    Args:
        record: Of a skill with a usable name.
        history: What was published under the name.
        inputs: Of the build.
        comparisons: Of the releases that `to_compare` names.
        leaking: Digests of the releases that hold a secret, where the skill holds one.
        files: Gives its files, where reviews matter.
        results: What the catalog's own files of results say of it.

    Raises:
        ValueError: The record has no usable name.
    """
    if record.entry is None:
        raise ValueError(record.nameless)
    name, published = record.entry.name, history.releases(record.entry.name)
    before = tuple(replace(release, name=name) for release in history.purged)
    known = as_published(record.entry, record.unsigned, history)
    day, current = _first_day(record.entry, inputs), known.release
    current = current if current.date == day else replace(current, date=day)
    configuration, signers = inputs.configuration, inputs.settings.signers
    reviews = NamedReviews(
        record.entry, known, history, inputs.reviews, configuration.review, files, configuration.revision, signers
    )
    signature = record.entry.signature
    if signature in SIGNED_WHOLE | {SignatureState.PARTIAL} and lacks_evaluations(known, record.unsigned, history):
        signature = str(SignatureState.DRIFTED)
    measured = skill_results(
        name,
        record.entry.path,
        (*record.reported, *results),
        {current.digest, record.entry.release.digest, record.unsigned},
        published,
        is_signed=signature in SIGNED_WHOLE,
        require=configuration.evaluation.require and not record.secret,
    )
    gate = (
        *reviews.findings(),
        *_gate_findings(known, current, published, inputs, comparisons),
        *_purged_findings(record.entry, current, before, inputs.configuration.yanked),
        *measured.findings,
    )
    judged = judged_findings(record, gate, inputs)
    counts = _counts(judged)
    unsigned = inputs.configuration.signers.require and signature != SignatureState.VALID
    unreviewed = reviews.withholds
    barred = (
        record.secret or unsigned or unreviewed or (inputs.configuration.policy.withhold and counts[Severity.ERROR] > 0)
    )
    kept = published if barred else retain(published, current)
    signed = with_signature(kept, current.digest, record.entry.release)
    marked = reviews.without_refused(with_yanks(with_formats(signed, current), inputs.configuration.yanked))
    releases, purged = split_purged(marked, inputs.configuration.yanked)
    if record.secret:
        purged += tuple(purge(release, _LEAKS) for release in releases if release.digest in leaking)
    gone = {release.label for release in (*purged, *before)}
    releases = tuple(release for release in releases if release.label not in gone)
    release = None if barred else next((each for each in releases if each.digest == current.digest), None)
    newest = (release,) if release is not None else ()
    alarms = open_alarms(record.findings, record.name, inputs)
    offered = next((each for each in (*newest, *releases) if not each.yanked), None)
    # Nothing may link to the archive of a release that is not published.
    without_archive = replace(
        current, archive="", archive_sha256="", archive_size=0, markdown_sha256="", also=(), signature=""
    )
    entry = replace(
        record.entry,
        name=name,
        state=EntryState.WITHHELD if release is None else EntryState.PUBLISHED,
        release=release or without_archive,
        updated=current.date if release is None else release.date,
        errors=counts[Severity.ERROR],
        warnings=counts[Severity.WARNING],
        infos=counts[Severity.INFO],
        carried=None if offered is None or offered is release else offered,
        alarm=gravest_level(alarms),
        signature=signature,
        help=help_of(measured.results) if measured.results else None,
    )
    own = own_archives(record.entry.release, releases)
    published_before = {release.label for release in published}
    tombstones = (*(each for each in purged if each.label in published_before), *before)
    digest = "" if known is record.entry else record.entry.release.digest
    coverage = reviews.cover(current.digest if offered is None else offered.digest)
    if coverage.state is not CoverageState.NONE:
        reviewer = coverage.chain[0].by if coverage.chain else ""
        entry = replace(entry, review=str(coverage.state), reviewer=reviewer)
    found = SkillPublication(
        entry, judged, releases, own, tombstones, alarms, digest, coverage=coverage, results=measured.results
    )
    paths = sorted(own)  # the order of a set is another one in another process
    mark = sha256(encode((entry, judged, releases, paths, tombstones, alarms, coverage, measured.results)))
    served = sha256(encode((record.key, found.is_current, found.offered is not None, paths)))
    return replace(found, mark=mark, served=served)


def judged_findings(record: Summary, gate: Iterable[Finding], inputs: Inputs) -> tuple[Judged, ...]:
    """Return a skill's findings as the catalog's profiles judge them, suppressed ones included."""
    return judge_in((*record.findings, *gate), inputs.gate, inputs.configuration, _suppressions(record.name, inputs))


def open_alarms(findings: Iterable[Finding], name: str, inputs: Inputs) -> tuple[Finding, ...]:
    """Return the alarms of a skill that nobody accepted; the profiles of the catalog have no say."""
    found = find_alarms(findings)
    if not found:
        return ()
    judged = judge_in(found, (ALARMS,), inputs.configuration, _suppressions(name, inputs))
    return tuple(each.finding for each in judged if each.suppression is None)


def _suppressions(name: str, inputs: Inputs) -> tuple[Suppression, ...]:
    """Return the suppressions that may count for a skill."""
    return tuple(each for each in inputs.configuration.suppressions if each.skill in {"", name})


def _gate_findings(
    entry: Entry, current: Release, published: Sequence[Release], inputs: Inputs, comparisons: Comparisons
) -> Iterator[Finding]:
    """Yield the findings of the version gate."""
    for before in to_compare(entry, published):
        changes = replace(comparisons[before.digest, current.digest], name=current.name, old=before, new=current)
        for finding in check_release(changes):
            last = before is published[0]
            if finding.rule == _REUSED or (last and (finding.rule != _LOWER or entry.name not in inputs.allowed)):
                yield replace(finding, path=entry.path)


def _purged_findings(
    entry: Entry, current: Release, purged: Sequence[Release], yanked: Sequence[Yanked]
) -> Iterator[Finding]:
    """Yield the findings about a tree that has the label of a version that was purged."""
    named = current.name, current.label
    marked = (purge(current, mark.reason) for mark in yanked if mark.purge and (mark.name, mark.version) == named)
    gone = next((each for each in (*purged, *marked) if each.label == current.label), None)
    if gone is None or not current.archive:
        return
    for finding in check_release(Changes(entry.name, gone, current, (), (), (), (), (), (), "none")):
        if finding.rule == _PURGED:
            yield replace(finding, path=entry.path)


def _first_day(entry: Entry, inputs: Inputs) -> str:
    """Return the day of a tree that was not published before, as ISO date, or the empty string.

    Git knows it better than SOURCE_DATE_EPOCH, which is one day for all skills.
    """
    said = entry.updated
    if _DAY.fullmatch(said):
        return said
    return git_days(entry.path, inputs).updated or inputs.date


def git_days(path: str, inputs: Inputs) -> History:
    """Return the days of a skill by git, where the catalog asks for them; `path` is that of the skill file."""
    folder, _, file = path.rpartition("/")
    return inputs.days.get(folder if file in SKILL_FILES else path, History())


def _counts(judged: Sequence[Judged]) -> dict[Severity, int]:
    counts = dict.fromkeys(Severity, 0)
    for group in group_findings(each for each in judged if each.suppression is None):
        counts[group.first.severity] += 1
    return counts
