"""skills/NAME/skill.json: all that was ever published under one name, and what the next build carries over."""

from collections.abc import Iterable, Sequence

from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.structs import replace

from skillpack.catalog import paths
from skillpack.check.ability_words import kind_words
from skillpack.errors import IndexRefusedError
from skillpack.model.ability import Abilities, AbilityKind, AbilityRow
from skillpack.model.entry import Details, Entry, FileRecord, PageRecord
from skillpack.model.evaluation import Result
from skillpack.model.evidence import SignatureFacts
from skillpack.model.limits import Limits
from skillpack.model.release import Release, Tombstone
from skillpack.model.review import NOT_COVERED, Coverage
from skillpack.model.tree import Trust
from skillpack.registry import fields
from skillpack.registry.abilities import read_abilities_record, recorded_abilities
from skillpack.registry.lines import Row, compact, document, encoded, filled, parsed
from skillpack.registry.results import result_rows
from skillpack.registry.reviews_json import coverage_row

SCHEMA = 1

_ROW = ("label", "digest", "version", "date", "yanked", "archive", "markdown", "also", "signature")
"""The first keys of a version, in order."""


class PublishedVersion(Struct, frozen=True):
    """One version as a record tells it.

    Attributes:
        text: Its whole object as JSON on one line: carried over as it is.
    """

    release: Release
    text: str


class PublishedSkill(Struct, frozen=True):
    """A record as read.

    Attributes:
        state: As in the catalog.
        versions: Newest first.
        tombstone: None while the name is offered.
        status: `experimental`, `stable`, `deprecated`, or empty.
        successor: What to use instead of a deprecated one, or empty.
        not_loaded_by: Names of the profiles whose hosts do not load what is offered.
        purged: Versions whose archives were taken away: label, digest, date, and why as `yanked`.
        signature: What the record says of the signature of what is offered; None where it says nothing that is known.
    """

    name: str
    description: str
    state: str
    versions: tuple[PublishedVersion, ...]
    tombstone: Tombstone | None
    status: str = ""
    successor: str = ""
    not_loaded_by: tuple[str, ...] = ()
    purged: tuple[Release, ...] = ()
    signature: SignatureFacts | None = None

    @property
    def signed(self) -> tuple[str, str]:
        """State of the signature and who made it, as indexes repeat them; empty texts where there is none."""
        return ("", "") if self.signature is None else (str(self.signature.state), self.signature.signer)


class Permissions(Struct, frozen=True):
    """What a version may do, by which it is compared with the one before.

    Attributes:
        asked: Tools, scripts, shell lines, and a program's language.
        abilities: Kinds of what it can do, and hosts that it reaches; None where its record does not tell.
    """

    asked: tuple[str, ...] = ()
    abilities: tuple[str, ...] | None = ()

    def beyond(self, before: "Permissions") -> tuple[str, ...]:
        """Return the additions to those before, names in backticks; abilities only where both tell of them."""
        more = () if self.abilities is None or before.abilities is None else self.abilities
        had = {*before.asked, *(before.abilities or ())}
        new = [each for each in (*self.asked, *more) if each not in had]
        return tuple(each if "`" in each or each in more else f"`{each}`" for each in new)


def write(
    record: PageRecord,
    releases: Sequence[Release],
    earlier: Iterable[PublishedVersion] = (),
    *,
    entry: Entry | None = None,
    offered: Entry | None = None,
    purged: Iterable[Release] = (),
    coverage: Coverage = NOT_COVERED,
    results: Iterable[Result] = (),
) -> bytes:
    """Return the record of a skill.

    Args:
        record: Of the skill as it is now.
        releases: Newest first; those without an archive are left out.
        earlier: Versions from the last published record; one with the digest of a release is taken as it is.
        entry: The entry as the catalog shows it, where it differs from the record's.
        offered: The entry of what is offered, where that is an earlier version.
        purged: Tombstones of versions whose archives were taken away.
        coverage: Who looked at what is offered.
        results: What measuring the skill as it is now came to; left out where an earlier version is offered.
    """
    shown = entry or record.entry
    earlier_one = offered if offered is not None and offered.release.digest != shown.release.digest else None
    head = {
        "name": shown.name,
        "description": shown.description,
        "state": str(shown.state),
        "status": shown.status,
        "successor": shown.successor,
        "not_loaded_by": sorted(verdict.profile for verdict in (offered or shown).verdicts if not verdict.loads),
        "trust": "" if record.details.trust is Trust.LOCAL else str(record.details.trust),
        "signature": signature_row(record.signature) if earlier_one is None else _signed(earlier_one),
        "reviews": coverage_row(coverage),
        "results": result_rows(results) if earlier_one is None else [],
        "purged": _purged_rows(purged),
    }
    known = {published.release.digest: published for published in earlier}
    rows = [_version(record, release, known.get(release.digest)) for release in releases if release.archive]
    return _written(shown.name, head, rows)


