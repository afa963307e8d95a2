"""What hosts show of a set, and how requests find their skills: as text, as Markdown and as JSON."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap

from msgspec import Struct

from skillpack.model.selection import (
    HitRate,
    HostVisibility,
    Miss,
    OwnSelection,
    OwnVerdict,
    RequestRate,
    Selection,
    Visibility,
)
from skillpack.report.json_text import json_entries, json_text
from skillpack.report.quantity import quantity
from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.visible_text import visible

VERSION = 2
"""Of the JSON: a field may be added to it, none changes its meaning or goes away."""

READER = "Requests are ranked by words: this tells whether descriptions can be told apart, not what a model does."
"""Said beside every figure."""

Quote = Callable[[str], str]
"""Foreign text -> the same as it may stand in a report."""

_MOST_LINES = 10  # missed requests that are shown unless all are asked for
_LONGEST_REQUEST = 160  # characters of one of a task, which may be a page long
_NAMED = 3  # skills in one sentence
_LABELS = 9  # columns of the labels


class HostView(Struct, frozen=True):
    """A set of skills as one host shows it.

    Attributes:
        selection: How labelled requests find their skills; None without any.
    """

    shown: HostVisibility
    selection: Selection | None = None


class SelectionReport(Struct, frozen=True):
    """All that is said about a set of skills.

    Attributes:
        hosts: At least one; missed requests are those of the first.
        everything: False shows only the first of them.
        own: How the requests that skills bring find them in the list of the first host; None where nobody asked.
    """

    hosts: Sequence[HostView]
    tool_version: str
    everything: bool = False
    own: OwnSelection | None = None


def selection_lines(report: SelectionReport, paint: Paint) -> Iterator[str]:
    """Yield the summary, then the requests that another skill answers."""
    yield from _summary(report, paint)
    notes = list(_notes(report))
    if notes:
        yield ""
    for label, text in notes:
        yield from _wrapped(text, paint, label=label)


def concise_selection(report: SelectionReport, paint: Paint) -> Iterator[str]:
    """Yield one line for each request that another skill answers, then the summary."""
    yield from (paint.show(f"{label}: {text}") for label, text in _notes(report))
    yield from _summary(report, paint)


def selection_markdown(report: SelectionReport) -> Iterator[str]:
    """Yield the report for a comment; foreign text stands in it as code, which nobody follows."""
    yield "### Being chosen"
    yield ""
    yield from (f"- {sentence}" for sentence in _sentences(report))
    for label, text in _notes(report, _code):
        yield f"- {label}: {text}"
    if report.hosts[0].selection is not None:
        yield ""
        yield f"<sub>{READER}</sub>"


def selection_json(report: SelectionReport) -> Iterator[str]:
    """Yield the lines of one JSON object with everything, one skill a line; `schemas.SELECTION` describes it."""
    head = {"version": VERSION, "tool": {"name": "skillpack", "version": report.tool_version}, "reader": READER}
    yield "{"
    yield from (f"  {json_text(key)}: {json_text(value)}," for key, value in head.items())
    yield from _own_rows(report.own)
    yield '  "hosts": ['
    last = len(report.hosts) - 1
    for number, view in enumerate(report.hosts):
        yield "    {"
        yield from _host(view)
        yield "    }" if number == last else "    },"
    yield "  ]"
    yield "}"


def _summary(report: SelectionReport, paint: Paint) -> Iterator[str]:
    for sentence in _sentences(report):
        yield from _wrapped(sentence, paint)
    if report.hosts[0].selection is not None:
        yield from (paint.styled(Style.FAINT, line) for line in _wrapped(READER, paint))


def _sentences(report: SelectionReport) -> Iterator[str]:
    """Yield a sentence on each host, then how many requests find their skill; of a further host where that differs."""
    yield from (visibility_sentence(view.shown) for view in report.hosts)
    first = report.hosts[0]
    for view in report.hosts:
        if report.own is not None and view.selection is not None and view.selection.seen == view.selection.whole:
            continue  # said once, of what skills bring
        if view.selection is not None and (view is first or view.selection != first.selection):
            yield hit_sentence(view.selection, view.shown)
    if report.own is not None:
        yield from own_sentences(report.own)
    hidden = sum(seen.best is Visibility.ABSENT for seen in first.shown.skills) - first.shown.omitted
    if hidden:
        yield (
            "1 skill is not listed: only people may start it"
            if hidden == 1
            else (f"{hidden:,} skills are not listed: only people may start them")
        )
    silent = [seen.name for seen in first.shown.skills if not seen.length and seen.best is not Visibility.ABSENT]
    if silent:
        more = f" and {len(silent) - _NAMED:,} more" if len(silent) > _NAMED else ""
        yield f"No description to show: {coded(silent[:_NAMED])}{more}"


def visibility_sentence(shown: HostVisibility) -> str:
    """Return a sentence on a host: `Claude Code shows 5 to 20 of 80 descriptions whole (8,000 characters; …)`."""
    needed = quantity(shown.needed, "character")
    if not shown.listed:
        return f"{shown.title} lists no skill"
    if not shown.budget:
        return f"{shown.title}: its budget is not known; {quantity(shown.listed, 'description')} need {needed}"
    if shown.needed <= shown.budget:
        all_of_them = "the one description" if shown.listed == 1 else f"all {shown.listed:,} descriptions"
        return f"{shown.who} has room for {all_of_them} ({shown.needed:,} of {shown.budget:,} characters)"
    room = f"({shown.budget:,} characters; {shown.needed:,} needed)"
    if "overflow" in shown.unknown:
        return f"{shown.who} has no room for {quantity(shown.listed, 'description')}, and which go is not known {room}"
    if shown.each is not None:
        cut = f"cuts {quantity(shown.listed, 'description')} to about {shown.each:,} characters each"
        gone = f", and does not list {quantity(shown.omitted, 'skill')}" if shown.omitted else ""
        return f"{shown.who} {cut if shown.each else 'shows no description'} {room}{gone}"
    number, after = f"{shown.most:,}", ""
    if shown.fewest < shown.most:
        number = f"{shown.fewest:,} to {shown.most:,}"
        after = f", about {shown.even:,} where all are used alike"
    return f"{shown.who} shows {number} of {shown.listed:,} descriptions whole {room}{after}"


def hit_sentence(selection: Selection, shown: HostVisibility) -> str:
    """Return the headline: `61 % of 120 requests find their skill first in what Claude Code shows, …`."""
    if not selection.requests:
        return f"No request names a skill that {shown.title} could show"
    find = "finds its" if selection.requests == 1 else "find their"
    seen, whole = selection.seen, selection.whole
    text = (
        f"{_percent(seen.hit1)} of {quantity(selection.requests, 'request')} {find} skill first in what {shown.title}"
        f" shows, {_percent(seen.hit3)} among the first three"
    )
    if seen == whole:
        return text
    return f"{text}; with room for all descriptions {_percent(whole.hit1)} and {_percent(whole.hit3)}"


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def _notes(report: SelectionReport, quoted: Quote = '"{}"'.format) -> Iterator[tuple[str, str]]:
    """Yield label and text of each request that a wrong skill answers, with room for all descriptions."""
    selection = report.hosts[0].selection
    if report.own is not None:
        yield from _own_notes(report.own, quoted, everything=report.everything)
        return
    if selection is None:
        return
    most = len(selection.missed) if report.everything else _MOST_LINES
    yield from (("missed", _miss_text(miss, quoted)) for miss in selection.missed[:most])
    if len(selection.missed) > most:
        yield "missed", f"{len(selection.missed) - most:,} more; --all shows them"
    for each in selection.false_positives:
        yield "wrong", f"{quoted(each.text)} is for no skill, and `{each.name}` has {each.share:.0%} of its words"


def _miss_text(miss: Miss, quoted: Quote) -> str:
    right = coded(miss.skills) or "a skill that is not listed"
    if not miss.first:
        return f"{quoted(miss.text)} is for {right}; no description has a word of it"
    words = f", by {coded(miss.words)}" if miss.words else ""
    return f"{quoted(miss.text)} is for {right}, and finds `{miss.first}` first{words}"


def own_sentences(own: OwnSelection) -> Iterator[str]:
    """Yield what became of the requests that skills bring, those that name their skill apart: they are easy."""
    count = own.unnamed.requests + own.named.requests + own.negatives + own.unjudged
    brings = "brings" if own.skills == 1 else "bring"
    yield f"{quantity(own.skills, 'skill')} {brings} {quantity(count, 'labelled request')}"
    if own.unnamed.requests:
        yield f"Without the name of the skill: {_rate_text(own.unnamed)}"
    if own.named.requests:
        yield f"With its name: {_rate_text(own.named)}"
    if own.negatives:
        yield f"Found wrongly: {own.wrong:,} of {quantity(own.negatives, 'negative request')}"
    if own.absent:
        yield f"Skipped: {quantity(own.absent, 'request')} for skills that are not here"
    if own.unjudged:
        yield f"Skipped: {quantity(own.unjudged, 'request')} with the name of the skill that should not be found"


def _rate_text(rate: RequestRate) -> str:
    find = "finds its" if rate.requests == 1 else "find their"
    asked = quantity(rate.requests, "request")
    return f"{_percent(rate.hit1)} of {asked} {find} skill first, {_percent(rate.hit5)} among the first five"


def _own_notes(own: OwnSelection, quoted: Quote, *, everything: bool) -> Iterator[tuple[str, str]]:
    """Yield label and text of the requests that find another skill, the worst first; of all where that is asked."""
    wrong = sorted((each for each in own.verdicts if not each.right), key=_badness)
    most = len(wrong) if everything else _MOST_LINES
    yield from ((_label(each), _own_text(each, quoted)) for each in wrong[:most])
    if len(wrong) > most:
        yield "missed", f"{len(wrong) - most:,} more; --all shows them"
    if everything:
        yield from (("found", _own_text(each, quoted)) for each in own.verdicts if each.right)


def _badness(verdict: OwnVerdict) -> tuple[bool, int]:
    """Return what puts the worst first: who is not found at all, then who is found last; then who is in the way."""
    return not verdict.request.expected, -(verdict.place or 10**9)


def _label(verdict: OwnVerdict) -> str:
    return "missed" if verdict.request.expected else "wrong"


def _own_text(verdict: OwnVerdict, quoted: Quote) -> str:
    request, words = verdict.request, f", by {coded(verdict.words)}" if verdict.words else ""
    asked = quoted(_shortened(request.text))
    if not request.expected:
        return f"{asked} is not for `{request.owner}`, which {_or_not(verdict)}{words}"
    if verdict.right:
        return f"{asked} finds `{request.expected}` first"
    if not verdict.first:
        return f"{asked} is for `{request.expected}`; no description has a word of it"
    at = f"which is number {verdict.place}" if verdict.place else "which has no word of it"
    return f"{asked} is for `{request.expected}`, {at}, and finds `{verdict.first}` first{words}"


def _or_not(verdict: OwnVerdict) -> str:
    return "does not answer it" if verdict.right else "comes first"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_REQUEST else f"{text[: _LONGEST_REQUEST - 1]}…"


def _own_rows(own: OwnSelection | None) -> Iterator[str]:
    if own is None:
        yield '  "own": null,'
        return
    yield '  "own": {'
    rows: dict[str, object] = {
        "skills": own.skills,
        "unnamed": _named(own.unnamed, "requests", "hit1", "hit5"),
        "named": _named(own.named, "requests", "hit1", "hit5"),
        **_named(own, "negatives", "wrong", "absent", "unjudged"),
    }
    yield from (f"    {json_text(key)}: {json_text(value)}," for key, value in rows.items())
    yield '    "requests": ['
    requests = (
        {
            **_named(each.request, "text", "owner", "expected", "file", "line", "names_skill"),
            **_named(each, "right", "place", "first", "words"),
        }
        for each in own.verdicts
    )
    yield from json_entries(requests, indent="      ")
    yield "    ]"
    yield "  },"


def _code(text: str) -> str:
    """Return a foreign text as code; a sign that would end it is another one."""
    return f"`{visible(text).replace('`', chr(39))}`"


def coded(names: Sequence[str]) -> str:
    """Return names or words as code, with commas."""
    return ", ".join(f"`{name}`" for name in names)


def _wrapped(text: str, paint: Paint, *, label: str = "") -> Iterator[str]:
    """Yield a text in lines; beside a label where there is one, else with what follows the first line indented."""
    lead = f"  {label:<{_LABELS - 2}}" if label else ""
    indent = " " * (len(lead) or 2)
    lines = wrap(paint.show(text), paint.columns, initial_indent=lead, subsequent_indent=indent, break_on_hyphens=False)
    for number, line in enumerate(lines):
        if label and not number:
            yield "  " + paint.styled(Style.WARNING, label) + line[2 + len(label) :]
        else:
            yield line


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
    skills = (
        {"name": each.name, "shown": _named(each, "length", "best", "worst", "chance")} for each in view.shown.skills
    )
    yield from json_entries(skills, indent="        ")
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


def _named(value: object, *names: str) -> dict[str, object]:
    """Return some attributes of a value; what is added to it changes no published format."""
    return {name: getattr(value, name) for name in names}


Format = Callable[[SelectionReport, Paint], Iterator[str]]
"""Yields lines without newlines."""

FORMATS: Mapping[str, Format] = {
    "full": selection_lines,
    "concise": concise_selection,
    "json": lambda report, _: selection_json(report),
    "markdown": lambda report, _: selection_markdown(report),
}
"""The formats of `select --format`."""
