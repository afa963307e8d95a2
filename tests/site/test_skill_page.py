from collections.abc import Callable
from dataclasses import replace

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from skillpack.model.entry import Surroundings
from skillpack.model.release import History
from skillpack.model.selection import Reach, SeenBy, Sight
from skillpack.site.skill_page import file_pages, skill_page

NOTHING = Surroundings((), History(), (), (), (), ())


class HtmlExtension(SingleFileSnapshotExtension):
    """A snapshot that a browser opens."""

    file_extension = "html"
    _write_mode = WriteMode.TEXT


@pytest.fixture
def page(theme, configuration, profiles) -> Callable[..., str]:
    def made(skill, around=NOTHING, *, shown=frozenset(), changes=None) -> str:
        settings = replace(configuration, **(changes or {}))
        return b"".join(skill_page(skill, around, shown, theme, settings, profiles).chunks).decode()

    return made


@pytest.mark.parametrize("name", ["release-notes", "test-fix", "timeline", "vague", "brand-voice"])
def test_pages_look_as_they_were_reviewed(name, site, snapshot) -> None:
    assert site[f"skills/{name}/index.html"].decode() == snapshot(extension_class=HtmlExtension)


def test_a_file_page_looks_as_it_was_reviewed(site, snapshot) -> None:
    html = site["skills/release-notes/files/scripts/collect.py/index.html"].decode()
    assert html == snapshot(extension_class=HtmlExtension)


class TestWithheld:
    def test_the_page_says_why(self, site, read) -> None:
        assert "Withheld. the field `extra` is unknown." in read(site["skills/vague/index.html"]).words

    def test_nothing_can_be_installed(self, site) -> None:
        html = site["skills/vague/index.html"].decode()
        assert 'class="install"' not in html
        assert ".zip" not in html

    def test_a_version_that_was_published_is_still_named(self, page, catalog_skills) -> None:
        skill = catalog_skills[-1]
        old = replace(catalog_skills[0].entry.release, name="vague", label="0.9.0")
        html = page(skill, replace(NOTHING, releases=(old,)))
        assert "The last published version stays installable." in html
        assert f'href="../../{old.archive}"' in html


class TestDeprecated:
    def test_the_page_leads_to_the_successor(self, site) -> None:
        html = site["skills/brand-voice/index.html"].decode()
        assert '<a href="../release-notes/index.html">Use release-notes instead.</a>' in html

    def test_the_reason_stands_there(self, page, make_prepared) -> None:
        skill = make_prepared("old", entry={"status": "deprecated"}, details={"deprecated": "too slow"})
        assert "<strong>Deprecated.</strong> too slow." in page(skill)


class TestFindings:
    def test_lead_to_their_lines(self, site) -> None:
        html = site["skills/release-notes/index.html"].decode()
        assert '<a class="mono" href="files/references/style.md/index.html#L2">references/style.md:2</a>' in html

    def test_accepted_ones_tell_until_when_and_why(self, site) -> None:
        html = site["skills/release-notes/index.html"].decode()
        assert "1 accepted finding" in html
        assert "Accepted until 2027-01-31: split planned" in html

    def test_the_worst_comes_first(self, site) -> None:
        html = site["skills/release-notes/index.html"].decode()
        assert html.index("is in no specification") < html.index('<code dir="auto">612</code>')


class TestAmongOthers:
    REACH = Reach((), (("read tables", "test-fix"), ("merge files", "")), 2, ("test-fix",), ("timeline",), asked=True)

    def _words(self, page, make_prepared, read, reach: Reach | None) -> str:
        return read(page(make_prepared("pdf"), replace(NOTHING, reach=reach))).words

    def test_names_requests_and_who_wins_them(self, page, make_prepared, read) -> None:
        words = self._words(page, make_prepared, read, self.REACH)
        told = "Asked for read tables goes to test-fix merge files and 2 more Taken by test-fix Takes from timeline"
        assert told in words
        assert "never what a model will do" in words

    def test_says_how_hosts_show_it(self, page, make_prepared, read) -> None:
        seen = (SeenBy("Claude Code", Sight.ABSENT, Sight.ABSENT),)
        words = self._words(page, make_prepared, read, Reach(seen, (), 0, (), (), asked=True))
        assert "Claude Code does not list it." in words
        assert "never what a model will do" not in words

    @pytest.mark.parametrize("reach", [None, Reach((), (), 0, (), (), asked=False)])
    def test_is_left_out_where_there_is_nothing_to_say(self, page, make_prepared, read, reach: Reach | None) -> None:
        assert "Among the others" not in self._words(page, make_prepared, read, reach)


