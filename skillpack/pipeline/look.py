"""Skills -> pages, in a worker: all that pages depend on beside the skill travels with each chunk."""

import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from skillpack.files.apart import Made, Room, Workplace
from skillpack.model.entry import FileRecord, Prepared
from skillpack.model.limits import Limits
from skillpack.model.output import OutputFile
from skillpack.model.profile import Profile
from skillpack.model.settings import Agent, Configuration, Theme
from skillpack.pipeline.cache import Sheet
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.pages import skill_files
from skillpack.site.skill_page import file_pages, skill_page
from skillpack.site.theme import Same, compiled, supply


@dataclass(frozen=True, slots=True)
class Look:
    """How pages look, without the assets of the theme: small enough to travel.

    However often it travels, it is packed once, with its templates compiled, and unpacked once by each process.
    """

    theme: Theme
    configuration: Configuration
    profiles: tuple[Profile, ...]
    agents: tuple[Agent, ...]
    limits: Limits

    def __reduce__(self) -> tuple[Callable[[bytes], "Look"], tuple[bytes]]:
        """Return what is pickled."""
        return _unpacked, (self.packed(),)

    def packed(self) -> bytes:
        """Return what travels; who asks while processes start finds it at hand later."""
        return _packed(Same(self))


@lru_cache(maxsize=2)
def _packed(same: Same[Look]) -> bytes:
    look = same.value
    values = [getattr(look, field.name) for field in fields(look)]
    return pickle.dumps((values, compiled(look.theme, look.configuration.language)), pickle.HIGHEST_PROTOCOL)


@lru_cache(maxsize=2)
def _unpacked(packed: bytes) -> Look:
    values, code = pickle.loads(packed)  # noqa: S301 it lies in a pickle already
    look = Look(*values)
    supply(look.theme, look.configuration.language, code)
    return look


@dataclass(frozen=True, slots=True)
class PageChunk:
    """About 32 skills, as the catalog sees them, whose pages are due.

    Attributes:
        workplace: Where their files are written; None leaves the bytes to the caller.
    """

    look: Look
    skills: tuple[Sheet, ...]
    workplace: Workplace | None = None


Files = Made | tuple[OutputFile, ...]
"""Files that were written, or that are to be."""


def look_of(inputs: Inputs) -> Look:
    """Return how the pages of a build look."""
    theme = replace(inputs.theme, assets={})
    profiles = tuple(inputs.profiles.values())
    return Look(theme, inputs.configuration, profiles, inputs.agents, inputs.settings.limits)


def has_page(record: FileRecord, limits: Limits) -> bool:
    """Return whether a file of a skill gets a page of its own."""
    return record.text and record.size <= limits.viewer


def render_files(prepared: Prepared, texts: Mapping[str, str], look: Look) -> tuple[tuple[str, bytes], ...]:
    """Return path and bytes of the pages of a skill's text files."""
    pages = file_pages(prepared, texts, look.theme, look.configuration)
    return tuple((page.path, b"".join(page.chunks)) for page in pages)


def render_skills(chunk: PageChunk) -> tuple[Files, ...]:
    """Return page and records of each skill, in the order of the chunk."""
    if chunk.workplace is None:
        return tuple(tuple(_rendered(sheet, chunk.look)) for sheet in chunk.skills)
    # The name of a skill of the set is nobody else's: its files may be made where they belong.
    room = Room(chunk.workplace, chunk.workplace.site)
    return tuple(room.make(_rendered(sheet, chunk.look)) for sheet in chunk.skills)


def _rendered(sheet: Sheet, look: Look) -> Iterator[OutputFile]:
    prepared, around, past, carried = sheet.read()
    shown = frozenset(record.path for record in prepared.files if has_page(record, look.limits))
    page = skill_page(prepared, around, shown, look.theme, look.configuration, look.profiles, agents=look.agents)
    return skill_files((page.path, b"".join(page.chunks)), prepared, around, past, carried)
