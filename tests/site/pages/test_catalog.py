import hashlib
import re
from base64 import b64encode
from collections.abc import Callable
from itertools import chain

import pytest
from msgspec.structs import replace

from skillpack.model.entry import Entry
from skillpack.model.selection import HostVisibility, SetVisibility
from skillpack.model.settings import Bundle, Owner
from skillpack.site.pages.catalog import page_groups


@pytest.fixture
def pages(theme, configuration, make_view, collect) -> Callable[..., dict[str, bytes]]:
    def made(entries, *, changes=None, **view: object) -> dict[str, bytes]:
        groups = page_groups(make_view(tuple(entries), **view), replace(configuration, **(changes or {})), theme)
        return collect(chain.from_iterable(groups.values()))

    return made


@pytest.fixture
def many(make_record) -> list[Entry]:
    """Entries of more skills than fit on one page."""
    plain = make_record("skill-0").entry
    names = [f"skill-{number:03}" for number in range(450)]
    tags = {0: ("Even", "all"), 1: ("odd", "all")}
    return [replace(plain, name=name, tags=tags[number % 2]) for number, name in enumerate(names)]


def _rows(html: bytes) -> int:
    return html.count(b'<article class="row')


class TestHome:
    def test_holds_every_skill_while_they_are_few(self, site) -> None:
        home = site["index.html"]
        assert _rows(home) == 5
        assert b"4 skills, 1 withheld" in home

    def test_rows_say_what_filters_look_for(self, site) -> None:
        assert b'data-f="tag:git tag:writing author:platform-team kind:files state:published"' in site["index.html"]

    def test_filters_that_tell_nothing_apart_are_left_out(self, site) -> None:
        home = site["index.html"]
        assert b'name="tag"' in home
        assert b'name="author"' in home
        assert b'name="kind" value="files"' in home
        assert b'name="status"' in home
        assert b'name="license"' not in home
        assert b'name="state" value="withheld"' in home

    def test_owners_and_authors_are_filters_of_their_own(self, pages, catalog_skills) -> None:
        first, *others = (skill.entry for skill in catalog_skills)
        home = pages([replace(first, owner="Documents team"), *others])["index.html"]
        assert b'name="owner" value="documents-team"' in home
        assert b"owner:documents-team" in home
        assert home.count(b'name="author"') == 2

    def test_whom_to_ask_and_how_to_contribute_stand_below(self, pages, read) -> None:
        owner = Owner("Platform team", "https://wiki.northwind.example/", "platform@northwind.example")
        home = read(pages([], changes={"owner": owner})["index.html"])
        links = home.values("href")
        assert {"https://wiki.northwind.example/", "mailto:platform@northwind.example"} <= set(links)
        assert "pages/contribute/index.html" in links
        assert "How to contribute" in home.words

    def test_what_was_not_said_does_not_stand_there(self, pages, read) -> None:
        home = read(pages([], changes={"owner": Owner(), "pages": ("pages/index.md",)})["index.html"])
        assert "Contact" not in home.words
        assert "How to contribute" not in home.words

    def test_a_catalog_without_skills_says_so(self, pages) -> None:
        assert b"This catalog has no skills yet." in pages([])["index.html"]

    def test_the_front_pages_text_stands_there(self, site) -> None:
        assert b'Start with <a href="pages/contribute/index.html">contributing</a>' in site["index.html"]


class TestSeen:
    def test_tells_how_many_a_host_shows(self, site, read) -> None:
        page = read(site["index.html"])
        assert "Claude Code lists about 3 of 5 descriptions in full" in page.words
        assert "agents/index.html#budgets" in page.values("href")

    def test_tells_that_all_are_seen(self, pages, catalog_skills) -> None:
        fits = HostVisibility("claude-code", "Claude Code", 8000, 900, 5, 5, 5, 5, (), ())
        made = pages([skill.entry for skill in catalog_skills], visibility=SetVisibility((fits,)))
        assert b"Claude Code lists <b>all 5</b> descriptions in full" in made["index.html"]

    def test_tells_nothing_where_no_budget_is_known(self, pages, catalog_skills) -> None:
        assert (
            b"in the list of"
            not in pages([skill.entry for skill in catalog_skills], visibility=SetVisibility())["index.html"]
        )


