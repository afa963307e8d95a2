"""Single files and folders on disk: made whole, never through a link, with modes of our own."""

import ctypes
import errno
import hashlib
import os
import re
import secrets
import stat
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from typing import Any, BinaryIO

from skillpack.errors import OutputError

LIBRARY: Any = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None
"""The C library, for what Python has no name for."""

_MOUNTS = "/proc/self/mountinfo"

FILE_MODE = 0o644
FOLDER_MODE = 0o755

_FEW = 32  # paths that are brought to the disk one by one
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # for the other end of a named pipe
_NEVER = re.compile(r"[\x00-\x1f\x7f\\\ud800-\udfff]|(?:^|/)\.{0,2}(?:/|\Z)")
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_HINTS = {
    errno.ENOSPC: "free some space",
    errno.EDQUOT: "free some space",
    errno.EACCES: "choose a folder that you may write to",
    errno.EPERM: "choose a folder that you may write to",
    errno.EROFS: "choose a folder that is not read-only",
    errno.ENOTDIR: "move away what stands there",
    errno.EISDIR: "move away what stands there",
    errno.EBUSY: "something is mounted there, or uses it",
    errno.EXDEV: "it lies on another disk or in a layer of an image: copy it, and put the copy in its place",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
}


@contextmanager
def reported(path: object) -> Iterator[None]:
    """Turn the system's refusal into an OutputError that names the path."""
    try:
        yield
    except OSError as error:
        culprit, location = _path(error.filename2 or error.filename or ""), _path(path)
        where = f" (`{culprit}`)" if culprit and culprit != location else ""
        message = f"`{location}` could not be written: {error.strerror or error}{where}"
        raise OutputError(message, hint=_HINTS.get(error.errno or 0, "")) from error


def _path(path: object) -> str:
    return os.fsdecode(path) if isinstance(path, (bytes, os.PathLike)) else str(path)


def check_path(path: str) -> None:
    """Refuse a path that is not plainly relative.

    Raises:
        OutputError: It is empty or absolute, has `.`, `..` or an empty component, a backslash or a control character,
            or is not UTF-8.
    """
    if _NEVER.search(path):
        raise OutputError(f"`{ascii(path)[1:-1]}` is not a path of a file in a folder")


