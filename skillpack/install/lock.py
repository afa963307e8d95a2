"""The lock file of a root, read and replaced as a whole."""

from pathlib import Path

from skillpack.errors import FetchError
from skillpack.files.disk import reported, write_new
from skillpack.files.read import read_file
from skillpack.install import lockfile
from skillpack.install.root import Root, installed
from skillpack.model.limits import Limits


def write_lock(root: Root, limits: Limits) -> None:
    """Write what a root holds of ours into its lock file, which is replaced as a whole.

    Raises:
        OutputError: The disk refuses; the lock file is as it was.
    """
    kept = [lockfile.locked(each.receipt) for each in installed(root, limits) if each.receipt is not None]
    content = lockfile.write_lock(kept)
    path = root.lock_file
    if _same(path, content):
        return
    beside = path.with_name(f"{path.name}.new")
    with reported(path):
        beside.unlink(missing_ok=True)
        write_new(str(beside), (content,))
        beside.replace(path)


def _same(path: Path, content: bytes) -> bool:
    try:
        return read_file(path, lockfile.MOST) == content
    except FetchError:
        return False


def read_lock(root: Root) -> tuple[lockfile.Locked, ...]:
    """Return what the lock file of a root names; nothing where there is none.

    Raises:
        IntegrityError: It is refused; the message names the entry.
        FetchError: It cannot be read.
    """
    if not root.lock_file.exists():
        return ()
    return lockfile.read_lock(read_file(root.lock_file, lockfile.MOST), where=str(root.lock_file))
