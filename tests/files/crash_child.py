"""Kills a build before each of its steps on disk, one after the other, and tells whenever the site is then wrong.

A program, run by `test_killed.py`: `crash_child.py BASE CASE STEPS`, where STEPS is `every` or `some`. Forking is safe
here, where there is one thread. It prints one JSON value: the last step that it killed before, and what went wrong.
"""

import errno
import json
import os
import random
import shutil
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from skillpack.errors import OutputError
from skillpack.files.exchange import Swap, system_swap
from skillpack.files.folder import FolderOutput
from skillpack.files.open_folder import FolderEntry
from skillpack.files.staging import WorkerOutput
from skillpack.model.output import OutputFile

STEPS = ("open", "os.", "shutil.", "fcntl.")
SOME = 4  # of so many steps in a row, one is tried
REPAIRS = 40  # steps of a repair, after which it is done
LIST = ".skillpack-site"
HOMES = ("skills/a", "archives/a")
Site = Mapping[str, bytes]

OLD: Site = {
    "index.html": b"old home",
    "catalog.json": b"old catalog",
    "archives/a/a-1.zip": b"archive of a",
    "skills/a/index.html": b"old a",
    "skills/b/index.html": b"b",
    "skills/gone/index.html": b"gone",
    "tags": b"a file that becomes a folder",
    "notes/x": b"a folder that becomes a file",
}
NEW: Site = {
    "index.html": b"new home",
    "catalog.json": b"new catalog",
    "archives/a/a-1.zip": b"archive of a",
    "archives/a/a-2.zip": b"second archive of a",
    "skills/a/index.html": b"new a",
    "skills/b/index.html": b"b",
    "tags/one/index.html": b"tag",
    "notes": b"a file now",
}


@dataclass(frozen=True)
class Case:
    """One way to commit.

    Attributes:
        old: The site before; None for no folder, empty for an empty one.
        foreign: Somebody else's files in it.
        few: As FolderOutput takes it.
        locked_parent: True where the folder above may not be written to.
        mixed: True when a reader between kill and next opening may see old and new files side by side.
        whole: True where steps count from the opening on, not only from `commit` on.
        apart: True where a skill's files are made in a folder of their own, as another process would, and more than are
            wanted.
    """

    old: Site | None
    few: int
    foreign: Site = field(default_factory=dict)
    swap: Swap = system_swap
    locked_parent: bool = False
    mixed: bool = False
    whole: bool = False
    apart: bool = False


def no_swap(_old: FolderEntry, _new: FolderEntry) -> None:
    """Be a system that cannot exchange."""
    raise OSError(errno.ENOSYS, "not here")


def other_layer(_old: FolderEntry, _new: FolderEntry) -> None:
    """Be a file system that cannot rename this folder."""
    raise OSError(errno.EXDEV, "another layer")


CASES = {
    "first": Case(None, 0, whole=True),
    "empty": Case({}, 0),
    "exchange": Case(OLD, 0),
    "three-renames": Case(OLD, 0, swap=no_swap),
    "journal": Case(OLD, 100, mixed=True, whole=True),
    "foreign": Case(OLD, 0, foreign={"CNAME": b"example.com", "skills/gone/mine": b"mine"}, mixed=True),
    "other-layer": Case(OLD, 0, swap=other_layer, mixed=True),
    "inside": Case(OLD, 0, locked_parent=True, mixed=True),
    "apart": Case(None, 0, whole=True, apart=True),
    "apart-exchange": Case(OLD, 0, whole=True, apart=True),
    "apart-journal": Case(OLD, 100, mixed=True, apart=True),
    "inside-first": Case({}, 0, locked_parent=True, mixed=True),
}


def nothing() -> None:
    """Do nothing."""


def build(folder: Path, site: Site, case: Case, committing: Callable[[], None] = nothing) -> None:
    """Build a site."""
    with FolderOutput(folder, few=case.few, swap=case.swap) as output:
        given = {path: OutputFile(path, (content[:3], content[3:])) for path, content in site.items()}
        if case.apart:
            mine = [given.pop(path) for path in site if path.startswith(HOMES)]
            assert output.worker_staging is not None
            made = WorkerOutput(output.worker_staging).make(mine, homes=HOMES)
            WorkerOutput(output.worker_staging).make([OutputFile("skills/a/index.html", (b"of a loser",))], homes=HOMES)
            output.adopt(made)
        for file in given.values():
            output.put(file)
        committing()
        output.commit()


