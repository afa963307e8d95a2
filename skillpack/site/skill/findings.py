"""Judged findings -> what pages say of them: lines, counts, what each host makes of them, and what was looked at."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from skillpack.check.judge import UNREADABLE
from skillpack.model.entry import Entry
from skillpack.model.finding import SEVERITY_ORDER, Finding, FindingGroup, Judged, Severity, group_findings
from skillpack.model.profile import Profile
from skillpack.site.frame import Frame

_MOST = 20  # messages of one line
_SKILL_FILE = "SKILL.md"
_COUNTED = (Severity.ERROR, Severity.WARNING, Severity.INFO)

_ALWAYS = ("LY", "FM", "NM", "DS", "OP", "MD", "IV", "RQ", "AT", "BD", "BG", "RS", "SF", "PB")
"""Families that look at every skill, in the order in which an agent meets what they look at."""
_OF_FIELDS = frozenset({"NM", "DS", "OP", "MD", "IV", "RQ", "AT", "SL"})
"""Families that judge what a front matter says."""


class PagePosition(Struct, frozen=True):
    """Where something was found.

    Attributes:
        at: File and line as people write them, and how many more there are; or empty.
        page: Path of the page of that file, or empty.
        anchor: Of the line on that page, or empty.
    """

    at: str
    page: str
    anchor: str


class FurtherFinding(Struct, frozen=True):
    """Another finding of the same rule in the same file; `at`, `page` and `anchor` are those of a `PagePosition`."""

    message: str
    at: str
    page: str
    anchor: str


class FindingLine(Struct, frozen=True):
    """What one rule found in one file, as a page lists it.

    Attributes:
        at: As of `PagePosition`, like the two after it.
        accepted: Why it is accepted and until when; empty for an open one.
        more: What else the rule found there, at most twenty.
    """

    severity: str
    rule: str
    message: str
    hint: str
    at: str
    page: str
    anchor: str
    accepted: str
    more: tuple[FurtherFinding, ...] = ()


class ChecksView(Struct, frozen=True):
    """What a skill's page says of its findings.

    Attributes:
        chip: One or two words for the head of the page.
        kind: `ok`, `warn` or `bad`: its colour.
        summary: Counts in words.
    """

    chip: str
    kind: str
    summary: str
    open: tuple[FindingLine, ...]
    accepted: tuple[FindingLine, ...]


class HostRow(Struct, frozen=True):
    """One line of the compatibility table."""

    title: str
    loads: bool
    codes: tuple[str, ...]


def checks_view(frame: Frame, entry: Entry, judged: Sequence[Judged], pages: Mapping[str, str]) -> ChecksView:
    """Return a skill's findings for its page, the worst first.

    Args:
        frame: Of the site.
        entry: The skill.
        judged: Its findings, suppressed ones included.
        pages: File of the skill -> path of its page, for those that have one.
    """
    groups = sorted(group_findings(judged), key=lambda each: SEVERITY_ORDER[each.first.severity])
    lines = [(each.first.suppression is None, finding_line(frame, each, entry.path, pages)) for each in groups]
    counts = count_severities(groups)
    worst = next((severity for severity in (Severity.ERROR, Severity.WARNING) if counts.get(severity)), None)
    return ChecksView(
        chip=str(frame.t(f"count.{worst}", counts[worst]) if worst else frame.t("chip.valid")),
        kind="bad" if counts[Severity.ERROR] else "warn" if counts[Severity.WARNING] else "ok",
        summary=counted(frame, counts),
        open=tuple(line for is_open, line in lines if is_open),
        accepted=tuple(line for is_open, line in lines if not is_open),
    )


def count_severities(groups: Iterable[FindingGroup]) -> Counter[Severity]:
    """Return how many open lines of findings there are of each severity."""
    return Counter(each.first.severity for each in groups if each.first.suppression is None)


def finding_line(frame: Frame, group: FindingGroup, skill_path: str, pages: Mapping[str, str]) -> FindingLine:
    """Return the line of a list about one rule in one file; `skill_path` is where the skill file lies."""
    judged = group.first
    finding, where = judged.finding, page_position(judged.finding, skill_path, pages, further=group.further)
    return FindingLine(
        severity=str(judged.severity),
        rule=finding.rule,
        message=finding.message,
        hint=finding.hint,
        at=where.at,
        page=where.page,
        anchor=where.anchor,
        accepted=_accepted(frame, judged),
        more=tuple(_further(each.finding, skill_path, pages) for each in group.more[:_MOST]),
    )


def _further(finding: Finding, skill_path: str, pages: Mapping[str, str]) -> FurtherFinding:
    where = page_position(finding, skill_path, pages)
    return FurtherFinding(finding.message, where.at, where.page, where.anchor)


def page_position(
    finding: Finding, skill_path: str, pages: Mapping[str, str], *, further: int | None = None
) -> PagePosition:
    """Return where a finding is.

    Args:
        finding: The finding.
        skill_path: Where the skill file lies in the sources.
        pages: File of the skill -> path of its page, for those that have one.
        further: How many more locations it stands for; by default its own.
    """
    count = len(finding.others) if further is None else further
    file, line = finding.path.removeprefix(_folder(skill_path)), finding.span.line
    page = pages.get(shown_file(finding.path, skill_path), "")
    more = f" (+{count})" if count else ""
    at = (f"{file}:{line}" if line else file) + more if finding.path else ""
    return PagePosition(at, page, f"#L{line}" if page and line else "")


def shown_file(path: str, skill_path: str) -> str:
    """Return the file of a skill whose page shows a place, with the same lines.

    Args:
        path: Of the place, as people write it.
        skill_path: Where the skill file lies in the sources.
    """
    # Lines of a flat skill that became SKILL.md are the same in Markdown, not in YAML.
    return _SKILL_FILE if path == skill_path and path.endswith(".md") else path.removeprefix(_folder(skill_path))


def _folder(path: str) -> str:
    return path.rpartition("/")[0] + "/" if "/" in path else ""


def counted(frame: Frame, counts: Mapping[Severity, int]) -> str:
    """Return counts of findings in words: `2 errors, 1 note`; empty where there are none."""
    parts = [str(frame.t(f"count.{severity}", counts[severity])) for severity in _COUNTED if counts.get(severity)]
    return ", ".join(parts)


def host_rows(entry: Entry, hosts: Iterable[Profile]) -> tuple[HostRow, ...]:
    """Return the compatibility of a skill with hosts, in their order; those that did not judge it are left out."""
    verdicts = {verdict.profile: verdict for verdict in entry.verdicts}
    return tuple(
        HostRow(profile.title, verdicts[profile.name].loads, verdicts[profile.name].codes)
        for profile in hosts
        if profile.name in verdicts
    )


def hosts_sentence(frame: Frame, rows: Sequence[HostRow]) -> str:
    """Return the compatibility in one sentence: how many load the skill, and who does not."""
    refusing = [row.title for row in rows if not row.loads]
    loading = len(rows) - len(refusing)
    if not refusing:
        return str(frame.t("hosts.all", len(rows)))
    return str(frame.t("hosts.some", loading, total=len(rows), refusing=", ".join(refusing)))


class ChecklistLine(Struct, frozen=True):
    """One family of rules and what it says.

    Attributes:
        family: Its letters.
        severity: The worst of its open findings; empty where it has none.
        codes: Of its open findings, each once, the worst first.
        looked: False where there was nothing that it could look at.
    """

    family: str
    severity: str
    codes: tuple[str, ...]
    looked: bool = True


def checklist(entry: Entry, judged: Iterable[Judged], *, versions: bool) -> tuple[ChecklistLine, ...]:
    """Return the families that looked at a skill, and what each found.

    Args:
        entry: The skill.
        judged: Its findings; suppressed ones count as answered.
        versions: Whether it was compared with an older version.
    """
    opened = sorted(
        (each for each in judged if each.suppression is None), key=lambda each: SEVERITY_ORDER[each.severity]
    )
    found: dict[str, list[Judged]] = {}
    for each in opened:
        found.setdefault(each.finding.rule[:2], []).append(each)
    lines = _lines(found, _families(entry, found, versions=versions))
    if not UNREADABLE.isdisjoint(each.finding.rule for each in opened):
        lines = (replace(line, looked=bool(line.codes) or line.family not in _OF_FIELDS) for line in lines)
    return tuple(lines)


def _accepted(frame: Frame, judged: Judged) -> str:
    suppression = judged.suppression
    if suppression is None:
        return ""
    key = "checks.until" if suppression.expires else "checks.forever"
    return str(frame.t(key, reason=suppression.reason, date=suppression.expires))


def _families(entry: Entry, found: Iterable[str], *, versions: bool) -> Iterator[str]:
    yield from _ALWAYS
    if entry.metaskill:
        yield "PG"
    yield "SL"
    if versions:
        yield "VR"
    yield from sorted(set(found) - {*_ALWAYS, "PG", "SL", "VR"})


def _lines(found: Mapping[str, Sequence[Judged]], families: Iterable[str]) -> Iterator[ChecklistLine]:
    for family in families:
        each = found.get(family)
        if each:
            codes = dict.fromkeys(one.finding.rule for one in each)
            yield ChecklistLine(family, str(each[0].severity), tuple(codes))
        else:
            yield _without_findings(family)


@cache
def _without_findings(family: str) -> ChecklistLine:
    """Return the line of a family without findings: most of most pages."""
    return ChecklistLine(family, "", ())
