import pytest
from msgspec.structs import replace

from skillpack.catalog.overview import OWN_TERMS, count_entries, merged_license, survey
from skillpack.model.entry import EntryState, Tokens
from skillpack.model.finding import Verdict
from skillpack.model.publication import SkillCounts
from skillpack.model.release import Tombstone


def test_of_no_entries_everything_is_nothing() -> None:
    overview = survey([count_entries([])])
    assert (overview.skills, overview.withheld, overview.largest, overview.tags) == (0, 0, 0, ())
    assert overview.tokens == Tokens(0, 0, 0)


def test_tokens_are_summed_over_published_skills(make_entry) -> None:
    entries = [
        make_entry("a", tokens=Tokens(1, 2, 3)),
        make_entry("b", tokens=Tokens(10, 200, 30)),
        make_entry("c", tokens=Tokens(1000, 1000, 1000), state=EntryState.WITHHELD),
    ]
    overview = survey([count_entries(entries)])
    assert (overview.skills, overview.withheld, overview.published) == (3, 1, 2)
    assert (overview.tokens, overview.largest) == (Tokens(11, 202, 33), 200)


def test_findings_are_counted_of_all_skills(make_entry) -> None:
    overview = survey(
        [
            count_entries([make_entry("a", errors=2, state=EntryState.WITHHELD)]),
            count_entries([make_entry("b", errors=0, warnings=3)]),
        ]
    )
    assert (overview.errors, overview.warnings) == (2, 3)


def test_facets_come_most_frequent_first_then_by_name(make_entry) -> None:
    entries = [
        make_entry("a", tags=("x", "z"), license="MIT", tools=("Read",), status="stable", authors=("Ann",)),
        make_entry("b", tags=("y", "z", "z"), license="MIT", tools=("Bash", "Read"), authors=("Ben", "Ann")),
    ]
    overview = survey([count_entries(entries)])
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
    overview = survey([count_entries(entries)])
    assert overview.owners == (("Docs", 2),)
    assert overview.licenses == (("MIT", 2),)
    assert overview.kinds == (("text", 2), ("scripts", 1))
    assert overview.alarms == (("stop", 1),)


def test_a_host_counts_the_skills_that_it_loads(make_entry) -> None:
    verdicts = (Verdict("metis", loads=True, codes=()), Verdict("ash", loads=False, codes=("BD001",)))
    assert survey([count_entries([make_entry(verdicts=verdicts)])]).hosts == (("metis", 1),)


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
    assert overview.copies == ("pdf",)
    assert overview.hidden == 0


def test_a_yanked_skill_without_an_older_version_is_not_published(make_entry) -> None:
    gone = make_entry("gone")
    gone = replace(gone, release=replace(gone.release, yanked="leaks"))
    kept = replace(gone, carried=make_entry("gone").release)
    overview = survey(
        [count_entries([gone, kept])], hidden=2, duplicates=[("gone", ("a", "b", "c"))], nameless=[("d", "none")]
    )

    assert overview.counts == SkillCounts(published=1, yanked=1, hidden=2, shadowed=2, nameless=1)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("MIT", "MIT"),
        ("The MIT License", "MIT"),
        ("mit licence", "MIT"),
        ("Apache License, Version 2.0", "Apache-2.0"),
        ("apache-2.0", "Apache-2.0"),
        ("BSD 3-Clause License", "BSD-3-Clause"),
        ("Apache 2", "Apache-2.0"),
        ("Apache 2.0", "Apache-2.0"),
        ("Apache2", "Apache-2.0"),
        ("Apache-2", "Apache-2.0"),
        ("Apache License 2.0", "Apache-2.0"),
        ("BSD 2-Clause", "BSD-2-Clause"),
        ("BSD-2", "BSD-2-Clause"),
        ("BSD 2 Clause", "BSD-2-Clause"),
        ("Simplified BSD License", "BSD-2-Clause"),
        ("BSD-3", "BSD-3-Clause"),
        ("BSD 3 Clause", "BSD-3-Clause"),
        ("New BSD License", "BSD-3-Clause"),
        ("CC BY 4.0", "CC-BY-4.0"),
        ("CC-BY 4.0", "CC-BY-4.0"),
        ("Creative Commons Attribution 4.0", "CC-BY-4.0"),
        ("CC0", "CC0-1.0"),
        ("CC0 1.0", "CC0-1.0"),
        ("GPL-3.0", "GPL-3.0-only"),
        ("GPLv3", "GPL-3.0-only"),
        ("GPL v3", "GPL-3.0-only"),
        ("GPL 3", "GPL-3.0-only"),
        ("GNU GPLv3", "GPL-3.0-only"),
        ("isc", "ISC"),
        ("Expat", "MIT"),
        ("MPL 2.0", "MPL-2.0"),
        ("Mozilla Public License (2.0)", "MPL-2.0"),
        ("The Unlicense", "Unlicense"),
        ("All rights reserved", OWN_TERMS),
        ("Confidential", OWN_TERMS),
        ("see LICENCE", OWN_TERMS),
        ("our terms", OWN_TERMS),
        ("licence.md", OWN_TERMS),
        ("Seesaw determined", "Seesaw determined"),
        ("x" * 40, "x" * 40),
        ("x" * 41, OWN_TERMS),
        ("MIT OR Apache-2.0", "MIT OR Apache-2.0"),
        ("Complete terms in LICENSE.txt", OWN_TERMS),
        ("Proprietary. LICENSE.txt has complete terms", OWN_TERMS),
        ("For use within the company by those who were told so", OWN_TERMS),
    ],
)
def test_spellings_of_one_licence_are_one_value(text: str, name: str) -> None:
    assert merged_license(text) == name


def test_terms_of_ones_own_have_an_address_that_never_changes() -> None:
    assert OWN_TERMS == "own-terms"
