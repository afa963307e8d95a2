"""Puts a link to somebody's folder in the place of a part of a root's state before each step of a change.

A program, run by `test_swapped.py`: `swapped_child.py BASE CHANGE STEPS`, where STEPS is `every` or `some`, or with
`all` behind it to swap every part before such a step, and not two of them. A step is a call of the system that changes,
opens, lists or looks. It prints one JSON value: the last step and how many were tried, how often a part was swapped,
how the change then ended, and what is wrong.
"""

import json
import os
import shutil
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from changes import CHANGES, SYSTEMS, Change, Place, System, see
from faults_child import BROKEN, ENDED, FAULTS, REFUSED, Do, _told, _told_swap, chosen, recover, struck

from skillpack.errors import SkillpackError

NAMES = ("SKILL.md", "meant.json", "note", "receipt", "lock", ".skillpack.json", "references/deep/x.md")
FOLDERS = ("", "tree", "gone", "pdf", "staging", "previous", "saved", "restored", "skills", "planted")
FIXED = (
    *(".skillpack", ".skillpack/skills", *(f".skillpack/skills/{name}" for name in FOLDERS[4:8])),
    *("skills", "skills/pdf", ".skillpack/skills/previous/pdf"),
)


def parts(base: Path) -> list[str]:
    """Return the folders that are there and can be swapped, what lies in staging first."""
    staging = base / ".skillpack" / "skills" / "staging"
    inner = [path for path in sorted(staging.rglob("*"), key=lambda path: -len(path.parts)) if path.is_dir()]
    found = [path for path in (*inner, *(base / name for name in FIXED)) if path.is_dir() and not path.is_symlink()]
    return [path.relative_to(base).as_posix() for path in found]


def swap(base: Path, part: str, somebody: Path) -> None:
    """Move a folder away, and put a link in its place."""
    (base / part).rename(base.with_name("moved"))
    (base / part).symlink_to(somebody)


class Swapping:
    """Counts the steps of a process, and swaps a part before one of them.

    Attributes:
        swapped: The part; empty before.
    """

    def __init__(self, before: int, turn: int, base: Path, somebody: Path) -> None:
        self.left, self.turn, self.base, self.somebody = before, turn, base, somebody
        self.swapped = ""
        self.deaf = False
        sys.addaudithook(self.hear)
        for name in ("fsync", "write", "stat", "lstat", "fstat"):
            setattr(os, name, _told(f"os.{name}", getattr(os, name)))

    def hear(self, event: str, _arguments: tuple[object, ...]) -> None:
        """Hear of a step."""
        if self.deaf or self.left <= 0 or not (event.startswith(("os.", "fcntl.", "shutil.")) or event == "open"):
            return
        self.left -= 1
        if self.left == 0:
            self.deaf = True
            there = parts(self.base)
            turn = self.turn if self.turn >= 0 else -self.turn % len(there)
            if turn < len(there):
                swap(self.base, there[turn], self.somebody)
                self.swapped = there[turn]
            self.deaf = False


@dataclass(frozen=True)
class Ended:
    """How a change ended: its status, the part that was swapped, whether the step was reached, and why it failed."""

    status: int
    swapped: str
    reached: bool
    why: str


def swapped(before: int, turn: int, place: Place, somebody: Path, do: Do) -> Ended:
    """Do something in a child in which a part is swapped before its n-th step."""
    heard, tell = os.pipe()
    child = os.fork()
    if child == 0:
        status, why = ENDED, ""
        swapping = Swapping(before, turn, place.base, somebody)
        try:
            do(Place(place.base, System(_told_swap(place.system.swap), _told_swap(place.system.take_name))))
        except SkillpackError as error:
            status, why = REFUSED, str(error)
        except BaseException as error:  # noqa: BLE001
            status, why = BROKEN, repr(error)
        swapping.deaf = True
        os.write(tell, json.dumps([swapping.swapped, swapping.left <= 0, why]).encode())
        os._exit(status)
    os.close(tell)
    with os.fdopen(heard, "rb") as told:
        text = told.read()
    _, status = os.waitpid(child, 0)
    return Ended(os.waitstatus_to_exitcode(status), *json.loads(text))