def write_tombstone(tombstone: Tombstone, earlier: Iterable[PublishedVersion], purged: Iterable[Release] = ()) -> bytes:
    """Return the record of a name that is no longer offered; its versions stay, but those that were purged."""
    head = {
        "name": tombstone.name,
        "description": "",
        "state": "renamed" if tombstone.successor else "withdrawn",
        "successor": tombstone.successor,
        "reason": tombstone.reason,
        "purged": _purged_rows(purged),
    }
    return _written(tombstone.name, head, [published.text for published in earlier])


def _purged_rows(purged: Iterable[Release]) -> list[Row]:
    return [
        filled({"label": each.label, "digest": each.digest, "date": each.date, "reason": each.yanked})
        for each in purged
    ]


def _written(name: str, head: Row, rows: Sequence[str]) -> bytes:
    schema = paths.relative(paths.skill_record(name), paths.schema("record.json"))
    whole = {"$schema": schema, "schema": SCHEMA, **filled(head, "name", "description")}
    return b"".join(document(whole, "versions", map(encoded, rows)))


def _version(record: PageRecord, release: Release, published: PublishedVersion | None) -> str:
    if published is not None:
        return remarked(published, release).text
    row = _release_row(release)
    if release.digest == record.entry.release.digest:
        row |= _facts(record)
    return compact(row)


def remarked(published: PublishedVersion, release: Release) -> PublishedVersion:
    """Return a version with the date, the yank mark, the further archives and the signature of a release.

    All else stays as it was published.
    """
    marks = {
        "date": release.date,
        "yanked": release.yanked,
        "also": dict(release.also),
        "signature": _signature_row(release),
    }
    before = published.release
    now = replace(before, date=release.date, yanked=release.yanked, also=release.also, signature=release.signature)
    if before == now:
        return published
    row = {key: value for key, value in parsed(published.text, where="a version").items() if key not in marks}
    row |= filled(marks)
    # In the order of a new row, so that a mark that is taken back leaves no trace.
    ordered = {key: row[key] for key in _ROW if key in row}
    return PublishedVersion(now, compact(ordered | row))


def _signature_row(release: Release) -> Row:
    if not release.signature:
        return {}
    beside = paths.signature(release.archive, release.signature)
    return {"url": paths.relative(paths.skill_record(release.name), beside), "sha256": release.signature}


def _signed(entry: Entry) -> Row:
    """Return as much as an entry tells of the signature of an earlier version; empty where it had none."""
    return filled({"state": entry.signature, "signer": entry.signer}) if entry.signature else {}


def signature_row(facts: SignatureFacts | None) -> Row:
    """Return the facts about a signature; empty where there is none. Keys that hold nothing are left out."""
    return {} if facts is None else filled(to_builtins(facts))


def _release_row(release: Release) -> Row:
    archive = {
        "url": paths.relative(paths.skill_record(release.name), release.archive),
        "sha256": release.archive_sha256,
        "size": release.archive_size,
    }
    single = paths.archive(release.name, release.label, "md")
    markdown = {
        "url": paths.relative(paths.skill_record(release.name), single),
        "sha256": release.markdown_sha256,
    }
    return filled(
        {
            "label": release.label,
            "digest": release.digest,
            "version": release.version,
            "date": release.date,
            "yanked": release.yanked,
            "archive": archive,
            "markdown": markdown if release.markdown_sha256 else {},
            "also": dict(release.also),
            "signature": _signature_row(release),
        }
    )


