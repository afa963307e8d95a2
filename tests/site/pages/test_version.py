from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from skillpack.model.release import Changes, Release, Tombstone
from skillpack.site.pages.version import Edition, version_pages

NEW = Release("pdf", "2.0.0", "d" * 64, "5" * 16, "archives/pdf/pdf-2.0.0.zip", "a" * 64, 1234, date="2026-11-18")
OLD = replace(NEW, label="1.2.0", archive="archives/pdf/pdf-1.2.0.zip", date="2026-10-03")
NOTHING = Changes("pdf", OLD, NEW, (), (), (), (), (), (), "none")


class HtmlExtension(SingleFileSnapshotExtension):
    """A snapshot that a browser opens."""

    file_extension = "html"
    _write_mode = WriteMode.TEXT


@pytest.fixture
def page(theme, configuration) -> Callable[..., str]:
    """Return a function that gives the page of the newer of two versions, or of the older one."""

    def made(
        changes: Changes = NOTHING, *, older: bool = False, new: Release = NEW, stone: Tombstone | None = None
    ) -> str:
        offered = None if stone or new.yanked else new
        editions = (Edition(new, changes), Edition(OLD, None))
        pages = version_pages(editions, (new, OLD), theme, configuration, (), offered=offered, stone=stone)
        return b"".join(list(pages)[older].chunks).decode()

    return made


@pytest.mark.parametrize("label", ["2.3.0", "2.2.0", "2.1.0"])
def test_pages_look_as_they_were_reviewed(label, site, snapshot) -> None:
    html = site[f"skills/release-notes/versions/{label}/index.html"].decode()
    assert html == snapshot(extension_class=HtmlExtension)


def test_pages_are_made_one_by_one(theme, configuration) -> None:
    taken = []

    def editions() -> Iterator[Edition]:
        for release in (NEW, OLD):
            taken.append(release.label)
            yield Edition(release, None)

    pages = version_pages(editions(), (NEW, OLD), theme, configuration, (), offered=NEW, stone=None)
    assert next(pages).path == "skills/pdf/versions/2.0.0/index.html"
    assert taken == ["2.0.0"]


class TestOrder:
    def test_powers_and_front_matter_come_first_then_program_files_and_prose(self, page) -> None:
        changes = replace(
            NOTHING,
            fields=(("license", "MIT", "Apache-2.0"),),
            powers_added=("tool `Bash`",),
            program=("@@ -1,1 +1,1 @@", "-a", "+b"),
            files=(("added", "x.md"),),
            prose=("@@ -1,1 +1,1 @@", "-c", "+d"),
        )
        words = ["may do", "Front matter", "The program", "Files", "Instructions"]
        html = page(changes)
        assert sorted(words, key=html.index) == words

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
        assert "step" in page(replace(NOTHING, advice=advice)) or advice == "none"

    def test_a_label_that_rises_too_little_is_told(self, page) -> None:
        little = replace(NEW, label="1.2.1", archive="archives/pdf/pdf-1.2.1.zip")
        changes = replace(NOTHING, new=little, advice="major")
        assert "The label rises by a patch step only." in page(changes, new=little)
        assert "rises by" not in page(replace(NOTHING, advice="major"))

    def test_digests_rise_by_nothing(self, page) -> None:
        digest = replace(NEW, label="d" * 12, archive=f"archives/pdf/pdf-{'d' * 12}.zip")
        assert "major step" not in page(replace(NOTHING, new=digest, advice="minor"), new=digest)


class TestState:
    def test_the_newest_is_current_and_can_be_fetched(self, page, read) -> None:
        parsed = read(page())
        assert "current" in parsed.words
        assert "sha256sum -c" in parsed.text

    def test_an_older_one_leads_to_the_newest(self, page, read) -> None:
        parsed = read(page(older=True))
        assert "A newer version is offered: 2.0.0" in parsed.words
        assert "The first version" in parsed.words

    def test_a_yanked_one_says_why_and_gives_no_lines(self, page, read) -> None:
        parsed = read(page(new=replace(NEW, yanked="leaks <data>.")))
        assert "Yanked. leaks <data>." in parsed.words
        assert "sha256sum -c" not in parsed.text
        assert "../../../../archives/pdf/pdf-2.0.0.zip" in parsed.values("href")

    def test_one_whose_name_ended_leads_to_the_successor(self, page, read) -> None:
        parsed = read(page(stone=Tombstone("pdf", "pdf-tools", "clearer", NEW)))
        assert "This skill is no longer offered. clearer" in parsed.words
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
