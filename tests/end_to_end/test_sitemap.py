"""The sitemap of a built site: every address in it is a page, under the address that the page calls its own."""

import re
import urllib.parse
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from skillpack.cli.main import run

SITE = "https://x.org/some/where/"
CONFIGURATION = f"""\
[catalog]
site_url = "{SITE}"
[[source]]
path = "skills"
[[page]]
path = "pages/index.md"
[[page]]
path = "pages/how-to/a & b.md"
[[bundle]]
name = "kit"
skills = ["one"]
"""


@pytest.fixture
def dist(write_skill, tmp_path: Path) -> Path:
    for name in ("one", "größe"):
        write_skill(name)
    write_skill("withheld", front_matter="name: withheld\n", description="''")
    for path in ("pages/index.md", "pages/how-to/a & b.md"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("# Page\n")
    (tmp_path / "skillpack.toml").write_text(CONFIGURATION)
    assert run(["build", str(tmp_path), "-o", str(tmp_path / "dist"), "--no-cache"]) == 1  # one is withheld
    return tmp_path / "dist"


def test_every_address_is_that_of_a_page(dist: Path) -> None:
    text = (dist / "sitemap.xml").read_bytes()
    addresses = [found.text or "" for found in ET.fromstring(text).iter() if found.tag.endswith("}loc")]  # noqa: S314 our own
    assert len(addresses) == len(set(addresses)) == 8
    for address in addresses:
        page = dist / urllib.parse.unquote(address.removeprefix(SITE)) / "index.html"
        canonical = re.search(r'rel="canonical" href="([^"]*)"', page.read_text(encoding="utf-8"))
        assert canonical
        assert canonical[1].replace("&amp;", "&").replace("&#39;", "'") == address
    assert f"{SITE}skills/withheld/" not in addresses


def test_robots_names_the_sitemap_that_is_there(dist: Path) -> None:
    assert f"Sitemap: {SITE}sitemap.xml\n" in (dist / "robots.txt").read_text()
