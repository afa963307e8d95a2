"""Who looked at a skill, in words for a terminal: who, when, which bytes; no verdict of ours."""

from collections.abc import Iterable, Iterator

from skillpack.model.review import Coverage, CoverageState, Review, Reviewer, ReviewVerdict, Scan
from skillpack.report.quantity import quantity

_MOST = 8  # statements that are named
_SHOWN = 12  # digits of a digest


def review_words(found: Coverage) -> tuple[str, ...]:
    """Return a sentence for each statement about a skill, those that its state follows from first.

    Of older content the first sentence says how many files changed since. Nothing is said where nobody looked.
    """
    lines = [*_first(found), *(statement_words(each) for each in found.chain)]
    lines += [statement_words(each, counts=False) for each in found.others]
    lines += [_scan(each) for each in found.scans]
    more = len(lines) - _MOST
    return (*lines[:_MOST], *([f"and {more:,} more"] if more > 0 else []))


def statement_words(review: Review, *, counts: bool = True) -> str:
    """Return what a review says, with its note, its day and where it comes from.

    Args:
        review: Of a person or a model.
        counts: False for an objection of somebody who may not object here.
    """
    version = f" of {review.version}" if review.version else f" of {review.digest[:_SHOWN]}"
    if review.verdict is ReviewVerdict.OBJECTS:
        did = "objects" if counts else "objects, which does not count here"
    else:
        did = f"read what changed since {review.since[:_SHOWN]}" if review.since else f"read the whole{version}"
        did += " and used it" if review.verdict is ReviewVerdict.WORKS else ""
    note = f": “{review.note}”" if review.note else ""
    told = (review.day, "a model, not a person" if review.kind is Reviewer.MODEL else "", _from(review))
    return f"{review.by} {did}{note} ({', '.join(filter(None, told))})"


def _first(found: Coverage) -> Iterator[str]:
    if found.state is CoverageState.OLDER:
        changed = quantity(found.changed, "file") if found.changed else "something"
        yield f"{changed} changed since it was reviewed"
    elif found.state is CoverageState.MACHINE:
        yield "not by a person"


def _from(review: Review) -> str:
    return f"from {review.origin}" if review.origin else ""


def _scan(scan: Scan) -> str:
    tool = f"{scan.tool} {scan.version}".strip()
    levels = ((scan.errors, "error"), (scan.warnings, "warning"), (scan.notes, "note"))
    found = ", ".join(_levels(levels)) or "0 findings"
    told = filter(None, (scan.day, "" if scan.digest else "bytes not named", scan.file))
    return f"{tool}: {found} ({', '.join(told)})"


def _levels(levels: Iterable[tuple[int, str]]) -> Iterator[str]:
    return (quantity(count, word) for count, word in levels if count)
