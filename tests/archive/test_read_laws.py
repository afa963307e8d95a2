"""Laws of the reader: whatever happens to an archive, it is refused or gives the same tree."""

import tracemalloc
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.archive.read import read_archive
from skillpack.archive.write import write_tar, write_zip
from skillpack.errors import ArchiveError
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree, make_tree

HONEST = Path(__file__).parents[1] / "data" / "archives" / "honest"
SKILL = b"---\nname: sample\ndescription: Packs and unpacks. Use in tests.\n---\n"
TREE = make_tree({"SKILL.md": SKILL, "a/b.txt": b"abc", "e": b"", "\u00e9.md": b"# x\n"})
BASES = {
    "zip": write_zip(TREE),
    "wrapped": write_zip(TREE, prefix="sample"),
    "tar": write_tar(TREE),
    **{
        name: (HONEST / name).read_bytes() for name in ("infozip-pipe.zip", "jszip-stream.zip", "gnutar-pax-dot.tar.gz")
    },
}
TREES = {name: read_archive(content, Limits()) for name, content in BASES.items()}


def read(content: bytes) -> Tree | None:
    """Return the tree, None when it is refused; any other exception is the test's failure."""
    try:
        return read_archive(content, Limits())
    except ArchiveError:
        return None


@pytest.mark.parametrize("name", ["zip", "wrapped", "tar"])
@pytest.mark.parametrize("mask", [0x01, 0x80, 0xFF])
def test_no_byte_of_our_archives_can_change_and_change_the_tree(name: str, mask: int) -> None:
    content = BASES[name]
    for at in range(len(content)):
        changed = bytearray(content)
        changed[at] ^= mask
        assert read(bytes(changed)) in (None, TREE)


@pytest.mark.parametrize("name", ["zip", "wrapped", "tar"])
def test_a_byte_of_content_never_changes_unseen(name: str) -> None:
    content = BASES[name]
    for text in (SKILL, b"abc", b"# x\n"):
        at = content.index(text)
        assert read(content[:at] + b"!" + content[at + 1 :]) is None


@pytest.mark.parametrize("name", BASES)
def test_no_beginning_of_an_archive_is_an_archive(name: str) -> None:
    content = BASES[name]
    assert all(read(content[:end]) is None for end in range(len(content)))


@given(st.sampled_from(sorted(BASES)), st.data())
def test_a_changed_archive_is_refused_or_the_same(name: str, data: st.DataObject) -> None:
    content = BASES[name]
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(start + 8, len(content))))
    inserted = data.draw(st.binary(max_size=8))
    assert read(content[:start] + inserted + content[end:]) in (None, TREES[name])


@given(st.sampled_from(sorted(BASES)), st.integers(0, 2000), st.integers(0, 2000), st.integers(0, 2000))
def test_a_part_that_is_copied_elsewhere_is_refused_or_changes_nothing(name: str, one: int, two: int, at: int) -> None:
    content = BASES[name]
    copied = content[min(one, two) : max(one, two)]
    assert read(content[:at] + copied + content[at:]) in (None, TREES[name])


@given(st.binary(max_size=300), st.sampled_from([b"", b"PK\3\4", b"PK\5\6", b"\x1f\x8b\x08", b"\x1f\x8b\x08\0"]))
def test_bytes_of_any_kind_are_refused(content: bytes, magic: bytes) -> None:
    assert read(magic + content) is None


@given(st.binary(max_size=2000))
def test_a_gzip_of_anything_is_refused(content: bytes) -> None:
    packer = zlib.compressobj(wbits=31)
    assert read(packer.compress(content) + packer.flush()) is None


def test_memory_is_bounded_by_the_limits() -> None:
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(bytes(2**20)) for _ in range(256)) + packer.flush()
    limits = Limits(file=2**20, tree=4 * 2**20, files=16)
    tracemalloc.start()
    with pytest.raises(ArchiveError, match="unpacks to more than"):
        read_archive(bomb, limits)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * limits.tree
