"""What changed from release to release is found once, by whoever has time."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import pairwise
from typing import BinaryIO

import pytest

from skillpack.archive.write import write_zip
from skillpack.builder.history import comparison
from skillpack.builder.history.archives import PublishedArchives
from skillpack.builder.history.comparison import compare_releases
from skillpack.builder.store import BuildStore
from skillpack.model.digest import sha256, tree_digest
from skillpack.model.limits import Limits
from skillpack.model.release import Release
from skillpack.model.settings import Settings
from skillpack.model.tree import make_tree
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


def release(label: str) -> tuple[Release, bytes]:
    files = make_tree({"SKILL.md": f"---\nname: pdf\ndescription: Reads.\n---\n\n# {label}\n".encode()})
    content = write_zip(files)
    archive = f"archives/pdf/pdf-{label}.zip"
    return Release("pdf", label, tree_digest(files), "", archive, sha256(content), len(content)), content


PUBLISHED = [release(f"{number}.0.0") for number in (4, 3, 2, 1)]
RELEASES = [each for each, _ in PUBLISHED]
PAIRS = [(old, new) for new, old in pairwise(RELEASES)]


@pytest.fixture
def store() -> Iterator[BuildStore]:
    with closing(BuildStore(None)) as made:
        made.begin()
        yield made


@pytest.fixture
def site() -> MemorySite:
    return MemorySite({each.archive: content for each, content in PUBLISHED})


@pytest.fixture
def archives(site: MemorySite, store: BuildStore) -> PublishedArchives:
    return PublishedArchives(PublishedCatalog(site, None, Limits()), store, SETTINGS)


def test_neighbours_are_compared_and_each_archive_is_read_once(archives: PublishedArchives, site: MemorySite) -> None:
    compare_releases(PAIRS, archives, Limits(), None)
    for new, old in pairwise(RELEASES):
        found = archives.known_changes(old, new)
        assert found is not None
        assert f"+# {new.label}" in found.prose
        assert f"-# {old.label}" in found.prose
    assert sorted(site.asked) == sorted(each.archive for each in RELEASES)


def test_what_was_compared_is_not_opened_again(archives: PublishedArchives, site: MemorySite) -> None:
    compare_releases(PAIRS[1:], archives, Limits(), None)
    site.asked.clear()
    compare_releases(PAIRS, archives, Limits(), None)
    assert site.asked == [RELEASES[1].archive, RELEASES[0].archive]


def test_each_release_is_opened_once_also_where_all_are_compared_with_the_newest(
    archives: PublishedArchives, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    real = comparison.open_version

    def noting(release: Release, *rest: object) -> object:
        opened.append(release.label)
        return real(release, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(comparison, "open_version", noting)
    newest = [(old, RELEASES[0]) for old in RELEASES[2:]]
    pairs = sorted([*PAIRS, *newest], key=lambda pair: RELEASES.index(pair[0]))
    compare_releases(pairs, archives, Limits(), None)
    assert opened == ["4.0.0", "3.0.0", "2.0.0", "1.0.0"]
    assert archives.known_changes(RELEASES[3], RELEASES[0]) is not None


def test_nothing_to_compare_needs_nothing(archives: PublishedArchives, site: MemorySite) -> None:
    compare_releases([], archives, Limits(), None)
    assert site.asked == []