class TestManySkills:
    def test_come_page_by_page(self, pages, many) -> None:
        made = pages(many)
        assert [_rows(made[path]) for path in ("index.html", "page/2/index.html", "page/5/index.html")] == [
            100,
            100,
            50,
        ]
        assert "page/6/index.html" not in made

    def test_pages_lead_to_their_neighbours(self, pages, many) -> None:
        made = pages(many)
        assert b'rel="next" href="page/2/index.html"' in made["index.html"]
        assert b'rel="prev"' not in made["index.html"]
        assert b'rel="prev" href="../../index.html"' in made["page/2/index.html"]
        assert b'rel="next"' not in made["page/5/index.html"]

    def test_filters_are_links_to_plain_pages(self, pages, many) -> None:
        home = pages(many)["index.html"]
        assert b'href="tags/even/index.html"' in home
        assert b'<input type="checkbox"' not in home
        assert b"Browse by tag or author" in home

    def test_say_where_scripts_to_search_in_are(self, pages, many) -> None:
        made = pages(many)
        assert (
            b'data-rank="assets/search.js" data-search="assets/search/" data-rows="assets/rows.js" data-page="'
            in made["index.html"]
        )
        assert b'data-rank="../../assets/search.js" data-search="../../assets/search/"' in made["page/2/index.html"]

    def test_lists_by_tag_are_cut_too(self, pages, many) -> None:
        made = pages(many)
        assert [_rows(made[f"tags/all/{page}index.html"]) for page in ("", "2/", "5/")] == [100, 100, 50]
        assert _rows(made["tags/even/3/index.html"]) == 25
        assert b"Even" in made["tags/even/index.html"]

    def test_rows_of_every_page_of_a_tag_lead_there(self, pages, many) -> None:
        made = pages(many)
        assert b'<a href="../../skills/skill-000/index.html">' in made["tags/all/index.html"]
        assert b'<a href="../../../skills/skill-100/index.html">' in made["tags/all/2/index.html"]


class TestListings:
    def test_every_tag_and_author_has_a_plain_page(self, site) -> None:
        assert {"tags/index.html", "tags/git/index.html", "tags/writing/index.html"} <= site.keys()
        assert {"authors/index.html", "authors/design/index.html", "authors/platform-team/index.html"} <= site.keys()

    def test_spellings_with_one_address_share_a_page(self, pages, make_record) -> None:
        entries = [
            make_record(name, entry={"tags": (tag,)}).entry for name, tag in (("a", "C++"), ("b", "c"), ("d", "C++"))
        ]
        made = pages(entries)
        assert _rows(made["tags/c/index.html"]) == 3
        assert b'<h1 dir="auto">C++</h1>' in made["tags/c/index.html"]

    def test_a_tag_without_words_has_an_address(self, pages, make_record) -> None:
        made = pages([make_record("a", entry={"tags": ("++", "x" * 500)}).entry])
        assert len([path for path in made if path.startswith("tags/")]) == 3
        assert max(len(part) for path in made for part in path.split("/")) < 100

    def test_without_tags_there_are_none(self, pages, make_record) -> None:
        made = pages([make_record("a", entry={"tags": (), "authors": ()}).entry])
        assert not [path for path in made if path.startswith(("tags/", "authors/"))]
        assert b"tags/" not in made["index.html"]


