from itertools import count
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from skillpack.model.entry import EntryState
from skillpack.model.settings import Bundle, Configuration
from skillpack.registry.sitemap import MOST, MOST_BYTES, sitemap_files

SITE = "https://x.org/skills/"
NAMESPACE = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}


def files_of(
    entries, stems=(), *, site_url: str = SITE, bundles: tuple[Bundle, ...] = (), most: int = MOST
) -> dict[str, str]:
    configuration = Configuration(site_url=site_url, bundles=bundles)
    files = sitemap_files(entries, stems, configuration, most=most)
    return {file.path: b"".join(file.chunks).decode() for file in files}


def addresses(text: str) -> list[str]:
    return [found.text for found in ET.fromstring(text).iterfind(".//s:loc", NAMESPACE)]  # noqa: S314 our own


def test_names_home_skills_pages_bundles_agents_and_checks(make_entry) -> None:
    (text,) = files_of(
        [make_entry("a"), make_entry("b")], ("index", "how-to/publish"), bundles=(Bundle("kit", "", ("a",)),)
    ).values()
    assert addresses(text) == [
        SITE,
        f"{SITE}skills/a/",
        f"{SITE}skills/b/",
        f"{SITE}pages/how-to/publish/",
        f"{SITE}bundles/",
        f"{SITE}bundles/kit/",
        f"{SITE}agents/",
        f"{SITE}checks/",
    ]


def test_without_a_site_url_there_is_none(make_entry) -> None:
    assert files_of([make_entry("a")], site_url="") == {}


def test_a_day_is_told_where_it_is_known(make_entry) -> None:
    text = files_of([make_entry("a", updated="2026-01-31"), make_entry("b")])["sitemap.xml"]
    assert f"<loc>{SITE}skills/a/</loc><lastmod>2026-01-31</lastmod>" in text
    assert text.count("<lastmod>") == 1


def test_what_was_never_published_is_left_out(make_entry, make_release) -> None:
    withheld = make_entry("a", state=EntryState.WITHHELD)
    carried = replace(withheld, name="b", carried=make_release("b"))
    found = addresses(files_of([withheld, carried])["sitemap.xml"])
    assert f"{SITE}skills/a/" not in found
    assert f"{SITE}skills/b/" in found


@pytest.mark.parametrize(
    ("name", "address"),
    [("é", "skills/%C3%A9/"), ("你好", "skills/%E4%BD%A0%E5%A5%BD/")],
)
def test_addresses_are_escaped_for_urls(name, address, make_entry) -> None:
    assert SITE + address in addresses(files_of([make_entry(name)])["sitemap.xml"])


def test_addresses_are_escaped_for_xml() -> None:
    text = files_of([], ("a&b'c<d",), site_url="https://x.org/?a=1&b=<c>/")["sitemap.xml"]
    assert "https://x.org/?a=1&b=<c>/pages/a&b'c%3Cd/" in addresses(text)


@pytest.mark.parametrize(("skills", "parts"), [(0, 0), (7, 0), (8, 2), (17, 2), (18, 3)])
def test_more_addresses_than_one_file_may_hold_are_spread(skills, parts, make_entry) -> None:
    files = files_of([make_entry(f"s-{number}") for number in range(skills)], most=10)
    if not parts:
        assert list(files) == ["sitemap.xml"]
        return
    names = [f"sitemap-{number}.xml" for number in range(1, parts + 1)]
    assert list(files) == [*names, "sitemap.xml"]
    assert addresses(files["sitemap.xml"]) == [SITE + name for name in names]
    listed = [address for name in names for address in addresses(files[name])]
    assert len(listed) == len(set(listed)) == skills + 3
    assert max(len(addresses(files[name])) for name in names) <= 10


def test_the_limits_are_those_of_the_protocol() -> None:
    assert MOST == 50_000
    assert MOST_BYTES <= 52_428_800 - 1_000


def test_more_bytes_than_one_file_may_hold_are_spread(make_entry) -> None:
    name = "\u4f60" * 60
    entries = [make_entry(f"{name}-{number}") for number in range(40)]
    files = {
        file.path: b"".join(file.chunks)
        for file in sitemap_files(entries, (), Configuration(site_url=SITE), most_bytes=10_000)
    }
    assert len(files) > 3
    assert max(map(len, files.values())) <= 10_200
    listed = [each for path, text in files.items() if path != "sitemap.xml" for each in addresses(text.decode())]
    assert len(listed) == len(set(listed)) == 43


@pytest.mark.parametrize("day", ["</lastmod>", "2026-02-31", "tomorrow!!"])
def test_what_is_no_day_is_not_told(day, make_entry) -> None:
    assert "lastmod" not in files_of([make_entry("a", updated=day)])["sitemap.xml"]


def test_entries_are_not_read_further_than_needed(make_entry) -> None:
    endless = (make_entry(f"s-{number}") for number in count())
    first = next(sitemap_files(endless, (), Configuration(site_url=SITE), most=100))
    assert first.path == "sitemap-1.xml"
    assert sum(chunk.startswith(b"<url>") for chunk in first.chunks) == 100