def _facts(record: PageRecord) -> Row:
    entry, details, files = record.entry, record.details, record.files
    return {
        "files": [
            {"path": file.path, "size": file.size, "sha256": file.sha256, "mode": f"{file.mode:o}"} for file in files
        ],
        "permissions": _permissions(details, files),
        "abilities": recorded_abilities(record.abilities),
        "requires": {"bins": entry.requires.bins, "env": entry.requires.env, "os": entry.requires.os},
        "depends": dict(details.depends),
        "front_matter": dict(details.fields),
    }


def _permissions(details: Details, files: Sequence[FileRecord]) -> Row:
    program = details.program
    return {
        "allowed_tools": details.allowed_tools,
        "scripts": [file.path for file in files if file.runs],
        "shell_lines": details.shell_lines,
        "metaskill": program.language if program is not None and program.runs else "",
    }


def permissions_of(record: PageRecord) -> Permissions:
    """Return the permissions of a skill: what it asks for and can do, as its record tells it."""
    abilities = (_permission(str(each.row), str(each.kind), each.target) for each in record.abilities.found)
    return Permissions(_flat(_permissions(record.details, record.files)), tuple(dict.fromkeys(abilities)))


def recorded_permissions(published: PublishedVersion) -> Permissions | None:
    """Return the same of a version that was published; None where its record does not tell."""
    whole = parsed(published.text, where="a version")
    asked, can = whole.get("permissions"), whole.get("abilities")
    if not isinstance(asked, dict):
        return None
    rows = can.get("rows") if isinstance(can, dict) else None
    if not isinstance(rows, dict):
        return Permissions(_flat(asked), None)
    abilities = (
        _permission(row, each["kind"], target if isinstance(target := each.get("target"), str) else "")
        for row, found in rows.items()
        for each in _items(found)
        if isinstance(each, dict) and isinstance(each.get("kind"), str)
    )
    return Permissions(_flat(asked), tuple(dict.fromkeys(abilities)))


def _permission(row: str, kind: str, target: str) -> str:
    """Return an ability as versions are compared by it: what it does, and to which host."""
    known = next((each for each in AbilityKind if each == kind), None)
    if known is None:
        return kind
    return kind_words(known, target if row == AbilityRow.NETWORK else "")


def version_abilities(published: PublishedVersion) -> Abilities | None:
    """Return the abilities of a version, as its record tells them; None where it does not."""
    row = parsed(published.text, where="a version")
    files = (each.get("path") for each in _items(row.get("files")) if isinstance(each, dict))
    return read_abilities_record(row.get("abilities"), (path for path in files if isinstance(path, str)))


def recorded_depends(published: PublishedVersion) -> tuple[tuple[str, str], ...] | None:
    """Return pairs of name and range that a version depends on; None where its record does not tell."""
    row = parsed(published.text, where="a version").get("depends")
    if not isinstance(row, dict):
        return None
    return tuple((name, wanted) for name, wanted in row.items() if isinstance(wanted, str))


def _flat(permissions: Row) -> tuple[str, ...]:
    """Return permissions in one list; what is not text was written by nobody that we know."""
    found: list[object] = []
    for key in ("allowed_tools", "scripts"):
        found += _items(permissions.get(key))
    found += [f"!`{line}`" for line in _items(permissions.get("shell_lines"))]
    found.append(permissions.get("metaskill"))
    return tuple(dict.fromkeys(each for each in found if isinstance(each, str) and each))


