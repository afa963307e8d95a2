"""Folders that are there for a while, and whose removal nobody waits for."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_REMOVE = "import shutil, sys; shutil.rmtree(sys.argv[1], ignore_errors=True)"


@contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """Give a new folder; a process of its own removes it afterwards, which for thousands of files takes seconds."""
    folder = tempfile.mkdtemp(prefix=prefix)
    try:
        yield Path(folder)
    finally:
        remove_later(folder)


def remove_later(folder: str) -> subprocess.Popen[bytes] | None:
    """Start to remove a folder and return who does it, whom a Ctrl-C here does not end; None where it is done."""
    try:
        return subprocess.Popen(  # noqa: S603 fixed words
            [sys.executable, "-I", "-S", "-c", _REMOVE, folder],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tempfile.gettempdir(),
            start_new_session=True,
        )
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)
        return None
