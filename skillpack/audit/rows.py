"""Rows of an index by name: found in its bytes, so that one changed skill does not cost a reading of the whole."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from skillpack.audit.view import Published
from skillpack.errors import IndexRefusedError
from skillpack.registry.lines import compact, document, parsed

_FEW = 64  # names that are looked for one by one
_NAME = rb"([^\s\"'<>:*`,\[\]{}]{1,256})"
_ENDS = {b"[": b"]}", b"{": b"}}"}


@dataclass(frozen=True, slots=True)
class Shape:
    """How a row starts, which always is at the start of a line.

    Attributes:
        before: Stands before the name.
        after: What may follow the name.
    """

    before: str
    after: tuple[str, ...]


OBJECT = Shape('{"name":"', ('"',))
"""Of a list of objects, one a line."""

KEY = Shape('"', ('":{',))
"""Of an object of objects, one a line."""


@dataclass(frozen=True, slots=True)
class Index:
    """An index of one row a line.

    Attributes:
        path: Of the output.
        head: The first line.
        tail: The last line, without its newline.
    """

    path: str
    content: bytes
    shape: Shape
    head: bytes
    tail: bytes

    def rows(self, names: Collection[str] | None) -> Iterator[tuple[str, bytes]]:
        """Yield name and line of the rows of some names, or of all."""
        for name, start in starts(self.content, self.shape, names):
            yield name, self.content[start : self.content.find(b"\n", start)].removesuffix(b",")

    def alone(self, row: bytes) -> bytes:
        """Return the index as it would be with one row, or with none for an empty one."""
        return b"\n".join((self.head, row, self.tail, b"") if row else (self.head, self.tail, b""))


def opened(site: Published, path: str, key: str, shape: Shape) -> Index | None:
    """Return an index of the site, however its lines are laid out; None where there is none.

    Raises:
        IndexRefusedError: It is no JSON object with a list or an object under the key, or is cut off.
    """
    content = site.get(path)
    if content is None:
        return None
    where = f"`{path}`"
    head = content.partition(b"\n")[0]
    if not head.endswith((f'"{key}":['.encode(), f'"{key}":{{'.encode())):
        content = _laid_out(content, key, where)
        head = content.partition(b"\n")[0]
    tail = _ENDS[head[-1:]]
    if not content.endswith(tail + b"\n"):
        raise IndexRefusedError(f"{where} is cut off")
    return Index(path, content, shape, head, tail)


def starts(content: bytes, shape: Shape, names: Collection[str] | None) -> Iterator[tuple[str, int]]:
    """Yield name and offset of the rows of some names, or of all; one name may have several."""
    if names is not None and len(names) <= _FEW:
        for name in names:
            for after in shape.after:
                needle = f"\n{shape.before}{name}{after}".encode("utf-8", "replace")
                at = content.find(needle)
                while at >= 0:
                    yield name, at + 1
                    at = content.find(needle, at + 1)
        return
    endings = "|".join(map(re.escape, shape.after)).encode()
    for found in re.finditer(rb"\n" + re.escape(shape.before.encode()) + _NAME + rb"(?:" + endings + rb")", content):
        name = found[1].decode("utf-8", "replace")
        if names is None or name in names:
            yield name, found.start() + 1


def _laid_out(content: bytes, key: str, where: str) -> bytes:
    whole = parsed(content, where=where)
    rows = whole.pop(key, None)
    if isinstance(rows, list):
        named = ({"name": row["name"], **row} if isinstance(row, dict) and "name" in row else row for row in rows)
        return b"".join(document(whole, key, map(compact, named)))
    if isinstance(rows, dict):
        lines = (f"{compact(name)}:{compact(row)}" for name, row in rows.items())
        return b"".join(document(whole, key, lines, ends="{}"))
    raise IndexRefusedError(f"{where}: `{key}` is neither a list nor an object")
