"""What holds of an agent's answer: expectations, each passed or not, as a grader says."""

import os
import sys
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from skillpack.check.masking import masked_text
from skillpack.errors import SkillpackError
from skillpack.evaluation.agent import MOST_OUTPUT, AgentRun, Cancelled, Command
from skillpack.files.temporary import temporary_folder
from skillpack.files.tree import write_tree
from skillpack.metaskill.command import PATH, Start, run_process
from skillpack.model.evaluation import Task
from skillpack.model.tree import Tree

GRADER = "evals/grade.py"
"""The grader that a skill brings: a Python program, relative to the skill's folder."""

_LONGEST = 2000  # characters of a text or of its evidence
_MOST = 1000  # expectations of a run
_PASSED_ON = ("LANG", "LC_ALL", "TZ")
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


class _Grading(Struct, frozen=True):
    expectations: tuple[Expectation, ...]


class Grader(Struct, frozen=True):
    """Who grades.

    Attributes:
        command: That the user named; None for the skill's own grader.
        skill: The skill's files with its grader among them; where there is no command.
        name: For people: the command, or the path of the skill's grader.
    """

    name: str
    command: Command | None
    skill: Tree = Tree({})
    env: Mapping[str, str] = {}
    seconds: float = 0.0


def grade(task: Task, run: AgentRun, grader: Grader, cancelled: Cancelled) -> tuple[Expectation, ...]:
    """Return what a grader says of a run; empty where the run was cancelled.

    It gets the task and the answer as JSON on its input, in a folder of the files that the agent changed, and is not
    told whether the agent had the skill. A command of the user gets their environment; the skill's own grader a small
    one.

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
    text = msgspec.json.encode(request).decode()
    with temporary_folder("skillpack-grade-") as beside:
        folder, own = beside / "work", beside / "skill"
        write_tree(run.changed, folder)
        if grader.command is not None:
            start = Start(grader.command.argv, grader.command.program, folder, grader.command.env, text)
        else:
            write_tree(grader.skill, own)
            env = {"PATH": os.pathsep.join(PATH), "HOME": str(beside), "TMPDIR": str(beside)}
            env |= {name: grader.env[name] for name in _PASSED_ON if name in grader.env}
            start = Start(("python3", str(own / GRADER)), sys.executable, folder, env, text)
        done = run_process(start, timeout=grader.seconds, most_bytes=MOST_OUTPUT, cancelled=cancelled)
    if cancelled():
        return ()
    if done.exit_code != 0:
        how = "printed too much" if done.truncated else "did not end in time" if done.timed_out else ""
        how = how or f"ended with status {done.exit_code}"
        raise SkillpackError(f"the grader `{grader.name}` {how}", hint=done.errors.strip()[-500:] or _FORM)
    return read_grading(done.output, task, grader.name)


def read_grading(text: str, task: Task, grader: str) -> tuple[Expectation, ...]:
    """Return the expectations in what a grader printed: a JSON object, with or without words around it.

    Raises:
        SkillpackError: There is none, or it does not grade each assertion of the task.
    """
    try:
        found = msgspec.json.decode(text[text.find("{") : text.rfind("}") + 1], type=_Grading).expectations
    except (msgspec.MsgspecError, RecursionError) as error:
        message = f"the grader `{grader}` printed no grading: {error}"
        raise SkillpackError(message, hint=_FORM) from error
    wanted = len(task.assertions)
    if not found or len(found) > _MOST or (wanted and len(found) != wanted):
        message = f"the grader `{grader}` graded {len(found)} expectations of a task with {wanted} assertions"
        raise SkillpackError(message, hint=_FORM)
    return tuple(Expectation(_clipped(each.text), each.passed, _clipped(each.evidence)) for each in found)


def _clipped(text: str) -> str:
    return masked_text(text)[:_LONGEST]
