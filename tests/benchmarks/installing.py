"""P13, what installing costs: `python tests/benchmarks/installing.py --generator GENERATOR [--folder DIR]`.

GENERATOR is called as for `run.py`. The work is done below DIR, so that a folder in memory and one on a disk can be
held against each other. Rows: unpacking alone (archives read strictly, files written, nothing synced), one transaction
for all skills that places one by one, or in lots that share their waits for the disk, the same without any wait, the
whole command, and `npx skills add` of the same folder where that package is installed. Figures are medians of runs
that alternate.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from measure import run

from skillpack.archive.read import read_archive
from skillpack.archive.write import write_zip
from skillpack.files import disk
from skillpack.files.read import read_tree
from skillpack.install.root.receipt import placed_files
from skillpack.install.root.root import find_root
from skillpack.install.root.transaction import working
from skillpack.model.digest import tree_digest
from skillpack.model.installed import Provenance, Receipt, SourceKind
from skillpack.model.limits import Limits
from skillpack.model.tree import Tree

LIMITS = Limits()
SKILLPACK = (sys.executable, "-m", "skillpack")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of one run."""

    wall: float
    cpu: float


def received(content: bytes, name: str) -> tuple[Tree, Receipt]:
    """Return an archive as an installer gets it: read strictly, every file hashed."""
    tree = read_archive(content, LIMITS)
    return tree, Receipt(name, "1.0.0", tree_digest(tree), Provenance(SourceKind.FOLDER, "/skills"), placed_files(tree))


def unpack(archives: Mapping[str, bytes], base: Path) -> None:
    """Read archives and write their files, no more."""
    for name, content in archives.items():
        for path, text in read_archive(content, LIMITS).files.items():
            place = base / "skills" / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text)


def place_each(archives: Mapping[str, bytes], base: Path) -> None:
    """Install one by one."""
    with working(find_root(base / "skills"), LIMITS) as transaction:
        for name, content in archives.items():
            transaction.install(*received(content, name))


def place_lots(archives: Mapping[str, bytes], base: Path) -> None:
    """Install in lots."""
    with working(find_root(base / "skills"), LIMITS) as transaction:
        transaction.install_all(received(content, name) for name, content in archives.items())


def place_unsynced(archives: Mapping[str, bytes], base: Path) -> None:
    """Install in lots on a system that does not bring anything to the disk."""
    fsync, library = os.fsync, disk.LIBRARY
    try:
        os.fsync, disk.LIBRARY = (lambda _: None), None
        place_lots(archives, base)
    finally:
        os.fsync, disk.LIBRARY = fsync, library


WAYS: Mapping[str, Callable[[Mapping[str, bytes], Path], None]] = {
    "unpack, no sync": unpack,
    "place, one by one": place_each,
    "place, in lots": place_lots,
    "place, in lots, no sync": place_unsynced,
}


def measured(way: Callable[[Mapping[str, bytes], Path], None], archives: Mapping[str, bytes], base: Path) -> Cost:
    """Run one way in an empty folder of a settled disk."""
    shutil.rmtree(base, ignore_errors=True)
    base.mkdir(parents=True)
    os.sync()
    wall, cpu = time.perf_counter(), time.process_time()
    way(archives, base)
    return Cost(time.perf_counter() - wall, time.process_time() - cpu)


def whole_command(command: tuple[str, ...], base: Path, cwd: Path) -> Cost:
    """Run a whole command whose home is in an empty folder."""
    shutil.rmtree(base, ignore_errors=True)
    cwd.mkdir(parents=True)
    os.environ.update(HOME=str(base), XDG_STATE_HOME=str(base / "state"), XDG_CACHE_HOME=str(base / "cache"))
    done = run(command, cwd=cwd)
    if done.status:
        raise SystemExit(f"exit {done.status}: {' '.join(command)}")
    return Cost(done.wall, done.cpu)


def table(skills: Path, base: Path, runs: int) -> None:
    """Print what each way costs."""
    archives = {path.name: write_zip(read_tree(path, LIMITS)) for path in sorted(skills.iterdir())}
    costs: dict[str, list[Cost]] = {}
    install = (*SKILLPACK, "install", str(skills), "--root", str(base / "work" / "skills"), "--yes")
    peer = ("npx", "--no-install", "skills", "add", str(skills), "--yes", "--copy", "--agent", "claude-code")
    has_peer = subprocess.run([*peer[:3], "--version"], capture_output=True, check=False).returncode == 0
    for _ in range(runs):
        for name, way in WAYS.items():
            costs.setdefault(name, []).append(measured(way, archives, base / "work"))
        costs.setdefault("skillpack install", []).append(whole_command(install, base / "work", base / "work" / "in"))
        if has_peer:
            costs.setdefault("npx skills add", []).append(whole_command(peer, base / "work", base / "work" / "in"))
    plain = statistics.median(each.cpu for each in costs["unpack, no sync"])
    print(f"{len(archives)} skills, {sum(map(len, archives.values())):,} bytes of archives, medians of {runs}")
    for name, found in costs.items():
        wall, cpu = (statistics.median(getattr(each, field) for each in found) for field in ("wall", "cpu"))
        print(f"{name:26} {wall:8.3f} s wall {cpu:8.3f} s CPU {cpu / plain:6.2f} x unpacking")
    if has_peer:
        ours, theirs = (statistics.median(each.cpu for each in costs[name]) for name in list(costs)[-2:])
        print(f"P13 {ours / theirs:.2f}, must be <= 0.2")
    else:
        print("P13 not run: the package `skills` of npm is not installed")


def main() -> None:
    """Read the arguments and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generator", type=Path, required=True)
    parser.add_argument("--skills", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        skills = Path(folder, "source")
        command = [sys.executable, given.generator, str(given.skills), skills]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        table(skills, Path(folder), given.runs)


if __name__ == "__main__":
    main()
