"""`skills.lock`: what a root shall hold, for people to commit and for machines to repeat.

Sorted by name, one skill on a few lines of its own, no time and no machine in it, so that two branches merge by lines.
"""

import json
import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from skillpack.errors import IntegrityError
from skillpack.install.root.receipt import read_source, source_row, unique_keys
from skillpack.model.installed import PlacedFile, Provenance, Receipt
from skillpack.model.portable import printable, usable_name

NAME = "skills.lock"
SCHEMA = 1
MOST = 2**24
"""Bytes of a lock file that are read."""

_WHOLE = frozenset({"schema", "skills"})
_ENTRY = frozenset({"label", "digest", "date", "source", "archive"})
_ARCHIVE = frozenset({"url", "sha256"})
_SOURCE = frozenset({"kind", "location", "path", "wanted", "revision", "assurance"})
_DIGEST = re.compile(r"[0-9a-f]{64}")
_LABEL = re.compile(r"[0-9A-Za-z][0-9A-Za-z.-]{0,63}")


class Locked(Struct, frozen=True):
    """One skill of a lock file; the fields are those of a receipt."""

    name: str
    label: str
    digest: str
    provenance: Provenance
    archive_sha256: str = ""
    url: str = ""
    date: str = ""


def locked(receipt: Receipt) -> Locked:
    """Return the entry of a lock file for a receipt."""
    return Locked(
        receipt.name,
        receipt.label,
        receipt.digest,
        receipt.provenance,
        receipt.archive_sha256,
        receipt.url,
        receipt.date,
    )


def receipt_of(locked: Locked, files: tuple[PlacedFile, ...]) -> Receipt:
    """Return the receipt of which a lock file keeps the rest; the files must have its digest."""
    return Receipt(
        locked.name,
        locked.label,
        locked.digest,
        locked.provenance,
        files,
        locked.archive_sha256,
        locked.url,
        locked.date,
    )


def write_lock(skills: Iterable[Locked]) -> bytes:
    """Return the text."""
    rows = ",\n".join(_written(each) for each in sorted(skills, key=lambda each: each.name))
    return f'{{\n "schema": {SCHEMA},\n "skills": {{\n{rows}{chr(10) if rows else ""} }}\n}}\n'.encode()


def read_lock(content: bytes, *, where: str) -> tuple[Locked, ...]:
    """Return the entries of somebody's lock file, by name.

    Raises:
        IntegrityError: It is not a lock file, holds merge markers, is newer than this program, or has a bad entry,
            which the message names. A key that this program does not know is refused, for it would be lost when the
            file is written again; so is a name that is there twice.
    """
    if len(content) > MOST:
        raise IntegrityError(f"`{where}` is larger than {MOST} bytes")
    if re.search(rb"^(?:<<<<<<<|=======|>>>>>>>)", content, re.MULTILINE):
        raise IntegrityError(f"`{where}` holds a merge conflict", hint="keep the wanted skills, drop the markers")
    try:
        whole = json.loads(content, object_pairs_hook=unique_keys)
    except (ValueError, RecursionError) as error:
        raise IntegrityError(f"`{where}` is not readable as JSON: {error}") from error
    if not isinstance(whole, dict) or whole.get("schema") != SCHEMA or not isinstance(whole.get("skills"), dict):
        raise IntegrityError(
            f"`{where}` is not a lock file of format {SCHEMA}", hint="update skillpack, or write it again"
        )
    _check_keys(whole, _WHOLE, where)
    return tuple(_read(name, row, where) for name, row in sorted(whole["skills"].items()))


def _check_keys(row: Mapping[str, object], known: frozenset[str], where: str) -> None:
    """Refuse a key that we would drop when we write the file again."""
    for key in row.keys() - known:
        message = f"`{where}` holds `{printable(key, longest=80)}`, which this program does not know"
        raise IntegrityError(message, hint="update skillpack, or drop the line")


def _written(each: Locked) -> str:
    row = {
        "label": each.label,
        "digest": each.digest,
        "date": each.date,
        "source": source_row(each.provenance),
        "archive": {key: value for key, value in (("url", each.url), ("sha256", each.archive_sha256)) if value},
    }
    inner = ",\n".join(f"   {json.dumps(key)}: {json.dumps(value)}" for key, value in row.items() if value)
    return f"  {json.dumps(each.name)}: {{\n{inner}\n  }}"


def _read(name: str, row: object, where: str) -> Locked:
    try:
        return _entry(name, row)
    except IntegrityError as error:
        raise IntegrityError(f"`{where}`, `{printable(name, longest=80)}`: {error}", hint=error.hint) from error


def _entry(name: str, row: object) -> Locked:
    if not isinstance(row, dict) or not usable_name(name):
        raise IntegrityError("that is not a skill")
    archive, source = row.get("archive", {}), row.get("source")
    if not isinstance(archive, dict) or not isinstance(source, dict):
        raise IntegrityError("it has no source")
    for part, inner, known in (("entry", row, _ENTRY), ("archive", archive, _ARCHIVE), ("source", source, _SOURCE)):
        _check_keys(inner, known, part)
    label, digest, archive_sha256 = _text(row, "label"), _text(row, "digest"), _text(archive, "sha256")
    if _LABEL.fullmatch(label) is None or _DIGEST.fullmatch(digest) is None:
        raise IntegrityError("it has no label or digest")
    if archive_sha256 and _DIGEST.fullmatch(archive_sha256) is None:
        raise IntegrityError("its archive has no digest")
    return Locked(name, label, digest, read_source(source), archive_sha256, _text(archive, "url"), _text(row, "date"))


def _text(row: Mapping[str, object], key: str) -> str:
    value = row.get(key, "")
    if not isinstance(value, str):
        raise IntegrityError(f"`{key}` is not a text")
    return value
