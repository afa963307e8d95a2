"""The file of a skill's reviews in a catalog's folder: read, and written with one more review."""

import os
import stat
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from skillpack.builder.inputs.reviews import FOLDER, SIGNATURES
from skillpack.errors import SkillpackError, UsageError
from skillpack.evidence.review_entry import with_review
from skillpack.evidence.reviews import LARGEST_REVIEWS, parse_reviews
from skillpack.evidence.signed_reviews import LARGEST_SIGNATURES, says, with_signature, with_signers
from skillpack.files.disk import make_folder, mode_of, open_regular, replace_file, reported
from skillpack.files.lock import locked
from skillpack.files.walk import reason
from skillpack.model.evidence import Signer
from skillpack.model.review import Review, ReviewFile

_PATIENCE = 10.0  # seconds until somebody else has written


def file_of(name: str) -> str:
    """Return the path of a skill's reviews, relative to the catalog's folder."""
    return f"{FOLDER}/{name}.toml"


def own_reviews(root: Path, name: str) -> tuple[Review, ...]:
    """Return the reviews of a skill that its catalog holds.

    Raises:
        SkillpackError: The file cannot be read, or something in it cannot.
    """
    return _parsed(_content(root, file_of(name), LARGEST_REVIEWS), name)


def signatures_of(name: str) -> str:
    """Return the path of the signatures of a skill's reviews, relative to the catalog's folder."""
    return f"{FOLDER}/{name}{SIGNATURES}"


def signed_reviews(root: Path, name: str, signers: Sequence[Signer]) -> tuple[Review, ...]:
    """Return the reviews of a skill that its catalog holds, those with a signer that one of the signers signed.

    Raises:
        SkillpackError: The file of reviews cannot be read, or something in it cannot.
    """
    found = ReviewFile(own_reviews(root, name))
    return with_signers(name, found, _content(root, signatures_of(name), LARGEST_SIGNATURES), signers).reviews


def is_signed(root: Path, name: str, review: Review) -> bool:
    """Return whether somebody signed a review, whoever that is.

    Raises:
        SkillpackError: The file of signatures cannot be read.
    """
    try:
        return says(_content(root, signatures_of(name), LARGEST_SIGNATURES), name, review)
    except ValueError as error:
        raise SkillpackError(f"`{signatures_of(name)}`: {error}", hint="correct the file first") from error


def write_review(root: Path, name: str, review: Review, *, bundle: bytes = b"", dry_run: bool = False) -> None:
    """Write a review below those of a skill, unless it is there; every byte that is there stays.

    Args:
        root: The catalog's folder.
        name: Of the skill.
        review: Of this catalog.
        bundle: Its signature; empty for none.
        dry_run: Raise what writing would raise, and write nothing.

    Raises:
        SkillpackError: The file cannot be read, or would not be read as what was meant.
        OutputError: It cannot be written.
    """
    if dry_run:
        _due(root, name, review, bundle)
        return
    folder = root / FOLDER
    with reported(folder):
        if not mode_of(os.fspath(folder)):
            make_folder(os.fspath(folder))
    with locked(os.fspath(folder / f".{name}.toml.lock"), wait=_PATIENCE):
        for path, content in _due(root, name, review, bundle):
            with reported(root / path):
                replace_file(os.fspath(root / path), content)


def _due(root: Path, name: str, review: Review, bundle: bytes) -> tuple[tuple[str, bytes], ...]:
    """Return the files that are to be written, the signature first: alone it covers nothing."""
    found: list[tuple[str, bytes]] = []
    if bundle:
        path = signatures_of(name)
        try:
            found.append((path, with_signature(_content(root, path, LARGEST_SIGNATURES), bundle)))
        except ValueError as error:
            raise SkillpackError(f"`{path}` is left as it is: {error}", hint="correct the file first") from error
    content = _content(root, file_of(name), LARGEST_REVIEWS)
    if all(replace(each, line=0) != replace(review, line=0) for each in _parsed(content, name)):
        found.append((file_of(name), _with_review(content, name, review)))
    return tuple(found)


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


def _content(root: Path, name: str, most: int) -> bytes:
    """Return the bytes of a file in the folder of reviews, one more than `most` at most; none where there is none.

    Raises:
        SkillpackError: It, or its folder, is a link or no file, or it cannot be read.
    """
    path, folder = root / name, root / FOLDER
    kind = mode_of(os.fspath(folder))
    if kind and not stat.S_ISDIR(kind):
        raise UsageError(f"`{FOLDER}` is not a folder of this catalog", hint="make it a folder of its own, no link")
    if not mode_of(os.fspath(path)):
        return b""
    try:
        with open_regular(os.fspath(path)) as file:
            return file.read(most + 1)
    except OSError as error:
        hint = "move it away, or make it a file of its own"
        raise UsageError(f"`{name}` cannot be read: {reason(error)}", hint=hint) from error
