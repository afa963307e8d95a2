"""Kills a command before each of its steps on disk, runs it again, and tells what is then wrong.

A program, run by `test_killed_commands.py`: `killed_commands.py BASE COMMAND KILLS`, where KILLS says how many of the
steps are struck, spread over all of them; 0 for every one. It prints one JSON value. Between two steps that change
something on disk nothing on disk differs, so these are all states that a kill at any system call can leave; the last
kill comes after the last step.
"""

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from faults_child import FAULTS, Steps, _told_swap

from skillpack.cli.main import run
from skillpack.install.root.transaction import working

NAMES = ("alpha", "beta", "gamma")
SKILLS = ("src/alpha", "src/beta", "src/gamma")
AT = ("--root", "skills")
YES = ("--yes", "--accept-powers")

View = Mapping[str, str]
"""Path of a file -> its digest."""


@dataclass(frozen=True)
class Command:
    """A command that changes a root.

    Attributes:
        before: Makes what is there before.
        arguments: How it is typed.
        copied: Whether a copy is as good as what `before` made: what was rolled back is known by its folder.
    """

    before: Callable[[], None]
    arguments: tuple[str, ...]
    copied: bool = True


def write(folder: str, version: str, names: tuple[str, ...] = NAMES) -> None:
    """Write a version of each skill; every file of it says which."""
    for name in names:
        there = Path(folder, name)
        shutil.rmtree(there, ignore_errors=True)
        (there / "references").mkdir(parents=True)
        head = f"---\nname: {name}\ndescription: Use when asked for {name}.\nmetadata:\n  version: {version}\n---\n"
        (there / "SKILL.md").write_text(f"{head}\nVersion {version} of it.\n")
        (there / "references" / "more.md").write_text(f"Version {version}.\n")
        (there / "references" / f"only-{version}.md").write_text(f"Version {version}.\n")


def do(*arguments: str) -> None:
    """Run a command that must not fail."""
    status = quiet(arguments)[0]
    if status:
        raise SystemExit(f"{arguments}: {status}")


def quiet(arguments: tuple[str, ...]) -> tuple[int, str]:
    """Run a command, and return its exit status and what it said."""
    said = StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        status = run(arguments)
    return status, said.getvalue()


def fresh() -> None:
    """Have something to install."""
    write("src", "1.0.0")


def placed() -> None:
    """Have it installed."""
    fresh()
    do("install", *SKILLS, *AT, *YES)


def newer() -> None:
    """Have something newer."""
    placed()
    write("src", "2.0.0")


def edited() -> None:
    """Have edits in what there is something newer of."""
    newer()
    edit("alpha", "beta")


def edit(*names: str) -> None:
    """Write something of somebody's own."""
    for name in names:
        Path("skills", name, "SKILL.md").write_text(f"my own {name}\n")


def updated() -> None:
    """Have a previous version of each."""
    newer()
    do("update", *AT, *YES)


def updated_and_edited() -> None:
    """Have edits over a previous version."""
    updated()
    edit("alpha", "beta")


def rolled_back() -> None:
    """Have rolled back."""
    updated()
    do("rollback", *NAMES, *AT)


def twice_updated_and_edited() -> None:
    """Have edits in the version before, and something newer."""
    updated_and_edited()
    write("src", "3.0.0")
    do("update", *AT, *YES, "--force")
    write("src", "4.0.0")


def locked_otherwise() -> None:
    """Have a lock file of which one skill is missing, one in another version, and one that it does not name."""
    placed()
    write("other", "1.0.0", ("delta",))
    lock = Path("skills.lock").read_bytes()
    do("uninstall", "alpha", *AT)
    do("install", "other/delta", *AT, *YES)
    write("old", "0.9.0", ("beta",))
    do("install", "old/beta", *AT, *YES, "--allow-downgrade", "beta")
    Path("skills.lock").write_bytes(lock)


def foreign() -> None:
    """Have skills that somebody put there."""
    write("skills", "1.0.0")


def spoiled() -> None:
    """Have receipts that cannot be read."""
    placed()
    for name in NAMES:
        Path("skills", name, ".skillpack.json").write_text("{")


COMMANDS = {
    "install": Command(fresh, ("install", *SKILLS, *AT, *YES)),
    "install-newer": Command(newer, ("install", *SKILLS, *AT, *YES)),
    "install-force": Command(edited, ("install", *SKILLS, *AT, *YES, "--force")),
    "install-frozen": Command(locked_otherwise, ("install", *AT, "--frozen")),
    "install-locked": Command(locked_otherwise, ("install", *AT, *YES)),
    "update": Command(newer, ("update", *AT, *YES)),
    "update-force": Command(twice_updated_and_edited, ("update", *AT, *YES, "--force")),
    "rollback": Command(updated, ("rollback", *NAMES, *AT)),
    "rollback-edited": Command(updated_and_edited, ("rollback", *NAMES, *AT)),
    "rollback-undo": Command(rolled_back, ("rollback", *NAMES, *AT, "--undo"), copied=False),
    "uninstall": Command(updated, ("uninstall", "alpha", "beta", *AT)),
    "uninstall-force": Command(updated_and_edited, ("uninstall", "alpha", "beta", *AT, "--force")),
    "uninstall-purge": Command(updated, ("uninstall", *NAMES, *AT, "--purge")),
    "adopt": Command(foreign, ("adopt", "--all", *AT, "--yes")),
    "adopt-force": Command(spoiled, ("adopt", *NAMES, *AT, "--yes", "--force")),
}


