import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from skillpack import resources
from skillpack.model.document import NOWHERE, BodyMark, Span
from skillpack.model.entry import Relations
from skillpack.model.finding import AlarmLevel, Finding
from skillpack.model.release import History
from skillpack.site.pages.skill import skill_page

AGENTS = resources.agents()
NOTHING = Relations((), History(), (), (), (), ())


class HtmlExtension(SingleFileSnapshotExtension):
    """A snapshot that a browser opens."""

    file_extension = "html"
    _write_mode = WriteMode.TEXT


@pytest.fixture
def page(theme, configuration, profiles) -> Callable[..., str]:
    def made(skill, relations=NOTHING, *, shown=frozenset(), changes=None, agents=()) -> str:
        settings = replace(configuration, **(changes or {}))
        return b"".join(skill_page(skill, relations, shown, theme, settings, profiles, agents=agents).chunks).decode()

    return made


@pytest.mark.parametrize("name", ["release-notes", "test-fix", "timeline", "vague", "brand-voice"])
def test_pages_look_as_they_were_reviewed(name, site, snapshot) -> None:
    assert site[f"skills/{name}/index.html"].decode() == snapshot(extension_class=HtmlExtension)


class TestWithheld:
    def test_the_page_says_why(self, site, read) -> None:
        assert "Withheld. The field extra is unknown." in read(site["skills/vague/index.html"]).words

    def test_nothing_can_be_installed(self, site) -> None:
        html = site["skills/vague/index.html"].decode()
        assert 'class="install"' not in html
        assert ".zip" not in html

    def test_a_version_that_was_published_is_still_named(self, page, catalog_skills) -> None:
        skill = catalog_skills[-1]
        old = replace(catalog_skills[0].entry.release, name="vague", label="0.9.0")
        html = page(skill, replace(NOTHING, releases=(old,)))
        assert "The last published version can still be installed." in html
        assert f'href="../../{old.archive}"' in html


class TestDeprecated:
    def test_the_page_leads_to_the_successor(self, site) -> None:
        html = site["skills/brand-voice/index.html"].decode()
        assert '<a href="../release-notes/index.html">Use release-notes instead.</a>' in html

    def test_the_reason_stands_there(self, page, make_record, read) -> None:
        skill = make_record("old", entry={"status": "deprecated"}, details={"deprecated": "too slow"})
        assert "Deprecated. too slow." in read(page(skill)).words


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


class TestForeignText:
    HOSTILE = '</title><script>alert("x")</script>{{ 7 * 7 }}\u202e'

    def test_is_escaped_everywhere(self, page, make_record, read) -> None:
        entry = {
            "description": self.HOSTILE, "license": self.HOSTILE, "tags": (self.HOSTILE,), "authors": (self.HOSTILE,),
            "owner": self.HOSTILE, "status": self.HOSTILE, "path": self.HOSTILE, "updated": self.HOSTILE,
        }  # fmt: skip
        details = {
            "compatibility": self.HOSTILE, "homepage": "javascript:alert(1)", "source": f"https://{self.HOSTILE}",
            "deprecated": self.HOSTILE, "allowed_tools": (self.HOSTILE,), "placeholders": (self.HOSTILE,),
            "shell_lines": (self.HOSTILE,), "depends": ((self.HOSTILE, self.HOSTILE),),
            "required_tools": (self.HOSTILE,), "declared_version": self.HOSTILE,
        }  # fmt: skip
        relations = replace(NOTHING, related=(self.HOSTILE,), bundles=(self.HOSTILE,), shadowed=(self.HOSTILE,))
        parsed = read(page(make_record("x", entry=entry, details=details), relations))
        scripts = [attrs for tag, attrs in parsed.elements if tag == "script"]
        assert [attrs.get("src", attrs.get("type")) for attrs in scripts] == [
            "application/ld+json", "../../assets/theme.js", "../../assets/site.js",
        ]  # fmt: skip
        assert "49" not in parsed.text
        assert not [url for url in parsed.values("href", "src") if url.startswith("javascript")]

    def test_of_a_homepage_is_followed_by_no_robot(self, page, make_record) -> None:
        html = page(make_record("x", details={"homepage": "https://example.com/x/"}))
        assert '<a href="https://example.com/x/" rel="nofollow noopener">example.com/x</a>' in html


class TestRoles:
    def test_are_shown_where_they_are_declared(self, site) -> None:
        assert "Coordinator" in site["skills/release-notes/index.html"].decode()
        assert "role" not in site["skills/timeline/index.html"].decode().replace('role="', "")

    def test_follow_from_the_name_where_the_catalog_wants_them(self, page, make_record) -> None:
        html = page(make_record("timeline"), changes={"roles": True})
        assert 'class="role' in html


