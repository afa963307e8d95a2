"""What rules say of the reviews of a skill: word for word, and where."""

from typing import Any

import pytest

from skillpack.catalog.overview import survey
from skillpack.check.run import check_catalog, check_reviews
from skillpack.check.subject import CatalogSubject, ReviewSubject
from skillpack.model.finding import Finding
from skillpack.model.review import (
    CatalogReviews,
    Coverage,
    CoverageState,
    Review,
    ReviewProblem,
    ReviewVerdict,
    Scan,
    SkillReviews,
)
from skillpack.model.settings import Configuration, ReviewSettings

A, B = "a" * 64, "b" * 64
ADA = Review(A, "Ada Okoye", "2026-05-04", ReviewVerdict.SAFE, version="1.3.0", line=3)
AGAINST = Review(A, "Bo Lind", "2026-05-05", ReviewVerdict.OBJECTS, note="It deletes `x`.", line=9)


def found(state: CoverageState, *chain: Review, changed: int = 0, **more: Any) -> list[Finding]:
    coverage = Coverage(state, chain, scans=more.pop("scans", ()), changed=changed, by_any=more.pop("by_any", False))
    subject = ReviewSubject("skills/pdf/SKILL.md", "reviews/pdf.toml", coverage=coverage, **more)
    return list(check_reviews(subject, "pdf"))


@pytest.mark.parametrize("state", [CoverageState.WHOLE, CoverageState.STEPS])
def test_what_people_covered_is_not_spoken_of(state) -> None:
    assert found(state, ADA, require="person", by_any=True) == []


def test_an_objection_is_told_where_it_stands() -> None:
    (objection,) = found(CoverageState.OBJECTED, AGAINST)
    assert (objection.rule, objection.subject, objection.path) == ("RV001", "pdf", "reviews/pdf.toml")
    assert objection.span.line == 9
    assert objection.message == "Bo Lind objects to it: “It deletes 'x'.”"


def test_an_objection_from_elsewhere_is_told_at_the_skill() -> None:
    away = Review(A, "Bo", "2026-05-05", ReviewVerdict.OBJECTS, origin="https://other.example/", line=9)
    (objection,) = found(CoverageState.OBJECTED, away)
    assert (objection.path, objection.span.line) == ("skills/pdf/SKILL.md", 0)
    assert objection.message == "Bo objects to it, says `https://other.example/`"


@pytest.mark.parametrize(
    ("state", "chain", "more", "said"),
    [
        (
            CoverageState.OLDER,
            (ADA,),
            {"files": 3, "lines": 1200},
            "it changed since Ada Okoye reviewed `1.3.0`: 3 files",
        ),
        (
            CoverageState.OLDER,
            (ADA,),
            {"files": 1, "lines": 1},
            "it changed since Ada Okoye reviewed `1.3.0`: 1 file with",
        ),
        (CoverageState.OLDER, (ADA,), {"changed": 1, "files": 1}, "1 file changed since Ada Okoye reviewed `1.3.0`"),
        (CoverageState.OLDER, (ADA,), {"changed": 4, "files": 4}, "4 files changed since Ada Okoye reviewed `1.3.0`"),
    ],
)
def test_what_changed_since_is_told_with_what_a_review_would_cost(state, chain, more, said) -> None:
    (finding,) = found(state, *chain, **more)
    assert (finding.rule, finding.path) == ("RV003", "skills/pdf/SKILL.md")
    assert finding.message.startswith(said)
    (required,) = found(state, *chain, require="any", **more)
    assert required.rule == "RV002"
    assert "this catalog publishes only what somebody has reviewed" in required.message


def test_reviews_that_cover_nothing_are_told() -> None:
    step = Review(A, "Ada", "2026-05-04", ReviewVerdict.SAFE, B)
    (finding,) = found(CoverageState.NONE, reviews=(step,), files=1, lines=9)
    assert (finding.rule, finding.message) == ("RV003", "no review covers it: 1 file with 9 lines to look at")


def test_each_skill_that_nobody_reviewed_is_spoken_of_where_reviews_are_required() -> None:
    assert found(CoverageState.NONE, files=3, lines=1200) == []
    (required,) = found(CoverageState.NONE, require="person", files=3, lines=1200)
    assert required.rule == "RV002"
    assert required.message.startswith("nobody has reviewed it, and this catalog publishes only what a person has")
    assert required.message.endswith(": 3 files with 1,200 lines to look at")


def test_a_models_review_is_enough_where_any_is() -> None:
    assert found(CoverageState.MACHINE, by_any=True) == []
    assert found(CoverageState.MACHINE, by_any=True, require="any") == []
    (finding,) = found(CoverageState.MACHINE, by_any=True, require="person")
    assert finding.message.startswith("no person has reviewed it, and this catalog publishes only what a person has")


