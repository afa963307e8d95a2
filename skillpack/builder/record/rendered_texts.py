"""The Markdown of a skill as HTML, each text once: the body of the skill file, and every guide beside it."""

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from skillpack.builder.record.fragments import fragment_key
from skillpack.model.entry import FileRecord
from skillpack.model.settings import Settings
from skillpack.parse.document import SKILL_FILE
from skillpack.site.highlight import highlighted
from skillpack.site.markdown.links import skill_links
from skillpack.site.markdown.render import render_body

Remember = Callable[[str, str, Callable[[], str]], str]
"""Kind, text, maker -> what the maker makes of the text, perhaps from an earlier time."""


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
        self._around = "\0".join((name, str(settings.highlight), *listing))

    def fragment(self, path: str, text: str) -> tuple[str, str]:
        """Return the key of a text's fragment, and the fragment.

        Args:
            path: Of the file that the text is of.
            text: Markdown.
        """
        known = f"{self._around}\0{path}\0{text}"
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
