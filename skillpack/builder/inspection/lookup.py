"""The skills of catalogs, for commands that look: without pages and without anything written."""

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from skillpack import resources
from skillpack.archive.read import read_archive
from skillpack.builder.inputs.baseline import with_baseline
from skillpack.builder.inputs.catalog import Located, locate
from skillpack.builder.inputs.foreign_reviews import catalog_reviews
from skillpack.builder.inputs.inputs import make_settings, with_signers
from skillpack.builder.inspection.inspection import Inspected, contenders_of, inspect, withholding_rules
from skillpack.builder.record.entry import located_file
from skillpack.catalog.notes import is_hidden, notes_by_name
from skillpack.catalog.precedence import name_key, resolve_names
from skillpack.check.masking import masked_text
from skillpack.check.secrecy import masked_paths, masked_skill
from skillpack.check.suppressions import binding
from skillpack.errors import UsageError
from skillpack.files.discover import discover
from skillpack.files.location import Location
from skillpack.files.membership import SKILL_FILES
from skillpack.files.read import read, read_evaluation_files, read_file
from skillpack.model.evidence import Signer
from skillpack.model.limits import Limits
from skillpack.model.portable import usable_name
from skillpack.model.publication import Publication, SkillCounts, count_skills
from skillpack.model.selection import OwnRequest, SelectionInput
from skillpack.model.settings import Configuration, Source
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, Origin, SourceTree, Tree, Trust
from skillpack.parse.compose import published_tree
from skillpack.parse.evaluations import read_evaluation_sets
from skillpack.parse.skill import parse_skill
from skillpack.search.queries import own_requests
from skillpack.search.selection_input import selection_input

ONLY_AGENTS = "agents only"
"""Of a skill with `user-invocable: false`, which is in no list for people."""

_NO_NAME = frozenset({"NM001"})
_ARCHIVES = (".zip", ".skill", ".tar.gz", ".tgz")

_RANKS = 10_000  # more sources than any catalog has: those of an earlier SRC come first


class CatalogSkill(Struct, frozen=True):
    """A skill of a catalog, and what a build would make of it.

    Attributes:
        reason: Why it is not published, a clause; empty where it is.
        lacks_name_only: It is withheld for want of the field `name` and for nothing else: some hosts load it by the
            name of its folder.
    """

    inspected: Inspected
    publication: Publication
    reason: str = ""
    lacks_name_only: bool = False

    @property
    def unlisted(self) -> str:
        """Why lists for people leave it out, a clause; empty where they do not."""
        return self.reason or ("" if self.inspected.skill.invocation.by_user else ONLY_AGENTS)


class Found(Struct, frozen=True):
    """The skills of a catalog, by name and the winner of a name first; those without a usable name come last."""

    located: Located
    members: tuple[CatalogSkill, ...]

    @property
    def skills(self) -> tuple[Inspected, ...]:
        """The winners of their names, by name, hidden and withheld ones included."""
        outside = {Publication.SHADOWED, Publication.NAMELESS}
        return tuple(each.inspected for each in self.members if each.publication not in outside)

    @property
    def listed(self) -> tuple[Inspected, ...]:
        """Those that lists for people show: published, and people may start them."""
        return tuple(each.inspected for each in self.members if not each.unlisted)

    @property
    def counts(self) -> SkillCounts:
        """How many skills were found, and what would become of them."""
        return count_skills(each.publication for each in self.members)


def find_catalog(catalog: Path | None, *, today: str, signers: tuple[Signer, ...] = ()) -> Found:
    """Return the catalog that was named, else the one found here, as a build would publish it.

    Args:
        catalog: A folder; None for this one.
        today: ISO day on which suppressions are judged.
        signers: Whose signatures count where the catalog names nobody.

    Raises:
        UsageError: There is none.
    """
    located = locate(catalog or Path())
    suppressions = binding(located.configuration.suppressions, today=today)
    configuration = with_baseline(replace(located.configuration, suppressions=suppressions), located.root)
    configuration = with_signers(configuration, located.root)
    if not configuration.signers.files:
        configuration = replace(configuration, signers=replace(configuration.signers, known=signers))
    settings = make_settings(configuration, resources.profiles())
    inspected = tuple(inspect(located, settings, reviews=catalog_reviews(located.root, located.configuration.review)))
    return Found(located, (*_named(inspected, configuration), *_nameless(inspected)))


