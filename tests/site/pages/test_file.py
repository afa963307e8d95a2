"""Pages of files: lines, what was found at them, Markdown rendered, neighbours."""

import re
from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from skillpack.model.document import Span
from skillpack.model.entry import FileRecord, PageRecord
from skillpack.model.finding import Finding, Judged, Position, Severity
from skillpack.site.markdown.render import AS_SOURCE, RenderedText
from skillpack.site.pages.file import FileText, InFiles, file_pages

STYLE = "references/style.md"
NOTHING = InFiles((), ())


class HtmlExtension(SingleFileSnapshotExtension):
    _write_mode = WriteMode.TEXT
    file_extension = "html"


@pytest.fixture
def pages(catalog_skills, theme, configuration, collect) -> Callable[..., dict[str, str]]:
    """Return a function that gives the pages of texts by their files."""

    def made(
        texts: dict[str, FileText], found: InFiles = NOTHING, skill: PageRecord = catalog_skills[0]
    ) -> dict[str, str]:
        written = collect(file_pages(skill, texts, found, theme, configuration))
        return {path.split("/files/")[1].removesuffix("/index.html"): html.decode() for path, html in written.items()}

    return made


@pytest.fixture
def of(pages) -> Callable[..., str]:
    """Return a function that gives the page of one text."""
    return lambda source, rendered="", found=NOTHING: pages({STYLE: FileText(source, rendered)}, found)[STYLE]


def found(rule: str, line: int, *others: int, message: str = "it says `x`", file: str = STYLE) -> Finding:
    path = f"skills/brand-voice/{file}"
    spans = [Position(path, Span(each, 1, each, 2)) for each in others]
    return Finding(rule, "brand-voice", path, Span(line, 1, line, 2), message, hint="say `y`", others=tuple(spans))


def test_looks_as_it_was_reviewed(site, snapshot) -> None:
    html = site["skills/release-notes/files/scripts/collect.py/index.html"].decode()
    assert html == snapshot(extension_class=HtmlExtension)


def test_belongs_to_each_text_that_is_given(pages) -> None:
    made = pages({STYLE: FileText("a\nb")})
    assert list(made) == [STYLE]
    assert "2 lines" in made[STYLE]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "0 lines"),
        ("a\nb\n", "2 lines"),
        ("a\nb", "2 lines"),
        ("a\r\nb\r\n", "2 lines"),
        ("a\nb\r\n", "2 lines"),
        ("a\rb\n", "1 line"),
    ],
)
def test_tells_how_its_lines_end(text, said, of, read) -> None:
    words = read(of(text)).words
    assert said in words
    assert ("no newline at the end" in words) == (text == "a\nb")
    assert ("CRLF line endings" in words) == (text == "a\r\nb\r\n")
    assert ("mixed line endings" in words) == (text in {"a\nb\r\n", "a\rb\n"})
    assert ("This file is empty." in words) == (not text)


class TestMarkdown:
    def rendered(self, html: str) -> str:
        return msgspec.json.encode(RenderedText(html, ())).decode()

    def test_is_rendered_and_its_source_a_switch_away(self, of) -> None:
        page = of("# Tone\n", self.rendered("<h3>Tone</h3>"))
        assert '<div class="md" dir="auto"><h3>Tone</h3></div>' in page
        assert re.findall(r'name="view" value="(\w+)"( checked)?', page) == [("rendered", " checked"), ("source", "")]
        assert "<a id=L1 href=#L1 aria-label=1></a># Tone" in page

    def test_that_is_too_much_for_a_page_is_shown_as_source_alone(self, of) -> None:
        page = of("# Tone\n", self.rendered(f"{AS_SOURCE}<pre># Tone</pre></figure>"))
        assert 'name="view"' not in page
        assert 'class="md"' not in page

    def test_is_the_language_of_the_skill(self, pages, catalog_skills) -> None:
        skill = catalog_skills[0]
        skill = replace(skill, entry=replace(skill.entry, language="fr"))
        page = pages({STYLE: FileText("", self.rendered("<p>Bonjour</p>"))}, NOTHING, skill)[STYLE]
        assert '<div class="md" dir="auto" lang="fr"><p>Bonjour</p>' in page


