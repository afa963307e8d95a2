"""What a commit of git lists -> what lies in one folder of it, links followed, as on disk (pure)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from skillpack.errors import IntegrityError
from skillpack.files.membership import EVALS, belongs, is_excluded
from skillpack.files.walk import is_text, readable
from skillpack.model.limits import Limits
from skillpack.model.portable import PathProblem, path_problem, printable
from skillpack.model.signature import SIGNATURE
from skillpack.model.tree import SkippedFile, SkippedKind

LINK = "120000"
SUBMODULE = "160000"
_ROW = re.compile(rb"([0-7]{6}) [a-z]+ ([0-9a-f]{40}|[0-9a-f]{64})\t(.+)", re.DOTALL)
_MOST_HOPS = 40
# What no folder on disk can hold, so that nobody who looks at folders asks for it.
_IMPOSSIBLE = frozenset(
    {PathProblem.EMPTY, PathProblem.ABSOLUTE, PathProblem.UNC, PathProblem.PARENT, PathProblem.ALIAS, PathProblem.NUL}
)


class CommitEntry(Struct, frozen=True):
    """One entry of a commit that is not a folder.

    Attributes:
        mode: As git writes it; of a file it says nothing that we use.
        oid: Of its content, or of a commit.
        path: From the root of the repository, posix; bytes that are not UTF-8 as surrogates.
    """

    mode: str
    oid: str
    path: str


class Commit:
    """What a commit holds.

    Attributes:
        entries: By path, in the order of git.
        children: Of each folder the names that lie directly in it; of the root under the empty string.
    """

    def __init__(self, entries: Sequence[CommitEntry]) -> None:
        self.entries = {entry.path: entry for entry in entries}
        self.children: defaultdict[str, set[str]] = defaultdict(set)
        self._links = {entry.path: entry.oid for entry in entries if entry.mode == LINK}
        for entry in entries:
            path = entry.path
            while path:
                path, _, name = path.rpartition("/")
                if name in self.children[path]:
                    break
                self.children[path].add(name)

    def links(self, folder: str) -> Mapping[str, str]:
        """Return the links below a folder, with the names of what they say."""
        prefix = f"{folder}/" if folder else ""
        return {path: oid for path, oid in self._links.items() if path.startswith(prefix)}


class FolderListing(Struct):
    """What lies in one folder.

    Attributes:
        files: Path below the folder -> name of the content.
        complete: False where something was not looked at.
    """

    files: dict[str, str] = field(default_factory=dict)
    skipped: list[SkippedFile] = field(default_factory=list)
    complete: bool = True


def parse_commit(listed: bytes) -> Commit:
    """Return the entries that `git ls-tree -r -z --full-tree` lists.

    Raises:
        IntegrityError: A path is none that a folder could hold.
    """
    found = []
    for row in listed.split(b"\0"):
        if not row:
            continue
        parts = _ROW.fullmatch(row)
        if parts is None:
            raise IntegrityError("git lists what is not an entry of a commit")
        path = parts[3].decode("utf-8", "surrogateescape")
        problem = path_problem(path, _ANY_SIZE)
        if problem in _IMPOSSIBLE:
            raise IntegrityError(f"the commit contains `{printable(path)}`: {problem}")
        found.append(CommitEntry(parts[1].decode(), parts[2].decode(), path))
    return Commit(found)


_ANY_SIZE = Limits(depth=2**31, path=2**31, component=2**31)


def list_folder(commit: Commit, folder: str, targets: Mapping[str, str], limits: Limits) -> FolderListing:
    """Return the files of a folder: those that belong to no skill are left out, a link that stays within is followed.

    Args:
        commit: All of it: a link may lead out of the folder.
        folder: From the root of the repository; empty for itself.
        targets: Path of each link below the folder -> what it says.
        limits: Their depth counts.
    """
    return _Listing(commit, folder, targets, limits).run()


class _Listing:
    """The state of one walk through a listing."""

    def __init__(self, commit: Commit, folder: str, targets: Mapping[str, str], limits: Limits) -> None:
        self.prefix = f"{folder}/" if folder else ""
        self.targets = targets
        self.limits = limits
        self.entries = commit.entries
        self.children = commit.children
        self.listed = FolderListing()

    def run(self) -> FolderListing:
        """Look at one folder after the other; each is where it is seen, where it lies, and the links on the way."""
        pending = [("", self.prefix, frozenset[str]())]
        while pending:
            shown, real, through = pending.pop()
            for name in sorted(self.children.get(real.removesuffix("/"), ())):
                if not is_excluded(name):
                    pending += self.enter(f"{shown}{name}", f"{real}{name}", through)
        return self.listed

    def enter(self, shown: str, real: str, through: frozenset[str]) -> Iterator[tuple[str, str, frozenset[str]]]:
        """Take in one entry; yield the folder that it is."""
        entry = self.entries.get(real)
        if not is_text(shown):
            self.note(SkippedKind.NAME, readable(shown), "not UTF-8")
            self.listed.complete = False
        elif entry is None:
            yield from self.descend(shown, real, through)
        elif entry.mode == SUBMODULE:
            self.note(SkippedKind.SPECIAL, shown, "a submodule")
        elif entry.mode == LINK:
            yield from self.follow(shown, real, through)
        else:
            self.listed.files[shown] = entry.oid

    def descend(self, shown: str, real: str, through: frozenset[str]) -> Iterator[tuple[str, str, frozenset[str]]]:
        """Yield a folder, unless it is nested too deeply; one of evaluations only beside a signature."""
        if shown == EVALS and f"{self.prefix}{SIGNATURE}" not in self.entries:
            return
        if shown.count("/") + 1 >= self.limits.depth:
            self.listed.complete = False
            self.note(SkippedKind.TOO_DEEP, shown, f"more than {self.limits.depth} components")
        else:
            yield f"{shown}/", f"{real}/", through

    def follow(self, shown: str, real: str, through: frozenset[str]) -> Iterator[tuple[str, str, frozenset[str]]]:
        """Take in a link: read through where it stays in what belongs to the skill, else only noted."""
        written = readable(self.targets.get(real, ""))
        target = self.resolve(real)
        if target is None:
            self.note(SkippedKind.LINK_BROKEN, shown, written)
            return
        below = f"{target}/".removeprefix(self.prefix).removesuffix("/")
        outside = not f"{target}/".startswith(self.prefix) or target == ".."
        if outside or not is_text(target) or (below and not belongs(below)):
            self.note(SkippedKind.LINK_OUTSIDE, shown, written)
        elif target in self.entries and self.entries[target].mode == SUBMODULE:
            self.note(SkippedKind.SPECIAL, shown, "a submodule")
        elif target in self.entries:
            self.note(SkippedKind.LINK_INSIDE, shown, written)
            self.listed.files[shown] = self.entries[target].oid
        elif not below or any(f"{site}/".startswith(f"{target}/") for site in (*through, real.rpartition("/")[0])):
            self.note(SkippedKind.LINK_BROKEN, shown, f"{written} (a circle)")
        else:
            self.note(SkippedKind.LINK_INSIDE, shown, written)
            yield from self.descend(shown, target, through | {real.rpartition("/")[0]})

    def resolve(self, path: str) -> str | None:
        """Return where a path leads; `..` for out of what is known here, None for nowhere."""
        left, here, hops = path.split("/")[::-1], list[str](), 0
        while left:
            part = left.pop()
            if part in {"", "."}:
                continue
            if part == "..":
                if not here:
                    return ".."
                here.pop()
                continue
            reached = "/".join([*here, part])
            entry = self.entries.get(reached)
            if entry is not None and entry.mode == LINK:
                target, hops = self.targets.get(reached), hops + 1
                if target is None or target.startswith("/"):
                    return ".."  # a link elsewhere, which nobody read
                if not target or hops > _MOST_HOPS:
                    return None
                left += target.split("/")[::-1]
            elif entry is None and reached not in self.children:
                return None
            elif entry is not None and left:
                return None  # a file, where a folder would have to be
            else:
                here.append(part)
        return "/".join(here)

    def note(self, kind: SkippedKind, path: str, detail: str) -> None:
        """Note a file that is skipped, and why."""
        self.listed.skipped.append(SkippedFile(kind, path, detail))
