"""Files that `[signers]` names, wherever they are read."""

import pytest

from skillpack.errors import UsageError
from skillpack.evidence import signers
from skillpack.evidence.signers import load_signers
from skillpack.model.evidence import Signer


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
