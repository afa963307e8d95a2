"""A catalog's own results: every build sees which files there are, and reads those of skills that are due."""

import time
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from skillpack.builder.inputs.catalog import refuse_link_out
from skillpack.catalog.precedence import name_key
from skillpack.errors import SkillpackError
from skillpack.evidence.results.reading import LARGEST_RESULT, RESULT_FILES, read_result
from skillpack.files.membership import SKILL_FILES
from skillpack.files.read import read_beneath
from skillpack.files.trace import RACY_NS, Trace
from skillpack.files.walk import Stats, scan_folder
from skillpack.model.digest import sha256
from skillpack.model.evaluation import RESULTS, ReadResult
from skillpack.model.portable import printable

_MOST = 256  # files of one skill
_DEEPEST = 8  # folders


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
        trace: Notes what was looked at.

    Raises:
        UsageError: The folder is behind a link out of the catalog.
    """
    folder = root / RESULTS
    if not (folder.is_dir() if trace is None else trace.kind(str(folder)) == "folder"):
        return {}
    refuse_link_out(root, RESULTS, "the folder of results", RESULTS)
    before = time.time_ns() - RACY_NS
    found: dict[str, list[Stats]] = {}
    files = scan_folder(str(folder), depth=_DEEPEST, is_skill=False, trace=trace).files
    skills = tuple(file[0].removesuffix(last) for file in files if (last := file[0].rpartition("/")[2]) in SKILL_FILES)
    for file in files:
        name, _, rest = file[0].partition("/")
        if rest.rpartition("/")[2] in RESULT_FILES and not file[0].startswith(skills):
            found.setdefault(name_key(name), []).append(file)
    return {name: _own(sorted(files), before) for name, files in found.items()}


def _own(files: list[Stats], before: int) -> OwnResults:
    young = any(file[2] > before for file in files)
    return OwnResults(tuple(f"{RESULTS}/{file[0]}" for file in files), "" if young else sha256(repr(files).encode()))


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
