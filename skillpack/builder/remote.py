"""Tasks for workers that share nothing with this process: what goes there and comes back is bytes."""

import pickle
import platform
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from skillpack import __version__, machine
from skillpack.errors import SkillpackError
from skillpack.model.digest import sha256
from skillpack.model.portable import printable

_PACKAGE = Path(__file__).parents[1]
_LONGEST = 300  # characters of another program's message

# Workers of some executors run several tasks at once, in threads; ours keeps tables that are meant for one at a time.
_ONE_AT_A_TIME = threading.Lock()


class TaskFailure(Struct, frozen=True):
    """What a task raised, as a value: what the executor raises is a failure of its own.

    Attributes:
        trace: The traceback as text, which no exception takes along.
    """

    error: Exception
    trace: str


class Outcome(Struct, frozen=True):
    """What a task returned."""

    value: Any


@cache
def installation(package: Path = _PACKAGE) -> tuple[str, ...]:
    """Return, line by line, all that two machines must have in common to make the same bytes of the same skills.

    Args:
        package: Folder of the package. Its files count by their content: times and paths differ between machines.
    """
    found = (path for path in package.rglob("*") if path.is_file())
    files = {path.relative_to(package).as_posix(): path for path in found}
    # Bytecode is another on each machine, and templates come with a task.
    of_code = sorted(name for name in files if "__pycache__" not in name and not name.startswith("_resources/"))
    code = sha256("".join(f"{name} {sha256(files[name].read_bytes())}\n" for name in of_code).encode())
    python = ".".join(platform.python_version_tuple()[:2])  # compiled templates are of one minor version
    ours = f"skillpack {__version__}", f"files of skillpack {code[:16]}"
    return (f"Python {python}", *ours, *machine.library_versions())


def submit(executor: Executor, task: Callable[..., object], value: object) -> Future[Outcome | TaskFailure]:
    """Hand a task to an executor.

    Args:
        task: A function of a module.
        value: What it is called with; it holds no path that the task opens.

    Raises:
        SkillpackError: The executor takes none.
    """
    packed = pickle.dumps((installation(), pickle.dumps((task, value))))
    try:
        return executor.submit(run_packed, packed)
    except Exception as error:
        raise _failed(error) from error


def run_packed(packed: bytes) -> Outcome | TaskFailure:
    """Return the outcome of a task, in a worker of whatever kind.

    Only a worker with the sender's installation unpacks it: any other would fail somewhere, or write other bytes.
    """
    try:
        asked, inner = pickle.loads(packed)  # noqa: S301 who sends tasks may run anything here
        _refuse_others(asked, installation())
        with _ONE_AT_A_TIME:
            task, value = pickle.loads(inner)  # noqa: S301
            return Outcome(task(value))
    except Exception as error:  # noqa: BLE001 it is raised where the result is wanted
        return TaskFailure(error, traceback.format_exc())


def _refuse_others(asked: tuple[str, ...], here: tuple[str, ...]) -> None:
    """Refuse the task of another installation."""
    if asked == here:
        return
    wanted, found = ([line for line in one if line not in other] for one, other in ((asked, here), (here, asked)))
    raise SkillpackError(
        f"the worker on `{printable(platform.node())}` has {', '.join(found)}; this machine has {', '.join(wanted)}",
        hint="install the same Python, skillpack and libraries there; one container image for all is the simplest way",
    )


def result(future: Future[Outcome | TaskFailure]) -> Any:
    """Wait for a task and return its result.

    Raises:
        SkillpackError: The executor did not get it done.
        Exception: What the task raised.
    """
    try:
        outcome = future.result()
    except Exception as error:
        raise _failed(error) from error
    if isinstance(outcome, TaskFailure):
        outcome.error.add_note(outcome.trace)
        raise outcome.error
    return outcome.value


def _failed(error: Exception) -> SkillpackError:
    """Return the failure of an executor, which may raise whatever it likes, such as `KilledWorker` of Dask."""
    if isinstance(error, CancelledError):
        hint = "look whether they still run; `--executor auto` builds on this machine alone"
        return SkillpackError("the executor lost its workers", hint=hint)
    said = printable(" ".join(str(error).split())[:_LONGEST])
    return SkillpackError(
        f"the executor did not get a task done: {type(error).__name__}{': ' if said else ''}{said}",
        hint="see the workers' log: each needs memory for its tasks, and the same skillpack as this machine",
    )
