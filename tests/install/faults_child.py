"""Kills, interrupts or refuses a change of a root before each of its steps on disk, and tells what is then wrong.

A program, run by `test_killed.py`: `faults_child.py BASE CHANGE SYSTEM FAULT STEPS`, where STEPS is `every` or `some`.
Forking is safe here, where there is one thread. It prints one JSON value: the last step that was disturbed, and what
went wrong.
"""

import errno
import json
import os
import random
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from changes import CHANGES, SYSTEMS, Change, Place, Seen, System, debris, entries, fits, mine, see

from skillpack.errors import SkillpackError
from skillpack.files.exchange import Swap
from skillpack.files.open_folder import FolderEntry

ENDED, REFUSED, BROKEN, INTERRUPTED, KILLED = 0, 3, 70, 130, -1
_READS = frozenset({"os.listdir", "os.scandir"})
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_ALLOCATES = frozenset({"open", "os.mkdir", "os.write"})
_SOME = 4  # of so many steps in a row, one is tried

Do = Callable[[Place], None]


@dataclass(frozen=True)
class Fault:
    """What befalls a change.

    Attributes:
        strike: Does it.
        lasting: Whether it befalls all further steps that need space, too.
        reading: Whether it befalls steps that only read, too.
    """

    strike: Callable[[], None]
    lasting: bool = False
    reading: bool = False


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _interrupt() -> None:
    raise KeyboardInterrupt


def _refuse(number: int) -> Callable[[], None]:
    def strike() -> None:
        raise OSError(number, os.strerror(number))

    return strike


FAULTS = {
    "kill": Fault(_kill),
    "interrupt": Fault(_interrupt),
    "full": Fault(_refuse(errno.ENOSPC), lasting=True),
    **{name: Fault(_refuse(getattr(errno, name))) for name in ("ENOSPC", "EACCES", "EROFS")},
    **{name: Fault(_refuse(getattr(errno, name)), reading=True) for name in ("EIO", "EMFILE")},
}


def chosen(steps: str, name: str) -> Iterator[int]:
    """Yield the numbers of steps, without end: `every` one, or `some` of them, always the same ones for a name."""
    choice = random.Random(name)  # noqa: S311 no secret
    width = 1 if steps == "every" else _SOME
    return (first + choice.randrange(width) for first in count(1, width))


class Steps:
    """Counts the steps of a process that change something on disk, and strikes before one of them."""

    def __init__(self, before: int, fault: Fault) -> None:
        self.left = before
        self.fault = fault
        sys.addaudithook(self.hear)
        for name in ("fsync", "write"):
            setattr(os, name, _told(f"os.{name}", getattr(os, name)))

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        """Hear of a step."""
        if not event.startswith(("os.", "fcntl.")) and event != "open":
            return
        reads = event in _READS or (event == "open" and not int(str(arguments[2])) & _WRITES)
        if reads and not self.fault.reading:
            return
        self.left -= 1
        if self.left == 0 or (self.left < 0 and self.fault.lasting and event in _ALLOCATES):
            self.fault.strike()


def _told(event: str, call: Callable[..., object]) -> Callable[..., object]:
    def tell(*arguments: object, **more: object) -> object:
        sys.audit(event, *arguments)
        return call(*arguments, **more)

    return tell


def _told_swap(swap: Swap) -> Swap:
    def tell(one: FolderEntry, other: FolderEntry) -> None:
        sys.audit("os.swap", one.path, other.path)
        swap(one, other)

    return tell


def struck(before: int, fault: Fault, place: Place, do: Do) -> int:
    """Do something in a child that is struck before its n-th step, and return how it ended."""
    child = os.fork()
    if child == 0:
        status = ENDED
        try:
            Steps(before, fault)
            system = System(_told_swap(place.system.swap), _told_swap(place.system.take_name))
            do(Place(place.base, system))
        except SkillpackError:
            status = REFUSED
        except KeyboardInterrupt:
            status = INTERRUPTED
        except BaseException as error:  # noqa: BLE001
            os.writev(2, [f"{before}: {error!r}\n".encode()])
            status = BROKEN
        os._exit(status)
    _, status = os.waitpid(child, 0)
    return KILLED if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)


def recover(place: Place) -> None:
    """Be the next command."""
    place.work(lambda _: None)


