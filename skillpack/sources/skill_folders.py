"""Where skills lie in a repository that nobody unpacked: as `files.layout` finds them in a folder (pure)."""

from collections.abc import Iterable, Iterator

from skillpack.files.layout import HOST_ROOTS, SKILLS
from skillpack.files.membership import is_excluded, is_generated
from skillpack.model.settings import Source


def skill_folders(skill_files: Iterable[str]) -> tuple[str, ...]:
    """Return the folders of the skills of a repository, sorted.

    Args:
        skill_files: Paths of its files that are called as a skill's file is.
    """
    folders = {path.rpartition("/")[0] for path in skill_files}
    in_usual = _below(folders, SKILLS)
    if "" in folders:
        return ("", *in_usual)
    found = _below(folders, "")
    if not in_usual and not any("/" not in folder for folder in found):
        in_roots = (_below(folders, root) for root in HOST_ROOTS)
        found += next((each for each in in_roots if each), [])
    return tuple(sorted({*found, *in_usual}))


def _below(folders: Iterable[str], source: str) -> list[str]:
    """Return the skills of a source as `discover` finds them: not hidden, not generated, none inside of another."""
    prefix = f"{source}/" if source else ""
    inside = (folder.removeprefix(prefix) for folder in folders if folder.startswith(prefix) and folder != source)
    return [f"{prefix}{folder}" for folder in _outermost(filter(_is_found, inside))]


def _is_found(folder: str) -> bool:
    *groups, name = folder.split("/")
    hidden = any(part.startswith(".") or is_excluded(part) for part in (*groups, name))
    return not hidden and len(groups) < Source("").depth and not any(map(is_generated, groups))


def _outermost(folders: Iterable[str]) -> Iterator[str]:
    last = ""
    for folder in sorted(folders, key=lambda each: each.split("/")):
        if not last or not folder.startswith(f"{last}/"):
            last = folder
            yield folder
