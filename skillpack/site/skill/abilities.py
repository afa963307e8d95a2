"""What a skill can do, row by row, in words with the lines to look at; what was not found is said, too."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.check.alarm import gravest_level
from skillpack.model.ability import (
    CONCERN_ROWS,
    Abilities,
    Ability,
    AbilityKind,
    AbilityOrigin,
    AbilityRow,
    FileReading,
    rows_of,
)
from skillpack.model.entry import PageRecord
from skillpack.model.finding import AlarmLevel, Finding
from skillpack.parse.document import SKILL_FILE
from skillpack.site.frame import Frame
from skillpack.site.skill.alarm import alarm_words
from skillpack.site.skill.findings import PagePosition, page_position
from skillpack.site.skill.permissions import Permission, running, tool_permission

_NAMES = 8  # of one kind that are named
_PLACES = 8  # of one row that are linked
_UNREAD = 6  # files that are named

_INSTRUCTIONS = frozenset({AbilityOrigin.COMMAND, AbilityOrigin.ORDER})

_REACHES = frozenset({AbilityKind.SENDS, AbilityKind.FETCHES})

_ALIKE = {AbilityKind.KEY_FILE: AbilityKind.VARIABLE}
"""Kinds of which the words are those of another one."""

_COUNTED = frozenset({AbilityKind.STARTS, *_REACHES})
"""Kinds of which the words hold how many there are."""

_WITH = frozenset({AbilityKind.DELETES, AbilityKind.WRITES, *_REACHES})
"""Kinds of which the means are named where the target is not seen."""

_ALARMED = {
    "SF015": (AbilityRow.NETWORK, AbilityRow.READ),
    "SF023": (AbilityRow.NETWORK, AbilityRow.READ),
    "SF025": (AbilityRow.READ,),
    "SF022": (AbilityRow.NETWORK,),
    "SF005": (AbilityRow.DESTROY,),
    "SF019": (AbilityRow.WRITE,),
    "SF014": (AbilityRow.CODE,),
    "SF004": (AbilityRow.CODE,),
    "SF020": (AbilityRow.AGENT,),
    "SF006": (AbilityRow.UNASKED,),
    "SF024": (AbilityRow.UNASKED,),
}
"""Code of a rule that raises an alarm -> the rows that bear its mark; those of no row stand above the page alone."""


class NamedAbility(Struct, frozen=True):
    """What is said of one kind of ability.

    Attributes:
        origin: Where it stands, where that is no script: `in its instructions:`; else empty.
        words: What it does: `starts 2:`.
        names: What it does that to or with, each once.
        more: How many further names there are.
    """

    origin: str
    words: str
    names: tuple[str, ...] = ()
    more: int = 0


class AbilityPosition(Struct, frozen=True):
    """Where something was found.

    Attributes:
        at: File and line as people write them, the file alone where it is about that as a whole.
        page: Path of the page of that file, or empty.
        anchor: Of the line on that page, or empty.
        line: The end of `at` that is shown where the place before is in the same file: `:12`; empty elsewhere.
    """

    at: str
    page: str
    anchor: str
    line: str = ""


class AbilityLine(Struct, frozen=True):
    """One row of the table.

    Attributes:
        found: What it can do of this; empty for nothing.
        nothing: What is said instead: `none found in 5 of 5 files`.
        level: Of the gravest alarm about it; None where nothing raised one.
        where: The lines to look at, file by file.
        more: How many further places there are.
    """

    row: AbilityRow
    found: tuple[NamedAbility, ...]
    nothing: str
    level: AlarmLevel | None
    where: tuple[AbilityPosition, ...]
    more: int


class UnreadFile(Struct, frozen=True):
    """A file of which nothing can be said, and why; `page` is empty where it has none."""

    path: str
    page: str
    why: str


class AbilitiesView(Struct, frozen=True):
    """What a skill can do, as its page shows it.

    Attributes:
        lines: Always one for each row.
        below: How this was found.
        unread: Files that were not read; `more_unread` are not named.
        left_out: How many abilities are not listed.
        short: The rows of which something was found in a few words, or that nothing was.
    """

    lines: tuple[AbilityLine, ...]
    below: str
    unread: tuple[UnreadFile, ...]
    more_unread: int
    left_out: int
    short: str


class FileAbility(Struct, frozen=True):
    """What a file can do of one row: words, and the line they stand in, 0 for the file as a whole."""

    row: AbilityRow
    lines: tuple[tuple[str, int], ...]
    more: int


class FileView(Struct, frozen=True):
    """What a file can do, as its page shows it.

    Attributes:
        unread: Why nothing can be said of it; empty where it was read.
    """

    rows: tuple[FileAbility, ...]
    unread: str = ""


def abilities_view(
    frame: Frame, record: PageRecord, alarms: Sequence[Finding], pages: Mapping[str, str]
) -> AbilitiesView:
    """Return the abilities of a skill, for its page.

    Args:
        frame: Of the site.
        record: Of the skill.
        alarms: Findings that raise an alarm, as far as nobody accepted them.
        pages: File of the skill -> path of its page, for those that have one.
    """
    abilities = record.abilities
    nothing = _nothing(frame, abilities)
    lines = tuple(_line(frame, record, row, alarms, pages, nothing) for row in AbilityRow)
    unread = tuple(
        UnreadFile(
            file.path or SKILL_FILE, pages.get(file.path or SKILL_FILE, ""), str(frame.t(f"unread.{file.unread}"))
        )
        for file in abilities.files
        if file.unread is not None
    )
    return AbilitiesView(
        lines,
        str(frame.t("can.below", len(abilities.files), read=abilities.read)) if abilities.read else "",
        unread[:_UNREAD],
        max(0, len(unread) - _UNREAD),
        abilities.left_out,
        ", ".join(str(frame.t(f"can.short.{line.row}")) for line in lines if line.found) or nothing,
    )


def file_view(record: PageRecord, file: str) -> FileView | None:
    """Return the abilities of one file of a skill, for its page; None for a file that nobody looked at.

    Args:
        record: Of the skill.
        file: Path in the published skill.
    """
    readings = [each for each in record.abilities.files if (each.path or SKILL_FILE) == file]
    found = [each for each in record.abilities.found if (each.path or SKILL_FILE) == file]
    if not readings and not found:
        return None
    rows = tuple([_of_file(row, [each for each in found if each.row is row]) for row in rows_of(found)])
    return FileView(rows, _unread(readings))


def _unread(readings: Iterable[FileReading]) -> str:
    return next((str(each.unread) for each in readings if each.unread is not None), "")


def _of_file(row: AbilityRow, found: Iterable[Ability]) -> FileAbility:
    """Return the abilities of a file in a row, each words once, where they stand first."""
    words: dict[str, int] = {}
    for each in found:
        told = each.words if each.target in each.words else f"{each.words} → {each.target}"
        words.setdefault(told, each.line)
    lines = tuple(words.items())
    return FileAbility(row, lines[:_NAMES], max(0, len(lines) - _NAMES))


def _line(
    frame: Frame,
    record: PageRecord,
    row: AbilityRow,
    alarms: Sequence[Finding],
    pages: Mapping[str, str],
    nothing: str,
) -> AbilityLine:
    raised = [alarm for alarm in alarms if row in _ALARMED.get(alarm.rule, ())]
    found, shown = _found(frame, record, row)
    if raised and not found:
        found = [NamedAbility("", words) for words in dict.fromkeys(alarm_words(frame, each) for each in raised)]
    where = (
        *(page_position(alarm, record.entry.path, pages, further=0) for alarm in raised),
        *_places(shown, pages),
    )
    places = tuple({each.at: each for each in where if each.at}.values())
    return AbilityLine(
        row,
        tuple(found),
        "" if found else _none_of(frame, record, row, nothing),
        gravest_level(raised),
        tuple(_by_file(_short(record, each) for each in places[:_PLACES])),
        max(0, len(places) - _PLACES),
    )


def _found(frame: Frame, record: PageRecord, row: AbilityRow) -> tuple[list[NamedAbility], list[Ability]]:
    """Return the words for a row, and the abilities that they are about, in that order."""
    said: list[NamedAbility] = []
    shown: list[Ability] = []
    abilities = record.abilities.of_row(row)
    if row is AbilityRow.UNASKED:
        said += _permitted(frame, map(tool_permission, record.details.allowed_tools))
        shown += (each for each in abilities if each.kind is AbilityKind.TOOLS)
        abilities = tuple(each for each in abilities if each.kind is not AbilityKind.TOOLS)
    if row is AbilityRow.PROGRAMS:
        said += _permitted(frame, running(record.details))
    for where, group in _by_origin(abilities):
        first = str(frame.t(f"can.in_{where}")) if where else ""
        for words, members in _by_words(frame, group, where):
            names = tuple(dict.fromkeys(each.name for each in members))
            # What starts programs in instructions says by its words where it stands.
            here = "" if where == "instructions" and members[0].kind is AbilityKind.STARTS else first
            said.append(NamedAbility(here, words, names[:_NAMES], max(0, len(names) - _NAMES)))
            first = "" if here else first
            shown += members
    return said, shown


def _by_origin(abilities: Sequence[Ability]) -> Iterator[tuple[str, list[Ability]]]:
    """Yield abilities by what makes the skill do so, scripts first."""
    groups: dict[str, list[Ability]] = {"": [], "instructions": [], "front_matter": []}
    for each in abilities:
        front = "front_matter" if each.origin is AbilityOrigin.FRONT_MATTER else ""
        groups["instructions" if each.origin in _INSTRUCTIONS else front].append(each)
    yield from ((where, group) for where, group in groups.items() if group)


def _by_words(frame: Frame, group: Sequence[Ability], where: str) -> Iterator[tuple[str, list[Ability]]]:
    """Yield abilities by the words that say what they do, in the order of kinds; a host sent to is named once."""
    sent_to = {each.target for each in group if each.kind is AbilityKind.SENDS}
    kinds: dict[AbilityKind, list[Ability]] = {}
    for each in group:
        if each.kind is not AbilityKind.FETCHES or not each.target or each.target not in sent_to:
            kinds.setdefault(_ALIKE.get(each.kind, each.kind), []).append(each)
    for kind in AbilityKind:
        members = kinds.get(kind, [])
        unaimed = [each for each in members if kind in _WITH and not each.target]
        aimed = [each for each in members if each not in unaimed]
        if aimed:
            count = len({each.name for each in aimed}) if kind in _COUNTED else None
            key = "told" if kind is AbilityKind.STARTS and where == "instructions" else str(kind)
            yield str(frame.t(f"ability.{key}", count)), aimed
        if unaimed:
            yield str(frame.t(f"ability.{kind}_with")), unaimed


def _permitted(frame: Frame, powers: Iterable[Permission]) -> Iterator[NamedAbility]:
    """Yield the permissions of tools and programs, those of the same words together."""
    groups: dict[str, dict[str, None]] = {}
    for power in powers:
        groups.setdefault(str(frame.t(f"may.{power.words}", detail=power.detail)), {})[power.code] = None
    for words, codes in groups.items():
        names = tuple(codes)
        yield NamedAbility("", f"{words}:", names[:_NAMES], max(0, len(names) - _NAMES))


def _places(shown: Sequence[Ability], pages: Mapping[str, str]) -> Iterator[PagePosition]:
    """Yield where each name stands first."""
    names: set[tuple[AbilityKind, bool, str]] = set()
    for each in shown:
        name = (_ALIKE.get(each.kind, each.kind), each.origin in _INSTRUCTIONS, each.name)
        if name not in names:
            names.add(name)
            file = each.path or SKILL_FILE
            page = pages.get(file, "")
            at = f"{file}:{each.line}" if each.line else file
            yield PagePosition(at, page, f"#L{each.line}" if page and each.line else "")


def _by_file(places: Iterable[PagePosition]) -> Iterator[AbilityPosition]:
    """Yield places file by file, each file where it is first."""
    files: dict[str, list[PagePosition]] = {}
    for each in places:
        files.setdefault(each.at.partition(":")[0], []).append(each)
    for first, *others in files.values():
        yield AbilityPosition(first.at, first.page, first.anchor)
        for each in others:
            yield AbilityPosition(
                each.at, each.page, each.anchor, ":" + each.at.rpartition(":")[2] if each.anchor else ""
            )


def _short(record: PageRecord, position: PagePosition) -> PagePosition:
    """Return a place without its folder, where no other file of the skill has its name."""
    name = position.at.rpartition("/")[2]
    file = name.partition(":")[0]
    alike = sum(each.path.rpartition("/")[2] == file for each in record.abilities.files)
    return replace(position, at=name) if alike < 2 else position


def _none_of(frame: Frame, record: PageRecord, row: AbilityRow, nothing: str) -> str:
    """Return the words of a row without abilities; not that none was found where a finding about it was accepted."""
    if any(row in CONCERN_ROWS.get(each.kind, ()) for each in record.abilities.concerns):
        return str(frame.t("can.see_checks"))
    if row is AbilityRow.UNASKED:
        if record.excerpts:
            return str(frame.t("can.tools_unknown"))
        return f"{frame.t('can.no_tools')} {nothing}"
    return nothing


def _nothing(frame: Frame, abilities: Abilities) -> str:
    """Return that nothing was found, and in how many files."""
    count, read = len(abilities.files), abilities.read
    if not read:
        return str(frame.t("can.unknown"))
    if read == count:
        words = str(frame.t("can.none", count, read=read))
    else:
        words = str(frame.t("can.none_of_some", count - read, read=read, files=count))
    partly = len({each.at.path for each in abilities.unlooked})
    return f"{words}; {frame.t('can.in_part', partly)}" if partly else words
