"""Flows from one part of a skill to another: what one stores, and another sends or runs (pure).

Readers follow what is read inside a script, or a block of instructions. Where that is stored in a file, in a name
that another part shares, or is printed, and another part uses the same channel, both ends are put together here.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from skillpack.abilities.channels import around
from skillpack.abilities.flow import LOCKED, UNPACKED, Stored, Taint, Used, Verification, flow, run_download
from skillpack.abilities.hosts import unanswered
from skillpack.abilities.shell.sends import is_own
from skillpack.abilities.source_text import Reading
from skillpack.model.ability import PRIVATE, AbilityKind, Concern
from skillpack.model.finding import AlarmLevel

_TAINTS = 24  # of one channel
_INSIDE = 24  # files in one folder
_CHANNELS = 48  # through which one thing is followed
_WATCHED = PRIVATE | {AbilityKind.VARIABLE, AbilityKind.FETCHES, AbilityKind.WRITES}


class _Channels:
    """What the parts of a skill store, by channel."""

    def __init__(self, stored: Iterable[Stored]) -> None:
        self._taints: defaultdict[str, dict[Taint, None]] = defaultdict(dict)
        self._inside: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._known: dict[str, tuple[Taint, ...]] = {}
        for each in stored:
            known = self._taints[each.where]
            if each.taint.kind in _WATCHED and len(known) < _TAINTS:
                known[each.taint] = None
            for folder in around(each.where):
                if len(self._inside[folder]) < _INSIDE:
                    self._inside[folder][each.where] = None

    def origins(self, where: str) -> tuple[Taint, ...]:
        """Return the taints of a channel, each where it was read or fetched first."""
        if where not in self._known:
            self._known[where] = tuple(self._origins(where))
        return self._known[where]

    def _origins(self, where: str) -> Iterator[Taint]:
        waiting = [_how(where)]
        seen = set(waiting)
        while waiting and len(seen) < _CHANNELS:
            how, channel = waiting.pop()
            for taint in self._at(channel):
                if taint.kind is not AbilityKind.WRITES:
                    yield replace(taint, name=f"{how} {taint.name}") if how else taint
                    continue
                inner, before = _how(taint.name)
                then = LOCKED if LOCKED in {how, inner} else how or inner, before
                if then not in seen:
                    seen.add(then)
                    waiting.append(then)

    def _at(self, channel: str) -> Iterator[Taint]:
        """Yield the taints that are stored in a channel, in a folder above it as a whole, and in it."""
        folder = f"{channel.rstrip('/')}/"
        for each in (channel.rstrip("/"), *around(channel), folder, *self._inside.get(folder, ())):
            yield from self._taints.get(each, ())


def relayed(readings: Iterable[Reading]) -> Iterator[Concern]:
    """Yield the concerns about what one part of a skill stores and another sends or runs.

    Of named keys only those are told that go to where anybody may read them: which service a file of keys is meant
    for is not known. What was fetched is not told of files in which it is compared with what somebody answers for.

    Args:
        readings: Of all parts.
    """
    parts = list(readings)
    channels = _Channels(each for each in parts if isinstance(each, Stored))
    verified = {each.path for each in parts if isinstance(each, Verification)}
    for use in parts:
        if isinstance(use, Used):
            for taint in channels.origins(use.where):
                found = _run(use, taint, verified) if use.runs else _sent(use, taint)
                if found is not None:
                    yield found


def _how(name: str) -> tuple[str, str]:
    """Return how a channel is unpacked, and the channel."""
    start = next((each for each in (LOCKED, UNPACKED) if name.startswith(f"{each} ")), "")
    return start, name.removeprefix(start).lstrip()


def _sent(use: Used, taint: Taint) -> Concern | None:
    plain = replace(taint, name=_how(taint.name)[1])
    if is_own(use.program, plain):
        return None
    found = flow(plain, use.host, use.at, use.quote, public=use.public)
    return found if isinstance(found, Concern) and found.level is AlarmLevel.STOP else None


def _run(use: Used, taint: Taint, verified: set[str]) -> Concern | None:
    how, address = _how(taint.name)
    if taint.kind is not AbilityKind.FETCHES or not verified.isdisjoint({use.at.path, taint.at.path}):
        return None
    if how == UNPACKED:
        return run_download(replace(taint, name=address), use.at, use.quote) if unanswered(address) else None
    return run_download(taint, use.at, use.quote)
