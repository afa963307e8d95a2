from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import BinaryIO

import pytest
from msgspec.structs import replace

from skillpack.archive.write import write_zip
from skillpack.builder.history.archives import PublishedArchives
from skillpack.builder.store import BuildStore
from skillpack.errors import IntegrityError
from skillpack.model.digest import sha256, tree_digest
from skillpack.model.limits import Limits
from skillpack.model.release import Artifact, Release
from skillpack.model.settings import Settings
from skillpack.model.tree import Tree, make_tree
from skillpack.sources.published_site import PublishedCatalog

SETTINGS = Settings("1", (), (), Limits(), highlight=True, require=(), site_url="", digest="d" * 64)


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
def cache() -> Iterator[BuildStore]:
    with closing(BuildStore(None)) as made:
        made.begin()
        yield made


@pytest.fixture
def published() -> MemorySite:
    return MemorySite({each.archive: content for each, content in (ONE, TWO, THREE)})


@pytest.fixture
def archives(published: MemorySite, cache: BuildStore) -> PublishedArchives:
    return PublishedArchives(PublishedCatalog(published, None, Limits()), cache, SETTINGS)


def test_opens_what_was_published(archives: PublishedArchives) -> None:
    assert archives.tree(ONE[0]) == tree("# 1")
    assert archives.content(Artifact(ONE[0].archive, ONE[0].archive_sha256)) == ONE[1]


def test_what_was_compared_is_remembered(archives: PublishedArchives, cache: BuildStore) -> None:
    assert archives.known_changes(ONE[0], TWO[0]) is None
    assert not archives.is_compared(ONE[0], TWO[0])
    found = archives.changes(ONE[0], TWO[0], lambda: tree("# 2"))
    again = PublishedArchives(PublishedCatalog(MemorySite({}), None, Limits()), cache, SETTINGS)
    assert again.is_compared(ONE[0], TWO[0])
    assert again.known_changes(ONE[0], TWO[0]) == found


def test_facts_of_other_settings_are_forgotten(archives: PublishedArchives, cache: BuildStore) -> None:
    archives.changes(ONE[0], TWO[0], lambda: tree("# 2"))
    cache.forget_facts(SETTINGS.digest)
    assert archives.is_compared(ONE[0], TWO[0])
    cache.forget_facts("e" * 64)
    assert not archives.is_compared(ONE[0], TWO[0])


def test_dates_and_marks_are_those_of_now(archives: PublishedArchives) -> None:
    archives.changes(ONE[0], TWO[0], lambda: tree("# 2"))
    dated, yanked = replace(ONE[0], date="2026-01-31"), replace(TWO[0], yanked="leaks")
    found = archives.known_changes(dated, yanked)
    assert found is not None
    assert (found.old, found.new) == (dated, yanked)


def test_the_tree_at_hand_is_asked_for_only_where_it_must_be(archives: PublishedArchives) -> None:
    asked = []

    def at_hand() -> Tree:
        asked.append(1)
        return tree("# new")

    new = replace(TWO[0], digest=tree_digest(tree("# new")), archive="")
    for _ in range(2):
        assert "+# new" in archives.changes(ONE[0], new, at_hand).prose
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("changed", "content", "words"),
    [
        ({}, b"PK nonsense", "does not match its digest"),
        ({"archive_sha256": sha256(b"PK nonsense")}, b"PK nonsense", "is not a readable archive"),
        ({"archive_sha256": TWO[0].archive_sha256}, TWO[1], "does not contain the files"),
    ],
)
def test_what_is_not_as_recorded_is_named(cache: BuildStore, changed, content, words) -> None:
    site = MemorySite({ONE[0].archive: content})
    with pytest.raises(IntegrityError, match=words) as refused:
        PublishedArchives(PublishedCatalog(site, None, Limits()), cache, SETTINGS).tree(replace(ONE[0], **changed))
    assert "memory:archives/pdf/pdf-1.0.0.zip" in str(refused.value)


def test_without_a_site_there_is_nothing(cache: BuildStore) -> None:
    empty = PublishedArchives(None, cache, SETTINGS)
    assert list(empty.ready("xy", lambda _: [])) == ["x", "y"]
    with pytest.raises(IntegrityError, match="never published"):
        empty.tree(ONE[0])
