"""Where skills lie in a repository that nobody unpacked: as `files.layout` finds them in a folder (pure)."""

from collections.abc import Collection, Iterable, Iterator

from skillpack.files.layout import HOST_ROOTS
from skillpack.files.membership import SKILLS, is_excluded, is_generated, is_hidden
from skillpack.model.digest import RECEIPT
from skillpack.model.settings import Source


def skill_folders(files: Iterable[str], *, locked: Collection[str] = ()) -> tuple[str, ...]:
    """Return the folders of the skills of a repository, sorted; a name in a host's root is not taken twice.

    Args:
        files: Paths of its files that are called as a skill's file or a receipt is.
        locked: Names of what its lock file says was installed, in lower case.
    """
    installed: set[str] = set()
    folders: set[str] = set()
    for path in files:
        folder, _, name = path.rpartition("/")
        (installed if name == RECEIPT else folders).add(folder)
    in_usual = _below(folders, SKILLS)
    if "" in folders:
        return ("", *in_usual)
    found = {*_below(folders, ""), *in_usual}
    in_roots = [folder for root in HOST_ROOTS for folder in _below(folders, root)]
    own = [each for each in in_roots if each not in installed and _name(each).lower() not in locked]
    names = {_name(folder) for folder in found}
    for folder in own if found or own else in_roots:
        if _name(folder) not in names:
            names.add(_name(folder))
            found.add(folder)
    return tuple(sorted(found))


def hidden_folders(files: Iterable[str]) -> tuple[str, ...]:
    """Return the folders that hold skills in a dot folder which nobody looks into, sorted.

    Args:
        files: As of `skill_folders`.
    """
    folders = {path.rpartition("/")[0] for path in files}
    hidden = {folder for folder in folders if any(part.startswith(".") for part in folder.split("/"))}
    homes = {folder.rpartition("/")[0] for folder in _outermost(hidden)}
    return tuple(sorted(home for home in homes if home.startswith(".") or "/." in home))


def _name(folder: str) -> str:
    return folder.rpartition("/")[2]


def _below(folders: Iterable[str], source: str) -> list[str]:
    """Return the skills of a source as `discover` finds them: not hidden, not generated, none inside of another."""
    prefix = f"{source}/" if source else ""
    inside = (folder.removeprefix(prefix) for folder in folders if folder.startswith(prefix) and folder != source)
    return [f"{prefix}{folder}" for folder in _outermost(each for each in inside if _is_found(each, source))]


def _is_found(folder: str, source: str) -> bool:
    *groups, name = folder.split("/")
    steps = zip((source, *groups), (*groups, name), strict=True)
    hidden = any(is_hidden(part, f"/{above}") or is_excluded(part) for above, part in steps)
    return not hidden and len(groups) < Source("").depth and not any(map(is_generated, groups))


def _outermost(folders: Iterable[str]) -> Iterator[str]:
    last = ""
    for folder in sorted(folders, key=lambda each: each.split("/")):
        if not last or not folder.startswith(f"{last}/"):
            last = folder
            yield folder
