"""The signed text of a signature: the files that it names, with their digests (OpenSSF Model Signing 1.0)."""

import hashlib

import msgspec
from msgspec import Struct, field

from skillpack.model.signature import read_signature

_TYPE = "https://in-toto.io/Statement/v1"
_PREDICATE = "https://model_signing/signature/v1.0"
_HEX = frozenset("0123456789abcdef")


class Statement(Struct, frozen=True):
    """What a signature says, whoever made it.

    Attributes:
        folder: Name of the folder that was signed; it proves nothing.
        files: Path and SHA-256 of each file, in its order.
    """

    folder: str
    files: tuple[tuple[str, str], ...]


class _Resource(Struct, frozen=True):
    name: str
    algorithm: str
    digest: str


class _Serialization(Struct, frozen=True):
    method: str


class _Predicate(Struct, frozen=True):
    resources: tuple[_Resource, ...]
    serialization: _Serialization


class _Subject(Struct, frozen=True):
    digest: dict[str, str]
    name: str = ""


class _Payload(Struct, frozen=True, rename="camel"):
    subject: tuple[_Subject, ...]
    predicate_type: str
    predicate: _Predicate
    type: str = field(name="_type")


def read_statement(payload: bytes) -> Statement:
    """Return the statement of a payload.

    Raises:
        ValueError: It is none, is of another kind, or contradicts itself; the message is a clause.
    """
    try:
        found = msgspec.json.decode(payload, type=_Payload)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ValueError("its signed text is not an in-toto statement") from error
    if found.type != _TYPE or found.predicate_type != _PREDICATE:
        raise ValueError("its statement is of an unknown kind")
    if found.predicate.serialization.method != "files":
        raise ValueError("its statement does not list whole files")
    resources = found.predicate.resources
    if any(
        each.algorithm != "sha256" or len(each.digest) != 64 or not _HEX.issuperset(each.digest) for each in resources
    ):
        raise ValueError("its statement has digests other than SHA-256")
    if len({each.name for each in resources}) != len(resources):
        raise ValueError("its statement names a file twice")
    whole = hashlib.sha256(b"".join(bytes.fromhex(each.digest) for each in resources)).hexdigest()
    if len(found.subject) != 1 or found.subject[0].digest.get("sha256") != whole:
        raise ValueError("its statement's digest does not match the files that it lists")
    return Statement(found.subject[0].name, tuple((each.name, each.digest) for each in resources))


def signed_paths(content: bytes) -> frozenset[str]:
    """Return the paths that a signature names, whoever made it; none of a file that is not well-formed."""
    bundle = read_signature(content)
    if bundle is None:
        return frozenset()
    try:
        return frozenset(path for path, _ in read_statement(bundle.dsse_envelope.payload).files)
    except ValueError:
        return frozenset()