class TestNotes:
    def test_stand_below_their_lines(self, of) -> None:
        judged = Judged(found("RS001", 1, 3), Severity.WARNING)
        page = of("one\ntwo\nthree\n", found=InFiles((), (judged,)))
        code = page[page.index("<code>") : page.index("</pre>")]
        plain = re.sub(r"<span class=\"at.*?</span></span>", "NOTE", code, flags=re.DOTALL)
        lines = re.sub(r"<[^>]+>", "", plain)
        assert lines == "one\nNOTEtwo\nthree\nNOTE"

    def test_say_what_is_wrong_and_what_to_do(self, of, read) -> None:
        page = of("one\n", found=InFiles((), (Judged(found("RS001", 1), Severity.WARNING),)))
        assert "RS001 it says x ; say y" in read(page).words
        assert 'href="../../../../../rules/RS001/index.html"' in page

    @pytest.mark.parametrize(
        ("rule", "severity", "kind"),
        [("RS001", Severity.ERROR, "warn"), ("RS001", Severity.WARNING, "warn"), ("RS001", Severity.INFO, "")],
    )
    def test_of_style_are_amber_and_below(self, rule, severity, kind, of) -> None:
        page = of("one\n", found=InFiles((), (Judged(found(rule, 1), severity),)))
        assert f'<span class="at {kind}" role="note">' in page

    def test_of_a_stop_are_red(self, of) -> None:
        alarm = found("SF005", 1)
        page = of("one\n", found=InFiles((alarm,), (Judged(alarm, Severity.WARNING),)))
        assert page.count('role="note"') == 1
        assert '<span class="at bad" role="note">' in page

    def test_are_those_of_the_file(self, of) -> None:
        alarm = found("SF004", 1, file="scripts/collect.py")
        assert 'role="note"' not in of("one\n", found=InFiles((alarm,), ()))

    def test_are_few_enough_to_be_read(self, of) -> None:
        judged = tuple(Judged(found("RS001", line, message=f"{line}"), Severity.INFO) for line in range(1, 200))
        assert of("x\n" * 200, found=InFiles((), judged)).count('role="note"') == 60

    def test_escape_what_they_quote(self, of) -> None:
        judged = Judged(found("RS001", 1, message="it says `<b onclick=x>`"), Severity.INFO)
        assert "<b onclick" not in of("one\n", found=InFiles((), (judged,)))


class TestTree:
    def lines(self, page: str) -> list[str]:
        tree = page[page.index('<nav class="tree"') :]
        tree = tree[: tree.index("</nav>")]
        return re.findall(r"<p class=\"mono\">(.+?)<|<li>(?:<a[^>]*>|<span>)(.+?)<", tree)

    def names(self, page: str) -> list[str]:
        return [folder or file for folder, file in self.lines(page)]

    def test_has_every_file_by_folder(self, of) -> None:
        assert self.names(of("")) == [
            "SKILL.md", "assets/", "logo.png", "references/", "style.md", "scripts/", "collect.py",
        ]  # fmt: skip

    def test_says_which_one_is_shown(self, of) -> None:
        assert of("").count('aria-current="page">style.md<') == 1

    def test_marks_what_raises_an_alarm(self, of) -> None:
        page = of("", found=InFiles((found("SF005", 2, file="scripts/collect.py"), found("SF001", 1)), ()))
        tree = page[page.index('<nav class="tree"') :]
        assert re.search(
            r"collect\.py</span><span class=\"bad\" title=\"Stop\">|collect\.py</a><span class=\"bad\"", tree
        )
        assert 'style.md</a><span class="warn"' in tree

    def test_of_many_files_those_that_lie_near_are_listed(self, pages, catalog_skills, read) -> None:
        skill = catalog_skills[0]
        plain = skill.files[2]
        many: tuple[FileRecord, ...] = tuple(replace(plain, path=f"references/{n:03}.md") for n in range(200))
        big = replace(skill, files=(*skill.files[:1], *many))
        page = pages({"references/100.md": FileText("")}, NOTHING, big)["references/100.md"]
        assert self.names(page) == [
            "SKILL.md".replace("SKILL.md", "references/"),
            *(f"{n:03}.md" for n in range(85, 116)),
        ]
        assert "and 169 more" in read(page).words
