"""Concerns about a skill -> the hits of a rule: what a line does, in words for people who do not read code."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from skillpack.abilities.places import shown
from skillpack.check.rule import Hit
from skillpack.check.rules.concern_sentences import effect, sentence
from skillpack.check.subject import Subject
from skillpack.model.ability import Concern, ConcernKind
from skillpack.model.finding import AlarmLevel, Position

LEVEL = "level"
"""A fact: the alarm that a finding raises, where its rule has several."""

EFFECT = "does"
"""A fact: what a finding is about, where that is not what its rule usually finds; a key of the theme's texts."""

_GRAVEST_FIRST = (AlarmLevel.STOP, AlarmLevel.READ_FIRST)
_QUOTE = 100  # characters


def concern_hits(
    subject: Subject,
    kind: ConcernKind,
    hint: str,
    found: Iterable[Hit] = (),
    *,
    meant: Callable[[Mapping[str, str]], bool] = lambda _: True,
) -> Iterator[Hit]:
    """Yield the hits of a rule's own search, and one for each further line that a concern of its kind is about.

    Where data are read and where they are sent is one place to look at.

    Args:
        subject: The skill.
        kind: Of the concerns; of several on a line the gravest and fullest is told, at the narrowest place.
        hint: What to do.
        found: Hits of its own.
        meant: Tells of the facts of a concern whether the rule speaks of it.
    """
    told: set[tuple[str, int]] = set()
    for hit in found:
        told.add((hit.path, hit.at.line))
        yield hit
    concerns = [each for each in subject.abilities.concerns if each.kind is kind and meant(dict(each.facts))]
    read = {_line(each.other) for each in concerns if each.other is not None and _is_elsewhere(each)}
    narrowest: dict[tuple[str, int], Concern] = {}
    for concern in sorted(concerns, key=_extent, reverse=True):
        narrowest[_line(concern.at)] = concern
    for concern in sorted(concerns, key=_what_says_most):
        line = _line(concern.at)
        if line not in told and (_is_elsewhere(concern) or line not in read):
            told.add(line)
            yield _hit(concern, narrowest[line], hint)


def _line(place: Position) -> tuple[str, int]:
    return place.path, place.span.line


def _is_elsewhere(concern: Concern) -> bool:
    """Tell whether a concern has another line."""
    return concern.other is not None and _line(concern.other) != _line(concern.at)


def _what_says_most(concern: Concern) -> tuple[int, bool, bool, int, int, int]:
    return _GRAVEST_FIRST.index(concern.level), not _is_elsewhere(concern), not concern.facts, *_extent(concern)


def _extent(concern: Concern) -> tuple[int, int, int]:
    """Lines and columns of a place; of two as wide the later is the narrower."""
    at = concern.at.span
    return at.end_line - at.line, at.end_column - at.column, -at.column


def _hit(concern: Concern, narrow: Concern, hint: str) -> Hit:
    quote = shown(narrow.quote.encode("utf-8", "replace"), _QUOTE)
    does = effect(concern)
    told = (
        (LEVEL, concern.level.value),
        *((("quote", quote),) if quote else ()),
        *(((EFFECT, does.value),) if does else ()),
    )
    message = sentence(concern, quote)
    return Hit(message, at=narrow.at.span, path=narrow.at.path, hint=hint, facts=(*told, *concern.facts))
