"""Files that are rendered together, with a key of all that they show (pure)."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from msgspec import Struct

from skillpack.builder.store import encode
from skillpack.model.digest import sha256
from skillpack.model.output import OutputFile

Rendered = Iterator[tuple[str, Iterable[OutputFile]]]
"""Parts with their files, which are made as they are asked for."""


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
