"""What is kept of repositories of git on this disk: commits with their folders, and the files that were needed."""

import hashlib
import os
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from skillpack.errors import FetchError, IntegrityError, LockedError, OutputError
from skillpack.files.lock import locked
from skillpack.model.limits import Limits
from skillpack.sources.git.commit import Commit, parse_commit
from skillpack.sources.git.messages import hint, problem
from skillpack.sources.git.program import Git, GitResult
from skillpack.sources.git.settings import SOURCE

SHA256_DIGITS = 64
_MOST = 4 * 2**30  # bytes of all repositories
_IDLE = 24 * 60 * 60  # seconds: longer than a run takes, so that nothing is dropped which one reads
_MOST_PACKS = 100  # what is kept is begun anew beyond
_MOST_READ = 2**28  # bytes that one command may say
_ABOUT = 200  # bytes of the line that git writes before a content
_QUIET = ("--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-maintenance")


class Bare:
    """A bare repository of ours, from which nothing is ever checked out.

    Args:
        git: The program.
        folder: Where it lies, or will.
        location: URL of what it is a copy of.
        limits: Their `received` counts, in bytes.
    """

    def __init__(self, git: Git, folder: Path, location: str, limits: Limits) -> None:
        self.folder = folder
        self._git = git
        self._location = location
        self._limits = limits
        self._sizes: Mapping[str, int] | None = None

    def has(self, commit: str) -> bool:
        """Return whether a commit was received with all of its folders."""
        return self._mark(commit).is_file()

    def prepare(self, commit: str) -> None:
        """Make ready to receive: take away what a killed one left, begin anew where it has grown old.

        Raises:
            FetchError: The disk refuses.
        """
        packs = self.folder / "objects" / "pack"
        try:
            kept = [path.stat().st_size for path in packs.glob("*.pack")]
            if len(kept) > _MOST_PACKS or sum(kept) > self._limits.received or not (self.folder / "HEAD").is_file():
                shutil.rmtree(self.folder, ignore_errors=True)
                self.folder.parent.mkdir(parents=True, exist_ok=True)
            for stale in (*packs.glob("tmp_*"), self.folder / "shallow.lock"):
                stale.unlink(missing_ok=True)
        except OSError as error:
            raise FetchError(f"`{self.folder}` cannot be written: {error.strerror}") from error
        if not (self.folder / "HEAD").is_file():
            form = "sha256" if len(commit) == SHA256_DIGITS else "sha1"
            words = ("--bare", "--quiet", "--template=", f"--object-format={form}", str(self.folder))
            self.done(self._git.run("init", *words))

    def deepen(self, commit: str) -> None:
        """Make ready to receive a history: what was received without one hides it, and is dropped.

        Raises:
            FetchError: The disk refuses.
        """
        if (self.folder / "shallow").exists():
            shutil.rmtree(self.folder, ignore_errors=True)
            self.prepare(commit)

    def fetch(self, *options: str, refs: Sequence[str] = (), given: Sequence[str] = (), most: int = 0) -> GitResult:
        """Receive from the repository that this is a copy of.

        Args:
            options: Of `git fetch`.
            refs: What is received, and under which name.
            given: Names of contents that are received.
            most: Bytes that may be received; 0 for what a whole repository may give.

        Raises:
            FetchError: It takes too long, or too much.
        """
        self._sizes = None
        lines = "".join(f"{oid}\n" for oid in given).encode()
        words = ("fetch", "--progress", *_QUIET, *options, SOURCE, *refs)
        most = most or self._limits.received
        try:
            return self._git.run(*words, repository=self.folder, location=self._location, given=lines, received=most)
        except FetchError as error:
            raise FetchError(f"`{self._location}` cannot be read: {error}", hint=error.hint) from error

    def mark(self, commit: str) -> None:
        """Note that a commit was received with all of its folders."""
        self.done(self.ask("update-ref", f"refs/commits/{commit}", commit))

    def ask(self, *words: str, given: bytes = b"", most: int = _MOST_READ) -> GitResult:
        """Run a command that asks nobody else."""
        return self._git.run(*words, repository=self.folder, given=given, most=most)

    def commit(self, commit: str) -> Commit:
        """Return the content of a commit.

        Raises:
            FetchError: It cannot be read; it is received anew the next time.
            IntegrityError: It is not a proper commit.
        """
        result = self.ask("ls-tree", "-r", "-z", "--full-tree", commit)
        if result.status:
            self._mark(commit).unlink(missing_ok=True)
        return parse_commit(self.done(result).output)

    def text(self, commit: str) -> bytes:
        """Return the text of a commit object."""
        return self.done(self.ask("cat-file", "commit", commit)).output

    def sizes(self) -> Mapping[str, int]:
        """Return the bytes of everything that is kept, by name."""
        if self._sizes is None:
            form = "--batch-check=%(objectname) %(objectsize)"
            result = self.done(self.ask("cat-file", form, "--batch-all-objects", "--unordered"))
            rows = (line.split(b" ") for line in result.output.splitlines())
            self._sizes = {row[0].decode(): int(row[1]) for row in rows}
        return self._sizes

    def contents(self, oids: Iterable[str]) -> Mapping[str, bytes]:
        """Return contents that are kept, each held against its name.

        Raises:
            IntegrityError: One is not what its name says.
        """
        wanted, sizes = sorted(set(oids)), self.sizes()
        if not wanted:
            return {}
        most = sum(sizes[oid] + _ABOUT for oid in wanted)
        given = "".join(f"{oid}\n" for oid in wanted).encode()
        output, found, at = self.done(self.ask("cat-file", "--batch", given=given, most=most)).output, {}, 0
        for oid in wanted:
            start = output.find(b"\n", at) + 1
            at = start + sizes[oid] + 1
            found[oid] = output[start : at - 1]
            if not start or _name_of(found[oid], oid) != oid:
                raise IntegrityError(
                    f"the cached copy of `{self._location}` is damaged", hint=f"remove `{self.folder}`"
                )
        return found

    def done(self, result: GitResult) -> GitResult:
        """Return the result of git.

        Raises:
            FetchError: It could not do its job.
        """
        if result.status:
            message = f"`{self._location}` cannot be read: {problem(result.stderr)}"
            raise FetchError(message, hint=hint(result.stderr))
        return result

    def _mark(self, commit: str) -> Path:
        return self.folder / "refs" / "commits" / commit


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
        lock = repository.with_name(f"{repository.name.partition('-')[0]}.lock")
        with suppress(OSError, LockedError, OutputError), locked(lock, wait=0):
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


def _name_of(content: bytes, like: str) -> str:
    """Return the name that git gives a content, by the same hash as another name."""
    digest = hashlib.sha256() if len(like) == SHA256_DIGITS else hashlib.sha1(usedforsecurity=False)
    digest.update(b"blob %d\0" % len(content))
    digest.update(content)
    return digest.hexdigest()
