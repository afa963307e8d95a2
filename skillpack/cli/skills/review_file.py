"""The file of a skill's reviews in a catalog's folder: read, and written with one more review."""

import os
import stat
from pathlib import Path

from msgspec.structs import replace

from skillpack.builder.inputs.reviews import FOLDER
from skillpack.errors import SkillpackError, UsageError
from skillpack.evidence.review_entry import with_review
from skillpack.evidence.reviews import LARGEST_REVIEWS, parse_reviews
from skillpack.files.disk import make_folder, mode_of, open_regular, replace_file, reported
from skillpack.files.lock import locked
from skillpack.files.walk import reason
from skillpack.model.review import Review

_PATIENCE = 10.0  # seconds until somebody else has written


def file_of(name: str) -> str:
    """Return the path of a skill's reviews, relative to the catalog's folder."""
    return f"{FOLDER}/{name}.toml"


def own_reviews(root: Path, name: str) -> tuple[Review, ...]:
    """Return the reviews of a skill that its catalog holds.

    Raises:
        SkillpackError: The file cannot be read, or something in it cannot.
    """
    return _parsed(_content(root, name), name)


def write_review(root: Path, name: str, review: Review, *, dry_run: bool = False) -> None:
    """Write a review below those of a skill; every byte that is there stays.

    Args:
        root: The catalog's folder.
        name: Of the skill.
        review: Of this catalog.
        dry_run: Raise what writing would raise, and write nothing.

    Raises:
        SkillpackError: The file cannot be read, or would not be read as what was meant.
        OutputError: It cannot be written.
    """
    if dry_run:
        _with_review(_content(root, name), name, review)
        return
    folder = root / FOLDER
    with reported(folder):
        if not mode_of(os.fspath(folder)):
            make_folder(os.fspath(folder))
    with locked(os.fspath(folder / f".{name}.toml.lock"), wait=_PATIENCE):
        whole = _with_review(_content(root, name), name, review)
        with reported(root / file_of(name)):
            replace_file(os.fspath(root / file_of(name)), whole)


def _with_review(content: bytes, name: str, review: Review) -> bytes:
    before, file = _parsed(content, name), file_of(name)
    try:
        whole = with_review(content, review)
    except ValueError as error:
        raise SkillpackError(f"`{file}` is left as it is: {error}", hint="write the review by hand") from error
    found = parse_reviews(whole)
    if len(whole) > LARGEST_REVIEWS:
        hint = "delete the oldest reviews; git keeps them"
        raise SkillpackError(f"`{file}` would be larger than {LARGEST_REVIEWS:,} bytes", hint=hint)
    if [replace(each, line=0) for each in found.reviews] != [*(replace(each, line=0) for each in before), review]:
        raise SkillpackError(f"`{file}` is left as it is: the review would not be read as what was meant")
    return whole


def _parsed(content: bytes, name: str) -> tuple[Review, ...]:
    """Return the reviews of a file; what of it cannot be read is no reason to overwrite it, or to take it for nothing.

    Raises:
        SkillpackError: Something in it cannot be read.
    """
    found = parse_reviews(content)
    if found.problems:
        first = found.problems[0]
        where = f"{file_of(name)}:{first.line}" if first.line else file_of(name)
        raise SkillpackError(f"`{where}`: {first.clause}", hint=first.hint or "correct the file first")
    return found.reviews


def _content(root: Path, name: str) -> bytes:
    """Return the bytes of a file of reviews; none where there is none.

    Raises:
        SkillpackError: It, or its folder, is a link or no file, or it cannot be read.
    """
    path, folder = root / file_of(name), root / FOLDER
    kind = mode_of(os.fspath(folder))
    if kind and not stat.S_ISDIR(kind):
        raise UsageError(f"`{FOLDER}` is not a folder of this catalog", hint="make it a folder of its own, no link")
    if not mode_of(os.fspath(path)):
        return b""
    try:
        with open_regular(os.fspath(path)) as file:
            return file.read(LARGEST_REVIEWS + 1)
    except OSError as error:
        hint = "move it away, or make it a file of its own"
        raise UsageError(f"`{file_of(name)}` cannot be read: {reason(error)}", hint=hint) from error
