"""Programs and processes that mean harm: each ends as a bounded error, and leaves nothing."""

import sys
import textwrap
import threading
import tomllib
from concurrent.futures import Future
from functools import partial
from pathlib import Path

import pytest

from skillpack.errors import MetaskillError
from skillpack.metaskill.command import run_command
from skillpack.metaskill.grant import Question, RunLimits

LIMITS = RunLimits(seconds=2, memory=256 * 2**20)
LONGEST_MESSAGE = 5000
WAITS = "\ntime.sleep(86400)"

_DATA = tomllib.loads(Path(__file__).with_name("hostile.toml").read_text(encoding="utf-8"))
PROGRAMS, WORKERS, ESCAPES, WORKER_START = (_DATA[each] for each in ("programs", "workers", "escapes", "worker_start"))


BUSY = ("endless loop", "nested loops", "growing number")
"""Programs that calculate until their time is up."""

SILENT = (
    *("silent", "output closed", "endless output", "half a frame"),
    *("deep JSON", "long failure", "never reads", "child"),
)
"""Processes that are waited for until their time is up; some do not read what is written to them."""

QUIET = tuple(name for name in ESCAPES if "forks without end" not in name)
"""Those that escape once, so that many can do it at once."""


def run_harm(go, name: str) -> object:
    source = "def run(input):\n" + textwrap.indent(PROGRAMS[name], "    ")
    return go(source, ask=lambda question: question.prompt, allowed=[["true"]], limits=LIMITS)


def run_worker(go, name: str, mark: str, seconds: float = 1) -> object:
    argv = (sys.executable, "-I", "-S", "-c", WORKER_START + WORKERS[name], mark)
    limits = RunLimits(seconds=seconds)
    return go("", {"key": "x" * 500_000}, ask=lambda question: question.prompt, argv=argv, limits=limits)


def run_escape(go, name: str, then: str, mark: str, seconds: float = 1) -> object:
    argv = (sys.executable, "-I", "-S", "-c", WORKER_START + ESCAPES[name] + then, mark)
    return go("", argv=argv, limits=RunLimits(seconds=seconds))


def run_waiting_command(folder: Path, name: str, mark: str, seconds: float = 1) -> object:
    argv = [sys.executable, "-I", "-S", "-c", f"{WORKER_START}{ESCAPES[name]}{WAITS}", mark]
    return run_command(argv, folder=folder, timeout=seconds, most_bytes=1000, env={})


@pytest.fixture(scope="module")
def busy(at_once) -> dict[str, Future[object]]:
    """Give what becomes of the programs that calculate until their time is up."""
    return at_once({name: partial(run_harm, name=name) for name in BUSY})


@pytest.fixture(scope="module")
def waiting(at_once, mark, tmp_path_factory) -> dict[str, Future[object]]:
    """Give what becomes of all that waits until its time is up, which is longer, for they start at once."""
    folder = tmp_path_factory.mktemp("commands")
    return at_once(
        {name: partial(run_worker, name=name, mark=mark, seconds=2) for name in SILENT}
        | {f"escape {name}": partial(run_escape, name=name, then=WAITS, mark=mark, seconds=2) for name in QUIET}
        | {f"command {name}": lambda _, name=name: run_waiting_command(folder, name, mark, 2) for name in QUIET}
    )


@pytest.mark.demand("K16", "K21", "K22", "K25")
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_that_means_harm_ends_as_a_bounded_error(go, name, busy) -> None:
    with pytest.raises(MetaskillError) as caught:
        busy[name].result() if name in busy else run_harm(go, name)
    assert len(str(caught.value)) < LONGEST_MESSAGE


@pytest.mark.usefixtures("leaves_nothing")
def test_endless_entries_end_as_a_bounded_trace(go) -> None:
    result = go("def run(input):\n    for i in range(1000):\n        trace('x' * 1000, {'i': 'y' * 3000})\n")
    assert len(result.trace) == 101
    assert result.trace[-1] == {"kind": "truncated", "data": {"dropped": 900}}
    assert len(result.text) <= 20_000


@pytest.mark.demand("K25", "K29")
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize("name", WORKERS)
def test_a_process_that_does_not_keep_to_the_protocol_ends_as_a_bounded_error(go, name, mark, waiting) -> None:
    with pytest.raises(MetaskillError) as caught:
        waiting[name].result() if name in waiting else run_worker(go, name, mark)
    assert len(str(caught.value)) < LONGEST_MESSAGE


@pytest.mark.demand("K22", "K25")
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize("then", ["", WAITS], ids=["that ends", "that waits"])
@pytest.mark.parametrize("name", ESCAPES)
def test_nothing_outlives_the_process_of_a_program(go, name, then, mark, waiting) -> None:
    with pytest.raises(MetaskillError):
        waiting[f"escape {name}"].result() if then and name in QUIET else run_escape(go, name, then, mark)


@pytest.mark.demand("K19", "K22")
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize("name", ESCAPES)
def test_nothing_outlives_a_command(tmp_path, name, mark) -> None:
    code = f"print('begun', flush=True)\n{WORKER_START}{ESCAPES[name]}"
    argv = [sys.executable, "-I", "-S", "-c", code, mark]
    done = run_command(argv, folder=tmp_path, timeout=60, most_bytes=1000, env={})
    assert (done.exit_code, done.output) == (0, "begun\n")


@pytest.mark.demand("K19", "K22")
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize("name", ESCAPES)
def test_nothing_outlives_a_command_whose_time_is_up(tmp_path, name, mark, waiting) -> None:
    done = waiting[f"command {name}"].result() if name in QUIET else run_waiting_command(tmp_path, name, mark)
    assert (done.exit_code, done.timed_out) == (None, True)


@pytest.mark.demand("K22", "K25")
@pytest.mark.usefixtures("leaves_nothing")
@pytest.mark.parametrize("source", ["while_", "command(['sleep', '60'])", "for i in range(1000000000):\n        pass"])
def test_a_run_that_is_cancelled_ends(go, source) -> None:
    cancelled = threading.Event()
    if source == "while_":
        cancelled.set()
        source = "pass"
    timer = threading.Timer(0.5, cancelled.set)
    timer.start()
    with pytest.raises(MetaskillError, match=r"^cancelled$"):
        go(f"def run(input):\n    {source}\n", allowed=[["sleep"]], cancelled=cancelled)
    timer.cancel()
    timer.join()


@pytest.mark.demand("K21", "K22")
def test_a_question_that_nobody_answers_ends_with_the_time_of_the_run(go) -> None:
    asked, over = threading.Event(), threading.Event()

    def ask(_: Question) -> str:
        asked.set()
        over.wait(60)
        return ""

    with pytest.raises(MetaskillError, match=r"^metaskill timeout \(1s\) exceeded$"):
        go("def run(input):\n    ask('x')\n", ask=ask, limits=RunLimits(seconds=1))
    assert asked.is_set()
    over.set()
