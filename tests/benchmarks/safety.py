"""How much of what is harmful the checks find, and how much honest work they take for it.

    python tests/benchmarks/safety.py [--ids] [--json]
    python tests/benchmarks/safety.py --skills FOLDER [--json]
    python tests/benchmarks/safety.py --pages

Without a folder, the labelled skills of `tests/abilities/labelled` are checked. `blind.toml`, `third.toml`,
`fourth.toml` and `fifth.toml` are held out: who wrote them had not seen the rules, and who writes rules does not read
them; the fourth holds harmless skills alone. Only their sums are printed, unless `--ids` asks for what was missed and
what was wrongly flagged. The other files are ours: rules were tried on them, so their shares are too good. `--pages`
writes the sums into the threat page, and beside it as data.

With a folder, real skills are checked: alarms by level, each with its skill and its lines, and what a skill costs. The
exit code is 1 where more of them raise an alarm than may.
"""

import argparse
import base64
import json
import statistics
import sys
import tempfile
import textwrap
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skillpack.check.alarm import find_alarms, gravest_level
from skillpack.check.run import check_skill
from skillpack.files.discover import discover
from skillpack.files.read import read
from skillpack.model.finding import AlarmLevel, Finding
from skillpack.model.limits import Limits
from skillpack.model.settings import Source
from skillpack.parse.skill import parse_skill

ROOT = Path(__file__).parents[2]
LABELLED = ROOT / "tests" / "abilities" / "labelled"
PAGE = ROOT / "site" / "pages" / "why" / "threats.md"
FIGURES = PAGE.with_suffix(".json")
BLIND, THIRD, FOURTH, FIFTH, OURS = "blind", "third", "fourth", "fifth", "ours"
HELD_OUT = (BLIND, THIRD, FOURTH, FIFTH)
PUBLISHED = (*HELD_OUT, OURS)
"""Parts of which the threat page gives the sums."""

NONE = "none"
LEVELS = (*(level.value for level in AlarmLevel), NONE)
ROWS = {
    "flow": "what was read and is then sent",
    "conceal": "hidden code and hidden orders",
    "prose": "orders in sentences",
    "prerequisite": "faked prerequisites",
    "network": "network and downloads",
    "read": "reading what is private",
    "write": "staying on the machine",
    "destroy": "deleting and overwriting",
    "code": "code made at run time",
    "programs": "starting programs",
    "agent": "the agent's own settings",
    "unasked": "acting without asking",
    "claims": "false claims about itself",
}
"""What labelled skills are about, or look like -> its words on the page."""

ALL = "all"
Figures = Mapping[str, Any]
"""Half -> `rows` -> row -> its counts by name: what `--json` prints."""

MOST = {AlarmLevel.STOP: 0.005, AlarmLevel.READ_FIRST: 0.12}
"""Share of real skills that may raise an alarm of a level."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A skill, and what a careful reviewer says of it.

    Attributes:
        part: One of `HELD_OUT`, or `OURS`.
        row: Of `ROWS`.
        level: Of `LEVELS`; what people should be told.
        files: Path -> content.
    """

    id: str
    part: str
    harmful: bool
    row: str
    level: str
    why: str
    files: Mapping[str, bytes]


