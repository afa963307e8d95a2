"""Signatures of reviews: whose review it is, while nothing of it changed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.evidence.signed_reviews import (
    LARGEST_SIGNATURES,
    review_statement,
    says,
    with_signature,
    with_signers,
)
from skillpack.model.evidence import Signer
from skillpack.model.review import Review, Reviewer, ReviewFile, ReviewVerdict

ONE = Review("a" * 64, "Ada King", "2026-11-20", ReviewVerdict.SAFE, version="1.2.0", note="“Read”", line=4)
TWO = Review("b" * 64, "Jo Holm", "2026-11-21", ReviewVerdict.OBJECTS, since="a" * 64, line=9)
FOUND = ReviewFile((ONE, TWO))


@pytest.fixture(scope="module")
def team(made_signatures):  # noqa: ANN201 a class of that module
    return made_signatures.make_signer()


@pytest.fixture(scope="module")
def signers(team) -> tuple[Signer, ...]:
    return (Signer("team", team.root),)


def _signed(team, *reviews: Review, name: str = "pdf", by_key: bool = False) -> bytes:
    content = b""
    for each in reviews:
        content = with_signature(content, team.bundle(review_statement(name, each), by_key=by_key))
    return content


def test_a_review_has_the_name_of_who_signed_it(team, signers) -> None:
    found = with_signers("pdf", FOUND, _signed(team, TWO), signers)

    assert [each.signer for each in found.reviews] == ["", "team"]
    assert found.problems == ()


def test_a_key_signs_as_well(team) -> None:
    found = with_signers("pdf", FOUND, _signed(team, ONE, TWO, by_key=True), (Signer("key", team.public_key),))

    assert [each.signer for each in found.reviews] == ["key", "key"]


def test_one_by_somebody_whom_nobody_named_makes_no_difference(team, signers, made_signatures) -> None:
    other = made_signatures.make_signer("Other")

    assert with_signers("pdf", FOUND, _signed(other, ONE), signers) == FOUND
    assert with_signers("pdf", FOUND, _signed(team, ONE), ()) == FOUND
    assert with_signers("pdf", FOUND, b"", signers) is FOUND


@pytest.mark.parametrize(
    "changed",
    [
        {"digest": "c" * 64},
        {"by": "Ada Kling"},
        {"day": "2026-11-21"},
        {"verdict": ReviewVerdict.WORKS},
        {"since": "b" * 64},
        {"version": "1.2.1"},
        {"note": "Read"},
        {"kind": Reviewer.MODEL},
    ],
)
def test_a_review_that_was_changed_is_signed_by_nobody(team, signers, changed: dict[str, str]) -> None:
    found = with_signers("pdf", ReviewFile((replace(ONE, **changed),)), _signed(team, ONE), signers)

    assert [each.signer for each in found.reviews] == [""]
    assert [each.clause for each in found.problems] == ["a signature is of no review that is there"]


def test_a_review_of_another_skill_is_not_signed_by_it(team, signers) -> None:
    assert with_signers("docx", FOUND, _signed(team, ONE), signers).reviews == FOUND.reviews


def test_a_signature_of_files_is_none_of_a_review(team, signers) -> None:
    content = with_signature(b"", team.sign({"SKILL.md": b"x"}))

    assert with_signers("pdf", FOUND, content, signers).reviews == FOUND.reviews


def test_a_broken_one_is_said(team, signers, made_signatures) -> None:
    other = made_signatures.make_signer("Other")
    row = json.loads(team.bundle(review_statement("pdf", ONE)))
    row["dsseEnvelope"]["signatures"] = json.loads(other.bundle(b"{}"))["dsseEnvelope"]["signatures"]
    found = with_signers("pdf", FOUND, json.dumps([row]).encode(), signers)

    (problem,) = found.problems
    assert problem.line == 4
    assert problem.clause.startswith(
        "the signature of the review by Ada King does not match: it was not made by the key"
    )
    assert found.reviews == FOUND.reviews


@pytest.mark.parametrize(
    ("content", "clause"),
    [
        (b"{", "it is not JSON"),
        (b"\xff", "it is not JSON"),
        (b"{}", "it is not a list"),
        (b"[1]", "no signed sigstore bundle"),
        (b'[{"mediaType": NaN}]', "no signed sigstore bundle"),
        (b'["\\ud800"]', "no signed sigstore bundle"),
        (b"[" * 100_000, "it is not JSON"),
        (b" " * (LARGEST_SIGNATURES + 1), "it is larger than 1,048,576 bytes"),
    ],
)
def test_a_file_that_is_none_is_said_and_counts_for_nothing(signers, content: bytes, clause: str) -> None:
    found = with_signers("pdf", FOUND, content, signers)

    assert found.reviews == FOUND.reviews
    assert clause in found.problems[0].clause
    with pytest.raises(ValueError, match=clause):
        with_signature(content, b"{}")


@given(content=st.binary())
def test_no_bytes_are_too_strange(content: bytes) -> None:
    assert with_signers("pdf", FOUND, content, ()).reviews == FOUND.reviews


def test_what_is_there_stays(team) -> None:
    content = _signed(team, ONE)
    more = with_signature(content, team.bundle(review_statement("pdf", TWO)))

    assert json.loads(more)[0] == json.loads(content)[0]
    assert (says(content, "pdf", TWO), says(more, "pdf", TWO), says(more, "pdf", ONE)) == (False, True, True)


def test_more_than_is_read_is_not_written(team) -> None:
    bundle = json.loads(team.bundle(review_statement("pdf", ONE)))
    compact = json.dumps(bundle, separators=(",", ":"))
    rows = ",".join([compact] * (LARGEST_SIGNATURES // (len(compact) + 2)))
    with pytest.raises(ValueError, match="it would be larger than 1,048,576 bytes"):
        with_signature(f"[{rows}]".encode(), compact.encode())
