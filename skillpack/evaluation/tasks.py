"""The tasks that a skill's folder holds, with their files: what a stranger wrote, checked before anything runs."""

from pathlib import Path

from msgspec import Struct

from skillpack.errors import UsageError
from skillpack.evaluation.grading import GRADER
from skillpack.files.membership import EVALS
from skillpack.files.read import read_beneath
from skillpack.model.evaluation import Task
from skillpack.model.limits import Limits
from skillpack.model.portable import collisions, path_problem, path_warning, printable
from skillpack.model.tree import Tree, make_tree
from skillpack.parse.evaluations import LARGEST, SET_OF_TASKS, read_evaluations

_ANSWERS = frozenset({SET_OF_TASKS, GRADER})


class NamedTask(Struct, frozen=True):
    """A task that can be run.

    Attributes:
        name: Its id, else its number; with the number behind it where another task is called so.
        files: That it works on, by their paths in the skill's folder, which they keep in that of a run.
    """

    name: str
    task: Task
    files: Tree


class TaskSet(Struct, frozen=True):
    """The tasks of a skill.

    Attributes:
        notes: What who runs them should know: what cannot be read, and files that steer an agent.
        grader: The content of the skill's own grader; empty where it has none.
    """

    tasks: tuple[NamedTask, ...]
    notes: tuple[str, ...]
    grader: bytes


def read_tasks(folder: Path, skill: str, place: str) -> TaskSet:
    """Return the tasks of a skill's folder.

    Args:
        folder: Of the skill.
        skill: Its name.
        place: Where it is installed in the folder of a run, relative to that.

    Raises:
        UsageError: There is no task, or a file of one is missing, its path leaves the folder, it holds the answers, or
            it would lie where the skill does in the other runs.
        FetchError: A file cannot be read, or is too large.
    """
    what = f"the file of tasks `{SET_OF_TASKS}` of `{skill}`"
    found = read_evaluations(read_beneath(folder, SET_OF_TASKS, LARGEST, what=what, hint="write tasks into that file"))
    notes = [f"`{SET_OF_TASKS}`{f':{line}' if line else ''}: {problem}" for line, problem in found.problems]
    tasks, names, room = [], set[str](), Limits().tree
    for number, task in enumerate(found.tasks, 1):
        if not task.prompt:
            notes.append(f"task {number} is left out: it has no prompt")
            continue
        files = _files(folder, task, number, place, room)
        room -= sum(map(len, files.files.values()))
        notes += (f"task {number} brings `{path}`: {why}" for path in files.files if (why := path_warning(path)))
        name = task.id or f"{number}"
        while name in names:
            name = f"{name}-{number}"
        names.add(name)
        tasks.append(NamedTask(name, task, files))
    if not tasks:
        raise UsageError(
            f"`{skill}` has no task that can be run", hint="; ".join(notes[:1]) or f"`{SET_OF_TASKS}` is empty"
        )
    grader = b""
    if (folder / GRADER).is_file():
        grader = read_beneath(folder, GRADER, Limits().file, what=f"the grader `{GRADER}` of `{skill}`", hint="")
    return TaskSet(tuple(tasks), tuple(notes), grader)


def installed_at(skill: Tree, place: str) -> Tree:
    """Return the files of a skill as they lie in a project; its evaluations, which hold the answers, are left out."""
    kept = skill.files.items()
    return Tree({f"{place}/{path}": content for path, content in kept if not path.startswith(f"{EVALS}/")})


def _files(folder: Path, task: Task, number: int, place: str, room: int) -> Tree:
    limits, hint = Limits(), f"correct `files` in `{SET_OF_TASKS}`"
    found = dict[str, bytes]()
    for path in task.files:
        shown = printable(path)
        if problem := path_problem(path, limits):
            raise UsageError(f"task {number} names the file `{shown}`: {problem}", hint=hint)
        if path.casefold() in _ANSWERS:
            raise UsageError(f"task {number} names the file `{shown}`: it holds the answers", hint=hint)
        most = min(limits.file, room - sum(map(len, found.values())))
        found[path] = read_beneath(folder, path, most, what=f"the file `{shown}` of task {number}", hint=hint)
    for first, second in collisions((place, *found)):
        if first == place:
            why = "it would lie where the skill is installed"
            raise UsageError(f"task {number} names the file `{printable(second)}`: {why}", hint=hint)
        raise UsageError(f"task {number} names the files `{printable(first)}` and `{printable(second)}`", hint=hint)
    return make_tree(found)
