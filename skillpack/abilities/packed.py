"""Archives and compressed files within a skill -> what is in them, and what nobody could look into (pure).

They are opened by the strict reader of archives. All that is unpacked of one skill is bounded, and so is how deep
archives lie in one another; whatever is not looked into for that, or because nobody here can read it, is said.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from skillpack.archive.contents import is_packed, packed_files
from skillpack.errors import ArchiveError
from skillpack.model.limits import Limits

_MOST = 16 * 2**20  # bytes that are unpacked of one skill
_REFUSED = 8 * _MOST  # bytes that are unpacked in vain, of archives that turn out to be broken
_RATIO = 1032  # bytes that deflate makes of one
_DEEPEST = 3  # archives within one another


class PackedFile(Struct, frozen=True):
    """A file in an archive, or an archive that was not looked into.

    Attributes:
        archive: Path of the archive in the skill.
        path: In the archive, of an archive within that behind ` > `; empty where the archive is meant.
        content: What it holds; empty where it was not looked into.
        unread: Why it was not looked into, a clause; empty where it was.
        size: Bytes of an archive that was not looked into.
    """

    archive: str
    path: str
    content: bytes
    unread: str = ""
    size: int = 0


def unpacked(files: Mapping[str, bytes], limits: Limits) -> Iterator[PackedFile]:
    """Yield the files that are packed in those of a skill, in archives within archives as well."""
    left, in_vain = _MOST, _REFUSED
    for archive, content in files.items():
        if not is_packed(content):
            continue
        if in_vain <= 0:
            yield PackedFile(archive, "", b"", "too many before it could not be read")
            continue
        for each in _within(archive, "", content, 1, replace(limits, tree=left, file=min(left, limits.file))):
            left -= len(each.content)
            in_vain -= min(each.size * _RATIO, _MOST)
            if left < 0 or in_vain < -_MOST:
                yield PackedFile(archive, "", b"", f"more than {_MOST:,} bytes are packed in the skill")
                left = max(left, 0)
                break
            yield each


def _within(archive: str, path: str, content: bytes, depth: int, limits: Limits) -> Iterator[PackedFile]:
    if depth > _DEEPEST:
        yield PackedFile(archive, path, b"", "it lies too deep in other archives", len(content))
        return
    try:
        members = packed_files(content, limits)
    except ArchiveError as error:
        yield PackedFile(archive, path, b"", str(error), len(content))
        return
    for member in members:
        inner = " > ".join(part for part in (path, member.name) if part)
        yield PackedFile(archive, inner, member.content)
        if is_packed(member.content):
            yield from _within(archive, inner, member.content, depth + 1, limits)
