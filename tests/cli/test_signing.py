"""Who signs. The public instance of sigstore cannot be asked by a test, so that servers of one of our own answer."""

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat
from model_signing import hashing, verifying

from skillpack.cli.main import REFUSED, USAGE, run
from skillpack.evidence.signature import verify_signature
from skillpack.model.evidence import SignatureFacts, SignatureState, Signer, SigstoreIdentity
from skillpack.model.signature import SIGNATURE
from skillpack.model.tree import make_tree

TEXT = "---\nname: report\ndescription: Writes a report. Use when the user asks for one.\n---\n\nWrite.\n"
ISSUER, CERTIFICATES, ENTRIES = "/.well-known/openid-configuration", "/api/v2/signingCert", "/api/v1/log/entries"


@pytest.fixture
def skill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_URL", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "skills" / "report"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(TEXT)
    return folder


@pytest.fixture
def instance(made_sigstore):  # noqa: ANN201 a class of that module
    return made_sigstore.Instance()


def verified(skill: Path, *signers: Signer) -> SignatureFacts:
    files = {path.relative_to(skill).as_posix(): path.read_bytes() for path in skill.rglob("*") if path.is_file()}
    found = verify_signature(make_tree(files), signers)
    assert found is not None
    return found


class TestIdentities:
    @pytest.fixture
    def files(self, tmp_path: Path, instance, made_sigstore):  # noqa: ANN201
        """Write a token and a configuration, while the servers run; yield what they are asked for."""
        with made_sigstore.serving(instance) as (url, asked):
            (tmp_path / "token").write_text(f"{made_sigstore.token()}\n")
            (tmp_path / "config.json").write_bytes(instance.trust_config(url))
            yield asked

    @pytest.fixture
    def named(self, instance, made_sigstore) -> Signer:
        identity = SigstoreIdentity(made_sigstore.ISSUER, made_sigstore.IDENTITY)
        return Signer("release", identity=identity, sigstore_root=instance.trusted_root())

    def sign(self, skill: Path, *more: str, token: str = "token") -> int:  # noqa: S107 a file
        words = ["sign", str(skill), "--sigstore", "--trust-config", "config.json"]
        return run([*words, *(["--identity-token", token] if token else []), *more])

    def test_what_an_identity_signs_is_verified_and_dated(self, skill: Path, files: list[str], named: Signer) -> None:
        assert self.sign(skill) == 0
        assert files == [ISSUER, CERTIFICATES, ENTRIES]
        found = verified(skill, named)
        assert (found.state, found.known_as) == (SignatureState.VALID, "release")
        assert found.signer == "release@example.test"
        assert len(found.signed_on) == len("2026-11-20")

    def test_the_official_tool_takes_it(self, skill: Path, files: list[str], named: Signer, tmp_path: Path) -> None:
        assert self.sign(skill) == 0
        assert files
        ignored = hashing.Config().set_ignored_paths(paths=[skill / SIGNATURE], ignore_git_paths=False)
        assert named.identity is not None
        verifying.Config().use_sigstore_verifier(
            identity=named.identity.subject, oidc_issuer=named.identity.issuer, trust_config=tmp_path / "config.json"
        ).set_hashing_config(ignored).verify(skill, skill / SIGNATURE)

    def test_a_token_comes_from_standard_input_too(
        self, skill: Path, files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO((tmp_path / "token").read_bytes())))
        assert self.sign(skill, token="-") == 0  # noqa: S106 no token
        assert files

    def test_a_dry_run_asks_nobody(self, skill: Path, files: list[str]) -> None:
        assert self.sign(skill, "--dry-run") == 0
        assert files == []
        assert not (skill / SIGNATURE).exists()

    def test_a_token_that_cannot_be_used_asks_nobody(
        self, skill: Path, files: list[str], made_sigstore, tmp_path: Path, capsys
    ) -> None:
        for content in ("", "x.y.z", made_sigstore.token(seconds=-60), made_sigstore.token(audience="others")):
            (tmp_path / "token").write_text(content)
            assert self.sign(skill) == USAGE
            assert "the identity token" in capsys.readouterr().err
        assert files == []
        assert not (skill / SIGNATURE).exists()

    def test_where_nobody_says_who_signs_that_is_said(self, skill: Path, files: list[str], capsys) -> None:
        assert self.sign(skill, token="") == USAGE
        assert "nobody says who signs" in capsys.readouterr().err
        assert files == []

    def test_what_is_no_configuration_is_refused(self, skill: Path, files: list[str], tmp_path: Path, capsys) -> None:
        for content in ("", "{}", "[" * 10_000):
            (tmp_path / "config.json").write_text(content)
            assert self.sign(skill) == USAGE
            assert "is no configuration" in capsys.readouterr().err
        assert files == []

    def test_a_server_that_does_not_answer_is_said_with_what_needs_none(
        self, skill: Path, made_sigstore, instance, tmp_path: Path, capsys
    ) -> None:
        (tmp_path / "token").write_text(made_sigstore.token())
        (tmp_path / "config.json").write_bytes(instance.trust_config("http://127.0.0.1:9"))
        assert self.sign(skill) == REFUSED
        said = capsys.readouterr().err
        assert "a server of sigstore cannot be asked" in said
        assert "hint: an identity needs the network" in said
        assert not (skill / SIGNATURE).exists()

    def test_a_server_of_another_instance_signs_nothing(
        self, skill: Path, made_sigstore, files: list[str], tmp_path: Path, capsys
    ) -> None:
        """Its certificate has no promise of the log that the configuration names."""
        own = json.loads((tmp_path / "config.json").read_text())
        other = json.loads(made_sigstore.Instance().trust_config())
        (tmp_path / "config.json").write_text(json.dumps({**own, "trustedRoot": other["trustedRoot"]}))
        assert self.sign(skill) == REFUSED
        assert "sigstore did not sign" in capsys.readouterr().err
        assert files == [ISSUER, CERTIFICATES]
        assert not (skill / SIGNATURE).exists()