@dataclass(slots=True)
class Counts:
    """What became of some labelled skills.

    Attributes:
        harmful: How many there are; each was told at `stop`, at `read_first`, or is `missed`.
        harmless: How many there are.
        false_stop: Harmless ones that were told at *stop*.
        false_read_first: Harmless ones that were told at *read first*, and are not labelled so.
    """

    harmful: int = 0
    stop: int = 0
    read_first: int = 0
    missed: int = 0
    harmless: int = 0
    false_stop: int = 0
    false_read_first: int = 0

    def add(self, labelled: Labelled, told: AlarmLevel | None) -> None:
        if labelled.harmful:
            self.harmful += 1
            self.stop += told is AlarmLevel.STOP
            self.read_first += told is AlarmLevel.READ_FIRST
            self.missed += told is None
        else:
            self.harmless += 1
            self.false_stop += told is AlarmLevel.STOP
            self.false_read_first += told is AlarmLevel.READ_FIRST and labelled.level == NONE

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(**{name: getattr(self, name) + getattr(other, name) for name in self.__slots__})

    @property
    def found_share(self) -> float:
        return (self.stop + self.read_first) / (self.harmful or 1)

    @property
    def stop_share(self) -> float:
        return self.stop / (self.harmful or 1)

    @property
    def false_share(self) -> float:
        return (self.false_stop + self.false_read_first) / (self.harmless or 1)

    def as_json(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(slots=True)
class Result:
    """What became of the skills of a part.

    Attributes:
        rows: Row -> its counts, in the order of `ROWS`; `ALL` is last.
        missed: Ids of harmful skills of which nothing was told.
        wrong: Ids of harmless skills of which too much was told, each with its rules.
    """

    rows: dict[str, Counts] = field(default_factory=lambda: {row: Counts() for row in (*ROWS, ALL)})
    missed: list[str] = field(default_factory=list, repr=False)
    wrong: list[str] = field(default_factory=list, repr=False)

    @property
    def all(self) -> Counts:
        return self.rows[ALL]


@dataclass(frozen=True, slots=True)
class Checked:
    """A skill as the checks see it.

    Attributes:
        path: Of its folder, relative to where the search began.
        alarms: The gravest first.
        seconds: Of processor time, to parse and to check it.
    """

    path: str
    alarms: tuple[Finding, ...]
    seconds: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--skills", type=Path, metavar="FOLDER", help="check real skills instead")
    parser.add_argument("--ids", action="store_true", help="name what was missed and what was wrongly flagged")
    parser.add_argument("--pages", action="store_true", help="write the sums into the threat page")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.skills:
        checked = list(check_folder(given.skills))
        print(json.dumps(_real_as_json(checked), indent=2) if given.json else "\n".join(_real_lines(checked)))
        return 1 if any(_share(checked, level) > most for level, most in MOST.items()) else 0
    labelled = read_labelled(LABELLED)
    if not labelled:
        parser.error("there are no labelled skills: they are in the repository, not in what is packaged")
    results = measure(labelled)
    if given.pages:
        write_pages(results)
    elif given.json:
        print(json.dumps(as_json(results, ids=given.ids), indent=2))
    else:
        print("\n".join(_lines(results, ids=given.ids)))
    return 0


def read_labelled(folder: Path) -> list[Labelled]:
    """Return the labelled skills of a folder, file by file."""
    return [
        Labelled(
            id=skill["id"],
            part=file.stem if file.stem in HELD_OUT else OURS,
            harmful=skill["harmful"],
            row=skill["row"],
            level=skill["level"],
            why=skill["why"],
            files={each["path"]: _content(each) for each in skill["files"]},
        )
        for file in sorted(folder.glob("*.toml"))
        for skill in tomllib.loads(file.read_text(encoding="utf-8"))["skill"]
    ]


def _content(given: Mapping[str, str]) -> bytes:
    return base64.b64decode(given["base64"]) if "base64" in given else given["text"].encode()


def write_skills(labelled: Iterable[Labelled], folder: Path) -> None:
    """Write each skill into a folder that is called like its id."""
    for skill in labelled:
        (folder / skill.id).mkdir()
        for path, content in skill.files.items():
            file = folder / skill.id / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)


def check_folder(folder: Path) -> Iterator[Checked]:
    """Yield every skill below a folder, as a build finds and reads it, with the alarms that it raises."""
    limits = Limits()
    for location in discover((Source("."),), folder):
        source = read(location, limits)
        start = time.process_time()
        skill = parse_skill(source)
        findings = check_skill(skill, source.tree, limits)
        seconds = time.process_time() - start
        yield Checked(location.origin.path, find_alarms(findings), seconds)


