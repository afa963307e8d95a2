"""The name that git has for a folder: SHA-1 of its tree object."""

import hashlib
from collections.abc import Collection, Mapping

from skillpack.model.tree import Tree

_FILE, _PROGRAM, _FOLDER = b"100644", b"100755", b"40000"


def git_tree(tree: Tree, programs: Collection[str]) -> str:
    """Return it, 40 hex digits; it tells equal folders, and proves nothing to who expects malice.

    Args:
        tree: The files.
        programs: Paths of those that have the executable bit.
    """
    return _of_folder({path.encode(): (content, path in programs) for path, content in tree.files.items()}).hex()


def _of_folder(files: Mapping[bytes, tuple[bytes, bool]]) -> bytes:
    rows: list[tuple[bytes, bytes]] = []
    inner: dict[bytes, dict[bytes, tuple[bytes, bool]]] = {}
    for path, (content, runs) in files.items():
        name, slash, rest = path.partition(b"/")
        if slash:
            inner.setdefault(name, {})[rest] = (content, runs)
        else:
            rows.append((name, (_PROGRAM if runs else _FILE) + b" " + name + b"\0" + _named(b"blob", content)))
    rows += ((name + b"/", _FOLDER + b" " + name + b"\0" + _of_folder(below)) for name, below in inner.items())
    return _named(b"tree", b"".join(row for _, row in sorted(rows)))


def _named(kind: bytes, content: bytes) -> bytes:
    head = kind + b" %d\0" % len(content)
    return hashlib.sha1(head + content, usedforsecurity=False).digest()