class TestChecks:
    def test_tell_what_is_withheld_and_why(self, site, read) -> None:
        text = read(site["checks/index.html"]).words
        assert "vague the field extra is unknown" in text

    def test_tell_which_folders_have_no_name(self, site, read) -> None:
        assert "skills/Bad Name!" in read(site["checks/index.html"]).text

    def test_count_by_rule(self, site, read) -> None:
        text = read(site["checks/index.html"]).words
        assert "FM006 unknown-field 2 2" in text

    def test_list_skills_with_their_findings(self, site) -> None:
        html = site["checks/index.html"].decode()
        assert html.count('<details class="skill-line ') == 2
        assert html.count('<details class="skill-line error" open>') == 1

    def test_let_readers_leave_out_what_is_less_bad(self, site) -> None:
        html = site["checks/index.html"].decode()
        offered = re.findall(r'<input type="radio" name="only" value="(\w*)"', html)
        assert offered == ["", "error"]  # what is left has warnings: nothing is less bad

    def test_show_where_skills_load(self, site, read) -> None:
        text = read(site["checks/index.html"]).words
        assert "Every published skill works in Claude Code, Codex, Agent Skills." in text

    def test_have_a_table_of_skills_and_hosts(self, site, read) -> None:
        text = read(site["checks/hosts/index.html"]).words
        assert "Skill Claude Code Codex Agent Skills" in text
        assert "vague ! accepted ! accepted ✕ rejected FM006" in text


class TestRules:
    def test_have_a_page_with_their_reasons(self, site, read) -> None:
        text = read(site["rules/FM006/index.html"]).words
        assert "A field is in no specification, name is." in text
        assert "Why Hosts ignore it." in text
        assert "How to fix it Move it to metadata ." in text
        assert "2 findings in 2 skills." in text
        assert "Agent Skills Error" in text
        assert "Codex Off" in text

    def test_show_a_bad_and_a_good_example(self, site, read) -> None:
        html = site["rules/FM006/index.html"].decode()
        text = read(html).words
        assert "Bad --- owner: <b>team</b> ---" in text
        assert "Good SKILL.md --- metadata: owner: us«U+200B» --- assets/a.txt a" in text
        assert "Text between « and » stands for something that cannot be shown." in text
        assert html.index("How to fix it") < html.index(">Bad<") < html.index(">Good<") < html.index('id="here"')
        assert "&lt;b&gt;team" in html

    def test_without_an_example_show_none(self, site) -> None:
        assert b">Bad<" not in site["rules/BD002/index.html"]

    def test_have_a_place_among_all(self, site) -> None:
        html = site["rules/index.html"].decode()
        assert '<a href="#FM">' in html
        assert '<h2 id="FM">' in html
        assert '<tr id="FM006">' in html

    def test_are_listed_by_family(self, site, read) -> None:
        text = read(site["rules/index.html"]).words
        assert "Front matter FM FM006 unknown-field A field is in no specification, name is. 2" in text


class TestBundles:
    def test_add_up_their_members(self, site, read) -> None:
        text = read(site["bundles/release-kit/index.html"]).words
        assert "skill 1 tokens in every prompt 46" in text
        assert "Not in this catalog: ghost" in text

    def test_say_whether_they_fit(self, site, read) -> None:
        assert "Fits in Claude Code: 300 of 8,000" in read(site["bundles/release-kit/index.html"]).words

    def test_say_what_is_seen_where_they_do_not_fit(self, pages, catalog_skills) -> None:
        over = HostVisibility("claude-code", "Claude Code", 8000, 9000, 5, 1, 4, 3, (), ())
        made = pages(
            [skill.entry for skill in catalog_skills], visibility=SetVisibility(bundles=(("release-kit", (over,)),))
        )
        assert (
            b"it lists about 3 of 5 descriptions in full. Together they take 9,000"
            in made["bundles/release-kit/index.html"]
        )

    def test_are_installed_by_a_line_for_each_client(self, site) -> None:
        page = site["bundles/release-kit/index.html"]
        keys = re.findall(rb'name="client" value="([^"]*)"', page)
        assert keys == [b"claude-code", b"codex", b"metis", b"any"]

    def test_the_list_tells_what_is_missing(self, site, read) -> None:
        assert "1 is missing" in read(site["bundles/index.html"]).words

    def test_have_no_pages_where_there_are_none(self, pages) -> None:
        made = pages([], changes={"bundles": ()})
        assert not [path for path in made if path.startswith("bundles/")]
        assert b"bundles/" not in made["index.html"]

    def test_tell_their_balance_where_roles_are_shown(self, pages, catalog_skills) -> None:
        kit = Bundle("kit", "", tuple(skill.entry.name for skill in catalog_skills))
        made = pages([skill.entry for skill in catalog_skills], changes={"bundles": (kit,), "roles": True})
        assert b"balance" in made["bundles/kit/index.html"]
        assert made["bundles/kit/index.html"].count(b'class="role ') >= 3


