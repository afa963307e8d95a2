"""What is packed in a file, whatever it is for: zip, gzip and tar, read as strictly as a skill's archive."""

from skillpack.archive.member import Member
from skillpack.archive.tar import gunzipped, tar_members
from skillpack.archive.zip import read_zip
from skillpack.errors import ArchiveError
from skillpack.model.limits import Limits

_ZIP, _GZIP = (b"PK\x03\x04", b"PK\x05\x06"), b"\x1f\x8b"
_TAR_MAGIC, _TAR_MAGIC_AT = b"ustar", 257
_UNKNOWN = (
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"\x28\xb5\x2f\xfd", "Zstandard"),
)
_SHORTEST = 8  # bytes


def is_packed(content: bytes) -> bool:
    """Return whether a file holds others, or one that is compressed."""
    return (
        content.startswith((*_ZIP, _GZIP))
        or content.startswith(_TAR_MAGIC, _TAR_MAGIC_AT)
        or (len(content) >= _SHORTEST and any([content.startswith(magic) for magic, _ in _UNKNOWN]))  # noqa: C419
    )


def packed_files(content: bytes, limits: Limits) -> tuple[Member, ...]:
    """Return the members of a packed file; of one that is only compressed its content, under no name.

    Args:
        content: Of a file that is packed.
        limits: How much is unpacked.

    Raises:
        ArchiveError: It cannot be read whole: by what it is packed, how, or how much it holds.
    """
    if content.startswith(_ZIP):
        return read_zip(content, limits)
    if content.startswith(_TAR_MAGIC, _TAR_MAGIC_AT):
        return tar_members(content, limits)
    if content.startswith(_GZIP):
        inner = gunzipped(content, limits.tree)
        if inner.startswith(_TAR_MAGIC, _TAR_MAGIC_AT):
            return tar_members(inner, limits)
        return (Member("", inner, folder=False),)
    kind = next(name for magic, name in _UNKNOWN if content.startswith(magic))
    raise ArchiveError(f"it is compressed by {kind}")
