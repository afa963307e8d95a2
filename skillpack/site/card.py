"""What the card of a skill and that of the catalog say: words and places, nothing of how they are drawn."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from msgspec import Struct

from skillpack.model.entry import Entry, EntryState, Overview
from skillpack.model.finding import AlarmLevel
from skillpack.model.selection import HostVisibility
from skillpack.model.settings import Configuration
from skillpack.site.frame import Frame
from skillpack.site.meter import ADVISED, ruler_labels
from skillpack.site.skill.facts import short_label, split_description
from skillpack.site.theme import number

# Letters of the face: Latin, Greek and Cyrillic with their marks, digits, punctuation, currencies, letterlike signs.
_DRAWN = re.compile(
    r"[ -~\u00a1-\u00ac\u00ae-\u052f\u1d00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20c0\u2116\u2122\u2190-\u2193]+"
)
_SEGMENTS = 400  # of a bar; more could not be told apart
_LEAST = 0.004  # of the bar: what exists can be seen


class Figure(Struct, frozen=True):
    """A number and what it counts; `tier` from 1 to 3 chooses its colour, 0 is ink."""

    number: str
    words: str
    tier: int = 0


class Segment(Struct, frozen=True):
    """A part of the bar, from 0 to 1; `tier` as in `Figure`."""

    start: float
    end: float
    tier: int


class Card(Struct, frozen=True):
    """What a card says.

    Attributes:
        woven: The name that its sigil is made of; empty for the mark of a catalog.
        title: Empty where the face has not its letters, like every other text.
        about: The line below the title.
        level: Of the alarm in that line, which it colours.
        text: What it is for.
        marks: Place and number of each label below the bar, evenly apart; none for a bar without a scale.
        limit: Place of the line across the bar; 0 for none.
        limit_text: Its label, in place of the number that stands there.
        catalog: Title of the catalog.
        address: Where it is published, without the protocol.
    """

    woven: str
    title: str
    about: str
    level: AlarmLevel | None
    text: str
    figures: tuple[Figure, ...]
    segments: tuple[Segment, ...]
    marks: tuple[tuple[float, str], ...]
    limit: float
    limit_text: str
    catalog: str
    address: str


def has_card(entry: Entry, configuration: Configuration) -> bool:
    """Return whether a skill has a card of its own: nothing is advertised that is not offered."""
    return bool(configuration.cards) and entry.state is EntryState.PUBLISHED and not entry.release.yanked


def shown_on_card(entry: Entry) -> tuple[object, ...]:
    """Return all that a skill's card shows of it: where that is the same, the card is."""
    return (entry.name, entry.release.label, entry.license, entry.alarm, entry.description, entry.tokens)


def skill_card(frame: Frame, entry: Entry) -> Card:
    """Return the card of a skill: what it is, whether it raises an alarm, what it costs."""
    tokens, strings = entry.tokens, frame.theme.strings
    levels = (tokens.always, tokens.opened, tokens.on_demand)
    marks = ruler_labels(tokens)
    labels = [(mark / marks[-1], number(mark, strings)) for mark in marks]
    alarm = frame.plain(f"choice.{entry.alarm}") if entry.alarm is not None else ""
    about = (short_label(entry.release), entry.license, alarm)
    return Card(
        entry.name,
        _drawn(entry.name),
        _drawn(" · ".join(filter(None, about))),
        entry.alarm,
        _drawn(split_description(entry.description)[0]),
        tuple(
            Figure(number(count, strings), _drawn(frame.plain(f"card.{key}")), tier)
            for tier, (key, count) in enumerate(zip(("always", "opened", "demand"), levels, strict=True), 1)
        ),
        _segments(levels, marks[-1], (1, 2, 3)),
        tuple(labels),
        ADVISED / marks[-1],
        _drawn(frame.plain("card.advised", tokens=number(ADVISED, strings))),
        _drawn(frame.configuration.title),
        _address(frame),
    )


def catalog_card(frame: Frame, overview: Overview, hosts: Sequence[HostVisibility]) -> Card:
    """Return the card of the catalog: how many skills, and how much room a host has for their list."""
    strings, configuration = frame.theme.strings, frame.configuration
    host = next((host for host in hosts if host.budget and host.lengths), None)
    figures = [Figure(number(overview.published, strings), _drawn(frame.plain("tally.skills", overview.published)))]
    segments, limit, limit_text = _segments([1] * min(overview.published, _SEGMENTS), overview.published, (2,)), 0.0, ""
    if host is not None and len(host.lengths) <= _SEGMENTS:
        names = host.needed - sum(host.lengths)
        scale = max(host.needed, host.budget)
        kept = sum(end <= host.budget for end in accumulate(host.lengths, initial=names)) - 1
        tiers = (1, *(2 if place < kept else 3 for place in range(len(host.lengths))))
        segments = _segments((names, *host.lengths), scale, tiers)
        limit, limit_text = host.budget / scale, _drawn(frame.plain("card.room", host=host.title))
    figures.append(Figure(number(overview.tokens.always, strings), _drawn(frame.plain("tally.prompt")), 1))
    return Card(
        "",
        _drawn(configuration.title),
        "",
        None,
        _drawn(configuration.description),
        tuple(figures),
        segments,
        (),
        limit,
        limit_text,
        _drawn(configuration.owner.name),
        _address(frame),
    )


def _segments(sizes: Sequence[int], scale: int, tiers: Sequence[int]) -> tuple[Segment, ...]:
    """Return a segment for each size that is not 0; the last tier holds for all that follow."""
    found: list[Segment] = []
    for place, (start, end) in enumerate(pairwise(accumulate(sizes, initial=0))):
        if end > start:
            first = min(max(start / scale, found[-1].end if found else 0), 1 - _LEAST)
            last = min(max(end / scale, first + _LEAST), 1.0)
            found.append(Segment(round(first, 4), round(last, 4), tiers[min(place, len(tiers) - 1)]))
    return tuple(found)


def _address(frame: Frame) -> str:
    return _drawn(frame.configuration.site_url.partition("://")[2].rstrip("/"))


def _drawn(text: str) -> str:
    """Return a text in the letters of the face; empty where it has others, for half a sentence says something else."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    others: Iterable[str] = _DRAWN.sub("", text)
    if any(unicodedata.category(letter)[0] in "LN" for letter in others):
        return ""
    return " ".join("".join(_DRAWN.findall(text)).split())
