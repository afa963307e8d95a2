"""signed-list.json: the digests of all that installers read of a catalog, signed, with a serial and an expiry.

It is a signed in-toto statement in a sigstore bundle, as the signature of a skill is. Its subjects are the indexes of
the catalog and the parts of the list; each part names the files whose path falls to it, so that who installs one skill
reads one part.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from math import isqrt
from typing import Any

import msgspec
from msgspec import Struct, field

from skillpack.catalog import paths
from skillpack.model.digest import sha256
from skillpack.model.signature import SignatureBundle, read_bundle

LONGEST_LIST = 2**20
"""Bytes of the signed list, and of each of its parts, that are read."""

MOST_PARTS = 4096

MOST_SERIAL = 2**53
"""What every reader of JSON holds exactly."""

_TYPE = "https://in-toto.io/Statement/v1"
_PREDICATE = "urn:skillpack:signed-list:v1"
_FEW = 100  # files that one part names
_ROWS = 400  # files in a part, on average: some 60 kB
_LONGEST_NAME = 2000  # characters
_DIGEST = re.compile(r"[0-9a-f]{64}")
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


class SignedList(Struct, frozen=True):
    """What the signed list of a catalog says, whoever made it.

    Attributes:
        catalog: The address of the catalog, or its name where it has none.
        serial: Grows with every list of a catalog; at least 0.
        made: When it was made, as its maker says: `2026-11-27T05:00:00Z`.
        expires: When it expires, the same way.
        parts: How many parts there are, at least 1.
        files: Path -> SHA-256 of each index and each part.
    """

    catalog: str
    serial: int
    made: str
    expires: str
    parts: int
    files: Mapping[str, str]


class _Subject(Struct, frozen=True):
    name: str
    digest: Mapping[str, str]


class _Predicate(Struct, frozen=True):
    catalog: str
    serial: int
    made: str
    expires: str
    parts: int


class _Statement(Struct, frozen=True, rename="camel"):
    type: str = field(name="_type")
    subject: tuple[_Subject, ...] = ()
    predicate_type: str = ""
    predicate: dict[str, Any] = {}


class _Part(Struct, frozen=True):
    files: tuple[tuple[str, str], ...]


def parts_for(files: int) -> int:
    """Return in how many parts so many files are listed: so many that who reads the list and one part reads little."""
    if files <= _FEW:
        return 1
    # The list has some 160 bytes for a part, a part some 150 for a file: together they are smallest near the root.
    return min(max(isqrt(files), -(-files // _ROWS)), MOST_PARTS)


def part_of(path: str, parts: int) -> int:
    """Return the number of the part that names a path."""
    return int(sha256(path.encode("utf-8", "surrogatepass"))[:12], 16) % parts


def write_parts(digests: Mapping[str, str]) -> tuple[bytes, ...]:
    """Return the parts of a list, in their order.

    Args:
        digests: Path -> SHA-256 of every file that the list is to name; those of indexes are left to the list itself.
    """
    rows = {path: digest for path, digest in digests.items() if not paths.is_index(path)}
    number = parts_for(len(rows))
    found: list[list[tuple[str, str]]] = [[] for _ in range(number)]
    for path in sorted(rows):
        found[part_of(path, number)].append((path, rows[path]))
    return tuple(msgspec.json.encode(_Part(tuple(each))) for each in found)


def write_statement(
    digests: Mapping[str, str], parts: tuple[bytes, ...], *, catalog: str, serial: int, made: str, expires: str
) -> bytes:
    """Return the statement that is to be signed.

    Args:
        digests: As `write_parts` was given.
        parts: As it returned.
        catalog: As `SignedList` has it, as the others.
        serial: The same.
        made: The same.
        expires: The same.
    """
    files = {path: digests[path] for path in sorted(digests) if paths.is_index(path)}
    files |= {paths.signed_part(number): sha256(content) for number, content in enumerate(parts)}
    return msgspec.json.encode(
        _Statement(
            _TYPE,
            tuple(_Subject(path, {"sha256": digest}) for path, digest in files.items()),
            _PREDICATE,
            msgspec.to_builtins(_Predicate(catalog, serial, made, expires, len(parts))),
        )
    )


def read_list(content: bytes) -> tuple[SignatureBundle, SignedList]:
    """Return the bundle of a list, by which its maker can be verified, and what it says.

    Raises:
        ValueError: It is no signed list, or contradicts itself; the message is a clause.
    """
    if len(content) > LONGEST_LIST:
        raise ValueError(f"it is larger than {LONGEST_LIST:,} bytes")
    bundle = read_bundle(content, longest=LONGEST_LIST)
    if bundle is None:
        raise ValueError("it is not a signed sigstore bundle")
    return bundle, _read_statement(bundle.dsse_envelope.payload)


def _read_statement(payload: bytes) -> SignedList:
    """Return what a signed text says.

    Raises:
        ValueError: It is no list, or contradicts itself; the message is a clause.
    """
    try:
        found = msgspec.json.decode(payload, type=_Statement)
        if found.type != _TYPE or found.predicate_type != _PREDICATE:
            raise ValueError("it is signed, but no list of a catalog")
        said = msgspec.convert(found.predicate, _Predicate)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ValueError("its signed text is no list of a catalog") from error
    if not 0 <= said.serial <= MOST_SERIAL or not 1 <= said.parts <= MOST_PARTS:
        raise ValueError("its serial or its number of parts cannot be")
    if not said.catalog or len(said.catalog) > _LONGEST_NAME:
        raise ValueError("it does not say of which catalog it is")
    for moment in (said.made, said.expires):
        if not _MOMENT.fullmatch(moment) or not _is_moment(moment):
            raise ValueError("it does not say when it was made and when it expires")
    files = _unique((each.name, each.digest.get("sha256", "")) for each in found.subject)
    if any(paths.signed_part(number) not in files for number in range(said.parts)):
        raise ValueError("it does not name all of its parts")
    return SignedList(said.catalog, said.serial, said.made, said.expires, said.parts, files)


def read_part(content: bytes) -> Mapping[str, str]:
    """Return path -> SHA-256 of the files that a part names.

    Raises:
        ValueError: It is none; the message is a clause.
    """
    try:
        found = msgspec.json.decode(content, type=_Part)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ValueError("it is no part of a signed list") from error
    return _unique(found.files)


def _unique(rows: Any) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for path, digest in rows:
        if path in found:
            raise ValueError("it names a file twice")
        if not _DIGEST.fullmatch(digest):
            raise ValueError("it has digests other than SHA-256")
        found[path] = digest
    return found


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
