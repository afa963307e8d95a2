"""Where a build's files go: what every output on disk can do, and the one of `build --check`, which only compares."""

import os
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from skillpack.catalog.paths import is_card
from skillpack.files.disk import mode_of, reported
from skillpack.files.manifest import listed
from skillpack.files.pending_output import PendingOutput
from skillpack.files.staging import Staging, WorkerFile, WorkerStaging, discard


class Output(PendingOutput, ABC):
    """A site that is being built: nothing is seen before `commit`, and leaving the block without it leaves no trace.

    Attributes:
        draws: Whether it takes pictures whose bytes depend on what drew them.
    """

    def __init__(self, top: str, old: Mapping[str, str], *, private: bool = False) -> None:
        super().__init__(top, old, self._location, private=private)
        self._staging: Staging | None = None
        self.draws = True

    @property
    def worker_staging(self) -> WorkerStaging:
        """Where other processes of this machine may write for it, made when first asked for."""
        return self._stage().worker_staging(self.top)

    def adopt(self, made: WorkerFile) -> None:
        """Take files that were written in its staging, as if each had been put.

        Raises:
            OutputError: As `put`.
        """
        with reported(made.where):
            staged = self._stage().adopt(made)
        self.take(made.files, staged)

    @abstractmethod
    def commit(self) -> None:
        """Show what was put and kept and nothing else of ours, or raise and leave what was there."""

    @abstractmethod
    def close(self) -> None:
        """Drop what was not committed."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _location(self, path: str) -> str:
        """Return where a file may be made."""
        return self._stage().staging_folder(path)

    def _stage(self) -> Staging:
        """Return the staging folder, made when first asked for."""
        if self._staging is None:
            self._staging = Staging(self._staging_location())
        return self._staging

    @abstractmethod
    def _staging_location(self) -> str:
        """Return where the staging folder is made."""


class ComparedOutput(Output):
    """Compares a build with the site that a folder holds; what differs lies in a temporary folder meanwhile.

    Attributes:
        different: Files that are there with other bytes, sorted, from `commit` on.
        missing: Files that are not there.
        extra: Files of the site's list that the build does not make.
    """

    def __init__(self, folder: Path, *, cards: bool = True) -> None:
        """Read the site's list.

        Args:
            folder: The site; absent or empty, everything is missing.
            cards: False leaves pictures alone whose bytes depend on what drew them.

        Raises:
            UsageError: The folder holds something else.
        """
        self.different: tuple[str, ...] = ()
        self.missing: tuple[str, ...] = ()
        self.extra: tuple[str, ...] = ()
        top = os.path.realpath(folder)
        old = listed(top) or {}
        super().__init__(top, old if cards else {path: old[path] for path in old if not is_card(path)})
        self.draws = cards
        self._closing = ExitStack()

    def commit(self) -> None:
        """Say what differs."""
        there = {path for path in self.staged if mode_of(f"{self.top}/{path}")}
        self.different = tuple(sorted(there))
        self.missing = tuple(sorted(self.staged.keys() - there))
        self.extra = tuple(sorted(self.old.keys() - self.new.keys()))

    def close(self) -> None:
        """Drop what differs."""
        self._closing.close()

    def _staging_location(self) -> str:
        temporary = tempfile.mkdtemp(prefix="skillpack-")
        self._closing.callback(discard, temporary)
        return f"{temporary}/new"
