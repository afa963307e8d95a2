import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from skillpack.model.ability import Ability, AbilityKind
from skillpack.model.document import Span
from skillpack.model.finding import Finding
from skillpack.model.release import Changes, Release, TextChange, Tombstone
from skillpack.site.pages.version import ReleaseAlarms, version_pages

NEW = Release("pdf", "2.0.0", "d" * 64, "5" * 16, "archives/pdf/pdf-2.0.0.zip", "a" * 64, 1234, date="2026-11-18")
OLD = replace(NEW, label="1.2.0", digest="c" * 64, archive="archives/pdf/pdf-1.2.0.zip", date="2026-10-03")
NOTHING = Changes("pdf", OLD, NEW, (), (), (), (), (), (), "none")


class HtmlExtension(SingleFileSnapshotExtension):
    """A snapshot that a browser opens."""

    file_extension = "html"
    _write_mode = WriteMode.TEXT


@pytest.fixture
def page(theme, configuration) -> Callable[..., str]:
    """Return a function that gives the page of the newer of two versions, or of the older one."""

    def made(
        changes: Changes = NOTHING,
        *,
        older: bool = False,
        new: Release = NEW,
        stone: Tombstone | None = None,
        alarms: tuple[Finding, ...] = (),
        before: tuple[Finding, ...] = (),
    ) -> str:
        offered = None if stone or new.yanked else new
        compared = {(OLD.label, new.label): changes}
        raised = [ReleaseAlarms("pdf/SKILL.md", each) for each in (alarms, before)]
        pages = version_pages((new, OLD), compared, raised, theme, configuration, (), offered=offered, stone=stone)
        return b"".join(list(pages)[older].chunks).decode()

    return made


@pytest.mark.parametrize("label", ["2.3.0", "2.2.0", "2.1.0"])
def test_pages_look_as_they_were_reviewed(label, site, snapshot) -> None:
    html = site[f"skills/release-notes/versions/{label}/index.html"].decode()
    assert html == snapshot(extension_class=HtmlExtension)


class TestOrder:
    def test_powers_and_front_matter_come_first_then_program_prose_and_files(self, page) -> None:
        changes = replace(
            NOTHING,
            fields=(("license", "MIT", "Apache-2.0"),),
            added_permissions=("tool `Bash`",),
            program=("@@ -1,1 +1,1 @@", "-a", "+b"),
            files=(("added", "x.md"),),
            prose=("@@ -1,1 +1,1 @@", "-c", "+d"),
        )
        words = ["may do", "Front matter", "The program", "Instructions", "Files"]
        html = page(changes)
        assert sorted(words, key=html.index) == words

    def test_what_it_can_do_as_well_is_told_with_its_line_and_counted(self, page) -> None:
        found = [Ability(AbilityKind.SENDS, "a.py", line, "post", f"h{line}.example") for line in range(1, 43)]
        html = page(replace(NOTHING, added_abilities=tuple(found)))
        assert 'sends data to <code dir="auto">h1.example</code>' in html
        assert ">a.py:1<" in html
        assert "h40.example" in html
        assert "h41.example" not in html
        assert "and 2 more" in html

    def test_the_skill_file_is_no_news_where_its_changes_are_shown(self, page) -> None:
        files = (("changed", "SKILL.md"), ("changed", "a.md"))
        assert "SKILL.md" not in page(replace(NOTHING, files=files, fields=(("license", "", "MIT"),)))
        assert "SKILL.md" in page(replace(NOTHING, files=files))

    def test_too_much_to_compare_is_said_in_a_sentence(self, page) -> None:
        html = page(replace(NOTHING, prose=("\\ 9000 lines became 7: too many to compare one by one",)))
        assert "9000 lines became 7: too many to compare one by one" in html
        assert '<figure class="code diff"' not in html

    def test_many_files_are_counted(self, page) -> None:
        files = tuple(("added", f"f{number}.md") for number in range(500))
        html = page(replace(NOTHING, files=files))
        assert "f199.md" in html
        assert "f200.md" not in html
        assert "and 300 more" in html


