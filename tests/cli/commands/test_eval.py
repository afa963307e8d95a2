"""skillpack eval: the tasks of a skill, with it and without it."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from skillpack.model.digest import tree_digest
from skillpack.model.tree import make_tree

ROOT = Path(__file__).parents[3]
SKILL = """\
---
name: csv
description: Sums up a CSV file. Use when the user has one.
license: MIT
metadata:
  version: {}
---

# CSV
"""
TASKS = [
    {"id": 1, "prompt": "Sum up evals/files/a.csv", "files": ["evals/files/a.csv"], "assertions": ["says 3"]},
    {"id": "hello", "prompt": "Say hello", "assertions": ["says hello"], "should_trigger": False},
]
GRADE = """\
import json, sys
asked = json.load(sys.stdin)
word = {"1": "3", "hello": "hello"}[asked["id"]]
print(json.dumps({"expectations": [{"text": asked["assertions"][0], "passed": word in asked["output"]}]}))
"""
AGENT = """\
import os, sys
open(os.environ["LOG"], "a").write(os.getcwd() + "\\n")
prompt = sys.stdin.read()
skill = os.path.exists(".claude/skills/csv/SKILL.md")
if "hello" in prompt:
    print("hello")
elif skill:
    print(sum(map(int, open("evals/files/a.csv").read().split(","))))
"""
PLAN = """\
skill    csv 1.0.0, sha256:{digest}, as .claude/skills/csv
without  no skill
command  python3 {folder}/agent.py
grader   evals/grade.py
runs     4 of 4: 2 tasks, 1 with it and 1 without
limits   1 at a time, 600 seconds each
keeps    {folder}/state/skillpack/evaluations/csv/{digest}/python3
writes   skills/results/csv/{digest}/python3/benchmark.json
"""


@pytest.fixture
def eval_csv(cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable:
    """Return `skillpack eval csv` with a small agent, of a catalog with that skill."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOG", str(tmp_path / "agent.log"))
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"]))
    evals = tmp_path / "skills" / "csv" / "evals"
    (evals / "files").mkdir(parents=True)
    (evals / "files" / "a.csv").write_text("1,2")
    (evals / "evals.json").write_text(json.dumps({"skill_name": "csv", "evals": TASKS}))
    (evals / "grade.py").write_text(GRADE)
    (tmp_path / "skills" / "csv" / "SKILL.md").write_text(SKILL.format("1.0.0"))
    (tmp_path / "agent.py").write_text(AGENT)
    return lambda *more: cli("eval", "csv", "--agent-command", "python3 ./agent.py", "--runs", "1", *more)


def digest() -> str:
    return tree_digest(make_tree({"SKILL.md": Path("skills/csv/SKILL.md").read_bytes()}))


def benchmark(agent: str = "python3") -> dict:
    return json.loads(Path("skills/results/csv", digest()[:12], agent, "benchmark.json").read_text())


def delta(found: dict) -> str:
    return found["run_summary"]["delta"]["pass_rate"]


def ran() -> list[str]:
    log = Path("agent.log")
    return log.read_text().splitlines() if log.exists() else []


def test_what_would_run_is_shown_and_nothing_runs(eval_csv, tmp_path) -> None:
    done = eval_csv("--dry-run")
    assert (done.status, done.out) == (0, "")
    assert done.err == PLAN.format(digest=digest()[:12], folder=tmp_path)
    assert ran() == []


def test_nothing_runs_without_a_word(eval_csv) -> None:
    done = eval_csv()
    assert done.status == 2
    assert done.err.endswith(
        "error: stdin is not a terminal, so skillpack cannot ask for 4 runs\nhint: `--yes` runs without asking\n"
    )
    assert ran() == []


