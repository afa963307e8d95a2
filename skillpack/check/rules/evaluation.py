"""EV: the tasks that a skill brings to be measured with."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from skillpack.check.rule import Hit, rule
from skillpack.check.subject import EvaluationSubject
from skillpack.model.document import NOWHERE, Span
from skillpack.model.evaluation import Task
from skillpack.model.portable import printable
from skillpack.parse.evaluations import names_skill

EXPECTED = "expected"
"""Fact of a task that expects another skill: its name."""

_MOST = 20  # places of one skill of which one rule speaks
_LONGEST = 80  # characters of what a message quotes
_SOURCE = "Agent Skills evaluation guide"
_UNRESOLVED = frozenset("*{}<>$?")  # in a path that stands for others, or for one that is made later
_FOLDERS = ("", "evals/", "evals/files/")
_OF_SCRIPTS = ("", "scripts/", "evals/")


@rule("EV001", "evaluations-unreadable", source=_SOURCE)
def evaluations_unreadable(subject: EvaluationSubject) -> Iterator[Hit]:
    """A file of tasks cannot be read, or a part of it.

    Why: who measures the skill gets fewer tasks than its author wrote, or none.

    Fix: correct the file where the finding says. It is JSON: a list of tasks, or an object with `evals`.
    """
    for path, found in subject.sets:
        for line, problem in found.problems:
            yield Hit(printable(problem, longest=200), at=_at(line), path=path, hint="correct the file")


@rule("EV002", "task-id-repeated", source=_SOURCE)
def task_id_repeated(subject: EvaluationSubject) -> Iterator[Hit]:
    """Two tasks of a file have the same id.

    Why: results name tasks by their ids, so nobody can tell which of the two a result is of.

    Fix: give each task an id of its own.
    """
    hits = (
        Hit(f"{times} tasks have the id `{_quoted(name)}`", at=_at(line), path=path, hint="give each an id of its own")
        for path, found in subject.sets
        for name, times, line in _repeated(found.tasks)
    )
    yield from islice(hits, _MOST)


@rule("EV003", "task-file-missing", source=_SOURCE)
def task_file_missing(subject: EvaluationSubject) -> Iterator[Hit]:
    """A task works on a file that the skill does not bring.

    Why: who runs the task lacks the file, so the skill looks worse than it is, or the task is left out.

    Fix: add the file, or correct its path. It is relative to the skill's folder, such as `evals/files/rows.csv`.
    """
    known = _with_folders(subject.paths)
    hits = (
        Hit(
            f"{_named(task, number)} works on `{_quoted(file)}`, which the skill does not bring",
            at=_at(task.line),
            path=path,
            hint="add the file, or correct its path: it is relative to the skill's folder",
        )
        for path, number, task in _tasks(subject)
        for file in task.files
        if subject.complete and _is_missing(file, known, _FOLDERS)
    )
    yield from islice(hits, _MOST)


@rule("EV004", "expected-skill-unknown", source="skillpack, evaluations")
def expected_skill_unknown(subject: EvaluationSubject) -> Iterator[Hit]:
    """A task expects a skill that the catalog does not have.

    Why: the task can never be passed here. Most often a skill was renamed, and its tasks were not.

    Fix: correct `expected_skill`, or write `null` where no skill of the catalog should be chosen. Of a skill that is
    checked alone nothing is said.
    """
    hits = (
        Hit(
            f"{_named(task, number)} expects the skill `{_quoted(task.expected_skill)}`, which is not here",
            at=_at(task.line),
            path=path,
            hint="correct `expected_skill`, or write `null` where none should be chosen",
            facts=((EXPECTED, task.expected_skill),),
        )
        for path, number, task in _tasks(subject)
        if task.expected_skill and task.expected_skill != subject.skill.name
    )
    yield from islice(hits, _MOST)


@rule("EV005", "task-without-prompt", source=_SOURCE)
def task_without_prompt(subject: EvaluationSubject) -> Iterator[Hit]:
    """A task has no prompt.

    Why: there is nothing to tell the agent, so the task cannot be run.

    Fix: add `prompt`, with what somebody would type.
    """
    hits = (
        Hit(
            f"{_named(task, number)} has no `prompt`", at=_at(task.line), path=path, hint="add what somebody would type"
        )
        for path, number, task in _tasks(subject)
        if not task.prompt
    )
    yield from islice(hits, _MOST)


@rule("EV006", "task-script-missing", source="skillpack, evaluations")
def task_script_missing(subject: EvaluationSubject) -> Iterator[Hit]:
    """A task expects a script that the skill does not bring.

    Why: an answer is right where it runs the script, so none can be.

    Fix: correct `expected_script`: a path relative to the skill's folder, or the name of a file in `scripts/`.
    """
    known = _with_folders(subject.paths) | {path.rpartition("/")[2] for path in subject.paths}
    hits = (
        Hit(
            f"{_named(task, number)} expects the script `{_quoted(script)}`, which the skill does not bring",
            at=_at(task.line),
            path=path,
            hint="add the script, or correct `expected_script`",
        )
        for path, number, task in _tasks(subject)
        for script in task.script.split(" ")[:1]
        if subject.complete and _is_missing(script, known, _OF_SCRIPTS)
    )
    yield from islice(hits, _MOST)


@rule("EV007", "no-negative-task", source="skillpack, evaluations")
def no_negative_task(subject: EvaluationSubject) -> Iterator[Hit]:
    """No task says when the skill should not be chosen.

    Why: a skill that is chosen for everything passes all of its tasks. Whether it gets in the way of others, only a
    request that is near to it and not for it can show.

    Fix: add such a request, with `"should_trigger": false` or `"expected_skill": null`.
    """
    tasks = [task for _, found in subject.sets for task in found.tasks]
    if tasks and not any(task.is_negative for task in tasks):
        which = "the one task does not" if len(tasks) == 1 else f"none of the {len(tasks):,} tasks"
        verb = "say" if len(tasks) == 1 else "says"
        yield Hit(
            f"{which} {verb} when the skill should not be chosen",
            path=subject.sets[0][0],
            hint='add a request that is near and not for it, with `"should_trigger": false`',
        )


@rule("EV008", "prompt-names-skill", source="skillpack, evaluations")
def prompt_names_skill(subject: EvaluationSubject) -> Iterator[Hit]:
    """A request that should find the skill names it.

    Why: who types a name has chosen already. Such a request shows that the skill works, and not that anybody finds it.

    Fix: write requests as people do who do not know the skill; one that names it may stay beside them.
    """
    name = subject.skill.name
    wanted = [
        (path, number, task)
        for path, found in subject.sets
        for number, task in enumerate(found.tasks, 1)
        if task.expected_skill == name or (task.should_trigger and not task.expected_skill)
    ]
    naming = [each for each in wanted if names_skill(each[2].prompt, name)]
    if naming:
        path, number, task = naming[0]
        which = f"{_named(task, number)} names the skill that it should find"
        if len(wanted) > 1:
            which = f"{len(naming):,} of {len(wanted):,} requests name the skill that they should find"
        yield Hit(which, at=_at(task.line), path=path, hint="add requests of people who do not know the skill")


@rule("EV009", "evaluations-of-another-skill", source=_SOURCE)
def evaluations_of_another_skill(subject: EvaluationSubject) -> Iterator[Hit]:
    """A file of tasks names another skill than the one that brings it.

    Why: the tasks may have been copied, or the skill was renamed; results name the skill that the file names.

    Fix: correct `skill_name`, or delete the file.
    """
    for path, found in subject.sets:
        if found.skill and found.skill.casefold() != subject.skill.name.casefold():
            yield Hit(
                f"the tasks are of the skill `{_quoted(found.skill)}`, and this one is `{subject.skill.name}`",
                at=_at(found.tasks[0].line if found.tasks else 0),
                path=path,
                hint="correct `skill_name`, or delete the file",
            )


def _tasks(subject: EvaluationSubject) -> Iterator[tuple[str, int, Task]]:
    """Yield each task with its file and its number."""
    for path, found in subject.sets:
        for number, task in enumerate(found.tasks, 1):
            yield path, number, task


def _repeated(tasks: Sequence[Task]) -> Iterator[tuple[str, int, int]]:
    """Yield each id that several tasks have, how many have it, and the line of the second."""
    counts = Counter(task.id for task in tasks if task.id)
    for name, times in counts.items():
        if times > 1:
            yield name, times, [task.line for task in tasks if task.id == name][1]


def _with_folders(paths: Collection[str]) -> frozenset[str]:
    """Return paths and the folders that they lie in."""
    folders = (path[:at] for path in paths for at, mark in enumerate(path) if mark == "/")
    return frozenset((*paths, *folders))


def _is_missing(written: str, known: Collection[str], folders: Collection[str]) -> bool:
    """Return whether a path means nothing that is known, in any of some folders, as far as that can be said."""
    path = written.replace("\\", "/").removeprefix("./").rstrip("/")
    if not path or "://" in path or not _UNRESOLVED.isdisjoint(path):
        return False
    return all(f"{folder}{path}" not in known for folder in folders)


def _named(task: Task, number: int) -> str:
    return f"task `{_quoted(task.id)}`" if task.id else f"task {number}"


def _quoted(text: str) -> str:
    return printable(text, longest=_LONGEST)


def _at(line: int) -> Span:
    return Span(line, 1, line, 1) if line else NOWHERE
