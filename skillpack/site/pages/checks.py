"""What the rules found in the whole set, the table of skills and hosts, and a page for each rule."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from markupsafe import Markup
from msgspec import Struct, field

from skillpack.catalog import paths
from skillpack.catalog.hosts import shown_hosts
from skillpack.model.entry import Entry, EntryState, Overview
from skillpack.model.finding import SEVERITY_ORDER, Judged, RulePage, Severity, Verdict, group_findings
from skillpack.model.output import OutputFile
from skillpack.model.profile import Profile
from skillpack.site.frame import Frame
from skillpack.site.rows import PAGE, Stretch, Wanted, every_page, pages
from skillpack.site.skill.findings import FindingLine, count_severities, counted, finding_line
from skillpack.site.trusted import trusted

Findings = Callable[[], Iterator[tuple[str, str, tuple[Judged, ...]]]]
"""Gives name, path of the skill file and judged findings of every skill, by name, anew each time.

The name is empty for a folder without a usable one, both texts for the findings of the set.
"""

_BAD = (str(Severity.ERROR), str(Severity.WARNING))
_NAMED = 60  # skills that a rule's page names


class Tally(Struct):
    """What one pass over all findings counts; its size grows with the rules, not with the skills.

    Attributes:
        skills: Skills with findings.
        names: Code -> the first skills that break the rule.
    """

    severities: Counter[Severity] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    worst: dict[str, Severity] = field(default_factory=dict)
    names: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    broken: Counter[str] = field(default_factory=Counter)
    skills: int = 0


class SkillLine(Struct, frozen=True):
    """A skill on the checks page; `name` is empty for a folder without one, and for the set."""

    name: str
    title: str
    summary: str
    worst: str
    findings: tuple[FindingLine, ...]
    open: bool


class RuleLine(Struct, frozen=True):
    """A rule on the checks page."""

    code: str
    name: str
    severity: str
    count: int
    skills: int


class HostLine(Struct, frozen=True):
    """A host and how many of the published skills it loads."""

    title: str
    source: str
    count: int
    share: int


class FindingTally(Struct, frozen=True, array_like=True):
    """What one pass over some findings counts, as in `Tally`."""

    severities: Mapping[Severity, int]
    rules: Mapping[str, int]
    worst: Mapping[str, Severity]
    names: Mapping[str, Sequence[str]]
    broken: Mapping[str, int]
    skills: int


def tally_findings(findings: Iterable[tuple[str, str, tuple[Judged, ...]]]) -> FindingTally:
    """Return the counts of all open findings; those of one rule in one file count once."""
    skills = 0
    severities: Counter[Severity] = Counter()
    rules: Counter[str] = Counter()
    worst: dict[str, Severity] = {}
    names: defaultdict[str, list[str]] = defaultdict(list)
    broken: Counter[str] = Counter()
    for name, _, judged in findings:
        still = [group.first for group in group_findings(each for each in judged if each.suppression is None)]
        skills += bool(judged)
        for each in still:
            code = each.finding.rule
            severities[each.severity] += 1
            rules[code] += 1
            worst[code] = _worse(worst.get(code), each.severity)
        for code in dict.fromkeys(each.finding.rule for each in still):
            broken[code] += 1
            if name and len(names[code]) < _NAMED:
                names[code].append(name)
    return FindingTally(severities, rules, worst, names, broken, skills)


def tally(parts: Iterable[FindingTally]) -> Tally:
    """Return the counts of all parts together, in their order."""
    made = Tally()
    for part in parts:
        made.skills += part.skills
        made.severities.update(part.severities)
        made.rules.update(part.rules)
        made.broken.update(part.broken)
        for code, severity in part.worst.items():
            made.worst[code] = _worse(made.worst.get(code), severity)
        for code, names in part.names.items():
            known = made.names[code]
            known += names[: _NAMED - len(known)]
    return made


def _worse(one: Severity | None, other: Severity) -> Severity:
    return min(one or other, other, key=SEVERITY_ORDER.__getitem__)


def checks_pages(
    frame: Frame,
    findings: Findings,
    counts: Tally,
    overview: Overview,
    rules: Sequence[RulePage],
    profiles: Sequence[Profile],
    withheld: Sequence[tuple[str, str]],
    *,
    wanted: Wanted = every_page,
) -> Iterator[OutputFile]:
    """Yield the checks page and the pages that continue it; only those that are wanted.

    Args:
        frame: Of the site.
        findings: Of every skill.
        counts: Of the same findings.
        overview: Facts about the set.
        rules: Every rule.
        profiles: Those that the table of hosts names.
        withheld: Name and reason of each skill that is not published, as `withheld_skills` gives them.
    """
    totals = _totals(frame, counts, overview, rules, profiles, withheld)
    last = max(1, -(-counts.skills // PAGE))
    found = (each for each in findings() if each[2])
    for number in range(1, last + 1):
        around = (paths.checks_page(number - 1), paths.checks_page(number + 1))
        of_page = tuple(islice(found, PAGE))
        if not wanted(paths.checks_page(number)):
            continue
        here = tuple(_skill_line(frame, *each) for each in of_page)
        values = {"lines": here, "choices": _choices(here), "pages": pages(number, last, around)}
        beside = totals if number == 1 else {"overview": None}
        yield frame.page(paths.checks_page(number), "checks.html", {**values, **beside})


def _totals(
    frame: Frame,
    counts: Tally,
    overview: Overview,
    rules: Sequence[RulePage],
    profiles: Sequence[Profile],
    withheld: Sequence[tuple[str, str]],
) -> Mapping[str, object]:
    """Return the values of the whole set that the first page alone shows: most edits change a total."""
    published = overview.published
    loading = tuple(_host_lines(overview, shown_hosts(profiles, frame.configuration)))
    return {
        "summary": counted(frame, counts.severities),
        "overview": overview,
        "published": published,
        "rules": tuple(_rule_lines(counts, {rule.code: rule.name for rule in rules})),
        "hosts": tuple(host for host in loading if host.count < published),
        "welcoming": ", ".join(host.title for host in loading if host.count == published),
        "withheld": withheld,
    }


def hosts_pages(
    frame: Frame, entries: Stretch, overview: Overview, profiles: Sequence[Profile], *, wanted: Wanted = every_page
) -> Iterator[OutputFile]:
    """Yield the table of skills and hosts, page by page; only pages that are wanted."""
    shown = shown_hosts(profiles, frame.configuration)
    last = max(1, -(-overview.skills // PAGE))
    part = frame.part("cell")

    @lru_cache(maxsize=1024)
    def cell(loads: bool, codes: tuple[str, ...]) -> Markup:
        return part(Verdict("", loads, codes))

    for number in range(1, last + 1):
        if not wanted(paths.hosts_page(number)):
            continue
        around = (paths.hosts_page(number - 1), paths.hosts_page(number + 1))
        rows = tuple((entry, _cells(entry, shown, cell)) for entry in entries((number - 1) * PAGE, number * PAGE))
        values: dict[str, object] = {"profiles": shown, "rows": rows, "pages": pages(number, last, around)}
        yield frame.page(paths.hosts_page(number), "hosts.html", values)


def withheld_skills(entries: Iterable[Entry], findings: Findings) -> tuple[tuple[str, str], ...]:
    """Return name and reason of each skill that is withheld, by name; no reason where no finding says it."""
    names = {entry.name for entry in entries if entry.state is EntryState.WITHHELD}
    if not names:
        return ()
    reasons = {name: _reason(judged) for name, _, judged in findings() if name in names}
    return tuple((name, reasons.get(name, "")) for name in sorted(names))


def _reason(judged: Sequence[Judged]) -> str:
    return next(
        (each.finding.message for each in judged if each.severity is Severity.ERROR and not each.suppression), ""
    )


def _skill_line(frame: Frame, name: str, path: str, judged: Sequence[Judged]) -> SkillLine:
    ordered = sorted(
        group_findings(judged),
        key=lambda each: (each.first.suppression is not None, SEVERITY_ORDER[each.first.severity]),
    )
    counts = count_severities(ordered)
    worst = min(counts, key=SEVERITY_ORDER.__getitem__, default=Severity.INFO)
    lines = tuple(finding_line(frame, each, path, {}) for each in ordered)
    return SkillLine(
        name,
        name or path or str(frame.t("checks.set")),
        counted(frame, counts),
        str(worst),
        lines,
        open=bool(counts[Severity.ERROR]),
    )


def _choices(lines: Sequence[SkillLine]) -> tuple[str, ...]:
    """Return how bad lines may be asked to be at least, where that leaves some of them: empty stands for all."""
    found = {line.worst for line in lines}
    some = tuple(least for at, least in enumerate(_BAD) if least in found and not found <= set(_BAD[: at + 1]))
    return ("", *some) if some else ()


def _rule_lines(counts: Tally, names: Mapping[str, str]) -> Iterator[RuleLine]:
    order = sorted(counts.rules, key=lambda code: (SEVERITY_ORDER[counts.worst[code]], -counts.rules[code], code))
    for code in order:
        yield RuleLine(code, names.get(code, ""), str(counts.worst[code]), counts.rules[code], counts.broken[code])


def _host_lines(overview: Overview, profiles: Sequence[Profile]) -> Iterator[HostLine]:
    published = overview.published
    loads = dict(overview.hosts)
    for profile in profiles:
        count = loads.get(profile.name, 0)
        yield HostLine(profile.title, profile.source, count, round(count * 100 / published) if published else 0)


def _cells(entry: Entry, profiles: Sequence[Profile], cell: Callable[[bool, tuple[str, ...]], Markup]) -> Markup:
    known = {verdict.profile: verdict for verdict in entry.verdicts}
    verdicts = (known.get(profile.name) for profile in profiles)
    cells = [cell(verdict.loads, verdict.codes) if verdict else "<td></td>" for verdict in verdicts]
    return trusted("".join(cells))  # made by a template