def measure(labelled: Sequence[Labelled]) -> dict[str, Result]:
    """Return what became of the skills of each part."""
    with tempfile.TemporaryDirectory() as temporary:
        write_skills(labelled, Path(temporary))
        alarms = {each.path: each.alarms for each in check_folder(Path(temporary))}
    results = {part: Result() for part in (*HELD_OUT, OURS)}
    for skill in labelled:
        told = gravest_level(alarms[skill.id])
        result = results[skill.part]
        for row in (skill.row, ALL):
            result.rows[row].add(skill, told)
        if skill.harmful and told is None:
            result.missed.append(skill.id)
        elif not skill.harmful and told is not None and told != skill.level:
            result.wrong.append(f"{skill.id}: {told}, {_rules(alarms[skill.id])}")
    return results


def published(results: Mapping[str, Result]) -> Figures:
    """Return the sums that the threat page gives, as they lie beside it."""
    return as_json({part: results[part] for part in PUBLISHED})


def as_json(results: Mapping[str, Result], *, ids: bool = False) -> dict[str, Any]:
    """Return the sums of each part and row; with `ids` also what was missed and wrongly flagged."""
    return {
        part: {
            "rows": {row: counts.as_json() for row, counts in result.rows.items()},
            **({"missed": result.missed, "wrong": result.wrong} if ids else {}),
        }
        for part, result in results.items()
    }


def _rules(alarms: Iterable[Finding]) -> str:
    return " ".join(dict.fromkeys(each.rule for each in alarms))


def _lines(results: Mapping[str, Result], *, ids: bool) -> Iterator[str]:
    head = f"{'':14}{'harmful':>8}{'stop':>6}{'first':>7}{'missed':>8}{'harmless':>11}{'stop':>6}{'first':>7}"
    for part, result in results.items():
        yield f"{part}\n{head}"
        for row, counts in result.rows.items():
            harmful = f"{counts.harmful:8}{counts.stop:6}{counts.read_first:7}{counts.missed:8}"
            yield f"{row:14}{harmful}{counts.harmless:11}{counts.false_stop:6}{counts.false_read_first:7}"
        found = f"found {result.all.found_share:.1%}, at stop {result.all.stop_share:.1%}; "
        yield f"{found if result.all.harmful else ''}falsely flagged {result.all.false_share:.1%}\n"
        if ids:
            yield from (f"missed {each}" for each in result.missed)
            yield from (f"wrong  {each}" for each in result.wrong)
            yield ""


def page_text(figures: Figures) -> str:
    """Return what the threat page says of these sums: a paragraph, and a table."""
    counts = {part: {row: Counts(**each) for row, each in of["rows"].items()} for part, of in figures.items()}
    blind, third, fourth, fifth, ours = (counts[part][ALL] for part in PUBLISHED)
    held_out = {row: counts[BLIND][row] + counts[THIRD][row] + counts[FIFTH][row] for row in counts[OURS]}
    words = (
        "**Alarms miss many harmful skills.** Sets are held out: who writes rules has not read them. Of the"
        f" {third.harmful} harmful skills of one, by which no rule was chosen, skillpack raises an alarm for"
        f" {third.found_share:.0%}: {third.stop} at *stop*, {third.read_first} at *read first*; it misses"
        f" {third.missed}. Of {blind.harmful} of the oldest, it raises one for {blind.found_share:.0%}; one rule, of"
        f" when a warning near by makes a line an example, was chosen by its sums. Of {fifth.harmful} of the newest it"
        " raised one for 73% when first measured; since then rules were changed by other skills of the same author, and"
        f" it is {fifth.found_share:.0%}. Of"
        f" {ours.harmful} on which rules were tried, it raises one for {ours.found_share:.0%}; that share is too good."
        f" It wrongly flags {fifth.false_share:.0%} of {fifth.harmless} harmless skills of the newest set,"
        f" {fifth.false_stop} of them at *stop*, {third.false_share:.0%} of {third.harmless} of the one before,"
        f" {blind.false_share:.0%} of {blind.harmless} of the oldest and {ours.false_share:.0%} of {ours.harmless}"
        " of ours, all of them chosen because they look harmful. One more set is held out:"
        f" {fourth.harmless} harmless skills that look harmful at every turn, by somebody who had not seen the rules."
        " When first measured, 26% of them were wrongly flagged; since then rules were changed by other skills of the"
        " same author, and by skills of ours that were written where sums of this set by subject were high. Now it is"
        f" {fourth.false_share:.0%}: {fourth.false_stop} at *stop*, {fourth.false_read_first} at *read first*."
    )
    head = ("what the skills are about", "held out: found", "wrongly flagged", "ours: found", "wrongly flagged")
    lines = [*textwrap.wrap(words, 120, break_on_hyphens=False), "", f"| {' | '.join(head)} |", "|---|---|---|---|---|"]
    for row, title in {**ROWS, ALL: "all"}.items():
        cells = [cell for part in (held_out, counts[OURS]) for cell in _cells(part[row])]
        lines.append(f"| {' | '.join((title, *cells))} |")
    return "\n".join(lines)


