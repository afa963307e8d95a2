"""Where a user once said that skills are to be installed."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

from skillpack.errors import FetchError
from skillpack.files.disk import reported
from skillpack.files.read import read_file

FILE = "targets.json"
SCHEMA = 1
_MOST = 2**16  # bytes


def read_remembered(file: Path) -> tuple[str, ...]:
    """Return the words that were remembered; a file that is not there, or is not ours, remembers nothing."""
    try:
        row = json.loads(read_file(file, _MOST))
    except (FetchError, ValueError, RecursionError):
        return ()
    words = row.get("targets") if isinstance(row, dict) and row.get("schema") == SCHEMA else None
    return tuple(each for each in words if isinstance(each, str)) if isinstance(words, list) else ()


def remember(file: Path, words: Sequence[str]) -> None:
    """Write down where skills are to be installed from now on; the file is replaced as a whole.

    Raises:
        OutputError: The disk refuses.
    """
    with reported(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_name(f".{file.name}.{os.getpid()}")
        beside.write_text(json.dumps({"schema": SCHEMA, "targets": list(words)}, indent=1) + "\n", encoding="utf-8")
        beside.replace(file)
