"""What the output folder holds of each part of the site, and what of it may stay."""

from collections.abc import Iterable
from concurrent.futures import Executor, ProcessPoolExecutor

from skillpack.files.output import Output
from skillpack.files.staging import WorkerFile, WorkerStaging
from skillpack.model.output import OutputFile
from skillpack.pipeline.cache import Cache


class Written:
    """The parts of an output: each has a name, a key of all it depends on, and its files.

    Args:
        output: Where the files go.
        cache: Remembers names, keys and paths from build to build.
        folder: What the cache knows the output by; empty for one without a past.
        verify: Read every file that may stay, whatever its size and time say.
    """

    def __init__(self, output: Output, cache: Cache, folder: str, *, verify: bool = False) -> None:
        self._output, self._cache, self._folder, self._verify = output, cache, folder, verify
        # Another cache may have written the output since: then what this one knows of it counts for nothing.
        known = bool(folder) and bool(output.state) and cache.meta(f"state {folder}") == output.state
        if folder and not known:
            cache.forget_written(folder)
        self._before = cache.written(folder) if known else {}
        self._now: dict[str, tuple[str, str, str]] = {}
        self._put: set[str] = set()

    def keep(self, part: str, key: str) -> bool:
        """Return whether a part stays as it is: same key, and every file as it was written.

        Size and time are trusted; files that have others are read, and stay where their bytes are the same.
        """
        before = self._before.get(part)
        if before is None or before[0] != key:
            return False
        if before[1]:
            paths = before[1].split("\n")
            signature = self._output.signature(paths)
            if (self._verify or signature != before[2]) and not self._output.verify(paths):
                return False
            if not self._output.keep(*paths):
                return False
            before = (key, before[1], signature)
        self._now[part] = before
        return True

    def workplace(self, executor: Executor | None) -> WorkerStaging | None:
        """Return where an executor may write for the output; None where it cannot, or this process does the work.

        A pool of processes is on this machine; of any other executor nobody knows which disks it sees.
        """
        return self._output.workplace if isinstance(executor, ProcessPoolExecutor) else None

    def put(self, part: str, key: str, files: Iterable[OutputFile]) -> None:
        """Write a part's files."""
        paths = []
        for file in files:
            self._output.put(file)
            paths.append(file.path)
        self._record(part, key, paths)

    def adopt(self, part: str, key: str, made: WorkerFile) -> None:
        """Take a part's files, which were written in the workplace of the output."""
        self._output.adopt(made)
        self._record(part, key, (path for path, _ in made.files))

    def _record(self, part: str, key: str, paths: Iterable[str]) -> None:
        self._now[part] = (key, "\n".join(paths), "")
        self._put.add(part)

    def has(self, part: str) -> bool:
        """Return whether a part was kept or put in this build."""
        return part in self._now

    def remember(self) -> None:
        """Store what the output holds now, once it was committed."""
        if not self._folder:
            return
        for part in self._put:
            key, paths, _ = self._now[part]
            self._now[part] = (key, paths, self._output.signature(paths.split("\n")) if paths else "")
        self._cache.set_meta(f"state {self._folder}", self._output.state)
        changed = {part: now for part, now in self._now.items() if self._before.get(part) != now}
        self._cache.put_written(self._folder, changed, gone=self._before.keys() - self._now.keys())
