"""Locations and folders -> what lies in them, as bytes in memory."""

import os
import stat
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from skillpack.errors import FetchError, UsageError
from skillpack.evidence.statement import signed_paths
from skillpack.files.discover import discover
from skillpack.files.folder_descriptor import PLAIN, content_of, open_beneath, opened_folder, path_beneath
from skillpack.files.location import Location
from skillpack.files.membership import EVALS, SKILL_FILES, is_excluded
from skillpack.files.trace import Trace
from skillpack.files.walk import FileScan, Stats, reason, scan_file, scan_folder, written_target
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.signature import LONGEST_SIGNATURE, SIGNATURE
from skillpack.model.tree import (
    NO_EVALUATIONS,
    EvaluationFiles,
    Form,
    SkippedFile,
    SkippedKind,
    SourceTree,
    Tree,
    make_tree,
    path_order,
)
from skillpack.parse.evaluations import LARGEST, SET_OF_TASKS

_EVALUATIONS = f"{EVALS}/"
_MOST_SETS = 50  # JSON files directly in it that are read


__all__ = [
    "Location",
    "discover",
    "read",
    "read_beneath",
    "read_evaluation_files",
    "read_file",
    "read_top",
    "read_tree",
]


class Loose(Struct, frozen=True):
    """Files of one folder that are read each for itself.

    Attributes:
        files: Name -> bytes, in the order of the names' bytes.
        skipped: What was not read, and why.
    """

    files: Mapping[str, bytes]
    skipped: tuple[SkippedFile, ...]


def read(location: Location, limits: Limits, *, only: tuple[str, ...] | None = None) -> SourceTree:
    """Return the tree at a location; what is wrong with it is a skipped file, never an exception.

    A folder without a skill file is listed and not read: there is nothing to publish. One that vanished meanwhile
    gives an empty candidate. Of a skill file that is too large, one byte more than the limit is kept, so that who
    parses it sees that too.

    Args:
        location: What `discover` saw.
        limits: What we are willing to read; what passes them is noted and left out.
        only: Read just these files of a folder, as run time does with SKILL.md; the listing is complete all the
            same.
    """
    evaluations = NO_EVALUATIONS
    if location.origin.form is Form.FOLDER:
        scan = _scan(location, limits)
        reading = _Reading(location.path, scan, limits, SKILL_FILES)
        there = reading.evaluations()
        reading.drop_unsigned(may_read=only is None)
        there_is_one = any(path in SKILL_FILES for path in reading.sizes)
        reading.run(only if only is not None or there_is_one else ())
        if there and only is None and there_is_one:
            evaluations = reading.read_evaluations(there)
    else:
        home, path = location.in_source
        scan = scan_file(home, path, exclude=location.exclude)
        reading = _Reading(os.path.realpath(home), scan, limits, tuple(scan.real))
        reading.run(None)
    listing = tuple(reading.sizes.items())
    whole = scan.complete and not reading.cut and len(reading.files) == len(listing)
    skipped = tuple(sorted([*reading.skipped, *location.skipped], key=lambda each: (path_order(each.path), each.kind)))
    tree = Tree({path: reading.files[path] for path, _ in listing if path in reading.files})
    return SourceTree(location.origin, listing, tree, whole, skipped, evaluations)


def read_evaluation_files(location: Location, limits: Limits) -> EvaluationFiles:
    """Return what lies in `evals/` at a location; nothing else of it is read."""
    if location.origin.form is not Form.FOLDER:
        return NO_EVALUATIONS
    reading = _Reading(location.path, _scan(location, limits), limits, SKILL_FILES)
    return reading.read_evaluations(reading.evaluations())


def _scan(location: Location, limits: Limits) -> FileScan:
    """Return the scan of a location that is a folder."""
    within = "" if location.origin.path == "." else location.origin.path
    return scan_folder(location.path, depth=limits.depth, within=within, exclude=location.exclude)


def read_tree(folder: Path, limits: Limits) -> Tree:
    """Return a folder that is not a skill, such as a theme; what belongs to no tree is left out here too.

    Raises:
        FetchError: It cannot be read whole; the message names the first file that is in the way.
    """
    scan = scan_folder(os.fspath(folder), depth=limits.depth, is_skill=False)
    if not scan.there:
        raise FetchError(f"there is no folder `{folder}`")
    reading = _Reading(os.fspath(folder), scan, limits, ())
    reading.run(None)
    for each in sorted(reading.skipped, key=lambda each: path_order(each.path)):
        if each.kind is SkippedKind.LINK_OUTSIDE:
            raise FetchError(
                f"`{folder}/{each.path}` is a link to `{printable(each.detail)}`, which leads out of the folder",
                hint="replace the link by a copy of the file",
            )
        if each.kind is not SkippedKind.LINK_INSIDE:
            raise FetchError(f"`{folder}/{each.path}` cannot be read: {each.kind} ({each.detail})")
    return make_tree(reading.files)


