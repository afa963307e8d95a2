"""reviews.json: what people and models of a catalog say of skills, so that other catalogs can take it.

It holds the catalog's own reviews alone. What it took from others is published by them: nothing goes in circles, and
whoever takes a review takes it from whom it is by. A review has the keys of `reviews/NAME.toml`.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date

from skillpack.catalog import paths
from skillpack.errors import IndexRefusedError
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.model.review import Coverage, CoverageState, Review, Reviewer, ReviewVerdict, Scan
from skillpack.model.settings import Configuration
from skillpack.registry import fields
from skillpack.registry.lines import Row, document, filled, line, parsed

SCHEMA = 1

MOST_REVIEWS = 100_000
"""That are read of one catalog."""

_LONGEST = {"by": 100, "version": 64, "note": 2000}  # characters
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def rows(name: str, reviews: Iterable[Review]) -> Iterator[bytes]:
    """Yield the row of each review of a skill."""
    return (line({"skill": name, **review_row(each)}) for each in reviews)


def review_row(review: Review) -> Row:
    """Return a review as its file has it; keys that hold nothing are left out."""
    return filled(
        {
            "digest": review.digest,
            "since": review.since,
            "version": review.version,
            "by": review.by,
            "kind": "" if review.kind is Reviewer.PERSON else str(review.kind),
            "date": review.day,
            "verdict": str(review.verdict),
            "note": review.note,
        }
    )


def coverage_row(found: Coverage) -> Row:
    """Return who looked at a content, with the origin of each review; empty where nobody did."""
    if found.state is CoverageState.NONE:
        return {}
    return filled(
        {
            "state": str(found.state),
            "changed": found.changed or "",
            "chain": list(map(_said, found.chain)),
            "others": list(map(_said, found.others)),
            "scans": list(map(_scan, found.scans)),
        }
    )


def _said(review: Review) -> Row:
    return filled({**review_row(review), "origin": review.origin, "signer": review.signer})


def _scan(scan: Scan) -> Row:
    levels = {"errors": scan.errors, "warnings": scan.warnings, "notes": scan.notes}
    row = {"tool": scan.tool, "version": scan.version, "date": scan.day, **levels, "digest": scan.digest}
    return filled({**row, "file": scan.file})


def write(rows: Iterable[bytes], configuration: Configuration) -> Iterator[bytes]:
    """Yield the file line by line."""
    head = {
        "$schema": paths.relative(paths.REVIEWS, paths.schema("reviews.json")),
        "schema": SCHEMA,
        "name": configuration.name,
        "title": configuration.title,
        "site_url": configuration.site_url,
    }
    return document(filled(head), "reviews", rows)


def read(lines: Iterable[bytes], *, url: str, origin: str, limits: Limits) -> Iterator[tuple[str, Review]]:
    """Yield name and review of each row of somebody's file.

    Args:
        lines: Of the file, each with or without its newline.
        url: Where it comes from, for messages.
        origin: What the reviews are said to come from.
        limits: What we dare to read.

    Raises:
        IndexRefusedError: The file is no list of reviews, is newer than this program, cut off or too large, or holds a
            bad review, which the message names: an objection must not get lost.
    """
    stream = (each.strip() for each in lines)
    _check_head(next(stream, b""), url, limits)
    each, number = b"", 0
    for each in stream:
        if each == b"]}":
            return
        number += 1
        if len(each) > limits.index_line or number > MOST_REVIEWS:
            raise IndexRefusedError(f"`{url}` passes the limits of a list of reviews at entry {number}")
        yield _review(each.removesuffix(b","), f"`{url}`, entry {number}", origin)
    raise IndexRefusedError(f"`{url}` is cut off after {number} reviews", hint="fetch it again")


def _check_head(first: bytes, url: str, limits: Limits) -> None:
    if len(first) > limits.index_line or not first.endswith(b'"reviews":['):
        raise IndexRefusedError(f"`{url}` is not a list of reviews with one a line", hint="build it with skillpack")
    head = parsed(first + b"]}", where=f"the head of `{url}`")
    if head.get("schema") != SCHEMA:
        raise IndexRefusedError(
            f"`{url}` has format `{printable(str(head.get('schema')), longest=40)}`, this program reads {SCHEMA}",
            hint="update skillpack",
        )


def _review(written: bytes, where: str, origin: str) -> tuple[str, Review]:
    row = parsed(written, where=where)
    name = fields.name(row, "skill", where=where)
    where = f"{where} (`{name}`)"
    day = fields.text(row, "date", where=where)
    try:
        known = _DAY.fullmatch(day) is not None and bool(date.fromisoformat(day))
    except ValueError:
        known = False
    if not known:
        raise IndexRefusedError(f"{where}: `date` is `{printable(day, longest=40)}`, not a date such as 2026-11-20")
    by = _text(row, "by", where)
    if not by:
        raise IndexRefusedError(f"{where}: `by` is empty")
    return name, Review(
        digest=fields.digest(row, "digest", where=where),
        by=by,
        day=day,
        verdict=ReviewVerdict(_word(row, "verdict", tuple(ReviewVerdict), where)),
        since=fields.digest(row, "since", where=where, optional=True),
        version=_text(row, "version", where),
        note=_text(row, "note", where),
        kind=Reviewer(_word({"kind": Reviewer.PERSON, **row}, "kind", tuple(Reviewer), where)),
        origin=origin,
    )


def _word(row: Row, key: str, words: tuple[str, ...], where: str) -> str:
    value = fields.text(row, key, where=where)
    if value not in words:
        raise IndexRefusedError(
            f"{where}: `{key}` is `{printable(value, longest=40)}`, not one of {', '.join(words)}",
            hint="update skillpack",
        )
    return value


def _text(row: Row, key: str, where: str) -> str:
    """Return a text on one line, without what cannot be seen, of so many characters as a page shows of it."""
    text = " ".join(fields.text(row, key, where=where, default="").split())
    return "".join(mark for mark in text if mark.isprintable())[: _LONGEST[key]].strip()
