"""Selection as one JSON object; `schemas.SELECTION` describes it."""

from collections.abc import Iterator

from skillpack.model.selection import HitRate, Selection, VisibleSkill
from skillpack.report.json_text import json_entries, json_text
from skillpack.report.selection.text import READER, HostView, SelectionReport

VERSION = 2
"""Of the format: a field may be added to it, none changes its meaning or goes away."""


def selection_json(report: SelectionReport) -> Iterator[str]:
    """Yield the lines of the report: everything, one skill a line."""
    head = {"version": VERSION, "tool": {"name": "skillpack", "version": report.tool_version}, "reader": READER}
    yield "{"
    yield from (f"  {json_text(key)}: {json_text(value)}," for key, value in head.items())
    yield '  "hosts": ['
    last = len(report.hosts) - 1
    for number, view in enumerate(report.hosts):
        yield "    {"
        yield from _host(view)
        yield "    }" if number == last else "    },"
    yield "  ]"
    yield "}"


def _host(view: HostView) -> Iterator[str]:
    rows = {
        "host": view.shown.host,
        "title": view.shown.title,
        "shown": _named(
            view.shown, "budget", "needed", "listed", "fewest", "most", "even", "at_default_window", "unknown"
        ),
        "found": _found(view.selection) if view.selection is not None else None,
    }
    yield from (f"      {json_text(key)}: {json_text(value)}," for key, value in rows.items())
    yield '      "skills": ['
    yield from json_entries((_skill(each) for each in view.shown.skills), indent="        ")
    yield "      ]"


def _found(selection: Selection) -> dict[str, object]:
    return {
        "requests": selection.requests,
        **_rate(selection.seen),
        "whole": _rate(selection.whole),
        "missed": [_named(each, "text", "skills", "rank", "first", "words") for each in selection.missed],
        "unanswerable": selection.unanswerable,
        "false_positives": [_named(each, "text", "name", "share") for each in selection.false_positives],
    }


def _rate(rate: HitRate) -> dict[str, object]:
    return _named(rate, "hit1", "hit3")


def _skill(seen: VisibleSkill) -> dict[str, object]:
    return {"name": seen.name, "shown": _named(seen, "length", "best", "worst", "chance")}


def _named(value: object, *names: str) -> dict[str, object]:
    """Return some attributes of a value; what is added to it changes no published format."""
    return {name: getattr(value, name) for name in names}
