"""From saving a file to the reloaded page: `python tests/benchmarks/reload.py --generator GENERATOR [--skills 1000]`.

GENERATOR is a program that is called with a number and a folder, and writes that many synthetic skills there. A preview
of them is opened; then a body is edited, or a description, and the page of that skill is asked for as soon as the event
comes on which a browser reloads. Told are the medians of nine edits each, in seconds since the file was saved.
"""

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

EDITS = 9
MUST = 0.3  # seconds
SETTLED = 2.5  # seconds after which an edited file is trusted by its times
PATIENCE = 120.0  # seconds


@contextmanager
def served(folder: Path) -> Iterator[int]:
    """Serve a catalog, and give the port once its first build is there."""
    command = (sys.executable, "-m", "skillpack", "serve", str(folder), "--port", "18787")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        if process.stdout is None:
            raise RuntimeError(command)
        yield urlsplit(process.stdout.readline().strip()).port or 0
    finally:
        process.terminate()
        process.wait()


@dataclass(frozen=True, slots=True)
class Edit:
    """A file that is to be saved, the page that shows it, and what is new there."""

    file: Path
    text: str
    page: str
    mark: str


def reloaded(port: int, edit: Edit) -> float:
    """Return the seconds from saving a file until a waiting browser has the page that shows it."""
    events = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    events.request("GET", "/__skillpack/events")
    with closing(events), events.getresponse() as told:
        first = _told(told)
        started = time.perf_counter()
        edit.file.write_text(edit.text, encoding="utf-8")
        while _told(told) == first or edit.mark not in _page(port, edit.page):
            pass
        return time.perf_counter() - started


def _told(events: Iterable[bytes]) -> str:
    """Return the next generation of the site that a waiting browser is told of."""
    return next(line.decode() for line in events if line.startswith(b"data: "))


def _page(port: int, path: str) -> str:
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as asking:
        asking.request("GET", f"/{path}")
        return asking.getresponse().read().decode()


def edits(folder: Path, kind: str) -> Iterator[Edit]:
    """Yield edits, each of another skill."""
    names = sorted(path.parent.name for path in folder.glob("*/SKILL.md"))
    for number in range(EDITS):
        name = names[(number * 97 + (kind == "body")) % len(names)]
        file, mark = folder / name / "SKILL.md", f"Zanzibar{number}"
        text = file.read_text(encoding="utf-8")
        about = re.sub("(?m)^(description: )", rf"\g<1>{mark} ", text, count=1)
        yield Edit(file, f"{text}\n{mark} it.\n" if kind == "body" else about, f"skills/{name}/index.html", mark)


def measured(port: int, folder: Path, kind: str) -> list[float]:
    """Return the seconds of each edit."""
    found = []
    for edit in edits(folder, kind):
        time.sleep(SETTLED)
        found.append(reloaded(port, edit))
    return found


def main() -> None:
    """Print the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generator", type=Path, required=True)
    parser.add_argument("--skills", type=int, default=1000)
    parser.add_argument("--work", type=Path, help="where to work; a temporary folder by default")
    given = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="skillpack-reload-", dir=given.work))
    try:
        folder = work / "skills"
        subprocess.run(
            [sys.executable, given.generator, str(given.skills), folder], check=True, stdout=subprocess.DEVNULL
        )
        with served(folder) as port:
            for kind in ("body", "description"):
                seconds = measured(port, folder, kind)
                median = statistics.median(seconds)
                met = "yes" if median <= MUST else "NO"
                each = " ".join(f"{second:.2f}" for second in seconds)
                print(f"P5b {kind} of one of {given.skills}: {median * 1000:.0f} ms, must <= 300 ms: {met}  ({each})")
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