def _named(inspected: tuple[Inspected, ...], configuration: Configuration) -> Iterator[CatalogSkill]:
    """Yield the skills with a usable name, by name, the winner of each first."""
    gate, notes = resources.chosen_profiles(configuration.profiles), notes_by_name(configuration.skills)
    yanked = {(mark.name, mark.version): mark.reason for mark in configuration.yanked}
    for winner, *losers in contenders_of(inspected):
        hidden = is_hidden(winner.skill.name, notes)
        for each in (winner, *losers):
            release = each.skill.name, each.skill.identity.label
            if hidden:
                yield CatalogSkill(each, Publication.HIDDEN, "hidden by the catalog")
            elif each is not winner:
                yield CatalogSkill(each, Publication.SHADOWED, f"shadowed by {located_file(winner.skill)}")
            elif rules := withholding_rules(each, configuration, gate):
                why = "withheld: it has errors, see `skillpack check`"
                yield CatalogSkill(each, Publication.WITHHELD, why, lacks_name_only=rules == _NO_NAME)
            elif release in yanked:
                yield CatalogSkill(each, Publication.YANKED, f"yanked: {yanked[release] or 'no longer offered'}")
            else:
                yield CatalogSkill(each, Publication.PUBLISHED)


def _nameless(inspected: tuple[Inspected, ...]) -> Iterator[CatalogSkill]:
    """Yield the folders and files without a usable name, by path."""
    for each in sorted(inspected, key=lambda each: each.skill.origin.locate("")):
        if each.entry is None:
            yield CatalogSkill(each, Publication.NAMELESS, "no usable name, see `skillpack check`")


def find_skill(found: Found, name: str) -> Inspected:
    """Return a skill of a catalog by name.

    Raises:
        UsageError: There is no such skill; the nearest name is the hint.
    """
    for each in found.skills:
        if name_key(each.skill.name) == name_key(name):
            return each
    raise _no_such_skill(name, [each.skill.name for each in found.skills], found.located)


def read_named(located: Located, name: str, limits: Limits) -> SourceTree:
    """Return the skill of a catalog that has a name, as read; of the others only the front matter is read.

    Raises:
        UsageError: There is no such skill; the hint is that in a folder of this name, else the nearest name.
    """
    found: list[tuple[ParsedSkill, Location]] = []
    for location in discover(located.configuration.sources, located.root):
        skill = parse_skill(read(location, limits, only=SKILL_FILES if location.origin.form is Form.FOLDER else None))
        if skill.document.path and usable_name(skill.name):
            found.append((skill, location))
    winners = [group[0] for group in resolve_names(found, lambda each: each[0].name, lambda each: each[0].origin)]
    for skill, location in winners:
        if name_key(skill.name) == name_key(name):
            return read(location, limits)
    inside = [skill.name for skill, location in winners if Path(location.path).name == name]
    raise _no_such_skill(name, inside or [skill.name for skill, _ in winners], located, cutoff=0 if inside else 0.6)


def is_archive(path: Path) -> bool:
    """Return whether a path is named like an archive."""
    return path.name.lower().endswith(_ARCHIVES)


def read_skill(path: Path, limits: Limits) -> tuple[ParsedSkill, Tree]:
    """Return a skill, masked where it holds a secret, and its published tree, from a folder or an archive.

    Raises:
        UsageError: There is no skill.
        ArchiveError: The archive is refused.
    """
    candidate = _from_archive(path, limits) if is_archive(path) else _from_folder(path, limits)
    skill = parse_skill(candidate)
    if not skill.document.path:
        raise UsageError(f"`{path}` is not a skill", hint="a skill is a folder with a `SKILL.md`")
    return masked_skill(skill, candidate.tree), masked_paths(published_tree(candidate))


