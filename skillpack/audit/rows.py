"""Rows of an index by name: found in its bytes, so that one changed skill does not cost a reading of the whole."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from skillpack.errors import IndexRefusedError
from skillpack.registry.lines import document, parsed

_FEW = 64  # names that are looked for one by one


@dataclass(frozen=True, slots=True)
class Shape:
    """How an index of one row a line begins a row.

    Attributes:
        before: Stands between the start of the line and the name.
        after: Follows the name.
    """

    before: str
    after: str


def lines_of(content: bytes, key: str, *, where: str) -> bytes:
    """Return an index with one row a line, as we write it, however it was laid out.

    Raises:
        IndexRefusedError: It is no JSON object with a list or an object under the key.
    """
    if content.partition(b"\n")[0].endswith((f'"{key}":['.encode(), f'"{key}":{{'.encode())):
        return content
    whole = parsed(content, where=where)
    rows = whole.pop(key, None)
    if not isinstance(rows, list):
        raise IndexRefusedError(f"{where}: `{key}` is no list")
    from json import dumps
    return b"".join(document(whole, key, (dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)))