def test_the_result_names_the_content_and_both_ways(eval_csv, tmp_path) -> None:
    done = eval_csv("--yes", "--model", "none", "--agent-name", "Stand-in")

    assert done.status == 0
    assert done.out.splitlines()[1] == "passed     100%     50%"
    assert done.out.splitlines()[-1] == f"skills/results/csv/{digest()[:12]}/stand-in/none/benchmark.json"
    found = benchmark("stand-in/none")
    assert found["metadata"] == {
        "evals_run": [1, "hello"],
        "skill_name": "csv",
        "executor_model": "none",
        "timestamp": "2026-06-01T00:00:00Z",
        "runs_per_configuration": 1,
        "content_digest": f"sha256:{digest()}",
        "agent": "Stand-in",
        "baseline": "none",
        "grader": "evals/grade.py",
    }
    rows = [(each["eval_id"], each["configuration"], each["result"]["pass_rate"]) for each in found["runs"]]
    assert rows == [
        (1, "with_skill", 1.0),
        (1, "without_skill", 0.0),
        ("hello", "with_skill", 1.0),
        ("hello", "without_skill", 1.0),
    ]
    assert delta(found) == "+0.50"
    assert "tokens" not in found["run_summary"]["delta"]
    assert str(tmp_path) not in json.dumps(found)
    assert len(set(ran())) == 4
    assert not any(Path(each).is_relative_to(tmp_path / "skills") for each in ran())


def test_as_json(eval_csv) -> None:
    done = eval_csv("--yes", "--json")
    found = json.loads(done.out)
    assert found["result"] == f"results/csv/{digest()[:12]}/python3/benchmark.json"
    assert found["failed"] == 0
    assert {key: found[key] for key in ("metadata", "runs", "run_summary", "notes")} == benchmark()


def test_the_same_again_runs_nothing_and_asks_nobody(eval_csv) -> None:
    eval_csv("--yes")
    again = eval_csv()
    assert (again.status, len(ran())) == (0, 4)
    assert "runs     0 of 4" in again.err
    assert eval_csv("--yes", "--fresh").status == 0
    assert len(ran()) == 8


def test_runs_of_one_model_are_no_result_of_another(eval_csv) -> None:
    for model in ("Small 1", "Large 2"):
        assert eval_csv("--yes", "--model", model).status == 0
    assert len(ran()) == 8
    assert benchmark("python3/small-1")["metadata"]["executor_model"] == "Small 1"
    assert benchmark("python3/large-2")["metadata"]["executor_model"] == "Large 2"


def test_another_grader_needs_a_word_as_well(eval_csv) -> None:
    eval_csv("--yes")
    Path("skills/csv/evals/grade.py").write_text(GRADE + "# another\n")
    again = eval_csv()
    assert (again.status, "runs     4 of 4" in again.err) == (2, True)
    assert eval_csv("--yes").status == 0
    assert len(ran()) == 4


def test_a_changed_skill_is_another_result(eval_csv) -> None:
    eval_csv("--yes")
    before = digest()
    Path("skills/csv/SKILL.md").write_text(SKILL.format("1.1.0"))
    assert eval_csv("--yes").status == 0
    assert len(ran()) == 8
    assert sorted(each.name for each in Path("skills/results/csv").iterdir()) == sorted([before[:12], digest()[:12]])


def test_the_baseline_may_be_a_published_version(eval_csv, cli) -> None:
    assert cli("build", "skills", "--output", "dist").status == 0
    old = digest()
    Path("skills/csv/SKILL.md").write_text(SKILL.format("1.1.0"))
    done = eval_csv("--baseline", "1.0.0", "--site", "dist", "--yes")

    assert done.status == 0
    assert f"without  version 1.0.0, sha256:{old[:12]}\n" in done.err
    assert benchmark()["metadata"]["baseline"] == f"sha256:{old}"
    assert benchmark()["run_summary"]["without_skill"]["pass_rate"]["mean"] == 1.0


def test_the_catalog_says_where_it_is_published(eval_csv, cli) -> None:
    assert cli("build", "skills", "--output", "dist").status == 0
    Path("skills/csv/SKILL.md").write_text(SKILL.format("1.1.0"))
    Path("skillpack.toml").write_text('[catalog]\nprevious = "dist"\n[[source]]\npath = "skills"\n')
    done = eval_csv("--baseline", "1.0.0", "--dry-run")

    assert (done.status, "without  version 1.0.0, sha256:" in done.err) == (0, True)


