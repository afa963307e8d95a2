"""What holds for every page, whatever it shows."""

import gzip
import itertools
import re

import pytest
from msgspec.structs import replace

from skillpack.site.frame import Frame, name_regions

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'"
)


def _pages(site) -> dict[str, bytes]:
    return {path: content for path, content in site.items() if path.endswith(".html")}


def _joined(here: str, url: str) -> str:
    parts = here.split("/")[:-1]
    for part in url.split("/"):
        if part == "..":
            assert parts, f"{here}: `{url}` leaves the site"
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def _compressed(content: bytes) -> int:
    return len(gzip.compress(content, 9))


@pytest.fixture(params=["site", "bare_site"])
def pages(request) -> dict[str, bytes]:
    return _pages(request.getfixturevalue(request.param))


def test_every_link_leads_to_something_that_is_written(request, elsewhere, read) -> None:
    for site in (request.getfixturevalue("site"), request.getfixturevalue("bare_site")):
        ids = {path: set(read(content).values("id")) for path, content in _pages(site).items()}
        for path, content in _pages(site).items():
            for url in read(content).values("href", "src"):
                if re.match(r"[a-z]+:", url):
                    continue
                target, _, fragment = url.partition("#")
                there = _joined(path, target) if target else path
                assert there in site or there in elsewhere, f"{path} links to {url}"
                if fragment:
                    assert fragment in ids[there], f"{path} links to {url}"


def test_links_between_pages_end_in_a_file(pages, read) -> None:
    for path, content in pages.items():
        for url in read(content).values("href"):
            assert url.startswith(("https://", "#")) or not url.partition("#")[0].endswith("/"), f"{path}: {url}"


def test_no_address_depends_on_where_the_site_lies(pages, read) -> None:
    for path, content in pages.items():
        assert not [url for url in read(content).values("href", "src") if url.startswith("/")], path


def test_every_page_has_the_strict_policy(pages, read) -> None:
    for path, content in pages.items():
        policies = [
            attrs["content"]
            for _, attrs in read(content).elements
            if attrs.get("http-equiv") == "Content-Security-Policy"
        ]
        # That of what is missing answers at any depth, so that it brings style and script itself, by their digests.
        assert policies == [POLICY] or path == "404.html", path


def test_nothing_is_inline(pages, read) -> None:
    for path, content in pages.items():
        if path == "404.html":
            continue
        for tag, attrs in read(content).elements:
            assert tag != "style", path
            data = attrs == {"type": "application/ld+json"}  # no browser runs it
            assert tag != "script" or data or (set(attrs) <= {"src", "defer", "blocking"} and "src" in attrs), path
            assert not [name for name in attrs if name.startswith("on") or name == "style"], path


def test_ids_are_unique(pages, read) -> None:
    for path, content in pages.items():
        ids = read(content).values("id")
        assert len(ids) == len(set(ids)), path


def test_every_page_has_a_title_a_language_and_one_heading(pages, read) -> None:
    for path, content in pages.items():
        tags = [tag for tag, _ in read(content).elements]
        assert tags.count("title") == tags.count("h1") == tags.count("main") == 1, path
        assert b'<html lang="en" dir="ltr"' in content


def test_headings_skip_no_level(pages, read) -> None:
    for path, content in pages.items():
        levels = [int(tag[1]) for tag, _ in read(content).elements if re.fullmatch("h[1-6]", tag)]
        assert all(after <= before + 1 for before, after in itertools.pairwise(levels)), path


def test_images_and_fields_have_names(pages, read) -> None:
    for path, content in pages.items():
        parsed = read(content)
        labels = {attrs.get("for") for tag, attrs in parsed.elements if tag == "label"}
        for tag, attrs in parsed.elements:
            assert tag != "img" or "alt" in attrs, path
            assert tag != "svg" or attrs.get("aria-hidden") == "true", path
            if tag == "input" and attrs["type"] == "search":
                assert attrs["id"] in labels, path


def test_pages_name_no_day_but_those_of_skills(pages) -> None:
    for path, content in pages.items():
        days = set(re.findall(rb"20\d\d-\d\d-\d\d", content))
        assert days <= {b"2026-11-18", b"2026-08-27", b"2026-10-03", b"2027-01-31"}, path