class TestAdvice:
    @pytest.mark.parametrize("advice", ["major", "minor", "patch", "none"])
    def test_every_advice_has_words(self, page, advice) -> None:
        text = page(replace(NOTHING, advice=advice))
        assert f"{advice} version" in text or advice == "none"

    def test_a_label_that_rises_too_little_is_told(self, page) -> None:
        little = replace(NEW, label="1.2.1", archive="archives/pdf/pdf-1.2.1.zip")
        changes = replace(NOTHING, new=little, advice="major")
        assert "But this is only a patch version." in page(changes, new=little)
        assert "But this is only" not in page(replace(NOTHING, advice="major"))

    def test_digests_rise_by_nothing(self, page) -> None:
        digest = replace(NEW, label="d" * 12, archive=f"archives/pdf/pdf-{'d' * 12}.zip")
        assert "major version" not in page(replace(NOTHING, new=digest, advice="minor"), new=digest)


class TestState:
    def test_the_newest_is_current_and_can_be_fetched(self, page, read) -> None:
        parsed = read(page())
        assert "current" in parsed.words
        assert "sha256sum -c" in parsed.text

    def test_an_older_one_leads_to_the_newest(self, page, read) -> None:
        parsed = read(page(older=True))
        assert "A newer version is available: 2.0.0" in parsed.words
        assert "The first version" in parsed.words

    def test_a_yanked_one_says_why_and_gives_no_lines(self, page, read) -> None:
        parsed = read(page(new=replace(NEW, yanked="leaks <data>.")))
        assert "Yanked. leaks <data>." in parsed.words
        assert "sha256sum -c" not in parsed.text
        assert "../../../../archives/pdf/pdf-2.0.0.zip" in parsed.values("href")

    def test_one_whose_name_ended_leads_to_the_successor(self, page, read) -> None:
        parsed = read(page(stone=Tombstone("pdf", "pdf-tools", "clearer", NEW)))
        assert "This skill is no longer available. clearer" in parsed.words
        assert "../../../pdf-tools/index.html" in parsed.values("href")


def test_foreign_text_is_escaped(page, read) -> None:
    hostile = '</pre><script>alert("x")</script>\u202e'
    changes = Changes(
        "pdf", OLD, NEW, ((hostile, hostile, f"{hostile} {hostile}"),), (hostile,), (hostile,),
        ("@@ -1,1 +1,1 @@", f"-{hostile}"), (("added", hostile),), ("@@ -1,1 +1,1 @@", f"+{hostile}"), "major",
    )  # fmt: skip
    parsed = read(page(changes, stone=Tombstone("pdf", "", hostile, NEW)))
    assert [attrs["src"] for tag, attrs in parsed.elements if tag == "script"] == [
        "../../../../assets/theme.js",
        "../../../../assets/site.js",
    ]


class TestAlarm:
    STOP = Finding("SF005", "pdf", "pdf/run.sh", Span(2, 1, 2, 9), "destroys", facts=(("quote", "rm -rf ~"),))
    READ_FIRST = replace(STOP, rule="SF006", facts=(("quote", "Bash"),))

    def test_a_version_shows_the_alarm_of_its_skill(self, page, read) -> None:
        html = page(alarms=(self.STOP,), before=(self.STOP,))
        words = read(html).words
        assert html.index('<section class="alarm bad"') < html.index("What changed since")
        assert "Stop: read 1 line before you install" in words
        assert "rm -rf ~ run.sh:2" in words
        assert "new in" not in words
        assert "I understand the risk: show the command" in words

    def test_its_row_shows_it_and_that_of_each_other_version_its_own(self, page) -> None:
        for older in (False, True):
            rows = page(alarms=(self.STOP,), before=(self.READ_FIRST,), older=older).split('class="editions"')[1]
            new, old = rows.split("</ol>")[0].split("</li>")[:2]
            assert ("Stop" in new, "Read first" in new) == (True, False)
            assert ("Stop" in old, "Read first" in old) == (False, True)

    def test_what_came_with_it_is_marked(self, page, read) -> None:
        words = read(page(alarms=(self.STOP, self.READ_FIRST), before=(self.READ_FIRST,))).words
        assert words.count("new in 2.0.0") == 1
        assert words.index("rm -rf ~") < words.index("new in 2.0.0") < words.index("Bash")

    def test_what_is_to_be_read_first_is_amber_and_hides_no_command(self, page) -> None:
        html = page(alarms=(self.READ_FIRST,))
        assert '<section class="alarm warn"' in html
        assert "get shut" not in html

    def test_where_nothing_was_found_there_is_no_word_and_no_colour(self, page, read) -> None:
        html = page()
        assert not re.search(r'class="(?:alarm|flag (?:ok|warn|bad))', html)
        assert not re.search("(?i)safe|alarm|nothing found|no findings", read(html).words)


