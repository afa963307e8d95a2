"""Places and folders -> what lies in them, as bytes in memory."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from skillpack.errors import FetchError
from skillpack.files.belonging import SKILL_FILES, TRIGGERS
from skillpack.files.discover import Place, discover
from skillpack.files.walk import Seen, Stats, look_at_file, look_at_folder, reason
from skillpack.model.limits import Limits
from skillpack.model.tree import Candidate, Form, Oddity, OddityKind, Tree, make_tree, path_order

__all__ = ["Place", "discover", "read", "read_file", "read_tree"]

_PLAIN = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_DIRECTORY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_PIECE = 2**20  # bytes
_MOST_TRIGGERS = 2**20  # bytes


def read(place: Place, limits: Limits, *, only: tuple[str, ...] | None = None) -> Candidate:
    """Return what lies at a place; whatever is wrong with it is an oddity, never an exception.

    A folder without a skill file is listed and not read: there is nothing to publish. One that vanished meanwhile
    gives an empty candidate. Of a skill file that is too large, one byte more than the limit is kept, so that who
    parses it sees that too.

    Args:
        place: What `discover` saw.
        limits: What we are willing to read; what passes them is noted and left out.
        only: Read just these files of a folder, as run time does with SKILL.md; the listing is complete all the same.
    """
    if place.origin.form is Form.FOLDER:
        within = "" if place.origin.path == "." else place.origin.path
        seen = look_at_folder(place.path, depth=limits.depth, within=within, exclude=place.exclude)
        reading = _Reading(place.path, seen, limits, SKILL_FILES)
        there_is_one = any(path in SKILL_FILES for path in reading.sizes)
        reading.run(only if only is not None or there_is_one else ())
        triggers = _triggers(place.path, seen) if only is None else b""
    else:
        seen = look_at_file(place.path)
        folder, name = os.path.split(os.path.realpath(place.path))
        seen.real = {file[0]: name for file in seen.files}
        reading = _Reading(folder, seen, limits, tuple(seen.real))
        reading.run(None)
        triggers = b""
    listing = tuple(reading.sizes.items())
    whole = seen.complete and not reading.cut and len(reading.files) == len(listing)
    oddities = tuple(sorted([*reading.oddities, *place.odd], key=lambda odd: (path_order(odd.path), odd.kind)))
    tree = Tree({path: reading.files[path] for path, _ in listing if path in reading.files})
    return Candidate(place.origin, listing, tree, whole, oddities, triggers)


def read_tree(folder: Path, limits: Limits) -> Tree:
    """Return a folder that is no skill, such as a theme; what belongs to no tree is left out here too.

    Raises:
        FetchError: It cannot be read whole; the message names the first file that is in the way.
    """
    seen = look_at_folder(os.fspath(folder), depth=limits.depth, is_skill=False)
    if not seen.there:
        raise FetchError(f"there is no folder `{folder}`")
    reading = _Reading(os.fspath(folder), seen, limits, ())
    reading.run(None)
    for odd in sorted(reading.oddities, key=lambda odd: path_order(odd.path)):
        if odd.kind is not OddityKind.LINK_INSIDE:
            raise FetchError(f"`{folder}/{odd.path}` cannot be read: {odd.kind} ({odd.detail})")
    return make_tree(reading.files)


def read_file(path: Path, limit: int) -> bytes:
    """Return a file that the user named, of at most `limit` bytes; links are followed.

    Raises:
        FetchError: It is missing, unreadable, no regular file, or larger.
    """
    try:
        with open(path, "rb", opener=lambda name, _: os.open(name, _PLAIN)) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise FetchError(f"`{path}` is no file")
            content = file.read(limit + 1)
    except OSError as error:
        raise FetchError(f"`{path}` cannot be read: {reason(error)}") from error
    if len(content) > limit:
        raise FetchError(f"`{path}` is larger than {limit} bytes")
    return content


class _Reading:
    """The reading of what one look found.

    Attributes:
        sizes: Path -> bytes on disk of every file that was seen, in the order of the paths' bytes.
        files: What was read.
        cut: True when a file was read in part.
    """

    def __init__(self, folder: str, seen: Seen, limits: Limits, skill_files: tuple[str, ...]) -> None:
        self.folder = folder
        self.real = seen.real
        self.limits = limits
        self.skill_files = skill_files
        self.stats = sorted(seen.files, key=lambda file: path_order(file[0]))
        self.sizes = {file[0]: file[1] for file in self.stats}
        self.files: dict[str, bytes] = {}
        self.oddities = list(seen.oddities)
        self.cut = False

    def run(self, only: tuple[str, ...] | None) -> None:
        """Read what is wanted, the skill file first, then by the paths' bytes, as far as the limits allow."""
        unnameable = {odd.path for odd in self.oddities if odd.kind is OddityKind.NAME}
        wanted = [file for file in self.stats if (only is None or file[0] in only) and file[0] not in unnameable]
        wanted.sort(key=lambda file: file[0] not in self.skill_files)
        if len(wanted) > self.limits.files:
            self.note(OddityKind.TOO_MANY, wanted[self.limits.files][0], f"{len(wanted)} files")
        try:
            with _opened_folder(self.folder) as top:
                self.read_within(wanted[: self.limits.files], top)
        except OSError as error:
            if wanted and not isinstance(error, FileNotFoundError | NotADirectoryError):
                self.note(OddityKind.UNREADABLE, ".", reason(error))

    def read_within(self, wanted: list[Stats], top: int) -> None:
        """Read files as long as their sum stays within the limit of a tree."""
        left = self.limits.tree
        for file in wanted:
            path, size = file[0], file[1]
            if path not in self.skill_files and size > self.limits.file:
                self.note(OddityKind.TOO_LARGE, path, f"{size} bytes")
            elif size > left and path not in self.skill_files:
                self.note(OddityKind.TOO_LARGE, path, f"more than {self.limits.tree} bytes in all")
                return
            else:
                left -= self.read_one(file, top)

    def read_one(self, file: Stats, top: int) -> int:
        """Read one file, and return how many bytes that gave."""
        path, size = file[0], file[1]
        limit = min(size, self.limits.skill_file + 1) if path in self.skill_files else size
        try:
            descriptor = _open(top, self.folder, self.real.get(path, path))
            try:
                found = os.fstat(descriptor)
                if found.st_ino != file[4] or not stat.S_ISREG(found.st_mode):
                    self.note(OddityKind.UNREADABLE, path, "replaced while it was read")
                    return 0
                content = _content(descriptor, limit + 1)
            finally:
                os.close(descriptor)
        except OSError as error:
            self.note(OddityKind.UNREADABLE, path, reason(error))
            return 0
        if limit < size:
            self.note(OddityKind.TOO_LARGE, path, f"{size} bytes")
        elif len(content) > limit:
            self.note(OddityKind.TOO_LARGE, path, "grew while it was read")
        else:
            self.sizes[path] = len(content)
        self.cut = self.cut or len(content) > limit
        self.files[path] = content[:limit]
        return len(self.files[path])

    def note(self, kind: OddityKind, path: str, detail: str) -> None:
        """Note an oddity."""
        self.oddities.append(Oddity(kind, path, detail))


