"""The files of one skill, where they were found, and what was seen beside them."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct


class Trust(StrEnum):
    """How far a source is trusted: ours, the user's, or somebody else's."""

    LOCAL = "local"
    GLOBAL = "global"
    EXTERNAL = "external"


class Form(StrEnum):
    """How a skill lies on disk."""

    FOLDER = "folder"
    MARKDOWN = "markdown"
    YAML = "yaml"


class SkippedKind(StrEnum):
    """Why something in a skill's folder is not, or not as it stands, part of its tree."""

    LINK_INSIDE = "link-inside"
    LINK_OUTSIDE = "link-outside"
    LINK_BROKEN = "link-broken"
    SPECIAL = "special"
    UNREADABLE = "unreadable"
    NAME = "name"
    TOO_LARGE = "too-large"
    TOO_DEEP = "too-deep"
    TOO_MANY = "too-many"


class Origin(Struct, frozen=True):
    """Where a candidate was found; all that rules about names and folders need.

    Attributes:
        source: Path of the source as it was given, posix, without a trailing slash; `.` or empty for the root itself.
        rank: Precedence of the source, 0 wins.
        path: The folder or file, relative to the source, posix; `.` when the source itself is the skill.
        stem: Name of the folder, or stem of the file.
    """

    source: str
    rank: int
    path: str
    stem: str
    form: Form
    trust: Trust

    def locate(self, file: str) -> str:
        """Return where a file of this skill lies, as people write it: `skills/pdf/SKILL.md`."""
        parts = [part for part in (self.source, self.path) if part not in {"", "."}]
        if self.form is Form.FOLDER:
            parts.append(file)
        return "/".join(parts)


class Tree(Struct, frozen=True):
    """The files of one skill: posix path -> bytes, in the order of the paths' bytes; nothing else.

    The mode of a file is a function of its content (`model.digest.file_mode`).
    """

    files: Mapping[str, bytes]


def make_tree(files: Mapping[str, bytes]) -> Tree:
    """Return a tree with its paths in canonical order."""
    return Tree({path: files[path] for path in sorted(files, key=path_order)})


def path_order(path: str) -> bytes:
    """Return the sort key of a path: its bytes (packaging: entries sorted by bytes)."""
    return path.encode("utf-8", "surrogateescape")


class SkippedFile(Struct, frozen=True):
    """Something in the folder that cannot be in a tree as it stands, or was left out.

    Attributes:
        path: Relative to the skill, posix.
        detail: What was found: the target of a link, a size in bytes, a kind of file.
    """

    kind: SkippedKind
    path: str
    detail: str


class EvaluationFiles(Struct, frozen=True):
    """What lies in `evals/` of a skill, whether its tree holds it or not.

    Attributes:
        paths: Of every file there, relative to the skill, sorted.
        read: Path and bytes of each JSON file directly there, sorted; of one that is too large, a byte too much.
        complete: False where not all of it was looked at.
    """

    paths: tuple[str, ...] = ()
    read: tuple[tuple[str, bytes], ...] = ()
    complete: bool = True


NO_EVALUATIONS = EvaluationFiles()
"""Of a skill that brings none."""


class SourceTree(Struct, frozen=True):
    """What may be a skill, as read.

    Attributes:
        listing: Every regular file that belongs to the skill with its size in bytes, sorted; always complete.
        tree: What was read.
        whole: True when the tree holds all of the listing.
        evaluations: What lies in `evals/`, which belongs to the tree only where a signature names it.
    """

    origin: Origin
    listing: tuple[tuple[str, int], ...]
    tree: Tree
    whole: bool
    skipped: tuple[SkippedFile, ...]
    evaluations: EvaluationFiles = NO_EVALUATIONS
