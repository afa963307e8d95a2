"""Which suppression covers which finding."""

import pytest
from msgspec.structs import replace

from skillpack.check.suppressions import binding, covers, flaw, holds_secret, outdated
from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, SecretIdentity, Suppression

KNOWN = "0123456789abcdef"
SECRET = Finding("SF003", "pdf", "skills/pdf/a.md", NOWHERE, "a token", secret=SecretIdentity("a.md", KNOWN))
ACCEPTED = Suppression("SF003", "pdf", "a sample", "", "a.md", KNOWN)
OLD = Suppression("SF003", "pdf", "a sample", "")
PLAIN = Finding("BD003", "pdf", "skills/pdf/SKILL.md", NOWHERE, "long")


def test_a_secret_is_covered_by_file_fingerprint_and_reason() -> None:
    assert covers(ACCEPTED, SECRET)
    assert covers(replace(ACCEPTED, skill=""), SECRET)


@pytest.mark.parametrize(
    "other",
    [
        OLD,
        replace(ACCEPTED, file=""),
        replace(ACCEPTED, fingerprint=""),
        replace(ACCEPTED, file="b.md"),
        replace(ACCEPTED, fingerprint="f" * 16),
        replace(ACCEPTED, reason=" "),
        replace(ACCEPTED, skill="docx"),
        replace(ACCEPTED, rule="PB018"),
    ],
)
def test_nothing_less_covers_it(other) -> None:
    assert not covers(other, SECRET)
    assert holds_secret([SECRET], [other])
    assert not holds_secret([SECRET], [other, ACCEPTED])


def test_another_finding_is_covered_by_its_rule() -> None:
    accepted = Suppression("BD003", "pdf", "", "")
    assert covers(accepted, PLAIN)
    assert not covers(replace(accepted, file="SKILL.md"), PLAIN)
    assert flaw(replace(accepted, file="SKILL.md"))[0]
    assert flaw(accepted) == flaw(ACCEPTED) == ("", "")


def test_one_that_named_no_file_is_found_for_the_secret_that_it_accepted() -> None:
    assert outdated(SECRET, [ACCEPTED, OLD]) is OLD
    assert outdated(SECRET, [ACCEPTED, replace(OLD, skill="docx")]) is None
    assert outdated(PLAIN, [Suppression("BD003", "", "", "")]) is None


def test_of_a_secret_none_holds_beyond_its_day() -> None:
    ends = replace(ACCEPTED, expires="2026-06-01")
    plain = Suppression("BD003", "", "", "2026-06-01")
    assert binding([ends, plain, OLD], today="2026-06-01") == (ends, plain, OLD)
    assert binding([ends, plain, OLD], today="2026-06-02") == (plain, OLD)
