"""Work handed out in order, a few chunks ahead, by whatever executes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from skillpack.builder.executor import WORTH_PROCESSES, Workers, chosen, run_tasks
from skillpack.errors import SkillpackError, UsageError


class Late(Executor):
    """An executor that does a task only when its result is asked for; it notes how many wait at once.

    Args:
        failing: Number of the task that it does not get done.
        error: What it raises then.
    """

    def __init__(self, failing: int = -1, error: type[Exception] = RuntimeError) -> None:
        self.submitted: list[Future[str]] = []
        self.most = 0
        self.failing = failing
        self.error = error

    def submit(self, fn: Callable[..., str], /, *args: object, **kwargs: object) -> Future[str]:
        number = len(self.submitted)
        error = self.error("broken") if number == self.failing else None

        class Asked(Future[str]):
            def result(self, timeout: float | None = None) -> str:
                if error is not None:
                    raise error
                self.set_result(fn(*args, **kwargs))
                return super().result(timeout)

        future = Asked()
        self.submitted.append(future)
        self.most = max(self.most, sum(not each.done() for each in self.submitted))
        return future


def _named(number: int) -> str:
    return f"s{number}"


def _run(tasks: Iterable[int], executor: Executor | None, window: int) -> Iterator[str]:
    return run_tasks(_named, tasks, executor, window=window)


def test_results_come_in_the_order_of_the_tasks() -> None:
    expected = [f"s{number}" for number in range(7)]

    assert list(_run(range(7), None, 3)) == expected
    assert list(_run(range(7), Late(), 3)) == expected


@pytest.mark.parametrize("window", [1, 3, 20])
def test_never_more_than_a_window_is_in_flight(window) -> None:
    executor = Late()
    list(_run(range(9), executor, window))

    assert executor.most == min(window, 9)
    assert len(executor.submitted) == 9


def test_tasks_are_asked_for_as_they_are_needed() -> None:
    asked = []

    def counted() -> Iterator[int]:
        for number in range(9):
            asked.append(number)
            yield number

    done = _run(counted(), Late(), 2)
    next(done)
    assert asked == [0, 1, 2]
    done.close()


def _refusing(number: int) -> str:
    if number == 2:
        raise ValueError("broken")
    return f"s{number}"


def test_an_error_of_a_task_is_raised_and_what_waits_is_cancelled() -> None:
    executor = Late()
    with pytest.raises(ValueError, match="broken") as caught:
        list(run_tasks(_refusing, range(9), executor, window=4))

    assert "in _refusing" in caught.value.__notes__[0]
    assert [future.cancelled() for future in executor.submitted[3:]] == [True] * len(executor.submitted[3:])
    assert len(executor.submitted) == 6


class KilledWorker(Exception):  # noqa: N818 as Dask calls it
    """What an executor raises that nobody here knows."""


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (KilledWorker, "did not get a task done: KilledWorker: broken"),
        (BrokenProcessPool, "did not get a task done: BrokenProcessPool: broken"),
        (CancelledError, "lost its workers"),
    ],
)
def test_a_failure_of_an_executor_has_a_hint_whatever_it_is_called(error, message) -> None:
    executor = Late(failing=2, error=error)
    with pytest.raises(SkillpackError, match=message) as caught:
        list(_run(range(9), executor, 4))

    assert caught.value.hint
    assert [future.cancelled() for future in executor.submitted[3:]] == [True] * 3


def test_who_stops_asking_cancels_what_waits() -> None:
    executor = Late()
    done = _run(range(9), executor, 4)
    next(done)
    done.close()

    assert [future.cancelled() for future in executor.submitted] == [False, True, True, True, True]


def test_a_dead_worker_of_ours_is_a_failure_with_a_hint() -> None:
    pool = chosen("processes", 2, 1)
    assert pool is not None
    with pool, pytest.raises(SkillpackError, match="died") as caught:
        list(run_tasks(os._exit, [1], pool, window=2))

    assert "--jobs 1" in caught.value.hint


def test_what_takes_no_task_is_a_failure_with_a_hint() -> None:
    executor = ThreadPoolExecutor()
    executor.shutdown()
    with pytest.raises(SkillpackError, match="cannot schedule new futures after shutdown") as caught:
        list(_run(range(3), executor, 2))

    assert caught.value.hint


@pytest.mark.parametrize(("wanted", "end"), [(True, "close"), (False, "end")])
def test_an_executor_that_cannot_cancel_is_let_go(wanted, end) -> None:
    asked: list[bool] = []

    class Plain(Late):
        def shutdown(self, wait: bool = True) -> None:  # noqa: FBT001, FBT002 as that of Dask
            asked.append(wait)

    workers = Workers(lambda _: Plain(), meanwhile=lambda: None)
    workers.enough_for(1)
    getattr(workers, end)()

    assert asked == [wanted]


def test_no_tasks_are_no_work() -> None:
    assert list(_run((), Late(), 4)) == []


@pytest.mark.parametrize(
    ("name", "jobs", "skills"),
    [
        ("inline", 8, 10_000),
        ("auto", 1, 10_000),
        ("auto", 8, WORTH_PROCESSES - 1),
        ("processes", 1, 10_000),
        ("auto", 8, 0),
    ],
)
def test_little_work_is_done_in_this_process(name, jobs, skills) -> None:
    assert chosen(name, jobs, skills) is None


@pytest.mark.parametrize(("name", "skills"), [("auto", WORTH_PROCESSES), ("processes", 1)])
def test_much_work_is_done_by_processes(name, skills) -> None:
    executor = chosen(name, 2, skills)
    assert isinstance(executor, ProcessPoolExecutor)
    with executor:
        assert list(_run(range(3), executor, 2)) == ["s0", "s1", "s2"]


def test_an_unknown_executor_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="unknown executor `threads`") as caught:
        chosen("threads", 2, 100)

    assert "auto, inline, processes, dask://HOST:PORT" in caught.value.hint


_CHILD = """
import os, signal, time
from skillpack.builder.executor import chosen
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background may ignore it from birth
    pool = chosen("processes", 2, 1)
    pool.submit(os.write, 1, b"0\\n").result()  # said by the worker itself
    pool.submit(time.sleep, 60)
    time.sleep(60)