class TestProgram:
    def test_budgets_stand_beside_what_a_host_allows(self, site, read) -> None:
        text = read(site["skills/test-fix/index.html"]).words
        assert "ask 3 of 5 allowed called in line 7 command 3 of 10 allowed called in line 3 trace 3 of 100" in text
        assert "wall clock 300 s host default" in text

    def test_commands_and_inputs_are_listed_with_their_lines(self, site, read) -> None:
        text = read(site["skills/test-fix/index.html"]).words
        assert "Line Command In its requirements 3 … known only at run time" in text
        assert 'Line Key Without it 3 test_command ["pytest", "-q"]' in text

    def test_a_call_without_a_bound_is_told(self, page, catalog_skills) -> None:
        skill = next(skill for skill in catalog_skills if skill.entry.name == "test-fix")
        program = skill.details.program
        loose = replace(program, calls=tuple(replace(call, times=0) for call in program.calls))
        html = page(replace(skill, details=replace(skill.details, program=loose)))
        assert "no limit in the code; 5 allowed" in html

    def test_one_that_no_host_runs_has_no_budget(self, page, catalog_skills) -> None:
        skill = next(skill for skill in catalog_skills if skill.entry.name == "test-fix")
        dead = replace(skill.details.program, runs=False)
        html = page(replace(skill, details=replace(skill.details, program=dead)))
        assert 'class="budget"' not in html
        assert "No host will run this program" in html


def test_a_body_shown_as_source_says_so(page, make_record) -> None:
    html = page(make_record("x", body="> " * 30 + "deep"))
    assert "too long or too deeply nested" in html


def test_a_skill_for_people_alone_is_in_no_list(page, make_record) -> None:
    html = page(replace(make_record("x", entry={"by_model": False}), prompts=()))
    assert "agents do not list this skill. People start it by name." in html


def test_a_site_without_an_address_lets_the_browser_find_it(bare_site) -> None:
    html = bare_site["skills/release-notes/index.html"].decode()
    assert 'npx skills add <span data-base="../../">SITE_URL</span>/<wbr>skills/<wbr>release-notes' in html
    assert "data-unbased" in html
    assert "canonical" not in html
    assert "og:" not in html


def test_contents_leave_out_a_lone_title_and_show_two_levels(page, make_record, read) -> None:
    html = page(make_record("x", body="# Title\n\n## A\n\n### B\n\n#### C\n\n## D"))
    contents = html.split('class="toc"')[1].split("</nav>")[0]
    links = [attrs["href"] for tag, attrs in read(contents).elements if tag == "a"]
    assert [link for link in links if link.startswith("#s-")] == ["#s-a", "#s-b", "#s-d"]


class TestVersions:
    def test_tell_their_step_and_what_they_may_do_more(self, page, catalog_skills, relations_of, read) -> None:
        skill = catalog_skills[1]
        added = (("`Bash(rm:*)`", "a", "b", "c"), (), ())
        words = read(page(skill, replace(relations_of(skill), added_permissions=added))).words
        assert "2.3.0 minor version; new: Bash(rm:*) , a , b and 1 more" in words
        assert "2.1.0 first version here" in words

    def test_of_many_the_newest_are_listed(self, page, catalog_skills, relations_of) -> None:
        skill = catalog_skills[1]
        first = relations_of(skill).releases[0]
        many = tuple(replace(first, label=f"1.{minor}.0") for minor in range(20, 0, -1))
        html = page(skill, replace(relations_of(skill), releases=many))
        assert '<a href="versions/1.20.0/index.html">All 20 versions</a>' in html
        assert "versions/1.9.0/" in html
        assert "versions/1.8.0/" not in html
        assert "All 20" not in page(skill, replace(relations_of(skill), releases=many[:12]))

    def test_lead_to_their_feed(self, site) -> None:
        assert '<a href="feed.xml">Feed</a>' in site["skills/release-notes/index.html"].decode()


class TestOpening:
    def test_what_runs_leads_to_its_line(self, page, make_record) -> None:
        details = {"shell_lines": ("ls",), "marks": (BodyMark("ls", Span(9, 1, 9, 3)),)}
        html = page(make_record("x", details=details), shown=frozenset({"SKILL.md"}))
        assert '<code>ls</code> <a href="files/SKILL.md/index.html#L9">line 9</a>' in html
        assert "before the agent reads anything" in html

    def test_is_left_out_where_nothing_happens(self, site) -> None:
        assert "Runs at once" not in site["skills/release-notes/index.html"].decode()


def test_the_text_as_it_is_written_is_one_step_away(page, make_record) -> None:
    with_page = page(make_record("x"), shown=frozenset({"SKILL.md"}))
    assert '<a href="files/SKILL.md/index.html">Markdown</a>' in with_page
    without = page(make_record("x"))
    assert ">Markdown<" not in without
    assert '<a href="SKILL.md" id="markdown">SKILL.md</a>' in without


def test_a_former_name_is_told_first(page, make_record, read) -> None:
    words = read(page(make_record("x"), replace(NOTHING, former_names=("older", "old")))).words
    assert "Formerly called older, old." in words


