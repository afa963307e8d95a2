"""Skills -> pages, in a worker: all that pages depend on beside the skill travels with each chunk."""

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from skillpack.catalog import paths
from skillpack.files.discover import Location
from skillpack.files.staging import WorkerFile, WorkerOutput, WorkerStaging
from skillpack.model.agent import Agent
from skillpack.model.entry import Entry
from skillpack.model.limits import Limits
from skillpack.model.output import OutputFile
from skillpack.model.profile import Profile
from skillpack.model.release import Release
from skillpack.model.settings import Configuration, Settings, Theme
from skillpack.pipeline.fragments import Fragments
from skillpack.pipeline.inputs import Inputs
from skillpack.pipeline.pages import skill_files
from skillpack.pipeline.settled import Known, Sheet
from skillpack.pipeline.texts import painted_texts
from skillpack.registry.badges import skill_badge
from skillpack.registry.feeds import skill_feed
from skillpack.site.frame import Frame
from skillpack.site.pages.markdown import skill_summary
from skillpack.site.pages.skill import file_pages, skill_page
from skillpack.site.skill.facts import has_version_pages
from skillpack.site.skill.findings import host_rows
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
    return pickle.dumps((values, compiled(look.theme)), pickle.HIGHEST_PROTOCOL)


@lru_cache(maxsize=2)
def _unpacked(packed: bytes) -> Look:
    values, code = pickle.loads(packed)  # noqa: S301 it lies in a pickle already
    look = Look(*values)
    supply(look.theme, code)
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
    skills: tuple[tuple[Sheet, Location], ...]
    cache: str
    workplace: WorkerStaging | None = None


Files = WorkerFile | tuple[OutputFile, ...]
"""Files that were written, or that are to be."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """What came of a chunk of pages, in its order.

    Attributes:
        current: For each skill whether its files are still those that were prepared.
        fragments: Pairs of key and HTML that were not remembered before.
    """

    files: tuple[Files, ...]
    current: tuple[bool, ...]
    fragments: tuple[tuple[str, str], ...]


def look_of(inputs: Inputs) -> Look:
    """Return how the pages of a build look."""
    theme = replace(inputs.theme, assets={})
    profiles = tuple(inputs.profiles.values())
    return Look(theme, inputs.configuration, profiles, inputs.agents, inputs.settings.limits)


def render_skills(chunk: PageChunk) -> Rendered:
    """Return pages and records of each skill, in the order of the chunk."""
    with Fragments(chunk.cache) as fragments:
        # The name of a skill of the set is nobody else's: its files may be made where they belong.
        room = WorkerOutput(chunk.workplace, chunk.workplace.site) if chunk.workplace is not None else None
        files: list[Files] = []
        current: list[bool] = []
        for sheet, place in chunk.skills:
            known = sheet.read()
            texts = painted_texts(known[0], place, chunk.settings, fragments.remember)
            made = _rendered(known, texts.painted, chunk.look)
            files.append(room.make(made) if room is not None else tuple(made))
            current.append(texts.current)
        return Rendered(tuple(files), tuple(current), fragments.new())


def _rendered(known: Known, texts: Mapping[str, str], look: Look) -> Iterator[OutputFile]:
    prepared, around, past, carried = known
    page = skill_page(
        prepared, around, frozenset(texts), look.theme, look.configuration, look.profiles, agents=look.agents
    )
    yield from skill_files((page.path, b"".join(page.chunks)), prepared, around, past, carried)
    yield skill_summary(prepared, around, Frame(look.theme, look.configuration), look.agents)
    yield from _for_others(prepared.entry, around.releases, look)
    yield from file_pages(prepared, texts, look.theme, look.configuration)


def _for_others(entry: Entry, releases: Sequence[Release], look: Look) -> Iterator[OutputFile]:
    """Yield what other sites and readers of feeds take of a skill; a feed of several versions lies with their pages."""
    hosts = host_rows(entry, look.profiles, look.configuration.hosts)
    loading = sum(host.loads for host in hosts)
    yield OutputFile(
        paths.skill_badge(entry.name),
        (skill_badge(entry, loading, len(hosts), Frame(look.theme, look.configuration).plain),),
    )
    if not has_version_pages(releases):
        yield from skill_feed(entry.name, releases, (), look.configuration, paged=False)
