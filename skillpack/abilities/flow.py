"""What was read or fetched and reaches what sends or runs it: whether that is a concern, and how grave (pure)."""

import re

from msgspec import Struct

from skillpack.abilities.hosts import PASTES, SHORTENERS, belongs, is_bare, is_of, unanswered
from skillpack.abilities.names import host_in
from skillpack.model.ability import PRIVATE, AbilityKind, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel, Position


class Taint(Struct, frozen=True):
    """Something that was read, on its way through names.

    Attributes:
        kind: `VARIABLE` with the name of a credential, one of `PRIVATE`, `WRITES` for what another part of the skill
            may have stored, `RUNS_DOWNLOADED` for what fetched commands print, or another kind that is watched.
        name: Of the variable, file or program that it comes from, as it may be shown; of `WRITES` the place.
        at: Where it was read.
    """

    kind: AbilityKind
    name: str
    at: Position


OTHER_END = "from whoever answers at the other end"
"""Where code comes from that is run as it arrives, in words."""

LOCKED, UNPACKED = "with a password", "unpacked"
"""Begin of the name of what was fetched in an archive: one with a password, and any other."""

_LOCAL = re.compile(r"https?://(?:localhost|127\.|\[::1\])|localhost|127\.")
_PLACE = re.compile(r"://|[\w-]+\.\w|\$")


class Stored(Struct, frozen=True):
    """Something that one part of a skill stores where another part may use it.

    Attributes:
        where: The place (`skillpack.abilities.channels`).
    """

    where: str
    taint: Taint


class Used(Struct, frozen=True):
    """A line that sends or runs what another part of the skill may have stored.

    Attributes:
        where: The place, behind `LOCKED` or `UNPACKED` where it is an archive.
        at: Of the line.
        quote: Of it.
        program: That sends; empty where it is no program of a shell.
        host: Where it goes; empty where that is put together at run time.
        public: True for a place where others see it.
        runs: True where it is run, and not sent.
    """

    where: str
    at: Position
    quote: str
    program: str = ""
    host: str = ""
    public: bool = False
    runs: bool = False


class Verification(Struct, frozen=True):
    """A file of the skill in which a download is compared with what somebody answers for."""

    path: str


def flow(
    taint: Taint, host: str, at: Position, quote: str, *, public: bool = False, program: str = ""
) -> Concern | Used | None:
    """Return the concern that what was read is sent, None where that is what it is for.

    What another part of the skill may have stored is a use of that.

    Args:
        taint: What was read.
        host: Where it goes; empty where that is put together at run time.
        at: Where it is sent.
        quote: Of that line.
        public: True for a place where others see it: an issue, a public file, a message.
        program: That sends; empty where it is no program of a shell.
    """
    if taint.kind is AbilityKind.WRITES:
        return Used(taint.name, at, quote, program, host, public)
    if taint.kind is AbilityKind.RUNS_DOWNLOADED:
        source = (("source", OTHER_END), *((("host", host),) if host else ()))
        return Concern(ConcernKind.RUNS_DOWNLOADED, AlarmLevel.STOP, at, quote, source, taint.at)
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


def run_download(taint: Taint, at: Position, quote: str) -> Concern | None:
    """Return the concern that what was fetched is run; None where nobody knows that it comes from elsewhere.

    Args:
        taint: What was fetched; its name is the address, behind `LOCKED` where it came in such an archive.
        at: Where it is run.
        quote: Of that line.
    """
    locked = taint.name.startswith(LOCKED)
    source = unanswered(taint.name) or ("in an archive with a password" if locked else "")
    if not source and ((taint.name and not _PLACE.search(taint.name)) or _LOCAL.match(taint.name)):
        return None
    level = AlarmLevel.STOP if source else AlarmLevel.READ_FIRST
    host = host_in(taint.name.rpartition(" ")[2], bare=True) or host_in(taint.name)
    facts = (*((("source", source),) if source else ()), *((("host", host),) if host else ()))
    return Concern(ConcernKind.RUNS_DOWNLOADED, level, at, quote, facts, taint.at)
