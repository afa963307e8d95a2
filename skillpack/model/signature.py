"""The file that holds the signature of a skill: by its shape alone, not by what it proves."""

import base64
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

SIGNATURE = "skill.oms.sig"
"""At the root of a skill (OpenSSF Model Signing)."""

LONGEST_SIGNATURE = 2**16  # bytes; a larger file of that name is a file like any other

_MOST_CERTIFICATES = 10
_MOST_ENTRIES = 4  # of logs, and of timestamps
_MOST_HASHES = 64  # of a proof: a log of 2**64 entries needs no more
_MOST_FILES = 4096
_MOST_IGNORED = 64
_KEPT = 32  # files that were read last: one is asked for by its digest, its checksums and its signer


def _base64(most: int | None = None) -> Meta:
    """Return the form of a text that encodes bytes in the one way that there is, at most so many where that is said."""
    tail = r"(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?"
    return Meta(pattern=rf"\A(?:[A-Za-z0-9+/]{{4}})*{tail}\Z", max_length=None if most is None else (most + 2) // 3 * 4)


def _text(pattern: str) -> Meta:
    return Meta(pattern=rf"\A{pattern}\Z")


_Certificate = Annotated[str, _base64(2**14)]
_Hash = Annotated[str, _base64(64)]
_Hint = Annotated[str, _text(r"[A-Za-z0-9+/=:_.-]{0,128}")]
_Number = Annotated[str, _text(r"[0-9]{1,20}")] | Annotated[int, Meta(ge=0, le=2**63 - 1)]
_Path = Annotated[str, _text(r"[^\x00-\x1f\x7f]{0,400}")]
_Word = Annotated[str, _text(r"[A-Za-z0-9_.-]{1,40}")]
_Hex = Annotated[str, _text(r"[0-9a-f]{1,128}")]
_MediaType = Annotated[
    str, _text(r"application/vnd\.dev\.sigstore\.bundle(?:\+json;version=0\.[0-9]|\.v0\.[0-9]\+json)")
]


class _Known(Struct, forbid_unknown_fields=True, rename="camel"):
    """A part of the file that has these fields and no others; what is 0 or empty may be left out (protobuf)."""


class _RawBytes(_Known):
    raw_bytes: _Certificate


class _Chain(_Known):
    certificates: Annotated[tuple[_RawBytes, ...], Meta(max_length=_MOST_CERTIFICATES)]


class _PublicKey(_Known):
    hint: _Hint = ""


class _LogId(_Known):
    key_id: _Hash


class _KindVersion(_Known):
    kind: _Word
    version: _Word


class _Promise(_Known):
    signed_entry_timestamp: Annotated[str, _base64(512)]


class _Checkpoint(_Known):
    # A signed note: origin, size, hash, at most two lines more; then who signed it.
    envelope: Annotated[str, _text(r"(?:[ -~]{1,200}\n){3,5}\n(?:— [!-~]{1,200} [A-Za-z0-9+/=]{1,800}\n){1,8}")]


class _Proof(_Known):
    root_hash: _Hash = ""
    tree_size: _Number = 0
    log_index: _Number = 0
    hashes: Annotated[tuple[_Hash, ...], Meta(max_length=_MOST_HASHES)] = ()
    checkpoint: _Checkpoint | None = None


class _LogEntry(_Known):
    canonicalized_body: Annotated[str, _base64(2**15)] = ""
    log_id: _LogId | None = None
    log_index: _Number = 0
    kind_version: _KindVersion | None = None
    integrated_time: _Number | None = None
    inclusion_promise: _Promise | None = None
    inclusion_proof: _Proof | None = None


class _Timestamp(_Known):
    signed_timestamp: Annotated[str, _base64(2**14)]


class _Timestamps(_Known):
    rfc3161_timestamps: Annotated[tuple[_Timestamp, ...], Meta(max_length=_MOST_ENTRIES)] = ()


class _Material(_Known):
    x509_certificate_chain: _Chain | None = None
    public_key: _PublicKey | None = None
    certificate: _RawBytes | None = None
    tlog_entries: Annotated[tuple[_LogEntry, ...], Meta(max_length=_MOST_ENTRIES)] = ()
    timestamp_verification_data: _Timestamps | None = None


class _Signature(_Known):
    sig: Annotated[str, _base64(1024)]
    keyid: _Hint | None = None


class _Envelope(_Known):
    payload: Annotated[str, _base64()]
    payload_type: Annotated[str, _text("application/vnd.in-toto[+]json")]
    signatures: Annotated[tuple[_Signature, ...], Meta(min_length=1, max_length=1)]


class _Bundle(_Known):
    media_type: _MediaType
    verification_material: _Material
    dsse_envelope: _Envelope


class _Digest(Struct, forbid_unknown_fields=True):
    sha256: _Hex


class _Subject(Struct, forbid_unknown_fields=True):
    digest: _Digest
    name: _Path = ""


class _Resource(Struct, forbid_unknown_fields=True):
    name: _Path
    algorithm: _Word
    digest: _Hex


class _Serialization(Struct, forbid_unknown_fields=True):
    method: _Word
    hash_type: _Word = "sha256"
    allow_symlinks: bool = False
    ignore_paths: Annotated[tuple[_Path, ...], Meta(max_length=_MOST_IGNORED)] = ()
    shard_size: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 0


class _Predicate(Struct, forbid_unknown_fields=True):
    serialization: _Serialization
    resources: Annotated[tuple[_Resource, ...], Meta(max_length=_MOST_FILES)]


class _Statement(_Known):
    type: Annotated[str, _text(r"https://[!-~]{1,200}")] = field(name="_type")
    subject: Annotated[tuple[_Subject, ...], Meta(min_length=1, max_length=1)]
    predicate_type: Annotated[str, _text(r"https://[!-~]{1,200}")]
    predicate: _Predicate


class DsseSignature(Struct, frozen=True):
    """One signature of an envelope; `keyid` is a hint that proves nothing."""

    sig: bytes
    keyid: str | None = ""


class Envelope(Struct, frozen=True, rename="camel"):
    """A signed text (DSSE).

    Attributes:
        payload: What is signed, with its type: an in-toto statement.
    """

    payload: bytes
    payload_type: str
    signatures: tuple[DsseSignature, ...]


class SignatureBundle(Struct, frozen=True, rename="camel"):
    """A sigstore bundle, as it stands in the file.

    Attributes:
        verification_material: Certificates, a key or log entries, of the right form, not verified.
    """

    media_type: str
    verification_material: dict[str, Any]
    dsse_envelope: Envelope


@lru_cache(maxsize=_KEPT)
def read_signature(content: bytes) -> SignatureBundle | None:
    """Return the bundle of a file named `skill.oms.sig`; None where it is not well-formed.

    A well-formed one has at most 64 KiB, and the fields of a sigstore bundle with a signed statement of OpenSSF Model
    Signing alone, each once, of its form and its length: content digests leave it out, so little else may lie in it.
    What may is bytes that nobody verified yet, such as the signature itself, a certificate, or the name of a file.
    """
    bundle = read_bundle(content)
    try:
        if bundle is not None:
            msgspec.convert(_parsed(bundle.dsse_envelope.payload), _Statement)
    except (_UnreadableError, msgspec.ValidationError):
        return None
    return bundle


def read_bundle(content: bytes, *, longest: int = LONGEST_SIGNATURE) -> SignatureBundle | None:
    """Return a sigstore bundle with a signed in-toto statement, whatever that says; None where it is none.

    It has the fields of one alone, each once, of its form and its length; nothing is verified.

    Args:
        content: Of the file.
        longest: Bytes that it may have; the list of a catalog may have more than the signature of a skill.
    """
    if len(content) > longest:
        return None
    try:
        row = _parsed(content)
        material = msgspec.convert(row, _Bundle).verification_material
        return msgspec.convert(row, SignatureBundle) if all(map(_is_certificate, _certificates(material))) else None
    except (_UnreadableError, msgspec.ValidationError):
        return None


class _UnreadableError(Exception):
    """A text is not JSON."""


def _parsed(content: bytes) -> object:
    """Return the value of a JSON text; `_UnreadableError` where a key occurs twice too: nobody would read the first."""
    try:
        return json.loads(content.decode(), object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:  # not UTF-8, not JSON, a long number; hostile nesting
        raise _UnreadableError from error


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key occurs twice")
    return made


def _certificates(material: _Material) -> Iterator[bytes]:
    chain = material.x509_certificate_chain.certificates if material.x509_certificate_chain is not None else ()
    for each in (*chain, material.certificate):
        if each is not None:
            yield base64.b64decode(each.raw_bytes)


def _is_certificate(der: bytes) -> bool:
    """Return whether bytes have the outer form of a certificate (RFC 5280, 4.1): what is signed, how, the signature."""
    start = _content(der, 0, _SEQUENCE)
    for tag in (_SEQUENCE, _SEQUENCE, _BIT_STRING):
        if start is None:
            return False
        inner = _content(der, start[0], tag)
        start = None if inner is None else (inner[1], inner[1])
    return start is not None and start[0] == len(der)


_SEQUENCE, _BIT_STRING = 0x30, 0x03
_HEADER = re.compile(rb"(.)(?:([\x00-\x7f])|\x81([\x80-\xff])|\x82([\x01-\xff].))", re.DOTALL)


def _content(der: bytes, at: int, tag: int) -> tuple[int, int] | None:
    """Return where the content of a DER value begins and ends; None where no value of that kind is there whole."""
    found = _HEADER.match(der, at)
    if found is None or found[1][0] != tag:
        return None
    end = found.end() + int.from_bytes(found[2] or found[3] or found[4])
    return (found.end(), end) if end <= len(der) else None
