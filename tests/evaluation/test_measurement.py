"""Runs that are kept, and a measurement that goes on where it was."""

import threading
from pathlib import Path

import pytest

from skillpack.errors import LockedError, SkillpackError
from skillpack.evaluation.benchmark import WITH, WITHOUT, GradedRun
from skillpack.evaluation.grading import Grader
from skillpack.evaluation.measurement import Measurement, measure, task_runs, waiting
from skillpack.evaluation.tasks import NamedTask
from skillpack.model.evaluation import Task
from skillpack.model.progress import Progress, silent
from skillpack.model.tree import Tree, make_tree

WAYS = {WITH: make_tree({".x/csv/SKILL.md": b"# CSV"}), WITHOUT: Tree({})}
AGENT = """
import os, sys
open({log!r}, "a").write(sys.stdin.read() + "\\n")
open("made.txt", "w").write("made")
print("with" if os.path.exists(".x/csv/SKILL.md") else "without")
"""
GRADER = """
import json, sys
open({log!r}, "a").write("graded\\n")
asked = json.load(sys.stdin)
print(json.dumps({{"expectations": [{{"text": "has it", "passed": asked["output"] == "with\\n"}}]}}))
"""


def tasks(*prompts: str, assertion: str = "has it") -> list[NamedTask]:
    return [
        NamedTask(f"{at}", Task(f"{at}", each, assertions=(assertion,)), Tree({})) for at, each in enumerate(prompts)
    ]


class Set:
    """A measurement in a folder, and how often its agent and its grader ran."""

    def __init__(self, program, folder: Path, agent: str = AGENT, grader: str = GRADER) -> None:
        self.program, self.folder = program, folder
        self.agent_log, self.grader_log = folder / "agent.log", folder / "grader.log"
        self.command = program(agent.format(log=str(self.agent_log)))
        self.grader = Grader("g", program(grader.format(log=str(self.grader_log))))

    def made(self, *prompts: str, runs: int = 2, assertion: str = "has it") -> Measurement:
        each = tuple(task_runs(tasks(*prompts, assertion=assertion), WAYS, runs))
        return Measurement(each, self.command, self.grader, self.folder / "kept")

    @property
    def counts(self) -> tuple[int, int]:
        logs = (each.read_text() if each.exists() else "" for each in (self.agent_log, self.grader_log))
        first, second = (each.count("\n") for each in logs)
        return first, second


@pytest.fixture
def small(program, tmp_path: Path) -> Set:
    return Set(program, tmp_path)


def run(measurement: Measurement, *, jobs: int = 2, fresh: bool = False) -> tuple[GradedRun, ...]:
    return measure(measurement, jobs=jobs, fresh=fresh, report=silent)


def test_every_task_runs_in_both_ways_as_often_as_asked(small: Set) -> None:
    told: list[Progress] = []
    graded = measure(small.made("a", "b"), jobs=3, fresh=False, report=told.append)

    assert [(each.task, each.configuration, each.number, each.expectations[0].passed) for each in graded] == [
        ("0", WITH, 1, True),
        ("0", WITH, 2, True),
        ("0", WITHOUT, 1, False),
        ("0", WITHOUT, 2, False),
        ("1", WITH, 1, True),
        ("1", WITH, 2, True),
        ("1", WITHOUT, 1, False),
        ("1", WITHOUT, 2, False),
    ]
    assert small.counts == (8, 8)
    assert told[-1] == Progress("runs", 8, 8)


def test_what_is_kept_is_there_to_be_read(small: Set) -> None:
    run(small.made("a", runs=1))
    folders = sorted((small.folder / "kept" / "eval-0").glob("*/run-*"))

    assert [each.parent.name for each in folders] == [WITH, WITHOUT]
    assert (folders[0] / "outputs" / "made.txt").read_text() == "made"
    assert '"answer": "with\\n"' in (folders[0] / "run.json").read_text()
    assert '"has it"' in next(folders[0].glob("grading-*.json")).read_text()


def test_a_finished_run_is_not_repeated(small: Set) -> None:
    first = run(small.made("a"))
    assert waiting(small.made("a")) == 0
    assert run(small.made("a")) == first
    assert small.counts == (4, 4)


