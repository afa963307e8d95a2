"""Where a build's files go: what every output can do, and the one in memory."""

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Protocol, Self

from skillpack.errors import OutputError
from skillpack.files.disk import check_path
from skillpack.files.manifest import write_manifest
from skillpack.files.staging import WorkerFile, WorkerStaging
from skillpack.model.digest import sha256
from skillpack.model.output import OutputFile


class Output(Protocol):
    """Where a build's files go: nothing is seen before `commit`, and leaving the block without it leaves no trace."""

    @property
    def state(self) -> str:
        """What names the site that is there, by the bytes of all its files; empty where there is none."""

    def digest(self, path: str) -> str:
        """Return the SHA-256 of a file of the site that is there, by its list; empty where it is not there."""

    def keep(self, *paths: str) -> bool:
        """Say that files stay as they were; False when one is not there and must be put."""

    def signature(self, paths: Sequence[str], known: str = "") -> str:
        """Return a key of size and time of files of the site that is there; `known` where nobody else writes there."""

    def verify(self, paths: Sequence[str]) -> bool:
        """Return whether files of the site that is there hold the bytes that its list names."""

    def put(self, file: OutputFile) -> None:
        """Take a file, which may have been kept before; what has the very bytes already is not written.

        Raises:
            OutputError: Two files of one path; a path that is none; the disk refuses.
        """

    @property
    def worker_staging(self) -> WorkerStaging | None:
        """Where other processes of this machine may write for it; None where it takes bytes only."""

    def adopt(self, made: WorkerFile) -> None:
        """Take files that were written in its staging, as if each had been put.

        Raises:
            OutputError: As `put`.
        """

    def get(self, path: str) -> bytes | None:
        """Return a file as it will be seen; None where neither `keep` nor `put` was said of it."""

    def commit(self) -> None:
        """Show what was put and kept and nothing else of ours, or raise and leave what was there."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class MemoryOutput:
    """An output in memory.

    Attributes:
        files: What is seen: path -> bytes; until `commit`, what was given in the beginning.
    """

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        self.files: dict[str, bytes] = dict(files or {})
        self._kept: set[str] = set()
        self._new: dict[str, bytes] = {}

    @property
    def state(self) -> str:
        """What names the files that are seen; empty where there are none."""
        return sha256(write_manifest({path: sha256(self.files[path]) for path in self.files})) if self.files else ""

    def digest(self, path: str) -> str:
        """Return the SHA-256 of a file that is seen; empty where it is not there."""
        return sha256(self.files[path]) if path in self.files else ""

    def keep(self, *paths: str) -> bool:
        """Say that files stay as they were; False when one is not there."""
        there = [path for path in paths if path in self.files]
        self._kept.update(there)
        return len(there) == len(paths)

    def signature(self, paths: Sequence[str], known: str = "") -> str:  # noqa: ARG002 as every output
        """Return a key of the sizes of files: in memory they have no times."""
        return " ".join(str(len(self.files.get(path, b""))) for path in paths)

    def verify(self, paths: Sequence[str]) -> bool:
        """Return whether files are there."""
        return all(path in self.files for path in paths)

    def put(self, file: OutputFile) -> None:
        """Take a file."""
        check_path(file.path)
        if file.path in self._new:
            raise OutputError(f"two files of the output are called `{file.path}`")
        self._new[file.path] = b"".join(file.chunks)

    @property
    def worker_staging(self) -> WorkerStaging | None:
        """None: no other process can write to our memory."""
        return None

    def adopt(self, made: WorkerFile) -> None:
        """Take files that were written on disk."""
        for path, _ in made.files:
            self.put(OutputFile(path, (made.read(path),)))

    def get(self, path: str) -> bytes | None:
        """Return a file as it will be seen."""
        return self._new.get(path, self.files[path] if path in self._kept else None)

    def commit(self) -> None:
        """Show what was put and kept."""
        self.files = {path: self.files[path] for path in self._kept} | self._new
        self._kept = set(self.files)
        self._new = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
