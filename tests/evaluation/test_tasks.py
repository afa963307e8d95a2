"""Tasks of a skill's folder, checked before anything runs."""

import json
import os
from pathlib import Path

import pytest

from skillpack.errors import FetchError, UsageError
from skillpack.evaluation.tasks import installed_at, read_tasks
from skillpack.model.tree import Tree, make_tree


def write(folder: Path, tasks: object, **files: str) -> Path:
    (folder / "evals" / "files").mkdir(parents=True)
    (folder / "evals" / "evals.json").write_text(json.dumps(tasks))
    for name, text in files.items():
        (folder / "evals" / "files" / name).write_text(text)
    return folder


def test_tasks_have_names_and_files(tmp_path) -> None:
    tasks = [
        {"id": 4, "prompt": "a", "files": ["evals/files/a"], "assertions": ["x"]},
        {"prompt": "b"},
        {"id": 4, "prompt": "c"},
    ]
    found = read_tasks(write(tmp_path, {"evals": tasks}, a="A"), "csv", ".x/skills/csv")

    assert [(each.name, each.files) for each in found.tasks] == [
        ("4", make_tree({"evals/files/a": b"A"})),
        ("2", Tree({})),
        ("4-3", Tree({})),
    ]
    assert (found.notes, found.grader) == ((), b"")


def test_the_grader_of_the_skill_is_read(tmp_path) -> None:
    (write(tmp_path, [{"prompt": "a"}]) / "evals" / "grade.py").write_text("print()")
    assert read_tasks(tmp_path, "csv", ".x/skills/csv").grader == b"print()"


def test_a_grader_that_is_a_link_out_is_refused(tmp_path) -> None:
    (tmp_path / "other.py").write_text("print()")
    folder = write(tmp_path / "csv", [{"prompt": "a"}])
    (folder / "evals" / "grade.py").symlink_to("../../other.py")
    with pytest.raises(UsageError, match=r"the grader `evals/grade\.py` of `csv` is a link to `\.\./\.\./other\.py`"):
        read_tasks(folder, "csv", ".x/skills/csv")


def test_what_is_left_out_is_told(tmp_path) -> None:
    found = read_tasks(write(tmp_path, [{"id": 1}, "x", {"prompt": "b"}]), "csv", ".x/skills/csv")
    assert [each.task.prompt for each in found.tasks] == ["b"]
    assert found.notes[0] == "`evals/evals.json`:1: task 2 is a text; it has to be an object"
    assert found.notes[1] == "task 1 is left out: it has no prompt"


def test_a_file_that_steers_an_agent_is_told(tmp_path) -> None:
    folder = write(tmp_path, [{"prompt": "a", "files": [".mcp.json"]}])
    (folder / ".mcp.json").write_text("{}")
    why = "an agent that works in the folder takes it as instructions or settings"
    assert read_tasks(folder, "csv", ".x/skills/csv").notes == (f"task 1 brings `.mcp.json`: {why}",)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("../other.txt", r"the file `\.\./other\.txt`: the path goes up"),
        ("/etc/passwd", "the file `/etc/passwd`: the path is absolute"),
        ("a\0b", "holds a NUL"),
        ("evals/\u202efdp", "turns the direction of writing"),
        ("a/" * 40 + "b", "lies too deep"),
        ("gone.txt", r"the file `gone\.txt` of task 1 does not exist"),
        ("evals/files", r"the file `evals/files` of task 1 is not a file"),
        ("out.txt", r"the file `out\.txt` of task 1 is a link to `\.\./out\.txt`, which leads out"),
        ("pipe", "is not a file"),
        ("evals/evals.json", r"the file `evals/evals\.json`: it holds the answers"),
        ("evals/Grade.py", r"the file `evals/Grade\.py`: it holds the answers"),
        (".x", r"the file `\.x`: it would lie where the skill is installed"),
        (".X/skills/csv/SKILL.md", r"the file `\.X/skills/csv/SKILL\.md`: it would lie where the skill is installed"),
    ],
)
def test_a_path_stays_in_the_skills_folder(tmp_path, path: str, message: str) -> None:
    folder = write(tmp_path / "csv", [{"prompt": "a", "files": [path]}])
    (tmp_path / "out.txt").write_text("x")
    (folder / "out.txt").symlink_to("../out.txt")
    os.mkfifo(folder / "pipe")
    (folder / "evals" / "Grade.py").write_text("")
    if path.lower().startswith(".x"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("x")
    with pytest.raises((UsageError, FetchError), match=message):
        read_tasks(folder, "csv", ".x/skills/csv")


def test_two_names_of_one_file_on_some_systems_are_refused(tmp_path) -> None:
    folder = write(tmp_path, [{"prompt": "a", "files": ["evals/files/a", "evals/files/A"]}], a="1", A="2")
    with pytest.raises(UsageError, match="names the files `evals/files/a` and `evals/files/A`"):
        read_tasks(folder, "csv", ".x/skills/csv")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, r"the file of tasks `evals/evals\.json` of `csv` does not exist"),
        (b"", "has no task that can be run"),
        (b"[]", "has no task that can be run"),
        (b"[" * 200_000, "has no task that can be run"),
        (b"\xff", "has no task that can be run"),
    ],
)
def test_no_task_is_an_error(tmp_path, content: bytes | None, message: str) -> None:
    (tmp_path / "evals").mkdir()
    if content is not None:
        (tmp_path / "evals" / "evals.json").write_bytes(content)
    with pytest.raises(UsageError, match=message) as failed:
        read_tasks(tmp_path, "csv", ".x/skills/csv")
    assert failed.value.hint


def test_the_answers_are_not_installed() -> None:
    skill = make_tree({"SKILL.md": b"s", "evals/evals.json": b"[]", "scripts/a.py": b"a"})
    assert list(installed_at(skill, ".x/csv").files) == [".x/csv/SKILL.md", ".x/csv/scripts/a.py"]
