"""The strict reader: bytes -> the tree of one skill, or a refusal; nothing is written."""

from skillpack.archive.layout import tree_of
from skillpack.archive.member import archive_limit
from skillpack.archive.tar import read_tar
from skillpack.archive.zip import read_zip
from skillpack.errors import ArchiveError
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree

_OTHER_KINDS = (
    (0, b"BZh", "a bzip2 file"),
    (0, b"\xfd7zXZ\0", "an xz file"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (0, b"Rar!", "a RAR archive"),
    (0, b"\x28\xb5\x2f\xfd", "a Zstandard file"),
    (0, b"---", "a text file, perhaps a `SKILL.md`"),
    (257, b"ustar", "a tar without gzip"),
)


def read_archive(content: bytes, limits: Limits) -> Tree:
    """Return the files of a skill's archive, zip or `.tar.gz`, flat or in one folder with the skill's name.

    Every byte of the archive is claimed exactly once, so that no two readers see different skills in it. Memory is
    bounded by `limits`, time by the archive's size and `limits`.

    Raises:
        ArchiveError: Anything about the archive is not as honest tools write it; the message says what was found.
    """
    if len(content) > archive_limit(limits):
        raise ArchiveError(f"the archive has {len(content)} bytes, at most {archive_limit(limits)} are read")
    if content.startswith(b"PK"):
        return tree_of(read_zip(content, limits), limits)
    if content.startswith(b"\x1f\x8b"):
        return tree_of(read_tar(content, limits), limits)
    if not content:
        raise ArchiveError("the archive is empty")
    for start, magic, kind in _OTHER_KINDS:
        if content.startswith(magic, start):
            raise ArchiveError(f"this is {kind}, neither a zip nor a `.tar.gz`", hint="pack it with `skillpack pack`")
    raise ArchiveError(f"this is neither a zip nor a `.tar.gz`: it starts with the bytes `{content[:4].hex(' ')}`")
