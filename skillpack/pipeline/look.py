"""Skills -> pages, in a worker: all that pages depend on beside the skill travels with each chunk."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from skillpack.model.entry import FileRecord, Prepared, Surroundings
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.settings import Agent, Configuration, Theme
from skillpack.pipeline.inputs import Inputs
from skillpack.site.skill_page import file_pages, skill_page


@dataclass(frozen=True, slots=True)
class Look:
    """How pages look, without the assets of the theme: small enough to travel."""

    theme: Theme
    configuration: Configuration
    profiles: tuple[Profile, ...]
    agents: tuple[Agent, ...]
    limits: Limits


@dataclass(frozen=True, slots=True)
class PageChunk:
    """About 32 skills, as the catalog sees them, whose pages are due."""

    look: Look
    skills: tuple[tuple[Prepared, Surroundings], ...]


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


def render_skills(chunk: PageChunk) -> tuple[tuple[str, bytes], ...]:
    """Return path and bytes of each skill's page, in the order of the chunk."""
    return tuple(_rendered(prepared, around, chunk.look) for prepared, around in chunk.skills)


def _rendered(prepared: Prepared, around: Surroundings, look: Look) -> tuple[str, bytes]:
    shown = frozenset(record.path for record in prepared.files if has_page(record, look.limits))
    page = skill_page(prepared, around, shown, look.theme, look.configuration, look.profiles, agents=look.agents)
    return page.path, b"".join(page.chunks)
