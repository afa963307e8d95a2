"""Badges: small pictures for other sites, one for each skill and one for the catalog.

They hold no script, no style and no font of their own, and their words are in the title for those who do not see them.
"""

from collections.abc import Callable, Sequence
from unicodedata import combining, east_asian_width

from msgspec import Struct

from skillpack.model.entry import Entry, EntryState
from skillpack.model.finding import AlarmLevel
from skillpack.registry.xml import cut, escaped, one_line

Say = Callable[..., str]
"""Key of a text of the interface, perhaps a number that decides its form, values -> the text without HTML."""

GREY, PETROL, AMBER, RED = "#465154", "#0a6367", "#8a4b00", "#a3262a"
"""Grounds on which white letters have a contrast of at least 6."""

_MOST = 64  # characters of one part
_PAD, _HEIGHT = 6, 20  # pixels

# Widths of letters in tenths of a pixel, at 11 pixels; what a font has other is stretched to fit.
_WIDTHS = {
    width: frozenset(letters)
    for width, letters in (
        (34, "ijl|'.,:; !"),
        (44, "frt-()[]/I"),
        (58, 'csxzvyk_JL"*'),
        (68, "abdeghnopqu0123456789FTEPSXYZ?$"),
        (78, "ABCDGHKNOQRUVw+=<>~#&"),
        (98, "mMW%@"),
    )
}
_WIDTH = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_OTHER, _WIDE = 70, 112


class BadgePart(Struct, frozen=True):
    """A piece of a badge: some words on a ground."""

    text: str
    ground: str


def skill_badge(entry: Entry, loading: int, hosts: int, say: Say) -> bytes:
    """Return the badge of a skill: its name, its version, and in how many hosts it loads, or why not to take it.

    Args:
        entry: The skill; what is offered in place of it counts.
        loading: How many hosts load it.
        hosts: How many were asked; 0 leaves the number out.
        say: Gives texts of the interface.
    """
    release = entry.carried or entry.release
    parts = [BadgePart(entry.name, GREY)]
    if release.archive:
        parts.append(BadgePart(release.label, PETROL))
    if entry.state is EntryState.WITHHELD:
        parts.append(BadgePart(say("flag.withheld"), RED))
    elif entry.release.yanked:
        parts.append(BadgePart(say("versions.yanked"), RED))
    elif entry.alarm is AlarmLevel.STOP:
        parts.append(BadgePart(say("flag.stop"), RED))
    elif entry.status == "deprecated":
        parts.append(BadgePart(say("status.deprecated"), AMBER))
    elif hosts:
        whole = loading == hosts
        words = say("badge.whole", hosts) if whole else say("badge.part", hosts, loading=loading)
        parts.append(BadgePart(words, PETROL if whole else AMBER))
    return badge(parts)


def catalog_badge(title: str, skills: int, say: Say) -> bytes:
    """Return the badge of a catalog: its title and how many skills it publishes."""
    return badge((BadgePart(title, GREY), BadgePart(say("skills", skills), PETROL)))


def badge(parts: Sequence[BadgePart]) -> bytes:
    """Return an SVG of some parts, side by side."""
    at, grounds, words, told = 0, [], [], []
    for part in parts:
        text = cut(one_line(part.text), _MOST)
        inner = width_of(text)
        whole, safe = inner + 2 * _PAD, escaped(text)
        grounds.append(f'<rect x="{at}" width="{whole}" height="{_HEIGHT}" fill="{part.ground}"/>')
        words.append(f'<text x="{at + _PAD}" y="14" textLength="{inner}">{safe}</text>')
        told.append(safe)
        at += whole
    title = ", ".join(told)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{at}" height="{_HEIGHT}" role="img" aria-label="{title}">'
        f"<title>{title}</title>{''.join(grounds)}"
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,Arial,sans-serif" font-size="11">{"".join(words)}</g></svg>\n'
    ).encode()


def width_of(text: str) -> int:
    """Return about how many pixels a text takes."""
    return -(-sum(map(_letter, text)) // 10)


def _letter(letter: str) -> int:
    known = _WIDTH.get(letter)
    if known is not None:
        return known
    if combining(letter):
        return 0
    return _WIDE if east_asian_width(letter) in "WF" else _OTHER
