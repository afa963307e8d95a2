"""Sources -> the locations where a skill may lie; stats only, no contents."""

import os
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from skillpack.catalog.paths import MANIFEST
from skillpack.errors import UsageError
from skillpack.files.location import Location, location_of, outcome_of, scanned_location
from skillpack.files.membership import OF_CATALOG, SKILL_FILES, excluded, is_excluded, is_generated, is_hidden
from skillpack.files.skipped import Skipped
from skillpack.files.trace import Trace
from skillpack.files.walk import FileScan, readable, reason, scan_file, scan_folder
from skillpack.model.settings import Source
from skillpack.model.tree import Form, Origin, SkippedKind, Trust

_NESTED = tuple(f"/{name}" for name in SKILL_FILES)
_FLAT = {".md": Form.MARKDOWN, ".yaml": Form.YAML, ".yml": Form.YAML}


class _Search(Struct, frozen=True):
    """One source on disk.

    Attributes:
        name: The source's path as origins give it.
        homes: Catalog and source, resolved, with a slash at the end; a link that leaves them is external.
        others: Folders of the other sources, with a slash at the end.
        trace: Notes what the locations depend on.
        skipped: Counts the folders that are entered, and notes those that are not.
        without: Folders directly in the source in which no skill was found, each with its path.
        links: Locations that are links.
    """

    source: Source
    rank: int
    name: str
    top: str
    homes: tuple[str, str]
    others: tuple[str, ...]
    now_ns: int | None
    trace: Trace | None
    skipped: Skipped
    without: list[tuple[os.DirEntry[str], str]]
    links: set[str]

    def shown(self, path: str) -> str:
        """Return a path below the source as people write it."""
        return readable(path if self.name == "." else f"{self.name}/{path}")

    def real(self, location: Location) -> str:
        """Return where a location lies, without links."""
        path = location.origin.path
        return os.path.realpath(location.path) if path == "." or location.path in self.links else self.homes[1] + path

    def note_nested(self, folder: str, path: str, scan: FileScan) -> None:
        """Note the skill files inside of a skill that no other source reads.

        Args:
            folder: Of the skill, on disk.
            path: Of the skill below the source; `.` for the source itself.
        """
        for file in scan.files:
            inner = file[0]
            if inner.endswith(_NESTED) and not f"{os.path.normpath(folder)}/{inner}".startswith(self.others):
                self.skipped.nested(self.shown(inner if path == "." else f"{path}/{inner}"))

    @property
    def deepest(self) -> int:
        """The level of folders below which nothing counts."""
        forms, source = self.source.forms, self.source
        return max(source.depth if Form.FOLDER in forms else 0, source.file_depth if set(forms) - {Form.FOLDER} else 0)


def discover(
    sources: Sequence[Source],
    root: Path,
    *,
    now_ns: int | None = None,
    trace: Trace | None = None,
    skipped: Skipped | None = None,
) -> Iterator[Location]:
    """Yield the locations of all sources: first source first, within a folder by the names' bytes.

    A folder with `SKILL.md` is a skill, and nothing below it is another. A folder directly in a source that holds
    files, but no skill at any depth, is one too where it lies beside skills or the source has none: a rule says so. A
    catalog's own folders are none.
    Dot entries, but known sets in `skills`, and what was generated or vendored are skipped. A link to a skill folder is
    followed, and is external where it leaves both the catalog and the source (C10); a link to another folder is never
    descended. Where a link and the folder that it leads to are both found under one name, in one source or two, the
    link does not count. What two sources reach by one path, or by links, is a location of the first.

    Args:
        sources: Highest precedence first; the rank of each is its position.
        root: The catalog's folder, which relative sources start from.
        now_ns: The time of the look; by default the clock is asked for each location.
        trace: Notes everything that the locations depend on; a folder that is as before is not looked at again.
        skipped: Notes the folders that were not looked into, and the skill files inside of skills.

    Raises:
        UsageError: A required source is missing or cannot be read.
    """
    searches = tuple(_searches(sources, root, now_ns, trace, skipped or Skipped()))
    if len(searches) == 1:
        yield from _found(searches[0])
        return
    found: dict[int, list[Location]] = {}
    paths: set[str] = set()
    reals: set[tuple[str, str]] = set()
    for rank, search in enumerate(searches):
        locations = _found_once(found, search)
        later = tuple(each.homes[1] for each in searches[rank + 1 :])
        leading = {(search.real(each), each.origin.stem) for each in locations if each.path in search.links}
        if any(real.startswith(later) for real, _ in leading):
            ahead = ((other, each) for other in searches[rank + 1 :] for each in _found_once(found, other))
            leading &= {(other.real(each), each.origin.stem) for other, each in ahead if each.path not in other.links}
        else:
            leading = set()
        for location in locations:
            real = (search.real(location), location.origin.stem)
            if real in leading:
                continue
            if location.path not in paths and real not in reals:
                yield location
            paths.add(location.path)
            reals.add(real)


