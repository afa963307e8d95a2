"""One scan of everything that belongs to a skill's folder: names and stats, no contents."""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress

from msgspec import Struct, field

from skillpack.catalog.paths import MANIFEST
from skillpack.files.folder_descriptor import path_beneath
from skillpack.files.membership import EVALS, belongs, excluded, is_excluded
from skillpack.files.trace import Numbers, Trace, numbers_of
from skillpack.model.signature import SIGNATURE
from skillpack.model.tree import SkippedFile, SkippedKind

MOST_ENTRIES = 100_000
"""Entries of one skill's folder that are looked at; beyond, it is noted and the rest stays unseen."""

MOST_EVALUATIONS = 20_000
"""Entries of the evaluations of a skill without a signature that are looked at."""

DEEPEST = 64
"""Components of a path that are looked at, whatever the limits say."""

_SPECIAL = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFBLK: "a block device",
    stat.S_IFCHR: "a character device",
}

Stats = tuple[str, int, int, int, int]
"""Of a file: path relative to the folder, size in bytes, mtime and ctime in ns, inode."""

_Folder = tuple[str, str, str, tuple[str, ...]]
"""A folder to look at: its path on disk; the prefix of the paths in it, empty or with a slash at the end; the same
prefix with the links on the way resolved; the resolved prefixes of the folders in which those links lie."""


class FileScan(Struct):
    """The files of a folder, and what of it is not taken, in no order.

    Attributes:
        files: Regular files, and links that are read through.
        real: Where such a file lies, relative to the folder, when a link leads to it.
        complete: False when something was not, or could not be, looked at.
        there: False when the folder is gone.
        evaluations: The files of `evals`, where the skill has no signature: read, and not of its tree.
        all_evaluations: False when some of these were not, or could not be, looked at.
        plain: Everything in the folder is a file or a folder, was looked at and taken, and is one group of a trace.
    """

    files: list[Stats] = field(default_factory=list)
    skipped: list[SkippedFile] = field(default_factory=list)
    real: dict[str, str] = field(default_factory=dict)
    complete: bool = True
    there: bool = True
    evaluations: list[Stats] = field(default_factory=list)
    all_evaluations: bool = True
    plain: bool = False


def scan_folder(
    top: str,
    *,
    depth: int = DEEPEST,
    within: str = "",
    exclude: tuple[str, ...] = (),
    is_skill: bool = True,
    trace: Trace | None = None,
) -> FileScan:
    """Return the entries of a folder.

    Args:
        top: The folder; may itself be a link.
        depth: Most components of a path; a folder whose files would have more is noted and not entered.
        within: The folder's path relative to its source; empty for the source itself.
        exclude: Globs relative to the source.
        is_skill: False for a folder of which `evals` is a part.
        trace: Notes what the scan depends on.
    """
    walk = _Walk(top, min(depth, DEEPEST), f"{within}/" if within else "", exclude, EVALS if is_skill else "", trace)
    walk.run()
    walk.leave_trace()
    return walk.scan


def scan_file(home: str, path: str, *, exclude: tuple[str, ...] = (), trace: Trace | None = None) -> FileScan:
    """Return the scan of a skill that is one file: it alone, under its own name.

    A link is followed to a file of the same suffix in the same source that is neither hidden nor excluded, since what
    may not be taken by its own name may not be taken by another; any other is only noted.

    Args:
        home: The source's folder.
        path: Relative to it, as the globs to exclude.
    """
    scan, name, path = FileScan(), os.path.basename(path), os.path.join(home, path)
    if trace is not None:
        trace.link(path)
    try:
        real, found = path_beneath(home, os.path.realpath(path, strict=True)), os.stat(path)
    except OSError as error:
        scan.there = scan.complete = False
        if os.path.islink(path):
            scan.skipped.append(SkippedFile(SkippedKind.LINK_BROKEN, name, written_target(path)))
        elif not isinstance(error, FileNotFoundError):
            scan.skipped.append(SkippedFile(SkippedKind.UNREADABLE, name, reason(error)))
        return scan
    if real is None or (os.path.islink(path) and not _may_be_skill(real, name, exclude)):
        scan.complete = False
        scan.skipped.append(SkippedFile(SkippedKind.LINK_OUTSIDE, name, written_target(path)))
    elif stat.S_ISREG(found.st_mode):
        scan.real[name] = real
        scan.files.append(_stats(name, found))
    else:
        scan.skipped.append(SkippedFile(SkippedKind.SPECIAL, name, _special(found)))
    return scan


