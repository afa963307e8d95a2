"""JSON with one entry a line: small to read by lines, and still one document."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from skillpack.errors import IndexRefusedError
from skillpack.model.hidden_characters import UNSEEN, is_suspect
from skillpack.model.portable import printable

Row = dict[str, Any]

_UNSEEN = re.compile(f"[{UNSEEN}]")
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))  # `dumps` would make one for every row
_ROW_ENCODER = msgspec.json.Encoder()
_PLAIN = bytes(range(0x20, 0x7F))  # of most rows, all that they hold


def compact(value: object) -> str:
    """Return a value as JSON on one line, without blanks; it closes no element of HTML and commands no terminal."""
    text = _ENCODER.encode(value).replace("</", "<\\/")
    return _UNSEEN.sub(_spelled, text) if is_suspect(text) else text


def line(value: object) -> bytes:
    """Return a value as `compact` does, as UTF-8: a row of an index, which has thousands.

    Args:
        value: Texts, whole numbers, truth values, and what holds such: a `Struct` is an object of its fields.
    """
    try:
        text = _ROW_ENCODER.encode(value)
    except UnicodeEncodeError:  # half a character
        return encoded(compact(msgspec.to_builtins(value)))
    if b"</" in text:
        text = text.replace(b"</", b"<\\/")
    odd = text.translate(None, _PLAIN)
    return _UNSEEN.sub(_spelled, text.decode()).encode() if odd and is_suspect(odd.decode()) else text


def encoded(text: str) -> bytes:
    """Return a text as UTF-8; what has no UTF-8 became a question mark."""
    return text.encode("utf-8", "replace")


def filled(row: Mapping[str, object], *always: str) -> Row:
    """Return a row without the keys that hold nothing; those of `always` stay."""
    return {key: value for key, value in row.items() if key in always or value not in ("", (), [], {}, None)}


def joined(rows: Iterable[bytes]) -> bytes:
    """Return some rows of a `document` as one, which is empty for none."""
    return b",\n".join(rows)


def document(head: Mapping[str, object], key: str, rows: Iterable[bytes], *, ends: str = "[]") -> Iterator[bytes]:
    """Yield one JSON object by lines: one of head, one for each row, a last one; empty rows are left out.

    `ends` is `[]` for a list of rows, `{}` for rows that are `"key":value`.
    """
    opening = compact(head)[:-1] + ("," if head else "")
    yield encoded(f"{opening}{compact(key)}:{ends[0]}\n")
    last: bytes | None = None
    for row in filter(None, rows):
        if last is not None:
            yield last + b",\n"
        last = row
    if last is not None:
        yield last + b"\n"
    yield encoded(f"{ends[1]}}}\n")


def parsed(content: str | bytes, *, where: str) -> Row:
    """Return a JSON object from outside.

    Raises:
        IndexRefusedError: It is not JSON object, nested too deeply, or has a key twice, where two readers may see two
            values.
    """
    try:
        value = json.loads(content, parse_constant=_refuse_constant, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise IndexRefusedError(f"{where} is not readable as JSON: {error}") from error
    if not isinstance(value, dict):
        raise IndexRefusedError(f"{where} is not a JSON object")
    return value


def _spelled(found: re.Match[str]) -> str:
    # A letter may be part of a name, which the audit looks for as it is.
    return found[0] if found[0].isalnum() else json.dumps(found[0])[1:-1]


def _unique(pairs: list[tuple[str, Any]]) -> Row:
    made = dict(pairs)
    if len(made) != len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the key `{printable(twice, longest=80)}` occurs twice")
    return made


def _refuse_constant(name: str) -> float:
    raise ValueError(f"`{name}` is not JSON")