def _found_once(found: dict[int, list[Location]], search: _Search) -> list[Location]:
    """Return the locations of a source, which is searched once."""
    if search.rank not in found:
        found[search.rank] = list(_found(search))
    return found[search.rank]


def _searches(
    sources: Sequence[Source], root: Path, now_ns: int | None, trace: Trace | None, skipped: Skipped
) -> Iterator[_Search]:
    """Yield the search of each source."""
    tops = [os.path.join(root, source.path) for source in sources]
    for rank, source in enumerate(sources):
        top = tops[rank]
        if trace is not None:
            trace.link(os.fspath(root))
            trace.link(top)
        homes = (f"{os.path.realpath(root)}{os.sep}", f"{os.path.realpath(top)}{os.sep}")
        name = source.path.rstrip("/") or source.path
        others = tuple(f"{os.path.normpath(each)}/" for each in tops if each != top)
        yield _Search(source, rank, name, top, homes, others, now_ns, trace, skipped, [], set())


def _found(search: _Search) -> Iterator[Location]:
    """Yield the locations of one source; none where it need not be there."""
    source = search.source
    try:
        found = os.stat(search.top)
        entries = [] if source.depth == 0 else _entries(search.top, search.trace)
    except OSError as error:
        if not source.required:
            return
        hint = "name a folder that holds skills"
        if isinstance(error, FileNotFoundError):
            raise UsageError(f"there is no folder `{source.path}`", hint=hint) from error
        raise UsageError(f"`{source.path}` cannot be read: {reason(error)}", hint=hint) from error
    yield from _itself(search, found) if source.depth == 0 else _in_source(search, entries)


def _entries(folder: str, trace: Trace | None) -> list[os.DirEntry[str]]:
    """Return the entries directly in a folder that may matter, sorted by the names' bytes."""
    if trace is not None:
        trace.names(folder)
    with os.scandir(folder) as entries:
        kept = [entry for entry in entries if not is_hidden(entry.name, folder) and not is_excluded(entry.name)]
    kept.sort(key=lambda entry: os.fsencode(entry.name))
    return kept


def _itself(search: _Search, found: os.stat_result) -> Iterator[Location]:
    """Yield the source as the one skill that it is."""
    name, source = os.path.basename(os.path.abspath(search.top)), search.source
    if stat.S_ISDIR(found.st_mode):
        scan = scan_folder(search.top, exclude=source.exclude, trace=search.trace)
        search.note_nested(search.top, ".", scan)
        yield _location(
            search, Origin(search.name, search.rank, ".", name, Form.FOLDER, source.trust), search.top, scan
        )
        return
    stem, form = _flat(name, source)
    if form is None:
        hint = "name a folder that holds `SKILL.md`"
        raise UsageError(f"`{source.path}` is neither a folder nor a file of a form that counts here", hint=hint)
    scan = scan_file(*os.path.split(search.top), exclude=source.exclude, trace=search.trace)
    yield _location(search, Origin(search.name, search.rank, ".", stem, form, source.trust), search.top, scan)


