"""What was read and reaches what sends: whether that is a concern, and how grave (pure)."""

from msgspec import Struct

from skillpack.abilities.hosts import PASTES, SHORTENERS, belongs, is_bare, is_of
from skillpack.model.ability import PRIVATE, AbilityKind, Concern, ConcernKind, Place
from skillpack.model.finding import AlarmLevel


class Taint(Struct, frozen=True):
    """Something that was read, on its way through names.

    Attributes:
        kind: `VARIABLE` with the name of a credential, one of `PRIVATE`, or another kind that is watched.
        name: Of the variable, file or program that it comes from, as it may be shown.
        at: Where it was read.
    """

    kind: AbilityKind
    name: str
    at: Place


def flow(taint: Taint, host: str, at: Place, quote: str, *, public: bool = False) -> Concern | None:
    """Return the concern that what was read is sent, None where that is what it is for.

    Args:
        taint: What was read.
        host: Where it goes; empty where that is put together at run time.
        at: Where it is sent.
        quote: Of that line.
        public: True for a place where others see it: an issue, a public file, a message.
    """
    nobody = bool(host) and (is_bare(host) or is_of(host, SHORTENERS) or is_of(host, PASTES))
    facts = (("what", taint.name), *((("host", host),) if host else ()))
    if taint.kind in PRIVATE:
        return Concern(ConcernKind.SENDS_PRIVATE, AlarmLevel.STOP, at, quote, facts, taint.at)
    if taint.kind is not AbilityKind.VARIABLE:
        return None
    if nobody or public:
        return Concern(ConcernKind.SENDS_PRIVATE, AlarmLevel.STOP, at, quote, facts, taint.at)
    if host and not belongs(taint.name, host):
        return Concern(ConcernKind.KEY_TO_OTHER, AlarmLevel.READ_FIRST, at, quote, facts, taint.at)
    return None
