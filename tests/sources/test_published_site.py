import os
from collections.abc import Callable
from pathlib import Path

import pytest

from skillpack.errors import FetchError, IntegrityError
from skillpack.model.digest import sha256
from skillpack.model.limits import Limits
from skillpack.model.release import Artifact
from skillpack.sources.access import Access, open_catalog
from skillpack.sources.published_site import PublishedCatalog

FILES = {"catalog.json": b"one\ntwo\nthree", "a": b"1", "b": b"22"}
ARTIFACT = Artifact("b", sha256(b"22"))
LIMITS = Limits(index=5, index_line=3)


@pytest.fixture(params=["folder", "web"])
def opened(request, tmp_path: Path, web) -> Callable[..., PublishedCatalog]:
    """Return a function that opens a site with some files, in a folder or on the web."""

    def make(**changes: bytes) -> PublishedCatalog:
        files = FILES | changes
        if request.param == "web":
            location = web({f"/{path}": content for path, content in files.items()})[0]
        else:
            location = str(tmp_path / "site")
            (tmp_path / "site").mkdir()
            for path, content in files.items():
                (tmp_path / "site" / path).write_bytes(content)
        return open_catalog(location, LIMITS, Access({}, tmp_path / "store"), tmp_path)

    return make


def test_an_index_comes_line_by_line(opened) -> None:
    with opened() as site:
        assert list(site.lines("catalog.json")) == [b"one\n", b"two\n", b"three"]


def test_a_line_without_an_end_comes_in_pieces_that_its_reader_refuses(opened) -> None:
    with opened(endless=b"x" * 1000) as site:
        assert all(3 < len(line) <= 5 for line in site.lines("endless"))


def test_an_index_that_is_not_there_is_said_with_a_hint(opened) -> None:
    with opened() as site, pytest.raises(FetchError, match="there is no `nope`") as missing:
        list(site.lines("nope"))
    assert missing.value.hint


def test_records_come_in_order(opened) -> None:
    with opened() as site:
        assert list(site.records(["a", "b", "a"], lambda path: path)) == [("a", b"1"), ("b", b"22"), ("a", b"1")]


def test_a_record_that_is_missing_or_too_large_is_refused(opened) -> None:
    with opened(large=b"123456") as site:
        with pytest.raises(FetchError, match="there is no `nope`"):
            site.read("nope")
        with pytest.raises(FetchError, match="5"):
            site.read("large")


def test_an_artifact_is_what_its_digest_says(opened) -> None:
    with opened() as site:
        assert site.artifact(ARTIFACT) == b"22"
        with pytest.raises(IntegrityError, match="a` does not match its digest: its SHA-256 is "):
            site.artifact(Artifact("a", "0" * 64))
        with pytest.raises(FetchError, match="there is no `nope`"):
            site.artifact(Artifact("nope", "0" * 64))


def test_items_are_given_once_their_artifacts_are_there(opened) -> None:
    with opened() as site:
        assert list(site.ready("xyz", lambda _: [ARTIFACT])) == ["x", "y", "z"]


def test_what_has_a_digest_is_fetched_once(web, tmp_path: Path) -> None:
    url, seen = web({"/b": b"22"})
    for _ in range(2):
        with open_catalog(url, LIMITS, Access({}, tmp_path), tmp_path) as site:
            assert list(site.ready("xy", lambda _: [ARTIFACT])) == ["x", "y"]
            assert site.artifact(ARTIFACT) == b"22"
    assert 1 <= len(seen) <= 2  # two threads may start at once


def test_without_a_store_every_reading_fetches(web, tmp_path: Path) -> None:
    url, seen = web({"/b": b"22"})
    with open_catalog(url, LIMITS, Access({}), tmp_path) as site:
        assert [site.artifact(ARTIFACT) for _ in range(2)] == [b"22", b"22"]
        assert list(site.ready("x", lambda _: [ARTIFACT])) == ["x"]
    assert len(seen) == 2


def test_a_folder_is_relative_to_its_root(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site/a").write_bytes(b"1")
    with open_catalog("site", LIMITS, Access({}), tmp_path) as site:
        assert site.read("a") == b"1"
        assert site.where("a").endswith("site/a")


def test_indexes_and_records_are_not_sent_again(web, tmp_path: Path) -> None:
    url, seen = web(tagged={"/catalog.json": FILES["catalog.json"], "/a": b"1", "/b": b"22"})
    for _ in range(2):
        with open_catalog(url, LIMITS, Access({}, tmp_path), tmp_path) as site:
            assert list(site.lines("catalog.json")) == [b"one\n", b"two\n", b"three"]
            assert list(site.records(["a"], lambda path: path)) == [("a", b"1")]
            assert site.artifact(ARTIFACT) == b"22"
    assert list(zip(seen, seen.statuses, strict=True)) == [
        ("/catalog.json", 200),
        ("/a", 200),
        ("/b", 200),
        ("/catalog.json", 304),
        ("/a", 304),
    ]


def test_what_nobody_uses_goes_when_the_site_is_closed(web, tmp_path: Path) -> None:
    url, _ = web({"/b": b"22"})
    (tmp_path / "00").mkdir()
    with (tmp_path / "00/old").open("wb") as file:
        file.truncate(2**30)  # takes no room: nothing is written
    os.utime(tmp_path / "00/old", (1, 1))
    with open_catalog(url, LIMITS, Access({}, tmp_path), tmp_path) as site:
        site.artifact(ARTIFACT)
        assert (tmp_path / "00/old").exists()
    assert not (tmp_path / "00/old").exists()
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1
