"""The list of our files in an output folder, with their digests: `sha256sum -c .skillpack-site` reads it too."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from skillpack.catalog.paths import MANIFEST
from skillpack.errors import OutputError, UsageError
from skillpack.files.disk import check_path, open_regular
from skillpack.files.journal import files_below
from skillpack.files.trace import folders_of

_DIGEST = 64  # hex digits
_TOGETHER = 1000  # lines that are written together
_HEX = frozenset("0123456789abcdef")
_PLAIN = re.compile(
    r"[0-9a-f]{64}  [^/.\\\x00-\x1f\x7f][^/\\\x00-\x1f\x7f]*(?:/[^/.\\\x00-\x1f\x7f][^/\\\x00-\x1f\x7f]*)*"
)
"""A line whose path has no component that starts with a dot: such ones need a closer look."""


def write_manifest(digests: Mapping[str, str]) -> Iterator[bytes]:
    """Yield the list of some files, path -> SHA-256, sorted by the paths' bytes, some lines at a time."""
    paths = sorted(digests)  # characters are sorted as their UTF-8 is
    for start in range(0, len(paths), _TOGETHER):
        yield "".join([f"{digests[path]}  {path}\n" for path in paths[start : start + _TOGETHER]]).encode()


def read_manifest(folder: str, *, is_ours: bool = False) -> dict[str, str] | None:
    """Return path -> SHA-256 as the list in a folder has them, or None where there is no list.

    Args:
        folder: The output.
        is_ours: Nobody but us has written the list: its lines need no look.

    Raises:
        UsageError: What has its name is not a list of ours.
    """
    path = f"{folder}/{MANIFEST}"
    try:
        with open_regular(path) as file:
            lines = file.read().decode().split("\n")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise _refused(path) from error
    if lines.pop():  # what follows the last newline
        raise _refused(path)
    try:
        for line in () if is_ours else lines:
            if not _PLAIN.fullmatch(line):
                _check_line(line)
    except OutputError as error:
        raise _refused(path) from error
    return {line[_DIGEST + 2 :]: line[:_DIGEST] for line in lines}


def _check_line(line: str) -> None:
    """Refuse what is not a digest and path."""
    digest, path = line[:_DIGEST], line[_DIGEST + 2 :]
    if len(digest) != _DIGEST or not _HEX.issuperset(digest) or line[_DIGEST : _DIGEST + 2] != "  ":
        raise OutputError("a line is not a digest and path")
    check_path(path)


def listed(folder: str, *, ours: str = "", is_ours: bool = False) -> dict[str, str] | None:
    """Return the list of an output folder, or None where the folder is absent or empty.

    Args:
        folder: The output.
        ours: What names of ours start with that a build may have left in it; empty for none.
        is_ours: As in `read_manifest`.

    Raises:
        UsageError: The folder holds something and no list, or is not a folder.
    """
    if not os.path.lexists(folder):
        return None
    if not os.path.isdir(folder):
        raise UsageError(f"`{folder}` is not a folder", hint="choose another output folder")
    digests = read_manifest(folder, is_ours=is_ours)
    if digests is not None:
        return digests
    names = sorted(name for name in os.listdir(folder) if not ours or not name.startswith(ours))
    if not names:
        return None
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    message = f"`{folder}` holds `{names[0]}`{more}, and no site that skillpack wrote"
    raise UsageError(message, hint="choose an empty folder, or one that does not exist")


_OURS = ("archives", "skills", ".well-known/agent-skills", ".well-known/skills")
"""Folders that clients install from, into which only builds write. Others may hold what somebody added."""


def unlisted_files(output: Path) -> tuple[str, ...]:
    """Return the files among the skills and archives of an output that are not on its list, sorted.

    Of a folder in which nothing is listed its path alone, ended by a slash; an empty one is nothing.
    """
    top = os.path.realpath(output)
    listed = read_manifest(top) or {}
    return tuple(sorted(_unlisted(top, listed)))


def _unlisted(top: str, listed: Iterable[str]) -> Iterator[str]:
    files, folders = set(listed), set(folders_of(listed))
    for folder in folders:
        if not f"{folder}/".startswith(tuple(f"{each}/" for each in _OURS)):
            continue
        with os.scandir(f"{top}/{folder}") as entries:
            for entry in entries:
                path = f"{folder}/{entry.name}"
                if not entry.is_dir(follow_symlinks=False):
                    if path not in files:
                        yield path
                elif path not in folders and any(files_below(f"{top}/{path}")):
                    yield f"{path}/"


def _refused(path: str) -> UsageError:
    return UsageError(f"`{path}` is not a list of files that skillpack wrote", hint="choose another output folder")
