"""The folder `reviews` of a catalog -> what is said of its skills, by name."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skillpack.catalog.notes import is_hidden
from skillpack.check.masking import masked_text
from skillpack.evidence.reviews import LARGEST_REVIEWS, parse_reviews
from skillpack.evidence.signed_reviews import LARGEST_SIGNATURES
from skillpack.files.membership import SKILL_FILES
from skillpack.files.read import read_top
from skillpack.files.trace import Trace, has_file
from skillpack.model.digest import sha256
from skillpack.model.limits import Limits
from skillpack.model.portable import printable, usable_name
from skillpack.model.review import CatalogReviews, Review, ReviewFile, ReviewProblem, SkillReviews
from skillpack.model.settings import SkillNote
from skillpack.model.tree import SkippedFile, SkippedKind

FOLDER = "reviews"
"""Where a catalog has its reviews, a file a skill."""

SIGNATURES = ".signatures.json"
"""What the name of the file ends in that has the signatures of a skill's reviews."""

_SUFFIX = ".toml"
_LIMITS = Limits(file=LARGEST_REVIEWS, files=20_000)
_SIGNED_LIMITS = Limits(file=LARGEST_SIGNATURES, files=20_000)
_WHOLE = "."


def read_reviews(root: Path, trace: Trace | None = None) -> CatalogReviews:
    """Return the reviews of a catalog; nothing is parsed before somebody asks.

    What cannot be read is said of the skill or of the set, and stops nothing. A catalog without the folder costs one
    look.

    Args:
        root: The catalog's folder, which no link of `reviews` leads out of.
        trace: Notes what this depends on.
    """
    folder = root / FOLDER
    there = folder.is_dir() if trace is None else trace.kind(str(folder)) == "folder"
    if not there:
        return CatalogReviews()
    if trace is not None:
        trace.link(str(folder))
    if not folder.resolve().is_relative_to(root.resolve()):
        return _unreadable("it is a link out of the catalog")
    found, signed = read_top(folder, {_SUFFIX: _LIMITS, SIGNATURES: _SIGNED_LIMITS}, trace)
    if found.files and any(has_file(folder / name, trace) for name in SKILL_FILES):
        return _unreadable("it is the folder of a skill, whose publisher wrote what is there")
    by_name: dict[str, SkillReviews] = {}
    problems: list[tuple[str, str]] = []
    contents = ((name, content, "") for name, content in found.files.items())
    skipped = (*found.skipped, *(each for each in signed.skipped if each.path != _WHOLE))
    for name, content, clause in (*contents, *((each.path, b"", _clause(each)) for each in skipped)):
        file = FOLDER if name == _WHOLE else f"{FOLDER}/{name}"
        stem = name.removesuffix(SIGNATURES).removesuffix(_SUFFIX)
        if name == _WHOLE or not usable_name(stem) or (clause and name.endswith(SIGNATURES)):
            shown = clause if name == _WHOLE or usable_name(stem) else "no skill can have this name"
            problems.append((masked_text(printable(file)), shown))
        else:
            signatures = signed.files.get(stem + SIGNATURES, b"")
            digest = sha256(msgspec.msgpack.encode((clause, content, signatures)))
            by_name[stem] = SkillReviews(file, content, clause, digest=digest, signatures=signatures)
    whole = next((clause for path, clause in problems if path == FOLDER), "")
    return CatalogReviews(by_name, tuple(problems), unreadable=whole)


def _unreadable(clause: str) -> CatalogReviews:
    return CatalogReviews(problems=((FOLDER, clause),), unreadable=clause)


def _clause(skipped: SkippedFile) -> str:
    """Return why a file was not read."""
    if skipped.kind in {SkippedKind.LINK_OUTSIDE, SkippedKind.LINK_BROKEN}:
        where = "out of the folder" if skipped.kind is SkippedKind.LINK_OUTSIDE else "nowhere"
        return f"it is a link to `{printable(skipped.detail)}`, which leads {where}"
    return f"it cannot be read: {printable(skipped.detail)}"


class OwnReviews(Struct, frozen=True):
    """A catalog's own reviews of a skill, or of a name that no skill has, as its file holds them."""

    name: str
    said: SkillReviews

    @property
    def mark(self) -> str:
        """Tells them from any other: a digest."""
        return sha256(b"\0".join((self.name.encode(), self.said.content)))


def own_reviews(reviews: CatalogReviews, notes: Mapping[str, SkillNote]) -> tuple[OwnReviews, ...]:
    """Return a catalog's own reviews, by name; those of skills that it hides are left out.

    Args:
        reviews: Of the catalog.
        notes: Of its configuration (`catalog.notes.notes_by_name`).
    """
    found = sorted(reviews.by_name.items())
    return tuple(OwnReviews(name, said) for name, said in found if said.content and not is_hidden(name, notes))


def read_said(said: SkillReviews) -> ReviewFile:
    """Return the catalog's own reviews of a name, without what looks like a credential: pages show them."""
    if said.unreadable:
        problem = ReviewProblem(0, said.unreadable, "put a file there that can be read")
        return ReviewFile(problems=(problem,), unread=True)
    if not said.content:
        return ReviewFile()
    found = parse_reviews(said.content)
    problems = list(found.problems)
    reviews: list[Review] = []
    for each in found.reviews:
        texts = {name: masked_text(getattr(each, name)) for name in ("by", "version", "note")}
        masked = replace(each, **texts)
        if masked != each:
            clause = "it holds what looks like a credential, which no page shows"
            problems.append(ReviewProblem(each.line, clause, "revoke the credential, and delete it here"))
        reviews.append(masked)
    return replace(found, reviews=tuple(reviews), problems=tuple(sorted(problems, key=lambda each: each.line)))
