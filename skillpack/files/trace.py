"""A verifying trace: what was asked of the disk while something was read; where the answers are the same, so is it.

It asks what git asks before it trusts its index: size, times and inode of files, and of folders instead of their
listing, since a name that comes or goes changes the folder's time. So it sees what a signature of `discover` sees, and
no more; nothing is believed that was changed so shortly before it was asked that it might change again without a sign.
"""

import hashlib
import os
import stat
import sys
import time
from array import array
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from skillpack.catalog.paths import MANIFEST
from skillpack.files.membership import is_excluded, is_hidden

RACY_NS = 2 * 10**9
"""A file changed this shortly before the look may change again without a trace: the coarsest clock, FAT's, has 2 s."""

Numbers = tuple[int, int, int, int]
"""Of a file or folder: size in bytes, mtime and ctime in ns, inode."""

_NUMBERS: Callable[[os.stat_result], Numbers] = attrgetter("st_size", "st_mtime_ns", "st_ctime_ns", "st_ino")

_KINDS = {stat.S_IFDIR: "folder", stat.S_IFREG: "file"}


class TraceGroup(Struct, frozen=True):
    """Files and folders that are looked at together, such as those of one skill.

    Attributes:
        paths: Each ended by a zero byte.
        numbers: Digest of their numbers.
        name: What knows it again; empty for what has none.
        outcome: What was found there and follows from these numbers alone; empty for nothing.
    """

    paths: bytes
    numbers: str
    name: str = ""
    outcome: str = ""


SameGroups = Mapping[str, Mapping[str, TraceGroup]]
"""Base of a trace -> name -> a group that is as it was."""


class StoredTrace(Struct, frozen=True):
    """A trace as it is stored.

    Attributes:
        base: Folder that relative paths start from.
        groups: The files and folders whose numbers were asked.
        asked: The other questions: kind, path, digest of the answer.
    """

    base: str
    groups: tuple[TraceGroup, ...]
    asked: tuple[tuple[str, str, str], ...]


class Trace:
    """What is asked, while it is asked.

    Args:
        base: Folder that most paths lie in: below it they are kept without it.
        now_ns: When the asking begins; by default now.
        same: Base of earlier traces -> name -> each of their groups that is as it was just now.
    """

    def __init__(self, base: str = "", *, now_ns: int | None = None, same: SameGroups | None = None) -> None:
        self._base = os.path.abspath(base)
        self._prefix = os.path.join(base, "")
        self._begun = time.time_ns() if now_ns is None else now_ns
        self._groups: list[TraceGroup] = []
        self._asked: dict[tuple[str, str], str] = {}
        self._same: Mapping[str, TraceGroup] = (same or {}).get(self._base, {})
        self._newest = 0
        self._sure = True

    @property
    def believed(self) -> bool:
        """Whether equal answers mean equal files: everything could be asked, and nothing was too young."""
        return self._sure and self._newest <= self._begun - RACY_NS

    def doubt(self) -> None:
        """Note that something was seen that cannot be asked again, such as a folder that cannot be read."""
        self._sure = False

    def note(self, paths: Sequence[str], numbers: Sequence[Numbers], name: str = "") -> None:
        """Note files and folders, themselves and not where they lead, with numbers that were asked already.

        Args:
            name: Of the group that they are.
        """
        self._newest = max(self._newest, *(each[1] for each in numbers), 0)
        # From the base on, or good wherever the process stands.
        inside, cut = self._prefix, len(self._prefix)
        short = [path[cut:] if path.startswith(inside) else os.path.abspath(path) for path in paths]
        self._groups.append(TraceGroup(os.fsencode("\0".join([*short, ""])), _number_digest(numbers), name))

    def conclude(self, outcome: str) -> None:
        """Note what follows from the numbers that were noted last, and from nothing else."""
        self._groups[-1] = replace(self._groups[-1], outcome=outcome)

    def as_before(self, name: str) -> TraceGroup | None:
        """Return the group of a name where all of it is as it was; None where it is not, or nobody knows."""
        return self._same.get(name)

    def keep_group(self, group: TraceGroup) -> None:
        """Note what was noted in a trace of the same base, and cannot have changed since."""
        self._groups.append(group)

    def stat(self, path: str) -> None:
        """Ask for the numbers of a file or folder; that it is not there is an answer too."""
        try:
            self.note([path], [numbers_of(os.lstat(path))])
        except OSError:
            self.kind(path)

    def kind(self, path: str) -> str:
        """Return the kind of thing that a path leads to: `file`, `folder`, `other`, or the empty string for nothing."""
        return self._ask("kind", path)

    def names(self, folder: str) -> None:
        """Ask for the names in a folder that may matter, so that its time does not count."""
        self._ask("names", folder)

    def link(self, path: str) -> None:
        """Ask where a path leads in the end, and for the numbers of a file that is there."""
        answer = self._ask("link", path)
        changed = answer.rpartition(" ")[2]
        self._newest = max(self._newest, int(changed) if changed.isdigit() else 0)

    def stored(self) -> StoredTrace:
        """Return the trace until now, as it is stored."""
        asked = tuple((kind, path, _digest(answer)) for (kind, path), answer in self._asked.items())
        return StoredTrace(self._base, tuple(self._groups), asked)

    def _ask(self, kind: str, path: str) -> str:
        """Return an answer, which stays the one that was given first."""
        question = (kind, os.path.abspath(path))
        if question not in self._asked:
            self._asked[question] = _QUESTIONS[kind](question[1])
        return self._asked[question]


