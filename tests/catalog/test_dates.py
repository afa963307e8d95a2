import pytest
from msgspec.structs import replace

from skillpack.catalog.dates import has_feed, is_day, is_listed
from skillpack.model.release import Release
from skillpack.model.settings import Configuration

RELEASE = Release("pdf", "1.0.0", "d" * 64, "5" * 16, "archives/pdf/pdf-1.0.0.zip", "a" * 64, 1, "2026-01-31")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2026-01-31", True), ("2026-02-31", False), ("", False), ("20260131", False), ("2026-1-31x", False)],
)
def test_days_are_those_of_the_calendar(text, expected) -> None:
    assert is_day(text) is expected


def test_feeds_hold_what_was_published_on_a_known_day() -> None:
    assert is_listed(RELEASE)
    assert not is_listed(replace(RELEASE, date=""))
    assert not is_listed(replace(RELEASE, archive=""))


def test_there_is_a_feed_with_an_address_and_a_day() -> None:
    known = Configuration(site_url="https://x.org/")
    assert has_feed([replace(RELEASE, date=""), RELEASE], known)
    assert not has_feed([replace(RELEASE, date="")], known)
    assert not has_feed([RELEASE], Configuration())