def test_what_goes_to_a_public_address_alone_is_not_written_without_one(bare_site) -> None:
    for path, content in _pages(bare_site).items():
        assert b"canonical" not in content, path
        assert b'property="og:' not in content, path
        assert b"ld+json" not in content, path
        assert b'rel="search"' not in content, path


def test_the_same_values_give_the_same_bytes(site, theme, configuration, request) -> None:
    build = request.getfixturevalue("rebuild")
    assert build(configuration, theme) == site


def test_a_page_in_a_language_from_right_to_left_says_so(theme, configuration, rebuild) -> None:
    arabic = replace(configuration, language="ar")
    assert b'<html lang="ar" dir="rtl"' in rebuild(arabic, replace(theme, language="ar"))["index.html"]


def test_a_page_without_texts_in_the_catalogs_language_says_which_words_are_in_which(
    theme, configuration, rebuild
) -> None:
    made = rebuild(replace(configuration, language="ar"), theme)
    assert b'<html lang="en" dir="rtl"' in made["index.html"]
    assert b'<h1 dir="auto" lang="ar">Northwind skills</h1>' in made["index.html"]
    assert b'<div class="md" dir="auto" lang="ar">' in made["skills/release-notes/index.html"]
    findings = made["checks/index.html"].partition(b'id="by-skill"')[2].partition(b"<footer")[0]
    assert b"lang=" not in findings  # rules speak English, as the page


def test_a_page_loads_the_styles_of_what_it_shows(site, read) -> None:
    styled = {
        path: set(re.findall(r"\.([a-z][\w-]*)", re.sub(r"\{[^{}]*\}|:not\([^()]*\)", "", content.decode())))
        for path, content in site.items()
        if path.endswith(".css")
    }
    for path, content in _pages(site).items():
        page = read(content)
        loaded = [_joined(path, attrs["href"]) for _, attrs in page.elements if attrs.get("rel") == "stylesheet"]
        if len(loaded) > 1:  # the page for what is missing, and those for old names, have a few words only
            used = {name for names in page.values("class") for name in names.split()}
            missing = (used & set().union(*styled.values())) - set().union(*(styled[sheet] for sheet in loaded))
            assert not missing, path


class TestBudgets:
    def test_of_assets(self, site) -> None:
        first = ("assets/theme.js", "assets/site.js")
        later = {"assets/search.js", "assets/rows.js", "assets/guides.js"}
        assert {path for path in site if path.endswith(".js")} == {*first, *later}
        assert sum(_compressed(site[path]) for path in first) <= 6_000
        assert _compressed(site["assets/search.js"]) <= 3_500  # with the first query
        assert _compressed(site["assets/rows.js"]) <= 2_000  # with it, where the list has many pages
        assert len(site["assets/theme.js"]) <= 300

    @pytest.mark.parametrize(
        "page", ["index.html", "bundles/index.html", "skills/release-notes/index.html", "checks/index.html"]
    )
    def test_of_styles(self, site, read, page) -> None:
        sheets = [attrs["href"] for _, attrs in read(site[page]).elements if attrs.get("rel") == "stylesheet"]
        assert sum(_compressed(site[f"assets/{sheet.rpartition('/')[2]}"]) for sheet in sheets) <= 8_000

    def test_of_a_skills_page_without_its_body(self, site, make_record, theme, configuration) -> None:
        html = site["skills/release-notes/index.html"]
        body = name_regions(Frame(theme, configuration), make_record("release-notes").html).encode()
        assert body in html
        assert _compressed(html.replace(body, b"")) <= 15_000

    @pytest.mark.parametrize("page", ["index.html", "skills/release-notes/index.html"])
    def test_of_requests(self, site, read, page) -> None:
        elements = read(site[page]).elements
        kinds = {"stylesheet", "icon"}
        asked = [
            attrs
            for _, attrs in elements
            if attrs.get("rel") in kinds or (attrs.get("src") and attrs.get("loading") != "lazy")
        ]
        assert len(asked) + 1 <= 6

    def test_of_a_row(self, site) -> None:
        home = site["index.html"]
        row = home[home.index(b"<article") : home.index(b"</article>")]
        assert len(row) <= 1_900
