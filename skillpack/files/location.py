"""A location where a skill may lie, and how it is known that nothing there changed."""

import hashlib
import os

from msgspec import Struct

from skillpack.check.masking import masked_text
from skillpack.files.trace import RACY_NS
from skillpack.files.walk import FileScan, is_text, readable
from skillpack.model.digest import sha256
from skillpack.model.tree import Origin, SkippedFile, SkippedKind


class Location(Struct, frozen=True):
    """A candidate that was seen, not read: picklable, small, without a byte that is not UTF-8.

    Attributes:
        path: The folder or file, as joined from the root.
        signature: Hash over origin, over path, size, times and inode of every file, and over what is skipped. Equal to
            one of a location that was not racy, it means unchanged.
        racy: True when a file is so young that it may yet change without a trace (git's racy rule).
        exclude: Globs of the source, which also keep files out of the tree.
        skipped: Why it cannot be opened: a name that is not UTF-8, of which origin and path give a readable form.
    """

    origin: Origin
    path: str
    signature: bytes
    racy: bool
    exclude: tuple[str, ...] = ()
    skipped: tuple[SkippedFile, ...] = ()

    @property
    def key(self) -> str:
        """What the cache knows it by: its path; of one that holds a credential, a digest of it."""
        return self.path if masked_text(self.path) == self.path else sha256(self.path.encode())

    @property
    def in_source(self) -> tuple[str, str]:
        """Of a skill of one file, the source's folder, which no link of it may leave, and the path below."""
        if self.origin.path == ".":
            return os.path.split(self.path)
        return self.path[: -len(self.origin.path) - 1], self.origin.path


def scanned_location(origin: Origin, where: str, scan: FileScan, exclude: tuple[str, ...], now_ns: int) -> Location:
    """Return the location of a scan, with its signature.

    Args:
        where: Path of the folder or file, as joined from the root.
        exclude: Globs of the source.
        now_ns: The time of the look.
    """
    scan.files.sort()
    skipped = sorted((each.path, each.kind.value, each.detail) for each in scan.skipped)
    whose = (origin.source, origin.rank, origin.path, origin.form.value, origin.trust.value)
    seen: list[object] = [whose, scan.files, skipped]
    if scan.evaluations or not scan.all_evaluations:
        seen.append((sorted(scan.evaluations), scan.all_evaluations))
    signature = hashlib.blake2b(repr(seen).encode(), digest_size=16).digest()
    racy = any(file[2] > now_ns - RACY_NS for file in (*scan.files, *scan.evaluations))
    if where.isascii() or is_text(origin.path):
        return Location(origin, where, signature, racy, exclude)
    shown = Origin(origin.source, origin.rank, readable(origin.path), readable(origin.stem), origin.form, origin.trust)
    unreadable_name = SkippedFile(SkippedKind.NAME, ".", "not UTF-8")
    return Location(shown, readable(where), signature, racy, exclude, (unreadable_name,))


def outcome_of(location: Location) -> str:
    """Return the outcome that a trace keeps of a location: who asked for it, and its signature."""
    return f"{_question(location.origin, location.exclude)} {location.signature.hex()}"


def location_of(outcome: str, origin: Origin, where: str, exclude: tuple[str, ...]) -> Location | None:
    """Return the location that a trace kept, whose files are as they were; None where another one is asked for."""
    question, _, signature = outcome.partition(" ")
    if question != _question(origin, exclude):
        return None
    return Location(origin, where, bytes.fromhex(signature), racy=False, exclude=exclude)


def _question(origin: Origin, exclude: tuple[str, ...]) -> str:
    """Return a digest of all that decides, beside what lies in a folder, what is found there."""
    return hashlib.blake2b(repr((origin, exclude)).encode(), digest_size=8).hexdigest()
