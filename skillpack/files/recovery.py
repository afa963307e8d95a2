"""The place beside an output where builds are staged, and the end of a build that was killed there."""

import os
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from skillpack.catalog.paths import MANIFEST
from skillpack.files.disk import is_mount, make_parents, may_write
from skillpack.files.exchange import finish_exchange
from skillpack.files.journal import apply, files_below, identity, read_journal, remove_files
from skillpack.files.manifest import read_manifest
from skillpack.files.staging import EXCHANGE, SITE, discard, fresh_name


class Area(Struct, frozen=True):
    """Where the names of our own lie: beside the output, or in it where the place beside cannot serve.

    Attributes:
        folder: The output, resolved.
        parent: The folder that holds staging and lock.
        prefix: What their names start with.
        inside: True when `parent` is the output itself; then nothing can be exchanged.
    """

    folder: str
    parent: str
    prefix: str
    inside: bool

    @property
    def lock(self) -> Path:
        """The path of the lock."""
        return Path(self.parent, f"{self.prefix}lock")

    def fresh(self, purpose: str) -> str:
        """Return a new name for a purpose."""
        return fresh_name(self.parent, f"{self.prefix}{purpose}-")


def find_area(folder: Path) -> Area:
    """Return where a build for this folder is staged.

    That is inside the folder where it is a mount of its own, or where the folder above may not be written to.
    """
    top = os.path.realpath(folder)
    parent, name = os.path.split(top)
    if os.path.isdir(top) and (is_mount(top) or not may_write(parent)):
        return Area(top, top, ".skillpack-", inside=True)
    return Area(top, parent, f".{name}.skillpack-", inside=False)


def recover(area: Area) -> None:
    """Bring to its end what was killed on the way to this output, so that it is the old site or the new one.

    A change with a journal is done to the end, an exchange that lacks a rename gets it, and what was only staged goes.
    Call it while holding the lock.

    Raises:
        OSError: The disk refuses.
    """
    for location in _abandoned(area):
        journal = read_journal(location)
        if journal is not None and journal.folder == identity(area.folder):
            apply(journal, location, f"{location}/{SITE}", area.folder)
        else:
            finish_exchange(Path(location, SITE), Path(area.folder))
            clear(location, area)


def clear(location: str, area: Area) -> None:
    """Remove a staging folder.

    After an exchange it holds the old site: only files of its list are removed, and what somebody else put there in
    the last moment goes back to the output. What has no place there is left beside it, under a name with `saved`.
    """
    site = f"{location}/{SITE}"
    if os.path.lexists(f"{location}/{EXCHANGE}") and os.path.isdir(site):
        remove_files(site, [*(read_manifest(site) or ()), MANIFEST])
        left = [path for path in files_below(site) if not _given_back(f"{site}/{path}", area.folder, path)]
        if left:
            os.rename(location, area.fresh("saved"))
            return
    # Workers of a build that was killed may go on for a moment: under another name they find it no more.
    gone = area.fresh("new")
    try:
        os.rename(location, gone)
    except OSError:
        gone = location
    discard(gone)


def _given_back(there: str, folder: str, path: str) -> bool:
    """Move somebody's file to the output, and return whether there was a place for it."""
    try:
        make_parents(folder, path, set())
    except OSError:
        return False
    if os.path.lexists(f"{folder}/{path}"):
        return False
    os.rename(there, f"{folder}/{path}")
    return True


def _abandoned(area: Area) -> Iterator[str]:
    """Yield the staging folders that killed builds of our own user left."""
    user = os.geteuid() if hasattr(os, "geteuid") else None
    with os.scandir(area.parent) as entries:
        found = sorted(
            (entry for entry in entries if entry.name.startswith(f"{area.prefix}new-")), key=lambda e: e.name
        )
    for entry in found:
        if entry.is_dir(follow_symlinks=False) and user in {None, entry.stat(follow_symlinks=False).st_uid}:
            yield entry.path
