"""Measuring whole processes: CPU seconds of everything a command started, wall seconds, peak memory."""

import ctypes
import os
import statistics
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_SUBREAPER = (
    36  # PR_SET_CHILD_SUBREAPER of <linux/prctl.h>: orphans of our children become ours, so that none is missed
)


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a command.

    Attributes:
        cpu: User and system seconds, all processes it started included.
        wall: Seconds until the command itself ended.
        peak: Kilobytes of the largest of its processes.
    """

    cpu: float
    wall: float
    peak: int
    status: int


def run(command: Sequence[str], *, cwd: Path | None = None, output: Path | None = None) -> Run:
    """Return what a command cost; what it prints goes to a file or nowhere."""
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    with Path(output or os.devnull).open("wb") as sink:
        started = time.perf_counter()
        process = subprocess.Popen(command, cwd=cwd, stdout=sink, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
    process.returncode = status
    cpu, peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss
    while True:
        try:
            _, _, usage = os.wait4(-1, 0)
        except ChildProcessError:
            break
        cpu += usage.ru_utime + usage.ru_stime
        peak = max(peak, usage.ru_maxrss)
    return Run(cpu, wall, peak, os.waitstatus_to_exitcode(status))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two commands that were run in turn."""

    ours: tuple[Run, ...]
    theirs: tuple[Run, ...]

    def ratio(self, field: str) -> float:
        """Return the median over the pairs of ours / theirs."""
        pairs = zip(self.ours, self.theirs, strict=True)
        return statistics.median(getattr(a, field) / max(getattr(b, field), 1e-9) for a, b in pairs)

    def median(self, field: str) -> tuple[float, float]:
        """Return the medians of ours and theirs."""
        mine = statistics.median(getattr(each, field) for each in self.ours)
        return mine, statistics.median(getattr(each, field) for each in self.theirs)
