"""The folder beside an output where a build is written before anybody sees it, and what becomes of it when killed."""

import os
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from skillpack.catalog.paths import MANIFEST
from skillpack.files.disk import create, make_folder, make_parents, may_write
from skillpack.files.exchange import finish_exchange
from skillpack.files.journal import apply, files_below, identity, read_journal, remove_files
from skillpack.files.manifest import read_manifest
from skillpack.files.worker_output import WorkerFile, WorkerStaging, move_in

MOUNTS = "/proc/self/mountinfo"
_SITE = "site"
_ROOMS = "rooms"
_EXCHANGE = "exchange"


@dataclass(frozen=True, slots=True)
class Area:
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
        return f"{self.parent}/{self.prefix}{purpose}-{secrets.token_hex(4)}"


def find_area(folder: Path) -> Area:
    """Return where a build for this folder is staged.

    That is inside the folder where it is a mount of its own, or where the folder above may not be written to.
    """
    top = os.path.realpath(folder)
    parent, name = os.path.split(top)
    if os.path.isdir(top) and (is_mount(top) or not may_write(parent)):
        return Area(top, top, ".skillpack-", inside=True)
    return Area(top, parent, f".{name}.skillpack-", inside=False)


def is_mount(folder: str) -> bool:
    """Return whether a file system, or a part of one, is mounted there."""
    if os.path.ismount(folder):
        return True
    try:
        with open(MOUNTS, encoding="utf-8", errors="surrogateescape") as lines:
            places = [line.split(" ", 5)[4] for line in lines]
    except (OSError, IndexError):
        return False
    return folder in (place.replace("\\040", " ") for place in places)


class Staging:
    """A folder for one build's files that nobody else may read until it is shown.

    Attributes:
        place: Its path.
        site: Where the files lie in it; after an exchange, the old ones.
    """

    def __init__(self, place: str) -> None:
        self.place = place
        self.site = f"{place}/{_SITE}"
        self._folders: set[str] = set()
        os.mkdir(place, 0o700)
        make_folder(self.site)

    def staging_folder(self, path: str) -> str:
        """Return where a file of this path may be made; its folders are there."""
        make_parents(self.site, path, self._folders)
        return f"{self.site}/{path}"

    def workplace(self, old: str) -> WorkerStaging:
        """Return where other processes may write for us; `old` is the site that is there."""
        rooms = f"{self.place}/{_ROOMS}"
        if not os.path.isdir(rooms):
            make_folder(rooms)
        return WorkerStaging(old, self.site, rooms)

    def adopt(self, made: WorkerFile) -> dict[str, str]:
        """Move in what was made for us, and return the path of each file that was written -> where it lies now."""
        move_in(made, self.site, self._folders)
        return {path: f"{self.site}/{path}" for path in made.written}

    def close_rooms(self) -> None:
        """Drop what was made and not wanted."""
        shutil.rmtree(f"{self.place}/{_ROOMS}", ignore_errors=True)

    def expect_exchange(self) -> None:
        """Note that from here on the old site may lie here: the files of its list are cleared away, no others."""
        create(f"{self.place}/{_EXCHANGE}").close()

    def expect_no_exchange(self) -> None:
        """Note that all that lies here is of this build."""
        os.unlink(f"{self.place}/{_EXCHANGE}")


def recover(area: Area) -> None:
    """Bring to its end what was killed on the way to this output, so that it is the old site or the new one.

    A change with a journal is done to the end, an exchange that lacks a rename gets it, and what was only staged goes.
    Call it while holding the lock.

    Raises:
        OSError: The disk refuses.
    """
    for place in _abandoned(area):
        journal = read_journal(place)
        if journal is not None and journal.folder == identity(area.folder):
            apply(journal, place, f"{place}/{_SITE}", area.folder)
        else:
            finish_exchange(Path(place, _SITE), Path(area.folder))
            clear(place, area)


def clear(place: str, area: Area) -> None:
    """Remove a staging folder.

    After an exchange it holds the old site: only files of its list are removed, and what somebody else put there in
    the last moment goes back to the output. What has no place there is left beside it, under a name with `saved`.
    """
    site = f"{place}/{_SITE}"
    if os.path.lexists(f"{place}/{_EXCHANGE}") and os.path.isdir(site):
        remove_files(site, [*(read_manifest(site) or ()), MANIFEST])
        left = [path for path in files_below(site) if not _given_back(f"{site}/{path}", area.folder, path)]
        if left:
            os.rename(place, area.fresh("saved"))
            return
    # Workers of a build that was killed may go on for a moment: under another name they find it no more.
    gone = area.fresh("new")
    try:
        os.rename(place, gone)
    except OSError:
        gone = place
    shutil.rmtree(gone, ignore_errors=True)


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
