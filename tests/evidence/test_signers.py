"""Files that `[signers]` names, wherever they are read."""

import pytest

from skillpack.errors import UsageError
from skillpack.evidence import signers
from skillpack.evidence.signers import load_signers
from skillpack.model.evidence import Signer, SigstoreIdentity


def load(files: dict[str, bytes], *, require: bool = False) -> tuple[Signer, ...]:
    return load_signers(files, files.__getitem__, lambda: "", require=require)


def test_each_file_is_a_signer_in_its_order(made_signatures) -> None:
    made = made_signatures.make_signer()
    files = {"z.pem": made.root, "a.pub": made.public_key}
    assert load(files) == (Signer("z.pem", made.root), Signer("a.pub", made.public_key))
    assert load({}) == ()


def test_another_file_is_refused_by_its_name() -> None:
    with pytest.raises(UsageError, match=r"the signer `notes\.txt` is no certificate and no public key"):
        load({"notes.txt": b"notes"})


def test_only_who_requires_signatures_needs_the_extra(made_signatures, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signers, "can_verify", lambda: False)
    files = {"root.pem": made_signatures.make_signer().root}
    assert len(load(files)) == 1
    with pytest.raises(UsageError, match="the extra `signatures`"):
        load(files, require=True)


IDENTITY = SigstoreIdentity("https://accounts.example.test", "release@example.test")
REPOSITORY = SigstoreIdentity("https://accounts.example.test", repository="https://github.com/example/skills")


def test_identities_come_after_files_and_share_their_root(made_signatures, made_sigstore) -> None:
    root = made_sigstore.Instance().trusted_root()
    files = {"a.pub": made_signatures.make_signer().public_key, "root.json": root}
    found = load_signers(
        ["a.pub"],
        files.__getitem__,
        lambda: "",
        require=True,
        identities=(IDENTITY, REPOSITORY),
        sigstore_root="root.json",
    )
    assert found == (
        Signer("a.pub", files["a.pub"]),
        Signer("release@example.test", identity=IDENTITY, sigstore_root=root),
        Signer("https://github.com/example/skills", identity=REPOSITORY, sigstore_root=root),
    )


def identities(root: bytes, *, require: bool = False) -> tuple[Signer, ...]:
    files = {"root.json": root}
    return load_signers(
        [], files.__getitem__, lambda: "", require=require, identities=(IDENTITY,), sigstore_root="root.json"
    )


def test_what_is_no_root_of_sigstore_is_refused_by_its_name() -> None:
    with pytest.raises(UsageError, match=r"`root\.json` is no root of sigstore"):
        identities(b"{}")


def test_identities_need_an_extra_of_their_own_only_where_signatures_are_required(
    made_sigstore, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = made_sigstore.Instance().trusted_root()
    monkeypatch.setattr(signers, "can_verify", lambda: False)
    assert len(identities(root, require=True)) == 1
    monkeypatch.setattr(signers, "can_verify_identities", lambda: False)
    assert len(identities(root)) == 1
    with pytest.raises(UsageError, match="the extra `sigstore`"):
        identities(root, require=True)
