"""The one SQLite file: records, publications, fragments, templates, facts about published releases, keys of outputs.

It stores and fetches, and decides nothing. Everything in it can be made anew; losing it costs time only. One
transaction spans a build, so a killed build leaves what was there before.
"""

import os
import sqlite3
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from skillpack.errors import LockedError

T = TypeVar("T")

_VERSION = 27
_PAGE = 16_384  # bytes: records and fragments are of about this size
_PAGES = 16_384  # KiB of pages that are held, so that none is written twice in a transaction
_AT_ONCE = 500  # values that one query is asked for

_SCHEMA = """
CREATE TABLE summaries (
    location TEXT PRIMARY KEY, signature BLOB, settings TEXT, digest TEXT, summary BLOB
) WITHOUT ROWID;
CREATE TABLE terms (location TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE TABLE prompts (location TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE TABLE records (location TEXT PRIMARY KEY, value BLOB);
CREATE TABLE publications (location TEXT PRIMARY KEY, given TEXT, value BLOB);
CREATE TABLE fragments (key TEXT PRIMARY KEY, html TEXT);
CREATE TABLE facts (key TEXT PRIMARY KEY, settings TEXT, value BLOB) WITHOUT ROWID;
CREATE TABLE outputs (
    site TEXT, part TEXT, key TEXT, paths TEXT, signature TEXT, PRIMARY KEY (site, part)
) WITHOUT ROWID;
CREATE INDEX unsigned ON outputs (site, part) WHERE signature = '';
CREATE TABLE runs (run TEXT, what TEXT, value BLOB, PRIMARY KEY (run, what)) WITHOUT ROWID;
CREATE TABLE templates (key TEXT PRIMARY KEY, code BLOB) WITHOUT ROWID;
CREATE TABLE sites (site TEXT PRIMARY KEY, state TEXT) WITHOUT ROWID;
"""

Column = Literal["terms", "prompts", "records"]
"""A part of all records, which are stored apart: what reads one of all skills reads none of the others."""

_FORGETTING = (
    "DELETE FROM summaries WHERE location = ?",
    "DELETE FROM terms WHERE location = ?",
    "DELETE FROM prompts WHERE location = ?",
    "DELETE FROM records WHERE location = ?",
    "DELETE FROM publications WHERE location = ?",
)

_ENCODER = msgspec.msgpack.Encoder()


def encode(value: object) -> bytes:
    """Return a value as MessagePack."""
    return _ENCODER.encode(value)


_DECODERS: dict[object, msgspec.msgpack.Decoder[object]] = {}


def decode(blob: bytes, kind: type[T]) -> T:
    """Return a value that was encoded as MessagePack."""
    decoder = _DECODERS.get(kind)
    if decoder is None:
        decoder = _DECODERS[kind] = msgspec.msgpack.Decoder(kind)
    return decoder.decode(blob)  # type: ignore[return-value]


class RecordRow(Struct, frozen=True):
    """A record as it is stored.

    Attributes:
        signature: Of its location; empty where that may yet change without a trace.
        summary: A `Summary`, read in every build.
        digest: Of the summary.
        terms: What it is found by, as the search index lays it out.
        prompts: Its pieces of prompt files.
        record: The rest, read where a page is due.
    """

    location: str
    signature: bytes
    summary: bytes
    digest: str
    terms: bytes = b""
    prompts: bytes = b""
    record: bytes = b""


class OutputRow(Struct, frozen=True):
    """An output as it was written: its key, its paths, one a line, and what names their sizes and times."""

    key: str
    paths: str
    signature: str


