"""Bytes that were fetched -> the candidate that they hold (pure)."""

from skillpack.archive.read import read_archive
from skillpack.errors import IntegrityError
from skillpack.model.digest import sha256, tree_digest
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.tree import Form, Origin, SourceTree, Tree, Trust, make_tree
from skillpack.parse.document import SKILL_FILE
from skillpack.parse.skill import parse_skill


def from_archive(content: bytes, limits: Limits, *, named: str, where: str, sha256_wanted: str = "") -> SourceTree:
    """Return the skill of an archive.

    Args:
        content: Of the archive.
        limits: What we are willing to read.
        named: What it is called where the skill itself has no name.
        where: It comes from, for messages.
        sha256_wanted: Of the archive, where it is known.

    Raises:
        IntegrityError: It has another digest.
        ArchiveError: It is refused.
    """
    check_digest(content, sha256_wanted, where)
    return from_tree(read_archive(content, limits), named)


def from_markdown(content: bytes, *, named: str, where: str, sha256_wanted: str = "") -> SourceTree:
    """Return the skill that is one `SKILL.md`.

    Raises:
        IntegrityError: It has another digest.
    """
    check_digest(content, sha256_wanted, where)
    return from_tree(make_tree({SKILL_FILE: content}), named)


def from_tree(tree: Tree, named: str) -> SourceTree:
    """Return a tree as what may be a skill; its own name comes before the one it was given."""
    return _tree(tree, parse_skill(_tree(tree, "")).declared_name or named)


def check_digest(content: bytes, wanted: str, where: str) -> None:
    """Refuse bytes that are not those that were promised.

    Raises:
        IntegrityError: Their digest is another one.
    """
    if wanted and sha256(content) != wanted:
        raise IntegrityError(
            f"`{where}` does not match its digest: its SHA-256 is {sha256(content)}, not {wanted}",
            hint="nothing was installed; tell the publisher, or try again later",
        )


def check_tree(candidate: SourceTree, wanted: str, where: str) -> None:
    """Refuse a skill whose files are not those that were promised.

    Raises:
        IntegrityError: The digest of its tree is another one.
    """
    if wanted and tree_digest(candidate.tree) != wanted:
        raise IntegrityError(
            f"`{where}` does not hold the files of its digest", hint="nothing was installed; tell the publisher"
        )


def check_name(candidate: SourceTree, wanted: str, where: str) -> None:
    """Refuse a skill that is not called as its source calls it: it would be placed over another one.

    Raises:
        IntegrityError: It has another name.
    """
    name = parse_skill(candidate).name
    if name != wanted:
        raise IntegrityError(
            f"`{where}` is called `{printable(name, longest=80)}`, and its source calls it `{wanted}`",
            hint="nothing was installed; tell the publisher",
        )


def _tree(tree: Tree, stem: str) -> SourceTree:
    listing = tuple((path, len(content)) for path, content in tree.files.items())
    return SourceTree(Origin("", 0, stem, stem, Form.FOLDER, Trust.EXTERNAL), listing, tree, whole=True, oddities=())
