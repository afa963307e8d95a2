"""Identities of sigstore: its public instance cannot be asked by a test, so that one of our own signs."""

import base64
import datetime as dt
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from model_signing import hashing, verifying
from sigstore.errors import VerificationError

from skillpack.evidence.bundle import is_sigstore_root
from skillpack.evidence.signature import verify_signature
from skillpack.model.evidence import SignatureFacts, SignatureState, Signer, SigstoreIdentity
from skillpack.model.signature import LONGEST_SIGNATURE, SIGNATURE
from skillpack.model.tree import make_tree

FILES = {"SKILL.md": b"text", "scripts/a.py": b"print()"}
WORKFLOW = "https://github.com/example/skills/.github/workflows/sign.yml@refs/tags/v1.0"
REPOSITORY = "https://github.com/example/skills"

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def instance(made_sigstore):  # noqa: ANN201 a class of that module
    return made_sigstore.Instance()


@pytest.fixture(scope="module")
def payload(made_signatures) -> bytes:
    return bytes(made_signatures.statement(FILES))


@pytest.fixture(scope="module")
def whole(instance, payload) -> dict[str, Any]:
    return dict(instance.bundle(payload))


@pytest.fixture(scope="module")
def trusted(instance, made_sigstore) -> Signer:
    return signer(instance, SigstoreIdentity(made_sigstore.ISSUER, made_sigstore.IDENTITY))


def signer(instance, identity: SigstoreIdentity) -> Signer:
    return Signer("the team", identity=identity, sigstore_root=instance.trusted_root())


def verify(bundle: dict[str, Any], *signers: Signer, files: dict[str, bytes] | None = None) -> SignatureFacts:
    tree = make_tree({**(FILES if files is None else files), SIGNATURE: json.dumps(bundle).encode()})
    found = verify_signature(tree, signers)
    assert found is not None
    return found


def changed(bundle: dict[str, Any], change: Change) -> dict[str, Any]:
    """Return a copy of a bundle, changed."""
    copy: dict[str, Any] = json.loads(json.dumps(bundle))
    change(copy)
    return copy


