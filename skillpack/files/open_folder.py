"""A folder that is open, and the names in it: what is made, read, renamed and deleted there follows no link.

All is done from a descriptor of the folder, by one name, never by a path of several: whoever replaces a folder by a
link meanwhile leads nothing elsewhere. Where the system has no way to (Windows), the same is done by path.
"""

import ctypes
import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import Self

from msgspec import Struct

from skillpack.errors import OutputError
from skillpack.files.disk import FILE_MODE, FOLDER_MODE, LIBRARY, create, in_the_way, regular_file, write_to

_FOLDER = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC"))
_PLAIN = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "O_BINARY"))
_PASS = getattr(os, "O_PATH", 0)
"""Opens a folder that may be entered and not listed."""

_NO_FOLDER = frozenset({errno.ELOOP, errno.ENOTDIR, errno.EMLINK})
_FEW = 32  # files and folders that are brought to the disk one by one


_CLOSED = -1
_ABLE = (
    {os.open, os.mkdir, os.stat, os.rename, os.unlink, os.rmdir} <= os.supports_dir_fd
    and os.listdir in os.supports_fd
    and hasattr(os, "O_DIRECTORY")
)


def has_descriptors() -> bool:
    """Return whether this system can do what is done in a folder from a descriptor of it."""
    return _ABLE