class TestAgents:
    def test_find_everything_there(self, site, read) -> None:
        page = read(site["agents/index.html"])
        assert "npx skills add https://skills.northwind.example" in page.text
        assert "../.well-known/agent-skills/index.json" in page.values("href")
        assert "../prompt/available_skills.xml" in page.values("href")

    def test_read_how_a_client_starts_a_server_of_the_catalog(self, site, read) -> None:
        page = read(site["agents/index.html"])
        assert "claude mcp add northwind -- skillpack mcp https://skills.northwind.example/" in page.text
        assert "codex mcp add northwind -- skillpack mcp https://skills.northwind.example/" in page.text
        assert "copilot mcp add northwind -- skillpack mcp https://skills.northwind.example/" in page.text
        assert page.text.count('"https://skills.northwind.example/"') == 3  # of clients without such a line
        assert "In .cursor/mcp.json :" in page.words

    def test_read_how_much_room_the_list_takes(self, site, read) -> None:
        assert "9,000 of 8,000 characters" in read(site["agents/index.html"]).text

    def test_read_what_hosts_show(self, site, read) -> None:
        text = read(site["agents/index.html"]).words
        assert "Claude Code lists 1 to 4 of 5 descriptions in full: about 3 if all skills are used equally." in text

    def test_read_that_a_hosts_window_is_meant(self, pages, catalog_skills) -> None:
        fits = HostVisibility("claude-code", "Claude Code", 24_000, 900, 5, 5, 5, 5, (), (), at_default_window=True)
        entries = [skill.entry for skill in catalog_skills]
        page = pages(entries, visibility=SetVisibility((fits,)))["agents/index.html"]
        assert b"Claude Code (default context window) lists <b>all 5</b> descriptions in full" in page

    def test_read_their_folders(self, site, read) -> None:
        text = read(site["agents/index.html"]).words
        assert "Claude Code .claude/skills ~/.claude/skills ($CLAUDE_CONFIG_DIR overrides it)" in text

    def test_read_which_command_gets_past_which_login(self, site, read) -> None:
        page = read(site["agents/index.html"])
        assert "skillpack install https://skills.northwind.example/skills/NAME" in page.text
        assert "npx skills add https://git.northwind.example/skills.git" in page.text
        assert "skillpack install NAME --registry FOLDER" in page.text

    def test_read_a_slash_command_in_one_piece(self, site) -> None:
        assert b">/plugin marketplace add" in site["agents/index.html"]

    def test_read_of_no_repository_where_none_is_known(self, pages, read) -> None:
        page = read(pages([], changes={"repository": ""})["agents/index.html"])
        assert "A private repository" not in page.words
        assert "User name and password" in page.words

    def test_hear_of_no_marketplace_where_there_is_none(self, pages, catalog_skills) -> None:
        made = pages([skill.entry for skill in catalog_skills], marketplace=False)
        assert b"marketplace" not in made["agents/index.html"]