class BuildStore:
    """Everything a build remembers.

    Args:
        path: The file, made where absent; None keeps all in memory.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = "" if path is None else str(path)
        self._connection = _opened(path)
        self._private = path is None or _is_private(path)

    def begin(self) -> None:
        """Start the transaction of a build.

        Raises:
            LockedError: Another build holds the cache, or it cannot be written.
        """
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise LockedError(
                f"the cache `{self.path}` cannot be used: {error}", hint="another build may be using it; try --no-cache"
            ) from error

    def commit(self) -> None:
        """Keep what this build learned."""
        self._connection.execute("COMMIT")

    def rollback(self) -> None:
        """Forget what a build that failed had learned."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the file; an open transaction is given up."""
        self._connection.close()

    # Records

    def summaries(self, settings: str) -> Iterator[tuple[str, bytes, str, bytes]]:
        """Yield location, signature, digest and summary of every record that was made with some settings."""
        query = "SELECT location, signature, digest, summary FROM summaries WHERE settings = ?"
        yield from self._connection.execute(query, (settings,))

    def put_records(self, settings: str, rows: Iterable[RecordRow]) -> None:
        """Store records that were made with some settings, each in place of what its location had."""
        some = tuple(rows)
        summaries = ((r.location, r.signature, settings, r.digest, r.summary) for r in some)
        self._connection.executemany("INSERT OR REPLACE INTO summaries VALUES (?, ?, ?, ?, ?)", summaries)
        put = self._connection.executemany
        put("INSERT OR REPLACE INTO terms VALUES (?, ?)", ((r.location, r.terms) for r in some))
        put("INSERT OR REPLACE INTO prompts VALUES (?, ?)", ((r.location, r.prompts) for r in some))
        put("INSERT OR REPLACE INTO records VALUES (?, ?)", ((r.location, r.record) for r in some))

    def forget_records(self, kept: Collection[str]) -> None:
        """Remove the records of all locations but some."""
        known = self._connection.execute("SELECT location FROM summaries").fetchall()
        gone = [row for row in known if row[0] not in kept]
        for query in _FORGETTING:
            self._connection.executemany(query, gone)

    def column(self, name: Column, location: str) -> bytes:
        """Return a column of the record of a location."""
        query = f"SELECT value FROM {name} WHERE location = ?"  # noqa: S608 ours
        return bytes(self._connection.execute(query, (location,)).fetchone()[0])

    def columns(self, name: Column) -> Iterator[tuple[str, bytes]]:
        """Yield each location that has a record with a column of it."""
        yield from self._connection.execute(f"SELECT location, value FROM {name}")  # noqa: S608 ours

    def columns_of(self, name: Column, locations: Sequence[str]) -> Iterator[bytes]:
        """Yield a column of the record of each of some locations, in their order."""
        for start in range(0, len(locations), _AT_ONCE):
            some = locations[start : start + _AT_ONCE]
            marks = ",".join("?" * len(some))
            query = f"SELECT location, value FROM {name} WHERE location IN ({marks})"  # noqa: S608 ours
            found = dict(self._connection.execute(query, some))
            yield from (bytes(found[location]) for location in some)

    # Publications

    def publications(self) -> Iterator[tuple[str, str, bytes]]:
        """Yield the location of each skill, what its publication follows from, and the publication."""
        yield from self._connection.execute("SELECT location, given, value FROM publications")

    def put_publications(self, rows: Iterable[tuple[str, str, bytes]]) -> None:
        """Store the publications of skills, each in place of what its location had; see `publications`."""
        self._connection.executemany("INSERT OR REPLACE INTO publications VALUES (?, ?, ?)", rows)

    # Fragments

    def put_fragments(self, fragments: Iterable[tuple[str, str]]) -> None:
        """Store rendered fragments."""
        self._connection.executemany("INSERT OR IGNORE INTO fragments VALUES (?, ?)", fragments)

    def fragments(self, keys: Collection[str]) -> dict[str, str]:
        """Return rendered fragments by key."""
        wanted, found = list(keys), dict[str, str]()
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            marks = ",".join("?" * len(some))
            query = f"SELECT key, html FROM fragments WHERE key IN ({marks})"  # noqa: S608 question marks
            found.update(self._connection.execute(query, some))
        return found

    # Templates

    def templates(self) -> dict[str, bytes]:
        """Return the bytecode of templates by Jinja's key; none where somebody else could have written it."""
        if not self._private:
            return {}
        return dict(self._connection.execute("SELECT key, code FROM templates"))

    def put_templates(self, codes: Mapping[str, bytes]) -> None:
        """Store the bytecode of templates, each in place of what was stored under its key."""
        self._connection.executemany("INSERT OR REPLACE INTO templates VALUES (?, ?)", codes.items())

    # Facts about published releases

    def forget_facts(self, settings: str) -> None:
        """Remove the facts that were found with other settings."""
        self._connection.execute("DELETE FROM facts WHERE settings != ?", (settings,))

    def fact(self, key: str) -> bytes | None:
        """Return a fact, or None."""
        row = self._connection.execute("SELECT value FROM facts WHERE key = ?", (key,)).fetchone()
        return bytes(row[0]) if row else None

    def has_fact(self, key: str) -> bool:
        """Return whether a fact is known."""
        return self._connection.execute("SELECT 1 FROM facts WHERE key = ?", (key,)).fetchone() is not None

    def put_fact(self, key: str, settings: str, value: bytes) -> None:
        """Store a fact; the key and the settings name everything that it follows from."""
        self._connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", (key, settings, value))

    # What follows from runs of skills

    def run(self, run: str, what: str) -> bytes | None:
        """Return the stored value of a run of skills; None where nobody stored one."""
        row = self._connection.execute("SELECT value FROM runs WHERE run = ? AND what = ?", (run, what)).fetchone()
        return bytes(row[0]) if row else None

    def put_run(self, run: str, what: str, value: bytes) -> None:
        """Store what was found of a run of skills, by the digest of all that it follows from."""
        self._connection.execute("INSERT OR REPLACE INTO runs VALUES (?, ?, ?)", (run, what, value))

    def forget_runs(self, kept: Collection[str]) -> None:
        """Remove what was found of all runs but some."""
        known = self._connection.execute("SELECT DISTINCT run FROM runs").fetchall()
        self._connection.executemany("DELETE FROM runs WHERE run = ?", [row for row in known if row[0] not in kept])

    # Outputs

    def state(self, site: str) -> str:
        """Return the state of a site when it was written last; empty where it never was."""
        row = self._connection.execute("SELECT state FROM sites WHERE site = ?", (site,)).fetchone()
        return row[0] if row else ""

    def output_keys(self, site: str) -> dict[str, str]:
        """Return the keys of the outputs that a site holds, by part."""
        return dict(self._connection.execute("SELECT part, key FROM outputs WHERE site = ?", (site,)))

    def unsigned_outputs(self, site: str) -> set[str]:
        """Return the parts of a site whose sizes and times were not stored."""
        query = "SELECT part FROM outputs WHERE site = ? AND signature = ''"
        return {part for (part,) in self._connection.execute(query, (site,))}

    def outputs(self, site: str, parts: Iterable[str]) -> dict[str, OutputRow]:
        """Return some of the outputs that a site holds, by part."""
        query = "SELECT key, paths, signature FROM outputs WHERE site = ? AND part = ?"
        return {part: OutputRow(*self._connection.execute(query, (site, part)).fetchone()) for part in parts}

    def put_outputs(self, site: str, state: str, rows: Mapping[str, OutputRow], *, gone: Iterable[str]) -> None:
        """Store outputs of a site, and its state; remove those that are gone."""
        self._connection.execute("INSERT OR REPLACE INTO sites VALUES (?, ?)", (site, state))
        values = ((site, part, row.key, row.paths, row.signature) for part, row in rows.items())
        self._connection.executemany("INSERT OR REPLACE INTO outputs VALUES (?, ?, ?, ?, ?)", values)
        ended = ((site, part) for part in gone)
        self._connection.executemany("DELETE FROM outputs WHERE site = ? AND part = ?", ended)

    def forget_outputs(self, site: str) -> None:
        """Remove what is known of a site."""
        self._connection.execute("DELETE FROM outputs WHERE site = ?", (site,))


