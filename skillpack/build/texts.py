"""The text files of a skill, read once more and made fit for pages: what they look like is no part of its record."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from skillpack.files.discover import Place
from skillpack.files.read import read
from skillpack.model.digest import sha256
from skillpack.model.entry import FileRecord, Prepared
from skillpack.model.limits import Limits
from skillpack.model.settings import Settings
from skillpack.parse.compose import published_tree
from skillpack.build.record.record import Remember, painter
from skillpack.build.record.files import decoded


def has_page(record: FileRecord, limits: Limits) -> bool:
    """Return whether a file of a skill gets a page of its own."""
    return record.text and record.size <= limits.viewer


@dataclass(frozen=True, slots=True)
class Texts:
    """The files of a skill that get a page.

    Attributes:
        painted: Path -> highlighted text.
        current: False where a file changed, or went, since the skill was prepared. It is shown as it is now, or empty,
            so that no link is dead; the next build must make the pages again.
    """

    painted: Mapping[str, str]
    current: bool


def painted_texts(prepared: Prepared, place: Place, settings: Settings, remember: Remember) -> Texts:
    """Return the texts of a skill, read at its place."""
    shown = [record for record in prepared.files if has_page(record, settings.limits)]
    if not shown:
        return Texts({}, current=True)
    files, paint = published_tree(read(place, settings.limits)).files, painter(settings)
    painted, current = {}, True
    for record in shown:
        content = files.get(record.path, b"")
        current = current and sha256(content) == record.sha256
        text, kind = decoded(content) or "", f"file {record.language} {settings.highlight}"
        painted[record.path] = remember(kind, text, partial(paint, text, record.language))
    return Texts(painted, current)
