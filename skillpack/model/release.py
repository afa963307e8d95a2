"""What was published under a name: releases never change, names may end."""

from msgspec import Struct

from skillpack.model.ability import Ability
from skillpack.model.finding import Finding


class Release(Struct, frozen=True, gc=False):
    """One published version; what it says of bytes never changes.

    Attributes:
        label: What people see.
        digest: Of the content, 64 hex digits.
        version: Metis's, 16 hex digits.
        archive: Path of the canonical archive in the output; empty where nothing was published.
        archive_sha256: 64 hex digits, or empty.
        archive_size: Bytes.
        date: ISO date, or empty where unknown.
        yanked: Why it is no longer offered; empty when it is.
        markdown_sha256: Of the artifact of a skill that is one file, 64 hex digits; empty for others.
        also: Suffix and SHA-256 of each further archive (`[archives] also`), sorted.
        signature: SHA-256 of the signature that lies beside the archive, 64 hex digits; empty where there is none.
    """

    name: str
    label: str
    digest: str
    version: str
    archive: str
    archive_sha256: str
    archive_size: int
    date: str = ""
    yanked: str = ""
    markdown_sha256: str = ""
    also: tuple[tuple[str, str], ...] = ()
    signature: str = ""


class Artifact(Struct, frozen=True):
    """A published file that never changes: its path in the output, and the SHA-256 of its bytes."""

    path: str
    sha256: str


class History(Struct, frozen=True, gc=False):
    """Dates of a skill as ISO dates, empty where unknown."""

    created: str = ""
    updated: str = ""


class Tombstone(Struct, frozen=True):
    """A name that is no longer offered.

    Attributes:
        successor: Another name, or empty when the skill was withdrawn.
        last: What was last published under it, if anything.
    """

    name: str
    successor: str
    reason: str
    last: Release | None


class TextChange(Struct, frozen=True):
    """A text file that is there in one of two releases, or differs between them.

    Attributes:
        kind: `added`, `removed` or `changed`.
        lines: Of a unified diff; one of them may say that there are too many.
    """

    kind: str
    path: str
    lines: tuple[str, ...]


class Changes(Struct, frozen=True):
    """What differs between two releases of a name, and the advice that follows.

    Attributes:
        fields: Name, old and new text of each front-matter field that differs.
        added_permissions: Of the new one and not of the old one, in words: tools, scripts, program, shell lines.
        removed_permissions: Of the old one and not of the new one.
        program: Lines of a unified diff of the program.
        files: Pairs of `added`, `removed` or `changed` and a path.
        prose: Lines of a unified diff of the body.
        advice: `major`, `minor`, `patch` or `none`.
        texts: What differs in text files beside the skill file and the program, as far as somebody asked for it.
        alarms: Findings that raise an alarm, of the old one and of the new one, the gravest first; as `texts`.
        tokens: What using each of them costs, always and opened together, the old one first; as `texts`.
        added_abilities: What the new one can do and the old one could not, by reading both; as `texts`.
    """

    name: str
    old: Release
    new: Release
    fields: tuple[tuple[str, str, str], ...]
    added_permissions: tuple[str, ...]
    removed_permissions: tuple[str, ...]
    program: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    prose: tuple[str, ...]
    advice: str
    texts: tuple[TextChange, ...] = ()
    alarms: tuple[tuple[Finding, ...], tuple[Finding, ...]] = ((), ())
    tokens: tuple[int, int] = (0, 0)
    added_abilities: tuple[Ability, ...] = ()
