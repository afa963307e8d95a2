"""The receipt that lies in an installed skill, as text (pure)."""

import json
import re
from collections.abc import Mapping

from msgspec.structs import replace

from skillpack.errors import IntegrityError
from skillpack.model.digest import listed_digests, sha256
from skillpack.model.installed import Assurance, Pin, PlacedFile, Provenance, Receipt, SignerKind, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.portable import path_problem, printable, usable_name
from skillpack.model.tree import Tree

SCHEMA = 1
MOST = 2**23
"""Bytes of a receipt that are read; one of 4,096 files with the longest paths, every mark escaped, needs less."""

SOURCE = ("kind", "location", "path", "wanted", "revision", "assurance")
"""Fields of a provenance, as they are written."""

ARCHIVE = ("url", "sha256", "signature")
SIGNER = ("kind", "identity", "name", "whole")

_LONGEST_SIGNER = 200  # characters of a name
_DIGEST = re.compile(r"[0-9a-f]{64}")
_LABEL = re.compile(r"[0-9A-Za-z][0-9A-Za-z.-]{0,63}")


def placed_files(tree: Tree) -> tuple[PlacedFile, ...]:
    """Return the rows of a receipt for the files of a tree."""
    return tuple(PlacedFile(path, sha256(content), len(content)) for path, content in tree.files.items())


def write_receipt(receipt: Receipt) -> bytes:
    """Return the text: sorted, one file a line, the same on every machine."""
    head = {"schema": SCHEMA, "name": receipt.name, **entry_row(receipt)}
    lines = [f" {json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items()]
    files = ",\n".join(f"  {json.dumps([file.path, file.sha256, file.size])}" for file in receipt.files)
    return f'{{\n{"".join(lines)} "files": [\n{files}\n ]\n}}\n'.encode()


def entry_row(receipt: Receipt) -> dict[str, object]:
    """Return the fields of a skill that receipts and lock files share, beside its name."""
    return _filled(
        {
            "label": receipt.label,
            "digest": receipt.digest,
            "date": receipt.date,
            "source": source_row(receipt.provenance),
            "archive": _filled(
                {"url": receipt.url, "sha256": receipt.archive_sha256, "signature": receipt.signature_sha256}
            ),
            "signer": signer_row(receipt),
        }
    )


def signer_row(receipt: Receipt) -> dict[str, object]:
    """Return who signed a skill, as receipts and lock files say it; empty where that is not known."""
    pin = receipt.signer
    if pin is None:
        return {}
    return {"kind": str(pin.kind), "identity": pin.identity, "name": pin.name, "whole": pin.whole}


def source_row(provenance: Provenance) -> dict[str, object]:
    """Return where a skill came from, as receipts and lock files say it."""
    return _filled({key: str(getattr(provenance, key)) for key in SOURCE})


def read_receipt(content: bytes, limits: Limits) -> Receipt:
    """Return the receipt of a skill; what it says of paths can be used below the skill's own folder alone.

    Raises:
        IntegrityError: It is not a receipt, from a newer program, or contradicts itself.
    """
    row = read_row(content, MOST, "the receipt")
    if row.get("schema") != SCHEMA:
        found = printable(str(row.get("schema")), longest=20)
        message = f"the receipt has format `{found}`, this program reads {SCHEMA}"
        raise IntegrityError(message, hint="update skillpack")
    name = _text(row, "name")
    if not usable_name(name):
        raise IntegrityError("the receipt has no usable skill name")
    receipt = replace(read_entry(name, row), files=_files(row, limits))
    if receipt.digest not in listed_digests((file.path, file.sha256) for file in receipt.files):
        raise IntegrityError("the receipt's digest does not match its files")
    return receipt


def read_row(content: bytes, most: int, what: str) -> Mapping[str, object]:
    """Return the JSON object that a file is; a key that occurs twice is refused: two readers may see two values.

    Args:
        content: Of the file.
        most: Bytes that are read.
        what: The file in words, for messages.

    Raises:
        IntegrityError: It is none.
    """
    if len(content) > most:
        raise IntegrityError(f"{what} is larger than {most} bytes")
    try:
        row = json.loads(content, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise IntegrityError(f"{what} is not readable as JSON: {error}") from error
    if not isinstance(row, dict):
        raise IntegrityError(f"{what} is not a JSON object")
    return row


def read_entry(name: str, row: Mapping[str, object]) -> Receipt:
    """Return a receipt, without its files, from what `entry_row` wrote.

    Raises:
        IntegrityError: The row says something else.
    """
    source, archive = object_of(row, "source"), object_of(row, "archive")
    try:
        kind, assurance = SourceKind(_text(source, "kind")), Assurance(_text(source, "assurance") or Assurance.NONE)
    except ValueError as error:
        raise IntegrityError(f"its source is of an unknown kind: {error}") from error
    location, path, wanted, revision = (_text(source, key) for key in ("location", "path", "wanted", "revision"))
    return Receipt(
        name=name,
        label=_matching(_LABEL, row, "label"),
        digest=_matching(_DIGEST, row, "digest"),
        provenance=Provenance(kind, location, path, wanted, revision, assurance),
        files=(),
        archive_sha256=_matching(_DIGEST, archive, "sha256") if _text(archive, "sha256") else "",
        url=_text(archive, "url"),
        date=_text(row, "date"),
        signature_sha256=_matching(_DIGEST, archive, "signature") if _text(archive, "signature") else "",
        signer=_pin(object_of(row, "signer")),
    )


def _pin(row: Mapping[str, object]) -> Pin | None:
    if not row:
        return None
    kind, name, whole = _text(row, "kind"), _text(row, "name"), row.get("whole")
    if kind not in {str(each) for each in SignerKind} or len(name) > _LONGEST_SIGNER or not isinstance(whole, bool):
        raise IntegrityError("`signer` is not valid")
    return Pin(SignerKind(kind), _matching(_DIGEST, row, "identity"), name, whole)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key occurs twice")
    return made


def _files(row: Mapping[str, object], limits: Limits) -> tuple[PlacedFile, ...]:
    listed = row.get("files")
    if not isinstance(listed, list) or len(listed) > limits.files:
        raise IntegrityError("the receipt lists no files, or too many")
    files = tuple(_file(each, limits) for each in listed)
    if len({file.path for file in files}) != len(files):
        raise IntegrityError("the receipt lists a file twice")
    return files


def _file(row: object, limits: Limits) -> PlacedFile:
    match row:
        case [str(path), str(digest), int(size)] if not isinstance(size, bool) and size >= 0:
            if _DIGEST.fullmatch(digest) and path_problem(path, limits) is None:
                return PlacedFile(path, digest, size)
    raise IntegrityError(f"the receipt lists `{printable(str(row), longest=80)}`, which is not a file of a skill")


def _text(row: Mapping[str, object], key: str) -> str:
    value = row.get(key, "")
    if not isinstance(value, str):
        raise IntegrityError(f"`{key}` is not a text")
    return value


def object_of(row: Mapping[str, object], key: str) -> Mapping[str, object]:
    """Return an object in a row, empty where it is left out; IntegrityError where the key is something else."""
    value = row.get(key, {})
    if not isinstance(value, dict):
        raise IntegrityError(f"`{key}` is not an object")
    return value


def _matching(pattern: re.Pattern[str], row: Mapping[str, object], key: str) -> str:
    value = _text(row, key)
    if pattern.fullmatch(value) is None:
        raise IntegrityError(f"`{key}` is `{printable(value, longest=80)}`, which is not valid")
    return value


def _filled(row: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in row.items() if value not in ("", {}, ())}
