import dataclasses
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from skillpack.errors import FetchError
from skillpack.install.signers import (
    FoundSignature,
    RegistrySigners,
    UserSigners,
    registry_location,
    signer_change,
    with_pin,
)
from skillpack.model.evidence import SignatureFacts, SignatureState, Signer
from skillpack.model.installed import Pin, Provenance, Receipt, SignerKind, SourceKind
from skillpack.model.signature import SIGNATURE
from skillpack.model.tree import make_tree

SIGNED = SignatureFacts(SignatureState.VALID, signer="Example Team", identity="a" * 64)
FILES = {"SKILL.md": b"text"}
SOURCE = Provenance(SourceKind.REGISTRY, "https://a.example/")


def change(was: SignatureFacts | None, now: SignatureFacts | None) -> str:
    return signer_change(FoundSignature(was), FoundSignature(now))


def test_the_same_signer_may_come_again() -> None:
    assert change(SIGNED, SIGNED) == ""
    assert change(SIGNED, replace(SIGNED, state=SignatureState.UNKNOWN, valid_until="2030-01-01")) == ""


def test_what_was_never_signed_may_be() -> None:
    assert change(None, None) == ""
    assert change(None, SIGNED) == ""
    assert change(replace(SIGNED, state=SignatureState.INVALID), None) == ""


def test_what_was_signed_must_stay_so() -> None:
    assert change(SIGNED, None) == "it was signed by Example Team, and now is not"
    broken = replace(SIGNED, state=SignatureState.INVALID, problem="it was changed")
    assert change(SIGNED, broken) == ("it was signed by Example Team, and now the signature is invalid: it was changed")


def test_another_signer_is_named() -> None:
    other = replace(SIGNED, signer="Others", identity="b" * 64)
    assert change(SIGNED, other) == "it was signed by Example Team, and now is signed by Others"
    twin = replace(other, signer="Example Team")
    assert change(SIGNED, twin) == "it was signed by Example Team, and now is signed by another Example Team"


@pytest.mark.parametrize("state", [SignatureState.DRIFTED, SignatureState.PARTIAL])
def test_the_signature_of_other_files_is_not_enough(state: SignatureState) -> None:
    drifted = replace(SIGNED, state=state)
    assert change(SIGNED, drifted).endswith("files that were not signed as they are")
    assert change(drifted, drifted) == ""
    assert change(drifted, SIGNED) == ""


def test_without_the_extra_it_must_stay_signed() -> None:
    unchecked = SignatureFacts(SignatureState.UNCHECKED)
    assert change(unchecked, unchecked) == ""
    assert change(unchecked, None) == "it was signed, and now is not"
    assert change(unchecked, SignatureFacts(SignatureState.DRIFTED)) != ""


def test_two_keys_that_nobody_named_are_told_apart_by_name_alone() -> None:
    key = SignatureFacts(SignatureState.UNKNOWN, signer="key 0123456789ab")
    assert change(key, key) == ""
    assert change(key, replace(key, signer="key ba9876543210")).endswith("now is signed by key ba9876543210")


def test_a_pinned_signer_whom_nothing_verifies_now_is_not_taken() -> None:
    unchecked = SignatureFacts(SignatureState.UNCHECKED, problem="the extra `signatures` is not installed")
    assert change(SIGNED, unchecked) == (
        "it was signed by Example Team, and who signed it now is not verified: the extra `signatures` is not installed"
    )


def test_a_first_use_pins_who_was_verified(made_signatures) -> None:
    tree = make_tree({**FILES, SIGNATURE: made_signatures.make_signer().sign(FILES)})
    found = UserSigners().verify(tree, SOURCE)
    assert found.pin is not None
    assert (found.pin.kind, found.pin.name, found.pin.whole) == (SignerKind.CERTIFICATES, "Example Team", True)
    more = make_tree({**tree.files, "more.md": b""})
    assert UserSigners().verify(more, SOURCE).pin == replace(found.pin, whole=False)
    pinned = with_pin(Receipt("report", "1.0.0", "0" * 64, SOURCE, ()), found)
    assert pinned.signer == found.pin
    assert with_pin(pinned, found) is pinned


def test_all_pin_the_same_whomever_they_named(made_signatures) -> None:
    signer = made_signatures.make_signer()
    rootless = dataclasses.replace(signer, chain=signer.chain[:-1])
    stranger, friend = UserSigners(), UserSigners((Signer("root.pem", signer.root),))
    for maker in (signer, rootless):
        tree = make_tree({**FILES, SIGNATURE: maker.sign(FILES)})
        known = friend.verify(tree, SOURCE)
        assert known.facts is not None
        assert known.facts.state is SignatureState.VALID
        assert known.pin == stranger.verify(tree, SOURCE).pin


