"""Skills of this machine: a folder, a folder of folders, an archive -> offers."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from skillpack.archive.member import archive_limit
from skillpack.errors import FetchError
from skillpack.files.discover import Location, discover
from skillpack.files.layout import HOST_ROOTS, SKILLS, find_sources
from skillpack.files.membership import SKILL_FILES
from skillpack.files.read import read, read_file
from skillpack.files.trace import Trace
from skillpack.model.digest import tree_digest
from skillpack.model.installed import Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.settings import Source
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, SourceTree
from skillpack.parse.compose import published_tree
from skillpack.parse.skill import parse_skill
from skillpack.sources.available import AvailableSkill
from skillpack.sources.download import from_archive, from_tree

_FLAT_FORMS = (Form.MARKDOWN, Form.YAML)
_FLAT_FOLDERS = (".", SKILLS, *HOST_ROOTS)


def folder_skills(folder: Path, limits: Limits, *, wanted: str = "") -> Iterator[AvailableSkill]:
    """Yield the skills of a folder, which lie where `find_sources` finds them.

    Where no folder is one, files are taken that have the front matter of a skill. A file alone is a skill too:
    `SKILL.md` stands for its folder, any other `.md` or `.yaml` for a skill of one file.

    Args:
        folder: Absolute.
        limits: What we are willing to read.
        wanted: What was asked for beyond the folder; kept in the provenance.

    Raises:
        FetchError: There is no such folder, or no skill in it.
    """
    if not folder.exists():
        raise FetchError(f"`{folder}` does not exist", hint="give a skill's folder, or a folder of skills")
    yielded = False
    for place in _places(folder) if folder.is_dir() else _file(folder):
        candidate = read(place, limits)
        skill = parse_skill(candidate)
        if skill.document.path:
            provenance = Provenance(SourceKind.FOLDER, os.path.normpath(place.path), wanted=wanted)
            yielded = True
            if candidate.origin.form is Form.FOLDER:
                yield available_skill(candidate, provenance, skill)
            else:  # what is installed is the folder that it becomes
                yield available_skill(from_tree(published_tree(candidate, skill.document), skill.name), provenance)
    if not yielded:
        raise _none(folder)


def read_folder(folder: Path, limits: Limits) -> SourceTree:
    """Return the skill that a folder is.

    Raises:
        FetchError: There is no such folder, or it is not a skill.
    """
    if folder.is_dir():
        for place in discover((Source(folder.name, depth=0),), folder.parent):
            candidate = read(place, limits)
            if parse_skill(candidate).document.path:
                return candidate
    raise FetchError(f"`{folder}` is not a skill", hint="a skill is a folder with a `SKILL.md`")


def _places(folder: Path) -> tuple[Location, ...]:
    """Return the places of the skills of a folder; of files the first folder counts that has any."""
    found = tuple(filter(_is_skill, discover(find_sources(str(folder), Trace()), folder)))
    if found:
        return found
    for path in _FLAT_FOLDERS:
        source = Source(path, forms=_FLAT_FORMS, required=False)
        found = tuple(filter(_is_flat_skill, discover((source,), folder)))
        if found:
            return found
    raise _none(folder)


def _none(folder: Path) -> FetchError:
    looked = ", ".join(f"`{root}`" for root in HOST_ROOTS)
    levels = f"folders down to {Source('').depth} levels, and {looked}"
    return FetchError(f"there is no skill in `{folder}`", hint=f"a skill is a folder with a `SKILL.md`; tried {levels}")


def _file(file: Path) -> tuple[Location, ...]:
    """Return the place of a skill that is a file."""
    if file.name in SKILL_FILES:
        return _places(file.parent)
    shelf = Source(file.parent.name, forms=_FLAT_FORMS)
    found = tuple(place for place in discover((shelf,), file.parent.parent) if place.path == str(file))
    if not found:
        raise FetchError(
            f"`{file}` is not a skill", hint="a skill is a folder with a `SKILL.md`, an archive or a `.md` file"
        )
    return found


def _is_flat_skill(place: Location) -> bool:
    """Return whether a file says what skills say of themselves: not every text beside them is one."""
    return bool(parse_skill(read(place, Limits())).description)


def _is_skill(place: Location) -> bool:
    there = Path(place.path)
    return there.is_file() or any((there / name).is_file() for name in SKILL_FILES)


def archive_skill(path: Path, limits: Limits) -> AvailableSkill:
    """Return the skill of an archive on this machine.

    Raises:
        FetchError: It cannot be read.
        ArchiveError: It is refused.
    """
    content = read_file(path, archive_limit(limits))
    candidate = from_archive(content, limits, named=path.name.split(".")[0], where=str(path))
    return available_skill(candidate, Provenance(SourceKind.ARCHIVE, str(path.absolute())))


def available_skill(candidate: SourceTree, provenance: Provenance, skill: ParsedSkill | None = None) -> AvailableSkill:
    """Return the offer of a skill that was read, and perhaps parsed already."""
    skill = skill or parse_skill(candidate)
    tree = published_tree(candidate)
    return AvailableSkill(
        name=skill.name,
        provenance=provenance,
        get=partial(_same, candidate),
        description=skill.description,
        label=skill.identity.label,
        digest=tree_digest(tree),
        parsed=(candidate, skill),
    )


def _same(candidate: SourceTree) -> SourceTree:
    return candidate
