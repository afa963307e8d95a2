"""The files that `[review] sarif` names -> what scanners say, and of which skills."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from skillpack.check.masking import masked_text
from skillpack.errors import SkillpackError
from skillpack.evidence.sarif import LARGEST_REPORT, read_report
from skillpack.evidence.scans import scans_by_skill
from skillpack.files.membership import SKILL_FILES, excluded
from skillpack.files.read import read_beneath
from skillpack.files.trace import Trace, has_file
from skillpack.files.walk import scan_folder
from skillpack.model.digest import sha256
from skillpack.model.portable import printable
from skillpack.model.review import CatalogReviews
from skillpack.model.scan import ScanRun

_MOST_REPORTS = 1000
_ENDS = (".sarif", ".json")
_WILD = frozenset("*?[")


def with_reports(
    reviews: CatalogReviews, patterns: tuple[str, ...], root: Path, trace: Trace | None = None
) -> CatalogReviews:
    """Return the reviews of a catalog with the runs that reports tell, as far as they can be read.

    What cannot be read is said of the set, and stops nothing. Without a pattern nothing is looked for.

    Args:
        reviews: Of the catalog.
        patterns: As `[review] sarif` has them, with the meaning of those in `[[source]] exclude`.
        root: The catalog's folder, which no report lies outside of.
        trace: Notes what this depends on.
    """
    runs: list[ScanRun] = []
    unread: list[tuple[str, str]] = []
    for pattern in patterns:
        files = sorted(_matches(pattern, root, trace))
        if not files:
            unread.append((_shown(pattern), f"no file that ends in {' or '.join(_ENDS)} matches it"))
        if len(files) > _MOST_REPORTS:
            clause = f"it matches {len(files):,} files, and the first {_MOST_REPORTS:,} are read"
            unread.append((_shown(pattern), clause))
        for file in files[:_MOST_REPORTS]:
            if _is_in_skill(file, root, trace):
                unread.append((_shown(file), "it lies in the folder of a skill, whose publisher wrote it"))
                continue
            try:
                content = read_beneath(root, file, LARGEST_REPORT, what="it", hint="")
                runs += map(_masked, read_report(content, _shown(file)))
            except (SkillpackError, ValueError) as error:
                unread.append((_shown(file), str(error)))
    return replace(reviews, runs=tuple(runs), unread=tuple(dict.fromkeys(unread))) if patterns else reviews


def _matches(pattern: str, root: Path, trace: Trace | None) -> Iterator[str]:
    """Yield the files that a pattern matches, relative to the catalog; none for one that leads out of it."""
    if ".." in pattern.split("/") or pattern.startswith("/") or "\\" in pattern:
        return
    base = _base(pattern)
    scan = scan_folder(str(root / base), is_skill=False, trace=trace)
    for path, *_ in scan.files:
        file = f"{base}/{path}" if base else path
        if file.endswith(_ENDS) and excluded(file, (pattern,)):
            if trace is not None:
                trace.link(str(root / file))
            yield file


def _is_in_skill(file: str, root: Path, trace: Trace | None) -> bool:
    """Return whether a report lies in the folder of a skill, unless that is the whole catalog."""
    folders = list(Path(file).parents)[:-1]
    return any(has_file(root / folder / name, trace) for folder in folders for name in SKILL_FILES)


def report_folders(patterns: Iterable[str]) -> tuple[str, ...]:
    """Return the folders in which patterns look for reports; without those that look through the whole catalog."""
    return tuple(base for pattern in patterns if ".." not in pattern and (base := _base(pattern)))


def _base(pattern: str) -> str:
    """Return the folder below which a pattern looks; empty for the catalog's own."""
    parts = pattern.strip("/").split("/")
    wild = next((at for at, part in enumerate(parts) if _WILD & set(part)), len(parts))
    return "/".join(parts[: min(wild, len(parts) - 1)])


def _masked(run: ScanRun) -> ScanRun:
    """Return a run without what looks like a credential in what pages show of it."""
    return replace(run, tool=masked_text(run.tool), version=masked_text(run.version))


def _shown(path: str) -> str:
    return masked_text(printable(path))


def with_scans(reviews: CatalogReviews, paths: Iterable[tuple[str, str]]) -> CatalogReviews:
    """Return the reviews of a catalog with what scanners say of each skill; as they are where there are no reports.

    Args:
        reviews: With the runs of reports.
        paths: Name of each skill, and the path of its file relative to the catalog's folder.
    """
    if not reviews.runs:
        return reviews
    folders = {_folder(path): name for name, path in paths}
    found, silent = scans_by_skill(reviews.runs, folders)
    return replace(with_more(reviews, scans=found), runs=(), silent=silent)


def _folder(path: str) -> str:
    """Return the folder of a skill by the path of its file; of a skill that is one file, that file."""
    folder, _, file = path.rpartition("/")
    return folder if file in SKILL_FILES else path


def with_more(reviews: CatalogReviews, **more: Mapping[str, tuple[object, ...]]) -> CatalogReviews:
    """Return the reviews of a catalog with what else is said of skills, by name.

    Args:
        reviews: Of the catalog.
        more: A field of `SkillReviews` -> name of a skill -> its value.
    """
    by_name = dict(reviews.by_name)
    for key, found in more.items():
        for name, value in found.items():
            before = reviews.of(name) if name not in by_name else by_name[name]
            digest = sha256(msgspec.msgpack.encode((before.digest, key, value)))
            by_name[name] = replace(before, digest=digest, **{key: value})
    return replace(reviews, by_name=by_name)
