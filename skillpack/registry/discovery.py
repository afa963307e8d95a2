"""The discovery index of agent skills, v0.2 and v0.1."""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.errors import IndexRefusedError
from skillpack.model.entry import Entry
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.registry import fields
from skillpack.registry.lines import Row, document, line, parsed

SCHEMA_URL = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MOST_NAME = 64
_MOST_PASSED = 100  # entries that cannot be: an index with more is none
_MOST_DESCRIPTION = 1024  # units of UTF-16: what clients count
_TYPES = ("skill-md", "archive")
_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
# Readers of the index v0.1 void all of it for `..` in a path, and put paths into addresses as they stand.
_UNFIT_FILE = re.compile(r"\.\.|[#?\\]|%[0-9A-Fa-f]{2}")


class Discovered(Struct, frozen=True):
    """One entry of a discovery index.

    Attributes:
        type: `skill-md` or `archive`.
        url: As written: relative to the index.
        sha256: Of the artifact's bytes, 64 hex digits.
        signature: State of the skill's signature, as the index says; empty for none, and in indexes of others.
        signer: Who made that, as the index says.
    """

    name: str
    description: str
    type: str
    url: str
    sha256: str
    signature: str = ""
    signer: str = ""


class _Row(Struct, frozen=True, omit_defaults=True):
    """An entry as it is written; the last two are ours, and the format lets clients pass over what they do not know."""

    name: str
    type: str
    description: str
    url: str
    digest: str
    signature: str = ""
    signer: str = ""


class OldEntry(Struct, frozen=True):
    """One entry of an index v0.1; `files` are relative to the folder of the skill beside the index."""

    name: str
    description: str
    files: tuple[str, ...]


def exclusion(entry: Entry) -> str:
    """Return why clients of the index would drop an entry without a word; empty where they would not."""
    if not entry.is_available:
        return "it is not offered"
    return unlisted(entry.name, entry.description)


def unlisted(name: str, description: str) -> str:
    """Return why a skill that is offered is in no discovery index; empty where it is."""
    if len(name) > _MOST_NAME or _NAME.fullmatch(name) is None:
        return "its name is not lower-case ASCII letters, digits and single hyphens"
    return "" if description else "it has no description"


def rows(entries: Iterable[Entry], *, here: str = paths.DISCOVERY) -> Iterator[bytes]:
    """Yield the row of each entry; what clients would drop is left out (see `exclusion`).

    `here` is the path of the index in the output: every URL is relative to it.
    """
    return (_row(entry, here) for entry in entries if not exclusion(entry))


