"""The signed envelope of a bundle -> who made it; what reads certificates and keys is loaded only for that."""

from collections.abc import Sequence

from skillpack.model.evidence import SignatureState, SignedBundle, Signer
from skillpack.model.signature import SignatureBundle

_KINDS = ("x509CertificateChain", "publicKey", "certificate")


def verify_bundle(bundle: SignatureBundle, signers: Sequence[Signer]) -> SignedBundle:
    """Return the maker of a signature, as far as something here can verify it.

    Args:
        bundle: As it was read.
        signers: Whose signatures count.
    """
    material = bundle.verification_material
    kinds = [each for each in _KINDS if each in material]
    if len(kinds) != 1 or not isinstance(material[kinds[0]], dict):
        return SignedBundle(SignatureState.MALFORMED, problem="it names neither certificates nor a key")
    if kinds[0] == "certificate":
        problem = "it was made with an identity of sigstore, whose log is not read"
        return SignedBundle(SignatureState.UNCHECKED, problem=problem)
    if not can_verify():
        return SignedBundle(SignatureState.UNCHECKED, problem="the extra `signatures` is not installed")
    from skillpack.evidence import certificates

    verify = certificates.verify_by_key if kinds[0] == "publicKey" else certificates.verify_by_certificates
    return verify(bundle.dsse_envelope, material[kinds[0]], signers)


def is_signer(pem: bytes) -> bool:
    """Return whether a file is a root certificate or a public key on an elliptic curve, by which signatures can count.

    Without the extra `signatures` only its first line tells.
    """
    if not can_verify():
        return b"-----BEGIN " in pem
    from skillpack.evidence import certificates

    return certificates.is_signer(pem)


def can_verify() -> bool:
    """Return whether the extra `signatures` is installed, without which nobody can tell who made a signature."""
    try:
        import cryptography  # noqa: F401 whether they are there is all that is asked
        import OpenSSL  # noqa: F401
    except ImportError:
        return False
    return True