class TestKeys:
    @pytest.fixture
    def signer(self, made_signatures):  # noqa: ANN201
        return made_signatures.make_signer()

    @pytest.fixture
    def locked(self, signer, tmp_path: Path) -> tuple[str, ...]:
        """Write a key with a password, and its certificates; return their options."""
        _, certificate, chain = signer.write(tmp_path / "keys")
        pem = signer.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"open it"))
        (tmp_path / "locked.pem").write_bytes(pem)
        (tmp_path / "password").write_text("open it\nand this is no part of it\n")
        return "--key", str(tmp_path / "locked.pem"), "--certificate", str(certificate), "--chain", str(chain)

    def test_a_key_is_opened_by_the_first_line_of_a_file(self, skill: Path, signer, locked: tuple[str, ...]) -> None:
        assert run(["sign", str(skill), *locked[:2], "--password-file", "password"]) == 0
        assert verified(skill, Signer("t", signer.public_key)).state is SignatureState.VALID
        assert run(["sign", str(skill), *locked, "--password-file", "password"]) == 0
        assert verified(skill, Signer("t", signer.root)).state is SignatureState.VALID

    def test_an_opened_key_is_in_no_file(self, skill: Path, locked: tuple[str, ...], tmp_path: Path) -> None:
        before = set(tmp_path.rglob("*"))
        assert run(["sign", str(skill), *locked, "--password-file", "password"]) == 0
        assert set(tmp_path.rglob("*")) - before == {skill / SIGNATURE}

    def test_a_wrong_password_is_said(self, skill: Path, locked: tuple[str, ...], tmp_path: Path, capsys) -> None:
        for content in ("", "another\n"):
            (tmp_path / "password").write_text(content)
            assert run(["sign", str(skill), *locked, "--password-file", "password"]) == USAGE
            assert "is wrong" in capsys.readouterr().err
        assert not (skill / SIGNATURE).exists()

    def test_a_password_for_a_key_without_one_is_refused(self, skill: Path, locked: tuple[str, ...], capsys) -> None:
        assert locked
        assert run(["sign", str(skill), "--key", "keys/key.pem", "--password-file", "password"]) == USAGE
        assert "has no password" in capsys.readouterr().err

    def test_where_nobody_can_type_it_the_option_is_named(self, skill: Path, locked: tuple[str, ...], capsys) -> None:
        assert run(["sign", str(skill), *locked]) == USAGE
        assert "--password-file FILE" in capsys.readouterr().err

    def test_on_a_terminal_it_is_typed_and_not_shown(self, skill: Path, signer, locked: tuple[str, ...]) -> None:
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "skillpack", "sign", str(skill), *locked]
        program = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
        os.close(theirs)
        said = b""
        while b"Password of" not in said:
            said += os.read(ours, 1000)
        os.write(ours, b"open it\n")
        try:
            while more := os.read(ours, 1000):
                said += more
        except OSError:  # the other end is closed
            pass
        os.close(ours)
        assert program.wait() == 0, said
        assert b"open it" not in said
        assert verified(skill, Signer("t", signer.root)).state is SignatureState.VALID


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--sigstore", "--key", "token"],
        ["--sigstore", "--certificate", "token"],
        ["--sigstore", "--password-file", "token"],
        ["--key", "token", "--identity-token", "token"],
        ["--key", "token", "--trust-config", "token"],
        ["--key", "token", "--chain", "token"],
    ],
)
def test_a_key_and_an_identity_are_two_ways(skill: Path, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "token").write_text("x")
    assert run(["sign", str(skill), *words]) == USAGE
    assert not (skill / SIGNATURE).exists()
