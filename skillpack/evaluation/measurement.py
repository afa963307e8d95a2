"""All runs of a measurement: each kept when it ends, so that one that was interrupted goes on where it was."""

import os
import secrets
import shutil
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from skillpack.errors import FetchError
from skillpack.evaluation.agent import AgentRun, Cancelled, Command, run_agent
from skillpack.evaluation.benchmark import GradedRun, slug
from skillpack.evaluation.grading import Grader, Grading, grade
from skillpack.evaluation.tasks import NamedTask
from skillpack.files.disk import reported
from skillpack.files.lock import locked
from skillpack.files.read import read_file
from skillpack.files.tree import write_tree
from skillpack.model.digest import checksums, sha256
from skillpack.model.evaluation import Task
from skillpack.model.progress import Progress, Report
from skillpack.model.tree import Tree

_MOST = 64 * 2**20  # bytes of a file that we kept
_MOST_SCRIPT = 2**20  # bytes
_CHANGED = "outputs"
_RECORD = "run.json"


class TaskRun(Struct, frozen=True):
    """One run that is to be made.

    Attributes:
        name: Id of the task, or its number.
        files: Of its folder: the task's own, and the skill where the configuration has it.
        content: Digests of these files, for the key of what is kept.
    """

    task: Task
    name: str
    configuration: str
    number: int
    files: Tree
    content: str


class Measurement(Struct, frozen=True):
    """What is measured, by which command, and who grades.

    Attributes:
        folder: Absolute; where runs are kept: outside of the catalog.
    """

    runs: tuple[TaskRun, ...]
    command: Command
    grader: Grader
    folder: Path


def waiting(measurement: Measurement) -> int:
    """Return how many runs are to be made or graded: those that are not kept, failed, or have other grades."""
    return sum(_is_waiting(measurement, each) for each in measurement.runs)


def _is_waiting(measurement: Measurement, each: TaskRun) -> bool:
    folder = _folder(measurement, each)
    return _kept_run(folder) is None or _kept_grades(_grading(folder, each.task, measurement.grader)) is None


def measure(measurement: Measurement, *, jobs: int, fresh: bool, report: Report) -> tuple[GradedRun, ...]:
    """Make the runs that are not kept, grade what is not graded, and return all, in order.

    Args:
        measurement: Says what runs.
        jobs: How many at a time.
        fresh: Forget the runs that are kept.
        report: Is told how far it is.

    Raises:
        SkillpackError: The command cannot be started, or the grader fails; what is kept stays.
        LockedError: Another process runs the same.
        OutputError: The disk refuses.
    """
    with reported(measurement.folder):
        measurement.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    stop = threading.Event()
    with locked(os.fspath(measurement.folder / ".lock"), wait=0), ThreadPoolExecutor(jobs) as pool:
        old = (_folder(measurement, each) for each in measurement.runs) if fresh else ()
        for left in (*measurement.folder.glob("*/*/.new-*"), *old):
            shutil.rmtree(left, ignore_errors=True)
        futures = [pool.submit(_made, measurement, each, stop.is_set) for each in measurement.runs]
        try:
            for done, future in enumerate(as_completed(futures), 1):
                future.result()
                report(Progress("runs", done, len(futures)))
        except BaseException:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
        return tuple(future.result() for future in futures)


def _made(measurement: Measurement, each: TaskRun, cancelled: Cancelled) -> GradedRun:
    """Return a run, made unless it is kept, with its grades."""
    folder = _folder(measurement, each)
    run = _kept_run(folder)
    if run is None:
        run = run_agent(measurement.command, each.task.prompt, each.files, cancelled)
        if not cancelled():
            _keep_run(folder, run)
    file = _grading(folder, each.task, measurement.grader)
    grading = None if run.failure else _kept_grades(file)
    if grading is None and not run.failure and not cancelled():
        grading = grade(each.task, run, measurement.grader, cancelled)
        if grading is not None:
            write_json(file, grading)
    expectations = grading.expectations if grading is not None else ()
    facts = each.name, each.configuration, each.number, each.task.assertions
    return GradedRun(*facts, run.seconds, run.tokens, run.failure, expectations)


def _folder(measurement: Measurement, each: TaskRun) -> Path:
    """Return the folder in which a run is kept: another one for every other prompt, file or command."""
    parts = (each.name, each.task.prompt, each.content, *_command_parts(measurement.command))
    way = measurement.folder / f"eval-{slug(each.name)}" / each.configuration
    return way / f"run-{each.number}-{_key(parts)}"


def _key(parts: Iterable[str]) -> str:
    return sha256("\0".join(map(ascii, parts)).encode())[:12]


def _command_parts(command: Command) -> Iterator[str]:
    """Yield the words of a command, and the digest of each that is the path of a script."""
    for word in command.argv:
        yield word
        if word.startswith(os.sep):
            with suppress(FetchError):
                yield sha256(read_file(Path(word), _MOST_SCRIPT))


def _kept_run(folder: Path) -> AgentRun | None:
    """Return a run that is kept; None where it is not whole, or failed."""
    with suppress(FetchError, msgspec.MsgspecError):
        run = msgspec.json.decode(read_file(folder / _RECORD, _MOST), type=AgentRun)
        outputs = folder / _CHANGED
        kept = {path: read_file(outputs / path, _MOST) for path in run.changed.files}
        return None if run.failure else replace(run, changed=Tree(kept))
    return None


def _keep_run(folder: Path, run: AgentRun) -> None:
    """Keep a run: made beside and renamed, so that one that is there is whole."""
    beside = folder.with_name(f".new-{secrets.token_hex(4)}")
    write_json(beside / _RECORD, replace(run, changed=Tree(dict.fromkeys(run.changed.files, b""))))
    write_tree(run.changed, beside / _CHANGED)
    with reported(folder):
        shutil.rmtree(folder, ignore_errors=True)
        beside.rename(folder)


def _grading(folder: Path, task: Task, grader: Grader) -> Path:
    """Return the file of the grades of a run that is kept: another one for another assertion or grader."""
    parts = (task.expected, *task.assertions, "", checksums(grader.skill), *_command_parts(grader.command))
    return folder / f"grading-{_key(parts)}.json"


def _kept_grades(file: Path) -> Grading | None:
    with suppress(FetchError, msgspec.MsgspecError):
        return msgspec.json.decode(read_file(file, _MOST), type=Grading)
    return None


def write_json(path: Path, value: object) -> None:
    """Write a value as JSON, beside and renamed, so that nobody sees half of it.

    Raises:
        OutputError: The disk refuses.
    """
    beside = path.with_name(f".{path.name}.skillpack-new-{secrets.token_hex(4)}")
    with reported(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(msgspec.json.format(msgspec.json.encode(value)) + b"\n")
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise


def task_runs(tasks: Sequence[NamedTask], skills: Mapping[str, Tree], number: int) -> Iterator[TaskRun]:
    """Yield the runs of tasks, each with its name and its files.

    Args:
        tasks: In order.
        skills: Configuration -> the files of the skill as they lie in the folder of a run; none where it has no skill.
        number: Runs of each task in each configuration.
    """
    contents = {configuration: checksums(skill) for configuration, skill in skills.items()}
    for each in tasks:
        own = checksums(each.files)
        for configuration, skill in skills.items():
            files, content = Tree({**each.files.files, **skill.files}), own + contents[configuration]
            for run in range(1, number + 1):
                yield TaskRun(each.task, each.name, configuration, run, files, content)
