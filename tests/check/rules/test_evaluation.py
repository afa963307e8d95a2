import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

import pytest

from skillpack.check.run import check_evaluations
from skillpack.check.subject import EvaluationSubject
from skillpack.model.finding import Finding
from skillpack.parse.evaluations import read_evaluations

NEGATIVE = {"id": "none", "prompt": "Draw a cat", "should_trigger": False}

Found = Callable[..., list[Finding]]


@pytest.fixture
def found(skill) -> Found:
    """Give the function that returns the findings of a rule about tasks, beside one that is negative."""
    own = skill("# CSV", stem="csv-report")

    def run(
        rule: str,
        *tasks: Mapping[str, Any],
        paths: Collection[str] = (),
        content: bytes | None = None,
        complete: bool = True,
        negative: bool = True,
    ) -> list[Finding]:
        written = json.dumps([*tasks, *([NEGATIVE] if negative else [])], indent=1).encode()
        sets = (("evals/evals.json", read_evaluations(written if content is None else content)),)
        subject = EvaluationSubject(own, sets, frozenset({"SKILL.md", *paths}), complete)
        return [each for each in check_evaluations(subject) if each.rule == rule]

    return run


def messages(findings: list[Finding]) -> list[str]:
    return [each.message for each in findings]


def test_tasks_as_they_should_be_are_not_spoken_of(found) -> None:
    tasks = {"id": 1, "prompt": "How many rows?", "should_trigger": True, "files": ["evals/files/a.csv"]}
    for rule in range(1, 10):
        assert found(f"EV00{rule}", tasks, paths=["evals/files/a.csv"]) == []


def test_a_file_that_cannot_be_read_is_one_finding_at_its_line(found) -> None:
    (one,) = found("EV001", content=b'[\n{"id": 1},\n]')
    assert (one.path, one.span.line) == ("skills/csv-report/evals/evals.json", 3)
    assert one.message == "the file is not JSON: expecting value"
    assert found("EV007", content=b"[") == []


def test_each_id_that_several_tasks_have_is_named_once(found) -> None:
    tasks = [{"id": name, "prompt": "a"} for name in ("a", "b", "a", "c", "a", "c")]
    assert messages(found("EV002", *tasks)) == ["3 tasks have the id `a`", "2 tasks have the id `c`"]
    assert found("EV002", {"prompt": "a"}, {"prompt": "b"}) == []


@pytest.mark.parametrize(
    "file",
    ["evals/files/a.csv", "./evals/files/a.csv", "files/a.csv", "a.csv", "evals/files", "evals\\files\\a.csv"],
)
def test_a_file_may_be_named_from_each_folder_that_people_mean(found, file) -> None:
    assert found("EV003", {"id": 1, "prompt": "a", "files": [file]}, paths=["evals/files/a.csv"]) == []


@pytest.mark.parametrize("file", ["https://files.example/a.csv", "data/*.csv", "{{input}}", "$HOME/a.csv", ""])
def test_what_stands_for_other_files_is_not_missed(found, file) -> None:
    assert found("EV003", {"id": 1, "prompt": "a", "files": [file]}) == []


@pytest.mark.parametrize("file", ["b.csv", "../../etc/passwd", "/etc/passwd", "A.CSV"])
def test_any_other_file_is_missed(found, file) -> None:
    (one,) = found("EV003", {"id": 1, "prompt": "a", "files": [file]}, paths=["evals/files/a.csv"])
    assert one.message == f"task `1` works on `{file}`, which the skill does not bring"


def test_a_file_with_its_content_need_not_be_there(found) -> None:
    assert found("EV003", {"id": 1, "prompt": "a", "files": [{"name": "a.csv", "content": "1,2"}]}) == []


def test_nothing_is_missed_where_not_all_was_seen(found) -> None:
    task = {"id": 1, "prompt": "a", "files": ["a.csv"], "expected_script": "a.py"}
    assert found("EV003", task, complete=False) == found("EV006", task, complete=False) == []


def test_a_thousand_files_are_twenty_findings(found) -> None:
    tasks = [{"id": number, "prompt": "a", "files": [f"{number}.csv"]} for number in range(1000)]
    assert len(found("EV003", *tasks)) == 20


def test_another_skill_is_for_the_set_to_know(found) -> None:
    (one,) = found("EV004", {"id": 1, "prompt": "a", "expected_skill": "chart"}, {"id": 2, "expected_skill": None})
    assert one.message == "task `1` expects the skill `chart`, which is not here"
    assert one.facts == (("expected", "chart"),)
    assert found("EV004", {"id": 1, "prompt": "a", "expected_skill": "csv-report"}) == []


def test_a_task_without_prompt_is_named_by_its_number(found) -> None:
    assert messages(found("EV005", {"expected_output": "a"}, {"id": "b", "prompt": " "})) == [
        "task 1 has no `prompt`",
        "task `b` has no `prompt`",
    ]


@pytest.mark.parametrize("script", ["scripts/count.py", "count.py", "scripts/count.py --all", "./scripts/count.py"])
def test_a_script_may_be_a_path_or_a_name(found, script) -> None:
    assert found("EV006", {"id": 1, "prompt": "a", "expected_script": script}, paths=["scripts/count.py"]) == []


def test_a_script_that_the_skill_lacks_is_missed(found) -> None:
    (one,) = found("EV006", {"id": 1, "prompt": "a", "expected_script": "count.sh"}, paths=["scripts/count.py"])
    assert one.message == "task `1` expects the script `count.sh`, which the skill does not bring"


@pytest.mark.parametrize(
    ("tasks", "message"),
    [
        ([{"prompt": "a"}], "the one task does not say when the skill should not be chosen"),
        ([{"prompt": "a"}, {"prompt": "b"}], "none of the 2 tasks says when the skill should not be chosen"),
    ],
)
def test_a_set_without_a_negative_task_is_told(found, tasks, message) -> None:
    assert messages(found("EV007", *tasks, negative=False)) == [message]


def test_an_empty_set_lacks_no_negative_task(found) -> None:
    assert found("EV007", negative=False) == []


def test_requests_that_name_the_skill_are_counted(found) -> None:
    naming = {"id": 1, "prompt": "Use csv-report for it", "should_trigger": True}
    other = {"id": 2, "prompt": "How many rows?", "expected_skill": "csv-report"}
    assert messages(found("EV008", naming)) == ["task `1` names the skill that it should find"]
    assert messages(found("EV008", other, naming)) == ["1 of 2 requests name the skill that they should find"]
    assert found("EV008", {"id": 1, "prompt": "Use csv-report for it"}) == []


def test_tasks_of_another_skill_are_told(found) -> None:
    content = b'{"skill_name": "chart",\n "evals": [\n{"id": 1, "prompt": "a", "should_trigger": false}]}'
    (one,) = found("EV009", content=content)
    assert one.message == "the tasks are of the skill `chart`, and this one is `csv-report`"
    assert one.span.line == 3
    assert found("EV009", content=content.replace(b"chart", b"CSV-Report")) == []


@pytest.mark.parametrize("name", ["a\x1b[31mb", "<script>alert(1)</script>", "a`b", "x" * 10_000])
def test_no_text_of_a_stranger_reaches_a_terminal(found, name) -> None:
    for rule in ("EV002", "EV003", "EV004", "EV006"):
        task = {"id": name, "prompt": "a", "files": [name], "expected_skill": name, "expected_script": name}
        for each in found(rule, task, task):
            assert each.message.isprintable()
            assert len(each.message) < 300
