"""`reviews/NAME.toml` -> what people and models say of a skill, and what of the file cannot be read (pure)."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from msgspec.structs import replace

from skillpack.model.portable import printable
from skillpack.model.review import Review, Reviewer, ReviewFile, ReviewProblem, ReviewVerdict
from skillpack.parse.settings.toml import describe_error

LARGEST_REVIEWS = 2**18  # bytes of one file
LONGEST = {"by": 100, "version": 64, "note": 2000}
"""Key of a text -> characters of it that are read."""

_LONGEST_LINE = 2**13  # bytes: time that is needed for a key of many parts grows with the square of it
_MOST_REVIEWS = 2_500  # of one file: more than fit into it
_MOST_PROBLEMS = 20
_SHOWN = 40  # characters of what is there

_HEADER = re.compile(rb"^[ \t]*\[\[[ \t]*(?:review|\"review\"|'review')[ \t]*\]\]", re.MULTILINE)
# A key of so many parts that the parser of Python, whose time grows with their square, takes long for it.
_PART = rb"[\w-]{1,200}|\"(?:[^\"\\\n]|\\.){0,200}\"|'[^'\n]{0,200}'"
_MANY_PARTS = re.compile(rb"(?:\.[ \t]*(?:" + _PART + rb")[ \t]*){16}(?=\.)")
_DIGEST = re.compile(r"(?:sha256:)?([0-9a-f]{64})", re.IGNORECASE)
_FIELDS = frozenset({"digest", "version", "since", "by", "kind", "date", "verdict", "note"})
_OLDEST = "delete the oldest reviews; git keeps them"
_ENTRY = "write each review as a table `[[review]]`"


def parse_reviews(content: bytes) -> ReviewFile:
    """Return the reviews of a file.

    An entry of which something cannot be read counts for nothing, except that an objection stands while it is clear
    what it is about and who makes it. Texts that cannot be seen, or are too long, are cut, and said.

    Args:
        content: Of the file, which anybody may have written.
    """
    flaw = _flaw(content)
    if flaw is not None:
        return _unread(flaw)
    text = content.decode()
    try:
        top = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        clause, hint = describe_error(text, error)
        line = re.match(r"line (\d+)", clause)
        return _unread(ReviewProblem(int(line[1]) if line else 0, f"this is not TOML: {clause}", hint))
    return _of_table(top, _lines(content))


def _unread(*problems: ReviewProblem) -> ReviewFile:
    return ReviewFile(problems=problems, unread=True)


def _flaw(content: bytes) -> ReviewProblem | None:
    """Return what keeps a file from being parsed at all; None where nothing does."""
    if len(content) > LARGEST_REVIEWS:
        return ReviewProblem(0, f"the file is larger than {LARGEST_REVIEWS:,} bytes", _OLDEST)
    for number, written in enumerate(content.split(b"\n"), 1):
        if len(written) > _LONGEST_LINE:
            return ReviewProblem(number, f"a line is longer than {_LONGEST_LINE:,} bytes", "make the note shorter")
    parts = _MANY_PARTS.search(content)
    if parts is not None:
        line = content.count(b"\n", 0, parts.start()) + 1
        return ReviewProblem(line, "a key has too many parts between points", _ENTRY)
    try:
        content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return ReviewProblem(line, "the file is not UTF-8", "save it as UTF-8")
    return None


def _lines(content: bytes) -> list[int]:
    """Return the line of each entry, from 1."""
    lines, line, start = list[int](), 1, 0
    for header in _HEADER.finditer(content):
        line += content.count(b"\n", start, header.start())
        start = header.start()
        lines.append(line)
    return lines


def _of_table(top: Mapping[str, object], lines: list[int]) -> ReviewFile:
    """Return what the table at the top holds; `lines` are believed where there are as many as entries."""
    problems = [ReviewProblem(0, f"`{_shown(key)}` is not known here", _ENTRY) for key in top if key != "review"]
    entries = top.get("review", [])
    if not isinstance(entries, list):
        return _unread(*problems, ReviewProblem(0, "`review` is no list of tables", _ENTRY))
    if len(entries) > _MOST_REVIEWS:
        problems.append(ReviewProblem(0, f"there are more than {_MOST_REVIEWS:,} reviews", _OLDEST))
        return _unread(*_few(problems))
    found: dict[Review, Review] = {}
    for index, value in enumerate(entries):
        line = lines[index] if len(lines) == len(entries) else 0
        if not isinstance(value, dict):
            problems.append(ReviewProblem(line, f"`review[{index}]` is no table", _ENTRY))
            continue
        entry = _Entry(value, line)
        review = entry.review()
        same = None if review is None else found.setdefault(replace(review, line=0), review)
        if same is not review:
            entry.note("the same review is there twice", "delete one of them")
        problems += entry.problems
    return ReviewFile(tuple(found.values()), tuple(_few(problems)))


def _few(problems: list[ReviewProblem]) -> Iterator[ReviewProblem]:
    """Yield the first problems, and how many more there are."""
    problems.sort(key=lambda each: each.line)
    yield from problems[:_MOST_PROBLEMS]
    more = len(problems) - _MOST_PROBLEMS
    if more > 0:
        yield ReviewProblem(0, f"there are {more:,} more problems like these")


class _Entry:
    """An entry while it is read.

    Attributes:
        problems: What is wrong with it.
        flaws: How many of these make it another statement than was meant.
    """

    def __init__(self, value: Mapping[str, object], line: int) -> None:
        self.value = value
        self.line = line
        self.problems: list[ReviewProblem] = []
        self.flaws = 0

    def note(self, clause: str, hint: str = "") -> None:
        """Note what is wrong and changes nothing."""
        self.problems.append(ReviewProblem(self.line, clause, hint))

    def refuse(self, clause: str, hint: str = "") -> None:
        """Note what is wrong and makes the entry count for nothing."""
        self.note(clause, hint)
        self.flaws += 1

    def review(self) -> Review | None:
        """Return the review; None where it counts for nothing."""
        for key in self.value:
            if key not in _FIELDS:
                self.refuse(f"`{_shown(key)}` is not known here", f"known are {_words(sorted(_FIELDS))}")
        digest, since = self.digest("digest"), self.digest("since") if "since" in self.value else ""
        by, day = self.text("by", needed=True), self.day()
        verdict = self.choice("verdict", tuple(ReviewVerdict))
        kind = self.choice("kind", tuple(Reviewer)) if "kind" in self.value else Reviewer.PERSON
        version, note = self.text("version"), self.text("note")
        if since and since == digest:
            since = ""
            self.refuse("`since` is `digest` itself, which is no step", "name the content that was looked at before")
        known = bool(digest and by and verdict)
        if not known or (self.flaws and verdict != ReviewVerdict.OBJECTS):
            return None
        who = Reviewer(kind) if kind else Reviewer.PERSON
        return Review(digest, by, day, ReviewVerdict(verdict), since, version, note, who, line=self.line)

    def digest(self, key: str) -> str:
        """Return 64 hex digits, or the empty string."""
        value = self.value.get(key)
        found = _DIGEST.fullmatch(value) if isinstance(value, str) else None
        if found is None:
            self.refuse(f"`{key}` is {_found(value)}, but 64 hex digits are wanted", "`skillpack show` prints them")
        return found[1].lower() if found else ""

    def choice(self, key: str, words: tuple[str, ...]) -> str:
        """Return one of some words, or the empty string."""
        value = self.value.get(key)
        if value in words:
            return str(value)
        self.refuse(f"`{key}` is {_found(value)}, but {_words(words, 'or')} is wanted")
        return ""

    def day(self) -> str:
        """Return an ISO date, or the empty string."""
        value = self.value.get("date")
        text = value.isoformat() if type(value) is date else value
        try:
            if isinstance(text, str) and date.fromisoformat(text).isoformat() == text:
                return text
        except ValueError:
            pass
        self.refuse(f"`date` is {_found(value)}, but a date such as 2026-11-20 is wanted")
        return ""

    def text(self, key: str, *, needed: bool = False) -> str:
        """Return a text on one line, without what cannot be seen, of so many characters as a page shows of it."""
        value = self.value.get(key, "")
        if not isinstance(value, str) or (needed and not value.strip()):
            self.refuse(f"`{key}` is {_found(self.value.get(key))}, but a text in quotes is wanted")
            return ""
        text, most = " ".join(value.split()), LONGEST[key]
        seen = "".join(mark for mark in text if mark.isprintable())
        if seen != text:
            self.note(f"`{key}` has characters that cannot be seen", "delete them")
        if len(seen) > most:
            self.note(f"`{key}` is longer than {most:,} characters", "make it shorter")
        return seen[:most].strip()


def _found(value: object) -> str:
    """Return what is there, as a noun phrase."""
    if value is None:
        return "missing"
    if isinstance(value, str):
        return f"`{_shown(value)}`" if value.strip() else "empty"
    return "no text" if isinstance(value, bool | int | float | list | dict) else "something else"


def _shown(text: str) -> str:
    return printable(text, longest=_SHOWN)


def _words(words: Iterable[str], last: str = "and") -> str:
    *some, end = (f"`{word}`" for word in words)
    return f"{', '.join(some)} {last} {end}"
