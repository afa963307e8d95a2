from collections.abc import Mapping
from typing import BinaryIO

import pytest
from msgspec.structs import replace

from skillpack.archive.write import write_zip
from skillpack.builder.history.archives import PublishedArchives
from skillpack.errors import IntegrityError
from skillpack.model.digest import sha256, tree_digest
from skillpack.model.limits import Limits
from skillpack.model.release import Artifact, Release
from skillpack.model.tree import Tree, make_tree
from skillpack.sources.published_site import PublishedCatalog


class MemorySite:
    """Archives in memory; what is asked for is noted."""

    name = "memory:"

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files, self.asked = files, list[str]()

    def where(self, path: str) -> str:
        return f"{self.name}{path}"

    def get(self, path: str, into: BinaryIO, *, most: int) -> bool:
        self.asked.append(path)
        into.write(self.files.get(path, b"")[:most])
        return path in self.files

    def close(self) -> None:
        pass


def tree(text: str, **files: bytes) -> Tree:
    skill = f"---\nname: pdf\ndescription: Reads. Use it.\n---\n\n{text}\n".encode()
    return make_tree({"SKILL.md": skill, **files})


def release(label: str, files: Tree) -> tuple[Release, bytes]:
    content = write_zip(files)
    archive = f"archives/pdf/pdf-{label}.zip"
    return Release("pdf", label, tree_digest(files), "", archive, sha256(content), len(content)), content


ONE, TWO, THREE = (release(f"{n}.0.0", tree(f"# {n}")) for n in (1, 2, 3))


@pytest.fixture
def published() -> MemorySite:
    return MemorySite({each.archive: content for each, content in (ONE, TWO, THREE)})


@pytest.fixture
def archives(published: MemorySite) -> PublishedArchives:
    return PublishedArchives(PublishedCatalog(published, None, Limits()), Limits())


def test_opens_what_was_published(archives: PublishedArchives) -> None:
    assert archives.tree(ONE[0]) == tree("# 1")
    assert archives.content(Artifact(ONE[0].archive, ONE[0].archive_sha256)) == ONE[1]


@pytest.mark.parametrize(
    ("changed", "content", "words"),
    [
        ({}, b"PK nonsense", "does not match its digest"),
        ({"archive_sha256": sha256(b"PK nonsense")}, b"PK nonsense", "is not a readable archive"),
        ({"archive_sha256": TWO[0].archive_sha256}, TWO[1], "does not contain the files"),
    ],
)
def test_what_is_not_as_recorded_is_named(changed, content, words) -> None:
    site = MemorySite({ONE[0].archive: content})
    with pytest.raises(IntegrityError, match=words) as refused:
        PublishedArchives(PublishedCatalog(site, None, Limits()), Limits()).tree(replace(ONE[0], **changed))
    assert "memory:archives/pdf/pdf-1.0.0.zip" in str(refused.value)


def test_without_a_site_there_is_nothing() -> None:
    empty = PublishedArchives(None, Limits())
    assert list(empty.ready("xy", lambda _: [])) == ["x", "y"]
    with pytest.raises(IntegrityError, match="never published"):
        empty.tree(ONE[0])
