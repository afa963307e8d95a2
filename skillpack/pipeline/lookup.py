"""The catalog that is here, for commands that look: its skills without pages and without anything written."""

import difflib
from dataclasses import dataclass
from pathlib import Path

from skillpack import resources
from skillpack.archive.read import read_archive
from skillpack.catalog.precedence import claim_order, name_key
from skillpack.check.secrecy import masked_skill
from skillpack.errors import UsageError
from skillpack.files.discover import discover
from skillpack.files.read import read, read_file
from skillpack.model.limits import Limits
from skillpack.model.settings import Source
from skillpack.model.skill import Skill
from skillpack.model.tree import Candidate, Form, Origin, Tree, Trust
from skillpack.parse.compose import published_tree
from skillpack.parse.skill import parse_skill
from skillpack.pipeline.inputs import Located, locate, make_settings
from skillpack.pipeline.inspection import Inspected, inspect, would_withhold

_ARCHIVES = (".zip", ".skill", ".tar.gz", ".tgz")


@dataclass(frozen=True, slots=True)
class Found:
    """The skills of a catalog; winners of their names, by name."""

    located: Located
    skills: tuple[Inspected, ...]


def find_catalog(catalog: Path | None) -> Found:
    """Return the catalog that was named, else the one found here (decisions 35).

    Raises:
        UsageError: There is none.
    """
    located = locate(catalog or Path())
    settings = make_settings(located.configuration, resources.profiles())
    named = [each for each in inspect(located, settings, weigh=False) if each.entry is not None]
    named.sort(key=lambda each: claim_order(each.skill.name, each.skill.origin))
    winners: dict[str, Inspected] = {}
    for each in named:
        winners.setdefault(name_key(each.skill.name), each)
    return Found(located, tuple(winners.values()))


def is_withheld(found: Found, each: Inspected) -> bool:
    """Return whether a build would withhold a skill: one of the catalog's profiles calls a finding an error."""
    configuration = found.located.configuration
    gate = resources.chosen_profiles(configuration.profiles)
    return would_withhold(each, configuration, gate)


def find_skill(found: Found, name: str) -> Inspected:
    """Return a skill of a catalog by name.

    Raises:
        UsageError: There is no such skill; the nearest name is the hint.
    """
    for each in found.skills:
        if name_key(each.skill.name) == name_key(name):
            return each
    near = difflib.get_close_matches(name, [each.skill.name for each in found.skills], 1)
    raise UsageError(
        f"no skill is called `{name}` in `{found.located.root}`",
        hint=f"did you mean `{near[0]}`?" if near else "`skillpack list` shows what is there",
    )


def is_archive(path: Path) -> bool:
    """Return whether a path is named like an archive."""
    return path.name.lower().endswith(_ARCHIVES)


def read_skill(path: Path, limits: Limits) -> tuple[Skill, Tree]:
    """Return a skill, masked where it holds a secret, and its published tree, from a folder or an archive.

    Raises:
        UsageError: There is no skill.
        ArchiveError: The archive is refused.
    """
    candidate = _from_archive(path, limits) if is_archive(path) else _from_folder(path, limits)
    skill = parse_skill(candidate)
    if not skill.document.path:
        raise UsageError(f"`{path}` is no skill", hint="a skill is a folder with a `SKILL.md`")
    return masked_skill(skill, candidate.tree), published_tree(candidate)


def _from_archive(path: Path, limits: Limits) -> Candidate:
    if not path.is_file():
        raise UsageError(f"`{path}` does not exist", hint="give a skill's folder or an archive")
    tree = read_archive(read_file(path, limits.tree), limits)
    declared = parse_skill(_candidate(tree, "")).declared_name
    return _candidate(tree, declared or path.name.split(".")[0])


def _candidate(tree: Tree, stem: str) -> Candidate:
    listing = tuple((path, len(content)) for path, content in tree.files.items())
    return Candidate(Origin("", 0, stem, stem, Form.FOLDER, Trust.EXTERNAL), listing, tree, whole=True, oddities=())


def _from_folder(path: Path, limits: Limits) -> Candidate:
    folder = path.resolve()
    if not folder.exists():
        raise UsageError(f"`{path}` does not exist", hint="give a skill's folder or an archive")
    if folder.name.lower() == "skill.md":
        folder = folder.parent
    if not folder.is_dir():
        raise UsageError(f"`{path}` is no skill", hint="a skill is a folder with a `SKILL.md`")
    return next(read(place, limits) for place in discover((Source(folder.name, depth=0),), folder.parent))
