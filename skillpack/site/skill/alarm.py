"""Findings that raise an alarm -> what stands above install lines, and beside files and versions."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from skillpack.check.alarm import alarm_level, gravest_level
from skillpack.check.rules.concerns import EFFECT
from skillpack.model.entry import Entry
from skillpack.model.finding import AlarmLevel, Finding, at_places
from skillpack.site.frame import Frame
from skillpack.site.skill.findings import PagePosition, page_position

_SHOWN = 12  # lines of an alarm; all of them stand among the findings


class AlarmLine(Struct, frozen=True):
    """A line that raises an alarm, as a page lists it.

    Attributes:
        kind: `bad` for *stop*, `warn` for *read first*.
        quote: Of the file, on one line; the finding's message where nothing can be quoted.
        is_quote: False for a message, which is in English.
        words: What the quoted line does, in the language of the site; empty where the message says it.
        new_in: Label of the version that brought it; empty where the version before had it, or nobody compared.
    """

    kind: str
    quote: str
    is_quote: bool
    words: str
    position: PagePosition
    new_in: str = ""


class AlarmView(Struct, frozen=True):
    """The alarm of a skill or a version, as its page shows it.

    Attributes:
        kind: `bad` or `warn`: its colour and its shape.
        head: Its heading.
        lines: The gravest first.
        count: How many there are.
    """

    level: AlarmLevel
    kind: str
    head: str
    lines: tuple[AlarmLine, ...]
    count: int

    @property
    def more(self) -> int:
        """How many are not listed."""
        return self.count - len(self.lines)


_FACTS = {**dict.fromkeys(("SF004", "SF015", "SF022", "SF023"), "host"), "SF021": "claim"}
"""Code of a rule -> the fact of its findings that the words name."""

_KINDS = {AlarmLevel.READ_FIRST: "warn", AlarmLevel.STOP: "bad"}


def alarm_kind(finding: Finding) -> str:
    """Return the colour of a finding, `bad` or `warn`; empty for one that raises no alarm."""
    level = alarm_level(finding)
    return _KINDS[level] if level is not None else ""


def alarm_words(frame: Frame, alarm: Finding) -> str:
    """Return in the language of the site what a line does that raises an alarm, with its host or claim."""
    facts = dict(alarm.facts)
    if EFFECT in facts:
        return frame.plain(f"does.{facts[EFFECT]}")
    fact = _FACTS.get(alarm.rule, "")
    if fact and facts.get(fact):
        return frame.plain(f"does.{alarm.rule}_{fact}", None, **{fact: facts[fact]})
    return frame.plain(f"does.{alarm.rule}")


def alarm_view(
    frame: Frame,
    path: str,
    alarms: Sequence[Finding],
    pages: Mapping[str, str],
    *,
    since: str = "",
    new: Collection[Finding] = (),
    new_in: str = "",
) -> AlarmView | None:
    """Return the alarm of a skill for its page; None where nothing raises one.

    Args:
        frame: Of the site.
        path: Where the skill file lies in the sources, or in an archive.
        alarms: The gravest first.
        pages: File of the skill -> path of its page, for those that have one.
        since: Label of the version that these lines are new since; empty for all lines that there are.
        new: Those of the alarms that came with the version `new_in`.
        new_in: Its label.
    """
    level = gravest_level(alarms)
    if level is None:
        return None
    head = frame.t(f"diff.{level}", len(alarms), since=since) if since else frame.t(f"alarm.{level}", len(alarms))
    lines = tuple(_line(frame, path, each, pages, new_in if each in new else "") for each in alarms[:_SHOWN])
    return AlarmView(level, _KINDS[level], str(head), lines, len(alarms))


def alarms_in(frame: Frame, entry: Entry, alarms: Sequence[Finding], file: str) -> tuple[AlarmLine, ...]:
    """Return the lines of one file of a skill that raise an alarm, for its page; each place is one."""
    places = [at_places(alarm, [place]) for alarm in alarms for place in alarm.places()]
    lines = [(each.span.line, _line(frame, entry.path, each, {file: file})) for each in places]
    there = [(number, line) for number, line in lines if line.position.page]
    return tuple(line for _, line in sorted(there, key=lambda pair: pair[0])[:_SHOWN])


def _line(frame: Frame, skill_path: str, alarm: Finding, pages: Mapping[str, str], new_in: str = "") -> AlarmLine:
    quote = dict(alarm.facts).get("quote", "")
    return AlarmLine(
        alarm_kind(alarm),
        quote or alarm.message,
        bool(quote),
        alarm_words(frame, alarm) if quote else "",
        page_position(alarm, skill_path, pages),
        new_in,
    )
