"""A table of steps: what each should give, and what it gave."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a line of the table is worth."""

    CHECKED = "checked"
    NOTED = "noted"  # how the program or the machine is, whatever we publish
    NOT_RUN = "not run"  # what could not be had here


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    step: str
    wanted: str
    got: str
    kind: Kind = Kind.CHECKED

    @property
    def word(self) -> str:
        """How it went."""
        if self.kind is not Kind.CHECKED:
            return str(self.kind)
        return "ok" if self.got == self.wanted else "DIFFERS"


def show(rows: Iterable[Row]) -> int:
    """Print each row as it comes, and return the exit status: 1 where something differs, or nothing was done."""
    shown = list(_printed(rows))
    bad = sum(row.word == "DIFFERS" for row in shown)
    print(f"\n{len(shown)} steps, {bad} with another result than wanted")
    return 1 if bad or not shown else 0


def _printed(rows: Iterable[Row]) -> Iterator[Row]:
    print(f"{'':8} {'step':58} {'wanted':40} got")
    for row in rows:
        print(f"{row.word:8} {row.step:58} {row.wanted:40} {'' if row.word == 'ok' else row.got}", flush=True)
        yield row
