import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillpack.model.evaluation import EvaluationSet, Task
from skillpack.model.tree import EvaluationFiles, Form, Origin, SourceTree, Trust, make_tree
from skillpack.parse.evaluations import (
    LARGEST,
    MOST_TASKS,
    evaluation_files,
    names_skill,
    read_evaluation_sets,
    read_evaluations,
)

NAMES = (
    *("assertions", "cases", "evals", "expected_behavior", "expected_skill", "expects", "files", "id", "path"),
    *("prompt", "query", "should_trigger", "skill_name", "skills", "text"),
)
OBJECT = """{
  "skill_name": "tally",
  "evals": [
    {
      "id": 1,
      "prompt": "Add up rows.csv",
      "expected_output": "The total, 42",
      "files": ["evals/files/rows.csv"],
      "assertions": ["Names the total", {"name": "format", "text": "Ends with the unit"}]
    },
    {
      "id": "second",
      "prompt": "Add up nothing",
      "expectations": ["Says that there are no rows"],
      "expected_skill": null
    }
  ]
}
"""


def read(value: Any) -> EvaluationSet:
    return read_evaluations(json.dumps(value).encode())


def test_an_object_with_evals_is_read() -> None:
    found = read_evaluations(OBJECT.encode())
    assert (found.skill, found.problems) == ("tally", ())
    assert found.tasks == (
        Task(
            id="1",
            prompt="Add up rows.csv",
            expected="The total, 42",
            files=("evals/files/rows.csv",),
            assertions=("Names the total", "Ends with the unit"),
            line=4,
        ),
        Task(
            id="second",
            prompt="Add up nothing",
            assertions=("Says that there are no rows",),
            expected_skill="",
            line=11,
        ),
    )


def test_a_list_of_questions_is_read() -> None:
    found = read(
        [
            {
                "id": "tally-001",
                "question": "How much is it?",
                "expected_skill": "tally",
                "expected_script": "scripts/sum.py",
                "ground_truth": "42",
                "expected_behavior": ["Runs the script"],
                "should_trigger": True,
            }
        ]
    )
    assert found.tasks == (
        Task(
            id="tally-001",
            prompt="How much is it?",
            expected="42",
            assertions=("Runs the script",),
            script="scripts/sum.py",
            expected_skill="tally",
            should_trigger=True,
            line=1,
        ),
    )


def test_cases_are_read() -> None:
    found = read({"skill": "tally", "cases": [{"name": "sum", "prompt": "Add up"}]})
    assert (found.skill, found.tasks) == ("tally", (Task("sum", "Add up", line=1),))


def test_one_case_without_a_list_is_read() -> None:
    found = read({"skills": ["tally"], "query": "Add up", "expected_behavior": ["Adds"]})
    assert (found.skill, found.tasks) == ("tally", (Task("", "Add up", assertions=("Adds",), line=1),))


def test_scenarios_are_read() -> None:
    found = read(
        {
            "skills": ["tally", "fetch"],
            "resources": {"platforms": {"small": {"cores": 1}}},
            "expects": [{"query": "Fetch", "checks": ["It is there"]}, {"query": "Add up"}],
        }
    )
    assert [(task.prompt, task.assertions) for task in found.tasks] == [("Fetch", ("It is there",)), ("Add up", ())]
    assert (found.skill, found.problems) == ("", ())


def test_trigger_sets_are_read() -> None:
    found = read([{"query": "Add up", "should_trigger": True}, {"query": "Sing", "should_trigger": False}])
    assert [(task.prompt, task.should_trigger, task.is_negative) for task in found.tasks] == [
        ("Add up", True, False),
        ("Sing", False, True),
    ]


def test_what_some_call_otherwise_is_read_as_well() -> None:
    (task,) = read({"cases": [{"id": "a", "input": "Add up", "expect": ["42", "no heading"]}]}).tasks
    assert (task.prompt, task.assertions) == ("Add up", ("42", "no heading"))


def test_an_empty_list_holds_no_tasks_and_is_no_problem() -> None:
    assert read([]) == read({"evals": []})
    assert (read([]).tasks, read([]).problems) == ((), ())


