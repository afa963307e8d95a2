"""versions.json: name -> label, digest and the digest of the signature, all that `outdated` needs."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.errors import IndexRefusedError
from skillpack.model.entry import Entry, EntryState
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.registry import fields
from skillpack.registry.lines import Row, document, line, parsed

SCHEMA = 1
_HEAD = 4096  # bytes


class Latest(Struct, frozen=True):
    """The version that a name stands for.

    Attributes:
        yanked: Why it is no longer offered; empty when it is.
        signature: SHA-256 of its signature, 64 hex digits; empty where it has none.
    """

    label: str
    digest: str
    yanked: str = ""
    signature: str = ""


class _Row(Struct, frozen=True, omit_defaults=True):
    """What is written of a version: keys that hold nothing are left out."""

    label: str = ""
    digest: str = ""
    yanked: str = ""
    signature: str = ""


def rows(entries: Iterable[Entry]) -> Iterator[bytes]:
    """Yield the row of each entry; withheld skills and those without an archive are left out."""
    # A yanked version is listed with its mark: who has it installed must learn of it.
    return (_row(entry) for entry in entries if entry.state is EntryState.PUBLISHED and entry.release.archive)


def write(rows: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the file line by line."""
    head = {"$schema": paths.relative(paths.VERSIONS, paths.schema("versions.json")), "schema": SCHEMA}
    return document(head, "skills", rows, ends="{}")


def _row(entry: Entry) -> bytes:
    release = entry.release
    return line(entry.name) + b":" + line(_Row(release.label, release.digest, release.yanked, release.signature))


def is_ours(content: bytes) -> bool:
    """Return whether a file is meant as such a list, so that it is either read or refused."""
    head = content[:_HEAD].lstrip()
    return head.startswith(b"{") and b'"schema"' in head and b'"skills"' in head


def read(content: bytes, *, url: str, limits: Limits) -> Mapping[str, Latest]:
    """Return somebody's versions by name.

    Raises:
        IndexRefusedError: The file is too large, no such file, newer than this program, or holds a bad entry.
    """
    if len(content) > limits.index:
        raise IndexRefusedError(f"`{url}` is larger than {limits.index} bytes")
    whole = parsed(content, where=f"`{url}`")
    if whole.get("schema") != SCHEMA:
        raise IndexRefusedError(
            f"`{url}` has format `{printable(str(whole.get('schema')), longest=80)}`, this program reads {SCHEMA}"
        )
    skills = fields.row(whole, "skills", where=f"`{url}`")
    return {name: _latest(skills, name, f"`{url}`") for name in skills}


def _latest(skills: Row, name: str, where: str) -> Latest:
    fields.name({"name": name}, "name", where=where)
    row = fields.row(skills, name, where=where)
    where = f"{where} (`{name}`)"
    return Latest(
        fields.label(row, "label", where=where),
        fields.digest(row, "digest", where=where),
        fields.text(row, "yanked", where=where, default=""),
        fields.digest(row, "signature", where=where, optional=True),
    )
