"""The text files of a skill, read once more and made fit for pages: what they look like is no part of its record."""

from functools import partial

from skillpack.errors import SkillpackError
from skillpack.files.discover import Place
from skillpack.files.read import read
from skillpack.model.digest import sha256
from skillpack.model.entry import FileRecord, Prepared
from skillpack.model.limits import Limits
from skillpack.model.settings import Settings
from skillpack.parse.compose import published_tree
from skillpack.pipeline.prepare import Remember, painter
from skillpack.pipeline.records import decoded


def has_page(record: FileRecord, limits: Limits) -> bool:
    """Return whether a file of a skill gets a page of its own."""
    return record.text and record.size <= limits.viewer


def painted_texts(prepared: Prepared, place: Place, settings: Settings, remember: Remember) -> dict[str, str]:
    """Return path and highlighted text of every file that gets a page.

    Raises:
        SkillpackError: A file is not as it was when the skill was prepared: its page would not show what is packed.
    """
    shown = [record for record in prepared.files if has_page(record, settings.limits)]
    if not shown:
        return {}
    files, paint = published_tree(read(place, settings.limits)).files, painter(settings)
    texts = {}
    for record in shown:
        content = files.get(record.path, b"")
        if sha256(content) != record.sha256:
            raise SkillpackError(
                f"`{place.origin.locate(record.path)}` changed while the site was built", hint="build again"
            )
        text, kind = decoded(content) or "", f"file {record.language} {settings.highlight}"
        texts[record.path] = remember(kind, text, partial(paint, text, record.language))
    return texts