"""


@pytest.fixture
def parent(tmp_path: Path, child_environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Give a process with a pool of two, in a session of its own."""
    script = tmp_path / "parent.py"
    script.write_text(_CHILD)
    process = subprocess.Popen(
        [sys.executable, script],
        env=child_environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "0\n"
    yield process
    process.kill()  # the others end by themselves, and give back what they hold of the system
    process.communicate()


def test_workers_end_with_a_parent_that_is_killed(parent: subprocess.Popen[str]) -> None:
    parent.kill()
    # What the parent was to say comes to its end only when nobody is left who could say more.
    parent.communicate(timeout=20)


def test_ctrl_c_is_answered_by_the_parent_alone(parent: subprocess.Popen[str]) -> None:
    os.killpg(parent.pid, signal.SIGINT)
    assert parent.stderr is not None
    said = []
    for line in parent.stderr:  # to the end, should it never come
        said.append(line)
        if line == "KeyboardInterrupt\n":
            break
    time.sleep(0.3)  # for whoever else would complain
    parent.kill()

    assert "".join([*said, parent.communicate()[1]]).count("Traceback") == 1


def test_no_module_is_taken_from_the_folder_where_people_stand(
    tmp_path: Path, child_environment: dict[str, str]
) -> None:
    trap = f"open({str(tmp_path / 'sprung')!r}, 'w')\n"
    for name in ("msgspec", "yaml", "markdown_it", "threading", "tempfile"):
        (tmp_path / f"{name}.py").write_text(trap)
    for number in range(WORTH_PROCESSES):
        folder = tmp_path / "skills" / f"s{number}"
        folder.mkdir(parents=True)
        (folder / "SKILL.md").write_text(f"---\nname: s{number}\ndescription: x\n---\n")
    command = "import sys; sys.path.remove(''); from skillpack.cli.main import main; main()"

    done = subprocess.run(
        [sys.executable, "-c", command, "build", "skills", "--no-cache", "--jobs", "2", "-o", "out"],
        cwd=tmp_path,
        env=child_environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "sprung").exists()


def _busy(folder: str) -> None:
    """Work for a minute, and leave a file for its beginning and one for its end."""
    Path(folder, f"begun-{os.getpid()}").touch()
    end = time.monotonic() + 60
    while time.monotonic() < end:
        pass
    Path(folder, "done").touch()


def test_an_end_breaks_off_what_workers_do(tmp_path: Path) -> None:
    workers = Workers(lambda skills: chosen("processes", 2, skills), meanwhile=lambda: None)
    pool = workers.enough_for(1)
    assert pool is not None
    tasks = [pool.submit(_busy, str(tmp_path)) for _ in range(8)]
    while len(list(tmp_path.iterdir())) < 2:
        time.sleep(0.01)

    workers.end()

    assert all(each.done() for each in tasks)
    assert len(list(tmp_path.iterdir())) == 2
