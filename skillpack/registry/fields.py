"""Typed readers for values from outside; an error names the entry and the key."""

import re
from collections.abc import Sequence

from skillpack.errors import IndexRefusedError
from skillpack.model.portable import printable
from skillpack.registry.lines import Row

_NAME = re.compile(r"[\w-]{1,64}")
_LABEL = re.compile(r"[0-9A-Za-z][0-9A-Za-z.-]{0,63}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_UNFIT_PATH = re.compile(r"[\x00-\x1f\x7f\\:?#%]")


def text(row: Row, key: str, *, where: str, default: str | None = None) -> str:
    """Return a text; a missing one is the default, where there is one."""
    value = row.get(key, default)
    if not isinstance(value, str):
        raise IndexRefusedError(f"{where}: `{key}` is not a text")
    return value


def number(row: Row, key: str, *, where: str) -> int:
    """Return a whole number, 0 or more; 0 where it is missing."""
    value = row.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise IndexRefusedError(f"{where}: `{key}` is not a whole number")
    return value


def texts(row: Row, key: str, *, where: str) -> tuple[str, ...]:
    """Return a list of texts; none where it is missing."""
    value = row.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise IndexRefusedError(f"{where}: `{key}` is not a list of texts")
    return tuple(value)


def row(parent: Row, key: str, *, where: str) -> Row:
    """Return an object; an empty one where it is missing."""
    value = parent.get(key, {})
    if not isinstance(value, dict):
        raise IndexRefusedError(f"{where}: `{key}` is not an object")
    return value


def rows(parent: Row, key: str, *, where: str) -> Sequence[Row]:
    """Return a list of objects.

    Raises:
        IndexRefusedError: It is missing or something else.
    """
    value = parent.get(key)
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise IndexRefusedError(f"{where}: `{key}` is not a list of objects")
    return value


def name(row: Row, key: str, *, where: str) -> str:
    """Return a name that a folder can have."""
    return _matching(_NAME, row, key, where, "a usable name")


def label(row: Row, key: str, *, where: str, optional: bool = False) -> str:
    """Return the label of a version, which is part of paths."""
    return "" if optional and not row.get(key) else _matching(_LABEL, row, key, where, "a usable label")


def digest(row: Row, key: str, *, where: str, optional: bool = False) -> str:
    """Return 64 lower-case hex digits."""
    return "" if optional and not row.get(key) else _matching(_DIGEST, row, key, where, "64 lower-case hex digits")


def path(row: Row, key: str, *, where: str, optional: bool = False) -> str:
    """Return a path below the root of the site, with `/`, that names no other place."""
    value = text(row, key, where=where, default="" if optional else None)
    if not value and optional:
        return ""
    if _UNFIT_PATH.search(value) or any(part in {"", ".", ".."} for part in value.split("/")):
        raise IndexRefusedError(f"{where}: `{key}` is `{printable(value)}`, which is not a path below the site")
    return value


def _matching(pattern: re.Pattern[str], row: Row, key: str, where: str, wanted: str) -> str:
    value = text(row, key, where=where)
    if pattern.fullmatch(value) is None:
        raise IndexRefusedError(f"{where}: `{key}` is `{printable(value, longest=80)}`, not {wanted}")
    return value
