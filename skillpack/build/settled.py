"""A skill of the set as it is kept between builds: what is settled of it, and all that its pages show."""

from dataclasses import dataclass, replace
from typing import TypeVar

import msgspec

from skillpack.model.entry import Entry, Prepared, PromptEntry, Surroundings
from skillpack.model.finding import Judged
from skillpack.build.history.retained import Carried
from skillpack.build.history.history import NO_PAST, Past

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Claim:
    """A place that wants a name; claims come sorted by name, winner first.

    Attributes:
        file: Path of the skill file, as people write it.
        place: Number of the place.
        key: Of what was prepared there.
    """

    name: str
    folded: str
    file: str
    place: int
    key: str


@dataclass(frozen=True, slots=True)
class Settled:
    """A skill of the set.

    Attributes:
        basis: Names all that the rest follows from.
        own: Names what the files that depend on this skill alone are made of.
        findings: Of the skill, judged, with what only its own claims call errors.
        prompts: Those that are listed in prompt files.
        carried: What indexes list instead of the entry.
    """

    place: int
    basis: str
    own: str
    entry: Entry
    surroundings: Surroundings
    findings: tuple[Judged, ...]
    prompts: tuple[PromptEntry, ...]
    carried: Carried | None = None


Known = tuple[Prepared, Surroundings, Past, Carried | None]
"""A skill with its entry in the set, what surrounds it, its past, and what is offered in its place."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A skill of the set with all that its pages show, as it is stored: it may travel without being read on the way."""

    prepared: bytes
    entry: bytes
    surroundings: bytes
    carried: bytes | None
    past: bytes | None

    def read(self) -> Known:
        """Return what is stored."""
        return (
            replace(decoded(self.prepared, Prepared), entry=decoded(self.entry, Entry)),
            decoded(self.surroundings, Surroundings),
            NO_PAST if self.past is None else decoded(self.past, Past),
            None if self.carried is None else decoded(self.carried, Carried),
        )


_DECODERS: dict[object, msgspec.msgpack.Decoder[object]] = {}


def decoded(blob: bytes, kind: type[T]) -> T:
    """Return a value that was kept as MessagePack."""
    decoder = _DECODERS.get(kind)
    if decoder is None:
        decoder = _DECODERS[kind] = msgspec.msgpack.Decoder(kind)
    return decoder.decode(blob)  # type: ignore[return-value]
