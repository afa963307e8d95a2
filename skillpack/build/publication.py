"""A skill beside what was published under its name: may it be published, and what is offered (decisions 1, 3-5)."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from skillpack.check.run import check_release
from skillpack.files.belonging import SKILL_FILES
from skillpack.model.digest import sha256
from skillpack.model.entry import Entry, Prepared, State
from skillpack.model.finding import Finding, Judged, Severity
from skillpack.model.release import Changes, History, Release
from skillpack.model.settings import Yanked
from skillpack.build.inputs.baseline import judge_in
from skillpack.build.inputs.inputs import Inputs
from skillpack.build.history.history import Past, own_archives, with_formats
from skillpack.versions.history import apart_purged, carry_over, purge, with_yanks

Clean = Callable[[Release], bool]
"""A published release -> whether it holds nothing secret."""

Compared = Callable[[Release, Release], Changes]
"""Two releases -> what differs."""

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_REUSED, _LOWER, _PURGED = "VR001", "VR002", "VR006"
_LEAKS = "it holds a credential or a private file"


@dataclass(frozen=True, slots=True)
class Standing:
    """What the catalog makes of a skill.

    Attributes:
        entry: With state, counts and release; a withheld one has no archive.
        judged: The findings of the skill and of the version gate, suppressed ones included.
        releases: Newest first, with dates and yank marks; the one of the tree as it is now only where it is published.
        offered: What can be installed; None where nothing can.
        own: Paths of the archives that the tree as it is now writes; the others are carried.
        purged: Tombstones of versions whose archives were taken away.
    """

    entry: Entry
    judged: tuple[Judged, ...]
    releases: tuple[Release, ...]
    offered: Release | None
    own: frozenset[str]
    purged: tuple[Release, ...] = ()

    @property
    def is_current(self) -> bool:
        """Whether what is offered, if anything is, are the files as they are now."""
        return self.offered is None or self.offered.digest == self.entry.release.digest


def stand(prepared: Prepared, past: Past, inputs: Inputs, compared: Compared, clean: Clean) -> Standing:
    """Return what the catalog makes of a skill, as far as the skill and its past decide.

    A suppression lifts withholding whatever its date, but of a secret; no suppression gives a published label to
    another tree. While a skill holds a secret, a version of it that holds one as well is purged.

    Args:
        prepared: The skill as it is now.
        past: What was published under its name.
        inputs: Of the build.
        compared: Tells what differs; asked only where the tree was not the last one to be published.
        clean: Tells whether a release holds no secret; asked only where the skill holds one.
    """
    name, published = prepared.entry.name, past.releases(prepared.entry.name)
    before = tuple(replace(release, name=name) for release in past.purged)
    current = replace(prepared.entry.release, date=_first_day(prepared, inputs))
    gate = (
        *_gate_findings(prepared.entry, current, published, inputs, compared),
        *_purged_findings(prepared.entry, current, before, inputs.configuration.yanked),
    )
    judged = judged_findings(prepared, gate, inputs)
    counts = _counts(judged)
    barred = prepared.secret or (inputs.configuration.policy.withhold and counts[Severity.ERROR] > 0)
    kept = published if barred else carry_over(published, current)
    marked = with_yanks(with_formats(kept, current), inputs.configuration.yanked)
    releases, purged = apart_purged(marked, inputs.configuration.yanked)
    if prepared.secret:
        purged += tuple(purge(release, _LEAKS) for release in releases if not clean(release))
    gone = {release.label for release in (*purged, *before)}
    releases = tuple(release for release in releases if release.label not in gone)
    release = None if barred else next((each for each in releases if each.digest == current.digest), None)
    newest = (release,) if release is not None else ()
    offered = next((each for each in (*newest, *releases) if not each.yanked), None)
    entry = replace(
        prepared.entry,
        name=name,
        state=State.WITHHELD if release is None else State.PUBLISHED,
        release=release or _unpublished(current),
        updated=current.date if release is None else release.date,
        errors=counts[Severity.ERROR],
        warnings=counts[Severity.WARNING],
        infos=counts[Severity.INFO],
        carried=None if offered is None or offered is release else offered,
    )
    own = own_archives(prepared.entry.release, releases)
    published_before = {release.label for release in published}
    tombstones = (*(each for each in purged if each.label in published_before), *before)
    return Standing(entry, judged, releases, offered, own, tombstones)


def own_key(prepared: Prepared, standing: Standing) -> str:
    """Return what names the files that depend on one skill and its past, on no other skill."""
    served = (sorted(standing.own), standing.is_current, standing.offered is not None)
    return sha256(msgspec.msgpack.encode([prepared.key, served]))


def judged_findings(prepared: Prepared, gate: Iterable[Finding], inputs: Inputs) -> tuple[Judged, ...]:
    """Return a skill's findings as the catalog's profiles judge them, suppressed ones included."""
    mine = [each for each in inputs.configuration.suppressions if each.skill in {"", prepared.entry.name}]
    return judge_in((*prepared.findings, *gate), inputs.gate, inputs.configuration, mine)


def _gate_findings(
    entry: Entry, current: Release, published: Sequence[Release], inputs: Inputs, compared: Compared
) -> Iterator[Finding]:
    """Yield what the version gate finds (packaging 3); nothing where there is no archive, and so no release."""
    if not current.archive or not published or current.digest == published[0].digest:
        return
    for finding in check_release(compared(published[0], current)):
        if finding.rule != _LOWER or entry.name not in inputs.allowed:
            yield replace(finding, path=entry.path)
    # A step back may meet a label that is older than the last one.
    taken = next((each for each in published[1:] if each.label == current.label), None)
    if taken is not None and taken.digest != current.digest:
        for finding in check_release(compared(taken, current)):
            if finding.rule == _REUSED:
                yield replace(finding, path=entry.path)


def _purged_findings(
    entry: Entry, current: Release, purged: Sequence[Release], yanked: Sequence[Yanked]
) -> Iterator[Finding]:
    """Yield what there is to say where the tree as it is now has the label of a version that was purged."""
    marked = (
        purge(current, mark.reason) for mark in yanked if mark.purge and (mark.name, mark.version) == _named(current)
    )
    gone = next((each for each in (*purged, *marked) if each.label == current.label), None)
    if gone is None or not current.archive:
        return
    for finding in check_release(Changes(entry.name, gone, current, (), (), (), (), (), (), "none")):
        if finding.rule == _PURGED:
            yield replace(finding, path=entry.path)


def _named(release: Release) -> tuple[str, str]:
    return release.name, release.label


def _first_day(prepared: Prepared, inputs: Inputs) -> str:
    """Return the day of a tree that was not published before, as ISO date, or the empty string (decisions 5).

    Git knows it better than SOURCE_DATE_EPOCH, which is one day for all skills.
    """
    said = prepared.entry.updated
    if _DAY.fullmatch(said):
        return said
    return git_days(prepared.entry.path, inputs).updated or inputs.date


def git_days(path: str, inputs: Inputs) -> History:
    """Return the days of a skill by git, where the catalog asks for them; `path` is that of the skill file."""
    folder, _, file = path.rpartition("/")
    return inputs.days.get(folder if file in SKILL_FILES else path, History())


def _unpublished(release: Release) -> Release:
    """Return a release without an archive: nothing may link to one."""
    return replace(release, archive="", archive_sha256="", archive_size=0, markdown_sha256="", also=())


def _counts(judged: Sequence[Judged]) -> dict[Severity, int]:
    counts = dict.fromkeys(Severity, 0)
    for each in judged:
        if each.suppression is None:
            counts[each.severity] += 1
    return counts
