"""A statement and a key -> the signed bundle, as model-signing writes it; loaded where something is signed."""

import base64
from collections.abc import Iterable

import msgspec
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from skillpack.evidence.bundle import verify_bundle
from skillpack.model.digest import sha256
from skillpack.model.evidence import SignatureState, Signer
from skillpack.model.signature import DsseSignature, Envelope, SignatureBundle

_MEDIA_TYPE = "application/vnd.dev.sigstore.bundle.v0.3+json"
_PAYLOAD_TYPE = "application/vnd.in-toto+json"
_HASHES = {"secp256r1": hashes.SHA256(), "secp384r1": hashes.SHA384(), "secp521r1": hashes.SHA512()}


def sign_statement(payload: bytes, key: bytes, certificates: Iterable[bytes] = ()) -> bytes:
    """Return the bundle of a signed statement.

    Args:
        payload: An in-toto statement, as JSON.
        key: A private key on the curve P-256, P-384 or P-521, as PEM.
        certificates: As PEM, the one of the key first; none for a signature by the key alone.

    Raises:
        ValueError: The key or a certificate cannot be used; the message is a clause.
    """
    private = _private_key(key)
    chain = tuple(each for pem in certificates for each in _certificates(pem))
    public = private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    kind = _PAYLOAD_TYPE.encode()
    signed = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)
    signature = private.sign(signed, ec.ECDSA(_HASHES[private.curve.name]))
    rows = [{"rawBytes": base64.b64encode(each.public_bytes(Encoding.DER)).decode()} for each in chain]
    material = {"x509CertificateChain": {"certificates": rows}} if rows else {"publicKey": {"hint": sha256(public)}}
    bundle = SignatureBundle(
        _MEDIA_TYPE,
        {**material, "tlogEntries": []},
        Envelope(payload, _PAYLOAD_TYPE, (DsseSignature(signature),)),
    )
    made = verify_bundle(bundle, () if rows else (Signer("key", public),))
    if made.state not in {SignatureState.VALID, SignatureState.UNKNOWN}:  # such as of another key's certificate
        raise ValueError(made.problem)
    return msgspec.json.encode(bundle)


def _private_key(pem: bytes) -> EllipticCurvePrivateKey:
    try:
        key = load_pem_private_key(pem, None)
    except TypeError as error:  # it has a password
        raise ValueError("the key has a password") from error
    except (ValueError, UnsupportedAlgorithm) as error:
        raise ValueError("the key is no private key as PEM") from error
    if not isinstance(key, EllipticCurvePrivateKey) or key.curve.name not in _HASHES:
        raise ValueError("the key is not on the curve P-256, P-384 or P-521")
    return key


def _certificates(pem: bytes) -> list[x509.Certificate]:
    try:
        return x509.load_pem_x509_certificates(pem)
    except ValueError as error:
        raise ValueError("a certificate cannot be read as PEM") from error
