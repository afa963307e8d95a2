"""A concern about what is concealed, as every reader of this room makes it (pure)."""

from skillpack.abilities.places import shown, span_in_file
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Concern, ConcernKind, Place
from skillpack.model.finding import AlarmLevel

STOP, READ_FIRST = AlarmLevel.STOP, AlarmLevel.READ_FIRST
CODE, ORDER = ConcernKind.CONCEALED_CODE, ConcernKind.CONCEALED_ORDER

_QUOTED = 100  # characters of a quote


def about_file(kind: ConcernKind, level: AlarmLevel, path: str, what: str, quote: str = "", why: str = "") -> Concern:
    """Return a concern about a file as a whole; `why` says what nobody could read of it."""
    facts = (("what", what), *((("why", why),) if why else ()))
    return Concern(kind, level, Place(path), one_line(quote), facts)


def in_file(kind: ConcernKind, level: AlarmLevel, file: TextFile, start: int, end: int, what: str) -> Concern:
    """Return a concern about the bytes [start, end) of a text, which are quoted."""
    place = Place(file.path, span_in_file(file, start, end))
    return Concern(kind, level, place, shown(file.content[start:end], _QUOTED), (("what", what),))


def one_line(text: str) -> str:
    """Return a text as it is quoted."""
    return shown(text.encode("utf-8", "replace"), _QUOTED)
