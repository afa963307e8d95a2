"""Links into other skills of a set."""

import pytest

from skillpack.check.judge import severity
from skillpack.check.run import check_evaluations
from skillpack.check.siblings import depends_on_set, with_siblings
from skillpack.check.subject import EvaluationSubject
from skillpack.check.targets import outside_path
from skillpack.model.document import Span
from skillpack.model.finding import Severity
from skillpack.parse.evaluations import read_evaluations

BODY = "# A\n\nSee [b](../docx/SKILL.md#top) and [c](../xlsx/SKILL.md).\n\nRead `../docx/references/guide.md`.\n"


@pytest.mark.parametrize(
    ("file", "target", "path"),
    [
        ("", "../docx/SKILL.md", (1, "docx/SKILL.md")),
        ("", "./../docx/", (1, "docx")),
        ("", "../other%2Dskill/x.md", (1, "other-skill/x.md")),
        ("references/a.md", "../../docx/SKILL.md", (1, "docx/SKILL.md")),
        ("references/a.md", "../b.md", (0, "")),
        ("", "../../docx/SKILL.md", (2, "docx/SKILL.md")),
        ("", "../docx/../../x", (2, "x")),
        ("", "../", (1, "")),
        ("", "/docx/SKILL.md", (0, "")),
        ("", "~/docx/SKILL.md", (0, "")),
    ],
)
def test_says_how_far_a_link_goes_up(file: str, target: str, path: tuple[int, str]) -> None:
    assert outside_path(file, target) == path


def test_all_links_into_skills_of_the_set_are_one_info(check, page, profiles) -> None:
    found = check(page(body=BODY), files={"references/a.md": "[d](../../docx/SKILL.md)\n"})
    (one,) = [each for each in with_siblings(found, {"pdf", "docx", "xlsx"}) if each.rule == "RS002"]
    assert one.message == "links to `docx` and `xlsx` work only where those skills are installed too"
    assert one.hint == "add `depends: docx, xlsx` to `metadata`"
    assert len(one.places()) == 4
    assert severity(one, profiles["publish"]) is Severity.INFO
    assert severity(one, profiles["formal"]) is Severity.ERROR


def test_a_link_to_a_skill_that_the_set_lacks_stays_a_warning(check, page, profiles) -> None:
    found = with_siblings(check(page(body=BODY)), {"pdf", "docx"})
    links = [each for each in found if each.rule == "RS002"]
    assert [severity(each, profiles["publish"]) for each in links] == [Severity.INFO, Severity.WARNING]
    assert links[1].message == "the link to `../xlsx/SKILL.md` leaves the skill"


def test_nothing_is_said_of_a_skill_that_is_declared(check, page, profiles) -> None:
    text = page("metadata:\n  depends: docx", body=BODY)
    found = [each for each in with_siblings(check(text), {"docx", "xlsx"}) if each.rule == "RS002"]
    assert {severity(each, profiles["publish"]): each.span for each in found} == {
        Severity.OFF: Span(9, 5, 9, 30),
        Severity.INFO: Span(9, 35, 9, 56),
    }


def test_findings_without_such_links_stay_as_they_are(check, page) -> None:
    found = check(page(body="[notes](~/notes.md) [a](references/a.md)"))
    assert not depends_on_set(found)
    assert with_siblings(found, {"pdf"}) == found


def test_links_that_go_up_too_far_are_one_warning(check, page, profiles) -> None:
    body = "# A\n\n[a](../../docx/SKILL.md)\n[b](../../skills/xlsx/a.md)\n[c](../../docx/b.md)\n[d](../../AGENTS.md)\n"
    first, second = (each for each in with_siblings(check(page(body=body)), {"docx", "xlsx"}) if each.rule == "RS002")
    assert first.message == "links to `docx` and `xlsx` go up too far: skills are installed side by side"
    assert first.hint == "write `../docx/...`, as seen from the folder of the skill"
    assert (len(first.places()), severity(first, profiles["publish"])) == (3, Severity.WARNING)
    assert second.message == "the link to `../../AGENTS.md` leaves the skill"


def test_a_task_may_expect_a_skill_of_the_set(skill) -> None:
    tasks = read_evaluations(b'[{"id": 1, "prompt": "a", "expected_skill": "chart"}]')
    subject = EvaluationSubject(skill("# A"), (("evals/evals.json", tasks),), frozenset())
    found = [each for each in check_evaluations(subject) if each.rule == "EV004"]
    assert depends_on_set(found)
    assert with_siblings(found, {"pdf", "chart"}) == ()
    assert with_siblings(found, {"pdf"}) == ()
    assert with_siblings(found, {"pdf", "graph"}) == tuple(found)


def test_of_many_skills_some_are_named(check, page) -> None:
    names = [f"skill-{number}" for number in range(5)]
    body = "".join(f"[x](../{name}/SKILL.md)\n" for name in names)
    (one,) = [each for each in with_siblings(check(page(body=body)), set(names)) if each.rule == "RS002"]
    assert "links to `skill-0`, `skill-1` and 3 more skills work only where" in one.message
