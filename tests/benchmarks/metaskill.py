"""What a run of a metaskill costs beside its own work: `python tests/benchmarks/metaskill.py [--runs 100]`.

The program returns at once, so that what is measured is the start of its process, the engine's import, the frames, the
sandbox and the end of the process. Below it stands what no worker can do without: Python's own start, and that start
with `json`, which the engine imports to hand values over. The aim is a multiple of the latter, because a machine that
others use is slower at all three. Each row is the median of its runs, which take turns; the exit code is 1 where the
aim is missed. Unset `PYTHONDONTWRITEBYTECODE`: else the worker is compiled for each run.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.session import Session
from skillpack.runtime.store import load_skills
from skillpack.runtime.toolsets.metaskill import run_metaskill

AIM = 1.5  # times the start of Python with `json`
RUN, FLOOR = "run of a program that returns at once", "Python with json"
SKILL = (
    "---\nname: empty\ndescription: Does nothing. Use when nothing is to be done.\n---\n\nInput keys:\n\n- `a`: any.\n"
)


def main() -> int:
    """Print the table, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=100)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory(prefix="skillpack-metaskill-") as work:
        session = Session(load_skills(workspace_dir=written(Path(work))), DIALECTS["metaskill"])
        jobs: dict[str, Callable[[], object]] = {
            RUN: lambda: run_metaskill(session, "empty", {"a": 1}),
            "Python alone": lambda: python("pass"),
            FLOOR: lambda: python("import json"),
        }
        found = {what: statistics.median(each) for what, each in in_turn(jobs, runs).items()}
    for what, milliseconds in found.items():
        print(f"{what:40} {milliseconds:6.1f} ms")
    ratio = found[RUN] / found[FLOOR]
    print(f"{'run / Python with json':40} {ratio:6.2f}     aim {AIM:.2f}, {'met' if ratio <= AIM else 'MISSED'}")
    return 0 if ratio <= AIM else 1


def written(root: Path) -> Path:
    """Write a metaskill that does nothing, and return its root."""
    folder = root / "empty"
    folder.mkdir()
    (folder / "SKILL.md").write_text(SKILL, encoding="utf-8")
    (folder / "SKILL.star").write_text("def run(input):\n    return {}\n", encoding="utf-8")
    return root


def python(program: str) -> None:
    """Run a line of Python, as the worker is run."""
    argv = (sys.executable, "-I", "-S", "-B", "-c", program)
    subprocess.run(argv, stdin=subprocess.DEVNULL, env={}, cwd="/", check=True)


def in_turn(jobs: dict[str, Callable[[], object]], runs: int) -> dict[str, list[float]]:
    """Return how long each job took, in milliseconds; the first turn warms the machine and is not counted."""
    found: dict[str, list[float]] = {what: [] for what in jobs}
    for _ in range(runs + 1):
        for what, job in jobs.items():
            started = time.perf_counter()
            job()
            found[what].append((time.perf_counter() - started) * 1000)
    return {what: each[1:] for what, each in found.items()}


if __name__ == "__main__":
    sys.exit(main())
