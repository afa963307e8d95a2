"""What a reviewer reads: abilities and alarms first, then the files, the riskiest first, each whole."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from skillpack.check.ability_words import ability_position, ability_words
from skillpack.model.ability import Abilities
from skillpack.model.finding import Finding
from skillpack.model.release import Changes
from skillpack.model.review import Review, ReviewVerdict
from skillpack.report.quantity import quantity
from skillpack.report.terminal.abilities import ability_rows, found_how
from skillpack.report.terminal.alarms import alarm_lines
from skillpack.report.terminal.changes import added_ability_lines
from skillpack.report.terminal.paint import Paint, Style
from skillpack.report.terminal.reviews import statement_words
from skillpack.versions.whole_texts import WholeText

VERDICT_WORDS = {
    ReviewVerdict.SAFE: "read, and nothing harmful was found",
    ReviewVerdict.WORKS: "the same, and used with success",
    ReviewVerdict.OBJECTS: "should not be used",
}
"""Verdict -> what who gives it says."""

_RULE = 60  # columns of the line above a file
_WIDE = 9  # columns of the names of abilities
_STYLES = {"+": Style.GOOD, "-": Style.ERROR, "@": Style.FAINT, "\\": Style.FAINT}


class ReviewReading(Struct, frozen=True):
    """What there is to read for a review.

    Attributes:
        name, label, digest: Of the content.
        since: Digest of the content that was read before, 64 hex digits; empty to read all of it.
        since_label: Its label, or empty.
        basis: Reviews by which people covered that content; empty where they did not, or all is read.
        unknown: Reviews by which people covered an older content whose bytes nobody has here; or empty.
        already: Reviews of the content itself that are there, the newest first.
        abilities: Of the content.
        alarms: That are new with the content, the gravest first; all of them where all of it is read.
        changes: Since the older content; None to read all of it.
        files: What differs, or everything; the riskiest first.
    """

    name: str
    label: str
    digest: str
    since: str
    since_label: str
    basis: tuple[Review, ...]
    unknown: tuple[Review, ...]
    already: tuple[Review, ...]
    abilities: Abilities
    alarms: tuple[Finding, ...]
    changes: Changes | None
    files: tuple[WholeText, ...]


def reading_lines(reading: ReviewReading, paint: Paint) -> Iterator[str]:
    """Yield everything that a reviewer reads."""
    yield paint.styled(Style.STRONG, paint.show(_head(reading)))
    yield f"digest  {reading.digest}"
    if reading.since:
        yield f"since   {reading.since}"
    for word, reviews in (("", reading.basis), ("before", reading.unknown), ("already", reading.already)):
        yield from (f"{word:<7} {paint.show(statement_words(each))}" for each in reviews)
    if reading.since and not reading.basis:
        yield "        people did not cover that version: a review of this step alone covers nothing yet"
    if reading.unknown:
        yield "        the files of that version are not at hand, so all of it is shown"
    yield ""
    yield from _ability_lines(reading, paint)
    yield ""
    yield from _file_list(reading, paint)
    for each in reading.files:
        yield ""
        yield from _file_lines(each, paint)


def _head(reading: ReviewReading) -> str:
    label = f"{reading.name} {reading.label}".rstrip()
    if not reading.since:
        return f"{label}: all of it"
    return f"{label}: what is new since {reading.since_label or reading.since[:12]}"


def _ability_lines(reading: ReviewReading, paint: Paint) -> Iterator[str]:
    changes = reading.changes
    yield from alarm_lines(reading.alarms, paint)
    how = found_how(reading.abilities)
    if changes is None:
        yield paint.styled(Style.STRONG, "What it can do")
        for title, words, found in ability_rows(reading.abilities):
            line = paint.show(f"  {title:<{_WIDE}} {words}")
            yield line if found else paint.styled(Style.FAINT, line)
        placed = dict.fromkeys((ability_words(each), ability_position(each)) for each in reading.abilities.found)
        yield from (paint.show(f"  {words} in {position}") for words, position in placed)
    else:
        yield paint.styled(Style.STRONG, "What it can do and could not before")
        added = list(added_ability_lines(changes.added_abilities, paint))
        gained = [paint.styled(Style.WARNING, f"+ may now: {paint.show(each)}") for each in changes.added_permissions]
        lost = [f"- may no longer: {paint.show(each)}" for each in changes.removed_permissions]
        yield from (f"  {each}" for each in (*gained, *added, *lost))
        if not (added or gained):
            yield "  nothing that reading finds"
    if how:
        yield paint.styled(Style.FAINT, f"  {how}")


def _file_list(reading: ReviewReading, paint: Paint) -> Iterator[str]:
    files = reading.files
    if not files:
        yield "No file differs"
        return
    what = quantity(len(files), "file") if reading.changes is None else _differ(files)
    yield paint.styled(Style.STRONG, f"{what}, the riskiest first")
    for each in files:
        yield paint.show(f"  {_title(each)}")


def _differ(files: Sequence[WholeText]) -> str:
    return f"{quantity(len(files), 'file')} {'differs' if len(files) == 1 else 'differ'}"


def _title(file: WholeText) -> str:
    facts = [f"{file.size:,} bytes", *(["runs"] if file.runs else []), *([file.remark] if file.remark else [])]
    kind = "" if file.kind == "whole" else f"{file.kind:<8} "
    return f"{kind}{file.path}  ({', '.join(facts)})"


def _file_lines(file: WholeText, paint: Paint) -> Iterator[str]:
    """Yield a file; of one that is whole its lines are numbered, so that none of them looks like ours."""
    rule = "─" if paint.unicode else "-"
    yield paint.styled(Style.STRONG, f"{rule * 2} {paint.show(_title(file))} ".ljust(_RULE, rule))
    if file.kind == "whole":
        wide, bar = len(str(len(file.lines))), paint.glyphs.bar
        yield from (f"{number:>{wide}} {bar} {_shown(line, paint)}" for number, line in enumerate(file.lines, 1))
        return
    for line in file.lines:
        yield paint.styled(_STYLES.get(line[:1]), _shown(line, paint))


def _shown(line: str, paint: Paint) -> str:
    """Return a line of a file, fit to be shown; a tab is four blanks."""
    return paint.show(line.replace("\t", "    "))