def test_problems_are_told_at_their_lines() -> None:
    problems = ReviewProblem(7, "`by` is empty", "write it"), ReviewProblem(0, "this is not TOML")
    one, other = found(CoverageState.WHOLE, ADA, problems=problems, by_any=True)
    assert [(each.rule, each.path, each.span.line) for each in (one, other)] == [
        ("RV004", "reviews/pdf.toml", 7),
        ("RV004", "reviews/pdf.toml", 0),
    ]


def test_a_day_is_judged_only_where_one_is_given() -> None:
    subject = ReviewSubject("skills/pdf/SKILL.md", "reviews/pdf.toml", (ADA,), today="2026-05-03")
    (early,) = check_reviews(subject, "pdf")
    assert early.message == "the review by Ada Okoye is of 2026-05-04, which is still to come"
    assert check_reviews(ReviewSubject("", "", (ADA,), today="2026-05-04"), "pdf") == ()


def test_a_report_of_a_scanner_has_a_day_as_well() -> None:
    scan = Scan("reader", "2.3", "9999-12-31", file="scans/a.sarif")
    (early,) = found(CoverageState.WHOLE, ADA, by_any=True, scans=(scan,), today="2026-05-04")
    assert (early.rule, early.path) == ("RV006", "scans/a.sarif")
    assert early.message == "the report of reader is of 9999-12-31, which is still to come"


def test_a_circle_is_told_once() -> None:
    steps = tuple(
        Review(new, "Ada", "2026-05-04", ReviewVerdict.SAFE, old, line=line)
        for new, old, line in ((A, B, 1), (B, A, 8))
    )
    (circle,) = found(CoverageState.WHOLE, ADA, reviews=steps, by_any=True)
    assert (circle.rule, circle.span.line) == ("RV007", 1)
    assert circle.message == "the step from `bbbbbbbbbbbb…` to `aaaaaaaaaaaa…` is part of a circle"


def of_set(*names: str, **more: Any) -> list[Finding]:
    reviews = CatalogReviews({name: SkillReviews(f"reviews/{name}.toml") for name in names}, **more)
    overview = survey([], duplicates=(), nameless=(), hidden=0)
    subject = CatalogSubject(overview, Configuration(), {}, frozenset(names), None, reviews, {"csv-report"})
    return [each for each in check_catalog(subject) if each.rule == "RV005"]


def test_a_file_after_no_skill_is_told_with_the_nearest_name() -> None:
    near, far = of_set("csv-reports", "zzz")
    assert (near.path, near.message) == ("reviews/csv-reports.toml", "no skill is named `csv-reports`")
    assert near.hint == "did you mean `reviews/csv-report.toml`?"
    assert far.hint == "call it after the skill, or delete it"


def test_of_many_such_files_the_first_are_told() -> None:
    findings = of_set(*(f"n{number:05}" for number in range(5000)))
    assert len(findings) == 11
    assert any(each.message == "there are 4,990 more files that are named after no skill" for each in findings)


def test_a_file_that_is_no_file_of_reviews_is_told() -> None:
    (finding,) = of_set(problems=(("reviews/a b.toml", "no skill can have this name"),))
    assert finding.message == "`reviews/a b.toml` is no file of reviews: no skill can have this name"


def unreviewed(names: list[str], reviewed: dict[str, SkillReviews], require: str = "") -> list[Finding]:
    configuration = Configuration(review=ReviewSettings(require=require))
    subject = CatalogSubject(
        survey([], duplicates=(), nameless=(), hidden=0),
        configuration,
        {},
        reviews=CatalogReviews(reviewed),
        names=frozenset(names),
    )
    return [each for each in check_catalog(subject) if each.rule == "RV008"]


def test_what_nobody_reviewed_is_told_once_for_all() -> None:
    own, taken, scanned = SkillReviews("reviews/a.toml"), SkillReviews(foreign=(ADA,)), SkillReviews(digest="1")
    (one,) = unreviewed(["a", "b", "c", "d"], {"a": own, "b": taken, "c": scanned})
    assert (one.path, one.message) == ("reviews", "nobody has reviewed 2 of 4 skills: `c`, `d`")
    (one,) = unreviewed(["a", "d"], {"a": own})
    assert one.message == "nobody has reviewed `d`"
    (one,) = unreviewed([f"s{number:02}" for number in range(1500)], {"s00": own})
    assert one.message.startswith("nobody has reviewed 1,499 of 1,500 skills: `s01`, `s02`, ")
    assert one.message.endswith(", `s10` and 1,489 more")


def test_what_nobody_reviewed_is_not_told_where_nobody_reviews_or_all_is_reviewed() -> None:
    own = SkillReviews("reviews/a.toml")
    assert unreviewed(["a", "b"], {}) == []
    assert unreviewed(["b"], {"a": own}) == []
    assert unreviewed(["a"], {"a": own}) == []
    assert unreviewed(["a", "b"], {"a": own}, require="person") == []