def _in_source(search: _Search, entries: list[os.DirEntry[str]]) -> Iterator[Location]:
    """Yield the locations of a source, with the folders in it that look as if they should be skills and are none."""
    found = _without_aliases(search, list(_children(search, entries, "", 1)))
    among_skills = not found or any("/" not in location.origin.path for location in found)
    for entry, path in search.without:
        if among_skills or not os.path.exists(entry.path):
            found += _without_skill(search, entry, path)
    if search.without:
        found.sort(key=lambda location: os.fsencode(location.origin.path).split(b"/"))
    yield from found


def _without_aliases(search: _Search, found: list[Location]) -> list[Location]:
    """Return locations without links to a skill that is found itself, under the same name."""
    if not search.links:
        return found
    real = {(os.path.realpath(each.path), each.origin.stem) for each in found if each.path not in search.links}
    return [
        each
        for each in found
        if each.path not in search.links or (os.path.realpath(each.path), each.origin.stem) not in real
    ]


def _children(search: _Search, entries: list[os.DirEntry[str]], prefix: str, level: int) -> Iterator[Location]:
    """Yield the locations among the entries of one folder, and below it down to the depth."""
    for entry in entries:
        path = prefix + entry.name
        if search.source.exclude and excluded(path, search.source.exclude):
            continue
        if search.trace is not None and entry.is_symlink():
            search.trace.link(entry.path)
        if _is_folder(entry):
            before = _as_before(search, entry, path)
            if before is not None:
                yield before
            elif _is_skill(entry.path, search.trace):
                yield from _skill(search, entry, path)
            else:
                yield from _below(search, entry, path, level)
            continue
        stem, form = _flat(entry.name, search.source)
        if form is not None:
            if level <= search.source.file_depth:
                scan = scan_file(search.top, path, exclude=search.source.exclude, trace=search.trace)
                yield _location(search, _origin(search, entry, path, stem, form), entry.path, scan)
        elif level == 1 and entry.is_symlink() and not os.path.exists(entry.path):
            search.without.append((entry, path))


def _below(search: _Search, entry: os.DirEntry[str], path: str, level: int) -> Iterator[Location]:
    """Yield the locations in a folder that is not a skill; one directly in the source that has none is kept in mind."""
    nothing = True
    for location in _descend(search, entry, path, level):
        nothing = False
        yield location
    of_catalog = entry.name in OF_CATALOG and search.homes[0] == search.homes[1]
    is_group = is_generated(entry.name) or entry.name[0] == "." or of_catalog
    if nothing and level == 1 and not is_group and not _is_output(entry.path, search.trace):
        search.without.append((entry, path))


def _descend(search: _Search, entry: os.DirEntry[str], path: str, level: int) -> Iterator[Location]:
    """Yield the locations in a folder that is not a skill, unless it is not entered; that is noted where it matters."""
    source, shown = search.source, search.shown(path)
    if entry.is_symlink() or _is_output(entry.path, search.trace):
        return
    try:
        entries = _entries(entry.path, search.trace)
    except OSError as error:
        search.skipped.unreadable(shown, reason(error))
        return
    folders = [each for each in entries if _is_folder(each) and not excluded(f"{path}/{each.name}", source.exclude)]
    if is_generated(entry.name):
        if any(_is_skill(each.path, search.trace) for each in folders):
            search.skipped.generated(shown)
    elif level >= search.deepest:
        if Form.FOLDER in source.forms and not all(is_generated(each.name) for each in folders):
            search.skipped.too_deep(shown, level)
    elif search.skipped.may_enter(shown):
        yield from _children(search, entries, f"{path}/", level + 1)


