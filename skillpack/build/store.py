"""The one SQLite file: signatures, prepared records, fragments, keys of what was written (decisions 12, 42).

Everything in it can be made anew; losing it costs time only. One transaction spans a build, so a killed build leaves
what was there before.
"""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from skillpack.catalog.precedence import is_named_after, name_key
from skillpack.errors import LockedError
from skillpack.files.discover import Place
from skillpack.model.digest import sha256
from skillpack.model.entry import Entry, Prepared, PromptEntry, Surroundings
from skillpack.model.finding import Finding, Judged
from skillpack.model.publication import Publication
from skillpack.model.selection import SelectionInput
from skillpack.model.tree import Form, Origin
from skillpack.build.history.retained import Carried
from skillpack.build.record.entry import SKILL_FILE
from skillpack.build.related import kin_of
from skillpack.build.history.history import NO_PAST, Past
from skillpack.build.record.record import Product
from skillpack.build.settled import Claim, Settled, Sheet, decoded

_VERSION = 9
_PAGE = 16_384  # bytes: records and fragments are of about this size
_PAGES = 16_384  # KiB of pages that are held, so that none is written twice in a transaction
_HELD = 2_048  # entries that are held as they were decoded: of a few KB each
_FORM_ORDER = {Form.FOLDER: 0, Form.MARKDOWN: 1, Form.YAML: 2}

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE fragments (key TEXT PRIMARY KEY, html TEXT);
CREATE TABLE places (
    id INTEGER PRIMARY KEY, path TEXT UNIQUE, signature BLOB, settings TEXT, rank INTEGER, form INTEGER, ordered TEXT,
    name TEXT, folded TEXT, nameless TEXT, key TEXT, file TEXT, told TEXT, origin BLOB, listing BLOB, kin BLOB,
    findings BLOB, prepared BLOB
);
CREATE TABLE terms (place INTEGER PRIMARY KEY, marks BLOB, text BLOB);
CREATE INDEX places_by_name ON places (folded, rank, form, ordered);
CREATE TABLE entries (
    name TEXT PRIMARY KEY, folded TEXT, place INTEGER, basis TEXT, own TEXT, shown TEXT, listed TEXT, judged TEXT,
    prompted TEXT, state TEXT, open BLOB, entry BLOB, carried BLOB, surroundings BLOB
);
CREATE INDEX entries_by_folded ON entries (folded);
CREATE TABLE past (folded TEXT PRIMARY KEY, name TEXT, past BLOB) WITHOUT ROWID;
CREATE TABLE memo (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE TABLE prompts (format TEXT, name TEXT, text TEXT, tokens INTEGER, PRIMARY KEY (format, name)) WITHOUT ROWID;
CREATE INDEX prompts_by_name ON prompts (name);
CREATE TABLE written (
    output TEXT, name TEXT, key TEXT, paths TEXT, signature TEXT, PRIMARY KEY (output, name)
) WITHOUT ROWID;
"""

_PUBLISHED = (
    f"entries e JOIN places p ON p.id = e.place WHERE e.state = '{Publication.PUBLISHED.value}' ORDER BY e.name"
)
_FORGET_TERMS = "DELETE FROM terms WHERE place IN (SELECT id FROM places WHERE path = ?)"

_ENCODER = msgspec.msgpack.Encoder()


class Cache:
    """Everything a build remembers.

    Args:
        path: The file, made where absent; None keeps all in memory.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = "" if path is None else str(path)
        self._connection = _opened(path)
        self._entries: dict[bytes, Entry] = {}

    def begin(self) -> None:
        """Start the transaction of a build.

        Raises:
            LockedError: Another build holds the cache, or it cannot be written.
        """
        if len(self._entries) == _HELD:
            self._entries.clear()
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise LockedError(
                f"the cache `{self.path}` cannot be used: {error}", hint="another build may hold it; use --no-cache"
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
        query = "SELECT path, signature FROM places WHERE settings = ?"
        known = dict(self._connection.execute(query, (settings_digest,)))
        due, seen = [], set()
        for place in places:
            if place.racy or known.get(place.path) != place.signature:
                due.append(place)
            else:
                seen.add(place.path)
        # Rows of due places go first, so that a name they no longer claim is free.
        gone = [(path,) for (path,) in self._connection.execute("SELECT path FROM places") if path not in seen]
        self._connection.executemany(_FORGET_TERMS, gone)
        self._connection.executemany("DELETE FROM places WHERE path = ?", gone)
        return due

    def put(self, place: Place, settings_digest: str, product: Product) -> int:
        """Remember what one place gave, and return its number."""
        prepared = product.prepared
        name = prepared.entry.name if prepared else ""
        # A signature that was taken too early proves nothing later (git's racy rule).
        signature = b"" if place.racy else place.signature
        listing = _ENCODER.encode(prepared.listed) if prepared else b""
        self._connection.execute(_FORGET_TERMS, (place.path,))
        cursor = self._connection.execute(
            "INSERT OR REPLACE INTO places VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                place.path, signature, settings_digest, place.origin.rank, _FORM_ORDER[place.origin.form],
                _ordered(place.origin, name), name, name_key(name), product.nameless, prepared.key if prepared else "",
                place.origin.locate(SKILL_FILE), sha256(listing), _ENCODER.encode(place.origin), listing or None,
                _ENCODER.encode(kin_of(prepared)) if prepared else None, _ENCODER.encode(product.findings),
                product.record or None,
            ),
        )  # fmt: skip
        number = cursor.lastrowid or 0
        if prepared:
            row = (number, prepared.terms.marks, prepared.terms.text)
            self._connection.execute("INSERT OR REPLACE INTO terms VALUES (?, ?, ?)", row)
        return number

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
            "SELECT name, folded, file, id, key FROM places WHERE name != '' ORDER BY folded, rank, form, ordered"
        )
        return (Claim(*row) for row in rows)

    def nameless(self) -> Iterator[tuple[str, str, tuple[Finding, ...]]]:
        """Yield path, reason and findings of every place without a usable name, by path."""
        rows = self._connection.execute("SELECT origin, nameless, findings FROM places WHERE name = '' ORDER BY path")
        for origin, reason, findings in rows:
            yield decoded(origin, Origin).locate("").rstrip("/"), reason, decoded(findings, tuple[Finding, ...])

    def prepared(self, number: int) -> Prepared:
        """Return the record of a place."""
        row = self._connection.execute("SELECT prepared FROM places WHERE id = ?", (number,)).fetchone()
        return decoded(row[0], Prepared)

    def kin(self) -> Iterator[tuple[int, bytes]]:
        """Yield number and encoded `Kin` of every place that has a name."""
        return self._connection.execute("SELECT id, kin FROM places WHERE name != '' ORDER BY id")

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
        return decoded(row[0], Past) if row and row[0] is not None else NO_PAST

    def labels(self, name: str) -> frozenset[str] | None:
        """Return the labels of a name, published before or of the set; None where there is neither."""
        row = self._connection.execute("SELECT entry, surroundings FROM entries WHERE name = ?", (name,)).fetchone()
        if row is not None:
            around = decoded(row[1], Surroundings)
            releases = (self._entry(row[0]).release, *around.releases, *around.purged)
            return frozenset(release.label for release in releases)
        past = self.past(name_key(name))
        labels = frozenset(release.label for release in (*past.releases(name), *past.purged))
        return labels if past.name == name else None

    def past_digests(self) -> dict[str, str]:
        """Return what tells apart what was published under a name, by name as it is compared."""
        rows = self._connection.execute("SELECT folded, past FROM past WHERE past IS NOT NULL")
        return {folded: sha256(past) for folded, past in rows}

    def gone(self) -> Iterator[Past]:
        """Yield what was published under the names that the set no longer has, by name."""
        for (past,) in self._connection.execute(
            "SELECT past FROM past WHERE past IS NOT NULL AND folded NOT IN (SELECT folded FROM entries) ORDER BY name"
        ):
            yield decoded(past, Past)

    def carried(self, name: str) -> Carried | None:
        """Return what is offered in place of a skill of the set, or None."""
        row = self._connection.execute("SELECT carried FROM entries WHERE name = ?", (name,)).fetchone()
        return decoded(row[0], Carried) if row and row[0] is not None else None

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

    def bases(self) -> dict[str, tuple[str, int]]:
        """Return the basis and the place of every skill of the set, by name."""
        rows = self._connection.execute("SELECT name, basis, place FROM entries")
        return {name: (basis, place) for name, basis, place in rows}

    def forget_entries(self, names: Iterable[str]) -> None:
        """Take skills out of the set."""
        gone = [(name,) for name in names]
        self._connection.executemany("DELETE FROM entries WHERE name = ?", gone)
        self._connection.executemany("DELETE FROM prompts WHERE name = ?", gone)

    def put_entry(self, settled: Settled, past: Past) -> None:
        """Add a skill to the set, in place of what had its name; `past` is what was published under it."""
        entry = settled.entry
        name, about = entry.name, _ENCODER.encode(entry)
        around, carried = _ENCODER.encode(settled.surroundings), _ENCODER.encode(settled.carried)
        shown = sha256(b"\0".join((settled.basis.encode(), about, around, _ENCODER.encode(past))))
        findings = _ENCODER.encode((entry.path, entry.state, settled.surroundings.findings))
        self.forget_entries((name,))
        self._connection.execute(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                name, name_key(name), settled.place, settled.basis, settled.own, shown, sha256(about + carried),
                sha256(findings), sha256(_ENCODER.encode(settled.prompts)), entry.publication.value,
                _ENCODER.encode(settled.findings) if settled.findings else None, about,
                carried if settled.carried is not None else None, around,
            ),
        )  # fmt: skip
        rows = ((prompt.format, name, prompt.text, prompt.tokens) for prompt in settled.prompts)
        self._connection.executemany("INSERT INTO prompts VALUES (?, ?, ?, ?)", rows)

    def names(self) -> tuple[str, ...]:
        """Return the names of the set, sorted."""
        return tuple(name for (name,) in self._connection.execute("SELECT name FROM entries ORDER BY name"))

    def owned(self) -> list[tuple[str, int, str]]:
        """Return name, place and key of what is each skill's alone, by name."""
        return list(self._connection.execute("SELECT name, place, own FROM entries ORDER BY name"))

    def shown(self) -> list[tuple[str, int, str]]:
        """Return name, place and key of all that each skill's page shows, by name."""
        return list(self._connection.execute("SELECT name, place, shown FROM entries ORDER BY name"))

    def digest(self, of: Literal["listed", "judged", "prompted"]) -> str:
        """Return what tells one set from another, by what lists, tables of findings or prompt files have of it."""
        digest = hashlib.sha256()
        for row in self._connection.execute(f"SELECT name, {of} FROM entries ORDER BY name"):  # noqa: S608 ours
            digest.update("\0".join(row).encode("utf-8", "surrogatepass"))
        if of == "judged":
            for row in self._connection.execute("SELECT origin, findings FROM places WHERE name = '' ORDER BY path"):
                digest.update(b"\0".join(row))
        return digest.hexdigest()

    def findings(self) -> Iterator[tuple[Judged, ...]]:
        """Yield the judged findings of each skill that has some, by name."""
        for (blob,) in self._connection.execute("SELECT open FROM entries WHERE open IS NOT NULL ORDER BY name"):
            yield decoded(blob, tuple[Judged, ...])

    def entries(self) -> Iterator[Entry]:
        """Yield the entries of the set by name; may be asked again and again, also side by side."""
        for (blob,) in self._connection.execute("SELECT entry FROM entries ORDER BY name"):
            yield self._entry(blob)

    def stretch(self, start: int, stop: int) -> Iterator[Entry]:
        """Yield the entries from one place to another, by name."""
        query = "SELECT entry FROM entries ORDER BY name LIMIT ? OFFSET ?"
        for (blob,) in self._connection.execute(query, (stop - start, start)):
            yield self._entry(blob)

    def listed(self) -> Iterator[tuple[Entry, Carried | None]]:
        """Yield the entries by name, each with what is offered in its place."""
        for entry, carried in self._connection.execute("SELECT entry, carried FROM entries ORDER BY name"):
            yield self._entry(entry), decoded(carried, Carried) if carried is not None else None

    def sheet(self, name: str) -> Sheet:
        """Return all that the pages of one skill of the set show."""
        row = self._connection.execute(
            "SELECT prepared, entry, surroundings, carried, past FROM entries e JOIN places p ON p.id = e.place"
            " LEFT JOIN past b ON b.folded = e.folded WHERE e.name = ?",
            (name,),
        ).fetchone()
        return Sheet(*row)

    def surrounded(self) -> Iterator[tuple[int, Entry, Surroundings]]:
        """Yield place, entry and surroundings by name."""
        return self._surrounded("SELECT place, entry, surroundings FROM entries ORDER BY name")

    def published_before(self) -> Iterator[tuple[int, Entry, Surroundings]]:
        """Yield place, entry and surroundings of the skills whose names were published before, by name."""
        return self._surrounded(
            "SELECT e.place, e.entry, e.surroundings FROM entries e JOIN past p ON p.folded = e.folded"
            " WHERE p.past IS NOT NULL ORDER BY e.name"
        )

    def _surrounded(self, query: str) -> Iterator[tuple[int, Entry, Surroundings]]:
        for place, entry, around in self._connection.execute(query):
            yield place, self._entry(entry), decoded(around, Surroundings)

    def pieces(self, form: str) -> Iterator[PromptEntry]:
        """Yield one prompt format's pieces by name."""
        rows = self._connection.execute(
            "SELECT format, text, tokens FROM prompts WHERE format = ? ORDER BY name", (form,)
        )
        for name, text, tokens in rows:
            yield PromptEntry(name, text, tokens)

    # What hosts show

    def listed_as(self) -> str:
        """Return what tells one set of published skills from another, by how hosts list each."""
        digest = hashlib.sha256()
        for row in self._connection.execute(f"SELECT e.name, told FROM {_PUBLISHED}"):  # noqa: S608 ours
            digest.update("\0".join(row).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def selection_inputs(self) -> Iterator[SelectionInput]:
        """Yield the published skills of the set by name, as hosts list them."""
        for (blob,) in self._connection.execute(f"SELECT listing FROM {_PUBLISHED}"):  # noqa: S608 ours
            yield decoded(blob, SelectionInput)

    # Search

    def term_marks(self) -> Iterator[bytes]:
        """Yield the marks of the terms of each skill of the set, by name."""
        rows = self._connection.execute("SELECT marks FROM entries e JOIN terms t ON t.place = e.place ORDER BY e.name")
        return (marks for (marks,) in rows)

    def term_texts(self) -> Iterator[bytes]:
        """Yield the terms of each skill of the set, as they are laid out, by name."""
        rows = self._connection.execute("SELECT text FROM entries e JOIN terms t ON t.place = e.place ORDER BY e.name")
        return (text for (text,) in rows)

    def marked(self) -> Iterator[tuple[str, Entry, Carried | None]]:
        """Yield for each skill of the set, by name, what tells how lists show it, and what that follows from."""
        for listed, entry, carried in self._connection.execute(
            "SELECT listed, entry, carried FROM entries ORDER BY name"
        ):
            yield listed, self._entry(entry), decoded(carried, Carried) if carried is not None else None

    def listed_marks(self) -> Iterator[tuple[str, str]]:
        """Yield each name of the set with what tells how lists show it, by name."""
        return self._connection.execute("SELECT name, listed FROM entries ORDER BY name")

    def entry(self, name: str) -> Entry:
        """Return the entry of one skill of the set."""
        row = self._connection.execute("SELECT entry FROM entries WHERE name = ?", (name,)).fetchone()
        return self._entry(row[0])

    def _entry(self, blob: bytes) -> Entry:
        """Return an entry; a build passes over the same ones again and again."""
        found = self._entries.get(blob)
        if found is None:
            found = decoded(blob, Entry)
            if len(self._entries) < _HELD:
                self._entries[blob] = found
        return found

    # Written files

    def written(self, output: str) -> dict[str, tuple[str, str, str]]:
        """Return what an output folder holds: name of a part -> key, newline-separated paths, their signature."""
        rows = self._connection.execute("SELECT name, key, paths, signature FROM written WHERE output = ?", (output,))
        return {name: (key, paths, signature) for name, key, paths, signature in rows}

    def put_written(self, output: str, parts: Mapping[str, tuple[str, str, str]], *, gone: Iterable[str]) -> None:
        """Remember what an output folder holds, as `written` returns it."""
        rows = ((output, name, *part) for name, part in parts.items())
        self._connection.executemany("INSERT OR REPLACE INTO written VALUES (?, ?, ?, ?, ?)", rows)
        self._connection.executemany(
            "DELETE FROM written WHERE output = ? AND name = ?", ((output, name) for name in gone)
        )

    def forget_written(self, output: str) -> None:
        """Forget what an output folder holds."""
        self._connection.execute("DELETE FROM written WHERE output = ?", (output,))


def _ordered(origin: Origin, name: str) -> str:
    """Return what orders claims of one source and form as `claim_order` does.

    `.yaml` comes before `.yml`, then what is called as the skill is, then the path.
    """
    return f"{origin.path.endswith('.yml'):d}{not is_named_after(name, origin):d}{origin.path}"


def _opened(path: Path | None) -> sqlite3.Connection:
    """Return a connection to a cache of our version; whatever else lies there is replaced."""
    if path is None:
        return _fresh(":memory:")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        connection = _connected(str(path))
        if connection.execute("PRAGMA user_version").fetchone()[0] == _VERSION:
            return connection
        connection.close()
    except sqlite3.DatabaseError:
        pass  # not a database, or a damaged one: as good as none
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    return _fresh(str(path))


def _connected(path: str) -> sqlite3.Connection:
    """Return a connection; nothing is lost by a power cut that could not be made anew."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=10)
    connection.execute(f"PRAGMA page_size = {_PAGE}")  # counts for a new file only
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(f"PRAGMA cache_size = -{_PAGES}")
    return connection


def _fresh(path: str) -> sqlite3.Connection:
    connection = _connected(path)
    connection.executescript(_SCHEMA)
    connection.execute(f"PRAGMA user_version = {_VERSION}")
    return connection