def has_file(path: Path, trace: Trace | None) -> bool:
    """Return whether a file is there; the trace, if there is one, notes the question."""
    return path.is_file() if trace is None else trace.kind(str(path)) == "file"


def holds(trace: StoredTrace) -> bool:
    """Return whether every answer is still the same."""
    return same_answers(trace) and len(same_groups(trace)) == len(trace.groups)


def same_answers(trace: StoredTrace) -> bool:
    """Return whether the answers to all but the numbers are still the same."""
    try:
        return all(_digest(_QUESTIONS[kind](path)) == answer for kind, path, answer in trace.asked)
    except (OSError, ValueError, LookupError):
        return False  # what was never a question


def same_groups(trace: StoredTrace) -> list[TraceGroup]:
    """Return the groups whose files and folders have the numbers that they had; it is here that the time goes."""
    if not trace.groups:
        return []
    if os.stat not in os.supports_dir_fd:
        base = os.fsencode(trace.base)
        return [group for group in trace.groups if _is_same(group, lambda path: os.lstat(os.path.join(base, path)))]
    try:
        top = os.open(trace.base, os.O_RDONLY)
    except (OSError, ValueError):
        return []
    try:
        ask = partial(os.stat, dir_fd=top, follow_symlinks=False)
        return [group for group in trace.groups if _is_same(group, ask)]
    finally:
        os.close(top)


def _is_same(group: TraceGroup, ask: Callable[[bytes], os.stat_result]) -> bool:
    """Return whether a group has the numbers that it had."""
    try:
        return _number_digest(map(_NUMBERS, map(ask, group.paths.split(b"\0")[:-1]))) == group.numbers
    except (OSError, ValueError):
        return False  # something is gone, or never was a path


def numbers_of(found: os.stat_result) -> Numbers:
    """Return the numbers that a trace keeps of a file or folder."""
    return _NUMBERS(found)


def _number_digest(numbers: Iterable[Numbers]) -> str:
    every = list(chain.from_iterable(numbers))
    try:
        packed = array("q", every)
    except OverflowError:  # some file systems use all 64 bits of an inode
        packed = array("Q", [number % 2**64 for number in every])
    return hashlib.blake2b(packed.tobytes(), digest_size=16).hexdigest()