def _may_be_skill(path: str, name: str, exclude: tuple[str, ...]) -> bool:
    """Return whether a path, relative to its source, could be a skill of one file, of the kind that a name tells."""
    hidden = any(part[0] == "." or is_excluded(part) for part in path.split("/"))
    same = os.path.splitext(path)[1] == os.path.splitext(name)[1]
    return is_text(path) and same and not hidden and not excluded(path, exclude)


class _Walk:
    """The state of one walk through a folder."""

    def __init__(
        self, top: str, depth: int, within: str, exclude: tuple[str, ...], evals: str, trace: Trace | None
    ) -> None:
        self.scan = FileScan()
        self.top = top
        self.depth = depth
        self.within = within
        self.exclude = exclude
        self.evals = evals
        self.left = MOST_ENTRIES
        self.trace = trace
        self.entered: list[tuple[str, str, Numbers]] = []  # prefix, path and numbers of each folder, before its listing
        self.links: set[str] = set()
        self.sites: list[str] = []
        self.pending: list[_Folder] = [(top, "", "", ())]
        self.evaluations: list[_Folder] = []  # entered where a signature may name their files

    def run(self) -> None:
        """Look at the folder, then at evaluations that are not of its tree."""
        self.look()
        if self.evaluations and self.scan.there:
            whole, aside = self.scan, FileScan()
            self.scan, self.left = aside, MOST_EVALUATIONS
            self.pending, self.evaluations = self.evaluations, []
            self.look()
            self.scan, whole.evaluations, whole.all_evaluations = whole, aside.files, aside.complete
            whole.real.update(aside.real)

    def look(self) -> None:
        """Look at one folder after the other; not recursive, so that no depth can harm."""
        while self.pending:
            folder = self.pending.pop()
            try:
                if self.trace is not None:
                    self.entered.append((folder[1], folder[0], numbers_of(os.stat(folder[0]))))
                with os.scandir(folder[0]) as entries:
                    self.enter(folder, entries)
                if self.evaluations and not folder[1] and any(file[0] == SIGNATURE for file in self.scan.files):
                    self.pending += self.evaluations
                    self.evaluations = []
            except OSError as error:
                self.closed(folder, error)
            if self.left < 0:
                self.scan.complete = False
                self.note(SkippedKind.TOO_MANY, ".", f"more than {MOST_ENTRIES} entries")
                self.pending = []
                return

    def leave_trace(self) -> None:
        """Note what was looked at, unless something could not be."""
        if self.trace is None:
            return
        if not (self.scan.complete and self.scan.all_evaluations):
            self.trace.doubt()
        looked = self.scan.complete and self.scan.all_evaluations
        self.scan.plain = looked and not (self.scan.skipped or self.links or self.sites)
        files = [file for file in (*self.scan.files, *self.scan.evaluations) if file[0] not in self.links]
        # With the dot it is the folder itself, also where its name is a link's.
        paths = [*(f"{path}/." for _, path, _ in self.entered), *(f"{self.top}/{file[0]}" for file in files)]
        numbers = [*(numbers for _, _, numbers in self.entered), *(file[1:] for file in files)]
        self.trace.note(paths, numbers, self.top if self.scan.plain else "")
        for site in self.sites:
            self.trace.kind(f"{site}/{MANIFEST}")

    def enter(self, folder: _Folder, entries: Iterable[os.DirEntry[str]]) -> None:
        """Take in what lies directly in one folder."""
        _, prefix, real, through = folder
        files, exclude = self.scan.files, self.exclude
        for entry in entries:
            name = entry.name
            if is_excluded(name):
                continue
            if name == MANIFEST:
                self.leave(folder)
                return
            self.left -= 1
            if self.left < 0:
                return
            path = prefix + name
            if exclude and excluded(self.within + path, exclude):
                continue
            if not name.isascii() and not is_text(name):
                self.unnameable(path, entry)
            elif entry.is_dir(follow_symlinks=False):
                self.descend((entry.path, f"{path}/", f"{real}{name}/", through))
            elif entry.is_symlink():
                self.follow(folder, entry)
            elif entry.is_file(follow_symlinks=False):
                try:
                    found = entry.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue
                files.append(_stats(path, found))
                if through:
                    self.scan.real[path] = real + name
            else:
                with suppress(FileNotFoundError):
                    self.note(SkippedKind.SPECIAL, path, _special(entry.stat(follow_symlinks=False)))

    def leave(self, folder: _Folder) -> None:
        """Forget a folder: it is a site that we wrote, which would otherwise be a part of what it shows."""
        prefix = folder[1]
        self.sites.append(folder[0])
        self.entered[:] = [each for each in self.entered if not each[0].startswith(prefix)]
        self.scan.files[:] = [file for file in self.scan.files if not file[0].startswith(prefix)]
        self.scan.skipped[:] = [each for each in self.scan.skipped if not each.path.startswith(prefix)]
        self.pending[:] = [folder for folder in self.pending if not folder[1].startswith(prefix)]

    def note(self, kind: SkippedKind, path: str, detail: str) -> None:
        """Note a file that is skipped, and why."""
        self.scan.skipped.append(SkippedFile(kind, path, detail))

    def descend(self, folder: _Folder) -> None:
        """Put a folder on the list, unless it lies too deep; evaluations wait for a signature."""
        path = folder[1][:-1]
        if path == self.evals:
            self.evaluations.append(folder)
            return
        if path.count("/") + 1 >= self.depth:
            self.scan.complete = False
            self.note(SkippedKind.TOO_DEEP, path, f"more than {self.depth} components")
            return
        self.pending.append(folder)

    def closed(self, folder: _Folder, error: OSError) -> None:
        """Note a folder that cannot be looked at; one that vanished meanwhile is not noted."""
        self.scan.complete = False
        path = folder[1][:-1]
        if not isinstance(error, FileNotFoundError | NotADirectoryError):
            self.note(SkippedKind.UNREADABLE, path or ".", reason(error))
        elif not path:
            self.scan.there = False
            if os.path.islink(self.top):
                self.note(SkippedKind.LINK_BROKEN, ".", written_target(self.top))

    def unnameable(self, path: str, entry: os.DirEntry[str]) -> None:
        """Note a name that is not UTF-8; a file of that name is listed under a readable stand-in and never read."""
        shown = readable(path)
        self.scan.complete = False
        self.note(SkippedKind.NAME, shown, "not UTF-8")
        if entry.is_file(follow_symlinks=False):
            with suppress(FileNotFoundError):
                self.scan.files.append(_stats(shown, entry.stat(follow_symlinks=False)))

    def follow(self, folder: _Folder, entry: os.DirEntry[str]) -> None:
        """Take in a link: read through where it stays in what belongs to the skill, else only noted."""
        _, prefix, here, through = folder
        path, written = prefix + entry.name, written_target(entry.path)
        self.links.add(path)
        if self.trace is not None:
            self.trace.link(entry.path)
        try:
            os.stat(entry.path)  # as the system finds it: `realpath` takes `file/..` for the folder around the file
            target = os.path.realpath(entry.path, strict=True)
            real, found = path_beneath(self.top, target), os.stat(target)
        except OSError:
            self.note(SkippedKind.LINK_BROKEN, path, written)
            return
        if real is None or not is_text(real) or not belongs(real):
            self.note(SkippedKind.LINK_OUTSIDE, path, written)
        elif stat.S_ISREG(found.st_mode):
            self.note(SkippedKind.LINK_INSIDE, path, written)
            self.scan.real[path] = real
            self.scan.files.append(_stats(path, found))
        elif not stat.S_ISDIR(found.st_mode):
            self.note(SkippedKind.SPECIAL, path, _special(found))
        elif real == "." or any(link.startswith(f"{real}/") for link in (*through, here)):
            self.note(SkippedKind.LINK_BROKEN, path, f"{written} (a circle)")
        else:
            self.note(SkippedKind.LINK_INSIDE, path, written)
            self.descend((target, f"{path}/", f"{real}/", (*through, here)))


def reason(error: OSError) -> str:
    """Return why the system refused, in lower case as it stands in our sentences."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]


def readable(path: str) -> str:
    """Return a path with every byte that is not UTF-8 shown as an escape."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def is_text(name: str) -> bool:
    """Return whether a name is UTF-8 on disk."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _stats(path: str, found: os.stat_result) -> Stats:
    """Return the note of a file."""
    return (path, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def _special(found: os.stat_result) -> str:
    """Return the kind of a special file, in words."""
    return _SPECIAL.get(stat.S_IFMT(found.st_mode), "no regular file")


def written_target(link: str) -> str:
    """Return the target of a link as it is written."""
    try:
        return readable(os.readlink(link))
    except OSError:
        return ""