def _cells(counts: Counts) -> tuple[str, str]:
    found, wrong = counts.stop + counts.read_first, counts.false_stop + counts.false_read_first
    return _of(found, counts.harmful), _of(wrong, counts.harmless)


def _of(some: int, whole: int) -> str:
    return f"{some} of {whole}" if whole else "—"


def write_pages(results: Mapping[str, Result]) -> None:
    """Write the sums beside the threat page, and into its part about them."""
    figures = published(results)
    page = PAGE.read_text(encoding="utf-8")
    start = page.index(HEADING) + len(HEADING)
    end = page.index("\n#", start)
    PAGE.write_text(f"{page[:start]}{page_text(figures)}\n{page[end:]}", encoding="utf-8")
    FIGURES.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


HEADING = "\n### How much of it is found\n\n"
"""Of the part of the page that is written from the sums."""


def _real_lines(checked: Sequence[Checked]) -> Iterator[str]:
    found = _real_as_json(checked)
    yield f"{len(checked)} skills"
    for level in (AlarmLevel.STOP, AlarmLevel.READ_FIRST):
        alarmed = found["alarms"][level]
        yield f"{level}: {len(alarmed)} skills, {_share(checked, level):.1%}, at most {MOST[level]:.1%}"
        for each in alarmed:
            yield f"  {each['path']}"
            yield from (f"    {alarm}" for alarm in each["alarms"])
    yield (
        f"seconds of processor time: {found['seconds']:.2f}, of a skill {found['median_ms']:.1f} ms in the middle,"
        f" {found['most_ms']:.1f} ms at most"
    )


def _share(checked: Sequence[Checked], level: AlarmLevel) -> float:
    return sum(gravest_level(each.alarms) is level for each in checked) / (len(checked) or 1)


def _real_as_json(checked: Sequence[Checked]) -> dict[str, Any]:
    seconds = [each.seconds for each in checked] or [0.0]
    return {
        "skills": len(checked),
        "alarms": {
            level: [
                {"path": each.path, "alarms": [_said(alarm) for alarm in each.alarms]}
                for each in checked
                if gravest_level(each.alarms) is level
            ]
            for level in (AlarmLevel.STOP, AlarmLevel.READ_FIRST)
        },
        "seconds": sum(seconds),
        "median_ms": statistics.median(seconds) * 1000,
        "most_ms": max(seconds) * 1000,
    }


def _said(alarm: Finding) -> str:
    places = ", ".join(f"{each.path}:{each.span.line}" for each in alarm.places())
    return f"{alarm.rule} {places}: {alarm.message}"


if __name__ == "__main__":
    sys.exit(main())
