"""The archive of a published release -> the skill that it holds, or a refusal; two of them -> what changed (pure)."""

from msgspec.structs import replace

from skillpack.archive.read import read_archive
from skillpack.check.alarm import ALARMS, find_alarms
from skillpack.check.run import check_skill
from skillpack.check.secrecy import masked_paths, masked_skill, masked_tree
from skillpack.errors import ArchiveError, IntegrityError
from skillpack.model.digest import tree_digest
from skillpack.model.finding import Finding, finding_order
from skillpack.model.limits import Limits
from skillpack.model.release import Changes, Release
from skillpack.model.skill import ParsedSkill, estimated_tokens
from skillpack.model.tree import Form, Origin, SourceTree, Tree, Trust
from skillpack.parse.document import SKILL_FILE
from skillpack.parse.skill import parse_skill
from skillpack.versions.changes import compare
from skillpack.versions.texts import text_changes

_ALARMS = frozenset(ALARMS.severities)

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
        raise IntegrityError(f"`{where}` was published but is not a readable archive: {error}") from error
    if tree_digest(tree) != release.digest:
        raise IntegrityError(f"`{where}` does not contain the files in its record")
    return as_version(release.name, tree)


def as_version(name: str, tree: Tree) -> Version:
    """Return a published tree with the skill that it holds, masked: what changed is shown to everybody."""
    listing = tuple((path, len(content)) for path, content in tree.files.items())
    origin = Origin("", 0, name, name, Form.FOLDER, Trust.LOCAL)
    return masked_skill(parse_skill(SourceTree(origin, listing, tree, whole=True, oddities=())), tree), tree


def compare_versions(old: Version, new: Version, releases: tuple[Release, Release], limits: Limits) -> Changes:
    """Return everything that differs between two versions, as pages show it.

    Args:
        old: As `new`.
        new: The skill and its published tree.
        releases: Of both.
        limits: What we are willing to read.
    """
    # What changed is shown to everybody; digests and sizes are those of the files themselves.
    before, after = masked_tree(old[1]), masked_tree(new[1])
    versions = (old[0], masked_paths(old[1])), (new[0], masked_paths(new[1]))
    own = {SKILL_FILE, *(each[0].program.path for each in (old, new) if each[0].program is not None)}
    return replace(
        compare(*versions, releases),
        texts=text_changes(before, after, beside=own),
        alarms=(_alarms(old[0], before, limits), _alarms(new[0], after, limits)),
        tokens=(_cost(old[0]), _cost(new[0])),
    )


def version_alarms(version: Version, limits: Limits) -> tuple[Finding, ...]:
    """Return the findings of a version that raise an alarm, the gravest first; what they quote is masked."""
    skill, tree = version
    return _alarms(skill, masked_tree(tree), limits)


def _alarms(skill: ParsedSkill, shown: Tree, limits: Limits) -> tuple[Finding, ...]:
    return find_alarms(sorted(check_skill(skill, shown, limits, codes=_ALARMS), key=finding_order))


def _cost(skill: ParsedSkill) -> int:
    return estimated_tokens(skill.name + skill.description) + estimated_tokens(skill.document.body.text)