def _items(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []


def read(content: bytes, *, url: str, limits: Limits) -> PublishedSkill:
    """Return somebody's record.

    Raises:
        IndexRefusedError: The file is too large, no record, newer than this program, or holds a bad version, which the
            message names.
    """
    if len(content) > limits.index:
        raise IndexRefusedError(f"`{url}` is larger than {limits.index} bytes")
    where = f"`{url}`"
    whole = parsed(content, where=where)
    if whole.get("schema") != SCHEMA:
        raise IndexRefusedError(
            f"{where} has format `{whole.get('schema')}`, this program reads {SCHEMA}", hint="update skillpack"
        )
    name = fields.name(whole, "name", where=where)
    versions = tuple(_published(row, name, where) for row in fields.rows(whole, "versions", where=where))
    purged = tuple(_purged(row, name, where) for row in fields.rows({"purged": [], **whole}, "purged", where=where))
    labels = [release.label for release in (*(published.release for published in versions), *purged)]
    if len(set(labels)) != len(labels):
        raise IndexRefusedError(f"{where} holds two versions with one label")
    state = fields.text(whole, "state", where=where)
    gone = Tombstone(
        name,
        fields.text(whole, "successor", where=where, default=""),
        fields.text(whole, "reason", where=where, default=""),
        versions[0].release if versions else None,
    )
    return PublishedSkill(
        name=name,
        description=fields.text(whole, "description", where=where, default=""),
        state=state,
        versions=versions,
        tombstone=gone if state in {"renamed", "withdrawn"} else None,
        status=fields.text(whole, "status", where=where, default=""),
        successor=gone.successor,
        not_loaded_by=fields.texts(whole, "not_loaded_by", where=where),
        purged=purged,
        signature=_read_signature(fields.row(whole, "signature", where=where)),
    )


def _read_signature(row: Row) -> SignatureFacts | None:
    """Return what a record says of a signature; None where it says nothing, or a later program wrote it."""
    try:
        return convert(row, SignatureFacts) if row else None
    except ValidationError:
        return None


def file_digests(published: PublishedVersion) -> tuple[tuple[str, str], ...]:
    """Return path and SHA-256 of each file of a version, as its record lists them.

    Raises:
        IndexRefusedError: The list holds something else.
    """
    where = f"version `{published.release.label}`"
    rows = fields.rows(parsed(published.text, where=where), "files", where=where)
    return tuple((fields.text(row, "path", where=where), fields.digest(row, "sha256", where=where)) for row in rows)


def _published(row: Row, name: str, where: str) -> PublishedVersion:
    label = fields.label(row, "label", where=where)
    where = f"{where}, version `{label}`"
    archive = fields.row(row, "archive", where=where)
    markdown, signature = fields.row(row, "markdown", where=where), fields.row(row, "signature", where=where)
    release = Release(
        name=name,
        label=label,
        digest=fields.digest(row, "digest", where=where),
        version=fields.text(row, "version", where=where, default=""),
        archive=_rooted(archive, where),
        archive_sha256=fields.digest(archive, "sha256", where=where),
        archive_size=fields.number(archive, "size", where=where),
        date=fields.text(row, "date", where=where, default=""),
        yanked=fields.text(row, "yanked", where=where, default=""),
        markdown_sha256=fields.digest(markdown, "sha256", where=where, optional=True),
        also=_also(fields.row(row, "also", where=where), where),
        signature=fields.digest(signature, "sha256", where=where, optional=True),
    )
    return PublishedVersion(release, compact(row))


def _purged(row: Row, name: str, where: str) -> Release:
    label = fields.label(row, "label", where=where)
    where = f"{where}, purged version `{label}`"
    digest, date = fields.digest(row, "digest", where=where), fields.text(row, "date", where=where, default="")
    reason = fields.text(row, "reason", where=where, default="purged")
    return Release(name, label, digest, "", "", "", 0, date=date, yanked=reason)


def _also(row: Row, where: str) -> tuple[tuple[str, str], ...]:
    """Return suffix and digest of further archives; a suffix is part of a path."""
    suffixes = sorted(fields.label({"suffix": suffix}, "suffix", where=where) for suffix in row)
    return tuple((suffix, fields.digest(row, suffix, where=where)) for suffix in suffixes)


def _rooted(archive: Row, where: str) -> str:
    """Return the path of an archive below the site; a record lies two folders deep."""
    url = fields.text(archive, "url", where=where)
    if not url.startswith("../../"):
        raise IndexRefusedError(f"{where}: `url` is `{url[:80]}`, not relative to the record")
    return fields.path({"url": url.removeprefix("../../")}, "url", where=where)
