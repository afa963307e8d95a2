"""A published release as a build sees it: its skill, what changed since another, what indexes say of it (pure)."""

from msgspec import Struct
from msgspec.structs import replace

from skillpack.abilities.abilities import read_abilities
from skillpack.archive.read import read_archive
from skillpack.builder.record.entry import make_entry
from skillpack.builder.record.files import file_records
from skillpack.check.alarm import ALARMS, find_alarms
from skillpack.check.run import check_skill
from skillpack.check.secrecy import masked_paths, masked_skill, masked_tree
from skillpack.errors import ArchiveError, IntegrityError
from skillpack.evidence.signature import verify_signature
from skillpack.model.ability import Abilities
from skillpack.model.digest import has_digest
from skillpack.model.entry import Entry, EntryState, PageRecord, PromptEntry
from skillpack.model.finding import Finding, finding_order
from skillpack.model.limits import Limits
from skillpack.model.release import Changes, Release
from skillpack.model.settings import Settings
from skillpack.model.skill import ParsedSkill, estimated_tokens
from skillpack.model.tree import Form, Origin, SourceTree, Tree, Trust
from skillpack.parse.document import SKILL_FILE
from skillpack.parse.skill import parse_skill
from skillpack.prompt.formats import prompt_entries, published_formats, published_location
from skillpack.versions.abilities import added_abilities
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
    if not has_digest(tree, release.digest):
        raise IntegrityError(f"`{where}` does not contain the files in its record")
    return as_version(release.name, tree)


def as_version(name: str, tree: Tree) -> Version:
    """Return a published tree with the skill that it holds, masked: what changed is shown to everybody."""
    listing = tuple((path, len(content)) for path, content in tree.files.items())
    origin = Origin("", 0, name, name, Form.FOLDER, Trust.LOCAL)
    return masked_skill(parse_skill(SourceTree(origin, listing, tree, whole=True, skipped=())), tree), tree


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
    had, has = read_abilities(old[0], before, limits), read_abilities(new[0], after, limits)
    return replace(
        compare(*versions, releases),
        texts=text_changes(before, after, beside=own),
        alarms=(_alarms(old[0], before, limits, had), _alarms(new[0], after, limits, has)),
        added_abilities=added_abilities(had, has),
        tokens=(_cost(old[0]), _cost(new[0])),
    )


def version_alarms(version: Version, limits: Limits) -> tuple[Finding, ...]:
    """Return the findings of a version that raise an alarm, the gravest first; what they quote is masked."""
    skill, tree = version
    return _alarms(skill, masked_tree(tree), limits)


class Retained(Struct, frozen=True):
    """An offered release as indexes list it.

    Attributes:
        entry: Of the published tree, not of the one that is withheld.
        files: Paths of its files.
        prompts: Its pieces of the prompt files; none where no format holds it.
    """

    entry: Entry
    files: tuple[str, ...]
    prompts: tuple[PromptEntry, ...]


def retain(release: Release, tree: Tree, settings: Settings, path: str) -> Retained:
    """Return a published release as indexes list it.

    Args:
        release: As it was published.
        tree: Its files.
        settings: Of the build.
        path: Where the skill lies in the sources.
    """
    skill, _ = as_version(release.name, tree)
    records = file_records(skill, tree)
    findings = check_skill(skill, tree, *settings.judging)
    entry = make_entry(skill, release, records, findings, settings.profiles, verify_signature(tree, settings.signers))
    location = published_location(release.name, site_url=settings.site_url)
    return Retained(
        # The name is the catalog's, whatever the case in which the tree writes it.
        entry=replace(entry, name=release.name, path=path, updated=release.date or entry.updated),
        files=tuple(tree.files),
        prompts=prompt_entries(skill, entry.verdicts, published_formats(settings.profiles).values(), location),
    )


def retain_current(release: Release, record: PageRecord) -> Retained:
    """Return a published release whose files are those of the tree as it is now, as indexes list it."""
    entry = replace(record.entry, state=EntryState.PUBLISHED, release=release, updated=release.date)
    files = tuple(file.path for file in record.files)
    return Retained(entry, files, record.prompts)


def _alarms(skill: ParsedSkill, shown: Tree, limits: Limits, abilities: Abilities | None = None) -> tuple[Finding, ...]:
    findings = check_skill(skill, shown, limits, codes=_ALARMS, abilities=abilities)
    return find_alarms(sorted(findings, key=finding_order))


def _cost(skill: ParsedSkill) -> int:
    return estimated_tokens(skill.name + skill.description) + estimated_tokens(skill.document.body.text)
