"""The reader's other side: what honest tools write is read."""

from pathlib import Path

import pytest

from skillpack.archive.read import read_archive
from skillpack.archive.write import write_tar, write_zip
from skillpack.errors import ArchiveError
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree, make_tree

ARCHIVES = Path(__file__).parents[1] / "data" / "archives"
HONEST = sorted(path for path in (ARCHIVES / "honest").iterdir() if path.suffix in {".zip", ".gz", ".skill"})
WIDE = sorted((ARCHIVES / "honest" / "wide").iterdir())
LONG = "/".join(["long-" * 10] * 3)

SKILL = """\
---
name: honest-sample
description: A small skill that every common archiver packs. Use it to see that honest archives are read.
metadata:
  version: 1.2.0
---

# Honest sample

Run `scripts/greet.sh`, then read [the notes](references/notes.md).
"""
TREE = make_tree(
    {
        "SKILL.md": SKILL.encode(),
        "assets/empty.txt": b"",
        "assets/table.bin": bytes(range(256)),
        "references/notes.md": b"# Notes\n\n" + b"The same line, again and again.\n" * 40,
        "scripts/greet.sh": b'#!/bin/sh\nset -eu\necho "hello from the sample"\n',
    }
)
WIDE_TREE = make_tree({**TREE.files, "assets/naïve-日本.md": b"x", f"{LONG}-end.txt": b"y"})


def named(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("path", HONEST, ids=named)
def test_every_tool_gives_the_same_tree(path: Path) -> None:
    assert read_archive(path.read_bytes(), Limits()) == TREE


@pytest.mark.parametrize("path", WIDE, ids=named)
def test_names_beyond_ascii_and_beyond_100_bytes_survive_every_tool(path: Path) -> None:
    assert read_archive(path.read_bytes(), Limits()) == WIDE_TREE


def test_the_samples_are_all_there() -> None:
    assert len(HONEST) == 38
    assert len(WIDE) == 12


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("git-commit.zip", "comment of 40 bytes", "git archive HEAD:"),
        ("git-commit.tar.gz", "records for all files (PAX)", "git archive HEAD:"),
        (
            "infozip-unmarked-name.zip",
            "`assets/naïve-日本.md`: its name has no encoding flag",
            "zip -UN=UTF8",
        ),
        ("jszip-second-name.zip", "`assets/naïve-日本.md`: it has a second name", "skillpack pack"),
        ("python-stored-stream.zip", "`SKILL.md`: it is stored and its size follows it", "to a file"),
        ("archiver-stored-stream.zip", "`SKILL.md`: it is stored and its size follows it", "to a file"),
    ],
)
def test_an_honest_archive_that_is_refused_says_what_to_do(name: str, message: str, hint: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        read_archive((ARCHIVES / "refused" / name).read_bytes(), Limits())
    assert message in str(caught.value)
    assert hint in caught.value.hint


@pytest.mark.parametrize("tree", [TREE, WIDE_TREE], ids=["plain", "wide"])
@pytest.mark.parametrize("prefix", ["", "honest-sample"], ids=["flat", "wrapped"])
def test_what_others_packed_can_be_packed_again(tree: Tree, prefix: str) -> None:
    assert read_archive(write_zip(tree, prefix=prefix), Limits()) == tree
    assert read_archive(write_tar(tree, prefix=prefix), Limits()) == tree
