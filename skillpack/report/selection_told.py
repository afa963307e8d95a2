"""What is told of a set of skills, and in which order: the worst first, and nothing that somebody accepts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from skillpack.model.selection import Chosen
from skillpack.report.selection_input import (
    GREEDY,
    HIDDEN,
    NEIGHBOUR,
    NO_INTENT,
    TAKEN,
    SelectionReport,
    accepted,
    lost_to_others,
)
from skillpack.report.selection_words import greedy_sentence, nameless, neighbours_sentence, unlisted

MOST_SKILLS, MOST_NOTES, MOST_LINES = 10, 5, 3
"""How many skills, how many notes of a kind, and how many requests of a skill are told unless all are asked for."""

_LEAST_LOST = 2  # of its own lines, from which a skill is told unasked


@dataclass(frozen=True, slots=True)
class Note:
    """What is told beside the requests of single skills.

    Attributes:
        name: Of a skill, or of two.
        kind: One word.
        text: A clause about it.
    """

    name: str
    kind: str
    text: str


def worth_telling(report: SelectionReport) -> list[Chosen]:
    """Return the skills of which something is told, the worst first; what is accepted comes last."""
    touched = touched_by(report)
    found = [one for one in report.hosts[0].selection.skills if _is_told(report, one, touched)]
    kept = [one for one in found if report.everything or not accepted(report, TAKEN, one.name)]
    return sorted(kept, key=lambda one: (accepted(report, TAKEN, one.name) is not None, one.score, one.name))


def _is_told(report: SelectionReport, one: Chosen, touched: frozenset[str] | None) -> bool:
    if touched is not None and one.name not in touched:
        return False
    if one.unwanted or (report.everything and one.lost):
        return True
    lost = lost_to_others(one)
    if touched is not None or one.labelled:
        return bool(lost) and (one.weak or touched is not None)
    return one.weak and len(lost) >= _LEAST_LOST


def touched_by(report: SelectionReport) -> frozenset[str] | None:
    """Return the skills that a change touches; None where nothing is compared."""
    comparison = report.hosts[0].comparison
    return None if comparison is None else frozenset((*comparison.added, *comparison.changed))


def silenced(report: SelectionReport) -> int:
    """Return how many skills would be told if nobody had accepted what is lost."""
    if report.everything:
        return 0
    touched = touched_by(report)
    found = report.hosts[0].selection.skills
    return sum(bool(_is_told(report, one, touched) and accepted(report, TAKEN, one.name)) for one in found)


def notes(report: SelectionReport) -> list[list[Note]]:
    """Return the notes, those of one kind together: skills that take much, that say nothing, that are near, strays."""
    kinds: Sequence[Callable[[SelectionReport], Iterator[Note]]] = (_greedy, _mute, _near, _strays)
    return [list(kind(report)) for kind in kinds]


def _greedy(report: SelectionReport) -> Iterator[Note]:
    selection, touched = report.hosts[0].selection, touched_by(report)
    chosen = {one.name: one for one in selection.skills}
    for one in selection.greedy:
        if (touched is None or one.name in touched) and not accepted(report, GREEDY, one.name):
            yield Note(one.name, "greedy", greedy_sentence(one, chosen[one.name]))


def _mute(report: SelectionReport) -> Iterator[Note]:
    """Yield skills of which only the name is shown, and skills that do not say what they are for."""
    view, touched = report.hosts[0], touched_by(report)
    silent, gone = nameless(view), unlisted(view)
    for name in silent:
        if (touched is None or name in touched) and not accepted(report, HIDDEN, name):
            yield Note(name, "silent", "no description can be read, so that the name stands alone")
    for name in view.selection.no_intent:
        told = name not in silent and name not in gone and (touched is None or name in touched)
        if told and not accepted(report, NO_INTENT, name):
            yield Note(name, "no-intent", 'it says nowhere what it is for: add "Use when ..." to the description')


def _near(report: SelectionReport) -> Iterator[Note]:
    touched = touched_by(report)
    for pair in report.hosts[0].selection.neighbours:
        mine = touched is None or not touched.isdisjoint((pair.one, pair.other))
        if mine and not accepted(report, NEIGHBOUR, pair.one, pair.other):
            yield Note(f"{pair.one} and {pair.other}", "near", neighbours_sentence(pair))


def _strays(report: SelectionReport) -> Iterator[Note]:
    for stray in report.hosts[0].selection.strays:
        yield Note(
            stray.name, "stray", f'"{stray.text}" should bring nothing up, and it has {stray.share:.0%} of its words'
        )
