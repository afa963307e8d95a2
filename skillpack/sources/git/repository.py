"""A repository of git on some server: which commit a name means, and what a commit holds."""

import tempfile
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from skillpack.errors import FetchError, MissingError, OfflineError
from skillpack.files.lock import locked
from skillpack.model.digest import sha256
from skillpack.model.limits import Limits
from skillpack.sources.git.bare_repository import Bare, mark_used
from skillpack.sources.git.commit import Commit
from skillpack.sources.git.messages import cannot_give_one, hint, problem
from skillpack.sources.git.program import Git
from skillpack.sources.git.settings import SOURCE
from skillpack.sources.refs import NamedCommit, find_commit, is_commit, is_short_commit, parse_refs

_WAIT = 900  # seconds for another process that receives the same
_EVERYTHING = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
_ONCE = "run it once without `--offline`"


class Repository:
    """A repository that is read through what is kept of it; it is asked once for its names.

    Args:
        git: The program.
        location: URL, without credentials.
        folder: Where repositories are kept; made when needed.
        limits: Their `received` counts, in bytes.
        offline: Ask nobody.
    """

    def __init__(self, git: Git, location: str, folder: Path, limits: Limits, *, offline: bool = False) -> None:
        self.location = location
        self._git = git
        self._folder = folder
        self._key = sha256(location.encode())[:32]
        self._limits = limits
        self._offline = offline
        self._refs: Mapping[str, str] | None = None
        self._bares: dict[int, Bare] = {}
        self._commits: dict[str, Commit] = {}

    def find(self, wanted: str, path: str) -> NamedCommit:
        """Return the commit that a branch, tag or commit names now; no file is received.

        Args:
            wanted: Empty for the default branch.
            path: Of the folder that is asked for.

        Raises:
            MissingError: There is no such name.
            UsageError: It names two.
            FetchError: The repository cannot be asked.
        """
        if is_commit(wanted):
            return NamedCommit(wanted, wanted, path)
        if self._offline:
            return self._remembered(wanted, path)
        named = find_commit(self._names(), wanted, path, where=self.location)
        if not named.commit:
            named = NamedCommit(self._whole_name(wanted), wanted, path)
        self._remember(wanted, path, named)
        return named

    def commit(self, named: NamedCommit) -> Commit:
        """Return the content of a commit, which is received where it is not kept.

        Raises:
            MissingError: There is no such commit.
            FetchError: It cannot be received.
            IntegrityError: It is not a proper commit.
        """
        if named.commit not in self._commits:
            bare = self.bare(named.commit)
            if not bare.has(named.commit):
                self._receive(named, bare)
            self._commits[named.commit] = bare.commit(named.commit)
            mark_used(bare.folder)
        return self._commits[named.commit]

    def bare(self, oid: str) -> Bare:
        """Return the kept repository of the kind that has names of this length."""
        if len(oid) not in self._bares:
            folder = self._folder / f"{self._key}-{len(oid)}.git"
            self._bares[len(oid)] = Bare(self._git, folder, self.location, self._limits)
        return self._bares[len(oid)]

    def need(self, named: NamedCommit, oids: Collection[str], *, most: int) -> None:
        """Receive the contents that are not kept yet, all in one go.

        Args:
            named: The commit that has them.
            oids: Their names.
            most: Bytes that may be received.

        Raises:
            FetchError: They cannot be received.
        """
        bare = self.bare(named.commit)
        missing = sorted(set(oids) - bare.sizes().keys())
        if not missing:
            return
        if self._offline:
            message = f"not all files of `{self.location}` are cached, and `--offline` sends no request"
            raise OfflineError(message, hint=_ONCE)
        with locked(self._lock(), wait=_WAIT):
            result = bare.fetch("--filter=blob:none", "--stdin", given=missing, most=most)
            if result.status and cannot_give_one(result.stderr):
                self._receive_all(named, bare, "--depth=1", "--no-filter", "--refetch")
            else:
                bare.done(result)

    def day(self, commit: str) -> str:
        """Return the ISO day, in UTC, on which a commit says that it was made; empty where it says none."""
        for line in self.bare(commit).text(commit).split(b"\n\n")[0].split(b"\n"):
            if line.startswith(b"committer "):
                with suppress(ValueError, IndexError, OverflowError, OSError):
                    return datetime.fromtimestamp(int(line.rsplit(b" ", 2)[1]), UTC).date().isoformat()
        return ""

    def _names(self) -> Mapping[str, str]:
        if self._refs is None:
            try:
                result = self._git.run("ls-remote", "--quiet", SOURCE, location=self.location)
            except FetchError as error:
                raise FetchError(f"`{self.location}` cannot be read: {error}", hint=error.hint) from error
            if result.status:
                message = f"`{self.location}` cannot be read: {problem(result.stderr)}"
                raise FetchError(message, hint=hint(result.stderr))
            self._refs = parse_refs(result.output)
        return self._refs

    def _receive(self, named: NamedCommit, bare: Bare) -> None:
        if self._offline:
            message = (
                f"commit {named.commit[:12]} of `{self.location}` is not in the cache, and `--offline` sends no request"
            )
            raise OfflineError(message, hint=_ONCE)
        with locked(self._lock(), wait=_WAIT):
            if bare.has(named.commit):
                return
            bare.prepare(named.commit)
            self._receive_all(named, bare, "--depth=1", "--filter=blob:none")

    def _receive_all(self, named: NamedCommit, bare: Bare, *options: str) -> None:
        """Receive a commit; from a server that gives no single one with all that came before it."""
        result = bare.fetch(*options, refs=[f"+{named.commit}:refs/commits/{named.commit}"])
        if not (result.status and cannot_give_one(result.stderr)):
            bare.done(result)
            return
        bare.deepen(named.commit)
        bare.done(bare.fetch("--no-filter", refs=[f"+{named.ref}:refs/given"] if named.ref else _EVERYTHING))
        if bare.ask("cat-file", "-e", f"{named.commit}^{{commit}}").status:
            message = f"`{self.location}` has no commit {named.commit[:12]}"
            raise MissingError(message, hint="its history may have been rewritten")
        bare.mark(named.commit)

    def _whole_name(self, short: str) -> str:
        """Return the commit that a few digits start, from the history without its files."""
        kept = self._kept(short)
        if len(kept) == 1:
            return kept[0]
        some = next(iter(self._names().values()), "")
        self._folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            history = Bare(self._git, Path(folder) / "history.git", self.location, self._limits)
            history.prepare(some)
            history.done(history.fetch("--filter=tree:0", refs=_EVERYTHING))
            result = history.ask("rev-parse", "--verify", f"{short}^{{commit}}")
        commit = result.output.decode("ascii", "replace").strip()
        if result.status or not is_commit(commit):
            several = "ambiguous" in result.stderr
            advice = "several commits start with it; give more characters" if several else "give the full commit hash"
            raise MissingError(f"`{self.location}` has no branch, tag or single commit `{short}`", hint=advice)
        return commit

    def _kept(self, short: str) -> list[str]:
        return [path.name for path in self._folder.glob(f"{self._key}-*.git/refs/commits/{short}*")]

    def _remember(self, wanted: str, path: str, named: NamedCommit) -> None:
        """Note what a name means, for those who will be offline."""
        with suppress(OSError):
            seen = self._resolved(wanted, path)
            seen.parent.mkdir(parents=True, exist_ok=True)
            seen.write_text(f"{named.commit}\n{named.wanted}\n{named.path}", encoding="utf-8")

    def _remembered(self, wanted: str, path: str) -> NamedCommit:
        with suppress(OSError, ValueError):
            commit, name, below = self._resolved(wanted, path).read_text(encoding="utf-8").split("\n")
            if is_commit(commit):
                return NamedCommit(commit, name, below)
        if is_short_commit(wanted) and len(kept := self._kept(wanted)) == 1:
            return NamedCommit(kept[0], wanted, path)
        name = f"`{wanted}` of `{self.location}`" if wanted else f"`{self.location}`"
        raise OfflineError(f"{name} is not in the cache, and `--offline` sends no request", hint=_ONCE)

    def _resolved(self, wanted: str, path: str) -> Path:
        return self._folder / f"{self._key}.seen" / sha256(f"{wanted}\0{path}".encode())[:32]

    def _lock(self) -> Path:
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
        return self._folder / f"{self._key}.lock"
