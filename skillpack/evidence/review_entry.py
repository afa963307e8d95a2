"""A review -> the lines that say it in a file of reviews; what the file holds already stays as it is, byte for byte."""

import tomllib
from datetime import date

from skillpack.model.review import Review, Reviewer

_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def with_review(content: bytes, review: Review) -> bytes:
    """Return a file of reviews with one more at its end.

    Args:
        content: Of the file; empty where there is none yet.
        review: Of this catalog, with a real ISO date; `origin`, `signer` and `line` are not written.

    Raises:
        ValueError: The file is no TOML, its reviews are none to which one can be added, or a text is not Unicode; the
            message is a clause.
    """
    before = _parsed(content)
    ending = "\r\n" if content.count(b"\r\n") == content.count(b"\n") > 0 else "\n"
    seam = b"" if not content else (b"" if content.endswith(b"\n") else ending.encode()) + ending.encode()
    try:
        entry = review_entry(review).replace("\n", ending).encode()
    except UnicodeEncodeError as error:
        raise ValueError("a text of the review holds half a character") from error
    whole = content + seam + entry
    wanted = {**before, "review": [*_entries(before), _values(review)]}
    try:
        same = _parsed(whole) == wanted
    except ValueError as error:
        raise ValueError("its reviews are not written as `[[review]]`, so none can be added below them") from error
    if not same:
        raise ValueError("with the review below it, the file says something else than before")
    return whole


def review_entry(review: Review) -> str:
    """Return the lines of one review, TOML, the last one ended; what is as by default is left out."""
    lines = [f"{key} = {_value(value)}" for key, value in _values(review).items()]
    return "\n".join(("[[review]]", *lines, ""))


def _values(review: Review) -> dict[str, str | date]:
    """Return what a review says, by key, in order."""
    said: dict[str, str | date] = {
        "digest": review.digest,
        "version": review.version,
        "since": review.since,
        "by": review.by,
        "kind": "" if review.kind is Reviewer.PERSON else str(review.kind),
        "date": date.fromisoformat(review.day),
        "verdict": str(review.verdict),
        "note": review.note,
    }
    return {key: value for key, value in said.items() if value}


def _entries(parsed: dict[str, object]) -> list[object]:
    found = parsed.get("review", [])
    if not isinstance(found, list):
        raise ValueError("its `review` is not a list of tables")  # noqa: TRY004 a file, not an argument
    return found


def _parsed(content: bytes) -> dict[str, object]:
    try:
        return tomllib.loads(content.decode())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"it is not TOML: {error}") from error


def _value(value: str | date) -> str:
    """Return a value as TOML; what would show as nothing in a text is spelled out, for people who read the file."""
    if isinstance(value, date):
        return value.isoformat()
    return '"' + "".join(map(_character, value)) + '"'


def _character(char: str) -> str:
    if char in _SHORT:
        return _SHORT[char]
    if char.isprintable() or 0xD800 <= ord(char) < 0xE000:  # half a character has no escape; writing it fails
        return char
    return f"\\u{ord(char):04X}" if ord(char) < 0x10000 else f"\\U{ord(char):08X}"
