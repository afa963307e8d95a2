"""What changed from release to release is found once, by whoever has time."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import pairwise
from typing import BinaryIO

import pytest
from msgspec.structs import replace

from skillpack.archive.write import write_zip
from skillpack.builder.history import load
from skillpack.builder.history.facts import ReleaseFacts
from skillpack.builder.history.load import (
    PublishedReleases,
    load_alarms,
    load_changes,
    store_changes_between_releases,
)
from skillpack.builder.history.previous import PublishedArchives
from skillpack.builder.store import BuildStore
from skillpack.model.digest import sha256, tree_digest
from skillpack.model.limits import Limits
from skillpack.model.release import Release
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


def tree(text: str) -> Tree:
    alarming = "\u202e" if text == "1.0.0" else ""
    return make_tree({"SKILL.md": f"---\nname: pdf\ndescription: Reads.\n---\n\n# {text}\n{alarming}".encode()})


def release(label: str) -> tuple[Release, bytes]:
    files = tree(label)
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
def published(site: MemorySite, store: BuildStore) -> PublishedReleases:
    archives = PublishedArchives(PublishedCatalog(site, None, Limits()), Limits())
    return PublishedReleases(archives, ReleaseFacts(store, SETTINGS))


def test_neighbours_are_compared_and_each_archive_is_read_once(published: PublishedReleases, site: MemorySite) -> None:
    store_changes_between_releases(PAIRS, published, Limits(), None)
    for new, old in pairwise(RELEASES):
        found = published.facts.changes(old, new)
        assert found is not None
        assert f"+# {new.label}" in found.prose
        assert f"-# {old.label}" in found.prose
    assert sorted(site.asked) == sorted(each.archive for each in RELEASES)


def test_what_was_compared_is_not_opened_again(published: PublishedReleases, site: MemorySite) -> None:
    store_changes_between_releases(PAIRS[1:], published, Limits(), None)
    site.asked.clear()
    store_changes_between_releases(PAIRS, published, Limits(), None)
    assert site.asked == [RELEASES[1].archive, RELEASES[0].archive]


def test_each_release_is_opened_once_also_where_all_are_compared_with_the_newest(
    published: PublishedReleases, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    real = load.open_version

    def noting(release: Release, *rest: object) -> object:
        opened.append(release.label)
        return real(release, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(load, "open_version", noting)
    newest = [(old, RELEASES[0]) for old in RELEASES[2:]]
    pairs = sorted([*PAIRS, *newest], key=lambda pair: RELEASES.index(pair[0]))
    store_changes_between_releases(pairs, published, Limits(), None)
    assert opened == ["4.0.0", "3.0.0", "2.0.0", "1.0.0"]
    assert published.facts.changes(RELEASES[3], RELEASES[0]) is not None


def test_nothing_to_compare_needs_nothing(published: PublishedReleases, site: MemorySite) -> None:
    store_changes_between_releases([], published, Limits(), None)
    assert site.asked == []


def test_the_tree_at_hand_is_asked_for_only_where_it_must_be(published: PublishedReleases) -> None:
    asked = []

    def at_hand() -> Tree:
        asked.append(1)
        return tree("new")

    pair = RELEASES[0], replace(RELEASES[1], digest=tree_digest(tree("new")), archive="")
    for _ in range(2):
        assert "+# new" in load_changes(pair, at_hand, published, Limits()).prose
    assert len(asked) == 1


def test_alarms_are_the_same_whether_a_release_was_compared_before_or_not(
    published: PublishedReleases, store: BuildStore, site: MemorySite
) -> None:
    opened = load_alarms(RELEASES, published, Limits())
    assert [bool(opened[each.digest]) for each in RELEASES] == [False, False, False, True]
    site.files = {}
    assert load_alarms(RELEASES, published, Limits()) == opened  # known from then on

    store.forget_facts("")
    site.files = {each.archive: content for each, content in PUBLISHED}
    store_changes_between_releases(PAIRS, published, Limits(), None)
    site.files = {}
    assert load_alarms(RELEASES, published, Limits()) == opened
