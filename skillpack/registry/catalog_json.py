"""catalog.json: every skill on one line, thin."""

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.errors import IndexRefusedError
from skillpack.model.entry import Entry, Tokens
from skillpack.model.limits import Limits
from skillpack.model.release import Tombstone
from skillpack.model.settings import Configuration
from skillpack.registry import fields
from skillpack.registry.lines import Row, document, filled, line, parsed
from skillpack.registry.results import HelpRow, help_row

SCHEMA = 1
"""The number of the format: a reader refuses a greater one."""

STATES = ("published", "withheld", "renamed", "withdrawn")


class CatalogLine(Struct, frozen=True):
    """One line of a catalog.

    Attributes:
        state: One of `STATES`.
        label: Of the version that is offered; empty, as `digest`, where none is.
        page: Path below the site, as `record`; empty for a name that is gone.
        successor: Of a renamed or deprecated skill, or empty.
        reason: Why a name is gone.
        user_invocable: False where only agents start the skill, and lists for people leave it out.
        signature: State of the skill's signature, by the signers that the catalog names; empty for none.
        signer: Who made it, as it says.
        review: What reviews of what is offered come to, by the catalog; empty where nobody looked at it.
        reviewer: Who made the newest of those that this follows from.
    """

    name: str
    description: str
    label: str
    digest: str
    state: str
    tags: tuple[str, ...]
    authors: tuple[str, ...]
    license: str
    status: str
    tokens: Tokens
    updated: str
    page: str
    record: str
    successor: str
    reason: str
    user_invocable: bool = True
    signature: str = ""
    signer: str = ""
    review: str = ""
    reviewer: str = ""


class _Row(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A line as it is written: keys that hold nothing are left out."""

    name: str
    description: str
    label: str = ""
    digest: str = ""
    state: str
    status: str = ""
    successor: str = ""
    tags: tuple[str, ...] = ()
    author: tuple[str, ...] = ()
    license: str = ""
    tokens: Tokens
    updated: str = ""
    page: str
    record: str
    user_invocable: bool = True
    signature: str = ""
    signer: str = ""
    review: str = ""
    reviewer: str = ""
    help: HelpRow | None = None


def rows(entries: Iterable[Entry]) -> Iterator[bytes]:
    """Yield the row of each entry."""
    return map(_row, entries)


def write(rows: Iterable[bytes], configuration: Configuration, tombstones: Iterable[Tombstone] = ()) -> Iterator[bytes]:
    """Yield the file line by line: the rows in the order given, then the names that are gone."""
    head = {
        "$schema": paths.relative(paths.CATALOG, paths.schema("catalog.json")),
        "schema": SCHEMA,
        "name": configuration.name,
        "title": configuration.title,
        "description": configuration.description,
        "site_url": configuration.site_url,
    }
    return document(filled(head), "skills", chain(rows, map(_gone, tombstones)))


def _row(entry: Entry) -> bytes:
    offered = entry.carried or (entry.release if entry.is_available else None)
    return line(
        _Row(
            name=entry.name,
            description=entry.description,
            label=offered.label if offered else "",
            digest=offered.digest if offered else "",
            state=entry.state.value,
            status=entry.status,
            successor=entry.successor,
            tags=entry.tags,
            author=entry.authors,
            license=entry.license,
            tokens=entry.tokens,
            updated=entry.updated,
            page=paths.skill_page(entry.name),
            record=paths.skill_record(entry.name),
            user_invocable=entry.by_user,
            signature=entry.signature,
            signer=entry.signer,
            review=entry.review,
            reviewer=entry.reviewer,
            help=help_row(entry.help),
        )
    )


def _gone(tombstone: Tombstone) -> bytes:
    row = {
        "name": tombstone.name,
        "description": "",
        "state": "renamed" if tombstone.successor else "withdrawn",
        "successor": tombstone.successor,
        "reason": tombstone.reason,
        "record": paths.skill_record(tombstone.name) if tombstone.last else "",
    }
    return line(filled(row, "name", "description"))


def read(lines: Iterable[bytes], *, url: str, limits: Limits) -> Iterator[CatalogLine]:
    """Yield the lines of somebody's catalog, one at a time.

    Args:
        lines: Of the file, each with or without its newline.
        url: Where it comes from, for messages.
        limits: What we dare to read.

    Raises:
        IndexRefusedError: The file is not a catalog, is newer than this program, cut off or too large, or holds a bad
            entry, which the message names.
    """
    stream = (each.strip() for each in lines)
    _check_head(next(stream, b""), url, limits)
    seen: set[str] = set()
    each = b""
    for each in stream:
        if each == b"]}":
            break
        if len(each) > limits.index_line or len(seen) >= limits.index_entries:
            raise IndexRefusedError(f"`{url}` passes the limits of an index at entry {len(seen) + 1}")
        listed = _listed(each.removesuffix(b","), f"`{url}`, entry {len(seen) + 1}")
        if listed.name in seen:
            raise IndexRefusedError(f"`{url}` lists `{listed.name}` twice")
        seen.add(listed.name)
        yield listed
    if each != b"]}":
        raise IndexRefusedError(f"`{url}` is cut off after {len(seen)} entries", hint="fetch it again")


def read_own_name(first: bytes, *, url: str, limits: Limits) -> str:
    """Return what a catalog calls itself by its first line: its address, else its name, else its title.

    Raises:
        IndexRefusedError: It is not the first line of a catalog.
    """
    head = _check_head(first.strip(), url, limits)
    return next((each for each in map(head.get, ("site_url", "name", "title")) if each and isinstance(each, str)), "")


def _check_head(first: bytes, url: str, limits: Limits) -> Row:
    if len(first) > limits.index_line or not first.endswith(b"["):
        raise IndexRefusedError(f"`{url}` is not a catalog with one entry a line", hint="build it with skillpack")
    head = parsed(first + b"]}", where=f"the head of `{url}`")
    if head.get("schema") != SCHEMA:
        raise IndexRefusedError(
            f"`{url}` has format `{head.get('schema')}`, this program reads {SCHEMA}", hint="update skillpack"
        )
    return head


def _listed(written: bytes, where: str) -> CatalogLine:
    row = parsed(written, where=where)
    name = fields.name(row, "name", where=where)
    where = f"{where} (`{name}`)"
    state = fields.text(row, "state", where=where)
    if state not in STATES:
        raise IndexRefusedError(f"{where}: `state` is `{state[:80]}`, not one of {', '.join(STATES)}")
    tokens = fields.row(row, "tokens", where=where)
    return CatalogLine(
        name=name,
        description=fields.text(row, "description", where=where),
        label=fields.label(row, "label", where=where, optional=True),
        digest=fields.digest(row, "digest", where=where, optional=True),
        state=state,
        tags=fields.texts(row, "tags", where=where),
        authors=fields.texts(row, "author", where=where),
        license=fields.text(row, "license", where=where, default=""),
        status=fields.text(row, "status", where=where, default=""),
        tokens=Tokens(*(fields.number(tokens, key, where=where) for key in ("always", "opened", "on_demand"))),
        updated=fields.text(row, "updated", where=where, default=""),
        page=fields.path(row, "page", where=where, optional=True),
        record=fields.path(row, "record", where=where, optional=True),
        successor=fields.text(row, "successor", where=where, default=""),
        reason=fields.text(row, "reason", where=where, default=""),
        user_invocable=row.get("user_invocable") is not False,
        signature=fields.text(row, "signature", where=where, default=""),
        signer=fields.text(row, "signer", where=where, default=""),
        review=fields.text(row, "review", where=where, default=""),
        reviewer=fields.text(row, "reviewer", where=where, default=""),
    )