def create(path: str, mode: int = FILE_MODE, *, within: int | None = None) -> BinaryIO:
    """Return a new file to write to; FileExistsError when anything has its name, a link included.

    Args:
        within: Descriptor of the folder from which the path starts.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _NO_LINK, 0o600, dir_fd=within)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, mode)  # whatever the umask
    return os.fdopen(descriptor, "w+b")


def write_new(path: str, chunks: Iterable[bytes], mode: int = FILE_MODE) -> str:
    """Write a new file, and return its SHA-256; FileExistsError when anything has its name, a link included.

    One that fails on the way leaves nothing.
    """
    file = create(path, mode)
    try:
        return write_to(file, chunks)
    except BaseException:
        with suppress(OSError):
            os.unlink(path)
        raise


def replace_file(path: str, content: bytes) -> None:
    """Write a file beside and rename it, so that nobody sees half of it; one that fails leaves nothing new."""
    folder, name = os.path.split(path)
    beside = os.path.join(folder, f".{name}.skillpack-new-{secrets.token_hex(4)}")
    try:
        with create(beside) as file:
            file.write(content)
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def write_to(file: BinaryIO, chunks: Iterable[bytes]) -> str:
    """Write a file that is open, close it, and return its SHA-256."""
    hashing = hashlib.sha256()
    with file:
        for chunk in chunks:
            hashing.update(chunk)
            file.write(chunk)
    return hashing.hexdigest()


def open_regular(path: str) -> BufferedReader:
    """Return a file to read from; OSError when its name is a link's or no regular file's."""
    return regular_file(os.open(path, os.O_RDONLY | _NO_LINK | _NO_WAIT), path)


def regular_file(descriptor: int, path: str = "") -> BufferedReader:
    """Return a file to read from that is open; closed, and an OSError, where it is no regular one."""
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "no regular file", path)
    return os.fdopen(descriptor, "rb")


def make_folder(path: str) -> None:
    """Make a folder; FileExistsError when anything has its name."""
    os.mkdir(path)
    os.chmod(path, FOLDER_MODE)  # whatever the umask


def make_parents(top: str, path: str, known: set[str]) -> None:
    """Make the folders between `top` and a file beneath it, where they are missing.

    Args:
        top: A folder.
        path: Of the file, relative to it.
        known: Folders beneath `top` that are known to be real ones; grows.

    Raises:
        NotADirectoryError: A link or a file stands in the way.
    """
    parent = path.rpartition("/")[0]
    if not parent or parent in known:
        return
    make_parents(top, parent, known)
    where = f"{top}/{parent}"
    try:
        make_folder(where)
    except FileExistsError:
        if not stat.S_ISDIR(os.lstat(where).st_mode):
            raise in_the_way(where) from None
    known.add(parent)


def in_the_way(path: str) -> NotADirectoryError:
    """Return the exception for a link or file where a folder must be."""
    return NotADirectoryError(errno.ENOTDIR, "a link or a file stands where a folder must be", path)


def is_real(top: str, path: str, known: dict[str, bool]) -> bool:
    """Return whether a path beneath a folder is a folder, with no link on the way.

    Args:
        top: A folder.
        path: Relative to it; empty for itself.
        known: What earlier questions answered; grows.
    """
    if not path:
        return True
    if path not in known:
        known[path] = is_real(top, path.rpartition("/")[0], known) and stat.S_ISDIR(mode_of(f"{top}/{path}"))
    return known[path]


def mode_of(path: str) -> int:
    """Return type and permission of what has this name, a link itself included; 0 for nothing."""
    try:
        return os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return 0


def may_write(folder: str) -> bool:
    """Return whether names can be made and removed in a folder."""
    return os.access(folder, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids)


def is_mount(folder: str) -> bool:
    """Return whether a file system, or a part of one, is mounted there."""
    if os.path.ismount(folder):
        return True
    try:
        with open(_MOUNTS, encoding="utf-8", errors="surrogateescape") as lines:
            mounts = [line.split(" ", 5)[4] for line in lines]
    except (OSError, IndexError):
        return False
    return folder in (mount.replace("\\040", " ") for mount in mounts)


def sync_files(top: str, paths: Collection[str]) -> None:
    """Bring the bytes of files beneath a folder to the disk."""
    sync_together(top, paths, ())


def sync_folders(top: str, paths: Collection[str]) -> None:
    """Bring the names in folders beneath a folder to the disk, where the system has a way to; "" is itself."""
    sync_together(top, (), paths)


def sync_together(top: str, files: Collection[str], folders: Collection[str]) -> None:
    """Bring files and the names in folders to the disk: few one by one, many by one call for their file system."""
    if len(files) + len(folders) > _FEW and hasattr(LIBRARY, "syncfs"):
        _sync_whole(top)
        return
    for path in files:
        _sync(f"{top}/{path}", os.O_RDWR)
    if hasattr(os, "O_DIRECTORY"):
        for path in folders:
            _sync(f"{top}/{path}", os.O_RDONLY | os.O_DIRECTORY)


def _sync(path: str, flags: int) -> None:
    with _descriptor(path, flags) as descriptor:
        os.fsync(descriptor)


def _sync_whole(top: str) -> None:
    """Bring a whole file system to the disk."""
    with _descriptor(top, os.O_RDONLY) as descriptor:
        if LIBRARY.syncfs(descriptor):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), top)


@contextmanager
def _descriptor(path: str, flags: int) -> Iterator[int]:
    descriptor = os.open(path, flags)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
