"""Selection as one JSON object; `schemas.SELECTION` describes it."""

from collections.abc import Iterator, Sequence

from skillpack.model.finding import Suppression
from skillpack.model.selection import Chosen, Lost, Seen, Selection
from skillpack.report.encoding import json_entries, json_text
from skillpack.report.selection_input import (
    READER,
    TAKEN,
    HostView,
    Loss,
    SelectionReport,
    Theft,
    accepted,
    losses,
    regressed,
    thefts,
)
from skillpack.search.comparing import Comparison
from skillpack.search.live import LiveRun

VERSION = 1
"""Of the format: a field may be added to it, none changes its meaning or goes away."""


def selection_json(report: SelectionReport) -> Iterator[str]:
    """Yield the lines of the report: everything, one skill a line."""
    head = {
        "version": VERSION,
        "tool": {"name": "skillpack", "version": report.tool_version},
        "reader": READER,
        "live": [_live(run) for run in report.live],
        "against": _against(report) if report.against else None,
    }
    yield "{"
    yield from (f"  {json_text(key)}: {json_text(value)}," for key, value in head.items())
    yield '  "hosts": ['
    last = len(report.hosts) - 1
    for number, view in enumerate(report.hosts):
        yield "    {"
        yield from _host(report, view)
        yield "    }" if number == last else "    },"
    yield "  ]"
    yield "}"


def _host(report: SelectionReport, view: HostView) -> Iterator[str]:
    selection = view.selection
    rows = {
        "host": view.shown.host,
        "title": view.shown.title,
        "shown": _named(
            view.shown, "budget", "needed", "listed", "fewest", "most", "even", "at_default_window", "unknown"
        ),
        "found": _found(selection),
        "greedy": [_named(one, "name", "taken", "victims", "usual") for one in selection.greedy],
        "neighbours": [_named(one, "one", "other", "taken", "overlap") for one in selection.neighbours],
        "no_intent": selection.no_intent,
        "silent": selection.silent,
        "strays": [_named(one, "text", "name", "share") for one in selection.strays],
        "bundles": [_named(one, "centre", "names", "characters", "fits") for one in view.bundles],
    }
    yield from (f"      {json_text(key)}: {json_text(value)}," for key, value in rows.items())
    yield '      "skills": ['
    seen = {one.name: one for one in view.shown.skills}
    entries = (
        _skill(one, seen[one.name], view.edits.get(one.name, ()), accepted(report, TAKEN, one.name))
        for one in selection.skills
    )
    yield from json_entries(entries, indent="        ")
    yield "      ]"


def _found(selection: Selection) -> dict[str, object]:
    return _named(selection, "requests", "labelled", "hit1", "hit3", "mrr")


def _named(value: object, *names: str) -> dict[str, object]:
    """Return some attributes of a value; what is added to it changes no published format."""
    return {name: getattr(value, name) for name in names}


def _skill(chosen: Chosen, seen: Seen, words: Sequence[str], suppression: Suppression | None) -> dict[str, object]:
    return {
        "name": chosen.name,
        "shown": _named(seen, "length", "best", "worst", "chance"),
        **_named(chosen, "requests", "labelled", "hit1", "hit3", "mrr", "score", "weak"),
        "lost": [_lost(one) for one in chosen.lost],
        "say": words,
        "unwanted": chosen.unwanted,
        "taken_by": _counts(chosen.taken_by),
        "takes_from": _counts(chosen.takes_from),
        "suppressed": _suppressed(suppression),
    }


def _lost(lost: Lost) -> dict[str, object]:
    return _named(lost, "text", "source", "rank", "thief", "decided", "lacking", "partly")


def _counts(pairs: Sequence[tuple[str, int]]) -> list[dict[str, object]]:
    return [{"name": name, "requests": count} for name, count in pairs]


def _suppressed(suppression: Suppression | None) -> dict[str, object] | None:
    return None if suppression is None else {"reason": suppression.reason, "expires": suppression.expires or None}


def _live(run: LiveRun) -> dict[str, object]:
    rows = [{"skill": name, "right": right, "asked": asked} for name, right, asked in run.results]
    return {**_named(run, "model", "date", "tool"), "results": rows}


def _against(report: SelectionReport) -> dict[str, object]:
    comparison = report.hosts[0].comparison
    return {
        "reference": report.against,
        "regressed": regressed(report),
        **(_difference(comparison) if comparison else {}),
        "taken": [_theft(one) for one in thefts(report)],
        "shared": [_theft(one) for one in thefts(report, nearly=True)],
        "hidden": [_loss(one) for one in losses(report)],
    }


def _difference(comparison: Comparison) -> dict[str, object]:
    return {
        "added": comparison.added,
        "changed": comparison.changed,
        "removed": comparison.removed,
        "before": _found(comparison.before),
        "won": _counts(comparison.won),
    }


def _theft(theft: Theft) -> dict[str, object]:
    return {
        "name": theft.name,
        "part": theft.part,
        "thief": theft.thief,
        "by": theft.by,
        "hosts": theft.hosts,
        "lost": [_lost(one) for one in theft.lost],
        "suppressed": _suppressed(theft.accepted),
    }


def _loss(loss: Loss) -> dict[str, object]:
    return {
        "name": loss.hidden.name,
        "host": loss.title,
        "before": loss.hidden.before,
        "now": loss.hidden.now,
        "suppressed": _suppressed(loss.accepted),
    }
