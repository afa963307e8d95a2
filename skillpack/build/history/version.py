"""The archive of a published release -> the skill that it holds, or a refusal (pure)."""

from skillpack.archive.read import read_archive
from skillpack.check.secrecy import masked_skill
from skillpack.errors import ArchiveError, IntegrityError
from skillpack.model.digest import tree_digest
from skillpack.model.limits import Limits
from skillpack.model.release import Release
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, Origin, SourceTree, Tree, Trust
from skillpack.parse.skill import parse_skill

Version = tuple[ParsedSkill, Tree]
"""A skill and its published tree, as `versions.changes.compare` takes them."""


def open_version(release: Release, archive: bytes, where: str, limits: Limits) -> Version:
    """Return the skill of a release, and its tree.

    Args:
        release: As recorded.
        archive: Its bytes, whose digest was checked.
        where: They lie, for messages.
        limits: What we are willing to read.

    Raises:
        IntegrityError: The archive is refused, or holds other files than the record says.
    """
    try:
        tree = read_archive(archive, limits)
    except ArchiveError as error:
        raise IntegrityError(f"`{where}` was published and is not an archive that can be read: {error}") from error
    if tree_digest(tree) != release.digest:
        raise IntegrityError(f"`{where}` does not hold the files that its record says")
    return as_version(release.name, tree)


def as_version(name: str, tree: Tree) -> Version:
    """Return a published tree with the skill that it holds, masked: what changed is shown to everybody."""
    listing = tuple((path, len(content)) for path, content in tree.files.items())
    origin = Origin("", 0, name, name, Form.FOLDER, Trust.LOCAL)
    return masked_skill(parse_skill(SourceTree(origin, listing, tree, whole=True, oddities=())), tree), tree
