import gzip
import io
import stat
import tarfile
import zipfile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from skillpack.archive.read import read_archive
from skillpack.archive.write import write_tar, write_zip
from skillpack.errors import ArchiveError
from skillpack.model.digest import sha256
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree, make_tree

SKILL = b"---\nname: sample\ndescription: Packs and unpacks. Use in tests.\n---\n\n# Sample\n"
TREE = make_tree(
    {
        "SKILL.md": SKILL,
        "assets/empty.txt": b"",
        "assets/na\u00efve.md": b"# Na\xc3\xafve\r\n",
        "assets/table.bin": bytes(range(256)),
        "scripts/run.py": b"#!/usr/bin/env python3\nprint('hello')\n",
        "scripts/tool": b"\x7fELF\x02\x01",
    }
)
LONG = "/".join(["d" * 60] * 3)


def zip_entries(content: bytes) -> list[zipfile.ZipInfo]:
    return zipfile.ZipFile(io.BytesIO(content)).infolist()


def tar_entries(content: bytes) -> list[tarfile.TarInfo]:
    return tarfile.open(fileobj=io.BytesIO(content)).getmembers()


def test_the_bytes_never_change() -> None:
    assert sha256(write_zip(TREE)) == "170f349f99d38531abaad3f740162e35ba62b82c79b7b8682d382b0d07b98150"
    assert (
        sha256(write_zip(TREE, prefix="sample")) == "d82cd8c78ff63d1006535edf2d465d0f390aabf550b8c6ab1608b51150e92a97"
    )
    assert sha256(write_tar(TREE)) == "3d5dd35a26198ce62b04b6c7ba4945dc7517334ad987437fa91d6b235b0e1852"
    assert (
        sha256(write_tar(TREE, prefix="sample")) == "9079ecedc14ed88e2820b37b5f0e5b1294d50c477e1a15dfe63a1efd4e2adbc0"
    )


def test_the_order_of_the_tree_does_not_matter() -> None:
    turned = Tree(dict(reversed(TREE.files.items())))
    assert write_zip(turned) == write_zip(TREE)
    assert write_tar(turned) == write_tar(TREE)


def test_a_prefix_may_end_in_a_slash() -> None:
    assert write_zip(TREE, prefix="sample") == write_zip(TREE, prefix="sample/")


def test_zip_entries_say_nothing_but_name_mode_and_content() -> None:
    entries = zip_entries(write_zip(TREE))
    assert [entry.filename for entry in entries] == list(TREE.files)
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {(entry.compress_type, entry.extra, entry.comment) for entry in entries} == {(0, b"", b"")}
    assert [oct(entry.external_attr >> 16) for entry in entries] == ["0o100644"] * 4 + ["0o100755"] * 2


def test_the_utf8_flag_is_set_only_where_it_is_needed() -> None:
    flags = {entry.filename: entry.flag_bits for entry in zip_entries(write_zip(TREE))}
    assert {name for name, flag in flags.items() if flag == 0x800} == {"assets/na\u00efve.md"}
    assert set(flags.values()) == {0, 0x800}


def test_python_finds_nothing_wrong() -> None:
    for prefix in ("", "sample/"):
        archive = zipfile.ZipFile(io.BytesIO(write_zip(TREE, prefix=prefix)))
        assert archive.testzip() is None
        assert {name.removeprefix(prefix): archive.read(name) for name in archive.namelist()} == TREE.files
        with tarfile.open(fileobj=io.BytesIO(write_tar(TREE, prefix=prefix))) as tar:
            assert {entry.name.removeprefix(prefix): tar.extractfile(entry).read() for entry in tar} == TREE.files


def test_tar_entries_say_nothing_but_name_mode_and_content() -> None:
    entries = tar_entries(write_tar(TREE))
    assert [entry.name for entry in entries] == list(TREE.files)
    assert {(entry.uid, entry.gid, entry.uname, entry.gname, entry.mtime) for entry in entries} == {(0, 0, "", "", 0)}
    assert [stat.filemode(entry.mode)[1:] for entry in entries] == ["rw-r--r--"] * 4 + ["rwxr-xr-x"] * 2
    assert all(entry.isreg() for entry in entries)


def test_gzip_says_nothing_but_the_content() -> None:
    content = write_tar(TREE)
    assert content[:10] == b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
    assert gzip.decompress(content)[257:265] == b"ustar\x0000"


def test_a_path_beyond_100_bytes_is_split_where_ustar_allows() -> None:
    tree = make_tree({"SKILL.md": SKILL, f"{LONG}/notes.md": b"x"})
    content = write_tar(tree)
    block = gzip.decompress(content)[1024:1536]
    assert block[:100].rstrip(b"\0") == f"{'d' * 60}/notes.md".encode()
    assert block[345:500].rstrip(b"\0") == f"{'d' * 60}/{'d' * 60}".encode()
    assert read_archive(content, Limits()) == tree
    assert f"{LONG}/notes.md" in [entry.name for entry in tar_entries(content)]


@pytest.mark.parametrize("path", ["d" * 100, f"{'d' * 155}/{'e' * 100}", f"{'d' * 99}/e", f"{'d' * 100}/e"])
def test_a_path_that_just_fits_ustar_is_written(path: str) -> None:
    tree = make_tree({"SKILL.md": SKILL, path: b"x"})
    assert read_archive(write_tar(tree), Limits()) == tree


