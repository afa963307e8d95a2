"""`check --fix`: fixes of findings -> the files on disk."""

import difflib
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from skillpack.builder.inputs.catalog import Located
from skillpack.check.fix import FOLDER, apply_fixes, proposed
from skillpack.check.judge import judge
from skillpack.check.masking import masked_text
from skillpack.check.run import check_skill
from skillpack.check.secrecy import masked_content
from skillpack.files.discover import discover
from skillpack.files.location import Location
from skillpack.files.read import read
from skillpack.files.walk import reason
from skillpack.model.finding import Fix
from skillpack.model.profile import Profile
from skillpack.model.settings import Settings
from skillpack.model.tree import Form, SkippedKind, SourceTree, Tree, make_tree
from skillpack.parse.skill import parse_skill

_ROUNDS = 64  # one fix may make room for another; a round that changes nothing ends it


class FixedSkill(Struct, frozen=True):
    """What was, or would be, done to one skill.

    Attributes:
        path: Of the skill as people write it.
        titles: What the fixes do, each once.
        diff: Lines of unified diffs, without newlines.
        left: What was not done, and why.
        moved: The skill's folder before and after, where that was renamed.
    """

    path: str
    titles: tuple[str, ...]
    diff: tuple[str, ...]
    left: tuple[str, ...] = ()
    moved: tuple[Path, Path] | None = None


class _Plan(Struct, frozen=True):
    """What the fixes of one skill come to.

    Attributes:
        files: Path on disk, path after it, content after it: of every file that was read.
        folder: New name of the skill's own folder, or empty.
    """

    files: tuple[tuple[str, str, bytes], ...]
    folder: str
    titles: tuple[str, ...]
    left: tuple[str, ...]


def fix_skills(
    located: Located, settings: Settings, profiles: Sequence[Profile], *, unsafe: bool, write: bool, prefix: str = ""
) -> Iterator[FixedSkill]:
    """Yield each skill with its fixes; files are written one by one, each whole or not at all.

    Nothing is written through a link, over a file that changed meanwhile, or over something that has a new name
    already. What the disk refuses is left and said; the other skills are fixed all the same.

    Args:
        unsafe: Also fixes that rename files or move fields.
        write: False only looks.
        prefix: Stands before the paths of diffs, as in reports.
    """
    for location in list(discover(located.configuration.sources, located.root)):
        candidate = read(location, settings.limits)
        plan = _planned(location, candidate, located, settings, profiles, unsafe=unsafe)
        if not plan.titles and not plan.left:
            continue
        path = masked_text(candidate.origin.locate("").rstrip("/"))
        left = tuple(map(masked_text, plan.left))
        fixed = FixedSkill(path, plan.titles, tuple(_diff(candidate, plan, prefix)), left)
        yield _written(location, candidate, plan, fixed) if write else fixed


def moved(located: Located, before: Path, after: Path) -> Located:
    """Return a catalog whose source of one skill follows that skill's folder to its new name."""
    sources = tuple(
        replace(source, path=_sibling(source.path, after.name))
        if source.depth == 0 and located.root / source.path == before
        else source
        for source in located.configuration.sources
    )
    return replace(located, configuration=replace(located.configuration, sources=sources))


def _sibling(path: str, name: str) -> str:
    """Return a relative path with another last name."""
    above, slash, _ = path.rpartition("/")
    return f"{above}{slash}{name}"


def _planned(
    location: Location,
    candidate: SourceTree,
    located: Located,
    settings: Settings,
    profiles: Sequence[Profile],
    *,
    unsafe: bool,
) -> _Plan:
    """Return the end of fixing a skill in memory, round after round."""
    where = {path: path for path in candidate.tree.files}
    now, folder = candidate, ""
    titles: dict[str, None] = {}
    left: dict[str, None] = {}
    for _ in range(_ROUNDS):
        fixes = _fixes(now, located, settings, profiles, unsafe=unsafe)
        obstacles = [obstacle(fix, location, candidate, now) for fix in fixes]
        left |= {f"{fix.title} ({why})": None for fix, why in zip(fixes, obstacles, strict=True) if why}
        free = [fix for fix, why in zip(fixes, obstacles, strict=True) if not why]
        tree, renames = apply_fixes(now.tree, free)
        if not renames and tree == now.tree:
            titles = {title: None for title in titles if title not in {fix.title for fix in free}}
            break
        titles |= dict.fromkeys(fix.title for fix in free)
        names = dict(renames)
        folder = names.get(FOLDER, folder)
        where = {first: names.get(path, path) for first, path in where.items()}
        now = _renamed(now, tree, names)
    files = tuple((first, path, now.tree.files[path]) for first, path in where.items())
    return _Plan(files, folder, tuple(titles), tuple(left))