class Trial:
    """One change, or the healing of one that was killed, with a part swapped before each step."""

    def __init__(self, base: Path, change: Change, killed_before: int) -> None:
        self.place = Place(base / "place", SYSTEMS["exchange"])
        self.change = change
        self.killed_before = killed_before
        self.somebody = base / "somebody"
        self.faults: list[str] = []
        self.ends: Counter[str] = Counter()
        for folder in FOLDERS:
            for name in NAMES:
                path = self.somebody / folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"somebody's own {folder} {name}")
        self.precious = self.look()
        self.prepare()
        self.old = see(self.place).skills
        self.do(self.place)
        self.new = see(self.place).skills

    def look(self) -> dict[str, tuple[int, bytes]]:
        """Return all that is in somebody's folder: modes, and bytes of files."""
        return {
            str(path.relative_to(self.somebody)): (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"")
            for path in [self.somebody, *self.somebody.rglob("*")]
        }

    def prepare(self) -> None:
        """Make what is there before."""
        for folder in (self.place.base, self.place.base.with_name("moved")):
            shutil.rmtree(folder, ignore_errors=True)
        self.place.base.mkdir()
        self.change.before(self.place)
        if self.killed_before:
            struck(self.killed_before, FAULTS["kill"], self.place, self.change.act)

    def do(self, place: Place) -> None:
        """Make the change, or heal what was left of it."""
        (recover if self.killed_before else self.change.act)(place)

    def tried(self, step: int, turn: int) -> Ended:
        """Swap one part before one step, and note what is then wrong."""
        self.prepare()
        ended = swapped(step, turn, self.place, self.somebody, self.do)
        if not ended.swapped:
            return ended
        when = f"`{ended.swapped}` before step {step}"
        self.ends["refused" if ended.status == REFUSED else "done"] += 1
        if ended.status not in {ENDED, REFUSED}:
            self.faults.append(f"{when}: {ended.why}")
        self.check(when)
        if ended.swapped not in {"skills", "skills/pdf"}:
            now = see(self.place).skills
            for name in {*now, *self.old, *self.new}:
                if ended.status == REFUSED and Path(self.place.root.skill(name)).is_symlink():
                    continue  # it took the place of what had just come out, and was put back as that
                allowed = [self.new.get(name)] if ended.status == ENDED else [self.old.get(name), self.new.get(name)]
                if now.get(name) not in allowed:
                    self.faults.append(f"{when}: it ended with {ended.status}, and `{name}` is {now.get(name)}")
        try:
            recover(self.place)
        except SkillpackError:
            self.ends["the next command refused"] += 1
        self.check(f"{when}, and the next command")
        return ended

    def check(self, when: str) -> None:
        """See that nothing of somebody's is gone, other or more."""
        now = self.look()
        wrong = [path for path in {*now, *self.precious} if now.get(path) != self.precious.get(path)]
        if wrong:
            self.faults.append(f"{when}: of somebody's there is another {sorted(wrong)[:5]}")
            shutil.rmtree(self.somebody)
            for path, (mode, content) in self.precious.items():
                there = self.somebody / path
                there.mkdir(mode) if path == "." or not content else there.write_bytes(content)

    def run(self, steps: str, *, every: bool) -> list[int]:
        """Swap before each step: each part, or the innermost and another; return the steps."""
        tried: list[int] = []
        for step in chosen(steps, "swaps"):
            turn, ended = 0, self.tried(step, 0)
            if not ended.reached:
                break
            tried.append(step)
            while every and ended.swapped:
                turn += 1
                ended = self.tried(step, turn)
            if not every:
                self.tried(step, -step)
        return tried


def main(base: str, change: str, steps: str, *how: str) -> None:
    """Run one trial; of a change with `killed:` before its name, the healing."""
    name = change.removeprefix("killed:")
    trial = Trial(Path(base), CHANGES[name], 45 if change != name else 0)
    tried = trial.run(steps, every="all" in how)
    swaps = trial.ends["refused"] + trial.ends["done"]
    found = {"steps": tried[-1], "tried": len(tried), "swaps": swaps, "ends": trial.ends, "faults": trial.faults}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
