from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from model_signing import verifying

from skillpack.evidence.bundle import verify_bundle
from skillpack.evidence.envelope import sign_statement
from skillpack.model.evidence import SignatureState, Signer
from skillpack.model.signature import read_bundle

PAYLOAD = b'{"_type": "https://in-toto.io/Statement/v1"}'


def pem(key, encryption=None) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption or NoEncryption())


@pytest.fixture(params=[ec.SECP256R1, ec.SECP384R1, ec.SECP521R1])
def signer(request, made_signatures):  # noqa: ANN201 a class of that module
    return made_signatures.make_signer(curve=request.param())


def test_a_statement_is_signed_by_certificates(signer) -> None:
    chain = [each.public_bytes(Encoding.PEM) for each in signer.chain]
    bundle = read_bundle(sign_statement(PAYLOAD, pem(signer.key), chain))
    assert bundle is not None
    assert bundle.dsse_envelope.payload == PAYLOAD
    assert verify_bundle(bundle, [Signer("t", signer.root)]).state is SignatureState.VALID
    assert verify_bundle(bundle, []).state is SignatureState.UNKNOWN


def test_a_statement_is_signed_by_a_key_alone(signer) -> None:
    bundle = read_bundle(sign_statement(PAYLOAD, pem(signer.key)))
    assert bundle is not None
    assert verify_bundle(bundle, [Signer("t", signer.public_key)]).state is SignatureState.VALID


@pytest.mark.parametrize("by_key", [True, False])
def test_the_official_tool_takes_the_same_envelope(signer, made_signatures, tmp_path: Path, *, by_key) -> None:
    folder = tmp_path / "skill"
    folder.mkdir()
    (folder / "SKILL.md").write_text("x")
    chain = [] if by_key else [each.public_bytes(Encoding.PEM) for each in signer.chain]
    statement = made_signatures.statement({"SKILL.md": b"x"})
    (tmp_path / "sig").write_bytes(sign_statement(statement, pem(signer.key), chain))
    (tmp_path / "root.pem").write_bytes(signer.public_key if by_key else signer.root)
    config = verifying.Config()
    if by_key:
        config.use_elliptic_key_verifier(public_key=tmp_path / "root.pem")
    else:
        config.use_certificate_verifier(certificate_chain=[tmp_path / "root.pem"])
    config.verify(folder, tmp_path / "sig")


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (b"", "no private key"),
        (b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "no private key"),
        (pem(rsa.generate_private_key(65537, 2048)), "not on the curve"),
        (pem(ec.generate_private_key(ec.SECP256K1())), "not on the curve"),
        (pem(ec.generate_private_key(ec.SECP256R1()), BestAvailableEncryption(b"secret")), "has a password"),
    ],
    ids=["nothing", "garbage", "rsa", "curve", "password"],
)
def test_a_key_that_cannot_be_used_is_refused(key: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sign_statement(PAYLOAD, key)


def test_a_certificate_that_cannot_be_used_is_refused(made_signatures) -> None:
    one, other = made_signatures.make_signer(), made_signatures.make_signer(may_sign=False)
    others = other.chain[0].public_bytes(Encoding.PEM)
    with pytest.raises(ValueError, match="not made by the key of its certificate"):
        sign_statement(PAYLOAD, pem(one.key), [others])
    with pytest.raises(ValueError, match="not for signing"):
        sign_statement(PAYLOAD, pem(other.key), [others])
    with pytest.raises(ValueError, match="cannot be read"):
        sign_statement(PAYLOAD, pem(one.key), [b"nothing"])