def _digest(answer: str) -> str:
    return hashlib.blake2b(answer.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def _kind(path: str) -> str:
    try:
        return _KINDS.get(stat.S_IFMT(os.stat(path).st_mode), "other")
    except OSError:
        return ""


def _names(folder: str) -> str:
    """Return the names in a folder, each with what it is; hidden ones and what belongs to no tree are left out."""
    try:
        with os.scandir(folder) as entries:
            kept = [
                f"{entry.name}/{entry.is_symlink():d}{entry.is_dir(follow_symlinks=False):d}"
                for entry in entries
                if not is_hidden(entry.name, folder) and not is_excluded(entry.name)
            ]
    except OSError:
        return ""
    return "/".join(sorted(kept))


def _link(path: str) -> str:
    """Return the text of a link, the place where it leads, and of a file the numbers, the time of its change last."""
    written = ""
    try:
        written = os.readlink(path) if os.path.islink(path) else ""
        real, found = os.path.realpath(path, strict=True), os.stat(path)
    except OSError:
        return f"{written} nowhere"
    kind = _KINDS.get(stat.S_IFMT(found.st_mode), "other")
    if kind != "file":
        return f"{written} {real} {kind}"
    return f"{written} {real} {found.st_size} {found.st_ino} {found.st_ctime_ns} {found.st_mtime_ns}"


_QUESTIONS: Mapping[str, Callable[[str], str]] = {"kind": _kind, "names": _names, "link": _link}


def trace_output(
    folder: Path,
    paths: Iterable[str],
    state: str,
    *,
    before: StoredTrace | None = None,
    changed: Collection[str] | None = None,
) -> Trace:
    """Return the trace of the list of files, of all files on it and of their folders, in groups by first folders.

    It is in doubt where the list is not the expected one. What somebody adds changes the time of its folder.

    Args:
        folder: The output.
        paths: Of the files on the list that was committed.
        state: SHA-256 of that list.
        before: The trace of the output before, which held then.
        changed: Paths that were written or removed since, each by itself; None where any may have been.
    """
    top = os.path.realpath(folder)
    # Everything in it is young: it was just written, and nobody else is expected to write there.
    trace = Trace(top, now_ns=sys.maxsize)
    with open(os.path.join(top, MANIFEST), "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != state:
        trace.doubt()
        return trace
    groups: dict[str, list[str]] = {"": [MANIFEST]}
    for name, inside in _in_groups(sorted(paths)):
        groups.setdefault(name, []).extend(inside)
    first = dict.fromkeys(path.partition("/")[0] for path in (*groups, *groups[""]) if "/" in path)
    known: dict[str, TraceGroup] = {}
    if before is not None and before.base == top and changed is not None:
        # A file that comes or goes changes the time of its folder; a folder that does, that of the one above it.
        touched = {"", *map(_group_of, changed)}
        known = {group.name: group for group in before.groups if group.name not in touched}
    for name, inside in groups.items():
        group = known.get(name)
        if group is not None:
            trace.keep_group(group)
            continue
        folders = [folder for folder in folders_of(inside) if "/" in folder] if name else ["", *first]
        asked = [f"{top}/{path}" if path else top for path in (*inside, *folders)]
        trace.note(asked, [numbers_of(os.lstat(path)) for path in asked], name)
    return trace


def folders_of(paths: Iterable[str]) -> Iterator[str]:
    """Yield the folders of some files, each once and after the one it lies in; empty for the output itself."""
    known: set[str] = set()
    for path in paths:
        missing = []
        while path and (path := path.rpartition("/")[0]) not in known:
            missing.append(path)
            known.add(path)
        yield from reversed(missing)


def _in_groups(paths: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield sorted paths in their groups, and their names; those of no folders may come in several parts."""
    start = 0
    while start < len(paths):
        name = _group_of(paths[start])
        # All that lie in a folder stand together: `0` is the character after `/`.
        end = bisect_left(paths, f"{name}0", start) if name else start + 1
        yield name, paths[start:end]
        start = end


def _group_of(path: str) -> str:
    """Return the two first folders that a file of the output lies in; empty where it lies in fewer."""
    parts = path.split("/", 2)
    return f"{parts[0]}/{parts[1]}" if len(parts) > 2 else ""
