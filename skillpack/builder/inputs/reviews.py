"""The folder `reviews` of a catalog -> what is said of its skills, by name."""

from pathlib import Path

from skillpack.check.masking import masked_text
from skillpack.evidence.reviews import LARGEST_REVIEWS
from skillpack.files.read import read_top
from skillpack.files.trace import Trace
from skillpack.model.digest import sha256
from skillpack.model.limits import Limits
from skillpack.model.portable import printable, usable_name
from skillpack.model.review import CatalogReviews, SkillReviews
from skillpack.model.tree import SkippedFile, SkippedKind

FOLDER = "reviews"
"""Where a catalog has its reviews, a file a skill."""

_SUFFIX = ".toml"
_LIMITS = Limits(file=LARGEST_REVIEWS, files=20_000)
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
        return CatalogReviews(problems=((FOLDER, "it is a link out of the catalog"),))
    found = read_top(folder, _SUFFIX, _LIMITS, trace)
    by_name: dict[str, SkillReviews] = {}
    problems: list[tuple[str, str]] = []
    contents = ((name, content, "") for name, content in found.files.items())
    for name, content, clause in (*contents, *((each.path, b"", _clause(each)) for each in found.skipped)):
        file = FOLDER if name == _WHOLE else f"{FOLDER}/{name}"
        stem = name.removesuffix(_SUFFIX)
        if name == _WHOLE or not usable_name(stem):
            shown = clause if name == _WHOLE else "no skill can have this name"
            problems.append((masked_text(printable(file)), shown))
        else:
            by_name[stem] = SkillReviews(file, content, clause, digest=sha256(clause.encode() + b"\0" + content))
    return CatalogReviews(by_name, tuple(problems))


def _clause(skipped: SkippedFile) -> str:
    """Return why a file was not read."""
    if skipped.kind in {SkippedKind.LINK_OUTSIDE, SkippedKind.LINK_BROKEN}:
        where = "out of the folder" if skipped.kind is SkippedKind.LINK_OUTSIDE else "nowhere"
        return f"it is a link to `{printable(skipped.detail)}`, which leads {where}"
    return f"it cannot be read: {printable(skipped.detail)}"
