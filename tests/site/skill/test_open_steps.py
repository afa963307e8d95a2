from skillpack.model.document import BodyMark, Span
from skillpack.model.skill import Invocation
from skillpack.site.skill.open_steps import LocatedText, OpeningView, opening_view

PAGES = {"SKILL.md": "skills/x/files/SKILL.md/index.html"}


def _mark(text: str, line: int) -> BodyMark:
    return BodyMark(text, Span(line, 1, line, 2))


def test_a_skill_that_only_opens_has_none(make_record) -> None:
    assert opening_view(make_record("x").details, PAGES) is None


def test_each_leads_to_its_line(make_record) -> None:
    details = make_record(
        "x",
        details={
            "placeholders": ("$0",),
            "shell_lines": ("ls",),
            "marks": (_mark("$0", 7), _mark("ls", 9)),
            "invocation": Invocation(hint="[folder]"),
        },
    ).details
    page = PAGES["SKILL.md"]
    assert opening_view(details, PAGES) == OpeningView(
        "[folder]", (LocatedText("$0", 7, page),), (LocatedText("ls", 9, page),), 0
    )


def test_what_has_no_line_or_no_page_leads_nowhere(make_record) -> None:
    details = make_record("x", details={"shell_lines": ("ls", "pwd"), "marks": (_mark("ls", 9),)}).details
    found, bare = opening_view(details, PAGES), opening_view(details, {})
    assert found is not None
    assert bare is not None
    assert found.runs == (LocatedText("ls", 9, PAGES["SKILL.md"]), LocatedText("pwd", 0, ""))
    assert bare.runs == (LocatedText("ls", 9, ""), LocatedText("pwd", 0, ""))


def test_many_are_counted(make_record) -> None:
    found = opening_view(make_record("x", details={"shell_lines": tuple(map(str, range(50)))}).details, {})
    assert found is not None
    assert (len(found.runs), found.more) == (40, 10)
