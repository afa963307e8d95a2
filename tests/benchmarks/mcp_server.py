"""A server of 1,000 skills for agents: `python tests/benchmarks/mcp_server.py FOLDER [--runs 5] [--url]`.

FOLDER holds the skills. Told are the CPU seconds from the start of the command to its first answer, less those that the
SDK takes to be imported (a start waits for nothing else, and other work of the machine does not count); requests over
standard input and output; all pages of `skills/list`; memory; and what it costs to follow the folder while nothing
happens. With `--url` the folder is built, and its site served on 127.0.0.1. The exit code is 1 where an aim is missed.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS / "mcp"), str(TESTS / "end_to_end")]

from measure import run  # noqa: E402
from runtime import Row  # noqa: E402
from served import serve  # noqa: E402
from wire import Wire  # noqa: E402

READY, SEARCH = 0.3, 10.0  # seconds, milliseconds
NONE = float("inf")  # no aim: a number to look at
QUERIES = ("pdf", "test", "validate schema", "a", "no such words")
SDK = (
    "import anyio, anyio.from_thread, mcp_types, mcp.server.lowlevel, mcp.server.stdio, mcp.server.subscriptions, "
    "mcp.server.session"
)
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Print the table, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--url", action="store_true", help="serve the built site too")
    parser.add_argument("--work", type=Path, help="where to work; a temporary folder by default")
    given = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="skillpack-mcp-", dir=given.work))
    os.environ["XDG_CACHE_HOME"] = str(work / "cache")
    print(f"{'':44} {'found':>8} {'aim':>8}      met")
    try:
        rows = []
        for row in (*measures(given.folder, work, given.runs), *(by_url(given.folder, work) if given.url else ())):
            print(row, flush=True)
            rows.append(row)
    finally:
        shutil.rmtree(work)
    return 0 if all(row.met for row in rows) else 1


def measures(folder: Path, work: Path, runs: int) -> Iterator[Row]:
    """Yield what a server over a folder takes."""
    sdk = statistics.median(run((sys.executable, "-c", SDK)).cpu for _ in range(runs))
    yield Row("import the SDK, CPU", sdk, NONE, "s")
    cold = []
    for _ in range(runs):
        shutil.rmtree(work / "cache", ignore_errors=True)
        cold.append(started(folder)[0])
    yield Row("ready after the SDK, nothing cached, CPU", statistics.median(cold) - sdk, READY, "s")
    warm = statistics.median(started(folder)[0] for _ in range(runs))
    yield Row("ready after the SDK, front matter cached, CPU", warm - sdk, READY, "s")
    with Wire(folder) as server:
        server.asked("tools/list")
        found = [1000 * seconds(partial(search, server, QUERIES[each % len(QUERIES)])) for each in range(200)]
        yield Row("skill_search, median", statistics.median(found), SEARCH, "ms")
        yield Row("skill_search, 95 of 100", sorted(found)[190], SEARCH, "ms")
        found = [1000 * seconds(lambda: server.asked("tools/list")) for _ in range(50)]
        yield Row("tools/list, median", statistics.median(found), SEARCH, "ms")
        yield Row("skills/list, all pages", seconds(lambda: pages(server)), NONE, "s")
        yield Row("skills/list, all pages again", seconds(lambda: pages(server)), NONE, "s")
        time.sleep(2)
        before = cpu(server.process.pid)
        time.sleep(15)
        yield Row(
            "following the folder while nothing happens", (cpu(server.process.pid) - before) / 15 * 100, NONE, "%"
        )
        yield Row("memory", memory(server.process.pid), NONE, "MB")


def by_url(folder: Path, work: Path) -> Iterator[Row]:
    """Yield what a server over a built site takes."""
    site = work / "site"
    build = (sys.executable, "-m", "skillpack", "build", str(folder), "-o", str(site))
    subprocess.run(build, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    with serve(site) as host:
        yield Row("by URL: the first answer, nothing cached", started(host.url)[1], NONE, "s")
        yield Row("by URL: requests for that", len(host.taken()), NONE, "")
        yield Row("by URL: the first answer again", started(host.url)[1], NONE, "s")
        yield Row("by URL: requests for that", len(host.taken()), NONE, "")
        with Wire(host.url) as server:
            server.asked("tools/list")
            uris = [each["uri"] for each in server.asked("resources/list")["resources"]][:50]
            found = [1000 * seconds(partial(server.asked, "resources/read", uri=uri)) for uri in uris]
            yield Row("by URL: resources/read, median", statistics.median(found), NONE, "ms")


def started(where: Path | str) -> tuple[float, float]:
    """Return the CPU seconds and the seconds from the start of a server to its first answer."""
    begin = time.perf_counter()
    with Wire(where) as server:
        server.asked("tools/list")
        return cpu(server.process.pid), time.perf_counter() - begin


def search(server: Wire, query: str) -> None:
    """Call the tool of a model."""
    server.asked("tools/call", name="skill_search", arguments={"query": query})


def pages(server: Wire) -> int:
    """Return how many skills all pages hold."""
    page = server.asked("skills/list")
    count = len(page["skills"])
    while "nextCursor" in page:
        page = server.asked("skills/list", cursor=page["nextCursor"])
        count += len(page["skills"])
    return count


def seconds(work: Callable[[], object]) -> float:
    """Return how long some work takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def cpu(pid: int) -> float:
    """Return the CPU seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> float:
    """Return the megabytes that a process has held at most."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


if __name__ == "__main__":
    sys.exit(main())
