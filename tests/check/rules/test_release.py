"""A new release against the one before."""

import pytest

from skillpack.check.run import check_release
from skillpack.model.release import Changes, Release

SAME = "0" * 64
OTHER = "1" * 64


def release(label: str, digest: str = SAME, version: str = "v" * 16) -> Release:
    return Release("pdf", label, digest, version, f"archives/pdf/pdf-{label}.zip", "", 0)


def step(old: Release, new: Release, **given: object) -> Changes:
    changes = {"fields": (), "files": (), "prose": (), "program": (), "advice": "none"} | given
    return Changes("pdf", old, new, added_permissions=(), removed_permissions=(), **changes)


def codes(changes: Changes) -> list[str]:
    return [finding.rule for finding in check_release(changes)]


BODY = {"prose": ("-a", "+b"), "files": (("changed", "SKILL.md"),), "advice": "minor"}
NEW_BODY = "w" * 16


def test_says_nothing_of_the_same_release() -> None:
    assert codes(step(release("1.0.0"), release("1.0.0"))) == []


def test_says_nothing_of_an_honest_step() -> None:
    assert codes(step(release("1.0.0"), release("1.1.0", OTHER, NEW_BODY), **BODY)) == []


def test_says_nothing_of_releases_named_by_their_digest() -> None:
    assert codes(step(release(SAME[:12]), release(OTHER[:12], OTHER, NEW_BODY), **BODY)) == []


def test_refuses_a_label_for_other_files() -> None:
    (found,) = check_release(step(release("1.0.0"), release("1.0.0", OTHER, NEW_BODY), **BODY))
    assert (found.rule, found.subject) == ("VR001", "pdf")
    assert found.message == "version `1.0.0` was published with other files"
    assert found.hint == "raise `metadata.version`: the changes are a minor step"


@pytest.mark.parametrize("label", ["1.9.9", "2.0.0-rc.1", OTHER[:12]])
def test_finds_a_label_that_is_lower_or_gone(label) -> None:
    assert codes(step(release("2.0.0"), release(label, OTHER, NEW_BODY), **BODY)) == ["VR002"]


def test_finds_a_higher_label_for_the_same_files() -> None:
    assert codes(step(release("1.0.0"), release("1.1.0"))) == ["VR003"]


def test_finds_a_step_that_changes_the_label_alone() -> None:
    fields = (("metadata.version", "1.0.0", "1.1.0"),)
    changes = step(release("1.0.0"), release("1.1.0", OTHER), fields=fields, files=(("changed", "SKILL.md"),))
    assert codes(changes) == ["VR003"]


def test_notes_that_metis_sees_no_change() -> None:
    files = (("changed", "references/a.md"),)
    (found,) = check_release(step(release("1.0.0"), release("1.0.1", OTHER), files=files, advice="patch"))
    assert (found.rule, dict(found.facts)["advice"]) == ("VR004", "patch")


@pytest.mark.parametrize(
    ("old", "new", "advice", "small"),
    [
        ("1.0.0", "1.0.1", "minor", True),
        ("1.0.0", "1.1.0", "major", True),
        ("1.0.0", "1.1.0", "minor", False),
        ("1.0.0", "2.0.0", "major", False),
        ("1.0.0-rc.1", "1.0.0", "patch", False),
        ("0.1.0", "0.1.1", "major", False),
        ("1.0.0", "1.0.1", "patch", False),
    ],
)
def test_finds_a_step_that_is_too_small(old, new, advice, small) -> None:
    changes = step(release(old), release(new, OTHER, NEW_BODY), **BODY | {"advice": advice})
    assert codes(changes) == (["VR005"] if small else [])


def test_says_how_large_the_step_is() -> None:
    (found,) = check_release(step(release("1.0.0"), release("1.0.1", OTHER, NEW_BODY), **BODY))
    assert found.message == "`1.0.0` to `1.0.1` is a patch step, the changes are a minor step"
    assert found.hint == "raise the minor number"
