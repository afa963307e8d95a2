from pathlib import Path

import pytest

from skillpack.builder.inputs.inputs import with_signers
from skillpack.errors import UsageError
from skillpack.evidence import signers
from skillpack.model.evidence import Signer, SigstoreIdentity
from skillpack.model.settings import Configuration, SignerSettings


def configured(*files: str, require: bool = False) -> Configuration:
    return Configuration(signers=SignerSettings(files, require=require))


def test_certificates_and_keys_are_read(tmp_path: Path, made_signatures) -> None:
    signer = made_signatures.make_signer()
    (tmp_path / "root.pem").write_bytes(signer.root)
    (tmp_path / "key.pub").write_bytes(signer.public_key)
    found = with_signers(configured("root.pem", "key.pub"), tmp_path)
    assert found.signers.known == (Signer("root.pem", signer.root), Signer("key.pub", signer.public_key))
    assert with_signers(Configuration(), tmp_path) == Configuration()


def test_what_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.pem").write_text("text")
    with pytest.raises(UsageError, match="no certificate and no public key"):
        with_signers(configured("text.pem"), tmp_path)
    with pytest.raises(UsageError, match="does not exist"):
        with_signers(configured("none.pem"), tmp_path)


def test_who_requires_signatures_needs_what_verifies_them(
    tmp_path: Path, made_signatures, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "root.pem").write_bytes(made_signatures.make_signer().root)
    assert with_signers(configured("root.pem", require=True), tmp_path).signers.require
    monkeypatch.setattr(signers, "can_verify", lambda: False)
    with pytest.raises(UsageError, match="the extra `signatures`"):
        with_signers(configured("root.pem", require=True), tmp_path)


def test_identities_are_read_with_their_root_and_links_out_are_refused(tmp_path: Path, made_sigstore) -> None:
    identity = SigstoreIdentity(made_sigstore.ISSUER, made_sigstore.IDENTITY)
    configuration = Configuration(signers=SignerSettings(identities=(identity,), sigstore_root="root.json"))
    with pytest.raises(UsageError, match="does not exist"):
        with_signers(configuration, tmp_path)
    root = made_sigstore.Instance().trusted_root()
    (tmp_path / "root.json").write_bytes(root)
    known = with_signers(configuration, tmp_path).signers.known
    assert known == (Signer(made_sigstore.IDENTITY, identity=identity, sigstore_root=root),)
    catalog = tmp_path / "catalog"
    catalog.mkdir()
    (catalog / "root.json").symlink_to(tmp_path / "root.json")
    with pytest.raises(UsageError, match="leads out"):
        with_signers(configuration, catalog)