def read_top(folder: Path, limits: Mapping[str, Limits], trace: Trace | None = None) -> tuple[Loose, ...]:
    """Return the files that lie directly in a folder and end in some suffixes, as far as they can be read, by suffix.

    A link is followed within the folder; what leads out of it is a skipped file, as is all that passes a limit.

    Args:
        folder: One that vanished meanwhile gives nothing.
        limits: Suffix, as names have it -> what we are willing to read of such files.
        trace: Notes what this depends on.
    """
    scan = scan_folder(os.fspath(folder), is_skill=False, trace=trace)
    return tuple(_read_ending(os.fspath(folder), scan, suffix, some) for suffix, some in limits.items())


def _read_ending(folder: str, scan: FileScan, suffix: str, limits: Limits) -> Loose:
    """Return the files of a scan that lie directly in a folder and end in a suffix, as `read_top` has them."""
    reading = _Reading(folder, scan, limits, ())
    reading.run(frozenset(name for name in reading.sizes if "/" not in name and name.endswith(suffix)))
    about = (each for each in reading.skipped if each.kind is not SkippedKind.LINK_INSIDE)
    return Loose(
        reading.files,
        tuple(each for each in about if each.path == "." or ("/" not in each.path and each.path.endswith(suffix))),
    )


def read_beneath(folder: Path, path: str, limit: int, *, what: str, hint: str) -> bytes:
    """Return a file that a catalog names, of at most `limit` bytes.

    A link is followed to a file of the same suffix in the same folder: `.git/config`, `.env` and what else lies on the
    machine of who builds a catalog is never taken for a part of it.

    Args:
        folder: May itself be a link.
        path: Relative to the folder, posix.
        what: The file in words, printable, for messages: "the page `pages/a.md`".
        hint: What to do where there is no such file.

    Raises:
        UsageError: It is missing, or a link leads to something else.
        FetchError: It is unreadable, no regular file, or larger.
    """
    top = os.path.realpath(folder)
    try:
        real = path_beneath(top, os.path.realpath(f"{top}/{path}", strict=True))
        if real is None:
            raise UsageError(f"{what} {_way_out(top, path)} out of its folder", hint=hint)
        if any(map(is_excluded, real.split("/"))) or _suffix(real) != _suffix(path):
            raise UsageError(f"{what} leads to `{printable(real)}`, which is not a file of its kind", hint=hint)
        with opened_folder(top) as descriptor:
            file = open_beneath(descriptor, top, real)
            try:
                return _whole(file, limit, what)
            finally:
                os.close(file)
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:  # no path holds NUL
        raise UsageError(f"{what} does not exist", hint=hint) from error
    except OSError as error:
        raise FetchError(f"{what} cannot be read: {reason(error)}") from error


def _way_out(top: str, path: str) -> str:
    """Return the part of a path that leads out of its folder, up to "out of": its links, or its own steps."""
    there = written_target(f"{top}/{path}")
    if there:
        return f"is a link to `{printable(there)}`, which leads"
    return "leads" if os.path.normpath(path).startswith("..") else "lies behind a link that leads"


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _whole(descriptor: int, limit: int, what: str) -> bytes:
    """Return all of a file that is open."""
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        raise FetchError(f"{what} is not a file")
    if found.st_size > limit:
        raise FetchError(f"{what} is larger than {limit} bytes")
    content = content_of(descriptor, found.st_size + 1)
    if len(content) > found.st_size:  # it grows, or the system makes it up
        raise FetchError(f"{what} changed while it was read", hint="try again when nobody writes to it")
    return content


def read_file(path: Path, limit: int) -> bytes:
    """Return a file that the user named, of at most `limit` bytes; links are followed.

    Raises:
        FetchError: It is missing, unreadable, no regular file, or larger.
    """
    try:
        with open(path, "rb", opener=lambda name, _: os.open(name, PLAIN)) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise FetchError(f"`{path}` is not a file")
            content = file.read(limit + 1)
    except OSError as error:
        raise FetchError(f"`{path}` cannot be read: {reason(error)}") from error
    if len(content) > limit:
        raise FetchError(f"`{path}` is larger than {limit} bytes")
    return content