def entry(bundle: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = bundle["verificationMaterial"]["tlogEntries"][0]
    return found


def flipped(text: str, at: int = -9) -> str:
    """Return base64 of the same bytes but for one bit."""
    content = bytearray(base64.b64decode(text))
    content[at] ^= 1
    return base64.b64encode(content).decode()


class TestStates:
    def test_a_named_identity_is_valid_with_its_issuer_and_the_day_of_its_record(self, whole, trusted) -> None:
        found = verify(whole, trusted)
        assert (found.state, found.problem) == (SignatureState.VALID, "")
        assert (found.known_as, found.signer) == ("the team", "release@example.test")
        assert found.root == "https://accounts.example.test"
        assert (found.signed_on, found.recorded_by) == ("2026-11-20", "log.example.test")
        assert (found.valid_from, found.valid_until) == ("", "")

    @pytest.mark.parametrize("other", ["issuer", "subject"])
    def test_another_identity_or_issuer_is_unknown_by_its_own_word(self, whole, instance, trusted, other: str) -> None:
        identity = {"issuer": trusted.identity.issuer, "subject": trusted.identity.subject, other: "https://x.test"}
        found = verify(whole, signer(instance, SigstoreIdentity(**identity)))
        assert (found.state, found.known_as) == (SignatureState.UNKNOWN, "")
        assert (found.signer, found.root) == ("release@example.test", "https://accounts.example.test")
        assert found.signed_on == "2026-11-20"

    def test_no_part_of_an_identity_is_it(self, instance, payload, made_sigstore) -> None:
        bundle = instance.bundle(payload, identity=x509.UniformResourceIdentifier(WORKFLOW))
        for subject in (WORKFLOW.removesuffix("v1.0"), f"{WORKFLOW}/x", WORKFLOW.upper()):
            named = signer(instance, SigstoreIdentity(made_sigstore.ISSUER, subject))
            assert verify(bundle, named).state is SignatureState.UNKNOWN
        named = signer(instance, SigstoreIdentity(made_sigstore.ISSUER, WORKFLOW))
        assert verify(bundle, named).state is SignatureState.VALID

    def test_a_repository_counts_by_what_the_certificate_says_of_it(self, instance, payload, made_sigstore) -> None:
        named = signer(instance, SigstoreIdentity(made_sigstore.ISSUER, repository=REPOSITORY))
        workflow = x509.UniformResourceIdentifier(WORKFLOW)
        found = verify(instance.bundle(payload, identity=workflow, repository=REPOSITORY), named)
        assert (found.state, found.signer) == (SignatureState.VALID, WORKFLOW)
        later = x509.UniformResourceIdentifier(WORKFLOW.replace("v1.0", "v2.0"))
        again = verify(instance.bundle(payload, identity=later, repository=REPOSITORY), named)
        assert (again.state, again.identity) == (SignatureState.VALID, found.identity)
        for repository in ("", f"{REPOSITORY}2", "https://github.com/other/skills"):
            other = instance.bundle(payload, identity=workflow, repository=repository)
            assert verify(other, named).state is SignatureState.UNKNOWN

    def test_a_fresh_certificate_is_the_same_signer_and_another_issuer_is_not(
        self, whole, instance, payload, trusted
    ) -> None:
        first, again = verify(whole, trusted), verify(instance.bundle(payload), trusted)
        other = verify(instance.bundle(payload, issuer="https://other.example.test"), trusted)
        assert first.identity == again.identity
        assert len(first.identity) == 64
        assert other.identity not in {"", first.identity}

    def test_drift_and_parts_are_found_as_ever(self, whole, trusted) -> None:
        drifted = verify(whole, trusted, files={**FILES, "SKILL.md": b"other"})
        assert (drifted.state, drifted.known_as) == (SignatureState.DRIFTED, "the team")
        assert verify(whole, trusted, files={**FILES, "b.md": b""}).state is SignatureState.PARTIAL

    def test_where_nobody_named_an_identity_nothing_is_verified(self, whole, made_signatures) -> None:
        found = verify(whole, Signer("root", made_signatures.make_signer().root))
        assert (found.state, found.signer, found.signed_on) == (SignatureState.UNCHECKED, "", "")
        assert found.problem == "it was made with an identity of sigstore, and `[signers]` names none"

    def test_without_the_extra_its_name_is_said(self, whole, trusted, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "sigstore", None)
        found = verify(whole, trusted)
        assert (found.state, found.problem) == (SignatureState.UNCHECKED, "the extra `sigstore` is not installed")
        assert verify(whole, trusted, files={}).state is SignatureState.DRIFTED

    def test_identities_of_two_instances_stand_side_by_side(self, whole, trusted, made_sigstore) -> None:
        other = signer(made_sigstore.Instance(), trusted.identity)
        assert verify(whole, other, trusted).state is SignatureState.VALID
        assert verify(whole, other).state is SignatureState.INVALID


class TestTimestamps:
    """The second version of the log promises no time: an authority of its own does."""

    def test_the_authority_that_stamped_it_is_named(self, instance, payload, trusted, tmp_path: Path) -> None:
        before = dt.datetime.now(dt.UTC).date().isoformat()
        found = verify(instance.stamped(payload, tmp_path), trusted)
        assert (found.state, found.problem, found.recorded_by) == (SignatureState.VALID, "", "clock.example.test")
        assert before <= found.signed_on <= dt.datetime.now(dt.UTC).date().isoformat()

    def test_of_several_stamps_those_count_that_are_right(
        self, instance, payload, trusted, made_sigstore, tmp_path: Path
    ) -> None:
        bundle = instance.stamped(payload, tmp_path, stamps=2)
        found = verify(bundle, trusted)
        assert (found.state, found.recorded_by) == (SignatureState.VALID, "clock.example.test")
        strange = made_sigstore.Instance().stamped(payload, tmp_path)
        rows = bundle["verificationMaterial"]["timestampVerificationData"]["rfc3161Timestamps"]
        rows[0] = strange["verificationMaterial"]["timestampVerificationData"]["rfc3161Timestamps"][0]
        assert (verify(bundle, trusted).state, verify(bundle, trusted).signed_on) == (found.state, found.signed_on)
        rows[1] = rows[0]
        assert verify(bundle, trusted).state is SignatureState.INVALID

    def test_a_stamp_of_another_signature_or_authority_proves_nobody(
        self, instance, payload, trusted, made_sigstore, tmp_path: Path
    ) -> None:
        whole, other = instance.stamped(payload, tmp_path), instance.stamped(payload, tmp_path)
        swapped = other["verificationMaterial"]["timestampVerificationData"]
        bundle = changed(whole, lambda b: b["verificationMaterial"].update(timestampVerificationData=swapped))
        assert verify(bundle, trusted).state is SignatureState.INVALID
        strange = json.loads(made_sigstore.Instance().trusted_root())["timestampAuthorities"]
        for known in (strange, []):
            root = instance.trusted_root(timestampAuthorities=known)
            mixed = Signer("the team", identity=trusted.identity, sigstore_root=root)
            assert verify(whole, mixed).state is SignatureState.INVALID


def _time(bundle: dict[str, Any]) -> None:
    entry(bundle)["integratedTime"] = str(int(entry(bundle)["integratedTime"]) + 60)


def _two(bundle: dict[str, Any]) -> None:
    bundle["verificationMaterial"]["tlogEntries"] *= 2


TAMPERED: dict[str, Change] = {
    "promise": lambda b: entry(b)["inclusionPromise"].update(
        signedEntryTimestamp=flipped(entry(b)["inclusionPromise"]["signedEntryTimestamp"])
    ),
    "time": _time,
    "proof": lambda b: entry(b)["inclusionProof"].update(hashes=[flipped(entry(b)["inclusionProof"]["hashes"][0])]),
    "length of the proof": lambda b: entry(b)["inclusionProof"].update(hashes=[]),
    "root of the tree": lambda b: entry(b)["inclusionProof"].update(
        rootHash=flipped(entry(b)["inclusionProof"]["rootHash"])
    ),
    "checkpoint": lambda b: entry(b)["inclusionProof"]["checkpoint"].update(
        envelope=entry(b)["inclusionProof"]["checkpoint"]["envelope"].replace("\n2\n", "\n3\n")
    ),
    "entry": lambda b: entry(b).update(canonicalizedBody=flipped(entry(b)["canonicalizedBody"])),
    "certificate": lambda b: b["verificationMaterial"]["certificate"].update(
        rawBytes=flipped(b["verificationMaterial"]["certificate"]["rawBytes"])
    ),
    "signature": lambda b: b["dsseEnvelope"]["signatures"][0].update(
        sig=flipped(b["dsseEnvelope"]["signatures"][0]["sig"])
    ),
}


class TestTampering:
    @pytest.mark.parametrize("part", TAMPERED)
    def test_a_changed_part_proves_nobody(self, whole, trusted, part: str) -> None:
        bundle = changed(whole, TAMPERED[part])
        assert bundle != whole
        found = verify(bundle, trusted)
        assert found.state is SignatureState.INVALID
        assert (found.known_as, found.signer, found.identity, found.signed_on) == ("", "", "", "")
        assert found.problem

    def test_a_changed_statement_proves_nobody(self, whole, trusted, made_signatures) -> None:
        files = {**FILES, "SKILL.md": b"other"}
        other = base64.b64encode(made_signatures.statement(files)).decode()
        found = verify(changed(whole, lambda b: b["dsseEnvelope"].update(payload=other)), trusted, files=files)
        assert (found.state, found.known_as) == (SignatureState.INVALID, "")

    def test_the_entry_of_another_signature_proves_nobody(self, whole, instance, payload, trusted) -> None:
        other = entry(instance.bundle(payload))
        bundle = changed(whole, lambda b: b["verificationMaterial"].update(tlogEntries=[other]))
        assert verify(bundle, trusted).state is SignatureState.INVALID

    def test_the_promise_of_the_log_of_certificates_must_be_its_own(self, instance, payload, trusted) -> None:
        bundle = instance.bundle(payload, by=ec.generate_private_key(ec.SECP256R1()))
        found = verify(bundle, trusted)
        assert found.state is SignatureState.INVALID
        assert "SCT" in found.problem

    @pytest.mark.parametrize("minutes", [-1, 11])
    def test_a_record_outside_of_the_certificate_proves_nobody(
        self, instance, payload, trusted, made_sigstore, minutes: int
    ) -> None:
        bundle = instance.bundle(payload, logged=made_sigstore.AT + dt.timedelta(minutes=minutes))
        assert verify(bundle, trusted).state is SignatureState.INVALID

    def test_a_certificate_of_several_names_proves_nobody(self, instance, payload, trusted) -> None:
        name = x509.OtherName(x509.ObjectIdentifier("1.3.6.1.4.1.57264.1.7"), b"\x0c\x01a")
        assert verify(instance.bundle(payload, identity=name), trusted).state is SignatureState.INVALID

    def test_a_record_without_a_time_that_anybody_promised_is_no_bundle(self, whole, trusted) -> None:
        bundle = changed(whole, lambda b: entry(b).pop("inclusionPromise"))
        assert verify(bundle, trusted).state is SignatureState.MALFORMED

    def test_a_log_that_the_root_does_not_name_proves_nobody(self, whole, instance, trusted, made_sigstore) -> None:
        for part in ("tlogs", "ctlogs", "certificateAuthorities"):
            strange = json.loads(made_sigstore.Instance().trusted_root())[part]
            root = instance.trusted_root(**{part: strange})
            assert is_sigstore_root(root)
            mixed = Signer("the team", identity=trusted.identity, sigstore_root=root)
            assert verify(whole, mixed).state is SignatureState.INVALID


HOSTILE: dict[str, Change] = {
    "no entry": lambda b: b["verificationMaterial"].update(tlogEntries=[]),
    "two entries": _two,
    "entries that are none": lambda b: b["verificationMaterial"].update(tlogEntries=[1] * 10_000),
    "an entry of a wrong type": lambda b: b["verificationMaterial"].update(tlogEntries="x"),
    "a certificate of a wrong type": lambda b: b["verificationMaterial"].update(certificate={"rawBytes": 5}),
    "a certificate of nothing": lambda b: b["verificationMaterial"].update(certificate={}),
    "an unknown field": lambda b: entry(b).update(more="x"),
    "a huge number": lambda b: entry(b).update(logIndex="9" * 40_000),
    "a negative time": lambda b: entry(b).update(integratedTime="-1"),
    "a time beyond all calendars": lambda b: entry(b).update(integratedTime=str(2**63)),
    "a huge tree": lambda b: entry(b)["inclusionProof"].update(treeSize=str(2**64 - 1)),
    "a proof of many parts": lambda b: entry(b)["inclusionProof"].update(hashes=["AA=="] * 7_000),
    "a checkpoint of many lines": lambda b: entry(b)["inclusionProof"].update(checkpoint={"envelope": "\n" * 30_000}),
    "a checkpoint of many signatures": lambda b: entry(b)["inclusionProof"].update(
        checkpoint={"envelope": "a\n2\nAA==\n\n" + "\u2014 a AAAAAAAA\n" * 1_800}
    ),
    "timestamps that are none": lambda b: b["verificationMaterial"].update(
        timestampVerificationData={"rfc3161Timestamps": [{"signedTimestamp": "AA=="}] * 1_000}
    ),
    "a body that is nested deeply": lambda b: entry(b).update(
        canonicalizedBody=base64.b64encode(b"[" * 30_000).decode()
    ),
    "another version": lambda b: b.update(mediaType="application/vnd.dev.sigstore.bundle.v9+json"),
}


class TestHostile:
    @pytest.mark.parametrize("kind", HOSTILE)
    def test_a_hostile_bundle_is_a_finding(self, whole, trusted, kind: str) -> None:
        bundle = changed(whole, HOSTILE[kind])
        assert len(json.dumps(bundle)) <= LONGEST_SIGNATURE
        found = verify(bundle, trusted)
        assert found.state in {SignatureState.INVALID, SignatureState.MALFORMED}
        assert found.problem.isprintable()
        assert len(found.problem) <= 120

    def test_a_circle_of_certificates_is_no_root(self, whole, instance, trusted, made_sigstore) -> None:
        """Of two authorities that vouch for each other neither is one that was named."""
        root = json.loads(instance.trusted_root())
        chain = root["certificateAuthorities"][0]["certChain"]["certificates"]
        root["certificateAuthorities"][0]["certChain"]["certificates"] = chain[::-1] * 50
        circle = Signer("the team", identity=trusted.identity, sigstore_root=json.dumps(root).encode())
        assert verify(whole, circle).state is SignatureState.VALID
        assert verify(made_sigstore.Instance().bundle(b"{}"), circle).state is SignatureState.MALFORMED

    def test_what_is_no_root_is_none(self, instance, made_signatures) -> None:
        assert is_sigstore_root(instance.trusted_root())
        assert is_sigstore_root(instance.trust_config())
        for part in ("tlogs", "ctlogs", "certificateAuthorities", "mediaType"):
            assert not is_sigstore_root(instance.trusted_root(**{part: 5}))
        for content in (b"", b"{}", b"[" * 20_000, b"\xff", b"null", made_signatures.make_signer().root):
            assert not is_sigstore_root(content)
        assert not is_sigstore_root(instance.trusted_root(tlogs=[]))
        assert not is_sigstore_root(instance.trusted_root(certificateAuthorities=[]))


def test_the_official_tool_takes_the_same_bundle(whole, instance, trusted, tmp_path: Path) -> None:
    skill = tmp_path / "skill"
    (skill / "scripts").mkdir(parents=True)
    for path, content in FILES.items():
        (skill / path).write_bytes(content)
    (skill / SIGNATURE).write_text(json.dumps(whole))
    config = tmp_path / "config.json"
    config.write_bytes(instance.trust_config())
    ignored = hashing.Config().set_ignored_paths(paths=[skill / SIGNATURE], ignore_git_paths=False)

    def check(identity: str) -> None:
        verifying.Config().use_sigstore_verifier(
            identity=identity, oidc_issuer=trusted.identity.issuer, trust_config=config
        ).set_hashing_config(ignored).verify(skill, skill / SIGNATURE)

    check(trusted.identity.subject)
    with pytest.raises(VerificationError, match="SANs do not match"):
        check("other@example.test")
    (skill / "SKILL.md").write_text("other")
    with pytest.raises(ValueError, match="mismatch"):
        check(trusted.identity.subject)


def test_nobody_is_asked_and_nothing_is_written(whole, trusted, tmp_path: Path) -> None:
    """A process of its own, whose sockets fail and whose home is empty, verifies the same."""
    (tmp_path / "bundle").write_text(json.dumps(whole))
    (tmp_path / "root").write_bytes(trusted.sigstore_root)
    home = tmp_path / "home"
    home.mkdir()
    code = f"""
import socket, sys
from pathlib import Path
def refuse(*_, **__): raise AssertionError("a socket")
socket.socket.connect = socket.getaddrinfo = refuse
from skillpack.evidence.bundle import verify_bundle
from skillpack.model.evidence import Signer, SigstoreIdentity
from skillpack.model.signature import read_bundle
assert "sigstore" not in sys.modules
folder = Path({str(tmp_path)!r})
identity = SigstoreIdentity({trusted.identity.issuer!r}, {trusted.identity.subject!r})
signer = Signer("t", identity=identity, sigstore_root=(folder / "root").read_bytes())
print(verify_bundle(read_bundle((folder / "bundle").read_bytes()), [signer]).state)
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"HOME": str(home), "PATH": "/usr/bin:/bin"},
    )
    assert (done.stdout, done.stderr) == ("valid\n", "")
    assert list(home.rglob("*")) == []
