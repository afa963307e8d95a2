"""`check --fix`: fixes of findings -> the files on disk (decisions 30)."""

import difflib
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from skillpack.check.fix import FOLDER, apply_fixes, offered
from skillpack.check.judge import judge
from skillpack.check.run import check_skill
from skillpack.files.discover import Place, discover
from skillpack.files.read import read
from skillpack.model.finding import Fix
from skillpack.model.profile import Profile
from skillpack.model.settings import Settings
from skillpack.model.tree import Candidate, Form, Tree
from skillpack.parse.skill import parse_skill
from skillpack.pipeline.inputs import Located

_ROUNDS = 4  # one fix may make room for another; a round that changes nothing ends it


@dataclass(frozen=True, slots=True)
class Mended:
    """What was, or would be, done to one skill in one round.

    Attributes:
        path: Of the skill as people write it.
        titles: What the fixes do, each once.
        diff: Lines of unified diffs, without newlines.
    """

    path: str
    titles: tuple[str, ...]
    diff: tuple[str, ...]


def mend(
    located: Located, settings: Settings, profiles: Sequence[Profile], *, unsafe: bool, write: bool
) -> Iterator[Mended]:
    """Yield what is mended, skill by skill; files are written one by one, each whole or not at all.

    Args:
        unsafe: Also fixes that rename files or move fields.
        write: False looks only, one round.
    """
    for place in list(discover(located.configuration.sources, located.root)):
        for _ in range(_ROUNDS if write else 1):
            candidate = read(place, settings.limits)
            fixes = _fixes(candidate, located, settings, profiles, unsafe=unsafe)
            tree, renames = apply_fixes(candidate.tree, fixes)
            if not renames and tree == candidate.tree:
                break
            titles = tuple(dict.fromkeys(fix.title for fix in fixes))
            yield Mended(candidate.origin.locate("").rstrip("/"), titles, tuple(_diff(candidate, tree, renames)))
            if not write:
                break
            moved = _write(place, candidate, tree, renames)
            if moved:
                break


def _fixes(
    candidate: Candidate, located: Located, settings: Settings, profiles: Sequence[Profile], *, unsafe: bool
) -> list[Fix]:
    skill = parse_skill(candidate)
    findings = check_skill(skill, candidate.tree, settings.limits, settings.require)
    judged = judge(findings, profiles, located.configuration.suppressions)
    wanted = (offered(each.finding, profiles) for each in judged if each.suppression is None)
    return [fix for fix in wanted if fix is not None and (fix.safe or unsafe)]


def _diff(candidate: Candidate, tree: Tree, renames: Sequence[tuple[str, str]]) -> Iterator[str]:
    names = dict(renames)
    for path, old in candidate.tree.files.items():
        new_path = names.get(path, path)
        new = tree.files[new_path]
        before, after = candidate.origin.locate(path), candidate.origin.locate(new_path)
        if before != after:
            yield f"rename {before} -> {after}"
        yield from difflib.unified_diff(
            old.decode("utf-8", "replace").splitlines(),
            new.decode("utf-8", "replace").splitlines(),
            before,
            after,
            lineterm="",
        )
    if FOLDER in names:
        yield f"rename {candidate.origin.locate('').rstrip('/')} -> {names[FOLDER]}"


def _write(place: Place, candidate: Candidate, tree: Tree, renames: Sequence[tuple[str, str]]) -> bool:
    """Write what differs, and return whether the skill's own folder was renamed."""
    home = Path(place.path)
    folder = home if candidate.origin.form is Form.FOLDER else home.parent
    names = dict(renames)
    for path, old in candidate.tree.files.items():
        new_path = names.get(path, path)
        if tree.files[new_path] != old and not (folder / path).is_symlink():
            _replace(folder / path, tree.files[new_path])
        if new_path != path:
            (folder / path).rename(folder / new_path)
    if FOLDER in names and not (home.parent / names[FOLDER]).exists():
        home.rename(home.parent / names[FOLDER])
        return True
    return False


def _replace(path: Path, content: bytes) -> None:
    """Write a file beside and rename it, with the old one's mode."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".skillpack-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).chmod(path.stat().st_mode & 0o777)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
