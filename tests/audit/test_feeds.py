"""Feeds that readers could not follow."""

import pytest

from skillpack.audit.feeds import feed_faults

HOME = "https://x.org/"
ARCHIVE = "archives/d%C3%A9v/d%C3%A9v-1.0.0.zip"
ATOM = f"<feed><entry>\n<title>dév 1.0.0</title>\n<id>{HOME}{ARCHIVE}</id>\n</entry></feed>".encode()
JSON = (
    f'{{"home_page_url":"{HOME}","items":[{{"id":"{HOME}{ARCHIVE}","attachments":[{{"url":"{HOME}{ARCHIVE}"}}]}}]}}'
).encode()


@pytest.fixture
def site() -> dict[str, bytes]:
    return {"feed.xml": ATOM, "feed.json": JSON, "archives/dév/dév-1.0.0.zip": b"PK"}


def found(site: dict[str, bytes]) -> list[tuple[str, str]]:
    return [(fault.rule, fault.path) for fault in feed_faults(site)]


def test_sound_feeds_and_none_are_fine(site) -> None:
    assert found(site) == []
    assert found({}) == []


@pytest.mark.parametrize(("gone", "other"), [("feed.xml", "feed.json"), ("feed.json", "feed.xml")])
def test_one_without_the_other_is_told(site, gone, other) -> None:
    del site[gone]
    assert found(site) == [("AU002", other)]


def test_a_feed_that_cannot_be_read_is_told(site) -> None:
    site["feed.json"] = JSON[:-1]
    assert found(site) == [("AU001", "feed.json")]


def test_other_entries_are_told(site) -> None:
    site["feed.xml"] = ATOM.replace(b"1.0.0", b"0.9.0")
    assert found(site) == [("AU004", "feed.json")]


def test_an_archive_that_is_not_there_is_told(site) -> None:
    del site["archives/dév/dév-1.0.0.zip"]
    assert found(site) == [("AU002", "feed.json")]


def test_an_archive_elsewhere_is_told(site) -> None:
    site["feed.json"] = JSON.replace(b'"url":"https://x.org/', b'"url":"https://evil.example/')
    assert found(site) == [("AU002", "feed.json")]
