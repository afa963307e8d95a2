from skillpack.model.entry import FileRecord
from skillpack.site.markdown.links import skill_links


def _record(
    path: str, *, kind: str = "reference", size: int = 10, text: bool = True, image: bool = False
) -> FileRecord:
    return FileRecord(path, size, "", kind, 1, text=text, mode=0o644, runs="", language="", image=image)


FILES = {
    record.path: record
    for record in (
        _record("SKILL.md", kind="skill"),
        _record("a b.md"),
        _record("docs/x.md"),
        _record("big.txt", size=300_000),
        _record("logo.png", text=False, image=True),
        _record("evil.png", text=False),
        _record("page.svg"),
    )
}
LINK = skill_links("pdf", FILES, viewer=262_144)
IMAGE = True


class TestLinksOfASkill:
    def test_text_leads_to_its_page(self) -> None:
        assert LINK("docs/x.md#part", not IMAGE) == "files/docs/x.md/index.html"
        assert LINK("./a b.md?plain=1", not IMAGE) == "files/a%20b.md/index.html"
        assert LINK("docs/../docs/x.md", not IMAGE) == "files/docs/x.md/index.html"

    def test_svg_is_text_and_never_an_image(self) -> None:
        assert LINK("page.svg", not IMAGE) == "files/page.svg/index.html"
        assert LINK("page.svg", IMAGE) is None

    def test_images_lead_to_their_bytes(self) -> None:
        assert LINK("logo.png", IMAGE) == "raw/logo.png"
        assert LINK("logo.png", not IMAGE) == "raw/logo.png"

    def test_what_only_looks_like_an_image_leads_nowhere(self) -> None:
        assert LINK("evil.png", IMAGE) is None
        assert LINK("evil.png", not IMAGE) is None

    def test_the_skill_file_leads_to_its_headings_or_its_source(self) -> None:
        assert LINK("SKILL.md#part", not IMAGE) == "#part"
        assert LINK("SKILL.md", not IMAGE) == "SKILL.md"

    def test_what_is_not_there_leaves_the_skill_or_is_too_large_leads_nowhere(self) -> None:
        for target in ("gone.md", "../other/SKILL.md", "/etc/passwd.md", "docs", "", "big.txt"):
            assert LINK(target, not IMAGE) is None


FROM_GUIDE = skill_links("pdf", FILES, viewer=262_144, at="docs/x.md")


class TestOfAGuide:
    """Links of another file of the skill than its own."""

    def test_are_relative_to_it(self) -> None:
        assert FROM_GUIDE("../a b.md", not IMAGE) == "../../a%20b.md/index.html"
        assert FROM_GUIDE("x.md", not IMAGE) == "index.html"

    def test_are_tried_from_the_top_of_the_skill_too(self) -> None:
        assert FROM_GUIDE("docs/x.md", not IMAGE) == "index.html"
        assert FROM_GUIDE("docs/y.md", not IMAGE) is None

    def test_lead_to_the_page_of_the_skill(self) -> None:
        assert FROM_GUIDE("../SKILL.md", not IMAGE) == "../../../index.html"
        assert FROM_GUIDE("../SKILL.md#s-use", not IMAGE) == "../../../index.html#s-use"

    def test_of_images_lead_to_their_bytes(self) -> None:
        assert FROM_GUIDE("../logo.png", IMAGE) == "../../../raw/logo.png"

    def test_leave_the_skill_for_nothing(self) -> None:
        assert FROM_GUIDE("../../../secret.md", not IMAGE) is None