class TestNamesOfOld:
    def test_lead_to_their_successor(self, site) -> None:
        html = site["skills/old-notes/index.html"].decode()
        assert '<meta http-equiv="refresh" content="0; url=../release-notes/index.html">' in html
        assert '<link rel="canonical" href="https://skills.northwind.example/skills/release-notes/">' in html
        assert '<a href="../release-notes/index.html">release-notes</a>' in html

    def test_say_that_they_are_withdrawn(self, site) -> None:
        html = site["skills/gone/index.html"].decode()
        assert "nobody used it" in html
        assert "refresh" not in html

    def test_have_none_where_a_skill_has_the_name_again(self, pages, make_record) -> None:
        made = pages([make_record("gone").entry])
        assert "skills/gone/index.html" not in made
        assert "skills/old-notes/index.html" in made


class TestNotFound:
    """It answers at any depth: nothing in it is relative to the place where it lies."""

    def test_has_absolute_addresses_alone(self, site, read) -> None:
        urls = read(site["404.html"]).values("href", "src")
        assert urls
        assert all(url.startswith("https://skills.northwind.example/") for url in urls)

    def test_has_none_where_the_site_knows_none(self, bare_site, read) -> None:
        assert read(bare_site["404.html"]).values("href", "src") == []

    def test_brings_style_and_script_which_its_policy_names_by_their_digests(self, bare_site) -> None:
        html = bare_site["404.html"].decode()
        for tag in ("style", "script"):
            text = html.partition(f"<{tag}>")[2].partition(f"</{tag}>")[0]
            digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
            assert text
            assert f"{tag}-src 'sha256-{digest}'" in html


def test_assets_are_written_as_they_are(site, theme) -> None:
    for path, content in theme.assets.items():
        if not path.endswith((".css", ".js")):
            assert site[f"assets/{path}"] == content


class TestWaysOfAgents:
    def test_who_needs_the_older_discovery_reads_what_to_do_without_it(self, site) -> None:
        assert b"opencode, Hermes and Letta" in site["agents/index.html"]
        assert b"install skills for them with one of the commands above" in site["agents/index.html"]
        assert b"legacy = true" not in site["agents/index.html"]

    def test_where_the_site_has_it_its_address_is_given(self, pages, read) -> None:
        page = read(pages([], changes={"legacy_discovery": True})["agents/index.html"])
        assert "legacy = true" not in page.words
        assert "skills.northwind.example/ .well-known/ skills/" in page.words

    def test_every_line_of_skillpack_says_where_to(self, site) -> None:
        lines = re.findall(rb"<pre[^>]*>(skillpack install .*?)</pre>", site["agents/index.html"])
        assert len(lines) == 4
        assert all(line.endswith(b"--global") for line in lines)


def test_search_forms_have_a_button(site) -> None:
    for path in ("index.html", "agents/index.html"):
        (form,) = re.findall(rb'<form class="[^"]*js"[^>]*role="search".*?</form>', site[path], re.DOTALL)
        assert b'<button class="icon" type="submit" aria-label="Search">' in form


def test_guides_are_searched_where_a_catalog_has_pages(site, pages, catalog_skills) -> None:
    assert b'data-index="assets/search/guides.js"' in site["index.html"]
    entries = [skill.entry for skill in catalog_skills]
    assert b"guides" not in pages(entries, changes={"pages": ("pages/index.md",)})["index.html"]


class TestHardToTellApart:
    def test_pairs_are_drawn_and_listed_with_their_words(self, site, read) -> None:
        page = read(site["agents/index.html"])
        assert "release-notes , timeline release, notes 41 %" in page.words
        assert "../skills/timeline/index.html" in page.values("href")
        assert '<svg class="arcs"' in site["agents/index.html"].decode()

    def test_a_catalog_without_any_says_nothing(self, make_view, collect, configuration, theme) -> None:
        pages = collect(page_groups(make_view((), closest=()), configuration, theme)["agents"])
        assert b"Hard to tell apart" not in pages["agents/index.html"]

    def test_the_page_of_a_skill_names_its_rivals_once(self, site, read) -> None:
        words = read(site["skills/release-notes/index.html"]).words
        assert "Hard to tell apart timeline both mention release, notes" in words
