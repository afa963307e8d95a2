import base64
import json
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID
from model_signing import hashing, signing, verifying

from skillpack.evidence.bundle import is_signer
from skillpack.evidence.signature import verify_signature
from skillpack.model.digest import sha256
from skillpack.model.evidence import ChangedFile, SignatureFacts, SignatureState, Signer
from skillpack.model.signature import SIGNATURE
from skillpack.model.tree import make_tree

FILES = {"SKILL.md": b"text", "evals/evals.json": b"[]", "scripts/a.py": b"print()"}


@pytest.fixture(scope="module")
def maker(made_signatures):  # noqa: ANN201 a class of that module
    return made_signatures.make_signer()


@pytest.fixture(scope="module")
def trusted(maker) -> Signer:
    return Signer("the team", maker.root)


def verify(content: bytes, *signers: Signer, files: dict[str, bytes] | None = None) -> SignatureFacts:
    found = verify_signature(make_tree({**(FILES if files is None else files), SIGNATURE: content}), signers)
    assert found is not None
    return found


def changed(content: bytes, **material: object) -> bytes:
    return json.dumps({**json.loads(content), "verificationMaterial": material}).encode()


def chain_of(content: bytes) -> list[dict[str, str]]:
    return list(json.loads(content)["verificationMaterial"]["x509CertificateChain"]["certificates"])


class TestStates:
    def test_no_signature_has_none(self, trusted) -> None:
        assert verify_signature(make_tree(FILES), [trusted]) is None

    def test_a_signature_of_a_known_signer_over_every_file_is_valid(self, maker, trusted) -> None:
        found = verify(maker.sign(FILES), trusted)
        assert found.state is SignatureState.VALID
        assert (found.known_as, found.signer, found.root) == ("the team", "Example Team", "Example Team Root")
        assert (found.valid_from, found.valid_until) == ("2025-01-01", "2035-01-01")
        assert (found.changed, found.missing, found.unsigned, found.problem) == ((), (), (), "")
        assert (found.signed_on, found.recorded_by) == ("", "")

    def test_without_its_root_among_the_signers_nobody_is_known(self, maker, made_signatures) -> None:
        found = verify(maker.sign(FILES), Signer("others", made_signatures.make_signer().root))
        assert found.state is SignatureState.UNKNOWN
        assert (found.known_as, found.signer, found.root) == ("", "Example Team", "Example Team Root")

    def test_drift_names_every_file_and_comes_before_an_unknown_root(self, maker, trusted) -> None:
        files = {"SKILL.md": b"other", "scripts/a.py": b"print()", "new.md": b""}
        for signers, known_as in (((), ""), ((trusted,), "the team")):
            found = verify(maker.sign(FILES), *signers, files=files)
            assert (found.state, found.known_as) == (SignatureState.DRIFTED, known_as)
            assert found.changed == (ChangedFile("SKILL.md", sha256(b"text"), sha256(b"other")),)
            assert (found.missing, found.unsigned) == (("evals/evals.json",), ("new.md",))

    def test_files_that_it_does_not_name_make_it_partial(self, maker, trusted) -> None:
        """The official tool overlooks files below the paths that the statement says to ignore."""
        found = verify(maker.sign(FILES), trusted, files={**FILES, ".git/hooks/x": b"#!/bin/sh\n"})
        assert (found.state, found.unsigned) == (SignatureState.PARTIAL, (".git/hooks/x",))

    def test_a_receipt_and_checksums_are_not_the_skill(self, maker, trusted) -> None:
        found = verify(maker.sign(FILES), trusted, files={**FILES, ".skillpack.json": b"{}", "SHA256SUMS": b""})
        assert found.state is SignatureState.VALID

    def test_a_statement_that_was_changed_is_invalid(self, maker, trusted, made_signatures) -> None:
        whole = json.loads(maker.sign(FILES))
        other = made_signatures.statement({**FILES, "SKILL.md": b"other"})
        whole["dsseEnvelope"]["payload"] = base64.b64encode(other).decode()
        found = verify(json.dumps(whole).encode(), trusted, files={**FILES, "SKILL.md": b"other"})
        assert found.state is SignatureState.INVALID
        assert not found.known_as

    def test_another_key_than_that_of_the_certificate_is_invalid(self, maker, trusted, made_signatures) -> None:
        stranger = made_signatures.make_signer()
        content = changed(stranger.sign(FILES), **json.loads(maker.sign(FILES))["verificationMaterial"])
        assert verify(content, trusted).state is SignatureState.INVALID

    def test_a_certificate_that_is_not_for_signing_is_invalid(self, made_signatures) -> None:
        maker = made_signatures.make_signer(may_sign=False)
        found = verify(maker.sign(FILES), Signer("the team", maker.root))
        assert (found.state, found.problem) == (SignatureState.INVALID, "its certificate is not for signing")

    @pytest.mark.parametrize(
        ("purposes", "state"),
        [
            ([ExtendedKeyUsageOID.CODE_SIGNING], SignatureState.VALID),
            ([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE], SignatureState.VALID),
            ([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH], SignatureState.INVALID),
        ],
    )
    def test_the_certificate_of_a_web_server_does_not_sign(
        self, made_signatures, purposes: list[x509.ObjectIdentifier], state: SignatureState
    ) -> None:
        maker = made_signatures.make_signer(purposes=purposes)
        assert verify(maker.sign(FILES), Signer("the team", maker.root)).state is state

    @pytest.mark.parametrize("which", [0, 1])
    def test_a_certificate_that_only_cryptography_reads_is_malformed(self, maker, trusted, which: int) -> None:
        rows = chain_of(maker.sign(FILES))
        der = base64.b64decode(rows[which]["rawBytes"])
        name = der.rindex(b"Example ")  # of the subject; OpenSSL takes no text that is not UTF-8
        rows[which]["rawBytes"] = base64.b64encode(der[:name] + b"\xff" + der[name + 1 :]).decode()
        found = verify(changed(maker.sign(FILES), x509CertificateChain={"certificates": rows}), trusted)
        assert (found.state, found.problem) == (SignatureState.MALFORMED, "its certificates cannot be read")

    def test_certificates_of_two_chains_are_invalid(self, maker, made_signatures) -> None:
        content = maker.sign(FILES)
        strangers = chain_of(made_signatures.make_signer("Other").sign(FILES))
        mixed = {"certificates": [chain_of(content)[0], *strangers[1:]]}
        found = verify(changed(content, x509CertificateChain=mixed))
        assert found.state is SignatureState.INVALID

    def test_the_certificates_between_may_not_be_left_out(self, maker, trusted) -> None:
        content = maker.sign(FILES)
        short = {"certificates": chain_of(content)[:1]}
        assert verify(changed(content, x509CertificateChain=short), trusted).state is SignatureState.UNKNOWN

    def test_the_root_may_be(self, maker, trusted) -> None:
        content = maker.sign(FILES)
        short = {"certificates": chain_of(content)[:-1]}
        assert verify(changed(content, x509CertificateChain=short), trusted).state is SignatureState.VALID

    def test_expiry_is_left_to_who_shows_it(self, made_signatures) -> None:
        maker = made_signatures.make_signer(years=(2021, 2022))
        found = verify(maker.sign(FILES), Signer("the team", maker.root))
        assert (found.state, found.valid_until) == (SignatureState.VALID, "2022-01-01")

    def test_who_made_it_is_not_checked_without_the_extra(self, maker, trusted, monkeypatch) -> None:
        monkeypatch.setitem(sys.modules, "cryptography", None)
        found = verify(maker.sign(FILES), trusted)
        assert (found.state, found.problem) == (SignatureState.UNCHECKED, "the extra `signatures` is not installed")
        assert verify(maker.sign(FILES), trusted, files={}).state is SignatureState.DRIFTED

    def test_an_identity_of_sigstore_is_not_checked_by_certificates(self, maker, trusted) -> None:
        content = maker.sign(FILES)
        found = verify(changed(content, certificate=chain_of(content)[0], tlogEntries=[{"logIndex": "1"}]), trusted)
        assert (found.state, found.signed_on) == (SignatureState.UNCHECKED, "")


