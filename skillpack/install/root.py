"""A folder of installed skills: what lies in it, and where our own state of it lies (packaging 2, decisions 38)."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from skillpack.errors import FetchError, IntegrityError, OutputError
from skillpack.files.disk import make_folder, may_write, mode_of, reported
from skillpack.files.read import read_file
from skillpack.install.receipt import MOST, read_receipt
from skillpack.model.digest import RECEIPT
from skillpack.model.installed import Installed, Receipt
from skillpack.model.limits import Limits

STATE = ".skillpack"
"""Name of the folder of our state, beside a root or, where that is another file system, in it."""


@dataclass(frozen=True, slots=True)
class Root:
    """A folder of skills.

    Attributes:
        folder: Without links.
        state: Folder of what is ours and no skill: lock, staging, previous versions.
    """

    folder: str
    state: str

    @property
    def lock(self) -> Path:
        """The path of the lock that installers of this root hold."""
        return Path(self.state, "lock")

    @property
    def lock_file(self) -> Path:
        """The path of the lock file of what is installed: beside the root, `skills.lock` for one called `skills`."""
        inside = self.state.startswith(f"{self.folder}/")
        return Path(self.state if inside else os.path.dirname(self.folder), f"{os.path.basename(self.folder)}.lock")

    @property
    def staging(self) -> str:
        """The folder in which steps are prepared."""
        return f"{self.state}/staging"

    def skill(self, name: str) -> str:
        """Return where a skill of that name lies."""
        return f"{self.folder}/{name}"

    def previous(self, name: str) -> str:
        """Return where the version before it lies."""
        return f"{self.state}/previous/{name}"


def find_root(folder: Path) -> Root:
    """Return the root at a folder, which need not be there; the user's own links to it are followed."""
    top = os.path.realpath(folder)
    parent, name = os.path.split(top)
    return Root(top, f"{top}/{STATE}" if _stands_alone(top, parent) else f"{parent}/{STATE}/{name}")


def _stands_alone(top: str, parent: str) -> bool:
    """Return whether nothing can be renamed between a root and the folder above it."""
    if not os.path.isdir(top):
        return False
    return os.stat(top).st_dev != os.stat(parent).st_dev or (may_write(top) and not may_write(parent))


def open_root(root: Root) -> None:
    """Make the folders of a root and its state where they are missing.

    Raises:
        OutputError: A link or a file stands where a folder of ours must be, or the disk refuses.
    """
    with reported(root.folder):
        _make(root.folder)
    for path in (os.path.dirname(root.state), root.state, *(f"{root.state}/{name}" for name in _FOLDERS)):
        with reported(path):
            _make(path)


_FOLDERS = ("staging", "previous", "saved")


def _make(path: str) -> None:
    if stat.S_ISDIR(mode_of(path)):
        return
    if os.path.lexists(path):
        raise OutputError(f"`{path}` is a link or a file, and must be a folder", hint="move it away")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    make_folder(path)


def installed(root: Root, limits: Limits) -> tuple[Installed, ...]:
    """Return every folder of a root that is or may be a skill, by name; none where there is no root.

    Entries with a dot, files and links are none of ours: hosts' own, or somebody's.

    Raises:
        FetchError: The root cannot be read.
    """
    try:
        with os.scandir(root.folder) as entries:
            names = sorted(entry.name for entry in entries if _is_skill_folder(entry))
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise FetchError(f"`{root.folder}` cannot be read: {error.strerror}") from error
    return tuple(look_at(root, name, limits) for name in names)


def _is_skill_folder(entry: os.DirEntry[str]) -> bool:
    return entry.name[0] != "." and entry.is_dir(follow_symlinks=False)


def look_at(root: Root, name: str, limits: Limits) -> Installed:
    """Return what an entry of a root is to us, by its receipt."""
    try:
        receipt = receipt_in(root.skill(name), limits)
    except IntegrityError as error:
        return Installed(name, None, str(error))
    if receipt is not None and receipt.name != name:
        return Installed(name, None, f"its receipt is of `{receipt.name}`")
    return Installed(name, receipt)


def receipt_in(folder: str, limits: Limits) -> Receipt | None:
    """Return the receipt of a folder, or None where there is none.

    Raises:
        IntegrityError: It is there and cannot be taken; a link is none.
    """
    path = f"{folder}/{RECEIPT}"
    mode = mode_of(path)
    if not mode:
        return None
    if not stat.S_ISREG(mode):
        raise IntegrityError("its receipt is no file")
    try:
        return read_receipt(read_file(Path(path), MOST), limits)
    except FetchError as error:
        raise IntegrityError(str(error)) from error


def links(root: Root) -> Iterator[str]:
    """Yield the names of links in a root, which are never followed, by name."""
    try:
        with os.scandir(root.folder) as entries:
            yield from sorted(entry.name for entry in entries if entry.is_symlink())
    except OSError:
        return