def read_selection_inputs(located: Sequence[Located], limits: Limits) -> tuple[SelectionInput, ...]:
    """Return the skills of some catalogs as hosts list them, by name; of two with one name the first counts.

    Skills without a usable name and those that a catalog hides are left out: nobody is offered them.
    """
    winners = (selection_input(skill) for skill, _ in _winners(located, limits))
    return tuple(sorted(winners, key=lambda skill: skill.name))


def read_own_requests(located: Sequence[Located], limits: Limits) -> tuple[OwnRequest, ...]:
    """Return the requests that the skills of some catalogs bring among their tasks, by the names of the skills.

    They are those of the skills that `read_selection_inputs` returns; what looks like a credential is masked.
    """
    winners = sorted(_winners(located, limits), key=lambda each: each[0].name)
    return tuple(
        replace(request, text=masked_text(request.text))
        for skill, location in winners
        for path, tasks in read_evaluation_sets(read_evaluation_files(location, limits))
        for request in own_requests(skill.name, masked_text(skill.origin.locate(path)), tasks.tasks)
    )


def _winners(located: Sequence[Located], limits: Limits) -> list[tuple[ParsedSkill, Location]]:
    """Return the skills of some catalogs that people are offered; of two with one name the first counts."""
    found: list[tuple[ParsedSkill, Location]] = []
    for rank, each in enumerate(located):
        notes = notes_by_name(each.configuration.skills)
        found += [
            (skill, location)
            for skill, location in _parsed(each, rank, limits)
            if usable_name(skill.name) and not is_hidden(skill.name, notes)
        ]
    return [group[0] for group in resolve_names(found, lambda each: each[0].name, lambda each: each[0].origin)]


def _no_such_skill(name: str, known: Sequence[str], located: Located, *, cutoff: float = 0.6) -> UsageError:
    near = difflib.get_close_matches(name, known, 1, cutoff)
    return UsageError(
        f"no skill is named `{name}` in `{located.root}`",
        hint=f"did you mean `{near[0]}`?" if near else "`skillpack list` lists skills",
    )


def _from_archive(path: Path, limits: Limits) -> SourceTree:
    if not path.is_file():
        raise UsageError(f"`{path}` does not exist", hint="give a skill's folder or an archive")
    tree = read_archive(read_file(path, limits.tree), limits)
    declared = parse_skill(_archive_tree(tree, "")).declared_name
    return _archive_tree(tree, declared or path.name.split(".")[0])


def _archive_tree(tree: Tree, stem: str) -> SourceTree:
    listing = tuple((path, len(content)) for path, content in tree.files.items())
    return SourceTree(Origin("", 0, stem, stem, Form.FOLDER, Trust.EXTERNAL), listing, tree, whole=True, skipped=())


def _from_folder(path: Path, limits: Limits) -> SourceTree:
    folder = path.resolve()
    if not folder.exists():
        raise UsageError(f"`{path}` does not exist", hint="give a skill's folder or an archive")
    if folder.name.lower() == "skill.md":
        folder = folder.parent
    if not folder.is_dir():
        raise UsageError(f"`{path}` is not a skill", hint="a skill is a folder with a `SKILL.md`")
    return next(read(location, limits) for location in discover((Source(folder.name, depth=0),), folder.parent))


def _parsed(located: Located, rank: int, limits: Limits) -> Iterator[tuple[ParsedSkill, Location]]:
    for location in discover(located.configuration.sources, located.root):
        candidate = read(location, limits, only=SKILL_FILES if location.origin.form is Form.FOLDER else None)
        skill = masked_skill(parse_skill(candidate), candidate.tree)
        if skill.document.path:
            yield replace(skill, origin=replace(skill.origin, rank=skill.origin.rank + rank * _RANKS)), location
