"""A concern about what is concealed, as every reader of this room makes it (pure)."""

from skillpack.abilities.places import shown, span_in_file
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Concern, ConcernKind, Unlooked
from skillpack.model.document import NOWHERE
from skillpack.model.finding import AlarmLevel, Position

STOP, READ_FIRST = AlarmLevel.STOP, AlarmLevel.READ_FIRST
CODE, ORDER = ConcernKind.CONCEALED_CODE, ConcernKind.CONCEALED_ORDER

CODE_SEARCH, ORDER_SEARCH = "encoded-execution", "hidden-instructions"
"""Rules that say the concerns."""

_QUOTED = 100  # characters of a quote


def about_file(kind: ConcernKind, level: AlarmLevel, path: str, what: str, quote: str = "", why: str = "") -> Concern:
    """Return a concern about a file as a whole; `why` says what nobody could read of it."""
    facts = (("what", what), *((("why", why),) if why else ()))
    return Concern(kind, level, Position(path, NOWHERE), one_line(quote), facts)


def in_file(kind: ConcernKind, level: AlarmLevel, file: TextFile, start: int, end: int, what: str) -> Concern:
    """Return a concern about the bytes [start, end) of a text, which are quoted."""
    place = Position(file.path, span_in_file(file, start, end))
    return Concern(kind, level, place, shown(file.content[start:end], _QUOTED), (("what", what),))


def one_line(text: str) -> str:
    """Return a text as it is quoted."""
    return shown(text.encode("utf-8", "replace"), _QUOTED)


def stopped(file: TextFile, position: int, search: str) -> Unlooked:
    """Return that a search for a rule did not look at a text from a position on."""
    place = Position(file.path, span_in_file(file, position, min(position + 1, len(file.content))))
    return Unlooked(place, search, whole=True)