def _skill(search: _Search, entry: os.DirEntry[str], path: str) -> Iterator[Location]:
    """Yield a folder that is a skill, where those count."""
    if Form.FOLDER in search.source.forms:
        scan = scan_folder(entry.path, within=path, exclude=search.source.exclude, trace=search.trace)
        names = {file[0] for file in scan.files}.union(skipped.path for skipped in scan.skipped)
        # Of too many entries the skill file may be one that was not seen.
        beyond = any(skipped.kind is SkippedKind.TOO_MANY for skipped in scan.skipped)
        if beyond or not names.isdisjoint(SKILL_FILES):
            if entry.is_symlink():
                search.links.add(entry.path)
            search.note_nested(entry.path, path, scan)
            location = _location(search, _origin(search, entry, path, entry.name, Form.FOLDER), entry.path, scan)
            if search.trace is not None and scan.plain and not any(file[0].endswith(_NESTED) for file in scan.files):
                search.trace.conclude(outcome_of(location))
            yield location


def _as_before(search: _Search, entry: os.DirEntry[str], path: str) -> Location | None:
    """Return the location of a folder that is a skill where all in it is as it was; None for any other."""
    trace = search.trace
    group = trace.as_before(entry.path) if trace is not None else None
    if trace is None or group is None or entry.is_symlink() or Form.FOLDER not in search.source.forms:
        return None
    origin = _origin(search, entry, path, entry.name, Form.FOLDER)
    location = location_of(group.outcome, origin, entry.path, search.source.exclude)
    if location is not None:
        trace.keep_group(group)
    return location


def _without_skill(search: _Search, entry: os.DirEntry[str], path: str) -> Iterator[Location]:
    """Yield a folder directly in the source that is none, but neither empty nor a folder of skills."""
    if Form.FOLDER not in search.source.forms:
        return
    scan = scan_folder(entry.path, within=path, exclude=search.source.exclude, trace=search.trace)
    if any(os.path.basename(file[0]) in SKILL_FILES for file in scan.files):
        if entry.is_symlink():
            search.skipped.linked(search.shown(path))
    elif scan.files or any(skipped.path == "." for skipped in scan.skipped):
        yield _location(search, _origin(search, entry, path, entry.name, Form.FOLDER), entry.path, scan)


def _is_output(folder: str, trace: Trace | None) -> bool:
    """Return whether a folder is a site that a build wrote, which holds copies of skills."""
    manifest = f"{folder}/{MANIFEST}"
    return os.path.lexists(manifest) if trace is None else bool(trace.kind(manifest))


def _is_skill(folder: str, trace: Trace | None) -> bool:
    """Return whether a folder is a skill; where it is none, its names are noted before a second look."""
    if _holds_skill(folder):
        return True
    if trace is None:
        return False
    trace.names(folder)
    return _holds_skill(folder)


def _holds_skill(folder: str) -> bool:
    """Return whether a skill file, or something skipped of its name, lies directly in a folder."""
    for name in SKILL_FILES:
        path = f"{folder}/{name}"
        with suppress(OSError, ValueError):
            mode = os.lstat(path).st_mode
            if stat.S_ISREG(mode) or not os.path.isdir(path):
                return True
    return False


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a folder or leads to one; a link in a circle does not."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def _flat(name: str, source: Source) -> tuple[str, Form | None]:
    """Return stem and form of a file that is a skill in this source; None for any other."""
    stem, suffix = os.path.splitext(name)
    form = _FLAT.get(suffix)
    return stem, form if form in source.forms else None


def _origin(search: _Search, entry: os.DirEntry[str], path: str, stem: str, form: Form) -> Origin:
    """Return the origin of an entry; a link that leaves the catalog and the source is external."""
    trust = search.source.trust
    if entry.is_symlink() and not os.path.realpath(entry.path).startswith(search.homes):
        trust = Trust.EXTERNAL
    return Origin(search.name, search.rank, path, stem, form, trust)


def _location(search: _Search, origin: Origin, where: str, scan: FileScan) -> Location:
    now = time.time_ns() if search.now_ns is None else search.now_ns
    return scanned_location(origin, where, scan, search.source.exclude, now)
