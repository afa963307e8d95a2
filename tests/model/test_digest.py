import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.digest import body_version, checksums, checksums_of, file_mode, sha256, tree_digest
from skillpack.model.tree import Tree, make_tree

A = hashlib.sha256(b"a").hexdigest()


def test_sums_are_lines_that_sha256sum_reads() -> None:
    tree = make_tree({"b/c.txt": b"", "a.md": b"a"})
    assert checksums(tree) == f"{A}  a.md\n{sha256(b'')}  b/c.txt\n"


def test_sums_are_sorted_by_bytes() -> None:
    tree = Tree({"é": b"a", "a/b": b"a", "a.b": b"a", "Z": b"a", "a": b"a"})
    assert [line.split("  ")[1] for line in checksums(tree).splitlines()] == ["Z", "a", "a.b", "a/b", "é"]


def test_receipt_and_sums_at_the_root_are_no_part() -> None:
    """Decisions 8."""
    tree = make_tree({"a.md": b"a", ".skillpack.json": b"x", "SHA256SUMS": b"y", "sub/SHA256SUMS": b"a"})
    assert checksums(tree) == f"{A}  a.md\n{A}  sub/SHA256SUMS\n"


def test_the_digest_is_of_the_sums() -> None:
    tree = make_tree({"a.md": b"a"})
    assert tree_digest(tree) == hashlib.sha256(f"{A}  a.md\n".encode()).hexdigest()
    assert tree_digest(Tree({})) == hashlib.sha256(b"").hexdigest()


def test_a_path_that_is_not_utf8_is_written_as_its_bytes() -> None:
    tree = make_tree({"a\udcff": b"a"})
    assert tree_digest(tree) == hashlib.sha256(A.encode() + b"  a\xff\n").hexdigest()


@given(st.dictionaries(st.text("ab/.", min_size=1, max_size=4), st.binary(max_size=3), max_size=4), st.randoms())
def test_the_order_of_files_does_not_matter(files: dict[str, bytes], random) -> None:
    shuffled = list(files.items())
    random.shuffle(shuffled)
    assert tree_digest(Tree(dict(shuffled))) == tree_digest(make_tree(files))
    pairs = ((path, sha256(content)) for path, content in shuffled)
    assert checksums_of(pairs) == checksums(make_tree(files))


@given(st.dictionaries(st.text("ab", min_size=1), st.binary(max_size=3), min_size=1), st.binary(max_size=3))
def test_any_change_changes_the_digest(files: dict[str, bytes], content: bytes) -> None:
    path = min(files)
    changed = {**files, path: content}
    assert (tree_digest(make_tree(changed)) == tree_digest(make_tree(files))) == (content == files[path])
    assert tree_digest(make_tree({**files, "c": b""})) != tree_digest(make_tree(files))


@pytest.mark.parametrize(
    ("body", "version"), [("", "e3b0c44298fc1c14"), ("b", "3e23e8160039594a"), ("body\n", "9e2ec912af5dff2a")]
)
def test_versions_are_those_of_metis(body: str, version: str) -> None:
    """Requirements section 1."""
    assert body_version(body) == version


@pytest.mark.parametrize(
    ("content", "mode"),
    [
        (b"#!/bin/sh\n", 0o755),
        (b"\x7fELF\x02", 0o755),
        (b"\xcf\xfa\xed\xfe\x07", 0o755),
        (b"\xca\xfe\xba\xbe\x00", 0o755),
        (b"", 0o644),
        (b"# !", 0o644),
        (b" #!", 0o644),
        (b"text", 0o644),
    ],
)
def test_the_mode_is_a_function_of_content(content: bytes, mode: int) -> None:
    assert file_mode(content) == mode
