"""`skills.lock`: what a root shall hold, for people to commit and for machines to repeat (pure).

Sorted by name, one skill on a few lines of its own, no time and no machine in it, so that two branches merge by lines.
"""

import json
import re
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from skillpack.errors import IntegrityError
from skillpack.install.root.receipt import ARCHIVE, SIGNER, SOURCE, entry_row, object_of, read_entry, read_row
from skillpack.model.installed import Receipt
from skillpack.model.portable import printable, usable_name

NAME = "skills.lock"
SCHEMA = 1
MOST = 2**24
"""Bytes of a lock file that are read."""

_WHOLE = frozenset({"schema", "skills"})
_ENTRY = frozenset({"label", "digest", "date", "source", "archive", "signer"})
_OBJECTS = {"archive": frozenset(ARCHIVE), "source": frozenset(SOURCE), "signer": frozenset(SIGNER)}


Locked = Receipt
"""One skill of a lock file: a receipt without its files."""


def locked(receipt: Receipt) -> Locked:
    """Return the entry of a lock file for a receipt."""
    return replace(receipt, files=())


def is_locked(receipt: Receipt, lock: Locked) -> bool:
    """Return whether a skill is placed as it is locked, as far as that says.

    Lock files from before signers were pinned say nothing of them.
    """
    return locked(receipt if lock.signer is not None else replace(receipt, signer=None)) == lock


def write_lock(skills: Iterable[Locked]) -> bytes:
    """Return the text."""
    entries = []
    for each in sorted(skills, key=lambda each: each.name):
        fields = ",\n".join(f"   {json.dumps(key)}: {json.dumps(value)}" for key, value in entry_row(each).items())
        entries.append(f"  {json.dumps(each.name)}: {{\n{fields}\n  }}")
    rows = ",\n".join(entries)
    return f'{{\n "schema": {SCHEMA},\n "skills": {{\n{rows}{chr(10) if rows else ""} }}\n}}\n'.encode()


def read_lock(content: bytes, *, where: str) -> tuple[Locked, ...]:
    """Return the entries of somebody's lock file, by name.

    Raises:
        IntegrityError: It is not a lock file, holds merge markers, is newer than this program, or has a bad entry,
            which the message names. A key that this program does not know is refused, for it would be lost when the
            file is written again; so is a name that is there twice.
    """
    if re.search(rb"^(?:<<<<<<<|=======|>>>>>>>)", content, re.MULTILINE):
        raise IntegrityError(
            f"`{where}` has merge conflict markers", hint="keep the skills you want and delete the markers"
        )
    whole = read_row(content, MOST, f"`{where}`")
    skills = whole.get("skills")
    if whole.get("schema") != SCHEMA or not isinstance(skills, dict):
        raise IntegrityError(
            f"`{where}` is not a lock file of format {SCHEMA}",
            hint="update skillpack, or create it again with `skillpack install`",
        )
    _check_keys(whole, _WHOLE, where)
    return tuple(_read(name, row, where) for name, row in sorted(skills.items()))


def _check_keys(row: Mapping[str, object], known: frozenset[str], where: str) -> None:
    """Refuse a key that we would drop when we write the file again."""
    for key in row.keys() - known:
        message = f"`{where}` has an unknown key `{printable(key, longest=80)}`"
        raise IntegrityError(message, hint="update skillpack, or delete the line")


def _read(name: str, row: object, where: str) -> Locked:
    try:
        return _entry(name, row)
    except IntegrityError as error:
        raise IntegrityError(f"`{where}`, `{printable(name, longest=80)}`: {error}", hint=error.hint) from error


def _entry(name: str, row: object) -> Locked:
    if not isinstance(row, dict) or not usable_name(name):
        raise IntegrityError("that is not a skill")
    _check_keys(row, _ENTRY, "entry")
    for key, known in _OBJECTS.items():
        _check_keys(object_of(row, key), known, key)
    return read_entry(name, row)
