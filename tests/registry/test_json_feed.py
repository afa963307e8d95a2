import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from skillpack.errors import IndexRefusedError
from skillpack.model.entry import Entry, State
from skillpack.model.settings import Configuration, Owner
from skillpack.registry.feeds import MOST
from skillpack.registry.json_feed import json_feed, read
from skillpack.registry.schemas import FEED

SITE = "https://x.org/cat/"
CONFIGURATION = Configuration(
    title="Acme skills", description="Reviewed", site_url=SITE, owner=Owner("Acme", "https://acme.org/")
)


@pytest.fixture(scope="session")
def make_dated(make_entry, make_release) -> Callable[..., Entry]:
    def made(name: str, day: str = "2026-11-18", **changes: object) -> Entry:
        return make_entry(name, release=make_release(name, date=day), **changes)

    return made


def content(entries, configuration: Configuration = CONFIGURATION) -> bytes:
    (file,) = json_feed(entries, configuration)
    return b"".join(file.chunks)


def faults(feed: bytes) -> list[str]:
    return [error.message for error in Draft202012Validator(FEED).iter_errors(json.loads(feed))]


def test_feed_as_readers_get_it(make_dated, snapshot) -> None:
    entries = [make_dated("code-review", "2026-10-03"), make_dated("pdf", description="<b>Extract</b> \u202eforms")]
    text = content(entries)
    assert text.decode() == snapshot
    assert faults(text) == []


def test_the_latest_come_first_and_the_feed_is_bounded(make_dated) -> None:
    feed = content([make_dated(f"s-{number:03}", f"2026-10-{1 + number % 28:02}") for number in range(60)])
    days = [item["date_published"] for item in json.loads(feed)["items"]]
    assert days == sorted(days, reverse=True)
    assert len(days) == MOST
    assert faults(feed) == []


def test_what_has_no_day_or_is_not_offered_is_left_out(make_dated) -> None:
    assert list(json_feed([make_dated("a", ""), make_dated("b", state=State.WITHHELD)], CONFIGURATION)) == []
    assert list(json_feed([make_dated("a")], replace(CONFIGURATION, site_url=""))) == []


def test_what_is_written_is_read(make_dated) -> None:
    feed = read(content([make_dated("pdf")]), url="feed.json")
    archive = f"{SITE}archives/pdf/pdf-1.0.0.zip"
    assert (feed.home, feed.items) == (SITE, ((archive, archive),))


@pytest.mark.parametrize("text", [b"[]", b"{", b"{}", b'{"items":[1]}', b'{"items":[{"id":1}]}'])
def test_what_is_no_feed_is_refused(text) -> None:
    with pytest.raises(IndexRefusedError, match="feed"):
        read(text, url="feed.json")


@given(title=st.text(), description=st.text(), tag=st.text())
def test_hostile_text_is_text(title, description, tag, make_dated) -> None:
    entry = make_dated("pdf", description=description, tags=(tag,), authors=(title,))
    feed = content([entry], Configuration(title=title, description=description, site_url=SITE))
    assert faults(feed) == []
    assert b"</" not in feed