def _fixes(
    candidate: SourceTree, located: Located, settings: Settings, profiles: Sequence[Profile], *, unsafe: bool
) -> list[Fix]:
    skill = parse_skill(candidate)
    findings = check_skill(skill, candidate.tree, *settings.judging)
    judged = judge(findings, profiles, located.configuration.suppressions)
    hosts = [profile for profile in settings.profiles if profile.name in located.configuration.hosts]
    wanted = (proposed(each.finding, profiles, hosts) for each in judged if each.suppression is None)
    return list(dict.fromkeys(fix for fix in wanted if fix is not None and (fix.safe or unsafe)))


def obstacle(fix: Fix, location: Location, candidate: SourceTree, now: SourceTree) -> str:
    """Return why a fix cannot be applied on disk, as a clause; empty where it can."""
    home = Path(location.path)
    if home.is_symlink():
        return f"it is a link to `{home.readlink()}`"
    sizes = dict(candidate.listing)
    links = {each.path for each in candidate.skipped if each.kind is SkippedKind.LINK_INSIDE}
    for path in {*(edit.path for edit in fix.edits), *fix.newlines}:
        if path in links:
            return f"`{path}` is a link"
        if path in candidate.tree.files and sizes.get(path) != len(candidate.tree.files[path]):
            return f"`{path}` was not read completely"
    for old, new in fix.renames:
        target = home.parent / new if old == FOLDER else home / new
        source = home if old == FOLDER else home / old
        if _is_taken(target, source) or (old != FOLDER and new in now.tree.files):
            return f"`{new}` already exists"
    return ""


def _is_taken(target: Path, source: Path) -> bool:
    """Return whether something else has a name; on some disks `SKILL.md` and `skill.md` are one file."""
    return os.path.lexists(target) and not (target.exists() and source.exists() and target.samefile(source))


def _renamed(candidate: SourceTree, tree: Tree, names: dict[str, str]) -> SourceTree:
    """Return a tree as it would be read after a round."""
    origin = candidate.origin
    if FOLDER in names:
        path = origin.path if origin.path == "." else _sibling(origin.path, names[FOLDER])
        origin = replace(origin, path=path, stem=names[FOLDER])
    sizes = {names.get(path, path): size for path, size in candidate.listing}
    sizes |= {path: len(content) for path, content in tree.files.items()}
    return replace(candidate, origin=origin, tree=make_tree(tree.files), listing=tuple(sorted(sizes.items())))


def _diff(candidate: SourceTree, plan: _Plan, prefix: str) -> Iterator[str]:
    for first, path, new in plan.files:
        old = candidate.tree.files[first]
        before, after = (masked_text(f"{prefix}{candidate.origin.locate(each)}") for each in (first, path))
        if before != after:
            yield f"rename {before} -> {after}"
        if old != new:
            shown = (masked_content(first, content) for content in (old, new))
            lines, others = (content.decode("utf-8", "replace").splitlines() for content in shown)
            yield from difflib.unified_diff(lines, others, before, after, lineterm="")
        if old.count(b"\r\n") > new.count(b"\r\n"):
            yield f"convert CRLF to LF in {after}"
    if plan.folder:
        home = f"{prefix}{candidate.origin.locate('').rstrip('/')}"
        yield masked_text(f"rename {home} -> {_sibling(home, plan.folder)}")


def _written(location: Location, candidate: SourceTree, plan: _Plan, fixed: FixedSkill) -> FixedSkill:
    """Write what differs, and return what came of it."""
    home = Path(location.path)
    folder = home if candidate.origin.form is Form.FOLDER else home.parent
    try:
        for first, path, new in plan.files:
            old = candidate.tree.files[first]
            if new != old:
                _replace(folder / first, old, new)
            if path != first:
                (folder / first).rename(folder / path)
        if plan.folder:
            target = home.parent / plan.folder
            home.rename(target)
            return replace(fixed, moved=(home, target))
    except OSError as error:
        return replace(fixed, titles=(), left=(*fixed.left, f"it cannot be written: {reason(error)}"))
    return fixed


def _replace(path: Path, old: bytes, new: bytes) -> None:
    """Write a file beside and rename it, with the old one's mode and owner.

    Raises:
        OSError: The disk refuses, or the file is not what it was.
    """
    found = path.lstat()
    if path.is_symlink() or path.read_bytes() != old:
        raise OSError(0, "the file changed during the command", str(path))
    # What ends in `~` belongs to no tree, should it be left by a kill.
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-", suffix="~")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(new)
            file.flush()
            os.fsync(file.fileno())
        with suppress(OSError, AttributeError):
            os.chown(temporary, found.st_uid, found.st_gid)
        Path(temporary).chmod(found.st_mode & 0o777)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
