"""Bytes that were fetched -> the skill that they hold (pure)."""

from msgspec.structs import replace

from skillpack.archive.read import read_archive
from skillpack.errors import IntegrityError
from skillpack.model.digest import RECEIPT, sha256, tree_digest
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.tree import Form, Origin, SourceTree, Tree, Trust, make_tree
from skillpack.parse.document import SKILL_FILE, effective_name
from skillpack.parse.skill import parse_skill
from skillpack.sources.available import FetchedSkill


def from_archive(content: bytes, limits: Limits, *, named: str, where: str, sha256_wanted: str = "") -> FetchedSkill:
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


def from_markdown(content: bytes, *, named: str, where: str, sha256_wanted: str = "") -> FetchedSkill:
    """Return the skill that is one `SKILL.md`.

    Raises:
        IntegrityError: It has another digest.
    """
    check_digest(content, sha256_wanted, where)
    return from_tree(make_tree({SKILL_FILE: content}), named)


def from_tree(tree: Tree, named: str) -> FetchedSkill:
    """Return the skill of a tree; its own name comes before the one it was given."""
    listing = tuple((path, len(content)) for path, content in tree.files.items())
    origin = Origin("", 0, named, named, Form.FOLDER, Trust.EXTERNAL)
    return self_named(SourceTree(origin, listing, tree, whole=True, oddities=()))


def self_named(tree: SourceTree) -> FetchedSkill:
    """Return the skill of what was read; its own name comes before that of its folder."""
    found = fetched_skill(tree)
    declared = found.skill.declared_name
    if not declared:
        return found
    origin = replace(found.tree.origin, path=declared, stem=declared)
    skill = replace(found.skill, origin=origin, name=effective_name(found.skill.document, origin))
    return FetchedSkill(replace(found.tree, origin=origin), skill)


def fetched_skill(tree: SourceTree) -> FetchedSkill:
    """Return the skill of what was read.

    A folder that an installer placed, here or in a repository, is a source like others: its receipt is not part of it.
    """
    if any(path == RECEIPT for path, _ in tree.listing):
        listing = tuple(each for each in tree.listing if each[0] != RECEIPT)
        kept = Tree({path: content for path, content in tree.tree.files.items() if path != RECEIPT})
        tree = replace(tree, listing=listing, tree=kept)
    return FetchedSkill(tree, parse_skill(tree))


def check_digest(content: bytes, wanted: str, where: str) -> None:
    """Refuse bytes that are not those that were promised.

    Raises:
        IntegrityError: Their digest is another one.
    """
    if wanted and sha256(content) != wanted:
        raise IntegrityError(
            f"`{where}` does not match its digest: its SHA-256 is {sha256(content)}, not {wanted}",
            hint="nothing was installed; try again later, or tell the publisher",
        )


def check_tree(found: FetchedSkill, wanted: str, where: str) -> None:
    """Refuse a skill whose files are not those that were promised.

    Raises:
        IntegrityError: The digest of its tree is another one.
    """
    if wanted and tree_digest(found.tree.tree) != wanted:
        raise IntegrityError(f"`{where}` does not match its digest", hint="nothing was installed; tell the publisher")


def check_name(found: FetchedSkill, wanted: str, where: str) -> None:
    """Refuse a skill that is not called as its source calls it: it would be placed over another one.

    Raises:
        IntegrityError: It has another name.
    """
    name = found.skill.name
    if name != wanted:
        raise IntegrityError(
            f"`{where}` is named `{printable(name, longest=80)}`, but its source calls it `{wanted}`",
            hint="nothing was installed; tell the publisher",
        )
