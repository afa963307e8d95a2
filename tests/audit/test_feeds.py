"""Feeds that readers could not follow."""

import pytest

from skillpack.audit.feeds import feed_faults

HOME = "https://x.org/"
ARCHIVE = "archives/d%C3%A9v/d%C3%A9v-1.0.0&apos;.zip"
FEED = f"""<feed>
<link rel="alternate" type="text/html" href="{HOME}"/>
<entry>
<link rel="alternate" type="text/html" href="{HOME}skills/d%C3%A9v/"/>
<link rel="enclosure" type="application/zip" href="{HOME}{ARCHIVE}" length="2"/>
</entry>
</feed>""".encode()


@pytest.fixture
def site() -> dict[str, bytes]:
    return {"feed.xml": FEED, "archives/dév/dév-1.0.0'.zip": b"PK"}


def found(site: dict[str, bytes]) -> list[tuple[str, str]]:
    return [(fault.rule, fault.path) for fault in feed_faults(site)]


def test_a_sound_feed_and_none_are_fine(site) -> None:
    assert found(site) == []
    assert found({}) == []


def test_an_archive_that_is_not_there_is_told(site) -> None:
    del site["archives/dév/dév-1.0.0'.zip"]
    assert found(site) == [("AU002", "feed.xml")]


@pytest.mark.parametrize("other", ["https://evil.example/", "../", "https://x.org/../"])
def test_an_archive_elsewhere_is_told(site, other) -> None:
    site["feed.xml"] = FEED.replace(f'href="{HOME}archives'.encode(), f'href="{other}archives'.encode())
    assert found(site) == [("AU002", "feed.xml")]


def test_a_feed_without_its_home_encloses_nothing_of_the_site(site) -> None:
    site["feed.xml"] = FEED.replace(b'rel="alternate"', b'rel="related"')
    assert found(site) == [("AU002", "feed.xml")]
