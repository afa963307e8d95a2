"""The one SQLite file: signatures, prepared records, fragments, keys of what was written (decisions 12, 42).

Everything in it can be made anew; losing it costs time only. One transaction spans a build, so a killed build leaves
what was there before.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from skillpack.catalog.precedence import name_key
from skillpack.errors import LockedError
from skillpack.files.discover import Place
from skillpack.model.entry import Entry, Prepared, PromptEntry, Surroundings
from skillpack.model.finding import Finding
from skillpack.model.tree import Form, Origin
from skillpack.pipeline.carried import Carried
from skillpack.pipeline.past import NO_PAST, Past
from skillpack.pipeline.prepare import Product

_VERSION = 2
_FORM_ORDER = {Form.FOLDER: 0, Form.MARKDOWN: 1, Form.YAML: 2}

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE fragments (key TEXT PRIMARY KEY, html TEXT) WITHOUT ROWID;
CREATE TABLE places (
    id INTEGER PRIMARY KEY, path TEXT UNIQUE, signature BLOB, settings TEXT, rank INTEGER, form INTEGER, ordered TEXT,
    name TEXT, folded TEXT, nameless TEXT, key TEXT, origin BLOB, findings BLOB, prepared BLOB
);
CREATE INDEX places_by_name ON places (folded, rank, form, ordered);
CREATE TABLE entries (
    name TEXT PRIMARY KEY, folded TEXT, place INTEGER, entry BLOB, surroundings BLOB, carried BLOB
) WITHOUT ROWID;
CREATE TABLE past (folded TEXT PRIMARY KEY, name TEXT, past BLOB) WITHOUT ROWID;
CREATE TABLE memo (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE TABLE prompts (format TEXT, name TEXT, text TEXT, tokens INTEGER, PRIMARY KEY (format, name)) WITHOUT ROWID;
CREATE TABLE written (output TEXT, name TEXT, key TEXT, paths TEXT, PRIMARY KEY (output, name)) WITHOUT ROWID;
"""

T = TypeVar("T")
_ENCODER = msgspec.msgpack.Encoder()


@dataclass(frozen=True, slots=True)
class Claim:
    """A place that wants a name; claims come sorted by name, winner first."""

    name: str
    folded: str
    origin: Origin
    place: int