def test_an_experiment_says_so(page, make_record, read) -> None:
    words = read(page(make_record("x", entry={"status": "experimental"}))).words
    assert "Experimental. It may change or be removed at any time." in words


def test_users_are_named_as_far_as_there_is_room(page, make_record, read) -> None:
    names = tuple(f"skill-{number}" for number in range(14))
    words = read(page(make_record("x"), replace(NOTHING, dependents=names))).words
    assert "Used by skill-0 , skill-1" in words
    assert "skill-11 and 2 more" in words


class TestProvenance:
    def test_one_digest_is_seen_and_the_rest_is_folded(self, site) -> None:
        details = site["skills/release-notes/index.html"].decode().split('id="details"')[1].split("</section>")[0]
        seen, folded, *_ = details.split("<details")
        assert f"sha256:{'9f2c' * 16}" in seen
        assert "sha256sum -c" in seen
        assert "a" * 64 in folded

    def test_the_catalogs_own_page_about_it_is_one_step_away(self, page, make_record) -> None:
        html = page(make_record("x"), changes={"pages": ("pages/index.md", "pages/how-to/verify.md")})
        assert '<a href="../../pages/how-to/verify/index.html">How to verify</a>' in html
        assert "How to verify" not in page(make_record("x"))

    def test_what_is_not_offered_cannot_be_compared(self, site) -> None:
        assert "sha256sum" not in site["skills/vague/index.html"].decode()


class TestRepository:
    def test_the_skill_can_be_edited_where_its_host_is_known(self, page, make_record) -> None:
        html = page(make_record("x"), changes={"repository": "https://github.com/acme/skills"})
        assert 'href="https://github.com/acme/skills/edit/HEAD/skills/x/SKILL.md"' in html
        assert 'href="https://github.com/acme/skills/issues/new?title=x%3A%20"' in html

    def test_nothing_is_said_where_it_is_not(self, site) -> None:
        assert "Edit this skill" not in site["skills/release-notes/index.html"].decode()


def test_a_badge_can_be_taken_where_the_site_knows_its_address(site, bare_site) -> None:
    markdown = "[![test-fix](https://skills.northwind.example/skills/test-fix/badge.svg)]"
    assert markdown in site["skills/test-fix/index.html"].decode()
    assert "badge.svg" not in bare_site["skills/test-fix/index.html"].decode()


def test_what_scrolls_has_a_role_and_a_name(site, read) -> None:
    for path, html in site.items():
        if path.startswith("skills/") and path.count("/") == 2 and path.endswith("index.html"):
            scrolling = [attrs for _, attrs in read(html).elements if "tabindex" in attrs]
            assert all(attrs["role"] == "group" and attrs["aria-label"] for attrs in scrolling)


class TestFirstScreen:
    def test_what_installs_comes_before_the_text_and_within_a_few_tabs(self, site) -> None:
        html = site["skills/release-notes/index.html"].decode()
        assert (
            html.index('id="install"')
            < html.index('class="glance"')
            < html.index('id="reads"')
            < html.index('id="sees"')
        )
        before = html.split('name="client"')[0].split("<body>")[1]  # what can be chosen there is one stop
        assert len(re.findall(r"<(?:a|button|summary|input)\b", before)) <= 15

    def test_a_client_that_refuses_the_skill_has_no_tab(self, page, make_record) -> None:
        record = make_record("x")
        refusing = tuple(replace(verdict, loads=verdict.profile != "codex") for verdict in record.entry.verdicts)
        html = page(replace(record, entry=replace(record.entry, verdicts=refusing)), agents=AGENTS)
        assert 'name="client" value="claude-code"' in html
        assert 'name="client" value="codex"' not in html

    def test_a_line_says_where_the_skill_lands(self, page, make_record, read) -> None:
        words = read(page(make_record("x"), agents=AGENTS)).words
        assert "Installs into .claude/skills/x/" in words
        assert "Installing runs no code." in words

    def test_what_raises_a_stop_is_read_before_it_is_installed(self, page, make_record, read) -> None:
        alarm = Finding("SF005", "x", "", NOWHERE, "destroys: `rm -rf /`", facts=(("quote", "rm -rf /"),))
        record = make_record("x")
        entry = replace(record.entry, alarm=AlarmLevel.STOP)
        html = page(replace(record, entry=entry), replace(NOTHING, alarms=(alarm,)))
        assert html.index('class="alarm bad"') < html.index('<details class="get shut" id="install">')
        words = read(html).words
        assert "Stop: read 1 line before you install" in words
        assert "I understand the risk: show the command" in words

    def test_formats_are_one_choice(self, site) -> None:
        html = site["skills/release-notes/index.html"].decode()
        section = html.split('id="sees"')[1].split("</section>")[0]
        assert section.count("<option>") == section.count("<figure")
        assert section.count("<select") == 1