class FragmentReader:
    """Another process's view of the fragments of a cache: read only, and without what a build has not committed.

    Args:
        path: Of the cache; empty for none.
    """

    def __init__(self, path: str) -> None:
        # As an address, for a path may hold `?`, `#` and `%`.
        self._connection = sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True) if path else None

    def get(self, key: str) -> str | None:
        """Return a fragment, or None."""
        if self._connection is None:
            return None
        row = self._connection.execute("SELECT html FROM fragments WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()


def _is_private(path: Path) -> bool:
    """Return whether nobody but the user can write to a file, or put another in its place."""
    user = os.geteuid() if hasattr(os, "geteuid") else None
    for each in (path, path.parent):
        found = each.stat()
        if user is not None and (found.st_uid != user or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
            return False
    return True


def _opened(path: Path | None) -> sqlite3.Connection:
    """Return a connection to a cache of our version; whatever else lies there is replaced."""
    if path is None:
        return _fresh(":memory:")
    path.parent.mkdir(parents=True, exist_ok=True)
    # What is not a database, or a damaged one, is as good as none.
    with suppress(sqlite3.DatabaseError), ExitStack() as unless_ours:
        connection = _connected(str(path))
        unless_ours.callback(connection.close)
        if connection.execute("PRAGMA user_version").fetchone()[0] == _VERSION:
            unless_ours.pop_all()
            return connection
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    return _fresh(str(path))


def _connected(path: str) -> sqlite3.Connection:
    """Return a connection; nothing is lost by a power cut that could not be made anew."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=10)
    with ExitStack() as unless_whole:
        unless_whole.callback(connection.close)
        connection.execute(f"PRAGMA page_size = {_PAGE}")  # counts for a new file only
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f"PRAGMA cache_size = -{_PAGES}")
        unless_whole.pop_all()
    return connection


def _fresh(path: str) -> sqlite3.Connection:
    connection = _connected(path)
    connection.executescript(_SCHEMA)
    connection.execute(f"PRAGMA user_version = {_VERSION}")
    return connection