class Cache:
    """Everything a build remembers.

    Args:
        path: The file, made where absent; None keeps all in memory.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = "" if path is None else str(path)
        self._connection = _opened(path)

    def begin(self) -> None:
        """Start the transaction of a build.

        Raises:
            LockedError: Another build holds the cache, or it cannot be written.
        """
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise LockedError(
                f"the cache `{self.path}` cannot be used: {error}", hint="another build may hold it; use --no-cache"
            ) from error
        self._connection.execute("CREATE TEMP TABLE IF NOT EXISTS seen (path TEXT PRIMARY KEY) WITHOUT ROWID")
        self._connection.execute("DELETE FROM seen")

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

    def meta(self, key: str) -> str:
        """Return a remembered text, or the empty string."""
        row = self._connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else ""

    def set_meta(self, key: str, value: str) -> None:
        """Remember a text."""
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    # Places

    def due(self, places: Iterable[Place], settings_digest: str) -> list[Place]:
        """Return the places that must be read again, in order; the others are marked as seen."""
        known = dict(
            self._connection.execute("SELECT path, signature FROM places WHERE settings = ?", (settings_digest,))
        )
        due = []
        for place in places:
            if place.racy or known.get(place.path) != place.signature:
                due.append(place)
            else:
                self._connection.execute("INSERT OR IGNORE INTO seen VALUES (?)", (place.path,))
        # Rows of due places go first, so that a name they no longer claim is free.
        self._connection.execute("DELETE FROM places WHERE path NOT IN (SELECT path FROM seen)")
        return due

    def put(self, place: Place, settings_digest: str, product: Product) -> int:
        """Remember what one place gave, and return its number."""
        prepared = product.prepared
        name = prepared.entry.name if prepared else ""
        # A signature that was taken too early proves nothing later (git's racy rule).
        signature = b"" if place.racy else place.signature
        cursor = self._connection.execute(
            "INSERT OR REPLACE INTO places VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                place.path, signature, settings_digest, place.origin.rank, _FORM_ORDER[place.origin.form],
                _ordered(place.origin), name, name_key(name), product.nameless, prepared.key if prepared else "",
                _ENCODER.encode(place.origin), _ENCODER.encode(product.findings),
                _ENCODER.encode(prepared) if prepared else None,
            ),
        )  # fmt: skip
        return cursor.lastrowid or 0

    def wins(self, number: int) -> bool:
        """Return whether no place known so far claims this place's name before it."""
        row = self._connection.execute(
            "SELECT 1 FROM places a JOIN places b ON a.folded = b.folded AND a.id != b.id"
            " WHERE b.id = ? AND (a.rank, a.form, a.ordered) < (b.rank, b.form, b.ordered)",
            (number,),
        ).fetchone()
        return row is None

    def claims(self) -> Iterator[Claim]:
        """Yield every place that has a name, by name, winner first."""
        rows = self._connection.execute(
            "SELECT name, folded, origin, id FROM places WHERE name != '' ORDER BY folded, rank, form, ordered"
        )
        for name, folded, origin, number in rows:
            yield Claim(name, folded, _decode(origin, Origin), number)

    def nameless(self) -> Iterator[tuple[str, str, tuple[Finding, ...]]]:
        """Yield path, reason and findings of every place without a usable name, by path."""
        rows = self._connection.execute("SELECT origin, nameless, findings FROM places WHERE name = '' ORDER BY path")
        for origin, reason, findings in rows:
            yield _decode(origin, Origin).locate("").rstrip("/"), reason, _decode(findings, tuple[Finding, ...])

    def prepared(self, number: int) -> Prepared:
        """Return the record of a place."""
        row = self._connection.execute("SELECT prepared FROM places WHERE id = ?", (number,)).fetchone()
        return _decode(row[0], Prepared)

    def key(self, number: int) -> str:
        """Return the key under which a place was prepared."""
        row = self._connection.execute("SELECT key FROM places WHERE id = ?", (number,)).fetchone()
        return str(row[0])

    def place_path(self, number: int) -> str:
        """Return the path of a place."""
        row = self._connection.execute("SELECT path FROM places WHERE id = ?", (number,)).fetchone()
        return str(row[0])

    # What was published before

    def clear_past(self, settings_digest: str) -> None:
        """Forget what was published: it is about to be read again; and what was worked out with other settings."""
        self._connection.execute("DELETE FROM past")
        self._connection.execute("DELETE FROM memo WHERE substr(key, -64) != ?", (settings_digest,))

    def put_past_name(self, folded: str) -> bool:
        """Note that a name was published; False where it was noted before."""
        return self._connection.execute("INSERT OR IGNORE INTO past VALUES (?, '', NULL)", (folded,)).rowcount == 1

    def put_past(self, folded: str, past: Past) -> None:
        """Remember what was published under a name."""
        row = (folded, past.name, _ENCODER.encode(past))
        self._connection.execute("INSERT OR REPLACE INTO past VALUES (?, ?, ?)", row)

    def past(self, folded: str) -> Past:
        """Return what was published under a name."""
        row = self._connection.execute("SELECT past FROM past WHERE folded = ?", (folded,)).fetchone()
        return _decode(row[0], Past) if row and row[0] is not None else NO_PAST

    def gone(self) -> Iterator[Past]:
        """Yield what was published under the names that the set no longer has, by name."""
        for (past,) in self._connection.execute(
            "SELECT past FROM past WHERE past IS NOT NULL AND folded NOT IN (SELECT folded FROM entries) ORDER BY name"
        ):
            yield _decode(past, Past)

    def carried(self, name: str) -> Carried | None:
        """Return what is offered in place of a skill of the set, or None."""
        row = self._connection.execute("SELECT carried FROM entries WHERE name = ?", (name,)).fetchone()
        return _decode(row[0], Carried) if row and row[0] is not None else None

    def has_entry(self, folded: str) -> bool:
        """Return whether the set has a name."""
        return self._connection.execute("SELECT 1 FROM entries WHERE folded = ?", (folded,)).fetchone() is not None

    def memo(self, key: str) -> bytes | None:
        """Return what was worked out before, or None."""
        row = self._connection.execute("SELECT value FROM memo WHERE key = ?", (key,)).fetchone()
        return bytes(row[0]) if row else None

    def put_memo(self, key: str, value: bytes) -> None:
        """Remember what was worked out; the key names everything that it follows from."""
        self._connection.execute("INSERT OR REPLACE INTO memo VALUES (?, ?)", (key, value))

    # Fragments

    def put_fragments(self, fragments: Iterable[tuple[str, str]]) -> None:
        """Remember rendered fragments."""
        self._connection.executemany("INSERT OR IGNORE INTO fragments VALUES (?, ?)", fragments)

    # Entries

    def clear_entries(self) -> None:
        """Forget the set: it is about to be written anew."""
        self._connection.execute("DELETE FROM entries")
        self._connection.execute("DELETE FROM prompts")

    def put_entry(
        self,
        place: int,
        entry: Entry,
        surroundings: Surroundings,
        prompts: Iterable[PromptEntry],
        carried: Carried | None = None,
    ) -> None:
        """Add a skill to the set; `prompts` are those that are listed in prompt files.

        `carried` is what indexes list instead of the entry.
        """
        self._connection.execute(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)",
            (
                entry.name, name_key(entry.name), place, _ENCODER.encode(entry), _ENCODER.encode(surroundings),
                _ENCODER.encode(carried) if carried is not None else None,
            ),
        )  # fmt: skip
        self._connection.executemany(
            "INSERT INTO prompts VALUES (?, ?, ?, ?)",
            ((prompt.format, entry.name, prompt.text, prompt.tokens) for prompt in prompts),
        )

    def entries(self) -> Iterator[Entry]:
        """Yield the entries of the set by name; may be asked again and again, also side by side."""
        for (blob,) in self._connection.execute("SELECT entry FROM entries ORDER BY name"):
            yield _decode(blob, Entry)

    def listed(self) -> Iterator[tuple[Entry, Carried | None]]:
        """Yield the entries by name, each with what is offered in its place."""
        for entry, carried in self._connection.execute("SELECT entry, carried FROM entries ORDER BY name"):
            yield _decode(entry, Entry), _decode(carried, Carried) if carried is not None else None

    def settled(self, name: str) -> tuple[Entry, Surroundings]:
        """Return the entry and the surroundings of one skill of the set."""
        row = self._connection.execute("SELECT entry, surroundings FROM entries WHERE name = ?", (name,)).fetchone()
        return _decode(row[0], Entry), _decode(row[1], Surroundings)

    def surrounded(self) -> Iterator[tuple[int, Entry, Surroundings]]:
        """Yield place, entry and surroundings by name."""
        for place, entry, around in self._connection.execute(
            "SELECT place, entry, surroundings FROM entries ORDER BY name"
        ):
            yield place, _decode(entry, Entry), _decode(around, Surroundings)

    def set_blobs(self) -> Iterator[bytes]:
        """Yield everything the set is made of as bytes: equal bytes, equal set."""
        for row in self._connection.execute(
            "SELECT entry, surroundings, ifnull(carried, '') FROM entries ORDER BY name"
        ):
            yield from row[:2]
            yield row[2] or b""
        for row in self._connection.execute("SELECT origin, findings FROM places WHERE name = '' ORDER BY path"):
            yield from row
        for (text,) in self._connection.execute("SELECT text FROM prompts ORDER BY format, name"):
            yield text.encode()

    def pieces(self, form: str) -> Iterator[PromptEntry]:
        """Yield one prompt format's pieces by name."""
        rows = self._connection.execute(
            "SELECT format, text, tokens FROM prompts WHERE format = ? ORDER BY name", (form,)
        )
        for name, text, tokens in rows:
            yield PromptEntry(name, text, tokens)

    # Written files

    def written(self, output: str) -> dict[str, tuple[str, str]]:
        """Return key and newline-separated paths of what an output folder holds, by the name of a skill or part."""
        rows = self._connection.execute("SELECT name, key, paths FROM written WHERE output = ?", (output,))
        return {name: (key, paths) for name, key, paths in rows}

    def put_written(self, output: str, name: str, key: str, paths: str) -> None:
        """Remember what an output folder holds of a part; `paths` are separated by newlines."""
        self._connection.execute("INSERT OR REPLACE INTO written VALUES (?, ?, ?, ?)", (output, name, key, paths))

    def forget_written(self, output: str) -> None:
        """Forget what an output folder holds."""
        self._connection.execute("DELETE FROM written WHERE output = ?", (output,))


def _ordered(origin: Origin) -> str:
    """Return what orders claims of one source and form as `claim_order` does: `.yaml` before `.yml`, then by path."""
    return f"{origin.path.endswith('.yml'):d}{origin.path}"


def _opened(path: Path | None) -> sqlite3.Connection:
    """Return a connection to a cache of our version; whatever else lies there is replaced."""
    if path is None:
        return _fresh(":memory:")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=10)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        if connection.execute("PRAGMA user_version").fetchone()[0] == _VERSION:
            return connection
        connection.close()
    except sqlite3.DatabaseError:
        pass  # not a database, or a damaged one: as good as none
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    return _fresh(str(path))


def _fresh(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = OFF")
    connection.executescript(_SCHEMA)
    connection.execute(f"PRAGMA user_version = {_VERSION}")
    return connection


_DECODERS: dict[object, msgspec.msgpack.Decoder[object]] = {}


def _decode(blob: bytes, kind: type[T]) -> T:
    decoder = _DECODERS.get(kind)
    if decoder is None:
        decoder = _DECODERS[kind] = msgspec.msgpack.Decoder(kind)
    return decoder.decode(blob)  # type: ignore[return-value]
