"""Which content a result is about."""

import pytest
from msgspec.structs import replace

from skillpack.evidence.results.binding import bind_own, bind_reported, unbound
from skillpack.model.evaluation import Measured, Result, ResultBinding
from skillpack.model.evidence import SIGNED_WHOLE, SignatureFacts, SignatureState
from skillpack.model.release import Release

ROWS = (Measured("Correctness", "one", "", 0.9),)
REPORTED = Result("BENCHMARK.md", by_catalog=False, measured=ROWS)
OWN = Result("results/csv/benchmark.json", by_catalog=True, measured=ROWS)


def release(label: str, digest: str) -> Release:
    return Release("csv", label, digest, label, "", "", 0)


@pytest.mark.parametrize("state", SignatureState)
def test_a_publishers_own_is_about_these_files_where_one_signature_covers_all(state) -> None:
    found = bind_reported(REPORTED, SignatureFacts(state, signer="Team"))
    assert (found.binding is ResultBinding.NAMED) == (state in SIGNED_WHOLE)


def test_without_a_signature_it_names_no_bytes() -> None:
    assert bind_reported(REPORTED, None).binding is ResultBinding.UNNAMED


def test_a_digest_that_lies_in_the_folder_of_itself_names_nothing() -> None:
    assert bind_reported(replace(REPORTED, digest="a" * 64), None) == REPORTED


def test_only_a_signer_that_the_catalog_knows_is_its_reporter() -> None:
    assert (
        bind_reported(REPORTED, SignatureFacts(SignatureState.VALID, known_as="t.pem", signer="Team")).reporter
        == "Team"
    )
    assert bind_reported(REPORTED, SignatureFacts(SignatureState.UNKNOWN, signer="Team")).reporter == ""


def test_what_drifted_later_is_unbound() -> None:
    signed = bind_reported(REPORTED, SignatureFacts(SignatureState.VALID, known_as="t.pem", signer="Team"))
    assert unbound(signed) == REPORTED


def test_what_it_was_compared_with_has_its_label_where_that_was_published() -> None:
    compared = replace(OWN, digest="a" * 64, baseline="c" * 64)
    found = bind_own(compared, {"a" * 64}, [release("1.1.0", "a" * 64), release("1.0.0", "c" * 64)])
    assert (found.binding, found.baseline_version) == (ResultBinding.NAMED, "1.0.0")
    assert bind_own(compared, {"a" * 64}, []).baseline_version == ""


def test_a_catalogs_own_names_a_digest() -> None:
    releases = [release("1.2.0", "a" * 64), release("1.1.0", "b" * 64), release("1.0.0", "c" * 64)]
    found = {
        digest: bind_own(replace(OWN, digest=digest * 64 if digest else ""), {"a" * 64}, releases)
        for digest in ("a", "b", "c", "d", "")
    }
    assert {digest: (str(each.binding), each.version, each.behind) for digest, each in found.items()} == {
        "a": ("named", "", 0),
        "b": ("older", "1.1.0", 1),
        "c": ("older", "1.0.0", 2),
        "d": ("older", "", 0),
        "": ("unnamed", "", 0),
    }
