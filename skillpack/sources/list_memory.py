"""The highest serial that was seen of each catalog whose list is signed: kept with the user's state, not in a cache."""

import json
import os
from pathlib import Path

import msgspec
from msgspec import Struct

from skillpack.errors import ListRefusedError
from skillpack.files.disk import create, reported
from skillpack.files.lock import locked
from skillpack.files.staging import fresh_name
from skillpack.model.digest import sha256

_WAIT = 10.0  # seconds for another process to note what it saw
_MOST = 2**14  # bytes
_MODE = 0o600


class SeenList(Struct, frozen=True):
    """What is remembered of a catalog's list.

    Attributes:
        registry: Its address, or its folder.
        catalog: What the list calls the catalog.
        serial: The highest that was seen.
    """

    registry: str
    catalog: str
    serial: int


class ListMemory:
    """A folder with a file for each registry.

    Args:
        folder: Made when something is remembered.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def file(self, registry: str) -> Path:
        """Return where something is remembered of a registry: whoever removes the file makes us forget."""
        return self._folder / f"{sha256(registry.rstrip('/').encode())[:16]}.json"

    def seen(self, registry: str) -> SeenList | None:
        """Return what was seen of a registry; None where nothing was.

        Raises:
            ListRefusedError: What is there cannot be read: a list that is older could not be told.
        """
        path = self.file(registry)
        try:
            with path.open("rb") as file:
                found = msgspec.json.decode(file.read(_MOST), type=SeenList)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ListRefusedError(
                f"`{path}` cannot be read, which holds the highest serial that was seen of `{registry}`",
                hint="remove it to begin anew with the list that is there now",
            ) from error
        return found

    def note(self, now: SeenList) -> None:
        """Remember a list, unless another process has seen a later one of the same catalog meanwhile.

        Raises:
            LockedError: Another process holds the memory all the time.
            OutputError: The disk refuses.
        """
        path = self.file(now.registry)
        with reported(path):
            self._folder.mkdir(parents=True, exist_ok=True)
            with locked(path.with_suffix(".lock"), wait=_WAIT):
                before = self.seen(now.registry)
                is_same = before is not None and before.catalog.rstrip("/") == now.catalog.rstrip("/")
                if before is not None and is_same and before.serial >= now.serial:
                    return
                pending = fresh_name(str(self._folder), ".")
                with create(pending, _MODE) as file:
                    file.write(json.dumps(msgspec.to_builtins(now), indent=2).encode() + b"\n")
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(pending, path)
