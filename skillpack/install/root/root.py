"""A folder of installed skills: what lies in it, and where our own state of it lies."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from skillpack.errors import FetchError, IntegrityError
from skillpack.files.disk import is_mount, may_write, mode_of
from skillpack.files.open_folder import FolderEntry, Place, entry_of
from skillpack.files.read import read_file
from skillpack.install.root import lockfile
from skillpack.install.root.receipt import MOST, read_receipt
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Installed, Receipt
from skillpack.model.limits import Limits
from skillpack.model.portable import printable

STATE = ".skillpack"
"""Name of the folder of our state, beside a root or, where that is another file system, in it."""

LOCK = "lock"
"""Name in the state of the lock that installers hold."""

STAGING, PREVIOUS, SAVED, RESTORED = "staging", "previous", "saved", "restored"
FOLDERS = (STAGING, PREVIOUS, SAVED, RESTORED)
"""Names of the folders of the state."""


class Root(Struct, frozen=True):
    """A folder of skills.

    Attributes:
        folder: Without links.
        state: Folder of what is ours and no skill: lock, staging, previous versions. Its paths are for people and
            tests: what is done in it goes through `state.State`.
    """

    folder: str
    state: str

    @property
    def is_inside(self) -> bool:
        """Whether the state lies in the root."""
        return self.state.startswith(f"{self.folder}/")

    @property
    def lock(self) -> Path:
        """The path of the lock that installers of this root hold."""
        return Path(self.state, LOCK)

    @property
    def lock_file(self) -> Path:
        """The path of the lock file of what is installed: beside the root, `skills.lock` for one called `skills`."""
        return Path(
            self.state if self.is_inside else os.path.dirname(self.folder), f"{os.path.basename(self.folder)}.lock"
        )

    @property
    def staging(self) -> str:
        """The folder in which steps are prepared."""
        return f"{self.state}/{STAGING}"

    def skill(self, name: str) -> str:
        """Return where a skill of that name lies."""
        return f"{self.folder}/{name}"

    def previous(self, name: str) -> str:
        """Return where the version before it lies."""
        return f"{self.state}/{PREVIOUS}/{name}"

    @property
    def saved(self) -> str:
        """The folder of what somebody worked in and was replaced twice: nothing of ours ever deletes anything there."""
        return f"{self.state}/{SAVED}"


def find_root(folder: Path) -> Root:
    """Return the root at a folder, which need not be there; the user's own links to it are followed.

    Its state lies beside it, or in it where nothing can be renamed between the two: where it is a mount, or the folder
    above may not be written to. A state that is there already stays in use, so that all installers take one lock.
    """
    top = os.path.realpath(folder)
    parent, name = os.path.split(top)
    inside, beside = f"{top}/{STATE}", f"{parent}/{STATE}/{name}"
    return Root(top, inside if _stands_alone(top, inside, beside) else beside)


def _stands_alone(top: str, inside: str, beside: str) -> bool:
    """Return whether the state of a root lies in it."""
    if not _is_real(top):
        return False
    if is_mount(top):
        return True
    return not _is_real(beside) and (_is_real(f"{inside}/{STAGING}") or not may_write(os.path.dirname(top)))


def _is_real(path: str) -> bool:
    """Return whether a folder that is not a link has this name; one that may not be looked at has not."""
    with suppress(OSError):
        return stat.S_ISDIR(mode_of(path))
    return False


def installed(root: Root, limits: Limits) -> tuple[Installed, ...]:
    """Return every folder of a root that is or may be a skill, by name; none where there is no root.

    Entries with a dot, files and links are none of ours: hosts' own, or somebody's.

    Raises:
        FetchError: The root cannot be read.
    """
    try:
        with os.scandir(root.folder) as entries:
            folders = (entry for entry in entries if entry.name[0] != "." and entry.is_dir(follow_symlinks=False))
            names = sorted(entry.name for entry in folders)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise FetchError(f"`{root.folder}` cannot be read: {error.strerror}") from error
    return tuple(entry_at(root, name, limits) for name in names)


def entry_at(root: Root, name: str, limits: Limits) -> Installed:
    """Return an entry of a root, with its receipt or why there is none."""
    try:
        if not _is_real(root.skill(name)):
            return Installed(name, None, "it is a link or a file, not a folder")
        receipt = receipt_in(root.skill(name), limits)
    except IntegrityError as error:
        return Installed(name, None, str(error))
    if receipt is not None and receipt.name != name:
        return Installed(name, None, f"its receipt is of `{printable(receipt.name)}`")
    return Installed(name, receipt)


def receipt_in(folder: Place, limits: Limits) -> Receipt | None:
    """Return the receipt of a folder, or None where there is none; a link is no folder.

    Raises:
        IntegrityError: It is there and cannot be taken; a link is none.
        FetchError: The system fails to say what is there, which says nothing of the receipt.
    """
    skill = entry_of(folder)
    path = f"{skill.path}/{RECEIPT}"
    try:
        with skill.open(to_pass=True) as opened:
            content = _receipt_text(opened / RECEIPT)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        if error.errno in _FAILING:
            raise FetchError(f"`{path}` cannot be read: {error.strerror}") from error
        raise IntegrityError(f"its receipt cannot be read: {error.strerror or error}") from error
    return read_receipt(content, limits)


_FAILING = frozenset({errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ESTALE})


def _receipt_text(receipt: FolderEntry) -> bytes:
    try:
        with receipt.open_regular() as file:
            return file.read(MOST + 1)
    except OSError as error:
        if error.errno not in _FAILING and (mode := receipt.mode) and not stat.S_ISREG(mode):
            raise IntegrityError("its receipt is not a file") from error
        raise


def links(root: Root) -> Iterator[str]:
    """Yield the names of links in a root, which are never followed, by name."""
    try:
        with os.scandir(root.folder) as entries:
            yield from sorted(entry.name for entry in entries if entry.is_symlink())
    except OSError:
        return


def read_lock(root: Root) -> tuple[lockfile.Locked, ...]:
    """Return the skills that the lock file of a root names; none where there is no lock file.

    Raises:
        IntegrityError: It is refused; the message names the entry.
        FetchError: It cannot be read.
    """
    if not os.path.lexists(root.lock_file):
        return ()
    return lockfile.read_lock(read_file(root.lock_file, lockfile.MOST), where=str(root.lock_file))