@pytest.mark.parametrize(
    ("written", "expected", "negative"),
    [
        ({}, None, False),
        ({"expected_skill": None}, "", True),
        ({"expected_skill": "none"}, "", True),
        ({"expected_skill": []}, "", True),
        ({"expected_skill": ["tally"]}, "tally", False),
        ({"expected_skill": ["tally", "fetch"]}, None, False),
        ({"expected_skill": 5}, None, False),
        ({"expected_skill": None, "should_trigger": True}, "", False),
        ({"expected_skill": "fetch", "should_trigger": False}, "fetch", True),
        ({"should_trigger": "false"}, None, True),
        ({"should_trigger": 0}, None, False),
    ],
)
def test_what_should_be_chosen_is_what_a_task_says(written, expected, negative) -> None:
    (task,) = read([{"prompt": "Add up", **written}]).tasks
    assert (task.expected_skill, task.is_negative) == (expected, negative)


@pytest.mark.parametrize(
    ("written", "assertions"),
    [
        (["a", "a", "", 7], ("a", "7")),
        ("alone", ("alone",)),
        ([{"assertion": "a"}, {"type": "contains", "value": "total"}, {}], ("a", "type: contains, value: total")),
        ([["b", "c"], None, True], ("b\nc",)),
        ({"text": "a"}, ("a",)),
    ],
)
def test_assertions_are_texts(written, assertions) -> None:
    (task,) = read([{"prompt": "Add up", "assertions": written}]).tasks
    assert task.assertions == assertions


def test_files_may_be_objects() -> None:
    (task,) = read([{"prompt": "Add up", "files": [{"path": "a.csv"}, {"name": "b.csv"}, "c.csv"]}]).tasks
    assert task.files == ("a.csv", "b.csv", "c.csv")


def test_a_byte_order_mark_is_no_problem() -> None:
    assert read_evaluations(b"\xef\xbb\xbf[]").problems == ()


@pytest.mark.parametrize(
    ("content", "line", "problem"),
    [
        (b"", 1, "the file is not JSON: expecting value"),
        (b"[]\n\xff", 2, "the file is not UTF-8"),
        (b'[\n{"id": 1},\n]', 3, "the file is not JSON: expecting value"),
        (b"[]\n{}", 2, "the file is not JSON: the end is expected"),
        (b'[\n{"id": NaN}]', 2, "the file is not JSON: `NaN` is not JSON"),
        (b"[" * 100_000, 1, "the file is nested too deeply"),
        (b'{"evals": [{"a": ' + b"[" * 100_000, 1, "the file is nested too deeply"),
        (b'"evals"', 1, "the file is neither a list nor an object; write a list of tasks, or an object with `evals`"),
        (b'{"a": 1}', 1, "the object holds no tasks; write a list of tasks, or an object with `evals`"),
        (b'{"evals": {}}', 1, "the object holds no tasks; write a list of tasks, or an object with `evals`"),
        (b" " * (LARGEST + 1), 0, f"the file has 4,194,305 bytes; at most {LARGEST:,} are read"),
    ],
    ids=range(11),
)
def test_what_cannot_be_read_is_one_problem(content, line, problem) -> None:
    found = read_evaluations(content)
    assert (found.tasks, found.problems) == ((), ((line, problem),))


def test_what_is_no_task_is_a_problem_and_the_others_are_read() -> None:
    found = read_evaluations(b'[1,\n"a",\nnull,\n{"prompt": "Add up", "id": 1, "id": 2}]')
    assert [task.id for task in found.tasks] == ["2"]
    assert found.problems == (
        (1, "task 1 is a number; it has to be an object"),
        (2, "task 2 is a text; it has to be an object"),
        (3, "task 3 is null; it has to be an object"),
        (4, "task 4: the key `id` occurs twice"),
    )


def test_many_problems_are_counted() -> None:
    found = read([1] * 100)
    assert len(found.problems) == 21
    assert found.problems[-1] == (0, "80 more parts of the file cannot be read")


def test_a_list_that_occurs_twice_is_a_problem() -> None:
    found = read_evaluations(b'{"evals": [{"prompt": "a"}], "evals": [{"prompt": "b"}]}')
    assert [task.prompt for task in found.tasks] == ["b"]
    assert found.problems == ((1, "the key `evals` occurs twice"),)


def test_of_a_list_without_end_the_first_are_read() -> None:
    found = read_evaluations(b"[" + b"{}," * 1_000_000 + b"{}]")
    assert len(found.tasks) == MOST_TASKS
    assert found.problems == ((0, "the file has more than 2,000 tasks; the others are not read"),)


