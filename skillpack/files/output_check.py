"""The output of `build --check`: nothing is written, differences are named."""

import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from skillpack.files.disk import mode_of
from skillpack.files.manifest import listed
from skillpack.files.pending_output import PendingOutput
from skillpack.files.staging import Staging, WorkerFile, WorkerStaging, discard
from skillpack.model.output import OutputFile


class ComparedOutput:
    """Compares a build with the site that a folder holds; what differs lies in a temporary folder meanwhile.

    Attributes:
        different: Files that are there with other bytes, sorted, from `commit` on.
        missing: Files that are not there.
        extra: Files of the site's list that the build does not make.
    """

    def __init__(self, folder: Path) -> None:
        """Read the site's list.

        Args:
            folder: The site; absent or empty, everything is missing.

        Raises:
            UsageError: The folder holds something else.
        """
        self.folder = folder
        self.different: tuple[str, ...] = ()
        self.missing: tuple[str, ...] = ()
        self.extra: tuple[str, ...] = ()
        self._top = os.path.realpath(folder)
        self._closing = ExitStack()
        self._staging: Staging | None = None
        self._draft = PendingOutput(self._top, listed(self._top) or {}, self._open_staging)

    @property
    def state(self) -> str:
        """What names the site that is there; empty where there is none."""
        return self._draft.state

    def digest(self, path: str) -> str:
        """Return the SHA-256 of a file of the site that is there, by its list; empty where it is not there."""
        return self._draft.digest(path)

    def keep(self, *paths: str) -> bool:
        """Say that files are as they should be; False when one is not there."""
        return self._draft.keep(*paths)

    def signature(self, paths: Sequence[str], known: str = "") -> str:
        """Return a key of size and time of files of the site that is there; `known` where nobody else writes there."""
        return self._draft.signature(paths, known)

    def verify(self, paths: Sequence[str]) -> bool:
        """Return whether files of the site that is there hold the bytes that its list names."""
        return self._draft.verify(paths)

    def put(self, file: OutputFile) -> None:
        """Compare a file."""
        self._draft.put(file)

    @property
    def worker_staging(self) -> WorkerStaging | None:
        """Where other processes may write what differs, made when first asked for."""
        return self._stage().worker_staging(self._top)

    def adopt(self, made: WorkerFile) -> None:
        """Take files that were compared in its staging."""
        self._draft.adopt(made.files, self._stage().adopt(made))

    def get(self, path: str) -> bytes | None:
        """Return a file as it should be."""
        return self._draft.get(path)

    def commit(self) -> None:
        """Say what differs."""
        draft = self._draft
        there = {path for path in draft.staged if mode_of(f"{self._top}/{path}")}
        self.different = tuple(sorted(there))
        self.missing = tuple(sorted(draft.staged.keys() - there))
        self.extra = tuple(sorted(draft.old.keys() - draft.new.keys()))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()

    def _open_staging(self, path: str) -> str:
        """Return where a file that differs may be made."""
        return self._stage().staging_folder(path)

    def _stage(self) -> Staging:
        """Return the folder of what differs, made when first asked for."""
        if self._staging is None:
            temporary = tempfile.mkdtemp(prefix="skillpack-")
            self._closing.callback(discard, temporary)
            self._staging = Staging(f"{temporary}/new")
        return self._staging
