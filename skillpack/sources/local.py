"""A folder, a folder of folders or an archive on this machine -> the skills in it."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from skillpack.archive.member import archive_limit
from skillpack.errors import FetchError
from skillpack.files.discover import discover
from skillpack.files.layout import HOST_ROOTS, find_sources, hidden_skills
from skillpack.files.location import Location
from skillpack.files.membership import SKILL_FILES, SKILLS
from skillpack.files.read import read, read_file
from skillpack.files.trace import Trace
from skillpack.model.digest import tree_digest
from skillpack.model.installed import Provenance, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.settings import Source
from skillpack.model.tree import Form
from skillpack.parse.compose import published_tree
from skillpack.sources.available import AvailableSkill, FetchedSkill, fetched_skill, from_archive, from_tree

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
        # The outermost one: what is missing with it has one cause, and is one error of a command on many skills.
        missing = next(each for each in (*reversed(folder.parents), folder) if not each.exists())
        raise FetchError(f"`{missing}` does not exist", hint="give a skill's folder, or a folder of skills")
    yielded = False
    for location, found in _skills(folder, limits) if folder.is_dir() else _file(folder, limits):
        if found.skill.document.path:
            provenance = Provenance(SourceKind.FOLDER, os.path.normpath(location.path), wanted=wanted)
            yielded = True
            is_file = found.tree.origin.form is not Form.FOLDER
            # When it is installed, a skill of one file becomes a folder.
            whole = from_tree(published_tree(found.tree, found.skill.document), found.skill.name) if is_file else found
            yield available_skill(whole, provenance)
    if not yielded:
        raise _none(folder)


def read_folder(folder: Path, limits: Limits) -> FetchedSkill:
    """Return the skill that a folder is.

    Raises:
        FetchError: There is no such folder, or it is not a skill.
    """
    if folder.is_dir():
        for location in discover((Source(folder.name, depth=0),), folder.parent):
            found = fetched_skill(read(location, limits))
            if found.skill.document.path:
                return found
    raise FetchError(f"`{folder}` is not a skill", hint="a skill is a folder with a `SKILL.md`")


_Read = tuple[Location, FetchedSkill]


def _skills(folder: Path, limits: Limits) -> Iterator[_Read]:
    """Yield the possible skills of a folder, each read; of files, those of the first folder that has any."""
    locations = tuple(_once(filter(_is_skill, discover(find_sources(str(folder), Trace()), folder))))
    if locations:
        yield from _read(locations, limits)
        return
    for path in _FLAT_FOLDERS:
        source = Source(path, forms=_FLAT_FORMS, required=False)
        # Not every text beside them is a skill: one says what skills say of themselves.
        found = [each for each in _read(discover((source,), folder), limits) if each[1].skill.description]
        if found:
            yield from found
            return
    raise _none(folder)


def _once(locations: Iterable[Location]) -> Iterator[Location]:
    """Yield locations without those in a host's root that are called as one before them: copies for another host."""
    names: set[str] = set()
    for location in locations:
        if location.origin.source not in HOST_ROOTS or location.origin.stem not in names:
            yield location
        names.add(location.origin.stem)


def _read(locations: Iterable[Location], limits: Limits) -> Iterator[_Read]:
    for location in locations:
        yield location, fetched_skill(read(location, limits))


def _none(folder: Path) -> FetchError:
    hidden = hidden_skills(str(folder)) if folder.is_dir() else {}
    if hidden:
        shown = printable(str(folder / next(iter(hidden))))
        hint = f"its skills are in dot folders, which are skipped: name one, such as `{shown}`"
        return FetchError(f"no skills in `{folder}`", hint=hint)
    looked = ", ".join(f"`{root}`" for root in HOST_ROOTS)
    levels = f"folders down to {Source('').depth} levels, and {looked}"
    return FetchError(f"no skills in `{folder}`", hint=f"a skill is a folder with a `SKILL.md`; tried {levels}")


def _file(file: Path, limits: Limits) -> Iterator[_Read]:
    """Return the skill that is a file."""
    if file.name in SKILL_FILES:
        return _skills(file.parent, limits)
    source = Source(file.parent.name, forms=_FLAT_FORMS)
    found = tuple(location for location in discover((source,), file.parent.parent) if location.path == str(file))
    if not found:
        raise FetchError(
            f"`{file}` is not a skill", hint="a skill is a folder with a `SKILL.md`, an archive or a `.md` file"
        )
    return _read(found, limits)


def _is_skill(location: Location) -> bool:
    path = Path(location.path)
    return path.is_file() or any((path / name).is_file() for name in SKILL_FILES)


def archive_skill(path: Path, limits: Limits) -> AvailableSkill:
    """Return the skill of an archive on this machine.

    Raises:
        FetchError: It cannot be read.
        ArchiveError: It is refused.
    """
    content = read_file(path, archive_limit(limits))
    found = from_archive(content, limits, named=path.name.split(".")[0], where=str(path))
    return available_skill(found, Provenance(SourceKind.ARCHIVE, str(path.absolute())))


def available_skill(found: FetchedSkill, provenance: Provenance) -> AvailableSkill:
    """Return the available skill of what was read."""
    return AvailableSkill(
        name=found.skill.name,
        provenance=provenance,
        get=lambda: found,
        description=found.skill.description,
        label=found.skill.identity.label,
        digest=tree_digest(published_tree(found.tree)),
    )
