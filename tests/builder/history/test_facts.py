"""What was found in published releases is remembered as long as it counts."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from msgspec.structs import replace

from skillpack.builder.history.facts import ReleaseFacts
from skillpack.builder.history.version import Version, as_version, compare_versions
from skillpack.builder.store import BuildStore
from skillpack.model.digest import tree_digest
from skillpack.model.limits import Limits
from skillpack.model.release import Changes, Release
from skillpack.model.settings import Settings
from skillpack.model.tree import make_tree

SETTINGS = Settings("1", (), (), Limits(), highlight=True, require=(), site_url="", digest="d" * 64)


def release(number: int) -> tuple[Release, Version]:
    files = make_tree({"SKILL.md": f"---\nname: pdf\ndescription: Reads. Use it.\n---\n\n# {number}\n".encode()})
    return Release("pdf", f"{number}.0.0", tree_digest(files), "", "", "", 0), as_version("pdf", files)


ONE, TWO = release(1), release(2)


@pytest.fixture
def cache() -> Iterator[BuildStore]:
    with closing(BuildStore(None)) as made:
        made.begin()
        yield made


@pytest.fixture
def facts(cache: BuildStore) -> ReleaseFacts:
    return ReleaseFacts(cache, SETTINGS)


@pytest.fixture
def found() -> Changes:
    return compare_versions(ONE[1], TWO[1], (ONE[0], TWO[0]), Limits())


def test_nothing_is_known_of_what_nobody_looked_into(facts: ReleaseFacts) -> None:
    assert not facts.is_compared(ONE[0], TWO[0])
    assert facts.changes(ONE[0], TWO[0]) is None
    assert facts.alarms(ONE[0]) is None
    assert facts.is_clean(ONE[0]) is None
    assert facts.retained(ONE[0], "pdf/SKILL.md") is None


def test_what_was_compared_is_remembered(facts: ReleaseFacts, cache: BuildStore, found: Changes) -> None:
    assert facts.changes(ONE[0], TWO[0]) is None
    assert not facts.is_compared(ONE[0], TWO[0])
    facts.store_changes(found)
    again = ReleaseFacts(cache, SETTINGS)
    assert again.is_compared(ONE[0], TWO[0])
    assert again.changes(ONE[0], TWO[0]) == found
    assert again.alarms(ONE[0]) == again.alarms(TWO[0]) == ()


@pytest.mark.parametrize("is_clean", [True, False])
def test_whether_a_release_is_clean_is_remembered(facts: ReleaseFacts, *, is_clean: bool) -> None:
    facts.store_is_clean(ONE[0], is_clean=is_clean)
    assert facts.is_clean(ONE[0]) is is_clean


def test_facts_of_other_settings_are_forgotten(facts: ReleaseFacts, cache: BuildStore, found: Changes) -> None:
    facts.store_changes(found)
    assert not ReleaseFacts(cache, replace(SETTINGS, digest="e" * 64)).is_compared(ONE[0], TWO[0])
    cache.forget_facts(SETTINGS.digest)
    assert facts.is_compared(ONE[0], TWO[0])
    cache.forget_facts("e" * 64)
    assert not facts.is_compared(ONE[0], TWO[0])


def test_dates_and_marks_are_those_of_now(facts: ReleaseFacts, found: Changes) -> None:
    facts.store_changes(found)
    dated, yanked = replace(ONE[0], date="2026-01-31"), replace(TWO[0], yanked="leaks")
    known = facts.changes(dated, yanked)
    assert known is not None
    assert (known.old, known.new) == (dated, yanked)
