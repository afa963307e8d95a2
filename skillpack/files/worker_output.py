"""Files of an output that another process of this machine writes: the bytes go to the disk, only digests come back."""

import os
import secrets
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from skillpack.files.disk import make_folder, make_parents, open_regular
from skillpack.files.pending_output import PendingOutput
from skillpack.model.output import OutputFile


@dataclass(frozen=True, slots=True)
class WorkerStaging:
    """Where others may write for an output; nothing of it is seen before the output commits.

    Attributes:
        old: The site that is there: what equals it is not written.
        site: Where the files of the new one are made.
        rooms: Where those are made of which nobody knows yet whether they will be wanted.
    """

    old: str
    site: str
    rooms: str


@dataclass(frozen=True, slots=True)
class WorkerFile:
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


class WorkerOutput:
    """Where one task makes its files.

    Args:
        workplace: Of the output.
        top: The folder for them; a private one, made when it is first needed, by default.
    """

    def __init__(self, workplace: WorkerStaging, top: str = "") -> None:
        self._old = workplace.old
        self._top = top or f"{workplace.rooms}/{secrets.token_hex(8)}"
        self._exists = bool(top)
        self._folders: set[str] = set()

    def make(self, files: Iterable[OutputFile], *, homes: Iterable[str] = ()) -> WorkerFile:
        """Write files, unless they equal what is there.

        Args:
            files: No two rooms, nor two calls, are given files of one path.
            homes: Folders into which no other call puts files.

        Raises:
            OutputError: As `Output.put`.
        """
        draft = PendingOutput(self._old, {}, self._location)
        for file in files:
            draft.put(file)
        written = frozenset(draft.staged)
        full = tuple(home for home in homes if any(path.startswith(f"{home}/") for path in written))
        return WorkerFile(self._top, self._old, tuple(draft.new.items()), written, full)

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
