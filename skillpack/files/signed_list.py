"""The signed list in the folder of a site: its files, which no build writes, and what it is made of."""

import os
import re
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from skillpack.catalog import paths
from skillpack.errors import SkillpackError, UsageError
from skillpack.files.disk import make_folder, mode_of, open_regular, replace_file, reported, sync_files
from skillpack.files.lock import locked
from skillpack.files.manifest import read_manifest
from skillpack.files.recovery import find_area
from skillpack.model.digest import sha256
from skillpack.registry.signed_list import LONGEST_LIST, SignedList, read_list

_PART = re.compile(r"[0-9]{4}\.json")
_WAIT = 5.0  # seconds for a build of the same output to finish


def list_files(top: str) -> tuple[str, ...]:
    """Return the paths of the signed list in a folder, its parts first; none where there is none."""
    parts: list[str] = []
    with suppress(FileNotFoundError, NotADirectoryError):
        names = sorted(os.listdir(f"{top}/{paths.SIGNED_PARTS}"))
        parts = [f"{paths.SIGNED_PARTS}/{name}" for name in names if _PART.fullmatch(name)]
    return (*parts, paths.SIGNED_LIST) if mode_of(f"{top}/{paths.SIGNED_LIST}") else tuple(parts)


def outdated_list(top: str, old: Mapping[str, str], new: Mapping[str, str]) -> tuple[str, ...]:
    """Return the paths of the signed list of a site that is about to change in what the list names; else none.

    Args:
        top: The folder of the site.
        old: Path -> SHA-256 of its files.
        new: The same as they will be.
    """
    found = list_files(top)
    if not found:
        return ()
    named = {path: digest for path, digest in old.items() if paths.is_installed_from(path)}
    return () if named == {path: new[path] for path in new if paths.is_installed_from(path)} else found


def site_digests(site: Path) -> Mapping[str, str]:
    """Return path -> SHA-256 of all that installers read of a site that was built, as it lies there.

    Raises:
        UsageError: It is no folder that `build` wrote.
        SkillpackError: A file is not as it was built, or is not there.
    """
    top = os.path.realpath(site)
    listed = read_manifest(top)
    if listed is None:
        raise UsageError(f"`{site}` holds no site that skillpack wrote", hint="give the folder that `build` wrote")
    found = {path: digest for path, digest in listed.items() if paths.is_installed_from(path)}
    for path, digest in found.items():
        try:
            with open_regular(f"{top}/{path}") as file:
                is_same = sha256(file.read()) == digest
        except OSError:
            is_same = False
        if not is_same:
            hint = "build it again, and see what changed it: what is signed should be what was built"
            raise SkillpackError(f"`{path}` in `{site}` is not the file that was built", hint=hint)
    return found


def previous_serial(site: Path) -> int:
    """Return the serial of the list that lies in a site; -1 where there is none that can be read."""
    said = _said(site)
    return said.serial if said is not None else -1


def first_line(site: Path, path: str, most: int) -> bytes:
    """Return the first line of a file of a site, of so many bytes at most.

    Raises:
        SkillpackError: It cannot be read.
    """
    try:
        with open_regular(os.path.join(os.path.realpath(site), path)) as file:
            return file.readline(most)
    except OSError as error:
        raise SkillpackError(f"`{path}` in `{site}` cannot be read: {error.strerror}") from error


def write_list(site: Path, content: bytes, parts: Sequence[bytes]) -> None:
    """Write the list of a site, its parts first, each beside and renamed; parts that it has no more are removed.

    Raises:
        LockedError: A build of the site goes on.
        OutputError: The disk refuses.
    """
    top = os.path.realpath(site)
    with reported(site), locked(find_area(site).lock, wait=_WAIT):
        before = set(list_files(top))
        if not stat.S_ISDIR(mode_of(f"{top}/{paths.SIGNED_PARTS}")):
            make_folder(f"{top}/{paths.SIGNED_PARTS}")
        written = [(paths.signed_part(number), part) for number, part in enumerate(parts)]
        for path, part in (*written, (paths.SIGNED_LIST, content)):
            replace_file(f"{top}/{path}", part)
        for path in before - {path for path, _ in written} - {paths.SIGNED_LIST}:
            os.unlink(f"{top}/{path}")
        sync_files(top, [path for path, _ in written] + [paths.SIGNED_LIST])


def _said(site: Path) -> SignedList | None:
    with suppress(OSError, ValueError), open_regular(os.path.join(os.path.realpath(site), paths.SIGNED_LIST)) as file:
        return read_list(file.read(LONGEST_LIST + 1))[1]
    return None
