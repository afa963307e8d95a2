from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.catalog import paths

PATHS = st.lists(st.sampled_from(["a", "b", "c.html", ".well-known"]), min_size=1, max_size=5).map("/".join)


@pytest.mark.parametrize(
    ("here", "there", "expected"),
    [
        (paths.HOME, paths.skill_page("pdf"), "skills/pdf/index.html"),
        (paths.skill_page("pdf"), paths.skill_page("xlsx"), "../xlsx/index.html"),
        (paths.skill_page("pdf"), paths.HOME, "../../index.html"),
        (paths.skill_page("pdf"), paths.skill_markdown("pdf"), "SKILL.md"),
        (paths.DISCOVERY, paths.archive("pdf", "1.0.0"), "../../archives/pdf/pdf-1.0.0.zip"),
        (paths.skill_discovery("pdf"), paths.archive("pdf", "1.0.0", "md"), "../../../../archives/pdf/pdf-1.0.0.md"),
        (paths.skill_record("pdf"), paths.schema("record.json"), "../../schema/record.json"),
        (paths.prompt("metis.md"), paths.skill_markdown("pdf"), "../skills/pdf/SKILL.md"),
    ],
)
def test_relative_url_between_published_paths(here, there, expected) -> None:
    assert paths.relative(here, there) == expected


PUBLISHED = {
    "index.html": paths.HOME,
    "catalog.json": paths.CATALOG,
    "versions.json": paths.VERSIONS,
    "bundles.json": paths.BUNDLES_INDEX,
    ".well-known/agent-skills/index.json": paths.DISCOVERY,
    ".well-known/skills/index.json": paths.DISCOVERY_LEGACY,
    "marketplace.json": paths.MARKETPLACE,
    "llms.txt": paths.LLMS,
    "404.html": paths.NOT_FOUND,
    ".nojekyll": paths.NO_JEKYLL,
    "_headers": paths.HEADERS,
    "_redirects": paths.REDIRECTS,
    "robots.txt": paths.ROBOTS,
    "sitemap.xml": paths.SITEMAP,
    "feed.xml": paths.FEED,
    "badge.svg": paths.BADGE,
    "card.png": paths.CARD,
    ".skillpack-site": paths.MANIFEST,
    "checks/index.html": paths.CHECKS,
    "rules/index.html": paths.RULES,
    "bundles/index.html": paths.BUNDLES,
    "agents/index.html": paths.AGENTS,
    "skills/pdf/index.html": paths.skill_page("pdf"),
    "skills/pdf/SKILL.md": paths.skill_markdown("pdf"),
    "skills/pdf/index.md": paths.skill_summary("pdf"),
    "skills/pdf/feed.xml": paths.skill_feed("pdf"),
    "skills/pdf/badge.svg": paths.skill_badge("pdf"),
    "skills/pdf/card.png": paths.skill_card("pdf"),
    "skills/pdf/text.js": paths.skill_text("pdf"),
    "skills/pdf/skill.json": paths.skill_record("pdf"),
    "skills/pdf/SHA256SUMS": paths.skill_checksums("pdf"),
    "skills/pdf/.well-known/agent-skills/index.json": paths.skill_discovery("pdf"),
    "skills/pdf/files/a/b.py/index.html": paths.skill_file("pdf", "a/b.py"),
    "skills/pdf/raw/a/b.png": paths.skill_raw("pdf", "a/b.png"),
    ".well-known/skills/pdf/a/b.py": paths.legacy_file("pdf", "a/b.py"),
    "archives/pdf/pdf-1.0.0.zip": paths.archive("pdf", "1.0.0"),
    "archives/pdf/pdf-1.0.0.SHA256SUMS": paths.archive_checksums("pdf", "1.0.0"),
    "skills/pdf/versions/1.0.0/index.html": paths.version_page("pdf", "1.0.0"),
    "skills/pdf/versions/1.0.0/current/index.html": paths.version_to_current("pdf", "1.0.0"),
    "rules/NM009/index.html": paths.rule_page("NM009"),
    "bundles/office/index.html": paths.bundle_page("office"),
    "pages/about/index.html": paths.text_page("about"),
    "pages/about/index.md": paths.text_source("about"),
    "llms/2.txt": paths.names_list(2),
    "prompt/metis.md": paths.prompt("metis.md"),
    "assets/site.js": paths.asset("site.js"),
    "schema/record.json": paths.schema("record.json"),
    "page/2/index.html": paths.home_page(2),
    "checks/2/index.html": paths.checks_page(2),
    "checks/hosts/index.html": paths.hosts_page(1),
    "checks/hosts/2/index.html": paths.hosts_page(2),
    "sitemap-2.xml": paths.sitemap(2),
    "tags/index.html": paths.listing("tags"),
    "tags/pdf/index.html": paths.listing("tags", "pdf"),
    "authors/ann/2/index.html": paths.listing("authors", "ann", 2),
}


@pytest.mark.parametrize("address", PUBLISHED)
def test_addresses_that_others_have_saved_never_change(address) -> None:
    assert PUBLISHED[address] == address


def test_what_comes_in_pages_begins_where_it_always_did() -> None:
    assert (paths.home_page(1), paths.checks_page(1)) == (paths.HOME, paths.CHECKS)


def test_three_folders_hold_the_files_of_one_skill() -> None:
    assert paths.skill_homes("pdf") == ("skills/pdf", "archives/pdf", ".well-known/skills/pdf")


@given(here=PATHS, there=PATHS)
def test_a_relative_url_leads_there_under_any_base(here, there) -> None:
    base = "https://x.org/some/base/"
    assert urljoin(base + here, paths.relative(here, there)) == base + there


@given(PATHS)
def test_the_way_up_leads_to_the_root(path) -> None:
    assert urljoin("https://x.org/base/" + path, paths.up(path) or ".") == "https://x.org/base/"


@pytest.mark.parametrize(
    ("path", "is_card"),
    [
        (paths.CARD, True),
        (paths.skill_card("pdf"), True),
        (paths.skill_card("développer"), True),
        (paths.skill_page("pdf"), False),
        (f"skills/pdf/files/{paths.CARD}", False),
        (f"skills/{paths.CARD}", False),
        (f"guides/pdf/{paths.CARD}", False),
        (f"skills/pdf/old-{paths.CARD}", False),
        (f"assets/{paths.CARD}", False),
    ],
)
def test_cards_are_that_of_the_catalog_and_one_of_each_skill(path, is_card) -> None:
    assert paths.is_card(path) is is_card


def test_what_installers_read_is_told_from_pages() -> None:
    read = {
        paths.CATALOG,
        paths.VERSIONS,
        paths.BUNDLES_INDEX,
        paths.MARKETPLACE,
        paths.DISCOVERY,
        paths.DISCOVERY_LEGACY,
        paths.skill_record("pdf"),
        paths.skill_discovery("pdf"),
        paths.legacy_file("pdf", "SKILL.md"),
        paths.archive("pdf", "1.0.0"),
        paths.archive("pdf", "1.0.0", "md"),
        paths.signature(paths.archive("pdf", "1.0.0"), "0" * 64),
    }
    shown = {
        paths.HOME,
        paths.skill_page("pdf"),
        paths.skill_file("pdf", "skill.json"),
        paths.skill_raw("pdf", "skill.json"),
        paths.skill_markdown("pdf"),
        paths.SIGNED_LIST,
        paths.signed_part(0),
        paths.MANIFEST,
        paths.LLMS,
    }
    assert {path for path in read | shown if paths.is_installed_from(path)} == read
