"""Where skills lie in a folder for which nobody configured it."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from skillpack.catalog.paths import MANIFEST
from skillpack.errors import FetchError
from skillpack.files.membership import SKILL_FILES, SKILLS, is_excluded, is_generated, is_hidden
from skillpack.files.read import read_file
from skillpack.files.skipped import Skipped
from skillpack.files.trace import Trace
from skillpack.model.digest import RECEIPT
from skillpack.model.settings import Source
from skillpack.registry.skills_lock import MOST, PROJECT, locked_names

HOST_ROOTS = (".claude/skills", ".agents/skills", ".metis/skills")
"""Dot folders from which hosts load skills, in the order in which they count."""

_MOST_HIDDEN = 10_000  # folders in which hidden skills are looked for


def find_sources(folder: str, trace: Trace, *, roots: tuple[str, ...] = HOST_ROOTS) -> tuple[Source, ...]:
    """Return the sources that a folder is or holds, relative to it; none where there is no skill.

    The folder itself where it is a skill, with those in its `skills`. Else all that lie in folders which are not
    hidden, where these lie in one folder that folder alone; then each host's root with skills of its own: no links to
    skills that are found anyway, and no installed ones. Where there is nothing else, installed ones count too.

    Args:
        folder: On disk.
        trace: Notes everything that the answer depends on.
        roots: Hosts' roots that count.
    """
    search = _Search(trace)
    usual = os.path.join(folder, SKILLS)
    if search.is_skill(folder):
        return (Source(".", depth=0), *([Source(SKILLS)] if search.has_skills(usual) else []))
    found = _visible_sources(search, folder, usual)
    present = [root for root in roots if search.has_skills(os.path.join(folder, root))]
    return (*found, *_root_sources(search, folder, present, found)) if present else found


def _visible_sources(search: "_Search", folder: str, usual: str) -> tuple[Source, ...]:
    """Return the sources that are not hidden."""
    if any(search.is_skill(each) for each in search.folders(folder)):
        return (Source("."),)
    in_usual = search.has_skills(usual)
    elsewhere = any(search.has_skills(each, level=2) for each in search.folders(folder) if each != usual)
    found = [Source(".")] if elsewhere else []
    if in_usual and (not elsewhere or os.path.islink(usual)):
        found.append(Source(SKILLS))
    return tuple(found)


def _root_sources(search: "_Search", folder: str, roots: Sequence[str], found: Sequence[Source]) -> Iterator[Source]:
    """Yield the roots of hosts that count beside the sources found so far.

    Args:
        folder: On disk.
        roots: Those with skills.
    """
    for root in roots:
        search.trace.link(os.path.join(folder, root))
    top = os.path.realpath(folder)
    real = {root: os.path.realpath(os.path.join(folder, root)) for root in roots}
    # Of two names of one folder the folder counts, not the link.
    named = {real[root]: root for root in sorted(roots, key=lambda root: real[root] == os.path.join(top, root))}
    distinct = [root for root in roots if named[real[root]] == root]
    seen = [f"{os.path.realpath(os.path.join(folder, each.path))}{os.sep}" for each in found]
    locked = _locked_names(folder, search.trace)
    sources = []
    for root in distinct:
        here = os.path.join(folder, root)
        installed = {each for each in search.folders(here) if search.is_installed(each, locked)}
        others = [f"{real[other]}{os.sep}" for other in distinct if other != root]
        if not _is_below(real[root], seen) and search.has_skills(here, without=_Without(installed, (*seen, *others))):
            sources.append(Source(root, exclude=tuple(f"/{os.path.basename(each)}" for each in sorted(installed))))
    if not found and not sources:
        yield from map(Source, distinct)
    yield from sources


def _is_below(path: str, tops: Iterable[str]) -> bool:
    """Return whether a path lies in one of some folders, and nothing on the way is hidden."""
    path = f"{path}{os.sep}"
    return any(path.startswith(top) and f"{os.sep}." not in path[len(top) - 1 :] for top in tops)


def _locked_names(folder: str, trace: Trace) -> frozenset[str]:
    """Return the names of what `npx skills` installed into a project, in lower case; none where it cannot be read."""
    path = os.path.join(folder, PROJECT)
    trace.link(path)
    with suppress(FetchError):
        return locked_names(read_file(Path(path), MOST))
    return frozenset()


def hidden_skills(folder: str) -> dict[str, int]:
    """Return the folders of skills that are not looked into because of a dot, with the number of skills, most first.

    Args:
        folder: On disk; paths are relative to it.
    """
    counts: Counter[str] = Counter()
    pending, left = [""], _MOST_HIDDEN
    while pending and left:
        here, left = pending.pop(), left - 1
        try:
            with os.scandir(os.path.join(folder, here)) as entries:
                kept = [each for each in entries if not is_excluded(each.name) and not is_generated(each.name)]
        except OSError:
            continue
        if here and any(each.name in SKILL_FILES for each in kept):
            home = here.rpartition("/")[0]
            counts[home if _has_dot(home) else here] += _has_dot(here)
        else:
            inside = sorted(each.name for each in kept if each.is_dir(follow_symlinks=False))
            pending += (f"{here}/{name}".lstrip("/") for name in inside)
    return dict(
        sorted(((path, count) for path, count in counts.items() if count), key=lambda each: (-each[1], each[0]))
    )


def _has_dot(path: str) -> bool:
    return any(part.startswith(".") for part in path.split("/"))


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
                kept = [each for each in entries if _may_count(each, here) and (here, each.name) != (folder, besides)]
        except OSError:
            return False
        if not all(each.is_dir(follow_symlinks=False) and skipped.may_enter(each.path) for each in kept):
            return False
        pending += (each.path for each in kept if not trace.kind(f"{each.path}/{MANIFEST}"))
    return True


class _Without(Struct, frozen=True):
    """Skills of a host's root that do not make it a source.

    Attributes:
        folders: Of the installed ones.
        tops: Real folders, each with a slash at the end: a link into one leads to a skill that is found there.
    """

    folders: set[str]
    tops: tuple[str, ...]


class _Search:
    """A search that ends with the first skill; it enters what `discover` would enter."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.skipped = Skipped()

    def has_skills(self, folder: str, level: int = 1, without: "_Without | None" = None) -> bool:
        """Return whether a skill lies in a folder.

        Args:
            folder: On disk.
            level: Of what lies directly in it, counted from the source.
            without: Skills that do not count.
        """
        if not self._enters(folder, level):
            return False
        children = list(self.folders(folder))
        if any(self.is_skill(child) and not (without and self._is_known(child, without)) for child in children):
            return True
        inner = (each for each in children if not os.path.islink(each) and not (without and self.is_skill(each)))
        return any(self.has_skills(child, level + 1, without) for child in inner)

    def is_installed(self, folder: str, locked: frozenset[str]) -> bool:
        """Return whether a skill in a host's root was installed there, by a receipt or by the names of a lock file."""
        return os.path.basename(folder).lower() in locked or self.trace.kind(f"{folder}/{RECEIPT}") == "file"

    def _is_known(self, folder: str, without: "_Without") -> bool:
        """Return whether a skill is installed, or a link to one that is found without it."""
        if folder in without.folders:
            return True
        if not os.path.islink(folder):
            return False
        self.trace.link(folder)
        return _is_below(os.path.realpath(folder), without.tops)

    def is_skill(self, folder: str) -> bool:
        """Return whether a skill file lies directly in a folder."""
        return any(self.trace.kind(f"{folder}/{name}") == "file" for name in SKILL_FILES)

    def folders(self, folder: str) -> Iterator[str]:
        """Yield the folders in a folder that are not hidden; links to folders too."""
        self.trace.names(folder)
        try:
            with os.scandir(folder) as entries:
                kept = sorted(
                    (each for each in entries if _may_count(each, folder)), key=lambda each: os.fsencode(each.name)
                )
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


def _may_count(entry: os.DirEntry[str], folder: str) -> bool:
    return not is_hidden(entry.name, folder) and not is_excluded(entry.name)
