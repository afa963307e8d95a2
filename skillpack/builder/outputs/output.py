"""Files that are rendered together, with a key of all that they show, and what all pages and cards share.

A task travels to a worker with all that its files show, and its files come back.
"""

import pickle
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Protocol

from msgspec import Struct
from msgspec.structs import fields, replace

from skillpack import resources
from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.store import encode
from skillpack.files.staging import Files, WorkerOutput, WorkerStaging
from skillpack.machine import library_metadata
from skillpack.model.agent import Agent
from skillpack.model.digest import sha256
from skillpack.model.output import OutputFile
from skillpack.model.profile import Profile
from skillpack.model.settings import Configuration, Theme
from skillpack.site.card import Card
from skillpack.site.pages.guides import TextPage, read_page
from skillpack.site.theme import Same, compile_all, supply

Rendered = Iterator[tuple[str, Iterable[OutputFile]]]
"""Parts with their files, which are made as they are asked for."""


class RenderInputs(Struct, frozen=True):
    """The theme without its assets, the configuration, profiles and agents.

    However often it travels, it is packed once, with its templates compiled, and unpacked once by each process.
    """

    theme: Theme
    configuration: Configuration
    profiles: tuple[Profile, ...]
    agents: tuple[Agent, ...]

    def __reduce__(self) -> tuple[Callable[[bytes], "RenderInputs"], tuple[bytes]]:
        """Return the packed bytes in place of the values."""
        return _unpacked, (self.packed(),)

    def packed(self) -> bytes:
        """Return the bytes that travel; who asks while processes start finds them at hand later."""
        return _packed(Same(self))


@lru_cache(maxsize=2)
def _packed(same: Same[RenderInputs]) -> bytes:
    shared = same.value
    values = [getattr(shared, field.name) for field in fields(shared)]
    return pickle.dumps((values, compile_all(shared.theme)), pickle.HIGHEST_PROTOCOL)


@lru_cache(maxsize=2)
def _unpacked(packed: bytes) -> RenderInputs:
    values, code = pickle.loads(packed)  # noqa: S301 it lies in a pickle already
    shared = RenderInputs(*values)
    supply(shared.theme, code)
    return shared


def render_inputs_of(inputs: Inputs) -> RenderInputs:
    """Return the inputs that all pages of a build share."""
    theme = replace(inputs.theme, assets={})
    profiles = tuple(inputs.profiles.values())
    return RenderInputs(theme, inputs.configuration, profiles, inputs.agents)


def text_pages_of(inputs: Inputs) -> tuple[TextPage, ...]:
    """Return the catalog's own pages as HTML, in the order of the configuration."""
    stems = [page.stem for page in inputs.pages]
    limits, highlight = inputs.settings.limits, inputs.settings.highlight
    return tuple(read_page(page.stem, page.text, stems, limits=limits, highlight=highlight) for page in inputs.pages)


class SiteOutput(Struct, frozen=True):
    """Parts of a site that one call renders.

    Attributes:
        keys: Part -> digest of its context and of the inputs, theme included: equal keys mean equal bytes.
        render: Some of the parts -> these with their files.
    """

    keys: Mapping[str, str]
    render: Callable[[Collection[str]], Rendered]


def digest(*context: object) -> str:
    """Return the digest of a context."""
    return sha256(encode(context))


def single(part: str, key: str, files: Callable[[], Iterable[OutputFile]]) -> SiteOutput:
    """Return an output of one part."""
    return SiteOutput({part: key}, lambda _: iter([(part, files())]))


def paged(keys: Mapping[str, str], pages: Callable[[Collection[str]], Iterable[OutputFile]]) -> SiteOutput:
    """Return an output of which each page is a part, called by its path with a `/` before it.

    Args:
        keys: Path of each page -> its key.
        pages: Some of the paths -> their pages.
    """

    def render(due: Collection[str]) -> Rendered:
        for file in pages({part.removeprefix("/") for part in due}):
            yield f"/{file.path}", (file,)

    return SiteOutput({f"/{path}": key for path, key in keys.items()}, render)


class Task(Protocol):
    """Parts of a site that are due, as a value that can be pickled."""

    def render(self, shared: RenderInputs) -> Iterator[tuple[str, Iterable[OutputFile]]]:
        """Yield each part with its files."""


class TaskOutput(Struct, frozen=True):
    """Parts of a site that a worker renders.

    Attributes:
        keys: Part -> digest of its context and of the inputs, theme included: equal keys mean equal bytes.
        task: Some of the parts -> the task that renders these.
    """

    keys: Mapping[str, str]
    task: Callable[[Collection[str]], Task]


class TaskChunk(Struct, frozen=True):
    """Some tasks, with what their pages have in common.

    Attributes:
        worker_staging: Where their files are written; None leaves the bytes to the caller.
    """

    shared: RenderInputs
    tasks: tuple[Task, ...]
    worker_staging: WorkerStaging | None = None


def render_tasks(chunk: TaskChunk) -> tuple[tuple[str, Files], ...]:
    """Return the parts of all tasks of a chunk, each with its files."""
    # The name that a task is about is no other task's: its files may be made where they belong.
    staging = chunk.worker_staging
    output = WorkerOutput(staging, staging.site) if staging is not None else None
    parts = (part for task in chunk.tasks for part in task.render(chunk.shared))
    return tuple((part, output.make(files) if output is not None else tuple(files)) for part, files in parts)


def cards_key(inputs: Inputs) -> str:
    """Return a digest of what all cards of a catalog show beside their skills, and of what draws them."""
    configuration, theme = inputs.configuration, inputs.theme
    shown = (configuration.title, configuration.description, configuration.owner.name, configuration.site_url)
    return digest(shown, theme.digest, theme.language, inputs.settings.digest, library_metadata())


def drawn(card: Card) -> bytes:
    """Return the PNG of a card; what draws is loaded for that alone."""
    from skillpack.site.card_picture import draw

    return draw(card, resources.face())
