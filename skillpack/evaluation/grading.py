"""What holds of an agent's answer: expectations, each passed or not, as a grader says."""

from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from skillpack.check.masking import masked_text
from skillpack.errors import SkillpackError
from skillpack.evaluation.agent import MOST_OUTPUT, AgentRun, Cancelled, Command, how_it_failed
from skillpack.files.tree import write_tree
from skillpack.metaskill.command import Start, run_process
from skillpack.model.evaluation import Task
from skillpack.model.portable import path_warning, printable
from skillpack.model.tree import Tree

GRADER = "evals/grade.py"
"""The grader that a skill brings: a Python program, relative to the skill's folder."""

SKILL = "../skill"
"""Where the files of the skill lie for its grader, relative to the folder in which it starts."""

_LONGEST = 2000  # characters of a text or of its evidence
_MOST = 1000  # expectations of a run
_FORM = 'it prints `{"expectations": [{"text": …, "passed": true, "evidence": …}]}`, one for each assertion'


class Expectation(Struct, frozen=True):
    """One thing that should hold of an answer.

    Attributes:
        text: What should hold.
        evidence: Why the grader says so; empty where it does not.
    """

    text: str
    passed: bool
    evidence: str = ""


class Grading(Struct, frozen=True):
    """What a grader says of a run."""

    expectations: tuple[Expectation, ...]


class Grader(Struct, frozen=True):
    """Who grades.

    Attributes:
        name: For people: the program, or the path of the skill's own grader.
        skill: The skill's files with its grader among them; none where a command of the user grades.
    """

    name: str
    command: Command
    skill: Tree = Tree({})


def grade(task: Task, run: AgentRun, grader: Grader, cancelled: Cancelled) -> Grading | None:
    """Return what a grader says of a run; None where it was cancelled.

    It gets the task and the answer as JSON on its input, in a folder of the files that the agent changed, and is not
    told whether the agent had the skill. A command of the user's does not get files that would steer it, as those of
    agents and of their hooks do: it is often an agent itself.

    Raises:
        SkillpackError: It fails, or what it prints is no grading of this task.
    """
    request = {
        "id": task.id,
        "prompt": task.prompt,
        "expected": task.expected,
        "assertions": task.assertions,
        "output": run.answer,
        "changed": list(run.changed.files),
        "deleted": run.deleted,
    }
    command = grader.command
    with TemporaryDirectory(prefix="skillpack-grade-", ignore_cleanup_errors=True) as beside:
        folder = Path(beside) / "work"
        write_tree(run.changed if grader.skill.files else _without_steering(run.changed), folder)
        write_tree(grader.skill, folder / SKILL)
        start = Start(command.argv, command.program, folder, command.env, msgspec.json.encode(request).decode())
        done = run_process(start, timeout=command.seconds, most_bytes=MOST_OUTPUT, cancelled=cancelled)
    if cancelled():
        return None
    if failure := how_it_failed(done):
        message = f"the grader `{grader.name}` {failure}, of task `{printable(task.id)}`"
        raise SkillpackError(message, hint=done.errors.strip()[-500:] or _FORM)
    return read_grading(done.output, task, grader.name)


def _without_steering(changed: Tree) -> Tree:
    return Tree({path: content for path, content in changed.files.items() if path_warning(path) is None})


def read_grading(text: str, task: Task, grader: str) -> Grading:
    """Return the grading in what a grader printed: a JSON object, with or without words around it.

    Raises:
        SkillpackError: There is none, or it does not grade each assertion of the task.
    """
    try:
        found = msgspec.json.decode(text[text.find("{") : text.rfind("}") + 1], type=Grading).expectations
    except (msgspec.MsgspecError, RecursionError) as error:
        raise SkillpackError(f"the grader `{grader}` printed no grading: {error}", hint=_FORM) from error
    wanted = len(task.assertions)
    if not found or len(found) > _MOST or (wanted and len(found) != wanted):
        message = f"the grader `{grader}` graded {len(found)} expectations of a task with {wanted} assertions"
        raise SkillpackError(message, hint=_FORM)
    return Grading(tuple(Expectation(_clipped(each.text), each.passed, _clipped(each.evidence)) for each in found))


def _clipped(text: str) -> str:
    return masked_text(text)[:_LONGEST]
