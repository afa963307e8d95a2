"""What is packed in a file: opened by its first bytes, as strictly as a skill's archive."""

import gzip
import io
import tarfile
import zipfile

import pytest

from skillpack.archive.contents import is_packed, packed_files
from skillpack.errors import ArchiveError
from skillpack.model.limits import Limits

LIMITS = Limits()


def zipped(**files: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def tarred(**files: bytes) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return target.getvalue()


@pytest.mark.parametrize(
    ("content", "held"),
    [
        (zipped(a=b"one", b=b"two"), [("a", b"one"), ("b", b"two")]),
        (tarred(a=b"one", b=b"two"), [("a", b"one"), ("b", b"two")]),
        (gzip.compress(tarred(a=b"one"), mtime=0), [("a", b"one")]),
        (gzip.compress(b"a text", mtime=0), [("", b"a text")]),
    ],
    ids=["zip", "tar", "tar.gz", "gz"],
)
def test_opens_what_it_knows(content, held) -> None:
    assert is_packed(content)
    found = packed_files(content, LIMITS)
    assert [(each.name, each.content) for each in found] == held
    assert not any(each.folder for each in found)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"BZh91AY&SY", "bzip2"),
        (b"\xfd7zXZ\0\0\0", "xz"),
        (b"7z\xbc\xaf\x27\x1c\0\0", "7-Zip"),
        (b"Rar!\x1a\x07\x01\0", "RAR"),
        (b"\x28\xb5\x2f\xfd\0\0\0\0", "Zstandard"),
    ],
)
def test_names_what_it_cannot_open(content, kind) -> None:
    assert is_packed(content)
    with pytest.raises(ArchiveError) as caught:
        packed_files(content, LIMITS)
    assert str(caught.value) == f"it is compressed by {kind}"


@pytest.mark.parametrize("content", [b"", b"PK", b"# A text", b"BZh", b"\x89PNG\r\n\x1a\n"])
def test_other_files_are_not_packed(content) -> None:
    assert not is_packed(content)


def test_unpacks_no_more_than_is_allowed() -> None:
    bomb = gzip.compress(bytes(10_000), mtime=0)
    with pytest.raises(ArchiveError, match="more than 9999 bytes"):
        packed_files(bomb, Limits(tree=9_999))


@pytest.mark.parametrize("magic", [b"BZh", b"\xfd7zXZ\0", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"\x28\xb5\x2f\xfd"])
def test_a_text_that_is_shorter_than_any_such_file_is_none(magic) -> None:
    assert not is_packed(magic.ljust(7, b"\0"))
    assert is_packed(magic.ljust(8, b"\0"))
