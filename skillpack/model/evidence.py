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


class Signer(Struct, frozen=True):
    """Somebody whose signatures count.

    Attributes:
        name: As the configuration calls them.
        pem: A root certificate, or a public key.
    """

    name: str
    pem: bytes


class ChangedFile(Struct, frozen=True):
    """A file that differs from the one that was signed; both are SHA-256, 64 hex digits."""

    path: str
    signed: str
    found: str


class SignedBundle(Struct, frozen=True):
    """Who made a signature, whatever it is over.

    Attributes:
        known_as: Name of the configured signer that made it; empty where none did, or nothing could verify it.
        signer: Name in the certificate that made it, or the start of a key's digest; the signature's own word unless
            it has a `known_as`. Empty where it cannot be read.
        root: Name in the last certificate of its chain, the same way; empty for a key.
        identity: SHA-256 that tells the signer from any other, whatever it calls itself; empty where nothing was
            verified.
        valid_from: First day of the certificate, an ISO date, or empty.
        valid_until: Last day of the certificate, an ISO date, or empty.
        problem: Why it is malformed, invalid or unchecked, a clause; else empty.
    """

    state: SignatureState
    known_as: str = ""
    signer: str = ""
    root: str = ""
    identity: str = ""
    valid_from: str = ""
    valid_until: str = ""
    problem: str = ""


class SignatureFacts(SignedBundle, frozen=True):
    """Who made the signature of a skill, and how its files compare with those that were signed.

    Attributes:
        is_logged: A transparency log is named, which would record when it was made; else nothing does.
        changed: Files that differ from those that were signed, by path.
        missing: Files that it names and the skill does not have, sorted.
        unsigned: Files of the skill that it does not name, sorted.
        in_repository: The file of the signer that it is known by lies in the repository of the skill: who may change
            the skill may change whose signatures count as well.
    """

    is_logged: bool = False
    changed: tuple[ChangedFile, ...] = ()
    missing: tuple[str, ...] = ()
    unsigned: tuple[str, ...] = ()
    in_repository: bool = False
