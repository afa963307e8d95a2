"""Findings that raise an alarm on a terminal: called by its level, before all others, with the line to look at."""

from collections.abc import Iterable, Iterator

from skillpack.check.alarm import alarm_level, find_alarms
from skillpack.model.finding import AlarmLevel, Finding, FindingGroup
from skillpack.report.terminal.paint import SEVERITY_STYLE, Paint, Style

LEVEL_WORDS = {AlarmLevel.STOP: "stop", AlarmLevel.READ_FIRST: "read first"}
"""Level of an alarm -> its name."""

_STYLES = {AlarmLevel.STOP: Style.ERROR, AlarmLevel.READ_FIRST: Style.WARNING}


def grade(group: FindingGroup) -> tuple[str, Style]:
    """Return the word for how grave findings are, and its style: the level of their alarm, else their severity."""
    level = alarm_level(group.first.finding)
    if level is not None:
        return LEVEL_WORDS[level], _STYLES[level]
    severity = group.first.severity
    return str(severity), SEVERITY_STYLE[severity]


def by_gravity(groups: Iterable[FindingGroup]) -> list[FindingGroup]:
    """Return groups of findings, those first that raise an alarm, the gravest before the others."""
    groups = list(groups)
    order = {each: position for position, each in enumerate(find_alarms(group.first.finding for group in groups))}
    return sorted(groups, key=lambda group: order.get(group.first.finding, len(order)))


def alarm_lines(alarms: Iterable[Finding], paint: Paint) -> Iterator[str]:
    """Yield a line for each finding that raises an alarm: its level, what the line does, and where it is."""
    for finding in alarms:
        level = alarm_level(finding)
        if level is not None:
            where = f"{finding.path}:{finding.span.line}" if finding.span.line else finding.path
            head = paint.styled(_STYLES[level], f"! {LEVEL_WORDS[level]}:")
            yield f"{head} {paint.show(f'{finding.message} ({where})')}"
