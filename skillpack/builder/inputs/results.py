"""A catalog's own results: every build sees which files there are, and reads those of skills that are due."""

import json
import os
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from skillpack.builder.inputs.catalog import refuse_link_out
from skillpack.catalog.paths import MANIFEST
from skillpack.catalog.precedence import name_key
from skillpack.errors import SkillpackError
from skillpack.evidence.results.reading import LARGEST_RESULT, RESULT_FILES, read_result
from skillpack.files.membership import SKILL_FILES, is_excluded, is_hidden
from skillpack.files.read import read_beneath
from skillpack.files.trace import RACY_NS, Trace
from skillpack.files.walk import Stats, is_text, scan_folder
from skillpack.model.digest import sha256
from skillpack.model.evaluation import RESULTS, ReadResult
from skillpack.model.portable import printable

_MOST = 256  # files of one skill
_DEEPEST = 8  # folders
_OUTCOME = "results "  # starts what a trace keeps of a folder


class OwnResults(Struct, frozen=True):
    """The files of results that a catalog has of one skill.

    Attributes:
        files: Relative to the catalog's folder, sorted.
        mark: Tells them from others by their sizes and times; empty where one is so young that it may yet change
            without a trace.
    """

    files: tuple[str, ...]
    mark: str


def find_own_results(root: Path, trace: Trace | None = None) -> Mapping[str, OwnResults]:
    """Return the files of results of each skill, by the key of its name; most catalogs have none.

    What lies in a skill that lies there is its publisher's, and none of these.

    Args:
        root: The catalog's folder.
        trace: Notes what was looked at; a folder in which all is as it was is not looked at again.

    Raises:
        UsageError: The folder is behind a link out of the catalog.
    """
    folders = result_folders(root, trace)
    found = ((name, own_results(root, some, trace)) for name, some in folders.items())
    return {name: own for name, own in found if own is not None}


def result_folders(root: Path, trace: Trace | None = None) -> Mapping[str, tuple[str, ...]]:
    """Return the folders that a catalog has for results of each skill, by the key of its name; nothing in them is seen.

    Args:
        root: The catalog's folder.
        trace: Notes what was looked at.

    Raises:
        UsageError: The folder is behind a link out of the catalog.
    """
    folder = root / RESULTS
    if not (folder.is_dir() if trace is None else trace.kind(str(folder)) == "folder"):
        return {}
    refuse_link_out(root, RESULTS, "the folder of results", RESULTS)
    manifest = f"{folder}/{MANIFEST}"
    if os.path.lexists(manifest) if trace is None else trace.kind(manifest):
        return {}  # a site, which may hold copies of results
    if trace is not None:
        trace.link(str(folder))
        trace.names(str(folder))
    found: dict[str, list[str]] = {}
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if name in SKILL_FILES:
                return {}
            if is_hidden(name, str(folder)) or is_excluded(name) or not is_text(name):
                continue
            if entry.is_dir(follow_symlinks=False) or (entry.is_symlink() and _stays(folder, entry.path, trace)):
                found.setdefault(name_key(name), []).append(name)
    return {key: tuple(sorted(names)) for key, names in found.items()}


def _stays(folder: Path, link: str, trace: Trace | None) -> bool:
    """Return whether a link leads to a folder among the results."""
    if trace is not None:
        trace.link(link)
    top, real = os.path.realpath(folder), os.path.realpath(link)
    return real.startswith(f"{top}{os.sep}") and Path(real).is_dir()


def own_results(root: Path, folders: Iterable[str], trace: Trace | None = None) -> OwnResults | None:
    """Return the files of results of one skill; None where its folders hold none.

    Args:
        root: The catalog's folder.
        folders: Of the skill, as `result_folders` gives them.
        trace: As in `find_own_results`.
    """
    found = [own for folder in folders if (own := _in_folder(root, folder, trace)).files]
    if len(found) < 2:
        return found[0] if found else None
    marks = [own.mark for own in found]
    files = sorted(file for own in found for file in own.files)
    return OwnResults(tuple(files), sha256("".join(marks).encode()) if all(marks) else "")


def _in_folder(root: Path, name: str, trace: Trace | None) -> OwnResults:
    """Return the files of results in one folder, as they were found last where all in it is as it was."""
    where = f"{root}/{RESULTS}/{name}"
    group = trace.as_before(where) if trace is not None else None
    if trace is not None and group is not None and group.outcome.startswith(_OUTCOME):
        trace.keep_group(group)
        mark, *files = json.loads(group.outcome.removeprefix(_OUTCOME))
        return OwnResults(tuple(files), mark)
    before = time.time_ns() - RACY_NS
    scan = scan_folder(where, depth=_DEEPEST - 1, is_skill=False, trace=trace)
    skills = tuple(
        path.removesuffix(last) for path, *_ in scan.files if (last := path.rpartition("/")[2]) in SKILL_FILES
    )
    own_files = (file for file in scan.files if _is_result(file) and not file[0].startswith(skills))
    files = sorted((f"{name}/{file[0]}", *file[1:]) for file in own_files)
    young = any(file[2] > before for file in files)
    mark = "" if young else sha256(repr(files).encode())
    own = OwnResults(tuple(f"{RESULTS}/{file[0]}" for file in files), mark)
    if trace is not None and scan.plain:
        trace.conclude(_OUTCOME + json.dumps([own.mark, *own.files]))
    return own


def _is_result(file: Stats) -> bool:
    return file[0].rpartition("/")[2] in RESULT_FILES


def read_own_results(root: Path, own: OwnResults, skill: str) -> tuple[ReadResult, ...]:
    """Return what a catalog's own files say of a skill; a file that cannot be read is a problem of it.

    Args:
        root: The catalog's folder.
        own: Its files.
        skill: Name of the skill.
    """
    read = [_read(root, file, skill) for file in own.files[:_MOST]]
    if len(own.files) > _MOST:
        problem = f"it is one of {len(own.files):,} files of this skill, of which {_MOST} are read"
        read.append(ReadResult(own.files[_MOST], None, (problem,)))
    return tuple(each for each in read if each.result is not None or each.problems)


def _read(root: Path, file: str, skill: str) -> ReadResult:
    try:
        content = read_beneath(root, file, LARGEST_RESULT, what=f"`{printable(file)}`", hint="")
    except SkillpackError as error:
        return ReadResult(file, None, (str(error),))
    return read_result(content, file, skill, by_catalog=True)