def write(rows: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the index v0.2."""
    return document({"$schema": SCHEMA_URL}, "skills", rows)


def unfit_file(files: Iterable[str]) -> str:
    """Return the first path for which readers of the index v0.1 would lose a file or all skills; empty for none."""
    return next((path for path in files if _UNFIT_FILE.search(path)), "")


def write_single(entry: Entry) -> bytes:
    """Return the index that holds one skill alone, so that its page can be installed."""
    return b"".join(write(rows((entry,), here=paths.skill_discovery(entry.name))))


def _row(entry: Entry, here: str) -> bytes:
    release = entry.release
    single = bool(release.markdown_sha256)
    # Beside the archive, whose path is recorded: the name may have been written in another case then.
    artifact = f"{release.archive.removesuffix('zip')}md" if single else release.archive
    return line(
        _Row(
            name=entry.name,
            type="skill-md" if single else "archive",
            description=_cut(entry.description),
            url=paths.relative(here, artifact),
            digest=f"sha256:{release.markdown_sha256 or release.archive_sha256}",
            signature=entry.signature,
            signer=entry.signer,
        )
    )


def write_legacy(listed: Iterable[tuple[Entry, Sequence[str]]]) -> Iterator[bytes]:
    """Yield the index v0.1 of entries and the paths of their files, which lie beside it as they are.

    One bad entry would void it for every client, so that the same are left out as from v0.2, and skills with files that
    cannot be asked for (see `unfit_file`).
    """
    found = (_legacy_row(entry, files) for entry, files in listed if not (exclusion(entry) or unfit_file(files)))
    return document({}, "skills", found)


def _cut(description: str) -> str:
    """Return as much of a description as clients take; half a character is none."""
    if len(description) <= _MOST_DESCRIPTION // 2:  # a character is two units at most
        return description
    raw = description.encode("utf-16-le", "surrogatepass")
    return (
        description if len(raw) <= 2 * _MOST_DESCRIPTION else raw[: 2 * _MOST_DESCRIPTION].decode("utf-16-le", "ignore")
    )


def _legacy_row(entry: Entry, files: Sequence[str]) -> bytes:
    # Clients want SKILL.md first.
    ordered = sorted(files, key=lambda path: (path != "SKILL.md", path))
    return line({"name": entry.name, "description": _cut(entry.description), "files": ordered})


def read(content: bytes, *, url: str, limits: Limits) -> tuple[tuple[Discovered, ...], tuple[str, ...]]:
    """Return the entries of somebody's index v0.2, and why others were passed over.

    Raises:
        IndexRefusedError: The file is too large, no index of this version, or nearly all of it cannot be.
    """
    if len(content) > limits.index:
        raise IndexRefusedError(f"`{url}` is larger than {limits.index} bytes")
    whole = parsed(content, where=f"`{url}`")
    if whole.get("$schema") != SCHEMA_URL:
        raise IndexRefusedError(
            f"`{url}` is not a discovery index of version 0.2", hint=f"its `$schema` is not {SCHEMA_URL}"
        )
    listed = _bounded(fields.rows(whole, "skills", where=f"`{url}`"), url, limits)
    found: dict[str, Discovered] = {}
    passed: list[str] = []
    for number, row in enumerate(listed, 1):
        try:
            entry = _discovered(row, f"`{url}`, entry {number}")
        except IndexRefusedError as error:
            passed.append(str(error))
        else:
            if found.setdefault(entry.name, entry) is not entry:
                passed.append(f"`{url}`, entry {number}: `{entry.name}` is listed twice")
        if len(passed) > _MOST_PASSED:
            raise IndexRefusedError(f"`{url}` has more than {_MOST_PASSED} entries that cannot be; first, {passed[0]}")
    return tuple(found.values()), tuple(passed)


def _bounded(rows: Sequence[Row], url: str, limits: Limits) -> Sequence[Row]:
    if len(rows) > limits.index_entries:
        raise IndexRefusedError(f"`{url}` has {len(rows):,} entries, at most {limits.index_entries:,} are read")
    return rows


def _discovered(row: Row, where: str) -> Discovered:
    name = fields.text(row, "name", where=where)
    kind = fields.text(row, "type", where=where)
    digest = _DIGEST.fullmatch(fields.text(row, "digest", where=where))
    if len(name) > _MOST_NAME or _NAME.fullmatch(name) is None:
        raise IndexRefusedError(f"{where}: `{printable(name, longest=80)}` is not a name")
    if kind not in _TYPES:
        raise IndexRefusedError(f"{where} (`{name}`): the type `{printable(kind, longest=80)}` is unknown")
    if digest is None:
        raise IndexRefusedError(f"{where} (`{name}`): `digest` is not `sha256:` and 64 lower-case hex digits")
    return Discovered(
        name=name,
        description=fields.text(row, "description", where=where),
        type=kind,
        url=fields.text(row, "url", where=where),
        sha256=digest.group(1),
        signature=_optional(row, "signature"),
        signer=_optional(row, "signer"),
    )


def _optional(row: Row, key: str) -> str:
    """Return a text that the format does not know; empty where it is something else, which is no fault of an index."""
    value = row.get(key)
    return value if isinstance(value, str) else ""


def read_legacy(content: bytes, *, url: str, limits: Limits) -> tuple[OldEntry, ...]:
    """Return the entries of somebody's index v0.1.

    Raises:
        IndexRefusedError: The file is too large, no such index, or holds a bad entry, which voids all of it.
    """
    if len(content) > limits.index:
        raise IndexRefusedError(f"`{url}` is larger than {limits.index} bytes")
    whole = parsed(content, where=f"`{url}`")
    if "$schema" in whole:
        raise IndexRefusedError(f"`{url}` is not a discovery index of version 0.1: it has a `$schema`")
    listed = _bounded(fields.rows(whole, "skills", where=f"`{url}`"), url, limits)
    return tuple(_old_entry(row, f"`{url}`, entry {number}") for number, row in enumerate(listed, 1))


def _old_entry(row: Row, where: str) -> OldEntry:
    name = fields.text(row, "name", where=where)
    where = f"{where} (`{printable(name, longest=80)}`)"
    return OldEntry(name, fields.text(row, "description", where=where), fields.texts(row, "files", where=where))
