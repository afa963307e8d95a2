"""Certificates and keys -> who made a signature; loaded where the extra `signatures` is installed, and one is there."""

import base64
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key
from cryptography.utils import CryptographyDeprecationWarning
from cryptography.x509 import Certificate, Name
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from OpenSSL import crypto

from skillpack.model.digest import sha256
from skillpack.model.evidence import SignatureState, SignedBundle, Signer
from skillpack.model.portable import printable
from skillpack.model.signature import Envelope

_MOST_CERTIFICATES = 10
_KEPT = 64  # signers, read once
_LONGEST_NAME = 80  # characters
_LONGEST_CERTIFICATE = 2**14  # bytes
_CERTIFICATE = b"-----BEGIN CERTIFICATE-----"
_FOR_CODE = frozenset({ExtendedKeyUsageOID.CODE_SIGNING, ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE})
_UNREADABLE = "its certificates cannot be read"

_REFUSALS = (
    ValueError,
    UnsupportedAlgorithm,
    CryptographyDeprecationWarning,
    x509.DuplicateExtension,
    x509.InvalidVersion,
    x509.UnsupportedGeneralNameType,
    crypto.Error,
)
"""What cryptography, and OpenSSL itself, raise for certificates and keys that they cannot read."""


def is_signer(pem: bytes) -> bool:
    """Return whether a file is a root certificate, or a public key on an elliptic curve."""
    return bool(_roots(pem)) if _CERTIFICATE in pem else _key(pem) is not None


