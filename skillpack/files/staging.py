"""Folders in which files wait until they are shown: the one way of staging, for sites, for workers and for installs.

A staging folder has a name that nobody else thinks of and can be read by nobody else. What is in it is seen by one
rename or not at all, and whoever finds one that a killed process left may discard it.
"""

import os
import secrets
from collections.abc import Collection, Iterable
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from skillpack.files.disk import create, make_folder, make_parents, open_regular
from skillpack.files.open_folder import entry_of
from skillpack.files.pending_output import PendingOutput
from skillpack.model.output import OutputFile

SITE = "site"
"""Name of the folder of a site's files in its staging folder."""

EXCHANGE = "exchange"
"""Name of the file that says that the old site may lie there."""

_UNDECIDED = "undecided"


def fresh_name(parent: str, prefix: str = "") -> str:
    """Return a path in a folder that nobody else uses."""
    return f"{parent}/{prefix}{secrets.token_hex(6)}"


def make_private(folder: str) -> None:
    """Make a folder that nobody else may read."""
    os.mkdir(folder, 0o700)


def discard(folder: str) -> None:
    """Delete a folder of ours as far as the disk lets us; no link is followed, and the next command tries again."""
    parent, name = os.path.split(os.path.abspath(folder))
    with suppress(OSError), entry_of(os.path.realpath(parent)).open() as above:
        (above / name).remove()


class WorkerStaging(Struct, frozen=True):
    """Where others may write for an output; nothing of it is seen before the output commits.

    Attributes:
        old: The site that is there: what equals it is not written.
        site: Where the files of the new one are made.
        undecided: Where those are made of which nobody knows yet whether they will be wanted.
    """

    old: str
    site: str
    undecided: str


class WorkerFile(Struct, frozen=True):
    """Files that were made apart.

    Attributes:
        where: The folder that holds what was written, each file under its path.
        old: The site that is there; it holds what was not written.
        files: Path and SHA-256 of all of them, in order.
        written: Paths of those that are not as they were.
        homes: Folders in `where` that hold written files of these and nothing else.
    """

    where: str
    old: str
    files: tuple[tuple[str, str], ...]
    written: frozenset[str]
    homes: tuple[str, ...] = ()

    def only(self, paths: Collection[str]) -> "WorkerFile":
        """Return those of the files that are wanted."""
        files = tuple(each for each in self.files if each[0] in paths)
        return self if len(files) == len(self.files) else replace(self, files=files, homes=())

    def read(self, path: str) -> bytes:
        """Return one of the files; OSError where it is not there any more."""
        with open_regular(f"{self.where if path in self.written else self.old}/{path}") as file:
            return file.read()


Files = WorkerFile | tuple[OutputFile, ...]
"""Files of a build that lie in staging, or are still in memory."""


def staged_content(files: Files, path: str) -> bytes:
    """Return the bytes of one of the files."""
    if isinstance(files, WorkerFile):
        return files.read(path)
    return b"".join(next(file for file in files if file.path == path).chunks)


class WorkerOutput:
    """Where one task makes its files.

    Args:
        worker_staging: Of the output.
        top: The folder for them; a private one, made when it is first needed, by default.
    """

    def __init__(self, worker_staging: WorkerStaging, top: str = "") -> None:
        self._old = worker_staging.old
        self._top = top or fresh_name(worker_staging.undecided)
        self._exists = bool(top)
        self._folders: set[str] = set()

    def make(self, files: Iterable[OutputFile], *, homes: Iterable[str] = ()) -> WorkerFile:
        """Write files, unless they equal what is there.

        Args:
            files: No two outputs with one folder, nor two calls, are given files of one path.
            homes: Folders into which no other call puts files.

        Raises:
            OutputError: As `Output.put`.
        """
        pending = PendingOutput(self._old, {}, self._location)
        for file in files:
            pending.put(file)
        written = frozenset(pending.staged)
        full = tuple(home for home in homes if any(path.startswith(f"{home}/") for path in written))
        return WorkerFile(self._top, self._old, tuple(pending.new.items()), written, full)

    def _location(self, path: str) -> str:
        """Return where a file may be made."""
        if not self._exists:
            make_folder(self._top)
            self._exists = True
        make_parents(self._top, path, self._folders)
        return f"{self._top}/{path}"


def move_in(made: WorkerFile, site: str, folders: set[str]) -> None:
    """Move what was made apart into a site, whole folders where there are none yet.

    Args:
        made: What was made, perhaps in the site itself.
        site: The folder of the site.
        folders: Of the site, as far as they are known; grows.
    """
    if made.where == site:
        return
    moved = []
    for home in made.homes:
        if home not in folders:
            make_parents(site, home, folders)
            os.rename(f"{made.where}/{home}", f"{site}/{home}")
            folders.add(home)
            moved.append(f"{home}/")
    for path, _ in made.files:
        if path in made.written and not path.startswith(tuple(moved)):
            make_parents(site, path, folders)
            os.rename(f"{made.where}/{path}", f"{site}/{path}")


class Staging:
    """A folder for one build's files that nobody else may read until it is shown.

    Attributes:
        location: Its path.
        site: Where the files lie in it; after an exchange, the old ones.
    """

    def __init__(self, location: str) -> None:
        self.location = location
        self.site = f"{location}/{SITE}"
        self._folders: set[str] = set()
        make_private(location)
        make_folder(self.site)

    def staging_folder(self, path: str) -> str:
        """Return where a file of this path may be made; its folders are there."""
        make_parents(self.site, path, self._folders)
        return f"{self.site}/{path}"

    def worker_staging(self, old: str) -> WorkerStaging:
        """Return where other processes may write for us; `old` is the site that is there."""
        undecided = f"{self.location}/{_UNDECIDED}"
        if not os.path.isdir(undecided):
            make_folder(undecided)
        return WorkerStaging(old, self.site, undecided)

    def adopt(self, made: WorkerFile) -> dict[str, str]:
        """Move in what was made for us, and return the path of each file that was written -> where it lies now."""
        move_in(made, self.site, self._folders)
        return {path: f"{self.site}/{path}" for path in made.written}

    def discard_undecided(self) -> None:
        """Drop what was made and not wanted."""
        discard(f"{self.location}/{_UNDECIDED}")

    def expect_exchange(self) -> None:
        """Note that from here on the old site may lie here: the files of its list are cleared away, no others."""
        create(f"{self.location}/{EXCHANGE}").close()

    def expect_no_exchange(self) -> None:
        """Note that all that lies here is of this build."""
        os.unlink(f"{self.location}/{EXCHANGE}")
