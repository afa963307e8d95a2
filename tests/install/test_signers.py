from pathlib import Path

import pytest
from msgspec.structs import replace

from skillpack.errors import FetchError
from skillpack.install.signers import RegistrySigners, UserSigners, pin_of, registry_location, signer_change
from skillpack.model.evidence import SignatureFacts, SignatureState, Signer
from skillpack.model.installed import Pin, Provenance, SourceKind

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


def test_two_keys_that_nobody_named_are_told_apart_by_name_alone() -> None:
    key = SignatureFacts(SignatureState.UNKNOWN, signer="key 0123456789ab")
    assert signer_change(key, key) == ""
    assert signer_change(key, replace(key, signer="key ba9876543210")).endswith("now is signed by key ba9876543210")


def test_a_pinned_signer_whom_nothing_verifies_now_is_not_taken() -> None:
    unchecked = SignatureFacts(SignatureState.UNCHECKED, problem="the extra `signatures` is not installed")
    assert signer_change(SIGNED, unchecked) == (
        "it was signed by Example Team, and who signed it now is not verified: the extra `signatures` is not installed"
    )


def test_a_first_use_pins_who_was_verified() -> None:
    assert pin_of(SIGNED) == Pin("a" * 64, "Example Team", whole=True)
    assert pin_of(replace(SIGNED, state=SignatureState.UNKNOWN)) == pin_of(SIGNED), "whoever installs it"
    assert pin_of(replace(SIGNED, state=SignatureState.PARTIAL)) == Pin("a" * 64, "Example Team", whole=False)


@pytest.mark.parametrize("state", [SignatureState.MALFORMED, SignatureState.INVALID, SignatureState.UNCHECKED])
def test_a_first_use_pins_nobody_else(state: SignatureState) -> None:
    identity = "" if state is SignatureState.UNCHECKED else "a" * 64
    assert pin_of(SignatureFacts(state, identity=identity)) is None
    assert pin_of(None) is None


EVERYWHERE, TEAM = Signer("all.pem", b"1"), Signer("team.pem", b"2")
SIGNERS = UserSigners((EVERYWHERE,), registries=(RegistrySigners("https://a.example/skills/", (TEAM,), require=True),))


@pytest.mark.parametrize(
    ("kind", "location"),
    [
        (SourceKind.REGISTRY, "https://a.example/skills/"),
        (SourceKind.REGISTRY, "https://a.example/skills"),
        (SourceKind.SITE, "https://a.example/skills/"),
        (SourceKind.ARCHIVE, "https://a.example/skills/archives/report/report-1.0.0.zip"),
    ],
)
def test_the_signers_of_a_registry_count_for_what_comes_from_it(kind: SourceKind, location: str) -> None:
    source = Provenance(kind, location)
    assert SIGNERS.of(source) == (EVERYWHERE, TEAM)
    assert SIGNERS.required(source)


@pytest.mark.parametrize(
    ("kind", "location"),
    [
        (SourceKind.REGISTRY, "https://a.example/"),
        (SourceKind.REGISTRY, "https://a.example/skills-too/"),
        (SourceKind.REGISTRY, "https://a.example.com/skills/"),
        (SourceKind.GIT, "https://a.example/skills/repository"),
        (SourceKind.ADOPTED, ""),
    ],
)
def test_they_count_for_nothing_else(kind: SourceKind, location: str) -> None:
    source = Provenance(kind, location)
    assert SIGNERS.of(source) == (EVERYWHERE,)
    assert not SIGNERS.required(source)
    assert SIGNERS.of(None) == (EVERYWHERE,)


def test_a_signer_that_counts_twice_is_there_once() -> None:
    both = UserSigners((TEAM,), registries=(RegistrySigners("https://a.example/", (TEAM,), require=False),))
    assert both.of(Provenance(SourceKind.REGISTRY, "https://a.example/")) == (TEAM,)


def test_a_registry_has_one_spelling() -> None:
    here = Path("/work/project")
    assert registry_location("HTTPS://A.example:443/skills", here, ()) == "https://a.example/skills/"
    assert registry_location("../catalog", here, ()) == "/work/catalog/"
    with pytest.raises(FetchError):
        registry_location("http://a.example/", here, ())