@pytest.mark.parametrize(
    "path", ["d" * 101, f"a/{'d' * 101}", f"{'d' * 156}/x", "/".join(["d" * 60] * 5), "\u00e9" * 51]
)
def test_a_path_that_does_not_fit_ustar_is_refused_with_a_way_out(path: str) -> None:
    tree = make_tree({"SKILL.md": SKILL, path: b"x"})
    with pytest.raises(ArchiveError, match="too long for a portable tar") as caught:
        write_tar(tree)
    assert caught.value.hint == "use the zip format"
    assert read_archive(write_zip(tree), Limits()) == tree


@pytest.mark.parametrize(
    ("files", "prefix", "message"),
    [
        ({}, "", "no `SKILL.md`"),
        ({"skill.md": SKILL}, "", "must be called `SKILL.md`"),
        ({"a/SKILL.md": SKILL}, "", "neither at the root nor in a single folder"),
        ({"SKILL.md": SKILL, "../x": b""}, "", "`../x`: the path goes up"),
        ({"SKILL.md": SKILL, "a\udce9": b""}, "", r"`a\udce9`: the path is not UTF-8"),
        ({"SKILL.md": SKILL, ".skillpack.json": b"{}"}, "", "`.skillpack.json`: "),
        ({"SKILL.md": SKILL, "A": b"", "a": b""}, "", "`a`: it conflicts with `A`"),
        ({"SKILL.md": SKILL, "a": b"", "a/b": b""}, "", "`a/b`: it conflicts with `a`"),
        ({"SKILL.md": SKILL, "a/": b""}, "", "`a/`"),
        ({"SKILL.md": SKILL}, "other", "`other/`: the folder is not named `sample`"),
        ({"SKILL.md": b""}, "../other", "`../other/`: the path goes up"),
        ({"SKILL.md": b""}, "a/b", "more than one folder"),
        ({"SKILL.md": b"---\nname: ../x\n---\n"}, "", "name `../x`"),
        ({"SKILL.md": SKILL, "sample/SKILL.md": b""}, "", "a second skill of the same name"),
        ({"SKILL.md": bytes(101)}, "", "`SKILL.md`: it has 101 bytes"),
        ({"SKILL.md": SKILL, "x": bytes(201)}, "", "`x`: the file has 201 bytes"),
        ({"SKILL.md": SKILL, "x": bytes(200), "y": bytes(200)}, "", "more than 400 bytes in all"),
        ({"SKILL.md": SKILL, "1": b"", "2": b"", "3": b"", "4": b""}, "", "5 files, at most 4"),
    ],
)
def test_what_the_reader_refuses_is_not_written(files: dict[str, bytes], prefix: str, message: str) -> None:
    limits = Limits(file=200, tree=400, files=4, skill_file=100)
    for write in (write_zip, write_tar):
        with pytest.raises(ArchiveError) as caught:
            write(make_tree(files), prefix=prefix, limits=limits)
        assert message in str(caught.value)


PARTS = st.one_of(
    st.sampled_from(
        ["SKILL.md", "scripts", "a", "A", "..", ".", "", "con", ".git", "x.", "\u00e9", "e\u0301", "\udcff"]
    ),
    st.text(max_size=6),
    st.sampled_from(["d" * 60, "d" * 100, "d" * 255, "d" * 256]),
)
PATHS = st.lists(PARTS, min_size=1, max_size=5).map("/".join)
SKILLS = st.one_of(
    st.sampled_from([SKILL, b"", b"---\nname: ../x\n---\n", b"---\nname: a\n---\n", b"---\nname: [\n"]),
    st.binary(max_size=40),
)
TREES = st.builds(
    lambda skill, files: make_tree({**files, "SKILL.md": skill}),
    SKILLS,
    st.dictionaries(PATHS, st.binary(max_size=80), max_size=5),
)


@given(
    TREES, st.one_of(st.sampled_from(["", "sample", "a", "sample/"]), PATHS), st.sampled_from([write_zip, write_tar])
)
@example(make_tree({"SKILL.md": SKILL}), "./", write_zip)
@example(make_tree({"SKILL.md": b""}), "/", write_zip)
@example(make_tree({"SKILL.md": b""}), "SKILL.md", write_tar)
def test_what_is_written_is_read_again_or_refused_by_name(tree: Tree, prefix: str, write: object) -> None:
    try:
        content = write(tree, prefix=prefix)
    except ArchiveError as error:
        refused = str(error)
    else:
        refused = ""
        assert read_archive(content, Limits()) == tree
    assert refused.isprintable()
    assert not refused or "`" in refused


def test_a_tar_that_fills_its_last_block_is_read() -> None:
    # 512 blocks of 65535 bytes: the first length at which a tar and a row of stored blocks end together.
    sizes = (15 * 2**20, 15 * 2**20, 512 * 65535 - 30 * 2**20 - 512 * (4 + 2))
    tree = make_tree({"SKILL.md": b"", **{f"{number}": bytes(size) for number, size in enumerate(sizes)}})
    content = write_tar(tree)
    assert len(gzip.decompress(content)) == 512 * 65535
    assert read_archive(content, Limits()) == tree
