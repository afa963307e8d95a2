"""Repositories that are kept from run to run: marked when they are used, dropped when nobody does."""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from skillpack.errors import LockedError, OutputError
from skillpack.files.lock import locked

_MOST = 4 * 2**30  # bytes in all
_IDLE = 24 * 60 * 60  # seconds: longer than a run takes, so that nothing is dropped which one reads


def mark_used(repository: Path) -> None:
    """Mark a repository as used now."""
    with suppress(OSError):  # somebody else's cache may be read and not written
        os.utime(repository)


def drop_unused(folder: Path, *, most: int = _MOST, idle: float = _IDLE) -> None:
    """Remove the repositories that were not used for longest, until the others fit, and what a killed run left.

    Args:
        folder: Where they lie.
        most: Bytes that may stay.
        idle: Seconds that one must have lain unused.
    """
    since = time.time() - idle
    kept = sorted(_repositories(folder))
    excess = sum(size for _, size, _ in kept) - most
    for used, size, repository in kept:
        if used > since or (excess <= 0 and repository.suffix == ".git"):
            continue
        with suppress(OSError, LockedError, OutputError), locked(_lock_of(repository), wait=0):
            shutil.rmtree(repository, ignore_errors=True)
            excess -= size


def _repositories(folder: Path) -> Iterator[tuple[float, int, Path]]:
    """Yield last use, size and folder of each; of a passing one of a run that was killed too."""
    with suppress(OSError):
        for repository in folder.iterdir():
            if repository.suffix == ".git" or repository.name.startswith("tmp"):
                with suppress(OSError):
                    size = sum(pack.stat().st_size for pack in repository.glob("objects/pack/*"))
                    yield repository.stat().st_mtime, size, repository


def _lock_of(repository: Path) -> Path:
    return repository.with_name(f"{repository.name.partition('-')[0]}.lock")
