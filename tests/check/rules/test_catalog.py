"""The set as a whole."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from skillpack.check.rules.catalog import former_names, mentioned_names
from skillpack.check.run import check_catalog
from skillpack.check.subject import CatalogSubject
from skillpack.model.entry import Overview, Tokens
from skillpack.model.finding import Suppression
from skillpack.model.settings import Bundle, Configuration, FindingPolicy, Renamed, SkillNote, Source, Yanked

OVERVIEW = Overview(
    skills=3,
    withheld=0,
    errors=0,
    warnings=0,
    tokens=Tokens(always=300, opened=900, on_demand=0),
    largest=400,
    tags=(),
    authors=(),
    licenses=(),
    tools=(),
    statuses=(),
    hosts=(),
    duplicates=(),
    nameless=(),
    tombstones=(),
)
SOURCES = (Source("skills"), Source("vendor/skills"))


@pytest.fixture
def found(profiles) -> Callable[..., list[tuple[str, str]]]:
    """Give the function that returns code and message of all findings about a set."""

    def _found(
        *, duplicates=(), absent=(), always=300, versions=None, **configuration: object
    ) -> list[tuple[str, str]]:
        overview = replace(OVERVIEW, duplicates=duplicates, tokens=Tokens(always, 900, 0))
        settings = Configuration(sources=SOURCES, **configuration)
        subject = CatalogSubject(overview, settings, profiles, frozenset(absent), versions)
        return [(finding.rule, finding.message) for finding in check_catalog(subject)]

    return _found


def test_says_nothing_of_an_ordinary_set(found) -> None:
    assert found() == []


def test_names_both_that_claim_a_name(found) -> None:
    duplicates = (("pdf", ("skills/a/SKILL.md", "skills/b/SKILL.md")),)
    assert found(duplicates=duplicates) == [
        ("LY012", "`skills/b/SKILL.md` has the same name as `skills/a/SKILL.md`, `pdf`")
    ]


def test_two_forms_of_one_skill_are_called_so(found) -> None:
    duplicates = (("pdf", ("skills/pdf/SKILL.md", "skills/pdf.md", "skills/b/SKILL.md")),)
    assert found(duplicates=duplicates) == [
        ("LY012", "`skills/b/SKILL.md` has the same name as `skills/pdf/SKILL.md`, `pdf`"),
        ("LY012", "`skills/pdf.md` is another form of `skills/pdf/SKILL.md`, which is published"),
    ]


def test_names_that_differ_in_case_are_another_finding(found) -> None:
    duplicates = (("pdf", ("skills/pdf/SKILL.md", "skills/PDF/SKILL.md", "skills/Pdf.md")),)
    assert [code for code, _ in found(duplicates=duplicates)] == ["ST001", "ST001"]


def test_a_skill_of_a_later_source_is_shadowed(found) -> None:
    duplicates = (("pdf", ("skills/pdf/SKILL.md", "vendor/skills/pdf/SKILL.md")),)
    assert found(duplicates=duplicates) == [
        ("ST008", "`skills/pdf/SKILL.md` replaces `vendor/skills/pdf/SKILL.md`: both are called `pdf`")
    ]


def test_compares_names_and_descriptions_with_the_policy(found) -> None:
    assert found(policy=FindingPolicy(max_index_tokens=300)) == []
    assert found(policy=FindingPolicy(max_index_tokens=299)) == [
        ("ST003", "names and descriptions of all skills cost 300 tokens, this catalog allows 299")
    ]


CONFIGURATION = Configuration(
    skills=(SkillNote("noted", successor="next"),),
    bundles=(Bundle("kit", "", ("member",)),),
    renamed=(Renamed("old", "new", ""), Renamed("gone", "", "")),
    suppressions=(Suppression("BD003", "accepted", "", ""), Suppression("BD003", "", "", "")),
)


def test_knows_every_name_that_the_configuration_mentions() -> None:
    assert mentioned_names(CONFIGURATION) == {"noted", "next", "member", "new", "accepted"}


@pytest.mark.parametrize(
    ("absent", "code"),
    [("member", "ST004"), ("noted", "ST005"), ("next", "ST006"), ("new", "ST006"), ("accepted", "ST007")],
)
def test_names_what_the_configuration_says_of_nobody(found, absent, code) -> None:
    said = found(
        absent={absent},
        skills=CONFIGURATION.skills,
        bundles=CONFIGURATION.bundles,
        renamed=CONFIGURATION.renamed,
        suppressions=CONFIGURATION.suppressions,
    )
    assert [each for each, _ in said] == [code]
    assert absent in said[0][1]


def test_names_a_suppression_of_a_rule_that_nobody_asks_for(found) -> None:
    assert found(suppressions=(Suppression("XX999", "", "", ""),)) == [
        ("ST007", "no profile asks for the rule `XX999`")
    ]


def test_names_a_suppression_of_a_rule_that_is_gone(found) -> None:
    assert found(suppressions=(Suppression("SL002", "pdf", "", ""),)) == [("ST007", "the rule `SL002` is gone")]


@pytest.mark.parametrize(
    ("suppression", "message"),
    [
        (
            Suppression("SF003", "pdf", "known", ""),
            "the suppression of `SF003` for `pdf` names no `file` and no `fingerprint`, so it accepts no secret",
        ),
        (
            Suppression("PB018", "", "known", "", ".env"),
            "the suppression of `PB018` names no `fingerprint`, so it accepts no secret",
        ),
        (
            Suppression("SF003", "", " ", "", "SKILL.md", "0" * 16),
            "the suppression of `SF003` gives no reason, so it accepts no secret",
        ),
        (
            Suppression("BD003", "", "long", "", "SKILL.md"),
            (
                "the suppression of `BD003` names a file or a fingerprint, so it accepts nothing: "
                "only those of `PB018` and `SF003` have them"
            ),
        ),
    ],
)
def test_says_why_a_suppression_accepts_nothing(found, suppression, message) -> None:
    assert found(suppressions=(suppression,)) == [("ST007", message)]


YANKED = (Yanked("pdf", "1.0.0", ""), Yanked("gone", "0.9.0", ""))
HISTORY = {"pdf": frozenset({"1.0.0", "1.1.0"}), "gone": frozenset({"0.9.0"}), "old": frozenset[str]()}


def test_knows_every_name_that_must_have_been_published() -> None:
    assert former_names(Configuration(yanked=YANKED, renamed=(Renamed("old", "new", ""),))) == {
        "pdf",
        "gone",
        "old",
    }


def test_says_nothing_of_what_was_published(found) -> None:
    assert found(yanked=YANKED, renamed=(Renamed("old", "", ""),), versions=HISTORY) == []


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        (Yanked("pdf", "1.0", ""), "`1.0` of `pdf` is yanked, but that version was never published"),
        (Yanked("pfd", "1.0.0", ""), "`1.0.0` of `pfd` is yanked, but no skill of that name was ever published"),
        (Yanked("old", "1.0.0", ""), "`1.0.0` of `old` is yanked, but that version was never published"),
    ],
)
def test_names_a_yanked_version_that_never_was(found, mark, words) -> None:
    assert found(yanked=(*YANKED, mark), versions=HISTORY) == [("ST009", words)]


def test_names_a_renamed_skill_that_never_was(found) -> None:
    assert found(renamed=(Renamed("odl", "", ""),), versions=HISTORY) == [
        ("ST010", "`odl` is marked as renamed or withdrawn, but no skill of that name was ever published")
    ]


def test_judges_no_past_that_nobody_knows(found) -> None:
    assert found(yanked=(Yanked("x", "1", ""),), renamed=(Renamed("y", "", ""),), versions=None) == []