def verify_by_key(envelope: Envelope, material: Mapping[str, Any], signers: Sequence[Signer]) -> SignedBundle:
    """Return the maker of a signature by a key: only a signer's own key tells."""
    hint = material.get("hint")
    if not isinstance(hint, str):
        return SignedBundle(SignatureState.MALFORMED, problem="it names no key")
    for signer in signers:
        key = None if _CERTIFICATE in signer.pem else _key(signer.pem)
        if key is None:
            continue
        digest = sha256(key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
        if digest == hint:
            called = f"key {digest[:12]}"
            if not _has_signed(key, envelope):
                problem = "it was not made by the key that it names, or was changed"
                return SignedBundle(SignatureState.INVALID, signer=called, problem=problem)
            return SignedBundle(SignatureState.VALID, signer.name, called, identity=digest)
    return SignedBundle(SignatureState.UNKNOWN, signer=f"key {printable(hint[:12])}")


def verify_by_certificates(envelope: Envelope, material: Mapping[str, Any], signers: Sequence[Signer]) -> SignedBundle:
    """Return the maker of a signature by certificates, the one of its key first."""
    try:
        with _strict():
            chain = _chain(material)
            first, last = chain[0], chain[-1]
            key, may_sign = first.public_key(), _may_sign(first)
            named = SignedBundle(
                SignatureState.VALID,
                signer=_name(first.subject),
                root=_name(last.subject if last.subject == last.issuer else last.issuer),
                valid_from=first.not_valid_before_utc.date().isoformat(),
                valid_until=first.not_valid_after_utc.date().isoformat(),
            )
    except _REFUSALS:
        return SignedBundle(SignatureState.MALFORMED, problem=_UNREADABLE)
    if not isinstance(key, EllipticCurvePublicKey):
        return _as(named, SignatureState.UNCHECKED, "its key is not on an elliptic curve")
    if not _has_signed(key, envelope):
        problem = "it was not made by the key of its certificate, or was changed"
        return _as(named, SignatureState.INVALID, problem)
    if not may_sign:
        return _as(named, SignatureState.INVALID, "its certificate is not for signing")
    for signer in signers:
        for root in _roots(signer.pem):
            if _leads_to(root, chain):
                return _as(named, SignatureState.VALID, known_as=signer.name, identity=_identity(root, chain))
    if last.subject != last.issuer:  # its root is not in it
        return _as(named, SignatureState.UNKNOWN, identity=_identity(first, chain))
    if not _leads_to(last, chain):
        return _as(named, SignatureState.INVALID, "its certificates do not follow from each other")
    return _as(named, SignatureState.UNKNOWN, identity=_identity(last, chain))


def _as(
    named: SignedBundle, state: SignatureState, problem: str = "", *, known_as: str = "", identity: str = ""
) -> SignedBundle:
    return SignedBundle(
        state, known_as, named.signer, named.root, identity, named.valid_from, named.valid_until, problem
    )


def _chain(material: Mapping[str, Any]) -> tuple[Certificate, ...]:
    """Return the certificates, each of them read.

    Raises:
        ValueError: There are none, or too many; of one that cannot be read, one of `_REFUSALS` is raised.
    """
    rows = material.get("certificates")
    if not isinstance(rows, list) or not 0 < len(rows) <= _MOST_CERTIFICATES:
        raise ValueError("no certificates, or too many")
    texts = [row.get("rawBytes") if isinstance(row, dict) else None for row in rows]
    if not all(isinstance(text, str) and len(text) <= 2 * _LONGEST_CERTIFICATE for text in texts):
        raise ValueError("no certificate, or a large one")
    chain = tuple(x509.load_der_x509_certificate(base64.b64decode(text, validate=True)) for text in texts if text)
    _opened(chain)
    return chain


def _opened(certificates: Sequence[Certificate]) -> list[crypto.X509]:
    """Return certificates as OpenSSL has them, which follows chains: it reads less than cryptography, and earlier.

    Raises:
        crypto.Error: It cannot read one, such as of a key that is not on its curve.
    """
    return [crypto.X509.from_cryptography(each) for each in certificates]


@contextmanager
def _strict() -> Iterator[None]:
    """Raise what the next release of cryptography refuses, instead of warning whoever reads the terminal."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", CryptographyDeprecationWarning)
        yield


def _may_sign(certificate: Certificate) -> bool:
    """Return whether a certificate is for signing: where it names purposes, as that of a web server does, one is code.

    A root that a company has for all its machines would else let each of its servers sign.
    """
    is_for_signatures = False
    for found in certificate.extensions:
        if isinstance(found.value, x509.ExtendedKeyUsage):
            return not _FOR_CODE.isdisjoint(found.value)
        is_for_signatures |= isinstance(found.value, x509.KeyUsage) and found.value.digital_signature
    return is_for_signatures


def _has_signed(key: EllipticCurvePublicKey, envelope: Envelope) -> bool:
    sizes = {256: hashes.SHA256(), 384: hashes.SHA384(), 521: hashes.SHA512()}
    algorithm = sizes.get(key.curve.key_size)
    if algorithm is None:
        return False
    kind, payload = envelope.payload_type.encode(), envelope.payload
    signed = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)
    try:
        key.verify(envelope.signatures[0].sig, signed, ec.ECDSA(algorithm))
    except InvalidSignature:
        return False
    return True


def _leads_to(root: Certificate, chain: Sequence[Certificate]) -> bool:
    """Return whether a chain leads to a root, on the first day on which its first certificate is valid."""
    trusted, first, *others = _opened((root, *chain))
    store = crypto.X509Store()
    store.add_cert(trusted)
    store.set_time(chain[0].not_valid_before_utc)
    try:
        crypto.X509StoreContext(store, first, others).verify_certificate()
    except crypto.X509StoreContextError:
        return False
    return True


def _identity(root: Certificate, chain: Sequence[Certificate]) -> str:
    """Return a digest of a root and of who it says has the key: another key of the same signer gives the same one."""
    return sha256(root.public_bytes(Encoding.DER) + chain[0].subject.public_bytes())


@lru_cache(maxsize=_KEPT)
def _roots(pem: bytes) -> Sequence[Certificate]:
    if _CERTIFICATE not in pem:
        return ()
    try:
        roots = x509.load_pem_x509_certificates(pem)
        _opened(roots)
    except _REFUSALS:
        return ()
    return roots


@lru_cache(maxsize=_KEPT)
def _key(pem: bytes) -> EllipticCurvePublicKey | None:
    try:
        key = load_pem_public_key(pem)
    except _REFUSALS:
        return None
    return key if isinstance(key, EllipticCurvePublicKey) else None


def _name(name: Name) -> str:
    """Return how a certificate calls somebody: a common name, else an organisation, else all of it."""
    for oid in (NameOID.COMMON_NAME, NameOID.ORGANIZATION_NAME):
        for attribute in name.get_attributes_for_oid(oid):
            if isinstance(attribute.value, str) and attribute.value.strip():
                return printable(attribute.value, longest=_LONGEST_NAME)
    return printable(name.rfc4514_string(), longest=_LONGEST_NAME)
