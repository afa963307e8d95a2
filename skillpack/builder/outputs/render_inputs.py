"""What all pages of a site are rendered with, small enough to travel to workers."""

import pickle
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import fields, replace

from skillpack.builder.inputs.inputs import Inputs
from skillpack.model.agent import Agent
from skillpack.model.profile import Profile
from skillpack.model.settings import Configuration, Theme
from skillpack.site.pages.guides import TextPage, read_page
from skillpack.site.theme import Same, compile_all, supply


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
