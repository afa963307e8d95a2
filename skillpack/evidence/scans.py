"""What scanners say of each skill, and of which bytes (pure).

A report names a content by the SHA-256 of every file of it, or by the revision of the whole catalog. A hash of another
file, or of a part of the files, names nothing: what was not read may have changed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from skillpack.model.review import Scan
from skillpack.model.scan import ResultCounts, ScanRun, SkillScan

_MOST_SCANS = 20  # of one skill
_SKILL_FILE = "SKILL.md"


def scans_by_skill(
    runs: Iterable[ScanRun], folders: Mapping[str, str]
) -> tuple[Mapping[str, tuple[SkillScan, ...]], tuple[str, ...]]:
    """Return what runs say of each skill, by name, and the reports that say nothing of any.

    A run says something of a skill where a result or an artifact lies in its folder. One that names no file of any is
    about the skill that its report is called after, `NAME.sarif`, or whose name the folder of the report has: there,
    paths are relative to the skill.

    Args:
        runs: Of all reports.
        folders: Folder of each skill, relative to the catalog's, or the file that it is -> its name.
    """
    depths = sorted({folder.count("/") + 1 for folder in folders}, reverse=True)
    names = frozenset(folders.values())
    found: defaultdict[str, list[SkillScan]] = defaultdict(list)
    silent: dict[str, bool] = {}
    for run in runs:
        parts = dict(_split(run, folders, depths)) or _called_after(run, names)
        for name, part in parts.items():
            found[name].append(part)
        silent[run.file] = silent.get(run.file, True) and not parts
    return {name: tuple(each) for name, each in found.items()}, tuple(file for file, is_so in silent.items() if is_so)


def _split(run: ScanRun, folders: Mapping[str, str], depths: Sequence[int]) -> Iterator[tuple[str, SkillScan]]:
    """Yield the skills in whose folders files of a run lie, with what it says of each."""
    counts: defaultdict[str, ResultCounts] = defaultdict(ResultCounts)
    hashes: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for path, each in run.counts.items():
        place = _folder(path, folders, depths)
        if place is not None:
            counts[place[0]] = counts[place[0]].plus(each)
    for path, digest in run.hashes.items():
        place = _folder(path, folders, depths)
        if place is not None:
            hashes[place[0]][place[1]] = digest
    for folder in {**dict.fromkeys(counts), **dict.fromkeys(hashes)}:
        yield folders[folder], _part(run, counts[folder], hashes[folder])


def _folder(path: str, folders: Mapping[str, str], depths: Sequence[int]) -> tuple[str, str] | None:
    """Return the folder of the skill that a path lies in, and the rest of the path; None where it lies in none.

    An absolute path lies there where a part of it is the folder: nobody knows where the catalog was when it was read.

    Args:
        path: Of a file.
        folders: As in `scans_by_skill`.
        depths: How many parts these have, the most first.
    """
    parts = path.split("/")
    for end in range(len(parts), 0, -1):
        inner = "/".join(parts[end:]) or _SKILL_FILE
        if not path.startswith("/"):
            folder = "/".join(parts[:end])
            if folder in folders:
                return folder, inner
            continue
        for depth in depths:
            folder = "/".join(parts[max(0, end - depth) : end])
            if folder in folders:
                return folder, inner
    return ("", path) if path and not path.startswith("/") and "" in folders else None


def _called_after(run: ScanRun, names: frozenset[str]) -> dict[str, SkillScan]:
    folder, _, file = run.file.rpartition("/")
    stem = file.removesuffix(".json").removesuffix(".sarif")
    name = next((each for each in (stem, folder.rpartition("/")[2]) if each in names), "")
    if not name:
        return {}
    counts = ResultCounts()
    for each in run.counts.values():
        counts = counts.plus(each)
    return {name: _part(run, counts, {path: digest for path, digest in run.hashes.items() if path[0] != "/"})}


def _part(run: ScanRun, counts: ResultCounts, hashes: Mapping[str, str]) -> SkillScan:
    pairs = tuple(sorted((path, digest) for path, digest in hashes.items() if digest))
    return SkillScan(run.tool, run.version, run.day, counts, run.file, run.revisions, pairs)


def bind_scans(
    parts: Iterable[SkillScan], files: Mapping[str, str], digest: str, *, revision: str = ""
) -> tuple[Scan, ...]:
    """Return the scans of a skill: of each tool the newest, those that name its bytes before those that do not.

    Args:
        parts: What runs say of the skill.
        files: Path -> SHA-256 of its content.
        digest: Of that content.
        revision: Commit of the catalog; empty where it is not known.
    """
    scans: dict[tuple[str, str, str, str, str], Scan] = {}
    for part in parts:
        named = digest if _names(part, files, revision.lower()) else ""
        key = (part.file, part.tool, part.version, part.day, named)
        before = scans.get(key, Scan(part.tool, part.version, part.day, digest=named, file=part.file))
        scans[key] = replace(
            before,
            errors=before.errors + part.counts.errors,
            warnings=before.warnings + part.counts.warnings,
            notes=before.notes + part.counts.notes,
        )
    ordered = sorted(scans.values(), key=lambda each: (each.file, each.version), reverse=True)
    ordered.sort(key=lambda each: (bool(each.digest), each.day), reverse=True)
    newest: dict[str, Scan] = {}
    for each in ordered:
        newest.setdefault(each.tool, each)
    return tuple(newest.values())[:_MOST_SCANS]


def _names(part: SkillScan, files: Mapping[str, str], revision: str) -> bool:
    """Return whether a run read this content and no other."""
    hashes = dict(part.hashes)
    if any(files.get(path, digest) != digest for path, digest in hashes.items()):
        return False
    if files and files.keys() <= hashes.keys():  # where nobody knows the files, nothing names them
        return True
    return bool(revision) and revision in part.revisions