def _triggers(folder: str, seen: Seen) -> bytes:
    """Return the labelled queries beside a skill; nothing where there are none, or none that could be read."""
    if seen.triggers is None or seen.triggers[1] > _MOST_TRIGGERS:
        return b""
    try:
        with _opened_folder(folder) as top:
            descriptor = _open(top, folder, TRIGGERS)
            try:
                plain = stat.S_ISREG(os.fstat(descriptor).st_mode)
                return _content(descriptor, _MOST_TRIGGERS + 1)[:_MOST_TRIGGERS] if plain else b""
            finally:
                os.close(descriptor)
    except OSError:
        return b""


def _content(descriptor: int, limit: int) -> bytes:
    """Return at most `limit` bytes, of which the last one is not expected to be there."""
    pieces = []
    while limit > 0 and (piece := os.read(descriptor, asked := min(limit, _PIECE))):
        pieces.append(piece)
        limit -= len(piece)
        if limit == 1 and len(piece) < asked:
            break  # as long as it was said to be, and one byte more was asked for
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


@contextmanager
def _opened_folder(folder: str) -> Iterator[int]:
    """Open a folder; -1 stands for it where the system opens only files."""
    if os.open not in os.supports_dir_fd:
        yield -1
        return
    descriptor = os.open(folder, _FOLDER)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _open(top: int, folder: str, path: str) -> int:
    """Open a file beneath a folder; a link that was put in the way meanwhile is an OSError."""
    if top < 0:
        return os.open(f"{folder}/{path}", _PLAIN | _NO_LINK)
    if "/" not in path:
        return os.open(path, _PLAIN | _NO_LINK, dir_fd=top)
    return _open_below(top, path)


def _open_below(top: int, path: str) -> int:
    """Open a file step by step."""
    *parents, name = path.split("/")
    here = top
    try:
        for parent in parents:
            inner = os.open(parent, _FOLDER | _NO_LINK, dir_fd=here)
            if here != top:
                os.close(here)
            here = inner
        return os.open(name, _PLAIN | _NO_LINK, dir_fd=here)
    finally:
        if here != top:
            os.close(here)