class _Reading:
    """The reading of the files that a scan found.

    Attributes:
        sizes: Path -> bytes on disk of every file that was seen, in the order of the paths' bytes.
        files: What was read.
        cut: True when a file was read in part.
    """

    def __init__(self, folder: str, scan: FileScan, limits: Limits, skill_files: tuple[str, ...]) -> None:
        self.folder = folder
        self.real = scan.real
        self.limits = limits
        self.skill_files = skill_files
        self.stats = sorted(scan.files, key=lambda file: path_order(file[0]))
        self.sizes = {file[0]: file[1] for file in self.stats}
        self.files: dict[str, bytes] = {}
        self.skipped = list(scan.skipped)
        self.cut = False
        self.aside = scan.evaluations
        self.seen_all = scan.complete and scan.all_evaluations

    def drop_unsigned(self, *, may_read: bool) -> None:
        """Leave out the evaluations that the skill's signature does not name; all of them where it may not be read."""
        if not any(path.startswith(_EVALUATIONS) for path in self.sizes):
            return
        signed = signed_paths(self.signature()) if may_read else frozenset()
        self.stats = [file for file in self.stats if not file[0].startswith(_EVALUATIONS) or file[0] in signed]
        self.sizes = {file[0]: file[1] for file in self.stats}
        self.skipped = [each for each in self.skipped if not each.path.startswith(_EVALUATIONS) or each.path in signed]

    def evaluations(self) -> dict[str, int]:
        """Return path and bytes on disk of every file of the evaluations, whether it is of the tree or not."""
        found = {file[0]: file[1] for file in (*self.stats, *self.aside) if file[0].startswith(_EVALUATIONS)}
        return {path: found[path] for path in sorted(found, key=path_order)}

    def read_evaluations(self, there: Mapping[str, int]) -> EvaluationFiles:
        """Return the evaluations with the sets of tasks among them; what cannot be read is left out.

        Args:
            there: As `evaluations` gave it.
        """
        if not there:
            return NO_EVALUATIONS
        sets = [path for path in there if path.endswith(".json") and path.count("/") == 1]
        # The first of all is the one that everybody reads.
        sets.sort(key=lambda path: path != SET_OF_TASKS)
        read = {path: self.files[path] for path in sets[:_MOST_SETS] if path in self.files}
        with suppress(OSError), opened_folder(self.folder) as top:
            for path in sets[:_MOST_SETS]:
                if path not in read:
                    with suppress(OSError):
                        read[path] = self.content(top, path)
        kept = tuple((path, read[path]) for path in sorted(read, key=path_order))
        return EvaluationFiles(tuple(there), kept, self.seen_all)

    def content(self, top: int, path: str) -> bytes:
        """Return a file of tasks, of one that is too large a byte too much.

        Raises:
            OSError: It cannot be read, or is no regular file.
        """
        descriptor = open_beneath(top, self.folder, self.real.get(path, path))
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise FileNotFoundError(path)
            return content_of(descriptor, LARGEST + 1)
        finally:
            os.close(descriptor)

    def signature(self) -> bytes:
        """Return the file of the signature; empty where it cannot be read."""
        try:
            with opened_folder(self.folder) as top:
                descriptor = open_beneath(top, self.folder, self.real.get(SIGNATURE, SIGNATURE))
                try:
                    return content_of(descriptor, LONGEST_SIGNATURE + 1)
                finally:
                    os.close(descriptor)
        except OSError:
            return b""

    def run(self, only: Collection[str] | None) -> None:
        """Read what is wanted, the skill file first, then by the paths' bytes, as far as the limits allow."""
        unnameable = {each.path for each in self.skipped if each.kind is SkippedKind.NAME}
        wanted = [file for file in self.stats if (only is None or file[0] in only) and file[0] not in unnameable]
        wanted.sort(key=lambda file: file[0] not in self.skill_files)
        if len(wanted) > self.limits.files:
            self.note(SkippedKind.TOO_MANY, wanted[self.limits.files][0], f"{len(wanted)} files")
        try:
            with opened_folder(self.folder) as top:
                self.read_within(wanted[: self.limits.files], top)
        except OSError as error:
            if wanted and not isinstance(error, FileNotFoundError | NotADirectoryError):
                self.note(SkippedKind.UNREADABLE, ".", reason(error))

    def read_within(self, wanted: list[Stats], top: int) -> None:
        """Read files as long as their sum stays within the limit of a tree."""
        left = self.limits.tree
        for file in wanted:
            path, size = file[0], file[1]
            if path not in self.skill_files and size > self.limits.file:
                self.note(SkippedKind.TOO_LARGE, path, f"{size} bytes")
            elif size > left and path not in self.skill_files:
                self.note(SkippedKind.TOO_LARGE, path, f"more than {self.limits.tree} bytes in all")
                return
            else:
                left -= self.read_one(file, top)

    def read_one(self, file: Stats, top: int) -> int:
        """Read one file, and return how many bytes that gave."""
        path, size = file[0], file[1]
        limit = min(size, self.limits.skill_file + 1) if path in self.skill_files else size
        try:
            descriptor = open_beneath(top, self.folder, self.real.get(path, path))
            try:
                found = os.fstat(descriptor)
                if found.st_ino != file[4] or not stat.S_ISREG(found.st_mode):
                    self.note(SkippedKind.UNREADABLE, path, "replaced while it was read")
                    return 0
                content = content_of(descriptor, limit + 1)
            finally:
                os.close(descriptor)
        except OSError as error:
            self.note(SkippedKind.UNREADABLE, path, reason(error))
            return 0
        if limit < size:
            self.note(SkippedKind.TOO_LARGE, path, f"{size} bytes")
        elif len(content) > limit:
            self.note(SkippedKind.TOO_LARGE, path, "grew while it was read")
        else:
            self.sizes[path] = len(content)
        self.cut = self.cut or len(content) > limit
        self.files[path] = content[:limit]
        return len(self.files[path])

    def note(self, kind: SkippedKind, path: str, detail: str) -> None:
        """Note a file that is skipped, and why."""
        self.skipped.append(SkippedFile(kind, path, detail))
