"""Who is seen and who is taken for whom, for people: a summary, then what matters, the worst first."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from textwrap import wrap
from typing import TypeVar

from skillpack.model.finding import Suppression
from skillpack.model.selection import Bundle, Chosen
from skillpack.report.encoding import json_text
from skillpack.report.paint import Paint, Style
from skillpack.report.selection_input import (
    READER,
    TAKEN,
    HostView,
    SelectionReport,
    Theft,
    accepted,
    losses,
    lost_to_others,
    thefts,
)
from skillpack.report.selection_told import (
    MOST_LINES,
    MOST_NOTES,
    MOST_SKILLS,
    Note,
    notes,
    silenced,
    worth_telling,
)
from skillpack.report.selection_words import (
    change_sentence,
    coded,
    edit_sentence,
    hit_sentence,
    live_notes,
    live_sentences,
    loses,
    loss_sentences,
    lost_sentence,
    seen_sentence,
    taken_sentence,
    theft_sentence,
    thieves_of,
    unlisted,
)
from skillpack.report.summary import counted
from skillpack.search.edits import worst_first

T = TypeVar("T")

_OF_SKILL, _OF_OTHERS = 8, 11  # columns of the labels before what is said of a skill, and of all else


def selection_lines(report: SelectionReport, paint: Paint) -> Iterator[str]:
    """Yield the whole report."""
    if report.bundled:
        yield from _bundled(report, paint)
        return
    yield from summary_lines(report, paint)
    if report.against:
        yield from _change(report, paint)
    for block in _blocks(report, paint):
        yield ""
        yield from block


def concise_selection(report: SelectionReport, paint: Paint) -> Iterator[str]:
    """Yield one line for each thing that is told, then the summary."""
    view = report.hosts[0]
    for theft in thefts(report):
        yield paint.show(f"{theft.name}: {theft_sentence(theft)}{_because(theft.accepted)}")
    for theft in thefts(report, nearly=True):
        yield paint.show(f"{theft.name}: {theft_sentence(theft, nearly=True)}")
    for sentence in loss_sentences(losses(report)):
        yield paint.show(sentence)
    for chosen in worth_telling(report):
        for lost in worst_first(lost_to_others(chosen)):
            yield paint.show(f"{chosen.name}: lost {lost_sentence(lost)}")
        if edit := edit_sentence(chosen, view.edits.get(chosen.name, ())):
            yield paint.show(f"{chosen.name}: edit: {edit}")
    for note in chain.from_iterable(notes(report)):
        yield paint.show(f"{note.name}: {note.kind}: {note.text}")
    yield from summary_lines(report, paint)


def summary_lines(report: SelectionReport, paint: Paint) -> Iterator[str]:
    """Yield what each host shows, how many requests find their skill, and what these numbers mean."""
    for view in report.hosts:
        yield from _wrapped(seen_sentence(view.shown), paint)
    first = report.hosts[0].selection
    yield from _wrapped(hit_sentence(first), paint)
    for view in report.hosts[1:]:
        if hit_sentence(view.selection) != hit_sentence(first):
            yield from _wrapped(f"For {view.shown.title}: {hit_sentence(view.selection)}", paint)
    hidden = unlisted(report.hosts[0])
    if hidden:
        are = "1 skill is" if len(hidden) == 1 else f"{len(hidden):,} skills are"
        yield from _wrapped(f"{are} not listed: only people may start {'it' if len(hidden) == 1 else 'them'}", paint)
    yield from (paint.styled(Style.FAINT, line) for line in _wrapped(READER, paint))
    for sentence in live_sentences(report):
        yield from _wrapped(sentence, paint)


def _wrapped(
    text: str, paint: Paint, *, label: str = "", style: Style | None = None, size: int = _OF_SKILL
) -> Iterator[str]:
    """Yield a text in lines; beside a label where there is one, else with what follows the first line indented."""
    lead = f"  {label:<{size - 2}} " if label else ""
    indent = " " * (len(lead) or 2)
    lines = wrap(paint.show(text), paint.columns, initial_indent=lead, subsequent_indent=indent, break_on_hyphens=False)
    for number, line in enumerate(lines):
        if label and not number:
            yield "  " + paint.styled(style, label) + line[2 + len(label) :]
        else:
            yield line


def _blocks(report: SelectionReport, paint: Paint) -> Iterator[Iterator[str]]:
    """Yield what is told of each skill, the worst first, then of pairs and of queries that are nobody's."""
    told = worth_telling(report)
    for chosen in _some(report, told, MOST_SKILLS):
        yield _skill(report, chosen, paint)
    others = notes(report)
    if any(others):
        yield _others(report, others, paint)
    rest = _rest(report, told, others)
    if rest:
        yield _wrapped(rest, paint)


def _others(report: SelectionReport, kinds: Iterable[Sequence[Note]], paint: Paint) -> Iterator[str]:
    for kind in kinds:
        for note in _some(report, kind, MOST_NOTES):
            yield from _wrapped(
                f"{note.name}: {note.text}", paint, label=note.kind, style=Style.WARNING, size=_OF_OTHERS
            )