def look(folder: Path) -> dict[str, bytes] | None:
    """Return what a reader sees, without our list and without names that a build in the folder uses meanwhile."""
    if not folder.is_dir():
        return None
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = Path(where, name).relative_to(folder).as_posix()
            if path == LIST or not path.startswith(".skillpack-"):
                found[path] = Path(where, name).read_bytes()
    found.pop(LIST, None)
    return found


def killed_before(step: int, folder: Path, case: Case, *, whole: bool) -> bool:
    """Build in a child that is killed before its n-th step, and return whether it came that far."""
    child = os.fork()
    if child == 0:
        left = step
        counting = whole

        def start() -> None:
            nonlocal counting
            counting = True

        def count(event: str, _arguments: tuple[object, ...]) -> None:
            nonlocal left
            if counting and event.startswith(STEPS):
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(count)
        try:
            build(folder, NEW, case, start)
        except BaseException as error:  # noqa: BLE001
            os.write(2, f"{error!r}\n".encode())
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    if os.waitstatus_to_exitcode(status):
        raise SystemExit("the build failed by itself")
    return False


def prepared(base: Path, case: Case) -> Path:
    """Return a folder that holds the old site and somebody else's files."""
    if base.exists():
        base.chmod(0o755)
        shutil.rmtree(base)
    base.mkdir()
    folder = base / "dist"
    if case.old is not None:
        folder.mkdir()
    if case.old:
        build(folder, case.old, Case(None, 0))
    for path, content in case.foreign.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    if case.locked_parent:
        base.chmod(0o555)
    return folder


def wrong(folder: Path, case: Case, before: Mapping[str, bytes] | None) -> str:
    """Return what is wrong with what a killed build left, empty for nothing."""
    after = {**NEW, **case.foreign}
    now = look(folder)
    if not case.mixed and now not in ([before, after, None] if case.swap is no_swap else [before, after]):
        return f"a reader saw {now}"
    for path, content in (now or {}).items():
        if content not in ((before or {}).get(path), after.get(path)):
            return f"a reader saw a part of `{path}`: {content!r}"
    with FolderOutput(folder, few=case.few, swap=case.swap):
        opened = look(folder)
        if opened not in (before, after):
            return f"after the next opening there was {opened}"
    build(folder, NEW, case)
    if look(folder) != after:
        return f"the next build gave {look(folder)}"
    names = [path.name for path in (*folder.parent.iterdir(), *folder.iterdir())]
    debris = [name for name in names if ".skillpack-" in name and name != LIST]
    return f"left behind: {debris}" if debris else ""


def run(base: Path, case: Case, steps: str) -> tuple[int, list[str]]:
    """Kill a build before each step, and the repair of each fourth such state before each fifth of its steps.

    Args:
        base: Folder to work in.
        case: How to commit.
        steps: Whether `every` step is tried, or `some`, always the same ones.

    Returns:
        The last step, and what was wrong.
    """
    faults: list[str] = []
    choice, width = random.Random("kills"), 1 if steps == "every" else SOME  # noqa: S311 no secret
    last = 0
    for number, first in enumerate(count(1, width), start=1):
        step = first + choice.randrange(width)
        folder = prepared(base, case)
        before = look(folder)
        if not killed_before(step, folder, case, whole=case.whole):
            break
        last = step
        if number % 4 == 0:
            repair = 1 + number // 4 % 5
            while repair < REPAIRS and killed_before(repair, folder, case, whole=True):
                repair += 5
        fault = wrong(folder, case, before)
        if fault:
            faults.append(f"killed before step {step}: {fault}")
    return last, faults


def main(base: str, name: str, steps: str) -> None:
    """Run one case as a user for whom permissions count."""
    if CASES[name].locked_parent and os.geteuid() == 0:
        os.chown(base, 65534, 65534)
        os.setuid(65534)
    try:
        last, faults = run(Path(base, "kill"), CASES[name], steps)
    except OutputError as error:
        last, faults = 0, [f"{error}; {error.__cause__!r}"]
    sys.stdout.write(json.dumps({"steps": last, "faults": faults}))


if __name__ == "__main__":
    main(*sys.argv[1:])