def test_long_texts_are_cut() -> None:
    (task,) = read([{"id": "i" * 10**5, "prompt": "p" * 10**5, "assertions": ["a" * 10**4] * 300}]).tasks
    assert [len(task.id), len(task.prompt), len(task.assertions[0])] == [400, 16_384, 2000]


def test_what_no_encoding_has_is_replaced() -> None:
    (task,) = read_evaluations(b'[{"prompt": "a \\ud800 b \\ud83d\\ude00"}]').tasks
    assert task.prompt == "a \ufffd b \U0001f600"


def test_a_number_that_is_infinite_is_an_id_like_another() -> None:
    assert [task.id for task in read_evaluations(b'[{"id": 1e400}, {"id": -0}]').tasks] == ["1e400", "-0"]


class TestSets:
    """Which files of `evals/` hold tasks."""

    def sets(self, **files: bytes) -> dict[str, int]:
        read = tuple((f"evals/{name}.json", content) for name, content in files.items())
        found = read_evaluation_sets(EvaluationFiles(tuple(path for path, _ in read), read))
        return {path: len(each.tasks) for path, each in found}

    def test_evals_json_is_one_whatever_it_holds(self) -> None:
        assert (
            self.sets(evals=b"?") == self.sets(evals=b"[]") == self.sets(evals=b'{"a": 1}') == {"evals/evals.json": 0}
        )

    @pytest.mark.parametrize(
        "content",
        [
            b'[{"query": "a", "should_trigger": true}]',
            b'{"expects": [{"query": "a", "checks": ["b"]}]}',
            b'{"evals": [{"prompt": "a", "expected_output": "b"}]}',
        ],
    )
    def test_another_file_is_one_where_its_tasks_expect_something(self, content) -> None:
        assert self.sets(base=content) == {"evals/base.json": 1}

    @pytest.mark.parametrize("content", [b"?", b"[]", b'{"name": "package"}', b'[{"query": "SELECT 1"}]', b"[1, 2]"])
    def test_any_other_file_is_none(self, content) -> None:
        assert self.sets(package=content) == {}

    def test_one_that_is_called_so_and_cannot_be_read_is_told(self) -> None:
        assert self.sets(triggers=b"[{]", package=b"[{]") == {"evals/triggers.json": 0}

    def test_of_a_skill_from_elsewhere_the_tree_is_asked(self) -> None:
        tree = make_tree({"SKILL.md": b"", "evals/evals.json": b"[]", "evals/files/a.json": b"[]"})
        origin = Origin("", 0, "a", "a", Form.FOLDER, Trust.EXTERNAL)
        found = evaluation_files(SourceTree(origin, (), tree, whole=True, skipped=()))
        assert found == EvaluationFiles(("evals/evals.json", "evals/files/a.json"), (("evals/evals.json", b"[]"),))


@pytest.mark.parametrize(
    ("text", "name", "names"),
    [
        ("Use csv-report for it", "csv-report", True),
        ("use CSV-Report, please", "csv-report", True),
        ("my csv-reports", "csv-report", False),
        ("old-csv-report", "csv-report", False),
        ("a csv report", "csv-report", False),
        ("make a pdf", "pdf", False),
        ("/pdf of this", "pdf", True),
        ("use `pdf` for this", "pdf", True),
        ("with the pdf skill", "pdf", True),
        ("with the skill pdf", "pdf", True),
        ("", "pdf", False),
        ("a.b", "a.*b", False),
    ],
)
def test_a_request_names_a_skill_where_nothing_else_can_be_meant(text, name, names) -> None:
    assert names_skill(text, name) is names


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
)


@given(JSON)
def test_whatever_the_json_is_its_texts_can_be_written(value) -> None:
    found = read_evaluations(json.dumps(value).encode())
    for task in found.tasks:
        texts = (task.id, task.prompt, task.expected, task.script, task.expected_skill or "", *task.files)
        "".join((*texts, *task.assertions)).encode()
    if not isinstance(value, list | dict):
        assert found.problems


@given(st.binary(max_size=200))
def test_whatever_the_bytes_are_nothing_is_raised(content) -> None:
    found = read_evaluations(content)
    assert found.tasks or found.problems or content.decode("utf-8-sig").strip().startswith(("[", "{"))
