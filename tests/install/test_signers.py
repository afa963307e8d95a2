import pytest
from msgspec.structs import replace

from skillpack.install.signers import signer_change
from skillpack.model.evidence import SignatureFacts, SignatureState

SIGNED = SignatureFacts(SignatureState.VALID, signer="Example Team", identity="a" * 64)


def test_the_same_signer_may_come_again() -> None:
    assert signer_change(SIGNED, SIGNED) == ""
    assert signer_change(SIGNED, replace(SIGNED, state=SignatureState.UNKNOWN, valid_until="2030-01-01")) == ""


def test_what_was_never_signed_may_be() -> None:
    assert signer_change(None, None) == ""
    assert signer_change(None, SIGNED) == ""
    assert signer_change(replace(SIGNED, state=SignatureState.INVALID), None) == ""


def test_what_was_signed_must_stay_so() -> None:
    assert signer_change(SIGNED, None) == "it was signed by Example Team, and now is not"
    broken = replace(SIGNED, state=SignatureState.INVALID, problem="it was changed")
    assert signer_change(SIGNED, broken) == (
        "it was signed by Example Team, and now the signature is invalid: it was changed"
    )


def test_another_signer_is_named() -> None:
    other = replace(SIGNED, signer="Others", identity="b" * 64)
    assert signer_change(SIGNED, other) == "it was signed by Example Team, and now is signed by Others"
    twin = replace(other, signer="Example Team")
    assert signer_change(SIGNED, twin) == "it was signed by Example Team, and now is signed by another Example Team"


@pytest.mark.parametrize("state", [SignatureState.DRIFTED, SignatureState.PARTIAL])
def test_the_signature_of_other_files_is_not_enough(state: SignatureState) -> None:
    drifted = replace(SIGNED, state=state)
    assert signer_change(SIGNED, drifted).endswith("files that were not signed as they are")
    assert signer_change(drifted, drifted) == ""
    assert signer_change(drifted, SIGNED) == ""


def test_without_the_extra_it_must_stay_signed() -> None:
    unchecked = SignatureFacts(SignatureState.UNCHECKED)
    assert signer_change(unchecked, unchecked) == ""
    assert signer_change(unchecked, None) == "it was signed, and now is not"
    assert signer_change(unchecked, SignatureFacts(SignatureState.DRIFTED)) != ""
