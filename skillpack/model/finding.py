"""What was found, how it could be fixed, and how loudly it is said.

Values that a build holds by the ten thousands, here and in other files, are not watched for circles (`gc=False`): they
are frozen and made of such values, so they form none.
"""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from skillpack.model.document import NOWHERE, Span


class Severity(StrEnum):
    """A profile's judgement; OFF means that it does not care."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    OFF = "off"


SEVERITY_ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2, Severity.OFF: 3}


class AlarmLevel(StrEnum):
    """How loud an alarm is; where nothing was found there is none, and no word for it."""

    READ_FIRST = "read-first"
    """Wide powers, code from elsewhere, or something that its readers do not see."""
    STOP = "stop"
    """Lines that take hold of a machine or an agent, send secrets away, destroy, or run what nobody answers for."""


class Edit(Struct, frozen=True):
    """Replace the bytes [start, end) of a file, whose path is relative to the skill."""

    path: str
    start: int
    end: int
    text: str


class Fix(Struct, frozen=True):
    """A fix.

    Attributes:
        title: What it does, as an imperative: "rename the folder to `pdf`".
        safe: True when no meaning changes.
        renames: Pairs of old and new path, relative to the skill; `.` is the skill's own folder.
        newlines: Files, relative to the skill, whose lines get LF in place of CRLF after all edits.
    """

    title: str
    safe: bool
    edits: tuple[Edit, ...] = ()
    renames: tuple[tuple[str, str], ...] = ()
    newlines: tuple[str, ...] = ()


class Position(Struct, frozen=True, gc=False):
    """A file as people write it, and where in it; NOWHERE for the file as a whole."""

    path: str
    span: Span


class SecretIdentity(Struct, frozen=True):
    """What a secret is known by: what a suppression of it must name. No site has it (`check.fingerprints`).

    Attributes:
        file: Path relative to the skill, or to the catalog where no skill has the file; as it may be shown.
        fingerprint: 16 hex digits.
    """

    file: str
    fingerprint: str


class Finding(Struct, frozen=True, gc=False):
    """One fault, judged by nobody yet.

    Attributes:
        rule: Code of the rule.
        subject: Name of a skill; a path of the output; empty for the set.
        path: File as people write it (`Origin.locate`).
        span: Lines of that file; NOWHERE for the file as a whole.
        message: One sentence without full stop, values in backticks.
        hint: What to do, or empty.
        facts: What a profile's messages are filled with; `size` is compared with a profile's limit.
        others: Where else the same was found, in order.
        secret: What it is known by, where it is a secret.
    """

    rule: str
    subject: str
    path: str
    span: Span
    message: str
    hint: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    fix: Fix | None = None
    others: tuple[Position, ...] = ()
    secret: SecretIdentity | None = None

    def places(self) -> tuple[Position, ...]:
        """Return every place of the finding, the first one included."""
        return (Position(self.path, self.span), *self.others)


def at_places(finding: Finding, places: Iterable[Position]) -> Finding:
    """Return the finding at these places, of which there is at least one."""
    first, *others = places
    return replace(finding, path=first.path, span=first.span, others=tuple(others))


def merge_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings in their order, those that say the same of the same skill as one with several places."""
    groups: dict[Finding, dict[Position, None]] = {}
    for finding in findings:
        same = replace(finding, path="", span=NOWHERE, others=())
        groups.setdefault(same, {}).update(dict.fromkeys(finding.places()))
    return tuple(at_places(same, places) for same, places in groups.items())


def finding_order(finding: Finding) -> tuple[str, int, int, str, str]:
    """Return the sort key of findings: file, place, code, words."""
    return (finding.path, finding.span.line, finding.span.column, finding.rule, finding.message)


class Citation(Struct, frozen=True):
    """What a rule cites: a published text, or skillpack itself with its reason.

    Attributes:
        title: The text and its section, or `skillpack`.
        address: Where the text is published; empty for skillpack.
        reason: Why skillpack asks for it; empty for a published text.
    """

    title: str
    address: str = ""
    reason: str = ""

    def __str__(self) -> str:
        """The title with its address or reason."""
        return f"{self.title}: {self.reason}" if self.reason else f"{self.title}, {self.address}"


class RulePage(Struct, frozen=True):
    """What `explain` and the site say of a rule.

    Attributes:
        name: The problem in kebab case; reads as "allow ...".
        family: First two letters of the code.
        sources: Who demands it, at least one.
        text: The docstring: a sentence, then paragraphs that start with `Why:` and `Fix:`.
    """

    code: str
    name: str
    family: str
    sources: tuple[Citation, ...]
    text: str


class Verdict(Struct, frozen=True, array_like=True, gc=False):
    """One cell of the compatibility matrix.

    Attributes:
        loads: True when the host would load the skill: no finding that the profile calls an error.
        codes: The errors where it does not, else the warnings; sorted, each once.
    """

    profile: str
    loads: bool
    codes: tuple[str, ...]


class Suppression(Struct, frozen=True, gc=False):
    """A finding that is accepted, perhaps for a time.

    Attributes:
        rule: A code.
        skill: A name; empty for every skill.
        expires: ISO date, the last day it holds; empty for ever.
        file: Of a secret: the file that holds it, as in `SecretIdentity`.
        fingerprint: Of a secret, as there.
    """

    rule: str
    skill: str
    reason: str
    expires: str
    file: str = ""
    fingerprint: str = ""


class Judged(Struct, frozen=True, array_like=True, gc=False):
    """A finding with one judgement: what reports print and pages show.

    Attributes:
        severity: The strictest of the profiles that were asked; never OFF.
        suppression: The suppression that covers it whatever its date, or None.
    """

    finding: Finding
    severity: Severity
    suppression: Suppression | None = None


class FindingGroup(Struct, frozen=True, gc=False):
    """What one rule found in one file: one line of a report for people, and one in their counts.

    Attributes:
        first: The finding that is shown.
        more: The others, in their order; all have the severity and the suppression of the first.
    """

    first: Judged
    more: tuple[Judged, ...] = ()

    @property
    def further(self) -> int:
        """How many locations it has beside the first one."""
        return sum(len(each.finding.places()) for each in (self.first, *self.more)) - 1

    @property
    def message(self) -> str:
        """The message of the first one, with the number of the others."""
        what = "" if self.more else " place" if self.further == 1 else " places"
        return self.first.finding.message + (f" (and {self.further:,} more{what})" if self.further else "")


def group_findings(judged: Iterable[Judged]) -> tuple[FindingGroup, ...]:
    """Return the groups of findings, in the order of the first of each.

    Secrets, of which each is accepted for itself, and findings about no file stay alone.
    """
    groups: dict[object, list[Judged]] = {}
    for each in judged:
        finding = each.finding
        alone = not finding.path or finding.secret is not None
        where = (finding.rule, finding.subject, finding.path, each.severity, each.suppression)
        groups.setdefault((id(each), *where) if alone else where, []).append(each)
    return tuple(FindingGroup(first, tuple(more)) for first, *more in groups.values())
