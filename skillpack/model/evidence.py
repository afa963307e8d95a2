"""What a signature says of a skill's content, and what was found when it was verified."""

from enum import StrEnum

from msgspec import Struct


class SignatureState(StrEnum):
    """What became of verifying a signature, the first that applies.

    MALFORMED: Its file cannot be read as one. INVALID: It was not made by the key that it names. DRIFTED: Files are
    missing, or others than when it was made. PARTIAL: There are files that it does not name. UNCHECKED: Nothing here
    can verify it; digests were compared. UNKNOWN: Nobody named its signer. VALID: Made by a named signer, over every
    file.
    """

    MALFORMED = "malformed"
    INVALID = "invalid"
    DRIFTED = "drifted"
    PARTIAL = "in-part"
    UNCHECKED = "unchecked"
    UNKNOWN = "unknown-signer"
    VALID = "valid"


SIGNED_WHOLE = frozenset({SignatureState.VALID, SignatureState.UNKNOWN, SignatureState.UNCHECKED})
"""States in which every file is there and as it was signed, by whomever."""


class SigstoreIdentity(Struct, frozen=True):
    """Somebody who proves who they are to sigstore, and keeps no key.

    Attributes:
        issuer: Address of who says who they are, as certificates have it.
        subject: Their e-mail address or the URI of their workflow, the whole of it; empty where a repository counts.
        repository: Address of the repository, any workflow of which counts; empty where a subject does.
    """

    issuer: str
    subject: str = ""
    repository: str = ""


class Signer(Struct, frozen=True):
    """Somebody whose signatures count: by certificates, by a key or by an identity.

    Attributes:
        name: As the configuration calls them.
        pem: A root certificate, or a public key; empty for an identity.
        identity: None for certificates and keys.
        sigstore_root: By which the certificates and logs of sigstore are known that prove the identity; empty for
            certificates and keys.
    """

    name: str
    pem: bytes = b""
    identity: SigstoreIdentity | None = None
    sigstore_root: bytes = b""


class ChangedFile(Struct, frozen=True):
    """A file that differs from the one that was signed; both are SHA-256, 64 hex digits."""

    path: str
    signed: str
    found: str


class SignedBundle(Struct, frozen=True):
    """Who made a signature, whatever it is over.

    Attributes:
        known_as: Name of the configured signer that made it; empty where none did, or nothing could verify it.
        signer: Name in the certificate that made it, the start of a key's digest, or an identity of sigstore; the
            signature's own word unless it has a `known_as`, or `signed_on` says that its issuer vouches for it. Empty
            where it cannot be read.
        root: Name in the last certificate of its chain, the same way, or the issuer of an identity; empty for a key.
        identity: SHA-256 that tells the signer from any other, whatever it calls itself; empty where nothing was
            verified.
        valid_from: First day of the certificate, an ISO date, or empty: that of an identity is valid for minutes, and
            was when it was used.
        valid_until: Last day of the certificate, an ISO date, or empty.
        problem: Why it is malformed, invalid or unchecked, a clause; else empty.
        signed_on: Day on which it was made at the latest, in UTC, an ISO date, as somebody recorded it whom the root
            of sigstore names; empty where nobody did, or it was not verified.
        recorded_by: Name of the log or the timestamp authority that did.
    """

    state: SignatureState
    known_as: str = ""
    signer: str = ""
    root: str = ""
    identity: str = ""
    valid_from: str = ""
    valid_until: str = ""
    problem: str = ""
    signed_on: str = ""
    recorded_by: str = ""

    @property
    def is_unproven_key(self) -> bool:
        """Whether a bare key is named that nobody gave: unlike a certificate, the signature does not hold it."""
        return bool(self.signer) and not (self.known_as or self.problem or self.valid_until or self.signed_on)


class SignatureFacts(SignedBundle, frozen=True):
    """Who made the signature of a skill, and how its files compare with those that were signed.

    Attributes:
        changed: Files that differ from those that were signed, by path.
        missing: Files that it names and the skill does not have, sorted.
        unsigned: Files of the skill that it does not name, sorted.
        in_repository: The file of the signer that it is known by lies in the repository of the skill: who may change
            the skill may change whose signatures count as well.
    """

    changed: tuple[ChangedFile, ...] = ()
    missing: tuple[str, ...] = ()
    unsigned: tuple[str, ...] = ()
    in_repository: bool = False
