"""The signed envelope of a bundle -> who made it, by certificates or keys; the only file that needs cryptography."""

import base64
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from skillpack.model.digest import sha256
from skillpack.model.evidence import SignatureState, Signer
from skillpack.model.portable import printable
from skillpack.model.signature import Bundle, Envelope

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
    from cryptography.x509 import Certificate, Name

_MOST_CERTIFICATES = 10
_KEPT = 64  # signers, read once
_LONGEST_NAME = 80  # characters
_LONGEST_CERTIFICATE = 2**14  # bytes
_CERTIFICATE = b"-----BEGIN CERTIFICATE-----"
_NO_CRYPTOGRAPHY = "the extra `signatures` is not installed"
_UNREADABLE = "its certificates cannot be read"


class SignedBundle(Struct, frozen=True):
    """Who made a signature; the fields are those of `SignatureFacts`, and the state says nothing of files."""

    state: SignatureState
    known_as: str = ""
    signer: str = ""
    root: str = ""
    identity: str = ""
    valid_from: str = ""
    valid_until: str = ""
    problem: str = ""


def verify_bundle(bundle: Bundle, signers: Sequence[Signer]) -> SignedBundle:
    """Return who made a signature.

    Args:
        bundle: As it was read.
        signers: Whose signatures count.
    """
    material = bundle.verification_material
    kinds = [each for each in ("x509CertificateChain", "publicKey", "certificate") if each in material]
    if len(kinds) != 1 or not isinstance(material[kinds[0]], dict):
        return SignedBundle(SignatureState.MALFORMED, problem="it names neither certificates nor a key")
    if kinds[0] == "certificate":
        problem = "it was made with an identity of sigstore, whose log is not read"
        return SignedBundle(SignatureState.UNCHECKED, problem=problem)
    if not can_verify():
        return SignedBundle(SignatureState.UNCHECKED, problem=_NO_CRYPTOGRAPHY)
    if kinds[0] == "publicKey":
        return _by_key(bundle.dsse_envelope, material["publicKey"], signers)
    return _by_certificates(bundle.dsse_envelope, material["x509CertificateChain"], signers)


def is_signer(pem: bytes) -> bool:
    """Return whether a file is a root certificate or a public key on an elliptic curve, by which signatures can count.

    Without the extra `signatures` only its first line tells.
    """
    if not can_verify():
        return b"-----BEGIN " in pem
    return bool(_roots(pem)) if _CERTIFICATE in pem else _key(pem) is not None


def can_verify() -> bool:
    """Return whether the extra `signatures` is installed, without which nobody can tell who made a signature."""
    try:
        import cryptography  # noqa: F401 whether they are there is all that is asked
        import OpenSSL  # noqa: F401
    except ImportError:
        return False
    return True