def _rest(report: SelectionReport, told: Sequence[Chosen], others: Iterable[Sequence[Note]]) -> str:
    """Return how much was left out."""
    parts = []
    if not report.everything:
        view = report.hosts[0]
        losing = [one for one in view.selection.skills if lost_to_others(one)]
        more = len(losing) - min(len(told), MOST_SKILLS)
        if more > 0 and not report.against:
            parts.append(f"{counted(more, 'more skill')} {'loses' if more == 1 else 'lose'} requests")
        left = sum(max(0, len(kind) - MOST_NOTES) for kind in others)
        if left:
            parts.append(f"{counted(left, 'more note')}")
    hushed = silenced(report)
    text = f"{'; '.join(parts)}: --all shows them" if parts else ""
    return "; ".join(filter(None, [text, f"{hushed:,} accepted in skillpack.toml" if hushed else ""]))


def _some(report: SelectionReport, items: Sequence[T], most: int) -> Sequence[T]:
    return items if report.everything else items[:most]


def _skill(report: SelectionReport, chosen: Chosen, paint: Paint) -> Iterator[str]:
    view = report.hosts[0]
    aside = loses(chosen) + _because(accepted(report, TAKEN, chosen.name))
    yield f"{paint.styled(Style.STRONG, paint.show(chosen.name))}  {paint.styled(Style.FAINT, paint.show(aside))}"
    words = view.edits.get(chosen.name, ())
    lines = worst_first(lost_to_others(chosen), words)
    shown = lines if report.everything else lines[:MOST_LINES]
    for lost in shown:
        yield from _wrapped(lost_sentence(lost), paint, label="lost", style=Style.WARNING)
    if len(shown) < len(lines):
        left = f"{len(lines) - len(shown):,} more; winners: {taken_sentence(thieves_of(lines))}"
        yield from _wrapped(left, paint, label="...")
    for lost in chosen.lost if report.everything else ():
        if lost.partly:
            yield from _wrapped(lost_sentence(lost), paint, label="shared", style=Style.FAINT)
    for query in chosen.unwanted:
        text = f'"{query}" brings it up, and must not: say what it is not for'
        yield from _wrapped(text, paint, label="wrong", style=Style.WARNING)
    for note in live_notes(report, chosen.name):
        yield from _wrapped(note, paint, label="live", style=Style.FAINT)
    if edit := edit_sentence(chosen, words):
        yield from _wrapped(edit, paint, label="edit", style=Style.GOOD)


def _because(suppression: Suppression | None) -> str:
    return f" (accepted: {suppression.reason})" if suppression else ""


def _change(report: SelectionReport, paint: Paint) -> Iterator[str]:
    comparison = report.hosts[0].comparison
    if comparison is None:
        return
    yield ""
    yield from _wrapped(change_sentence(report, comparison), paint)
    taken, hidden = thefts(report), losses(report)
    for theft in taken:
        yield from _theft(theft, paint)
    for theft in thefts(report, nearly=True):
        yield from _wrapped(theft_sentence(theft, nearly=True), paint, label="shared", style=Style.FAINT)
    for because in dict.fromkeys(loss.accepted for loss in hidden):
        for sentence in loss_sentences([loss for loss in hidden if loss.accepted is because]):
            yield from _wrapped(sentence + _because(because), paint, label="hidden", style=Style.ERROR)
    if comparison.won:
        yield from _wrapped(f"back from others: {taken_sentence(comparison.won)}", paint, label="won", style=Style.GOOD)
    if not taken and not hidden:
        yield paint.styled(Style.GOOD, "  no skill loses a request that it won before, and no description is hidden")


def _theft(theft: Theft, paint: Paint) -> Iterator[str]:
    style = Style.FAINT if theft.accepted else Style.ERROR
    yield from _wrapped(theft_sentence(theft) + _because(theft.accepted), paint, label="taken", style=style)
    for lost in theft.lost:
        missing = f"; `{theft.name}` could say {coded(lost.lacking[:2])}" if lost.lacking else ""
        by = f", by {coded(lost.decided)}" if lost.decided else ""
        yield from _wrapped(f'"{lost.text}"{by}{missing}', paint, label=" ")


def _bundled(report: SelectionReport, paint: Paint) -> Iterator[str]:
    """Yield bundles as `skillpack.toml` holds them; all else is a comment, so that the whole can be put there."""
    narrow = replace(paint, width=paint.columns - len("# "))
    yield from (f"# {line}" for line in summary_lines(report, narrow))
    for view in report.hosts:
        yield ""
        yield from (f"# {line}" for line in _wrapped(_bundles_sentence(view), narrow))
        for bundle in view.bundles:
            yield ""
            yield from _toml(bundle)


def _bundles_sentence(view: HostView) -> str:
    shown = view.shown
    if not view.bundles:
        return f"{shown.title}: no bundles without a budget; --budget N gives one"
    number = counted(len(view.bundles), "bundle")
    return f"{number} that {shown.title} shows whole, each of at most {shown.budget:,} characters"


def _toml(bundle: Bundle) -> Iterator[str]:
    note = "" if bundle.fits else "; larger than the budget by itself"
    yield f"# {counted(len(bundle.names), 'skill')}, {counted(bundle.characters, 'character')}{note}"
    yield "[[bundle]]"
    yield f"name = {json_text(bundle.centre)}"
    yield "skills = ["
    yield from (f"  {json_text(name)}," for name in bundle.names)
    yield "]"
