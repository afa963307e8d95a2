"""What was found at the lines of a file, below each of them."""

from collections.abc import Mapping

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.model.entry import Entry
from skillpack.model.finding import Finding, Judged, Severity
from skillpack.site.frame import Frame
from skillpack.site.markdown.links import href
from skillpack.site.skill.alarm import alarm_kind
from skillpack.site.skill.findings import shown_file

_MOST = 60  # notes of a file; all findings stand on the page of the skill


class InFiles(Struct, frozen=True):
    """What pages of files show of findings.

    Attributes:
        alarms: Findings that raise an alarm, as far as nobody accepted them.
        judged: Findings that say a line, open ones alone.
    """

    alarms: tuple[Finding, ...]
    judged: tuple[Judged, ...]


def line_notes(frame: Frame, entry: Entry, found: InFiles, file: str) -> Mapping[int, str]:
    """Return the notes of a file as HTML, by the line that each stands below.

    Args:
        frame: Of the site.
        entry: The skill.
        found: Of the whole skill.
        file: Path in the skill.
    """
    severities: dict[Finding, Severity] = {each.finding: each.severity for each in found.judged}
    every = dict.fromkeys((*found.alarms, *severities))
    placed = [
        (place.span.line, finding)
        for finding in every
        for place in finding.places()
        if place.span.line and shown_file(place.path, entry.path) == file
    ]
    notes: dict[int, str] = {}
    for line, finding in sorted(placed, key=lambda pair: pair[0])[:_MOST]:
        severity = severities.get(finding, Severity.INFO)
        kind = alarm_kind(finding) or ("" if severity is Severity.INFO else "warn")
        rule = href(paths.skill_file(entry.name, file), paths.rule_page(finding.rule))
        notes[line] = notes.get(line, "") + str(frame.part("note")(kind, finding, rule))
    return notes