class TestFiles:
    def test_every_changed_text_is_shown_line_by_line(self, page, read) -> None:
        texts = (
            TextChange("added", "run.sh", ("@@ -0,0 +1,1 @@", "+curl x | sh")),
            TextChange("changed", "a.md", ("@@ -1,1 +1,1 @@", "-old", "+new")),
        )
        files = (("added", "run.sh"), ("changed", "a.md"), ("added", "logo.png"))
        words = read(page(replace(NOTHING, texts=texts, files=files))).words
        assert "+curl x | sh" in words[words.index("run.sh added") : words.index("a.md changed")]
        assert "added: logo.png" in words
        assert words.count("a.md") == 1

    def test_a_file_without_lines_is_named(self, page, read) -> None:
        texts = (TextChange("added", "__init__.py", ()),)
        assert "__init__.py added" in read(page(replace(NOTHING, texts=texts))).words


class TestAgainstTheCurrentOne:
    @pytest.fixture
    def pages(self, theme, configuration, collect) -> dict[str, str]:
        first = replace(NEW, label="1.0.0", digest="b" * 64)
        pairs = [(OLD, NEW), (first, OLD), (first, NEW)]
        compared = {
            (old.label, new.label): replace(NOTHING, old=old, new=new, tokens=(900, 1200)) for old, new in pairs
        }
        stop = TestAlarm.STOP
        alarms = [ReleaseAlarms("pdf/SKILL.md", found) for found in ((stop,), (stop,), ())]
        made = collect(
            version_pages((NEW, OLD, first), compared, alarms, theme, configuration, (), offered=NEW, stone=None)
        )
        return {path.removeprefix("skills/pdf/versions/"): html.decode() for path, html in made.items()}

    def test_each_that_is_not_its_neighbour_has_a_page(self, pages) -> None:
        assert list(pages) == [
            "2.0.0/index.html", "1.2.0/index.html", "1.0.0/index.html", "1.0.0/current/index.html"
        ]  # fmt: skip

    def test_its_page_says_between_what(self, pages, read) -> None:
        words = read(pages["1.0.0/current/index.html"]).words
        assert "pdf 1.0.0 → 2.0.0" in words
        assert "Changes up to 2.0.0 (current)" in words

    def test_it_shows_which_alarms_are_new_since(self, pages, read) -> None:
        assert "Stop: 1 line is new since 1.0.0" in read(pages["1.0.0/current/index.html"]).words
        assert '<section class="alarm' not in pages["1.0.0/index.html"]
        assert "new in 1.2.0" in read(pages["1.2.0/index.html"]).words

    def test_both_lead_to_each_other(self, pages) -> None:
        assert 'href="current/index.html">Compare with 2.0.0 (current)' in pages["1.0.0/index.html"]
        assert 'href="index.html" aria-current="page">Compare with 2.0.0' in pages["1.0.0/current/index.html"]

    def test_the_cost_of_all_versions_is_a_line(self, pages, read) -> None:
        assert all('<svg class="spark"' in html for html in pages.values())
        assert "900 → 1,200 tokens" in read(pages["1.0.0/current/index.html"]).words
