"""Where a link of a skill's body leads."""

from collections.abc import Callable, Mapping

from skillpack.catalog import paths
from skillpack.model.entry import FileRecord
from skillpack.parse.document import SKILL_FILE
from skillpack.site.addresses import href

Link = Callable[[str, bool], str | None]
"""Target as written without escapes, whether it is an image -> URL, or None where it leads nowhere."""


def skill_links(name: str, files: Mapping[str, FileRecord], *, viewer: int, at: str = SKILL_FILE) -> Link:
    """Return where links of a skill's text lead, relative to the page that shows it.

    A text file leads to its page, an image to its bytes; what leaves the skill, is not there or is too large for a
    page leads nowhere. Links are relative to the file; one that leads nowhere so is tried from the top of the skill.

    Args:
        name: Of the skill.
        files: Its files by path.
        viewer: Bytes of the largest text file that has a page.
        at: Path of the file; the text of the skill file stands on the skill's page.
    """
    page = paths.skill_page(name)
    here = page if at == SKILL_FILE else paths.skill_file(name, at)
    folder = at.rpartition("/")[0]

    def link(target: str, image: bool) -> str | None:
        path, _, fragment = target.partition("#")
        path = path.partition("?")[0]
        record = files.get(_normal(f"{folder}/{path}")) or files.get(_normal(path))
        if record is None:
            return None
        if record.kind == "skill":
            if image:
                return None
            if at != SKILL_FILE:
                return href(here, page) + (f"#{fragment}" if fragment else "")
            return f"#{fragment}" if fragment else href(here, paths.skill_markdown(name))
        if has_image(record):
            return href(here, paths.skill_raw(name, record.path))
        if image or not has_page(record, viewer):
            return None
        return href(here, paths.skill_file(name, record.path))

    return link


def has_page(record: FileRecord, viewer: int) -> bool:
    """Return whether a file gets a page of its own: text of at most so many bytes."""
    return record.text and record.size <= viewer


def has_image(record: FileRecord) -> bool:
    """Return whether a file is published as it is: a raster image."""
    return record.image


def _normal(path: str) -> str:
    """Return a path without `.` and with `..` resolved; one that leaves the skill matches no file."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)