def test_another_task_or_more_runs_cost_only_what_is_new(small: Set) -> None:
    run(small.made("a"))
    assert waiting(small.made("a", "b")) == 4
    run(small.made("a", "b", runs=3))
    assert small.counts == (12, 12)


def test_tasks_that_differ_in_their_names_alone_are_told_apart(small: Set) -> None:
    graded = run(small.made("a", "a", "a"), jobs=8)
    assert small.counts == (12, 12)
    assert [each.failure for each in graded] == [""] * 12


def test_another_prompt_or_another_script_runs_again(small: Set) -> None:
    run(small.made("a"))
    assert waiting(small.made("A")) == 4
    script = Path(small.command.argv[1])
    script.write_text(script.read_text() + "# another\n")
    assert waiting(small.made("a")) == 4


def test_another_assertion_or_another_grader_is_graded_again_and_not_run(small: Set) -> None:
    run(small.made("a"))
    assert waiting(small.made("a", assertion="has it, really")) == 4
    run(small.made("a", assertion="has it, really"))
    assert small.counts == (4, 8)
    script = Path(small.grader.command.argv[1])
    script.write_text(script.read_text() + "# another\n")
    run(small.made("a"))
    assert small.counts == (4, 12)


def test_a_fresh_one_forgets_what_is_kept(small: Set) -> None:
    run(small.made("a"))
    run(small.made("a"), fresh=True)
    assert small.counts == (8, 8)


def test_a_failed_run_is_told_and_repeated(program, tmp_path: Path) -> None:
    small = Set(program, tmp_path, AGENT + f"\nsys.exit(not os.path.exists({str(tmp_path / 'login')!r}))")
    graded = run(small.made("a", runs=1))

    assert [(each.failure, each.expectations) for each in graded] == [("ended with status 1", ())] * 2
    assert small.counts == (2, 0)
    (tmp_path / "login").touch()
    assert waiting(small.made("a", runs=1)) == 2
    assert [each.failure for each in run(small.made("a", runs=1))] == ["", ""]
    assert small.counts == (4, 2)


def test_a_grader_that_fails_costs_no_run(program, tmp_path: Path) -> None:
    small = Set(program, tmp_path, grader="import sys; sys.exit('broken')")
    with pytest.raises(SkillpackError, match="the grader `g` ended with status 1"):
        run(small.made("a", runs=1), jobs=1)
    kept = small.counts[0]
    small.grader = Grader("g", program(GRADER.format(log=str(small.grader_log))))
    run(small.made("a", runs=1))
    assert kept > 0
    assert small.counts == (2, 2)


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"answer": 7}', "\xff"])
def test_a_record_that_is_damaged_runs_again(small: Set, damage: str) -> None:
    run(small.made("a", runs=1))
    record = next((small.folder / "kept").glob("*/with_skill/*/run.json"))
    record.write_text(damage, encoding="latin-1")
    assert waiting(small.made("a", runs=1)) == 1
    run(small.made("a", runs=1))
    assert waiting(small.made("a", runs=1)) == 0


def test_a_kept_file_that_is_gone_runs_again(small: Set) -> None:
    run(small.made("a", runs=1))
    next((small.folder / "kept").glob("*/with_skill/*/outputs/made.txt")).unlink()
    assert waiting(small.made("a", runs=1)) == 1


def test_what_a_killed_one_left_is_removed(small: Set) -> None:
    left = small.folder / "kept" / "eval-0" / WITH / ".new-0123"
    left.mkdir(parents=True)
    run(small.made("a", runs=1))
    assert not left.exists()


def test_two_at_once_are_refused(program, tmp_path: Path) -> None:
    text = "import os, time\nopen({log!r}, 'a').close()\nwhile not os.path.exists({log!r} + '.go'): time.sleep(0.05)"
    small = Set(program, tmp_path, text)
    first = threading.Thread(target=run, args=(small.made("a", runs=1),))
    first.start()
    while not small.agent_log.exists():
        first.join(0.05)
    with pytest.raises(LockedError):
        run(small.made("a", runs=1))
    Path(f"{small.agent_log}.go").touch()
    first.join()