def view(folder: str) -> View:
    """Return the files of a folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(Path(folder).rglob("*"))
        if path.is_file()
    }


def skills() -> Mapping[str, View]:
    """Return the skills of the root."""
    return {path.name: view(str(path)) for path in Path("skills").glob("*") if path.is_dir() and path.name[0] != "."}


@dataclass(frozen=True)
class Seen:
    """All that can be told of the root when nothing is under way."""

    skills: Mapping[str, View]
    previous: View
    lock: bytes


def seen() -> Seen:
    """Look at the root."""
    lock = Path("skills.lock").read_bytes() if Path("skills.lock").exists() else b""
    return Seen(skills(), view(".skillpack/skills/previous"), lock)


class Trial:
    """One command, killed at its steps."""

    def __init__(self, base: Path, command: Command) -> None:
        self.command = command
        self.ready, self.place = base / "ready", base / "place"
        shutil.rmtree(base, ignore_errors=True)
        self.place.mkdir(parents=True)
        os.environ["HOME"] = str(base / "home")
        for name in ("CACHE", "STATE", "CONFIG", "DATA"):
            os.environ[f"XDG_{name}_HOME"] = str(base / "home" / name.lower())
        os.chdir(self.place)
        command.before()
        os.chdir(base)
        shutil.copytree(self.place, self.ready, symlinks=True)
        self.reset()
        self.old = seen()
        do(*command.arguments)
        self.new = seen()
        self.fine = quiet(("verify", *AT))[0]
        self.mixed: list[str] = []
        self.unfinished: list[str] = []
        self.kills = 0

    def reset(self) -> None:
        """Make what is there before; paths are the same each time, for receipts name them."""
        os.chdir("/")
        for path in self.place.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        os.chdir(self.place)
        if self.command.copied:
            shutil.copytree(self.ready, self.place, symlinks=True, dirs_exist_ok=True)
        else:
            self.command.before()

    def struck(self, step: int) -> bool:
        """Run the command in a child that is killed before a step, and return whether it was; 0 for after the last."""
        child = os.fork()
        if child == 0:
            try:
                counting = Steps(step or -1, FAULTS["kill"])
                for name in ("swap", "take_name"):
                    defaults = working.__wrapped__.__kwdefaults__  # type: ignore[attr-defined]
                    defaults[name] = _told_swap(defaults[name])
                quiet(self.command.arguments)
                if not step:
                    Path("/dev/shm" if os.access("/dev/shm", os.W_OK) else "/tmp", f"steps-{os.getpid()}").write_text(  # noqa: S108
                        str(-1 - counting.left)
                    )
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        if not step:
            left = Path("/dev/shm" if os.access("/dev/shm", os.W_OK) else "/tmp", f"steps-{child}")  # noqa: S108
            self.steps = int(left.read_text())
            left.unlink()
        return os.WIFSIGNALED(status)

    def check_mixed(self, when: str) -> None:
        """See that a reader finds each skill whole."""
        now = skills()
        for name in {*now, *self.old.skills, *self.new.skills}:
            if now.get(name) not in (self.old.skills.get(name), self.new.skills.get(name)):
                self.mixed.append(f"{when}: {name} is {now.get(name)}")

    def check_whole(self, when: str) -> None:
        """Run the command again, and see that all is as if nobody had been killed."""
        status, said = quiet(self.command.arguments)
        verified = quiet(("verify", *AT))
        now = seen()
        wrong = [
            *(["the skills differ"] if now.skills != self.new.skills else []),
            *(["the previous versions differ"] if now.previous != self.new.previous else []),
            *([f"the lock file is {now.lock.decode()}"] if now.lock != self.new.lock else []),
            *([f"status {status}: {said}"] if status not in self.allowed() else []),
            *([f"verify: {verified}"] if verified[0] != self.fine else []),
            *(f"left behind: {path}" for path in Path(".skillpack/skills/staging").glob("*")),
            *(f"left behind: {path}" for path in Path(".skillpack/skills").glob("lock")),
        ]
        if wrong:
            self.unfinished.append(f"{when}: {'; '.join(wrong)}")

    def allowed(self) -> set[int]:
        """Return how the command may end when it is run again: what is taken out already is not a name to take out."""
        return {0, 2} if self.command.arguments[0] == "uninstall" else {0}

    def run(self, kills: int) -> None:
        """Kill at steps spread over all of them; every second time, kill the command that is run again, too."""
        self.reset()
        self.struck(0)
        self.check_whole("after the last step")
        every = range(1, self.steps + 1)
        for number, step in enumerate(every if not kills else every[:: max(1, -(-self.steps // kills))]):
            self.reset()
            self.kills += self.struck(step)
            when = f"step {step} of {self.steps}"
            self.check_mixed(when)
            if number % 2:
                again = 1 + (step * 7) % max(1, self.steps)
                self.kills += self.struck(again)
                when = f"{when}, then {again}"
                self.check_mixed(when)
            self.check_whole(when)


def main(base: str, command: str, kills: str) -> None:
    """Run one trial."""
    trial = Trial(Path(base, "trial"), COMMANDS[command])
    trial.run(int(kills))
    found = {"steps": trial.steps, "kills": trial.kills, "mixed": trial.mixed, "unfinished": trial.unfinished}
    sys.stdout.write(json.dumps({**found, "verify": trial.fine}))


if __name__ == "__main__":
    main(*sys.argv[1:])