def test_the_plan_shows_the_whole_command_that_grades(eval_csv) -> None:
    assert "\ngrader   cat -u\n" in eval_csv("--grade-command", "cat -u", "--dry-run").err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--baseline", "1.0.0"), "nothing says where `csv` 1.0.0 is published"),
        (("--baseline", "1.0.0", "--site", "dist"), "`csv` 1.0.0 is the content that is to be measured"),
        (("--agent", "nobody"), "no agent is named `nobody`"),
        (("--grade-command", "no-such-grader"), "`--grade-command`: no program `no-such-grader`"),
        (("--grade-command", "'open"), "`--grade-command` cannot be read: No closing quotation"),
        (("--grade-command", " "), "`--grade-command` is empty"),
        (("--grade-command", "cat\0x"), "`--grade-command` holds a NUL"),
        (("--runs", "0"), "invalid value for `--runs`"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_runs(
    eval_csv, cli, arguments: tuple[str, ...], message: str
) -> None:
    if "dist" in arguments:
        cli("build", "skills", "--output", "dist")
    done = eval_csv("--yes", *arguments)
    assert done.status == 2
    assert message in done.err
    assert ran() == []


def test_without_a_grader_nothing_runs(eval_csv) -> None:
    Path("skills/csv/evals/grade.py").unlink()
    done = eval_csv("--yes")
    assert done.status == 2
    assert "error: nobody grades the answers, of which 2 assertions should hold\n" in done.err
    assert "hint: give `--grade-command CMD`, or write `evals/grade.py` into the skill\n" in done.err
    assert ran() == []


def test_a_command_grades_in_place_of_the_skill(eval_csv) -> None:
    Path("skills/csv/evals/grade.py").rename("judge.py")
    assert eval_csv("--yes", "--grade-command", "python3 ./judge.py").status == 0
    assert benchmark()["metadata"]["grader"] == "python3"


def test_the_skills_own_grader_gets_no_environment(eval_csv, monkeypatch) -> None:
    monkeypatch.setenv("API_KEY", "mine")
    Path("skills/csv/evals/grade.py").write_text(
        "import json, os; print(json.dumps({'expectations': [{'text': 'a', 'passed': 'API_KEY' not in os.environ}]}))"
    )
    eval_csv("--yes")
    assert benchmark()["run_summary"]["with_skill"]["pass_rate"]["mean"] == 1.0


def test_another_agent_has_the_skill_in_its_own_folder(eval_csv) -> None:
    done = eval_csv("--yes", "--agent", "codex")
    assert "as .agents/skills/csv\n" in done.err
    assert delta(benchmark()) == "+0.00"


def test_a_skill_that_is_installed_for_all_projects_is_noted(eval_csv, tmp_path) -> None:
    (tmp_path / "home" / ".claude" / "skills" / "csv").mkdir(parents=True)
    done = eval_csv("--yes")
    note = "`csv` is installed for all projects as well, so runs without it may have it"
    assert f"note     {note}\n" in done.err
    assert benchmark()["notes"] == [note]


def test_some_failed_runs_are_status_1_and_are_repeated(eval_csv) -> None:
    agent = Path("agent.py")
    agent.write_text(
        AGENT + "if 'hello' in prompt and skill:\n    sys.exit(0 if os.path.exists(os.environ['LOG'] + '.ok') else 7)\n"
    )
    done = eval_csv("--yes")
    assert done.status == 1
    assert "1 run failed: ended with status 7; the same command repeats what failed\n" in done.err
    assert benchmark()["notes"] == ["1 of 4 runs failed, and count as nothing passed"]
    Path("agent.log.ok").touch()
    assert eval_csv("--yes").status == 0
    assert len(ran()) == 5
    assert benchmark()["notes"] == []


def test_where_every_run_failed_there_is_no_result(eval_csv) -> None:
    Path("agent.py").write_text("import sys; sys.exit('not logged in')")
    done = eval_csv("--yes")
    assert done.status == 3
    assert "error: every run failed: ended with status 1\n" in done.err
    assert not Path("skills/results").exists()


def test_a_result_is_not_written_through_a_link(eval_csv, tmp_path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "skills" / "results").symlink_to("../elsewhere")
    done = eval_csv("--yes")
    assert done.status == 2
    assert "is behind a link out of the catalog" in done.err
    assert ran() == []


@pytest.mark.parametrize(
    "text", ['[{"prompt": "a", "files": ["../../../agent.py"]}]', "[]", "[" * 9999, '[{"prompt": 1}']
)
def test_hostile_tasks_run_nothing(eval_csv, text: str) -> None:
    Path("skills/csv/evals/evals.json").write_text(text)
    assert eval_csv("--yes").status == 2
    assert ran() == []


def test_more_runs_than_anybody_wants_are_refused(eval_csv) -> None:
    Path("skills/csv/evals/evals.json").write_text(json.dumps([{"prompt": f"{at}"} for at in range(10_000)]))
    done = eval_csv("--yes", "--runs", "9")
    assert (done.status, ran()) == (2, [])
    assert "runs are more than 10,000\nhint: choose fewer `--runs`\n" in done.err


@pytest.mark.usefixtures("eval_csv")
def test_a_name_that_is_a_path_is_no_skill(cli) -> None:
    done = cli("eval", "../csv", "--agent-command", "cat")
    assert (done.status, "no skill is named `../csv`" in done.err) == (2, True)


class TestInterrupted:
    """The command in a process of its own, ended in the middle."""

    @pytest.fixture
    def started(self, eval_csv: Callable, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
        """Give a measurement of which two runs have ended, and whose third waits."""
        assert "runs     4 of 4" in eval_csv("--dry-run").err
        (tmp_path / "agent.py").write_text(
            AGENT
            + "import time\nopen(os.environ['LOG'] + '.pid', 'a').write(f'{os.getpid()}\\n')\n"
            + "count = open(os.environ['LOG']).read().count('\\n')\n"
            + "while count == 3 and not os.path.exists(os.environ['LOG'] + '.go'):\n    time.sleep(0.05)\n"
        )
        words = ["eval", "csv", "--agent-command", "python3 ./agent.py", "--runs", "1", "--yes"]
        process = subprocess.Popen(
            [sys.executable, "-m", "skillpack", *words],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stderr=subprocess.PIPE,
            text=True,
        )
        pids = Path("agent.log.pid")
        while len(pids.read_text().split() if pids.exists() else ()) < 3 and process.poll() is None:
            pass
        with process:
            yield process
            process.kill()

    @pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
    def test_it_leaves_no_process_and_goes_on_where_it_was(self, eval_csv, started, number: int) -> None:
        started.send_signal(number)
        said = started.communicate()[1]
        waiting = int(Path("agent.log.pid").read_text().split()[2])
        while Path(f"/proc/{waiting}").exists():
            pass
        assert started.returncode == (-9 if number == signal.SIGKILL else 130)
        assert ("what ran is kept" in said) is (number != signal.SIGKILL)
        assert not Path("skills/results").exists()
        Path("agent.log.go").touch()
        again = eval_csv("--yes")
        assert (again.status, len(ran())) == (0, 5)
        assert "runs     2 of 4" in again.err
        assert delta(benchmark()) == "+0.50"


def test_a_skill_of_ours_helps_a_stand_in(cli, tmp_path, monkeypatch) -> None:
    """The tasks of `write-a-skill`, by the stand-in of the page."""
    page = (ROOT / "site" / "pages" / "how-to" / "measure-a-skill.md").read_text(encoding="utf-8")
    (tmp_path / "agent.py").write_text(page.split("```python agent.py\n")[1].split("```")[0], encoding="utf-8")
    shutil.copytree(ROOT / "site" / "skills" / "write-a-skill", tmp_path / "skills" / "write-a-skill")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    command = f"{sys.executable} ./agent.py"
    done = cli("eval", "write-a-skill", "--agent-command", command, "--runs", "2", "--yes", "--agent-name", "stand-in")

    assert done.status == 0
    (file,) = Path("skills/results").rglob("benchmark.json")
    found = json.loads(file.read_text())
    rates = {(each["eval_id"], each["configuration"]): each["result"]["pass_rate"] for each in found["runs"]}
    assert rates == {
        ("measure-a-draft", "with_skill"): 1.0,
        ("measure-a-draft", "without_skill"): 0.3333,
        ("start-a-skill", "with_skill"): 1.0,
        ("start-a-skill", "without_skill"): 0.0,
        ("count-lines", "with_skill"): 1.0,
        ("count-lines", "without_skill"): 1.0,
    }
