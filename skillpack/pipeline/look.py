"""Skills -> pages, in a worker: all that pages depend on beside the skill travels with each chunk."""

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from skillpack.files.apart import Made, Room, Workplace
from skillpack.files.discover import Place
from skillpack.model.limits import Limits
from skillpack.model.output import OutputFile
from skillpack.model.profile import Profile
from skillpack.model.settings import Agent, Configuration, Settings, Theme
from skillpack.pipeline.cache import Sheet
from skillpack.pipeline.fragments import Fragments
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.pages import skill_files
from skillpack.pipeline.texts import painted_texts
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
        skills: Each with its place, where its files are read.
        cache: Path of the cache whose fragments may be read; empty for none.
        workplace: Where their files are written; None leaves the bytes to the caller.
    """

    look: Look
    settings: Settings
    skills: tuple[tuple[Sheet, Place], ...]
    cache: str
    workplace: Workplace | None = None


Files = Made | tuple[OutputFile, ...]
"""Files that were written, or that are to be."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """What came of a chunk of pages, in its order.

    Attributes:
        fragments: Pairs of key and HTML that were not remembered before.
    """

    files: tuple[Files, ...]
    fragments: tuple[tuple[str, str], ...]


def look_of(inputs: Inputs) -> Look:
    """Return how the pages of a build look."""
    theme = replace(inputs.theme, assets={})
    profiles = tuple(inputs.profiles.values())
    return Look(theme, inputs.configuration, profiles, inputs.agents, inputs.settings.limits)


def render_skills(chunk: PageChunk) -> Rendered:
    """Return pages and records of each skill, in the order of the chunk."""
    with Fragments(chunk.cache) as fragments:
        made = (_rendered(sheet, place, chunk, fragments) for sheet, place in chunk.skills)
        if chunk.workplace is None:
            return Rendered(tuple(map(tuple, made)), fragments.new())
        # The name of a skill of the set is nobody else's: its files may be made where they belong.
        room = Room(chunk.workplace, chunk.workplace.site)
        return Rendered(tuple(map(room.make, made)), fragments.new())


def _rendered(sheet: Sheet, place: Place, chunk: PageChunk, fragments: Fragments) -> Iterator[OutputFile]:
    prepared, around, past, carried = sheet.read()
    look = chunk.look
    texts = painted_texts(prepared, place, chunk.settings, fragments.remember)
    page = skill_page(
        prepared, around, frozenset(texts), look.theme, look.configuration, look.profiles, agents=look.agents
    )
    yield from skill_files((page.path, b"".join(page.chunks)), prepared, around, past, carried)
    yield from file_pages(prepared, texts, look.theme, look.configuration)
