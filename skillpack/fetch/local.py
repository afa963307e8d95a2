"""Skills of this machine: a folder, a folder of folders, an archive -> offers."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from skillpack.archive.member import archive_limit
from skillpack.errors import FetchError
from skillpack.fetch.offer import Offer
from skillpack.fetch.opened import from_archive
from skillpack.files.belonging import SKILL_FILES
from skillpack.files.discover import Place, discover
from skillpack.files.read import read, read_file
from skillpack.model.digest import tree_digest
from skillpack.model.installed import Kind, Provenance
from skillpack.model.limits import Limits
from skillpack.model.settings import Source
from skillpack.model.tree import Candidate
from skillpack.parse.compose import published_tree
from skillpack.parse.skill import parse_skill

SHELVES = (".", "skills", ".claude/skills", ".agents/skills", ".metis/skills")
"""Where a folder that is no skill may hold skills, in this order."""


def folder_offers(folder: Path, limits: Limits, *, wanted: str = "") -> Iterator[Offer]:
    """Yield the skills of a folder: itself, else those directly in it, else those in one of `SHELVES`.

    Args:
        folder: Absolute.
        limits: What we are willing to read.
        wanted: What was asked for beyond the folder; kept in the provenance.

    Raises:
        FetchError: There is no such folder, or no skill in it.
    """
    if not folder.is_dir():
        kind = "is no folder" if folder.exists() else "does not exist"
        raise FetchError(f"`{folder}` {kind}", hint="give a skill's folder, or a folder of skills")
    for place in _places(folder):
        candidate = read(place, limits)
        skill = parse_skill(candidate)
        if skill.document.path:
            provenance = Provenance(Kind.FOLDER, os.path.normpath(place.path), wanted=wanted)
            yield offer_of(candidate, provenance)


def read_folder(folder: Path, limits: Limits) -> Candidate:
    """Return the skill that a folder is.

    Raises:
        FetchError: There is no such folder, or it is no skill.
    """
    if folder.is_dir():
        for place in discover((Source(folder.name, depth=0),), folder.parent):
            candidate = read(place, limits)
            if parse_skill(candidate).document.path:
                return candidate
    raise FetchError(f"`{folder}` is no skill", hint="a skill is a folder with a `SKILL.md`")


def _places(folder: Path) -> tuple[Place, ...]:
    """Return the places of the first shelf that has skills."""
    itself = tuple(discover((Source(folder.name, depth=0),), folder.parent))
    if any(_is_skill(place) for place in itself):
        return itself
    for shelf in SHELVES:
        found = tuple(discover((Source(shelf, required=False),), folder))
        kept = tuple(place for place in found if _is_skill(place))
        if kept:
            return kept
    looked = ", ".join(f"`{shelf}`" for shelf in SHELVES[1:])
    raise FetchError(
        f"there is no skill in `{folder}`", hint=f"a skill is a folder with a `SKILL.md`; also tried {looked}"
    )


def _is_skill(place: Place) -> bool:
    there = Path(place.path)
    return there.is_file() or any((there / name).is_file() for name in SKILL_FILES)


def archive_offer(path: Path, limits: Limits) -> Offer:
    """Return the skill of an archive on this machine.

    Raises:
        FetchError: It cannot be read.
        ArchiveError: It is refused.
    """
    content = read_file(path, archive_limit(limits))
    candidate = from_archive(content, limits, named=path.name.split(".")[0], where=str(path))
    return offer_of(candidate, Provenance(Kind.ARCHIVE, str(path.absolute())))


def offer_of(candidate: Candidate, provenance: Provenance) -> Offer:
    """Return the offer of a skill that was read."""
    skill = parse_skill(candidate)
    tree = published_tree(candidate)
    return Offer(
        name=skill.name,
        provenance=provenance,
        get=partial(_same, candidate),
        description=skill.description,
        label=skill.identity.label,
        digest=tree_digest(tree),
    )


def _same(candidate: Candidate) -> Candidate:
    return candidate