class TestKeys:
    def test_a_signers_key_is_known_by_its_digest(self, maker, made_signatures) -> None:
        content = maker.bundle(made_signatures.statement(FILES), by_key=True)
        found = verify(content, Signer("the team", maker.public_key))
        assert (found.state, found.known_as) == (SignatureState.VALID, "the team")
        assert found.signer == f"key {sha256(maker.public_key)[:12]}"
        assert verify(content).state is SignatureState.UNKNOWN

    def test_a_signature_by_another_key_under_its_name_is_invalid(self, maker, made_signatures) -> None:
        stranger = made_signatures.make_signer()
        content = stranger.bundle(made_signatures.statement(FILES), by_key=True)
        material = json.loads(maker.bundle(made_signatures.statement(FILES), by_key=True))["verificationMaterial"]
        assert verify(changed(content, **material), Signer("t", maker.public_key)).state is SignatureState.INVALID

    def test_what_can_be_a_signer(self, maker) -> None:
        assert is_signer(maker.root)
        assert is_signer(maker.public_key)
        assert not is_signer(b"text")
        assert not is_signer(b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")


class TestIdentity:
    def test_another_signer_has_another_one_whatever_it_calls_itself(self, maker, made_signatures) -> None:
        twin = made_signatures.make_signer()
        one, other = verify(maker.sign(FILES)), verify(twin.sign(FILES))
        assert one.signer == other.signer
        assert one.identity != other.identity

    def test_it_does_not_depend_on_who_is_trusted(self, maker, trusted) -> None:
        assert verify(maker.sign(FILES)).identity == verify(maker.sign(FILES), trusted).identity != ""


class TestHostileBundles:
    @pytest.mark.parametrize(
        "content", [b"", b"{}", b"[" * 10_000, b"\xff", b"x" * 50_000_000, b'{"mediaType": ' * 3_000]
    )
    def test_what_is_none_is_malformed(self, content: bytes, trusted) -> None:
        assert verify(content, trusted).state is SignatureState.MALFORMED

    @pytest.mark.parametrize(
        "material",
        [
            {},
            {"x509CertificateChain": 5},
            {"x509CertificateChain": {"certificates": 5}},
            {"x509CertificateChain": {"certificates": []}},
            {"x509CertificateChain": {"certificates": [5]}},
            {"x509CertificateChain": {"certificates": [{"rawBytes": 5}]}},
            {"x509CertificateChain": {"certificates": [{"rawBytes": "AAAA"}]}},
            {"x509CertificateChain": {"certificates": [{"rawBytes": "é!"}]}},
            {"publicKey": {"hint": 5}},
            {"publicKey": {}, "certificate": {}},
        ],
    )
    def test_wrong_types_are_malformed(self, maker, trusted, material: dict[str, object]) -> None:
        assert verify(changed(maker.sign(FILES), **material), trusted).state is SignatureState.MALFORMED

    def test_a_long_chain_is_malformed(self, maker, trusted) -> None:
        content = maker.sign(FILES)
        many = {"certificates": [*chain_of(content)[:1], *chain_of(content)[1:2] * 20]}
        assert verify(changed(content, x509CertificateChain=many), trusted).state is SignatureState.MALFORMED

    def test_a_circle_ends(self, maker, trusted) -> None:
        content = maker.sign(FILES)
        leaf, between, root = chain_of(content)
        circle = {"certificates": [leaf, between, root, between, root, between]}
        assert verify(changed(content, x509CertificateChain=circle), trusted).state is SignatureState.VALID

    def test_a_byte_that_is_flipped_anywhere_raises_nothing(self, maker, trusted) -> None:
        content = maker.sign(FILES)
        der = base64.b64decode(chain_of(content)[0]["rawBytes"])
        for at in range(len(der)):
            spoiled = base64.b64encode(der[:at] + bytes([der[at] ^ 0xFF]) + der[at + 1 :]).decode()
            found = verify(changed(content, x509CertificateChain={"certificates": [{"rawBytes": spoiled}]}), trusted)
            assert found.state is not SignatureState.VALID

    def test_a_path_of_another_folder_is_a_missing_file(self, maker, trusted) -> None:
        found = verify(maker.sign({**FILES, "../other/SKILL.md": b"x", "/etc/passwd": b"x"}), trusted)
        assert found.missing == ("../other/SKILL.md", "/etc/passwd")


class TestTheOfficialTool:
    """The same answers as `model-signing`, both ways."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        for path, content in FILES.items():
            (tmp_path / "skill" / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "skill" / path).write_bytes(content)
        return tmp_path / "skill"

    @pytest.mark.parametrize("curve", [ec.SECP256R1(), ec.SECP384R1(), ec.SECP521R1()])
    def test_its_signatures_are_verified(self, folder: Path, tmp_path: Path, made_signatures, curve) -> None:
        maker = made_signatures.make_signer(curve=curve)
        key, certificate, chain = maker.write(tmp_path / "keys")
        config = signing.Config().set_hashing_config(_hashing(folder))
        config.use_certificate_signer(private_key=key, signing_certificate=certificate, certificate_chain=[chain])
        config.sign(folder, folder / SIGNATURE)
        content = (folder / SIGNATURE).read_bytes()
        assert verify(content, Signer("t", maker.root)).state is SignatureState.VALID

        by_key = signing.Config().set_hashing_config(_hashing(folder)).use_elliptic_key_signer(private_key=key)
        by_key.sign(folder, folder / SIGNATURE)
        content = (folder / SIGNATURE).read_bytes()
        assert verify(content, Signer("t", maker.public_key)).state is SignatureState.VALID

    @pytest.mark.parametrize("change", ["", "changed", "added", "missing", "stranger"])
    def test_it_agrees_about_ours(self, folder: Path, tmp_path: Path, maker, made_signatures, change: str) -> None:
        (made_signatures.make_signer() if change == "stranger" else maker).sign_folder(folder)
        (tmp_path / "root.pem").write_bytes(maker.root)
        if change in {"changed", "added"}:
            (folder / ("SKILL.md" if change == "changed" else "more.md")).write_bytes(b"other")
        if change == "missing":
            (folder / "SKILL.md").unlink()
        paths = (path for path in folder.rglob("*") if path.is_file())
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        found = verify_signature(make_tree(files), [Signer("t", maker.root)])
        config = verifying.Config().use_certificate_verifier(certificate_chain=[tmp_path / "root.pem"])
        config.set_hashing_config(_hashing(folder))
        try:
            config.verify(folder, folder / SIGNATURE)
        except Exception:  # noqa: BLE001 it raises many kinds
            accepted = False
        else:
            accepted = True
        assert found is not None
        assert accepted == (found.state is SignatureState.VALID) == (not change)


def _hashing(folder: Path) -> hashing.Config:
    return hashing.Config().set_ignored_paths(paths=[folder / SIGNATURE], ignore_git_paths=True)


def test_who_looks_at_no_signature_never_loads_cryptography() -> None:
    code = "import sys, skillpack.builder.record.record; print('cryptography' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
