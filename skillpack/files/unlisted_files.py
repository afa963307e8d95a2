"""Files in an output that no build wrote: they are named, never removed."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from skillpack.files.journal import files_below
from skillpack.files.manifest import folders_of, read_manifest

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