def _by_key(envelope: Envelope, material: Mapping[str, Any], signers: Sequence[Signer]) -> SignedBundle:
    """Return who made a signature by a key: only a signer's own key tells."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

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
            if not _is_made_by(key, envelope):
                problem = "it was not made by the key that it names, or was changed"
                return SignedBundle(SignatureState.INVALID, signer=called, problem=problem)
            return SignedBundle(SignatureState.VALID, signer.name, called, identity=digest)
    return SignedBundle(SignatureState.UNKNOWN, signer=f"key {printable(hint, longest=12)}")


def _by_certificates(envelope: Envelope, material: Mapping[str, Any], signers: Sequence[Signer]) -> SignedBundle:
    """Return who made a signature by certificates, the one of its key first."""
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey

    refusals = _refusals()
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
    except refusals:
        return SignedBundle(SignatureState.MALFORMED, problem=_UNREADABLE)
    if not isinstance(key, EllipticCurvePublicKey):
        return _as(named, SignatureState.UNCHECKED, "its key is not on an elliptic curve")
    if not _is_made_by(key, envelope):
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


def _chain(material: Mapping[str, Any]) -> tuple["Certificate", ...]:
    """Return the certificates, each of them read.

    Raises:
        ValueError: There are none, or too many; of one that cannot be read, `_refusals` says what is raised.
    """
    from cryptography import x509

    rows = material.get("certificates")
    if not isinstance(rows, list) or not 0 < len(rows) <= _MOST_CERTIFICATES:
        raise ValueError("no certificates, or too many")
    texts = [row.get("rawBytes") if isinstance(row, dict) else None for row in rows]
    if not all(isinstance(text, str) and len(text) <= 2 * _LONGEST_CERTIFICATE for text in texts):
        raise ValueError("no certificate, or a large one")
    return tuple(x509.load_der_x509_certificate(base64.b64decode(text, validate=True)) for text in texts if text)


@contextmanager
def _strict() -> Iterator[None]:
    """Raise what the next release of cryptography refuses, instead of warning whoever reads the terminal."""
    from cryptography.utils import CryptographyDeprecationWarning

    with warnings.catch_warnings():
        warnings.simplefilter("error", CryptographyDeprecationWarning)
        yield


def _refusals() -> tuple[type[Exception], ...]:
    """Return what cryptography raises for certificates and keys that it cannot read."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.utils import CryptographyDeprecationWarning
    from cryptography.x509 import DuplicateExtension, InvalidVersion, UnsupportedGeneralNameType

    names = DuplicateExtension, InvalidVersion, UnsupportedGeneralNameType
    return ValueError, UnsupportedAlgorithm, CryptographyDeprecationWarning, *names


def _may_sign(certificate: "Certificate") -> bool:
    from cryptography import x509
    from cryptography.x509.oid import ExtendedKeyUsageOID

    for found in certificate.extensions:
        if isinstance(found.value, x509.KeyUsage) and found.value.digital_signature:
            return True
        if isinstance(found.value, x509.ExtendedKeyUsage) and ExtendedKeyUsageOID.CODE_SIGNING in found.value:
            return True
    return False


def _is_made_by(key: "EllipticCurvePublicKey", envelope: Envelope) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec

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


def _leads_to(root: "Certificate", chain: Sequence["Certificate"]) -> bool:
    """Return whether a chain leads to a root, on the first day on which its first certificate is valid."""
    from OpenSSL import crypto

    first, *others = (crypto.X509.from_cryptography(each) for each in chain)
    store = crypto.X509Store()
    store.add_cert(crypto.X509.from_cryptography(root))
    store.set_time(chain[0].not_valid_before_utc)
    try:
        crypto.X509StoreContext(store, first, others).verify_certificate()
    except crypto.X509StoreContextError:
        return False
    return True


def _identity(root: "Certificate", chain: Sequence["Certificate"]) -> str:
    """Return a digest of a root and of who it says has the key: another key of the same signer gives the same one."""
    from cryptography.hazmat.primitives.serialization import Encoding

    return sha256(root.public_bytes(Encoding.DER) + chain[0].subject.public_bytes())


@lru_cache(maxsize=_KEPT)
def _roots(pem: bytes) -> Sequence["Certificate"]:
    from cryptography import x509

    refusals = _refusals()
    if _CERTIFICATE not in pem:
        return ()
    try:
        return x509.load_pem_x509_certificates(pem)
    except refusals:
        return ()


@lru_cache(maxsize=_KEPT)
def _key(pem: bytes) -> "EllipticCurvePublicKey | None":
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    refusals = _refusals()
    try:
        key = load_pem_public_key(pem)
    except refusals:
        return None
    return key if isinstance(key, EllipticCurvePublicKey) else None


def _name(name: "Name") -> str:
    """Return how a certificate calls somebody: a common name, else an organisation, else all of it."""
    from cryptography.x509.oid import NameOID

    for oid in (NameOID.COMMON_NAME, NameOID.ORGANIZATION_NAME):
        for attribute in name.get_attributes_for_oid(oid):
            if isinstance(attribute.value, str) and attribute.value.strip():
                return printable(attribute.value, longest=_LONGEST_NAME)
    return printable(name.rfc4514_string(), longest=_LONGEST_NAME)
