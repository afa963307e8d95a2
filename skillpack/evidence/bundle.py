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
        return _by_identity(bundle, [each for each in signers if each.identity is not None])
    if not can_verify():
        return SignedBundle(SignatureState.UNCHECKED, problem="the extra `signatures` is not installed")
    from skillpack.evidence import certificates

    verify = certificates.verify_by_key if kinds[0] == "publicKey" else certificates.verify_by_certificates
    return verify(bundle.dsse_envelope, material[kinds[0]], signers)


def _by_identity(bundle: SignatureBundle, signers: Sequence[Signer]) -> SignedBundle:
    """Return the maker of a signature with an identity: what reads sigstore is loaded where somebody named one."""
    if not signers:
        problem = "it was made with an identity of sigstore, and `[signers]` names none"
        return SignedBundle(SignatureState.UNCHECKED, problem=problem)
    if not can_verify_identities():
        return SignedBundle(SignatureState.UNCHECKED, problem="the extra `sigstore` is not installed")
    from skillpack.evidence import sigstore

    return sigstore.verify_by_identity(bundle, signers)


def is_signer(pem: bytes) -> bool:
    """Return whether a file is a root certificate or a public key on an elliptic curve, by which signatures can count.

    Without the extra `signatures` only its first line tells.
    """
    if not can_verify():
        return b"-----BEGIN " in pem
    from skillpack.evidence import certificates

    return certificates.is_signer(pem)


def is_sigstore_root(content: bytes) -> bool:
    """Return whether a file names the certificates and logs of a sigstore, in the forms of its client.

    Without the extra `sigstore` only its first character tells.
    """
    if not can_verify_identities():
        return content.lstrip().startswith(b"{")
    from skillpack.evidence import sigstore

    return sigstore.is_root(content)


def can_verify_identities() -> bool:
    """Return whether the extra `sigstore` is installed, without which nobody can verify an identity."""
    try:
        import sigstore  # noqa: F401 whether it is there is all that is asked
    except ImportError:
        return False
    return True


def can_verify() -> bool:
    """Return whether the extra `signatures` is installed, without which nobody can tell who made a signature."""
    try:
        import cryptography  # noqa: F401 whether they are there is all that is asked
        import OpenSSL  # noqa: F401
    except ImportError:
        return False
    return True
