"""Loading, keeping and searching skills at run time: `python tests/benchmarks/runtime.py FOLDER [--runs 5]`.

The skill files of FOLDER are written again under numbered names, until there are 1,000 and 10,000. Loading is measured
as a new process, imports included, with files that were read before; its memory is that of what a library
knows before any body is read, by tracemalloc; a search is that of a session over a store. The exit code is 1 where an
aim is missed.
"""

import argparse
import logging
import os
import shutil
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from measure import run

from skillpack.runtime.library import SkillLibrary
from skillpack.runtime.session import Session
from skillpack.runtime.store import load_skills

FEW, MANY = 1_000, 10_000
QUERIES = ("pdf", "test", "write a document", "a", "no such words")
LOADERS = {
    "store": "from skillpack import load_skills; import sys; len(load_skills(global_dir=sys.argv[1]))",
    "library": "from skillpack import SkillLibrary; import sys; len(SkillLibrary(sys.argv[1]))",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was measured, in the unit of its aim."""

    what: str
    found: float
    aim: float
    unit: str

    @property
    def met(self) -> bool:
        return self.found <= self.aim

    def __str__(self) -> str:
        return f"{self.what:44} {self.found:8.2f} {self.aim:8.2f} {self.unit:4} {'yes' if self.met else 'NO'}"


def main() -> int:
    """Print the table, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="with skills at any depth")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--work", type=Path, help="where to work; a temporary folder by default")
    given = parser.parse_args()
    logging.disable(logging.WARNING)  # what no host loads is skipped, and of no interest here
    work = Path(tempfile.mkdtemp(prefix="skillpack-runtime-", dir=given.work))
    try:
        few, many = written(given.folder, work / "few", FEW), written(given.folder, work / "many", MANY)
        rows = [*loads(few, given.runs), again(few, work / "cache", given.runs), memory(many), *searches(many)]
    finally:
        shutil.rmtree(work)
    print(f"{'':44} {'found':>8} {'aim':>8}      met")
    for row in rows:
        print(row)
    return 0 if all(row.met for row in rows) else 1


def written(folder: Path, root: Path, count: int) -> Path:
    """Write as many skills as are asked for, each of another name, and return their root."""
    files = sorted(folder.rglob("SKILL.md"))
    if not files:
        raise SystemExit(f"there is no skill in {folder}")
    for number, file in enumerate(islice(cycle(files), count)):
        name = f"skill-{number:05}"
        (root / name).mkdir(parents=True)
        head, _, rest = file.read_text(encoding="utf-8", errors="replace").partition("\nname:")
        text = f"{head}\nname: {name}\n{rest.partition(chr(10))[2]}"
        (root / name / "SKILL.md").write_text(text, encoding="utf-8")
    return root


def loads(root: Path, runs: int) -> Iterator[Row]:
    """Yield how long a new process takes to load a root, the median in seconds."""
    for kind, program in LOADERS.items():
        command = (sys.executable, "-W", "ignore", "-c", program, str(root))
        found = [run(command) for _ in range(runs + 1)][1:]  # the first one warms the cache of pages
        if any(each.status for each in found):
            raise SystemExit(f"loading a {kind} failed")
        yield Row(f"load {FEW:,} skills, {kind}", statistics.median(each.wall for each in found), 1.0, "s")


def again(root: Path, cache: Path, runs: int) -> Row:
    """Return how long a load takes of what was parsed before, imports left out; files are old enough to be believed."""
    for path in (root, *root.rglob("*")):
        os.utime(path, (1, 1))
    load_skills(global_dir=root, cache=cache)
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        load_skills(global_dir=root, cache=cache)
        seconds.append(time.perf_counter() - started)
    return Row(f"load {FEW:,} skills again, by the cache", statistics.median(seconds) * 1000, 150.0, "ms")


def memory(root: Path) -> Row:
    """Return what a library keeps before a body is read."""
    SkillLibrary(root.parent / "few").list_skills()  # what is made once is not counted
    tracemalloc.start()
    library = SkillLibrary(root)
    count, (kept, _) = len(library), tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return Row(f"keep the metadata of {count:,} skills", kept / 1e6, 30.0, "MB")


def searches(root: Path) -> Iterator[Row]:
    """Yield how long each of some searches takes, the median of five."""
    session = Session(load_skills(global_dir=root))
    for text in QUERIES:
        seconds = []
        for _ in range(5):
            started = time.perf_counter()
            session.search(text)
            seconds.append(time.perf_counter() - started)
        count = len(session.metadata())
        yield Row(f"search {count:,} skills: {text!r}", statistics.median(seconds) * 1000, 20.0, "ms")


if __name__ == "__main__":
    sys.exit(main())
