"""The output that is a folder: seen as it was until `commit`, then as it is meant to be."""

import os
import shutil
from contextlib import ExitStack, suppress
from pathlib import Path

from skillpack.catalog.paths import MANIFEST, SIGNED_LIST
from skillpack.files.disk import FILE_MODE, check_path, reported, sync_files, sync_folders
from skillpack.files.exchange import Swap, exchange, system_swap
from skillpack.files.journal import apply, files_below, plan, write_journal
from skillpack.files.lock import locked
from skillpack.files.manifest import listed
from skillpack.files.output import Output
from skillpack.files.recovery import clear, find_area, recover
from skillpack.files.signed_list import outdated_list
from skillpack.files.staging import Staging

WAIT = 5.0  # seconds for another build of the same output to finish
FEW = 64  # files


class FolderOutput(Output):
    """A site on disk, of which only files on its own list are ever replaced or removed, and a signed list with it.

    What differs is written to a folder beside it. `commit` exchanges the two in one step; where only few files differ,
    or somebody else's files lie among ours, it renames one file after the other by a journal that the next opening
    would finish. Whoever is killed when: the next opening finds the old site or makes it the new one.

    Attributes:
        changed: Paths that `commit` wrote or removed one after the other; None before it, and where all were exchanged.
        lost_list: Whether `commit` removed the signed list, because the site is no longer what it names.
    """

    def __init__(
        self,
        folder: Path,
        *,
        wait: float = WAIT,
        few: int = FEW,
        swap: Swap = system_swap,
        private: bool = False,
        lasting: bool = True,
    ) -> None:
        """Open the output: take its lock, finish what was killed, and see that it is ours.

        Args:
            folder: Absent, empty, or a site that skillpack wrote; the folder above is made where it is missing.
            wait: Seconds to wait for another build of it.
            few: Changed files that are renamed one by one, even where fewer stay as they are.
            swap: How two folders exchange names.
            private: Nobody else has written there, so that what its list names is there without a look.
            lasting: Whether it outlives a loss of power; what is thrown away at the end of the process need not, and
                no commit waits for the disk.

        Raises:
            UsageError: The folder holds something else.
            LockedError: Another build goes on.
            OutputError: The disk refuses.
        """
        self.folder = folder
        self._few = few
        self._swap = swap
        self._lasting = lasting
        self._closed = False
        self.changed: frozenset[str] | None = None
        self.lost_list = False
        with reported(folder), ExitStack() as opening:
            self._area = find_area(folder)
            for missing in _missing(self._area.parent):
                os.mkdir(missing)
                opening.callback(_remove_if_empty, missing)
            opening.enter_context(locked(self._area.lock, wait=wait))
            recover(self._area)
            beside = self._area.prefix if self._area.inside else ""
            old = listed(self._area.folder, ours=beside, is_ours=private)
            self._fresh = old is None
            super().__init__(self._area.folder, old or {}, private=private)
            self._closing = opening.pop_all()

    def commit(self) -> None:
        """Show what was put and kept and nothing else of ours; the output is closed after it."""
        with reported(self.folder):
            if self._fresh or self.staged or self.new != self.old:
                self._show()
            else:
                self.changed = frozenset()
        self.committed()
        self.close()

    def close(self) -> None:
        """Drop what was not committed, and the lock."""
        staging, self._staging, self._closed = self._staging, None, True
        with self._closing, reported(self.folder):
            if staging is not None:
                clear(staging.location, self._area)

    def _staging_location(self) -> str:
        if self._closed:
            raise ValueError("the output is closed")
        return self._area.fresh("new")

    def _show(self) -> None:
        """Bring the new site to its place, in the way that fits."""
        self.finish()
        top, staging = self.top, self._stage()
        staging.discard_undecided()
        if self._lasting:
            sync_files(staging.site, self.staged)
        if self._fresh and not self._area.inside:
            _appear(staging.site, top)
            self._sync_parent()
            return
        removed = {*(self.old.keys() - self.new.keys()), *outdated_list(top, self.old, self.new)}
        self.lost_list = SIGNED_LIST in removed
        for path in removed if self.private else ():
            check_path(path)  # a list that nobody else writes was not looked at
        changed, kept = len(self.staged) + len(removed), len(self.new) - len(self.staged.keys() & self.new.keys())
        # To exchange costs two names for each file that stays, to rename one for each that does not.
        if changed <= max(self._few, kept) or not self._exchanged(staging):
            journal = plan(top, self.staged, removed, self.old)
            write_journal(journal, staging.location, lasting=self._lasting)
            self._staging = None  # its end is the journal's matter now
            apply(journal, staging.location, staging.site, top, lasting=self._lasting)
            self.changed = frozenset((*self.staged, *removed))

    def _exchanged(self, staging: Staging) -> bool:
        """Exchange the new site with the old one; False where that would not do, and nothing was changed."""
        top = self.top
        if self._area.inside or any(path not in self.old and path != MANIFEST for path in files_below(top)):
            return False  # what is not ours is not moved about
        for path in self.new.keys() - self.staged.keys():
            _link(f"{top}/{path}", staging.staging_folder(path))
        staging.expect_exchange()
        try:
            exchange(Path(staging.site), Path(top), swap=self._swap)
        except OSError:  # such as EXDEV for a folder of a lower layer
            staging.expect_no_exchange()
            return False
        self._sync_parent()
        return True

    def _sync_parent(self) -> None:
        if self._lasting:
            sync_folders(self._area.parent, [""])


def _appear(staged: str, folder: str) -> None:
    """Put a folder where there is none, or an empty one."""
    try:
        os.rename(staged, folder)
    except FileExistsError:  # Windows does not rename onto an empty folder
        os.rmdir(folder)
        os.rename(staged, folder)


def _missing(folder: str) -> list[str]:
    """Return the folders that must be made for this one to exist, outermost first."""
    missing: list[str] = []
    while not os.path.lexists(folder):
        missing.insert(0, folder)
        folder = os.path.dirname(folder)
    return missing


def _remove_if_empty(folder: str) -> None:
    with suppress(OSError):
        os.rmdir(folder)


def _link(old: str, new: str) -> None:
    """Give a file a second name, so that it keeps inode and time; copy it where the disk has no hard links."""
    try:
        os.link(old, new, follow_symlinks=os.link not in os.supports_follow_symlinks)
    except OSError:
        shutil.copy2(old, new, follow_symlinks=False)
        os.chmod(new, FILE_MODE)