class OpenFolder:
    """A folder that is open.

    Attributes:
        path: As people know it; by it all is done where there is no descriptor.
        descriptor: None for a folder that is reached by path.
    """

    __slots__ = ("descriptor", "path")

    def __init__(self, path: str, descriptor: int | None = None) -> None:
        self.path = path
        self.descriptor = descriptor

    def __truediv__(self, name: str) -> "FolderEntry":
        """Return a name in it, whether or not anything has it.

        Raises:
            OutputError: It is none, but a way through folders.
        """
        if not name or "/" in name or "\0" in name or name in {".", ".."}:
            raise OutputError(f"`{ascii(name)[1:-1]}` is not a name in a folder")
        return FolderEntry(self, name)

    def __enter__(self) -> Self:
        """Give itself, to be closed at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close it; nothing can be done in it any more, not even by path. Twice does no harm."""
        descriptor = self.descriptor
        if descriptor is not None and descriptor != _CLOSED:
            self.descriptor = _CLOSED
            os.close(descriptor)

    def names(self) -> list[str]:
        """Return all names in it, in no order."""
        with self._naming():
            return os.listdir(self._here)

    def entries(self) -> list[os.DirEntry[str]]:
        """Return all that is in it, in no order."""
        with self._naming(), os.scandir(self._here) as entries:
            return list(entries)

    def stat(self) -> os.stat_result:
        """Return the stat of the folder."""
        with self._naming():
            return os.stat(self._here)

    def is_at(self, path: str) -> bool:
        """Return whether a path still leads to it."""
        with suppress(OSError):
            return os.path.samestat(os.lstat(path), self.stat())
        return False

    def sync(self) -> None:
        """Bring the names in it to the disk, where the system has a way to."""
        with self._naming():
            if self.descriptor is not None:
                os.fsync(self.descriptor)
            elif hasattr(os, "O_DIRECTORY"):
                _sync_and_close(os.open(self.path, _FOLDER))

    def sync_whole(self) -> None:
        """Bring all of its file system to the disk."""
        with self._naming():
            if LIBRARY.syncfs(self.descriptor):
                number = ctypes.get_errno()
                raise OSError(number, os.strerror(number))

    def can_sync_whole(self, count: int) -> bool:
        """Return whether so many files and folders are better brought to the disk with their whole file system."""
        return count > _FEW and self.descriptor is not None and hasattr(LIBRARY, "syncfs")

    def clear(self) -> None:
        """Delete all that is in it, as far as the disk lets us."""
        if self.descriptor is not None:
            with suppress(OSError):  # one that nobody may write to keeps what is in it
                if self.stat().st_mode & stat.S_IRWXU != stat.S_IRWXU:
                    os.fchmod(self.descriptor, stat.S_IRWXU)
        with suppress(OSError):
            for each in self.entries():
                with suppress(OSError):
                    if each.is_dir(follow_symlinks=False):
                        (self / each.name).remove()
                    else:
                        (self / each.name).unlink()

    @property
    def _here(self) -> int | str:
        if self.descriptor == _CLOSED:  # Python takes it for the folder in which the process stands
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return self.path if self.descriptor is None else self.descriptor

    @contextmanager
    def _naming(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            error.filename = self.path
            raise


class FolderEntry(Struct, frozen=True):
    """A name in a folder that is open."""

    folder: OpenFolder
    name: str

    def __fspath__(self) -> str:
        """Return its path as people know it."""
        return self.path

    @property
    def path(self) -> str:
        """Its path as people know it."""
        return f"{self.folder.path}/{self.name}"

    @property
    def at(self) -> str:
        """What the system is told beside `folder.descriptor`."""
        return self.path if self.folder.descriptor is None else self.name

    @property
    def mode(self) -> int:
        """Type and permission of what has this name, a link itself included; 0 for nothing."""
        found = self.stat()
        return found.st_mode if found else 0

    @property
    def node(self) -> int:
        """Number by which a file system knows a folder; 0 where there is none, or no folder.

        The device is not part of it: all that is compared lies on one, and its number changes when a machine is
        restarted.
        """
        found = self.stat()
        return found.st_ino if found and stat.S_ISDIR(found.st_mode) else 0

    def open(self, *, to_pass: bool = False) -> OpenFolder:
        """Open the folder that has this name.

        Args:
            to_pass: Only what is known by its name in there is wanted: it may be one that nobody may list.

        Raises:
            NotADirectoryError: A link or a file has it.
            OSError: There is none, or the system refuses.
        """
        if not has_descriptors():
            with self._naming():
                if not stat.S_ISDIR(os.lstat(self.path).st_mode):
                    raise in_the_way(self.path)
            return OpenFolder(self.path)
        try:
            flags = _FOLDER | _PASS if to_pass else _FOLDER
            return OpenFolder(self.path, os.open(self.at, flags, dir_fd=self.folder.descriptor))
        except OSError as error:
            if error.errno in _NO_FOLDER:
                raise in_the_way(self.path) from error
            error.filename = self.path
            raise

    def make(self, mode: int = FOLDER_MODE) -> OpenFolder:
        """Make a folder, whatever the umask, and open it; FileExistsError when anything has the name."""
        with self._naming():
            os.mkdir(self.at, mode, dir_fd=self.folder.descriptor)
        made = self.open()
        try:
            with self._naming():
                if made.descriptor is None:
                    os.chmod(self.path, mode)
                else:
                    os.fchmod(made.descriptor, mode)
        except BaseException:
            made.close()
            raise
        return made

    def write_new(self, chunks: Iterable[bytes], mode: int = FILE_MODE) -> str:
        """Write a new file, and return its SHA-256; FileExistsError when anything has the name, a link included.

        One that fails on the way leaves nothing.
        """
        with self._naming():
            file = create(self.at, mode, within=self.folder.descriptor)
        try:
            with self._naming():
                return write_to(file, chunks)
        except BaseException:
            with suppress(OSError):
                self.unlink()
            raise

    def open_regular(self) -> BufferedReader:
        """Return a file to read from; OSError when the name is a link's or no regular file's."""
        with self._naming():
            return regular_file(os.open(self.at, _PLAIN, dir_fd=self.folder.descriptor))

    def take_file(self, flags: int) -> int:
        """Return a descriptor of a file, opened with flags of the system; a new one is anybody's to read."""
        with self._naming():
            return os.open(self.at, flags, 0o644, dir_fd=self.folder.descriptor)

    def sync(self) -> None:
        """Bring the bytes of a file to the disk."""
        with self._naming():
            flags = _PLAIN if self.folder.descriptor is not None else _PLAIN | os.O_RDWR
            _sync_and_close(os.open(self.at, flags, dir_fd=self.folder.descriptor))

    def rename(self, other: "FolderEntry") -> None:
        """Give it another name; a file or an empty folder that has it is replaced, where the system does so."""
        from_fd, to_fd = self.folder.descriptor, other.folder.descriptor
        with self._naming(other):
            os.rename(self.at, other.at, src_dir_fd=from_fd, dst_dir_fd=to_fd)

    def replace(self, other: "FolderEntry") -> None:
        """Give a file another name, instead of the file or the link that has it."""
        from_fd, to_fd = self.folder.descriptor, other.folder.descriptor
        with self._naming(other):
            os.replace(self.at, other.at, src_dir_fd=from_fd, dst_dir_fd=to_fd)

    def link(self, other: "FolderEntry") -> None:
        """Give a file a second name; a link is not followed."""
        from_fd, to_fd = self.folder.descriptor, other.folder.descriptor
        with self._naming(other):
            os.link(self.at, other.at, src_dir_fd=from_fd, dst_dir_fd=to_fd, follow_symlinks=False)

    def unlink(self) -> None:
        """Remove a file or a link."""
        with self._naming():
            os.unlink(self.at, dir_fd=self.folder.descriptor)

    def rmdir(self) -> None:
        """Remove an empty folder."""
        with self._naming():
            os.rmdir(self.at, dir_fd=self.folder.descriptor)

    def remove(self) -> None:
        """Delete a folder and all that is in it, as far as the disk lets us."""
        with suppress(OSError, RecursionError):  # deeper than anybody's skill: it was planted, and stays where it is
            with suppress(OSError):
                self.rmdir()  # most are empty
                return
            with self._opened_up() as folder:
                folder.clear()
            self.rmdir()

    def _opened_up(self) -> OpenFolder:
        """Open a folder, also one that nobody may list."""
        try:
            return self.open()
        except PermissionError:
            with self.open(to_pass=True) as folder:
                handle = self.path if folder.descriptor is None else f"/proc/self/fd/{folder.descriptor}"
                os.chmod(handle, stat.S_IRWXU)
            return self.open()

    def stat(self) -> os.stat_result | None:
        """Return the stat of this name, of a link itself; None where there is nothing."""
        try:
            return os.stat(self.at, dir_fd=self.folder.descriptor, follow_symlinks=False)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            error.filename = self.path
            raise

    @contextmanager
    def _naming(self, other: "FolderEntry | None" = None) -> Iterator[None]:
        """Name paths as people know them in what the system refuses."""
        try:
            yield
        except OSError as error:
            error.filename, error.filename2 = self.path, other.path if other else None
            raise


Place = str | Path | FolderEntry


def entry_of(place: Place) -> FolderEntry:
    """Return a name as it is; what has a path is reached by that, and its last name alone is not followed."""
    if isinstance(place, FolderEntry):
        return place
    folder, name = os.path.split(os.path.abspath(place))
    return FolderEntry(OpenFolder("" if folder == os.sep else folder), name)


def _sync_and_close(descriptor: int) -> None:
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
