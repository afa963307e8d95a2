from msgspec.structs import replace

from skillpack.catalog.overview import survey
from skillpack.model.entry import EntryState, Tokens
from skillpack.model.finding import Verdict
from skillpack.model.publication import SkillCounts
from skillpack.model.release import Tombstone


def test_of_no_entries_everything_is_nothing() -> None:
    overview = survey([])
    assert (overview.skills, overview.withheld, overview.largest, overview.tags) == (0, 0, 0, ())
    assert overview.tokens == Tokens(0, 0, 0)


def test_tokens_are_summed_over_published_skills(make_entry) -> None:
    entries = [
        make_entry("a", tokens=Tokens(1, 2, 3)),
        make_entry("b", tokens=Tokens(10, 200, 30)),
        make_entry("c", tokens=Tokens(1000, 1000, 1000), state=EntryState.WITHHELD),
    ]
    overview = survey(entries)
    assert (overview.skills, overview.withheld, overview.published) == (3, 1, 2)
    assert (overview.tokens, overview.largest) == (Tokens(11, 202, 33), 200)


def test_findings_are_counted_of_all_skills(make_entry) -> None:
    overview = survey([make_entry("a", errors=2, state=EntryState.WITHHELD), make_entry("b", errors=0, warnings=3)])
    assert (overview.errors, overview.warnings) == (2, 3)


def test_facets_come_most_frequent_first_then_by_name(make_entry) -> None:
    entries = [
        make_entry("a", tags=("x", "z"), license="MIT", tools=("Read",), status="stable", authors=("Ann",)),
        make_entry("b", tags=("y", "z", "z"), license="MIT", tools=("Bash", "Read"), authors=("Ben", "Ann")),
    ]
    overview = survey(entries)
    assert overview.tags == (("z", 2), ("x", 1), ("y", 1))
    assert overview.licenses == (("MIT", 2),)
    assert overview.tools == (("Read", 2), ("Bash", 1))
    assert overview.authors == (("Ann", 2), ("Ben", 1))
    assert overview.statuses == (("stable", 1),)


def test_owners_kinds_licences_and_alarms_are_counted_where_there_are_any(make_entry) -> None:
    entries = [
        make_entry("a", owner="Docs", license="The MIT License", single=False, scripts=True, alarm="stop"),
        make_entry("b", owner="Docs", license="mit", single=True),
        make_entry("c"),
    ]
    overview = survey(entries)
    assert overview.owners == (("Docs", 2),)
    assert overview.licenses == (("MIT", 2),)
    assert overview.kinds == (("text", 2), ("scripts", 1))
    assert overview.alarms == (("stop", 1),)


def test_a_host_counts_the_skills_that_it_loads(make_entry) -> None:
    verdicts = (Verdict("metis", loads=True, codes=()), Verdict("ash", loads=False, codes=("BD001",)))
    assert survey([make_entry(verdicts=verdicts)]).hosts == (("metis", 1),)


def test_what_others_found_is_passed_on() -> None:
    gone = Tombstone("old", "new", "clearer", None)
    overview = survey(
        [],
        duplicates=[("pdf", ("a/pdf", "b/pdf"))],
        copies=["pdf"],
        nameless=[("skills/x y", "no usable name")],
        tombstones=[gone],
    )
    assert overview.duplicates == (("pdf", ("a/pdf", "b/pdf")),)
    assert overview.nameless == (("skills/x y", "no usable name"),)
    assert overview.tombstones == (gone,)
    assert overview.copies == {"pdf"}
    assert overview.hidden == 0


def test_a_yanked_skill_without_an_older_version_is_not_published(make_entry) -> None:
    gone = make_entry("gone")
    gone = replace(gone, release=replace(gone.release, yanked="leaks"))
    kept = replace(gone, carried=make_entry("gone").release)
    overview = survey([gone, kept], hidden=2, duplicates=[("gone", ("a", "b", "c"))], nameless=[("d", "none")])

    assert overview.counts == SkillCounts(published=1, yanked=1, hidden=2, shadowed=2, nameless=1)
