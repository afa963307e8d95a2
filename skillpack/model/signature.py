"""The file that holds the signature of a skill: by its shape alone, not by what it proves."""

from typing import Any

import msgspec
from msgspec import Struct

SIGNATURE = "skill.oms.sig"
"""At the root of a skill (OpenSSF Model Signing)."""

LONGEST_SIGNATURE = 2**16  # bytes; a larger file of that name is a file like any other

_MEDIA_TYPE = "application/vnd.dev.sigstore.bundle"
_PAYLOAD_TYPE = "application/vnd.in-toto+json"


class DsseSignature(Struct, frozen=True, forbid_unknown_fields=True):
    """One signature of an envelope; `keyid` is a hint that proves nothing."""

    sig: bytes
    keyid: str | None = ""


class Envelope(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A signed text (DSSE).

    Attributes:
        payload: What is signed, with its type: an in-toto statement.
    """

    payload: bytes
    payload_type: str
    signatures: tuple[DsseSignature, ...]


class SignatureBundle(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A sigstore bundle, as it stands in the file.

    Attributes:
        verification_material: Certificates, a key or log entries, not looked into.
    """

    media_type: str
    verification_material: dict[str, Any]
    dsse_envelope: Envelope


def read_bundle(content: bytes, *, longest: int = LONGEST_SIGNATURE) -> SignatureBundle | None:
    """Return the bundle of a file named `skill.oms.sig`; None where it is not well-formed.

    A well-formed one has the fields of a sigstore bundle with a signed in-toto statement alone: content digests leave
    it out, so nothing else may lie in it.

    Args:
        content: Of the file.
        longest: Bytes that it may have; the list of a catalog may have more than the signature of a skill.
    """
    if len(content) > longest:
        return None
    try:
        bundle = msgspec.json.decode(content, type=SignatureBundle)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):  # the last two for hostile nesting and texts
        return None
    envelope = bundle.dsse_envelope
    is_signed = envelope.payload_type == _PAYLOAD_TYPE and len(envelope.signatures) == 1
    return bundle if is_signed and bundle.media_type.startswith(_MEDIA_TYPE) else None