class TestForeignText:
    HOSTILE = '</title><script>alert("x")</script>{{ 7 * 7 }}\u202e'

    def test_is_escaped_everywhere(self, page, make_prepared, read) -> None:
        entry = {
            "description": self.HOSTILE, "license": self.HOSTILE, "tags": (self.HOSTILE,), "authors": (self.HOSTILE,),
            "owner": self.HOSTILE, "status": self.HOSTILE, "path": self.HOSTILE, "updated": self.HOSTILE,
        }  # fmt: skip
        details = {
            "compatibility": self.HOSTILE, "homepage": "javascript:alert(1)", "source": f"https://{self.HOSTILE}",
            "deprecated": self.HOSTILE, "allowed_tools": (self.HOSTILE,), "placeholders": (self.HOSTILE,),
            "shell_lines": (self.HOSTILE,), "hidden": (self.HOSTILE,), "depends": ((self.HOSTILE, self.HOSTILE),),
            "required_tools": (self.HOSTILE,), "declared_version": self.HOSTILE,
        }  # fmt: skip
        around = replace(NOTHING, related=(self.HOSTILE,), bundles=(self.HOSTILE,), shadowed=(self.HOSTILE,))
        parsed = read(page(make_prepared("x", entry=entry, details=details), around))
        scripts = [attrs for tag, attrs in parsed.elements if tag == "script"]
        assert [attrs.get("src", attrs.get("type")) for attrs in scripts] == [
            "application/ld+json", "../../assets/theme.js", "../../assets/site.js",
        ]  # fmt: skip
        assert "49" not in parsed.text
        assert not [url for url in parsed.values("href", "src") if url.startswith("javascript")]

    def test_of_a_homepage_is_followed_by_no_robot(self, page, make_prepared) -> None:
        html = page(make_prepared("x", details={"homepage": "https://example.com/x/"}))
        assert '<a href="https://example.com/x/" rel="nofollow noopener">example.com/x</a>' in html


class TestRoles:
    def test_are_shown_where_they_are_declared(self, site) -> None:
        assert "Coordinator" in site["skills/release-notes/index.html"].decode()
        assert "role" not in site["skills/timeline/index.html"].decode().replace('role="', "")

    def test_follow_from_the_name_where_the_catalog_wants_them(self, page, make_prepared) -> None:
        html = page(make_prepared("timeline"), changes={"roles": True})
        assert 'class="role' in html


class TestProgram:
    def test_budgets_stand_beside_what_a_host_allows(self, site, read) -> None:
        text = read(site["skills/test-fix/index.html"]).words
        assert "ask 3 of 5 allowed command 3 of 10 allowed trace 3 of 100 allowed wall clock 300 s host default" in text

    def test_a_call_without_a_bound_is_told(self, page, catalog_skills) -> None:
        skill = next(skill for skill in catalog_skills if skill.entry.name == "test-fix")
        program = skill.details.program
        loose = replace(program, calls=tuple(replace(call, times=0) for call in program.calls))
        html = page(replace(skill, details=replace(skill.details, program=loose)))
        assert "no bound in the text; 5 allowed" in html

    def test_one_that_no_host_runs_has_no_budget(self, page, catalog_skills) -> None:
        skill = next(skill for skill in catalog_skills if skill.entry.name == "test-fix")
        dead = replace(skill.details.program, runs=False)
        html = page(replace(skill, details=replace(skill.details, program=dead)))
        assert 'class="budget"' not in html
        assert "No host will run this program" in html


def test_a_body_shown_as_source_says_so(page, make_prepared) -> None:
    html = page(make_prepared("x", body="> " * 30 + "deep"))
    assert "too large or too deeply nested" in html


def test_a_skill_for_people_alone_is_in_no_list(page, make_prepared) -> None:
    html = page(replace(make_prepared("x", entry={"by_model": False}), prompts=()))
    assert "Only people start it, by its name." in html


def test_a_site_without_an_address_lets_the_browser_find_it(bare_site) -> None:
    html = bare_site["skills/release-notes/index.html"].decode()
    assert 'npx skills add <span data-base="../../">SITE_URL</span>/<wbr>skills/<wbr>release-notes' in html
    assert "data-unbased" in html
    assert "canonical" not in html
    assert "og:" not in html


def test_contents_leave_out_a_lone_title_and_show_two_levels(page, make_prepared, read) -> None:
    html = page(make_prepared("x", body="# Title\n\n## A\n\n### B\n\n#### C\n\n## D"))
    links = [attrs["href"] for tag, attrs in read(html.split('class="toc"')[1]).elements if tag == "a"]
    assert [link for link in links if link.startswith("#s-")] == ["#s-a", "#s-b", "#s-d"]


def test_a_file_page_belongs_to_each_text_that_is_given(catalog_skills, theme, configuration, collect) -> None:
    pages = collect(file_pages(catalog_skills[0], {"references/style.md": "a\nb"}, theme, configuration))
    assert list(pages) == ["skills/brand-voice/files/references/style.md/index.html"]
    assert b"2 lines" in next(iter(pages.values()))
