"""Feeds, badges and Markdown as a whole build writes them."""

import re
from xml.etree import ElementTree as ET

import pytest

ADDRESS = 'site_url = "https://skills.example.com/"'
SECOND_DAY = "1762000000"  # 2025-11-01
EVIL = "</script><script>alert(1)</script> & <b>\\u202e\\e[2J"


def _entries(feed: bytes) -> list[str]:
    return [title.decode() for title in re.findall(rb"<entry>\n<title>(.*)</title>", feed)]


@pytest.fixture
def two(catalog) -> dict[str, bytes]:
    """The second site of a catalog: one skill has a new version, one a new name."""
    catalog.configure(catalog=ADDRESS)
    for name in ("alpha", "beta", "gamma"):
        catalog.write(name, "1.0.0")
    catalog.build("one")
    catalog.write("alpha", "1.1.0", "Other words.", more="# More\n")
    catalog.remove("gamma")
    catalog.write("gamma-two", "1.0.0")
    catalog.configure('[[renamed]]\nfrom = "gamma"\nto = "gamma-two"\n', ADDRESS)
    catalog.build("two", previous="one", day=SECOND_DAY)
    return catalog.files("two")


def test_feeds_of_a_catalog_with_a_past(two, atom_faults) -> None:
    assert _entries(two["feed.xml"]) == ["alpha 1.1.0", "gamma-two 1.0.0", "beta 1.0.0"]
    assert _entries(two["skills/alpha/feed.xml"]) == ["alpha 1.1.0", "alpha 1.0.0"]
    assert (
        b'<li dir="auto">The instructions changed</li><li dir="auto">File added: more.md</li>'
        in two["skills/alpha/feed.xml"]
    )
    assert _entries(two["skills/beta/feed.xml"]) == ["beta 1.0.0"]
    assert _entries(two["skills/gamma/feed.xml"]) == ["gamma 1.0.0"]
    for path, content in two.items():
        if path.endswith("feed.xml"):
            assert atom_faults(content) == [], path


def test_what_feeds_lead_to_is_there(two) -> None:
    for path, content in two.items():
        if path.endswith("feed.xml"):
            for url in re.findall(rb'href="https://skills\.example\.com/([^"?]*)', content):
                there = url.decode()
                assert (f"{there}index.html" if there.endswith("/") or not there else there) in two, f"{path}: {there}"


def test_files_for_machines_are_as_their_formats_demand(two, formats) -> None:
    assert formats.faults(two, "https://skills.example.com/") == []


@pytest.mark.parametrize(
    ("path", "old", "new", "words"),
    [
        ("sitemap.xml", b"</loc>", b"</loc><priority>2</priority>", "sitemap: sitemap.xml: "),
        (
            "sitemap.xml",
            b"https://skills.example.com/skills/alpha/",
            b"/skills/alpha/",
            "sitemap: sitemap.xml: /skills",
        ),
        ("robots.txt", b"User-agent", b"Agent", "robots: lines"),
        ("robots.txt", b"https://skills.example.com/", b"/", "robots: it names"),
        ("badge.svg", b"<title>", b"<style/><title>", "badges: badge.svg holds"),
        ("skills/beta/badge.svg", b'role="img"', b"", "badges: skills/beta/badge.svg has no name"),
        ("skills/beta/index.html", b'"@type":"ListItem","position":2', b'"@type":"ListItem"', "structured: "),
        ("skills/beta/index.html", b'"name":"beta",', b"", "structured: "),
    ],
)
def test_what_a_format_forbids_would_be_seen(two, formats, path, old, new, words) -> None:
    assert old in two[path]
    damaged = {**two, path: two[path].replace(old, new)}
    assert any(said.startswith(words) for said in formats.faults(damaged, "https://skills.example.com/"))


def test_pages_name_their_feeds(two) -> None:
    for path, feed in (("index.html", "feed.xml"), ("skills/alpha/index.html", "feed.xml")):
        assert f'<link rel="alternate" type="application/atom+xml" href="{feed}">'.encode() in two[path]
    assert b'type="application/atom+xml" href="../../feed.xml"' in two["skills/alpha/versions/1.0.0/index.html"]


def test_without_a_new_release_feeds_stay_as_they_are(two, catalog) -> None:
    catalog.configure('[[renamed]]\nfrom = "gamma"\nto = "gamma-two"\n[skill.beta]\nowner = "Ann"\n', ADDRESS)
    catalog.build("three", previous="two", day="1770000000")
    three = catalog.files("three")
    feeds = [path for path in two if path.endswith("feed.xml")]
    assert len(feeds) == 5
    assert [path for path in feeds if three.get(path) != two[path]] == []


def test_without_an_address_or_a_day_there_are_none(catalog) -> None:
    catalog.write("alpha", "1.0.0")
    catalog.build("bare")
    bare = catalog.files("bare")
    assert not {"feed.xml", "skills/alpha/feed.xml"} & set(bare)
    assert {"skills/alpha/index.md", "skills/alpha/badge.svg", "badge.svg"} <= set(bare)

    catalog.configure(catalog=ADDRESS)
    catalog.build("undated", day="")
    undated = catalog.files("undated")
    assert not [path for path in undated if path.endswith("feed.xml")]
    assert not [path for path, content in undated.items() if b"atom+xml" in content and path.endswith(".html")]


def test_hostile_text_is_text_in_every_file_for_programs(catalog, atom_faults) -> None:
    catalog.configure(catalog=f'{ADDRESS}\ntitle = "{EVIL.replace(chr(92) + "e", "")}"')
    catalog.write("alpha", "1.0.0")
    skill = catalog.source / "skills" / "alpha" / "SKILL.md"
    skill.write_text(
        skill.read_text()
        .replace("Does alpha.", "x")
        .replace("description: x", f'description: "{EVIL} x')
        .replace("alpha.\nlicense", 'alpha."\nlicense')
    )
    catalog.build("site")

    files = catalog.files("site")
    assert b"alert(1)" in files["skills/alpha/index.md"]
    for path, content in files.items():
        if path.endswith(("feed.xml", "badge.svg")):
            ET.fromstring(content)  # noqa: S314 our own
            assert b"<script" not in content, path
            assert b"\x1b" not in content, path
            assert "\u202e" not in content.decode(), path
        if path.endswith("feed.xml"):
            assert atom_faults(content) == [], path
        if path.endswith(".html"):
            for block in re.findall(rb'<script type="application/ld\+json">(.*?)</script>', content):
                assert block.endswith(b"}]}"), path
