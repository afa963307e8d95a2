"""The figures that the project aims at: `python tests/benchmarks/targets.py [--runs 3] [--only P4,P5] [--growth FILE]`.

It prints one table of each aim, the figure of this machine, and how much of the aim that is. Figures of builds and
their memory come from a `growth.json` of `growth.py`, that of the documentation by default. All others are measured
now, in turns: each round measures every one once, so that a busy minute of the machine is not that of one figure.
Medians are shown. Nothing fails where an aim is missed.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import mcp_server
import reload
import runtime
from growth import DATA, Cost, exponents, read_costs, write_skills
from measure import run

SKILLPACK = (sys.executable, "-m", "skillpack")
FEW, MANY, LARGE = 1_000, 10_000, 100_000
_OLD = 1_700_000_000


@dataclass(frozen=True, slots=True)
class Target:
    """An aim, and what was found; none where it was not measured."""

    name: str
    what: str
    aim: float
    unit: str
    found: float | None

    def __str__(self) -> str:
        start = f"{self.name:5} {self.what:48} {self.aim:8.2f} {self.unit:4}"
        if self.found is None:
            return f"{start} not measured"
        return f"{start} {self.found:8.2f} {self.found / self.aim:6.2f} {'yes' if self.found <= self.aim else 'NO'}"


def of_builds(costs: Sequence[Cost]) -> Iterator[Target]:
    """Yield what was measured of builds before."""
    by = {(each.skills, each.state): each for each in costs}
    for skills, aim in ((FEW, 0.2), (MANY, 0.7)):
        idle = by.get((skills, "unchanged"))
        yield Target("P4", f"nothing changed, {skills:,}, wall", aim, "s", idle.wall if idle else None)
    for skills, aim in ((FEW, 0.35), (MANY, 1.5)):
        idle, one = by.get((skills, "unchanged")), by.get((skills, "one changed"))
        more = one.wall - idle.wall if one and idle else None
        yield Target("P5", f"one changed, beyond nothing changed, {skills:,}", aim, "s", more)
    for skills, aim in ((MANY, 250), (LARGE, 1000)):
        cold = by.get((skills, "cold"))
        yield Target("P9", f"largest process, cold, {skills:,}", aim, "MB", cold.largest if cold else None)
    grown = [(state, few, many, by_field["cpu"]) for state, few, many, by_field in exponents(costs)]
    for state, aim in (("cold", 1.05), ("one changed", 0.3)):
        of_state = [each for each in grown if each[0] == state]
        for _, few, many, exponent in of_state:
            yield Target("P11", f"exponent of CPU, {state}, {few:,} to {many:,}", aim, "", exponent)
        if not of_state:
            yield Target("P11", f"exponent of CPU, {state}", aim, "", None)


def settled(folder: Path, count: int) -> Path:
    """Return a folder of so many skills that are old enough to be believed."""
    write_skills(folder, count)
    for path in folder.rglob("*"):
        os.utime(path, (_OLD, _OLD))
    return folder


class Builds:
    """A catalog of 1,000 skills that was built, and one of ten that is built anew each time."""

    def __init__(self, work: Path) -> None:
        self.work, self.edits = work, 0
        self.skills, self.ten = settled(work / "skills", FEW), settled(work / "ten", 10)
        self.again = (*SKILLPACK, "build", str(self.skills), "-o", str(work / "out"), "--cache", str(work / "cache"))
        run(self.again)
        time.sleep(reload.SETTLED)
        run(self.again)

    def idle(self) -> float:
        """Return the seconds of a build with nothing to do."""
        return run(self.again).wall

    def one(self) -> float:
        """Return the seconds that a build with one skill changed takes longer than one with nothing to do."""
        idle = self.idle()
        self.edits += 1
        page = min(self.skills.glob("*/SKILL.md"))
        page.write_text(f"{page.read_text()}\nEdit {self.edits}.\n")
        os.utime(page, (_OLD + self.edits,) * 2)
        return run(self.again).wall - idle

    def cold(self) -> float:
        """Return the seconds of a cold build of ten skills."""
        out = self.work / "few"
        shutil.rmtree(out, ignore_errors=True)
        return run((*SKILLPACK, "build", str(self.ten), "-o", str(out), "--no-cache")).wall

    def start(self) -> float:
        """Return what a start costs over one that imports click, in CPU."""
        return run((*SKILLPACK, "--version")).cpu / run((sys.executable, "-c", "import click")).cpu

    def load(self) -> float:
        """Return the seconds of a process that loads all skills."""
        return run((sys.executable, "-W", "ignore", "-c", runtime.LOADERS["store"], str(self.skills))).wall

    def load_again(self) -> float:
        """Return the milliseconds of a load that finds what was parsed before."""
        return runtime.again(self.skills, self.work / "loaded", 1).found

    def mcp(self) -> float:
        """Return the CPU seconds of a server for agents until its first answer, beyond those of importing the SDK."""
        return mcp_server.started(self.skills)[0] - run((sys.executable, "-c", mcp_server.SDK)).cpu

    def reloaded(self) -> float:
        """Return the seconds from saving a body until a browser has the page, as in `reload.py`."""
        copy = self.work / "previewed"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.skills, copy)
        with reload.served(copy) as port:
            return statistics.median(reload.measured(port, copy, "body"))

    def kept(self) -> float:
        """Return the megabytes that the metadata of 10,000 skills takes."""
        home = self.work / "memory"
        shutil.rmtree(home, ignore_errors=True)
        runtime.written(self.skills, home / "few", FEW)  # what the library is warmed with
        return runtime.memory(runtime.written(self.skills, home / "many", MANY)).found


def measures(builds: Builds) -> dict[str, tuple[str, float, str, Callable[[], float]]]:
    """Return what is measured now, by the name of the target and a letter."""
    return {
        "P4": (f"nothing changed, {FEW:,}, wall, now", 0.2, "s", builds.idle),
        "P5": (f"one changed, beyond that, {FEW:,}, now", 0.35, "s", builds.one),
        "P5b": (f"preview: saved to reloaded, {FEW:,}", 0.3, "s", builds.reloaded),
        "P5c": ("ten skills, cold, wall", 0.7, "s", builds.cold),
        "P12": ("--version / import click, CPU", 1.25, "", builds.start),
        "P16": (f"load_skills of {FEW:,}, new process, wall", 1.0, "s", builds.load),
        "P16w": (f"load_skills of {FEW:,}, parsed before", 150, "ms", builds.load_again),
        "P16m": (f"metadata of {MANY:,} in memory", 30, "MB", builds.kept),
        "P17": (f"mcp of {FEW:,} ready, beyond its SDK, CPU", 0.3, "s", builds.mcp),
    }


def found(work: Path, names: Iterable[str], runs: int) -> Iterator[Target]:
    """Yield what is measured now: every one in each round, but once what is many edits itself or does not vary."""
    wanted = {name: each for name, each in measures(Builds(work)).items() if name in names}
    figures: dict[str, list[float]] = {name: [] for name in wanted}
    for turn in range(runs):
        for name, (*_, measure) in wanted.items():
            if turn == 0 or name not in {"P5b", "P16m"}:
                figures[name].append(measure())
    for name, (what, aim, unit, _) in wanted.items():
        yield Target(name, what, aim, unit, statistics.median(figures[name]))


ALL = ("P4", "P5", "P5b", "P5c", "P12", "P16", "P16w", "P16m", "P17")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="rounds")
    parser.add_argument("--only", default=",".join(ALL), help="what is measured now; nothing: only what was before")
    parser.add_argument("--growth", type=Path, default=DATA, help="a `growth.json`")
    parser.add_argument("--work", type=Path, help="where to work; a temporary folder by default")
    given = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="skillpack-targets-", dir=given.work))
    os.environ["XDG_CACHE_HOME"] = str(work / "user")
    load = os.getloadavg()[0]
    try:
        names = set(filter(None, given.only.split(",")))
        print(f"load {load:.1f}\n{'':5} {'what':48} {'aim':>8} {'':4} {'found':>8} {'ratio':>6} met")
        with suppress(FileNotFoundError):
            print(*of_builds(read_costs(given.growth)), sep="\n", flush=True)
        if names:
            print(*found(work, names, given.runs), sep="\n")
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
