"""A release that stays offered in place of the tree as it is now -> what indexes say of it (pure)."""

from msgspec import Struct
from msgspec.structs import replace

from skillpack.builder.history.version import as_version
from skillpack.builder.record.entry import make_entry
from skillpack.builder.record.files import file_records
from skillpack.check.run import check_skill
from skillpack.model.entry import Entry, EntryState, PageRecord, PromptEntry
from skillpack.model.release import Release
from skillpack.model.settings import Settings
from skillpack.model.tree import Tree
from skillpack.prompt.formats import prompt_entries, published_formats, published_location


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
    entry = make_entry(skill, release, records, findings, settings.profiles)
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