class Trial:
    """One change on one system, befallen by one fault."""

    def __init__(self, base: Path, change: Change, system: System, fault: Fault, steps: str) -> None:
        self.place = Place(base, system)
        self.change = change
        self.fault = fault
        self.steps = steps
        self.faults: list[str] = []
        self.prepare()
        self.old = see(self.place)
        self.precious = mine(self.place)
        change.act(self.place)
        self.new = see(self.place)
        self.absent = system is SYSTEMS["renames"]

    def prepare(self) -> None:
        """Make what is there before."""
        shutil.rmtree(self.place.base, ignore_errors=True)
        self.place.base.mkdir()
        self.change.before(self.place)

    def complain(self, when: str, what: object) -> None:
        """Note what is wrong."""
        self.faults.append(f"{when}: {str(what)[:200]}")

    def check_readers(self, when: str) -> None:
        """See that a reader finds each skill as it was or as it shall be."""
        seen = see(self.place)
        for name in seen.names | self.old.names | self.new.names:
            allowed = [self.old.skills.get(name), self.new.skills.get(name), *([None] if self.absent else [])]
            if seen.skills.get(name) not in allowed:
                self.complain(when, f"a reader saw {seen.skills.get(name)}")
        for name in {*entries(seen), *entries(self.old), *entries(self.new)}:
            if entries(seen).get(name) not in (entries(self.old).get(name), entries(self.new).get(name)):
                self.complain(when, f"the lock file said {entries(seen).get(name)}")
        if self.precious and not mine(self.place):
            self.complain(when, "somebody's work is lost")

    def check_settled(self, when: str, allowed: tuple[Seen, ...]) -> None:
        """See that all is as before or as it shall be, whole, and that nothing lies about."""
        seen = see(self.place)
        for name in seen.names | self.old.names | self.new.names:
            if seen.of(name) not in [each.of(name) for each in allowed]:
                self.complain(when, f"there was {seen.of(name)}")
        if seen.saved not in [each.saved for each in allowed] and not self.fault.reading:
            self.complain(when, f"saved was {sorted(seen.saved)}")
        if debris(self.place):
            self.complain(when, f"left behind: {debris(self.place)}")

    def finish(self, when: str) -> None:
        """See that the next command heals, and that the change can then be made."""
        recover(self.place)
        self.check_readers(f"{when}, healed")
        self.check_settled(f"{when}, healed", (self.old, self.new))
        if Path(self.place.root.state, "lock").exists():
            self.complain(when, "the lock stayed")
        if self.place.locks and not self.change.relocks and not fits(self.place):
            self.complain(f"{when}, healed", f"the lock file is not what is there: {entries(see(self.place))}")
        if see(self.place) == self.old:
            self.change.act(self.place)
            if see(self.place) != self.new:
                self.complain(f"{when}, done again", see(self.place))

    def killed(self) -> int:
        """Kill before each step; and where that leaves something new, the healing too, twice, before each of its."""
        known: list[object] = []
        last = 0
        for step in chosen(self.steps, "kills"):
            self.prepare()
            if struck(step, self.fault, self.place, self.change.act) == ENDED:
                break
            last = step
            self.check_readers(f"step {step}")
            left = (see(self.place), sorted(self._lying()))
            self.finish(f"step {step}")
            if left not in known:
                known.append(left)
                self._kill_healing(step)
        return last

    def _lying(self) -> list[str]:
        """Return the places of all that is under way, whatever their random names are; what is not noted is dropped."""
        staging = Path(self.place.root.state, "staging")
        noted = [folder for folder in staging.glob("*") if (folder / "meant.json").exists()]
        others = ["not noted" for folder in staging.glob("*") if folder not in noted]
        return others + [str(path.relative_to(folder)) for folder in noted for path in folder.rglob("*")]

    def _kill_healing(self, step: int) -> None:
        for again in chosen(self.steps, f"healing after {step}"):
            self.prepare()
            struck(step, self.fault, self.place, self.change.act)
            if struck(again, self.fault, self.place, recover) == ENDED:
                return
            self.check_readers(f"step {step}, healing killed before {again}")
            struck(1 + again // 2, self.fault, self.place, recover)
            self.check_readers(f"step {step}, healing killed before {again}, then {1 + again // 2}")
            self.finish(f"step {step}, healing killed before {again}")

    def refused(self) -> int:
        """Let the disk refuse, or the user interrupt, before each step: nothing then needs to be healed."""
        last = 0
        for step in chosen(self.steps, "refusals"):
            self.prepare()
            status = struck(step, self.fault, self.place, self.change.act)
            if status == ENDED:
                # What is only for those who wait, or only clears away, may fail: the next command does it.
                self.check_readers(f"step {step}")
                seen = see(self.place)
                if (seen.skills, seen.previous, seen.lock) != (self.new.skills, self.new.previous, self.new.lock):
                    self.complain(f"step {step}", "it ended and was not done")
                self.finish(f"step {step}")
                if see(self.place) != self.new and not self.fault.reading:  # what cannot be read is saved
                    self.complain(f"step {step}", "it was not cleared away")
                self.prepare()
                if struck(step, Fault(lambda: os._exit(9)), self.place, self.change.act) != 9:
                    break
                last = step
                continue
            last = step
            when = f"step {step}, status {status}"
            if status not in {REFUSED, INTERRUPTED}:
                self.complain(when, "it was not reported")
            self.check_readers(when)
            either = status == INTERRUPTED or self.change is CHANGES["lot"]  # of which each is by itself
            self.check_settled(when, (self.old, self.new) if either else (self.old,))
            self.finish(when)
        return last


def main(base: str, change: str, system: str, fault: str, steps: str) -> None:
    """Run one trial."""
    trial = Trial(Path(base, "trial"), CHANGES[change], SYSTEMS[system], FAULTS[fault], steps)
    last = trial.killed() if fault == "kill" else trial.refused()
    sys.stdout.write(json.dumps({"steps": last, "faults": trial.faults}))


if __name__ == "__main__":
    main(*sys.argv[1:])
