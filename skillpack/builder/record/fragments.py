"""Texts of skills as fragments of HTML, each rendered once: Markdown and highlighting are paid by digest."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from skillpack import machine
from skillpack.builder.store import FragmentReader
from skillpack.model.digest import sha256
from skillpack.model.entry import FileRecord
from skillpack.model.settings import Settings
from skillpack.parse.document import SKILL_FILE
from skillpack.site.highlight import highlighted
from skillpack.site.markdown.links import skill_links
from skillpack.site.markdown.render import render_body

Remember = Callable[[str, str, Callable[[], str]], str]
"""Kind, text, maker -> what the maker makes of the text, perhaps from an earlier time."""

_PACKAGE = Path(__file__).parents[2]


@cache
def renderer(package: Path = _PACKAGE) -> str:
    """Return the identity of the renderer: versions of libraries, and our code by its content.

    Not by its time: a cache that people share outlives installations.

    Args:
        package: Folder of the package.
    """
    folders = (package / "site", package / "parse" / "markdown")
    files = (*(file for folder in folders for file in sorted(folder.rglob("*.py"))), package / "model" / "limits.py")
    code = sha256("".join(sha256(file.read_bytes()) for file in files).encode())
    return "\0".join((*machine.library_metadata(), code))


def fragment_key(kind: str, text: str) -> str:
    """Return the key of the fragment of a text: of the text, of its kind, and of the renderer."""
    return sha256(f"{renderer()}\0{kind}\0{text}".encode("utf-8", "surrogatepass"))


class Fragments:
    """A reader of stored fragments that collects new ones; used by one worker for one chunk.

    Args:
        cache: Path of a cache; empty for none.
    """

    def __init__(self, cache: str) -> None:
        self._stored = FragmentReader(cache)
        self._new: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stored.close()

    def remember(self, kind: str, text: str, make: Callable[[], str]) -> str:
        """Return the fragment of a text, made where it is not stored."""
        key = fragment_key(kind, text)
        known = self._new.get(key) or self._stored.get(key)
        if known is None:
            known = self._new[key] = make()
        return known

    def new(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs of key and fragment that were made."""
        return tuple(self._new.items())


class RenderedTexts:
    """The Markdown of a skill as fragments, each a `RenderedText` as JSON.

    Args:
        name: Of the skill.
        records: Its files, where links may lead.
        settings: Of the build.
        remember: Keeps what was rendered.
    """

    def __init__(self, name: str, records: Sequence[FileRecord], settings: Settings, remember: Remember) -> None:
        self._name, self._settings, self._remember = name, settings, remember
        self._files = {record.path: record for record in records}
        listing = (f"{record.path} {record.text}" for record in records)
        self._context = "\0".join((name, str(settings.highlight), *listing))

    def fragment(self, path: str, text: str) -> tuple[str, str]:
        """Return the key of a text's fragment, and the fragment.

        Args:
            path: Of the file that the text is of.
            text: Markdown.
        """
        known = f"{self._context}\0{path}\0{text}"
        return fragment_key("body", known), self._remember("body", known, partial(self._render, path, text))

    def _render(self, path: str, text: str) -> str:
        limits, above = self._settings.limits, 2 if path == SKILL_FILE else 1
        link = skill_links(self._name, self._files, viewer=limits.viewer, at=path)
        rendered = render_body(text, link=link, highlight=highlighter(self._settings), limits=limits, shift=above)
        return msgspec.json.encode(rendered).decode()


def highlighter(settings: Settings) -> Callable[[str, str], str]:
    """Return the function that makes HTML of code and its language."""
    return highlighted if settings.highlight else plain


def plain(code: str, language: str) -> str:  # noqa: ARG001 the signature is that of `highlighted`
    """Return code as HTML without highlighting."""
    return code.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
