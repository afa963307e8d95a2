"""Selection as Markdown, for a comment on a pull request: what the change does, then what could be better."""

from collections.abc import Iterator

from skillpack.model.finding import Suppression
from skillpack.model.selection import Chosen, Lost
from skillpack.report.selection_input import READER, HostView, SelectionReport, Theft, losses, lost_to_others, thefts
from skillpack.report.selection_told import MOST_LINES, MOST_NOTES, MOST_SKILLS, notes, worth_telling
from skillpack.report.selection_words import (
    change_sentence,
    coded,
    edit_sentence,
    hit_sentence,
    live_sentences,
    loses,
    loss_sentences,
    seen_sentence,
    taken_sentence,
    theft_sentence,
)
from skillpack.report.visible import visible
from skillpack.search.edits import worst_first


def selection_markdown(report: SelectionReport) -> Iterator[str]:
    """Yield the comment; foreign text stands in it as code, which nobody follows and nobody is called by."""
    yield "### Being chosen"
    yield ""
    if report.against:
        yield from _change(report)
        yield ""
    yield from (f"- {seen_sentence(view.shown)}" for view in report.hosts)
    yield f"- {hit_sentence(report.hosts[0].selection)}"
    yield from (f"- {_code(sentence)}" for sentence in live_sentences(report))
    for kind in notes(report):
        for note in kind if report.everything else kind[:MOST_NOTES]:
            yield f"- {note.kind}: {_code(note.name)}: {_plain(note.text)}"
    skills = worth_telling(report)
    kept = skills if report.everything else skills[:MOST_SKILLS]
    if kept:
        yield ""
        yield f"<details><summary>What would help {_title(kept, skills)}</summary>"
        for chosen in kept:
            yield ""
            yield from _skill(report.hosts[0], chosen, everything=report.everything)
        yield ""
        yield "</details>"
    yield ""
    yield f"<sub>{READER}</sub>"


def _title(kept: list[Chosen], skills: list[Chosen]) -> str:
    if len(kept) == 1:
        return f"<code>{kept[0].name}</code>"
    return f"{len(kept)} skills" if len(kept) == len(skills) else f"the worst {len(kept)} of {len(skills)} skills"


def _change(report: SelectionReport) -> Iterator[str]:
    comparison = report.hosts[0].comparison
    if comparison is None:
        return
    taken, hidden = thefts(report), losses(report)
    yield change_sentence(report, comparison)
    yield ""
    for theft in taken:
        yield from _theft(theft)
    for theft in thefts(report, nearly=True):
        yield f"- {theft_sentence(theft, nearly=True)}"
    for because in dict.fromkeys(loss.accepted for loss in hidden):
        for sentence in loss_sentences([loss for loss in hidden if loss.accepted is because]):
            yield f"- {_mark(because)} {sentence}{_because(because)}"
    if comparison.won:
        yield f"- ✅ back from others: {taken_sentence(comparison.won)}"
    if not taken and not hidden:
        yield "- ✅ no skill loses a request that it won before, and no description is hidden"


def _theft(theft: Theft) -> Iterator[str]:
    yield f"- {_mark(theft.accepted)} {theft_sentence(theft)}{_because(theft.accepted)}"
    for lost in theft.lost:
        missing = f"; `{theft.name}` could say {coded(lost.lacking[:2])}" if lost.lacking else ""
        yield f"  - {_code(lost.text)}{_by(lost)}{missing}"


def _skill(view: HostView, chosen: Chosen, *, everything: bool) -> Iterator[str]:
    yield f"**{chosen.name}**: {loses(chosen)}"
    lines = worst_first(lost_to_others(chosen), view.edits.get(chosen.name, ()))
    kept = lines if everything else lines[:MOST_LINES]
    yield from (f"- lost {_lost(lost)}" for lost in kept)
    if len(kept) < len(lines):
        yield f"- {len(lines) - len(kept)} more"
    yield from (f"- {_code(query)} brings it up, and must not" for query in chosen.unwanted)
    if edit := edit_sentence(chosen, view.edits.get(chosen.name, ())):
        yield f"- ✏️ {edit}"


def _lost(lost: Lost) -> str:
    return f"{_code(lost.text)} to `{lost.thief}`{_by(lost)}" if lost.thief else _code(lost.text)


def _by(lost: Lost) -> str:
    return f", by {coded(lost.decided)}" if lost.decided else ""


def _mark(suppression: Suppression | None) -> str:
    return "☑️" if suppression else "⚠️"


def _because(suppression: Suppression | None) -> str:
    return f" (accepted: {_code(suppression.reason)})" if suppression else ""


def _plain(text: str) -> str:
    """Return a clause of ours that may hold a query in quotes: that stands as code."""
    before, quote, rest = text.partition('"')
    inside, _, after = rest.rpartition('"')
    return f"{before}{_code(inside)}{after}" if quote else text


def _code(text: str) -> str:
    """Return a foreign text as code; a sign that would end it is another one."""
    return f"`{visible(text).replace('`', chr(39))}`"
