"""Whether a name is free in a root, and whether the folder that has it is ours."""

import os
import stat
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from skillpack.errors import IntegrityError, OutputError
from skillpack.files.disk import mode_of
from skillpack.files.open_folder import FolderEntry, Place, entry_of
from skillpack.install.root.root import Root, receipt_in
from skillpack.model.limits import Limits
from skillpack.model.portable import path_problem, printable, usable_name


def colliding_names(wanted: Iterable[str], present: Iterable[str]) -> Mapping[str, str]:
    """Return each wanted name that cannot be placed, with the other name that it would be: the first comes first."""
    taken = {_folded(name): name for name in present}
    found: dict[str, str] = {}
    for name in wanted:
        other = taken.setdefault(_folded(name), name)
        if other != name:
            found[name] = other
    return found


def check_names(root: Root, names: Sequence[str], limits: Limits) -> None:
    """Refuse a name that would be another skill's on a file system that does not tell cases apart.

    Raises:
        OutputError: It would be, or it is not a name of a skill.
    """
    for name in names:
        check_name(name, limits)
    for name, other in colliding_names(names, os.listdir(root.folder)).items():
        message = (
            f"`{printable(other)}` is installed and differs from `{name}` only in case, so some disks cannot hold both"
        )
        raise OutputError(message, hint="rename or uninstall one of the two")


def check_name(name: str, limits: Limits) -> None:
    """Refuse a name that no skill may have.

    Raises:
        OutputError: It is one.
    """
    if not usable_name(name) or path_problem(name, limits) is not None:
        raise OutputError(f"`{printable(name)}` is not a name of a skill")


def is_taken(root: Root, name: str) -> bool:
    """Return whether there is a folder of that name.

    Raises:
        OutputError: Something else has it, which is never replaced.
    """
    mode = mode_of(root.skill(name))
    if mode and not stat.S_ISDIR(mode):
        raise OutputError(f"`{root.skill(name)}` is a link or a file, not a skill folder", hint="move it away")
    return bool(mode)


def check_ours(folder: Place, name: str, limits: Limits) -> None:
    """Refuse a folder that we did not place under that name.

    Raises:
        OutputError: It was not, or is not there.
        FetchError: The system fails to say.
    """
    entry = entry_of(folder)
    if not entry.mode:
        raise OutputError(f"`{name}` is not installed", hint="`skillpack list` shows what is installed")
    why = _why_not_ours(entry, name, limits)
    if why:
        hint = f"`skillpack adopt {name}` adopts a folder you made"
        raise OutputError(f"`{name}` is unchanged: {why}", hint=hint)


def _why_not_ours(folder: FolderEntry, name: str, limits: Limits) -> str:
    if not folder.node:
        return "it is a link or a file, not a folder"
    try:
        receipt = receipt_in(folder, limits)
    except IntegrityError as error:
        return str(error)
    return "" if receipt is not None and receipt.name == name else "not installed by skillpack"


def _folded(name: str) -> str:
    """Return the form of a name that file systems compare which know neither cases nor forms of Unicode."""
    return name.lower() if name.isascii() else unicodedata.normalize("NFKC", name.casefold())
