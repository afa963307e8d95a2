"""The page of a text file of a skill: its lines, what was found at them, its Markdown rendered, its neighbours."""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from skillpack.catalog import paths
from skillpack.model.entry import Entry, PageRecord
from skillpack.model.finding import Finding, Judged, Severity
from skillpack.model.output import OutputFile
from skillpack.model.settings import Configuration, Theme
from skillpack.site.addresses import href
from skillpack.site.frame import Frame, name_regions
from skillpack.site.highlight import numbered
from skillpack.site.markdown.hidden_characters import laid_open
from skillpack.site.markdown.render import AS_SOURCE, RenderedText
from skillpack.site.skill.abilities import file_view
from skillpack.site.skill.alarm import alarm_kind, alarms_in
from skillpack.site.skill.file_tree import file_tree
from skillpack.site.skill.findings import shown_file
from skillpack.site.trusted import trusted

_MOST_NOTES = 60  # of a file; all findings stand on the page of the skill


class FileText(Struct, frozen=True):
    """A text as HTML.

    Attributes:
        source: Highlighted.
        rendered: Of Markdown, a `RenderedText` as JSON; empty for other texts.
    """

    source: str
    rendered: str = ""


class InFiles(Struct, frozen=True):
    """What pages of files show of findings.

    Attributes:
        alarms: Findings that raise an alarm, as far as nobody accepted them.
        judged: Findings that say a line, open ones alone.
    """

    alarms: tuple[Finding, ...]
    judged: tuple[Judged, ...]


def file_pages(
    record: PageRecord,
    texts: Mapping[str, FileText],
    found: InFiles,
    theme: Theme,
    configuration: Configuration,
) -> Iterator[OutputFile]:
    """Yield a page for each text file of a skill.

    Args:
        record: Of the skill.
        texts: Path -> content of each file that gets a page.
        found: What was found in its files.
        theme: Of the site.
        configuration: Of the catalog.
    """
    frame, entry = Frame(theme, configuration), record.entry
    tree = file_tree(entry, record.files, frozenset(texts), found.alarms)
    for file in record.files:
        if file.path in texts:
            text = texts[file.path]
            html, rendered = text.source, _rendered(text.rendered)
            is_open = bool(html) and not html.endswith("\n")
            values = {
                "entry": entry,
                "lang": frame.lang(entry.language),
                "file": file,
                "tree": tree.around(file.path),
                "lines": html.count("\n") + is_open,
                "ends": "open" if is_open else "",
                "breaks": _breaks(html),
                "alarms": alarms_in(frame, entry, found.alarms, file.path) if found.alarms else (),
                "can": file_view(record, file.path),
                "rendered": trusted(name_regions(frame, rendered)),  # sanitized when it was rendered
                "html": trusted(numbered(laid_open(html), _line_notes(frame, entry, found, file.path))),  # ours
            }
            yield frame.page(paths.skill_file(entry.name, file.path), "file.html", values)


def _line_notes(frame: Frame, entry: Entry, found: InFiles, file: str) -> Mapping[int, str]:
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
    for line, finding in sorted(placed, key=lambda pair: pair[0])[:_MOST_NOTES]:
        severity = severities.get(finding, Severity.INFO)
        kind = alarm_kind(finding) or ("" if severity is Severity.INFO else "warn")
        rule = href(paths.skill_file(entry.name, file), paths.rule_page(finding.rule))
        notes[line] = notes.get(line, "") + str(frame.part("note")(kind, finding, rule))
    return notes


def _rendered(encoded: str) -> str:
    """Return Markdown as HTML; empty for what is none, and for what is shown as source anyway."""
    html = msgspec.json.decode(encoded, type=RenderedText).html if encoded else ""
    return "" if html.startswith(AS_SOURCE) else html


def _breaks(text: str) -> str:
    """Return how lines end where that is not as usual: `crlf` or `mixed`."""
    if "\r" not in text:
        return ""
    return "crlf" if text.count("\r\n") == text.count("\n") == text.count("\r") else "mixed"
