"""Where skills lie in a folder that is none itself: one table for folders and repositories (pure)."""

from collections.abc import Iterable, Iterator

SHELVES = (".", "skills", ".claude/skills", ".agents/skills", ".metis/skills")
"""Where a folder that is no skill may hold skills, in this order."""

_REPOSITORY_SHELVES = (*SHELVES, "plugins/*/skills")
"""Where a repository may hold them: in plugins too."""

_DEEPEST = 8  # components of a folder that is looked for anywhere


def skill_folders(skill_files: Iterable[str]) -> tuple[str, ...]:
    """Return the folders of the skills of a repository: itself, else those of the first shelf that has any.

    Where no shelf has one, every folder with a skill file counts that is in no other, and in no hidden folder.

    Args:
        skill_files: Paths of its files that are called as a skill's file is.
    """
    folders = {path.rpartition("/")[0] for path in skill_files}
    if "" in folders:
        return ("",)
    for shelf in _REPOSITORY_SHELVES:
        found = sorted(folder for folder in folders if _lies_in(folder, shelf))
        if found:
            return tuple(found)
    return tuple(_outermost(folder for folder in folders if _is_open(folder)))


def _lies_in(folder: str, shelf: str) -> bool:
    *parts, name = folder.split("/")
    pattern = shelf.split("/") if shelf != "." else []
    if len(parts) != len(pattern) or name.startswith("."):
        return False
    return all(wanted in ("*", part) for wanted, part in zip(pattern, parts, strict=True))


def _is_open(folder: str) -> bool:
    parts = folder.split("/")
    return len(parts) <= _DEEPEST and not any(part.startswith(".") for part in parts)


def _outermost(folders: Iterable[str]) -> Iterator[str]:
    last = ""
    for folder in sorted(folders, key=lambda each: each.split("/")):
        if not last or not folder.startswith(f"{last}/"):
            last = folder
            yield folder
