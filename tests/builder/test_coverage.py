"""The reviews of one name beside what was published under it: digests under two names, what changed, what it costs."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from skillpack.builder.coverage import NamedReviews, read_said
from skillpack.builder.history.history import NO_HISTORY, NameHistory
from skillpack.builder.load import summary_of
from skillpack.model.entry import Entry, FileRecord
from skillpack.model.release import Release
from skillpack.model.review import CatalogReviews, CoverageState, Review, Reviewer, ReviewVerdict, SkillReviews
from skillpack.model.settings import ReviewSettings
from skillpack.registry.skill_json import PublishedVersion

NOW, OLD, SIGNED = "a" * 64, "b" * 64, "c" * 64


def said(*rows: str) -> SkillReviews:
    return SkillReviews("reviews/pdf.toml", "\n".join(rows).encode(), digest="1")


def row(digest: str, verdict: str = "safe", **more: str) -> str:
    fields = {"digest": digest, "by": "Ada", "verdict": verdict, **more}
    return "\n".join(["[[review]]", "date = 2026-05-04", *(f'{key} = "{value}"' for key, value in fields.items())])


def file(path: str, digest: str, lines: int = 10) -> FileRecord:
    return FileRecord(path, 1, digest * 64, "other", 0, text=True, mode=0o644, runs="", language="", lines=lines)


def release(digest: str, label: str) -> Release:
    return Release("pdf", label, digest, label, f"archives/pdf/pdf-{label}.zip", "d" * 64, 5)


def refused(found: NamedReviews) -> list[str]:
    return [each.yanked for each in found.without_refused([release(NOW, "2.0.0"), release(OLD, "1.0.0")])]


def past(digest: str, label: str, files: dict[str, str], **more: Any) -> NameHistory:
    record = {"files": [{"path": path, "sha256": one * 64} for path, one in files.items()]}
    return NameHistory("pdf", (PublishedVersion(release(digest, label), json.dumps(record)),), None, **more)


@pytest.fixture
def entry(loaded, make_candidate) -> Entry:
    head = "name: pdf\ndescription: Reads. Use it.\n"
    made = summary_of(loaded(make_candidate(skill=f"---\n{head}---\n\n# PDF\n".encode())).record).entry
    assert made is not None
    return replace(made, release=release(NOW, "2.0.0"))


@pytest.fixture
def named(entry) -> Callable[..., NamedReviews]:
    """Give the function that returns the reviews of a skill with two files."""

    def make(
        reviews: SkillReviews,
        history: NameHistory = NO_HISTORY,
        published: str = NOW,
        unreadable: str = "",
        **settings: Any,
    ) -> NamedReviews:
        known = replace(entry, release=release(published, "2.0.0"))
        files = (file("SKILL.md", "1"), file("run.py", "2", 30), file("skill.oms.sig", "9", 100))
        every = CatalogReviews({"pdf": reviews} if reviews.digest else {}, unreadable=unreadable)
        return NamedReviews(entry, known, history, every, ReviewSettings(**settings), lambda: files)

    return make


def test_where_nobody_reviews_and_nobody_requires_it_nothing_is_asked(named) -> None:
    found = named(SkillReviews())
    assert (found.matter, found.findings(), found.withholds) == (False, (), False)
    assert found.without_refused([release(NOW, "2.0.0")]) == (release(NOW, "2.0.0"),)
    assert found.cover(NOW).state is CoverageState.NONE


def test_what_changed_since_is_counted_without_the_signature(named) -> None:
    before = past(OLD, "1.0.0", {"SKILL.md": "1", "run.py": "7", "gone.md": "8", "skill.oms.sig": "6"})
    found = named(said(row(OLD)), before)
    assert (found.now.state, found.now.changed, found.now.chain[0].version) == (CoverageState.OLDER, 2, "1.0.0")
    (finding,) = found.findings()
    assert finding.rule == "RV003"
    assert finding.message == "2 files changed since Ada reviewed `1.0.0`: 2 files with 30 lines to look at"


def test_of_a_content_that_nobody_published_all_is_to_be_looked_at(named) -> None:
    found = named(said(row(OLD)))
    assert found.now.changed == 0
    (finding,) = found.findings()
    assert finding.message == "it changed since Ada reviewed it: 2 files with 40 lines to look at"


def test_a_record_that_lists_something_else_tells_nothing(named) -> None:
    broken = NameHistory("pdf", (PublishedVersion(release(OLD, "1.0.0"), '{"files": 3}'),), None)
    assert named(said(row(OLD)), broken).now.changed == 0


def test_a_content_that_was_published_under_another_digest_is_the_same(named) -> None:
    assert named(said(row(SIGNED)), published=SIGNED).now.state is CoverageState.WHOLE
    assert named(said(row(NOW)), published=SIGNED).cover(SIGNED).state is CoverageState.WHOLE
    before = past(SIGNED, "1.0.0", {"SKILL.md": "1"}, contents=((SIGNED, OLD),))
    assert named(said(row(OLD)), before).cover(SIGNED).state is CoverageState.WHOLE


@pytest.mark.parametrize(
    ("require", "kind", "withheld"),
    [("", "model", False), ("any", "model", False), ("person", "model", True), ("person", "person", False)],
)
def test_what_is_required_withholds(named, require, kind, withheld) -> None:
    found = named(said(row(NOW, kind=kind)), require=require)
    assert found.withholds == withheld
    assert [each.rule for each in found.findings()] == (["RV002"] if withheld else [])


def test_an_objection_withholds_where_reviews_are_required(named) -> None:
    objection = said(row(NOW), row(NOW, "objects"))
    assert not named(objection).withholds
    required = named(objection, require="any")
    assert (required.withholds, refused(required)) == (True, ["Ada objects to it", ""])
    assert [each.rule for each in required.findings()] == ["RV001", "RV002"]


def test_required_without_any_review_names_what_one_would_cost(named) -> None:
    (finding,) = named(SkillReviews(), require="person").findings()
    assert finding.message == (
        "nobody has reviewed it, and this catalog publishes only what a person has reviewed: "
        "2 files with 40 lines to look at"
    )


def test_reviews_from_elsewhere_count_and_object_only_by_name(named) -> None:
    def foreign(verdict: ReviewVerdict) -> SkillReviews:
        review = Review(NOW, "Bo", "2026-05-04", verdict, kind=Reviewer.PERSON, origin="https://other.example/")
        return SkillReviews(foreign=(review,), digest="1")

    assert named(foreign(ReviewVerdict.SAFE)).now.state is CoverageState.WHOLE
    assert named(foreign(ReviewVerdict.OBJECTS)).now.state is CoverageState.NONE
    assert named(foreign(ReviewVerdict.OBJECTS), people=("Bo",)).now.state is CoverageState.OBJECTED


def test_a_file_that_cannot_be_read_is_a_problem() -> None:
    (problem,) = read_said(SkillReviews("reviews/pdf.toml", unreadable="it is a link")).problems
    assert problem.clause == "it is a link"


def test_a_credential_in_a_note_is_shown_nowhere(made_credentials) -> None:
    secret = {each.what: each.text for each in made_credentials.credentials().values()}["a GitHub token"]
    found = read_said(said(row(NOW, note=secret)))
    assert secret not in repr(found)
    (problem,) = found.problems
    assert problem.clause == "it holds what looks like a credential, which no page shows"


@pytest.mark.parametrize(
    "broken", [said("not TOML"), SkillReviews("reviews/pdf.toml", unreadable="it is a pipe", digest="1")]
)
def test_while_an_objection_may_be_unread_nothing_is_offered_where_reviews_are_required(named, broken) -> None:
    ours = Review(NOW, "Bo", "2026-05-04", ReviewVerdict.SAFE, origin="https://other.example/")
    found = named(replace(broken, foreign=(ours,)), require="person")
    assert found.now.state is CoverageState.WHOLE
    assert (found.withholds, refused(found)) == (True, ["its reviews cannot be read"] * 2)
    assert "its reviews cannot be read" in next(e.message for e in found.findings() if e.rule == "RV002")
    free = named(replace(broken, foreign=(ours,)))
    assert (free.withholds, refused(free)) == (False, ["", ""])


def test_a_folder_of_reviews_that_cannot_be_read_is_like_a_file(named) -> None:
    found = named(said(row(NOW)), unreadable="it is a link", require="person")
    assert (found.withholds, refused(found)) == (True, ["its reviews cannot be read"] * 2)
