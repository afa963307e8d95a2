"""Where skills lie in a folder for which nobody configured it."""

import os
from collections.abc import Iterator

from skillpack.catalog.paths import MANIFEST
from skillpack.files.membership import SKILL_FILES, is_excluded, is_generated
from skillpack.files.skipped import Skipped
from skillpack.files.trace import Trace
from skillpack.model.settings import Source

SKILLS = "skills"
"""The usual folder of skills; beside a `SKILL.md` at the root, the only one that is looked into."""

HOST_ROOTS = (".claude/skills", ".agents/skills", ".metis/skills")
"""Dot folders from which hosts load skills, in the order in which they count."""


def find_sources(folder: str, trace: Trace, *, roots: tuple[str, ...] = HOST_ROOTS) -> tuple[Source, ...]:
    """Return the sources that a folder is or holds, relative to it; none where there is no skill.

    The folder itself where it is a skill, with those in its `skills`. Else all that lie in folders which are not
    hidden, and, unless some lie directly in the folder or in `skills`, those of the first host's root that has any.
    Where all lie in one of these folders, it is the source.

    Args:
        folder: On disk.
        trace: Notes everything that the answer depends on.
        roots: Hosts' roots that count.
    """
    search = _Search(trace)
    usual = os.path.join(folder, SKILLS)
    if search.is_skill(folder):
        return (Source(".", depth=0), *([Source(SKILLS)] if search.has_skills(usual) else []))
    if any(search.is_skill(each) for each in search.folders(folder)):
        return (Source("."),)
    in_usual = search.has_skills(usual)
    elsewhere = any(search.has_skills(each, level=2) for each in search.folders(folder) if each != usual)
    found = [Source(".")] if elsewhere else []
    if in_usual and (not elsewhere or os.path.islink(usual)):
        found.append(Source(SKILLS))
    if not in_usual:
        found += [Source(root) for root in roots if search.has_skills(os.path.join(folder, root))][:1]
    return tuple(found)


def is_empty(folder: str, trace: Trace, *, besides: str = "") -> bool:
    """Return whether no file lies in a folder at any depth; hidden ones do not count, nor a site that a build wrote.

    Args:
        folder: On disk.
        trace: Notes everything that the answer depends on.
        besides: Name of a file in the folder that does not count either.
    """
    skipped, pending = Skipped(), [folder]
    while pending:
        here = pending.pop()
        trace.names(here)
        try:
            with os.scandir(here) as entries:
                kept = [each for each in entries if _may_count(each) and (here, each.name) != (folder, besides)]
        except OSError:
            return False
        if not all(each.is_dir(follow_symlinks=False) and skipped.may_enter(each.path) for each in kept):
            return False
        pending += (each.path for each in kept if not trace.kind(f"{each.path}/{MANIFEST}"))
    return True


class _Search:
    """A search that ends with the first skill; it enters what `discover` would enter."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.skipped = Skipped()

    def has_skills(self, folder: str, level: int = 1) -> bool:
        """Return whether a skill lies in a folder.

        Args:
            folder: On disk.
            level: Of what lies directly in it, counted from the source.
        """
        if not self._enters(folder, level):
            return False
        children = list(self.folders(folder))
        if any(self.is_skill(child) for child in children):
            return True
        return any(self.has_skills(child, level + 1) for child in children if not os.path.islink(child))

    def is_skill(self, folder: str) -> bool:
        """Return whether a skill file lies directly in a folder."""
        return any(self.trace.kind(f"{folder}/{name}") == "file" for name in SKILL_FILES)

    def folders(self, folder: str) -> Iterator[str]:
        """Yield the folders in a folder that are not hidden; links to folders too."""
        self.trace.names(folder)
        try:
            with os.scandir(folder) as entries:
                kept = sorted((each for each in entries if _may_count(each)), key=lambda each: os.fsencode(each.name))
        except OSError:
            return
        for entry in kept:
            linked = entry.is_symlink() and self.trace.kind(entry.path) == "folder"
            if linked or entry.is_dir(follow_symlinks=False):
                yield entry.path

    def _enters(self, folder: str, level: int) -> bool:
        """Return whether skills are looked for in a folder that is none itself."""
        if self.trace.kind(folder) != "folder" or level > Source("").depth:
            return False
        below = level > 1
        if below and (is_generated(os.path.basename(folder)) or os.path.islink(folder)):
            return False
        return not (below and self.trace.kind(f"{folder}/{MANIFEST}")) and self.skipped.may_enter(folder)


def _may_count(entry: os.DirEntry[str]) -> bool:
    return entry.name[0] != "." and not is_excluded(entry.name)