def test_a_key_is_pinned_where_it_is_known(made_signatures) -> None:
    signer: Any = made_signatures.make_signer()
    tree = make_tree({**FILES, SIGNATURE: signer.bundle(made_signatures.statement(FILES), by_key=True)})
    assert UserSigners().verify(tree, SOURCE).pin is None
    pin = UserSigners((Signer("team.pem", signer.public_key),)).verify(tree, SOURCE).pin
    assert pin is not None
    assert pin.kind is SignerKind.KEY


def test_a_first_use_pins_nobody_who_did_not_sign(made_signatures) -> None:
    signature = made_signatures.make_signer().sign(FILES)
    for content in (b"{}", made_signatures.make_signer(may_sign=False).sign(FILES)):
        assert UserSigners().verify(make_tree({**FILES, SIGNATURE: content}), SOURCE).pin is None
    assert UserSigners().verify(make_tree(FILES), SOURCE) == FoundSignature()
    assert UserSigners().verify(make_tree({**FILES, f"a/{SIGNATURE}": signature}), SOURCE) == FoundSignature()


def test_one_identity_in_common_is_enough() -> None:
    pin = Pin(SignerKind.CERTIFICATES, "c" * 64, "Example Team", whole=True)
    was = FoundSignature(SIGNED, pin.kind, pin)
    by_root = FoundSignature(SIGNED, pin.kind, replace(pin, identity="d" * 64))
    by_certificate = FoundSignature(replace(SIGNED, identity="c" * 64), pin.kind, pin)
    neither = FoundSignature(replace(SIGNED, identity="e" * 64), pin.kind, replace(pin, identity="e" * 64))
    assert signer_change(was, by_root) == ""
    assert signer_change(was, by_certificate) == ""
    assert signer_change(was, neither) == "it was signed by Example Team, and now is signed by another Example Team"


EVERYWHERE, TEAM = Signer("all.pem", b"1"), Signer("team.pem", b"2")
SIGNERS = UserSigners((EVERYWHERE,), registries=(RegistrySigners("https://a.example/skills/", (TEAM,), require=True),))


@pytest.mark.parametrize(
    ("kind", "location"),
    [
        (SourceKind.REGISTRY, "https://a.example/skills/"),
        (SourceKind.REGISTRY, "https://a.example/skills"),
        (SourceKind.REGISTRY, "HTTPS://A.example:443/skills/"),
        (SourceKind.SITE, "https://a.example/skills/"),
        (SourceKind.ARCHIVE, "https://a.example/skills/archives/report/report-1.0.0.zip"),
        (SourceKind.ARCHIVE, "https://a.example//skills/archives/report/report-1.0.0.zip"),
        (SourceKind.ARCHIVE, "https://a.example/%73kills/archives/report/report-1.0.0.zip"),
        (SourceKind.ARCHIVE, "https://a.example/other/%2E./skills/report-1.0.0.zip"),
        (SourceKind.SITE, "https://a.example/Skills/"),
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
        (SourceKind.REGISTRY, "https://a.example/skills/../other/"),
        (SourceKind.ARCHIVE, "https://a.example/skills/%2e%2e/other/report-1.0.0.zip"),
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


def test_a_folder_counts_however_it_was_written() -> None:
    team = RegistrySigners(registry_location("../catalog", Path("/work/project"), ()), (TEAM,), require=False)
    signers = UserSigners(registries=(team,))
    assert signers.of(Provenance(SourceKind.REGISTRY, "/work/project/../catalog")) == (TEAM,)
    assert signers.of(Provenance(SourceKind.REGISTRY, "/work/catalog-too")) == ()


def test_a_folder_counts_behind_a_link(tmp_path) -> None:
    (tmp_path / "catalog").mkdir()
    (tmp_path / "link").symlink_to("catalog")
    for one, other in (("catalog", "link"), ("link", "catalog")):
        team = RegistrySigners(registry_location(one, tmp_path, ()), (TEAM,), require=True)
        assert UserSigners(registries=(team,)).required(Provenance(SourceKind.REGISTRY, str(tmp_path / other)))


def test_a_host_without_encryption_is_told_apart() -> None:
    team = RegistrySigners("http://a.example/", (TEAM,), require=False)
    assert UserSigners(registries=(team,)).of(Provenance(SourceKind.REGISTRY, "http://a.example")) == (TEAM,)
    assert UserSigners(registries=(team,)).of(Provenance(SourceKind.REGISTRY, "https://a.example")) == ()


def test_a_registry_has_one_spelling() -> None:
    here = Path("/work/project")
    assert registry_location("HTTPS://A.example:443/skills", here, ()) == "https://a.example/skills/"
    assert registry_location("../catalog", here, ()) == "/work/catalog/"
    with pytest.raises(FetchError):
        registry_location("http://a.example/", here, ())
