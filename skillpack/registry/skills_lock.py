"""`skills-lock.json` (version 1, a project's) and `.skill-lock.json` (version 3, a user's), as `npx skills` writes."""

import hashlib
import json
import re
from collections.abc import Collection, Mapping

from skillpack.errors import IndexRefusedError
from skillpack.model.installed import ForeignSource, SourceKind
from skillpack.model.portable import printable
from skillpack.model.tree import Tree
from skillpack.registry.foreign_sources import git_source, site_source

PROJECT, PERSONAL = "skills-lock.json", ".skill-lock.json"
MOST = 4 * 2**20
"""Bytes of such a file that are read."""

_MOST_SKILLS = 10_000
_VERSIONS = {PROJECT: 1, PERSONAL: 3}
_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_GIT = frozenset({"github", "gitlab", "git", "bitbucket"})
# The order of JavaScript's `localeCompare` for plain paths: signs, digits, then letters whatever their case.
_ORDER = {
    sign: place for place, sign in enumerate("_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz")
}

_FILE, _PROGRAM, _FOLDER = b"100644", b"100755", b"40000"


def read_skills_lock(content: bytes, name: str) -> dict[str, ForeignSource]:
    """Return the source of each skill in the file; one that cannot be understood says why.

    Args:
        content: Of the file.
        name: `PROJECT`, which may be anybody's, or `PERSONAL`, in which the user's own folders may be named.

    Raises:
        IndexRefusedError: It is no such file.
    """
    if len(content) > MOST:
        raise IndexRefusedError(f"`{name}` cannot be read: it is larger than {MOST:,} bytes")
    try:
        row = json.loads(content, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise IndexRefusedError(f"`{name}` cannot be read: {printable(str(error), longest=100)}") from error
    skills = row.get("skills") if isinstance(row, dict) else None
    if not isinstance(skills, dict) or len(skills) > _MOST_SKILLS:
        raise IndexRefusedError(f"`{name}` cannot be read: it lists no skills, or too many")
    if row.get("version") != _VERSIONS[name]:
        found = printable(str(row.get("version")), longest=20)
        raise IndexRefusedError(f"`{name}` has version `{found}`, and {_VERSIONS[name]} is read")
    return {skill: _source(entry, name) for skill, entry in skills.items()}


def locked_names(content: bytes) -> frozenset[str]:
    """Return the names of a project's file, in lower case; none where it cannot be read."""
    try:
        return frozenset(name.lower() for name in read_skills_lock(content, PROJECT))
    except IndexRefusedError:
        return frozenset()


def folder_digest(tree: Tree) -> str:
    """Return the digest that such a file holds of a folder; empty where the order of its files cannot be known here."""
    if not all(path.isascii() for path in tree.files):
        return ""
    hashing = hashlib.sha256()
    for path in sorted(tree.files, key=_as_javascript_sorts):
        hashing.update(path.encode())
        hashing.update(tree.files[path])
    return hashing.hexdigest()


def git_tree(tree: Tree, programs: Collection[str]) -> str:
    """Return the name that git has for a folder, the SHA-1 of its tree object: it proves nothing to who expects malice.

    Args:
        tree: The files.
        programs: Paths of those that have the executable bit.
    """
    return _git_folder({path.encode(): (content, path in programs) for path, content in tree.files.items()}).hex()


def _as_javascript_sorts(path: str) -> tuple[list[int], str]:
    return [_ORDER.get(sign, 0) for sign in path.lower()], path.swapcase()


def _source(entry: object, name: str) -> ForeignSource:
    if not isinstance(entry, dict):
        return ForeignSource(name, None, why_not="its entry is not an object")
    kind, source, url, path, ref, untouched = (
        _text(entry, key) for key in ("sourceType", "source", "sourceUrl", "skillPath", "ref", "computedHash")
    )
    untouched = untouched or _text(entry, "skillFolderHash")
    untouched = untouched if _HASH.fullmatch(untouched) else ""
    if kind in _GIT:
        where = source if kind == "github" and "://" not in source else url or source
        return git_source(name, where, path=path, wanted=ref, untouched=untouched, personal=name == PERSONAL)
    if kind == "well-known":
        return site_source(name, url, untouched=untouched)
    if kind == "local" and name == PERSONAL and source.startswith("/") and "\0" not in source:
        return ForeignSource(name, SourceKind.FOLDER, source, untouched=untouched)
    if kind == "local":
        why = "its source is a path on some machine"
    elif kind == "node_modules":
        why = f"it came with the npm package {printable(source, longest=60)}"
    else:
        why = f"its source is of the kind `{printable(kind, longest=30)}`, which is not asked"
    return ForeignSource(name, None, untouched=untouched, why_not=why)


def _text(entry: Mapping[str, object], key: str) -> str:
    value = entry.get(key, "")
    return value if isinstance(value, str) else ""


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key occurs twice")
    return made


def _git_folder(files: Mapping[bytes, tuple[bytes, bool]]) -> bytes:
    rows: list[tuple[bytes, bytes]] = []
    inner: dict[bytes, dict[bytes, tuple[bytes, bool]]] = {}
    for path, (content, runs) in files.items():
        name, slash, rest = path.partition(b"/")
        if slash:
            inner.setdefault(name, {})[rest] = (content, runs)
        else:
            rows.append((name, (_PROGRAM if runs else _FILE) + b" " + name + b"\0" + _git_object(b"blob", content)))
    rows += ((name + b"/", _FOLDER + b" " + name + b"\0" + _git_folder(below)) for name, below in inner.items())
    return _git_object(b"tree", b"".join(row for _, row in sorted(rows)))


def _git_object(kind: bytes, content: bytes) -> bytes:
    head = kind + b" %d\0" % len(content)
    return hashlib.sha1(head + content, usedforsecurity=False).digest()
