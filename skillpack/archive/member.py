"""What one entry of an archive holds, and how much of everything is read."""

from msgspec import Struct

from skillpack.errors import ArchiveError
from skillpack.model.limits import Limits
from skillpack.model.portable import printable

_OVERHEAD = 4096  # bytes around a file's content: headers, names, padding, PAX records; honest tools need less


class Member(Struct, frozen=True):
    """A file or folder as an archive names it.

    Attributes:
        name: Decoded, undecodable bytes as surrogates, not judged yet; a folder's ends in `/`.
        content: Empty for a folder.
    """

    name: str
    content: bytes
    folder: bool


def refusal(name: str, reason: str, *, hint: str = "") -> ArchiveError:
    """Return the exception that says, in a clause, what is wrong with the entry that the archive calls so."""
    return ArchiveError(f"`{printable(name)}`: {reason}", hint=hint)


def archive_limit(limits: Limits) -> int:
    """Return the largest archive that is read, in bytes: no honest archive of a permitted tree is larger."""
    return limits.tree + limits.files * _OVERHEAD


def check_count(count: int, limits: Limits) -> None:
    """Raise ArchiveError when an archive has more entries, folders included, than a permitted tree could need."""
    if count > 2 * limits.files:
        raise ArchiveError(f"the archive has {count} entries, at most {2 * limits.files} are read")


def check_size(name: str, size: int, total: int, limits: Limits) -> None:
    """Raise ArchiveError when a file of `size` bytes, or all files up to it, are larger than what is read."""
    if size > limits.file:
        raise refusal(name, f"the file has {size} bytes, at most {limits.file} are read")
    if total > limits.tree:
        raise ArchiveError(f"the files have more than {limits.tree} bytes in all")
