"""The four programs of the specification, with the envelopes that it documents (metaSKILLs, sections 2 and 11)."""

import json
import textwrap
from collections.abc import Iterable
from pathlib import Path

import pytest

from skillpack.metaskill.grant import Question
from skillpack.metaskill.host import RunResult

HEADING = textwrap.dedent("""
    def run(input):
        task = input["task"]
        heading = input["heading"]

        for i in range(3):
            result = ask(task, {
                "purpose": "draft",
                "max_turns": 4,
            })

            if heading in result["answer"]:
                return {
                    "status": "accepted",
                    "answer": result["answer"],
                    "attempts": i + 1,
                }

            trace("missing-heading", {
                "attempt": i + 1,
                "heading": heading,
            })

            task = (
                "Revise the draft so it includes this exact heading:\\n" +
                heading +
                "\\n\\nPrevious draft:\\n" +
                result["answer"]
            )

        return {
            "status": "exhausted",
            "answer": result["answer"],
            "warning": "The required heading was still missing.",
        }
    """)
TESTS = textwrap.dedent("""
    def run(input):
        test_command = input.get("test_command", ["pytest", "-q"])

        for i in range(3):
            result = command(test_command, {"timeout": 120})
            trace("test-run", {
                "attempt": i + 1,
                "ok": result["ok"],
            })

            if result["ok"]:
                return {
                    "status": "accepted",
                    "answer": "Tests passed.",
                    "attempts": i + 1,
                }

            ask(
                "The tests failed. Fix the problem, then stop.\\n\\n" +
                result["result"],
                {
                    "purpose": "fix-tests",
                    "max_turns": 10,
                },
            )

        return {
            "status": "exhausted",
            "answer": result["result"],
            "warning": "Tests still failed after 3 attempts.",
        }
    """)
CHECKLIST = textwrap.dedent("""
    def run(input):
        task = input["task"]
        required = input.get("required", ["install", "test", "rollback"])

        for i in range(3):
            result = ask(task, {
                "purpose": "draft-checklist",
                "max_turns": 4,
            })

            missing = []
            for word in required:
                if word not in result["answer"].lower():
                    missing.append(word)

            if not missing:
                return {
                    "status": "accepted",
                    "answer": result["answer"],
                    "attempts": i + 1,
                }

            trace("missing-words", {
                "attempt": i + 1,
                "missing": missing,
            })

            task = (
                "Revise the checklist. It must include these words: " +
                ", ".join(missing) +
                "\\n\\nPrevious checklist:\\n" +
                result["answer"]
            )

        return {
            "status": "exhausted",
            "answer": result["answer"],
            "missing": missing,
        }
    """)
REVIEW = textwrap.dedent("""
    def run(input):
        diff = command(["git", "diff"], {"timeout": 30})
        if not diff["ok"]:
            return {
                "status": "error",
                "answer": diff["result"],
            }

        review = ask(
            "Review this diff for bugs only. Ignore style nits.\\n\\n" +
            diff["result"],
            {
                "purpose": "bug-review",
                "max_turns": 6,
            },
        )

        return {
            "status": "ok",
            "answer": review["answer"],
        }
    """)


@pytest.mark.demand("K15")
def test_a_program_is_read_once_and_called_once(go) -> None:
    result = go("trace('read')\ndef run(input):\n    trace('called', input)\n    return 'done'\n", {"key": 1})
    assert result.trace == ({"kind": "read"}, {"kind": "called", "data": {"key": 1}})


@pytest.mark.demand("K15", "K20")
def test_what_a_program_prints_is_in_the_trace(go) -> None:
    source = "print('read')\ndef run(input):\n    print('a', 1, None, ['x', True], sep='-')\n    return 'done'\n"
    result = go(source)
    assert result.trace == (
        {"kind": "print", "data": {"text": "read"}},
        {"kind": "print", "data": {"text": 'a-1-None-["x", True]'}},
    )
    assert (result.asks, result.commands) == (0, 0)


@pytest.mark.demand("K20")
def test_what_is_printed_is_limited_as_every_entry_is(go) -> None:
    result = go("def run(input):\n    print('x' * 100000)\n    for i in range(200):\n        print(i)\n")
    assert result.trace[0] == {"kind": "print", "data_truncated": True}
    assert len(result.trace) == 101
    assert result.trace[-1]["kind"] == "truncated"


class Answers:
    """Answers that were written before, and the questions that they were given to."""

    def __init__(self, *answers: str) -> None:
        self._answers = list(answers)
        self.asked: list[Question] = []

    def __call__(self, question: Question) -> str:
        self.asked.append(question)
        return self._answers.pop(0)


def shown(result: RunResult) -> object:
    header, _, body = result.text.partition("\n")
    assert header == "[Metaskill: it completed]"
    return json.loads(body)


def entries(kind: str, data: Iterable[dict[str, object]]) -> list[object]:
    return [{"kind": kind, "data": each} for each in data]


@pytest.mark.demand("K15", "K17", "K18", "K20", "K23", "K24", "K31")
class TestHeading:
    def test_a_draft_is_asked_for_again_until_it_has_the_heading(self, go) -> None:
        answers = Answers("# Other\nHi", "# Plan\nHi")
        result = go(HEADING, {"task": "Write.", "heading": "# Plan"}, ask=answers)
        trace = entries("missing-heading", [{"attempt": 1, "heading": "# Plan"}])
        assert shown(result) == {"status": "accepted", "answer": "# Plan\nHi", "attempts": 2, "trace": trace}
        assert [(each.purpose, each.turns) for each in answers.asked] == [("draft", 4)] * 2
        assert answers.asked[1].prompt.endswith("Previous draft:\n# Other\nHi")

    def test_three_drafts_without_it_end_as_exhausted(self, go) -> None:
        result = go(HEADING, {"task": "Write.", "heading": "# Plan"}, ask=Answers("a", "b", "c"))
        assert result.status == "exhausted"
        assert result.envelope["warning"] == "The required heading was still missing."
        assert (result.asks, len(result.trace)) == (3, 3)


@pytest.mark.demand("K19", "K31")
class TestFixing:
    def test_a_failing_command_is_shown_to_the_model_until_it_succeeds(self, go, tmp_path: Path) -> None:
        def fix(question: Question) -> str:
            assert "No such file" in question.prompt
            (tmp_path / "made").touch()
            return "fixed"

        result = go(TESTS, {"test_command": ["ls", "made"]}, ask=fix, allowed=[["ls"]])
        trace = entries("test-run", [{"attempt": 1, "ok": False}, {"attempt": 2, "ok": True}])
        assert shown(result) == {"status": "accepted", "answer": "Tests passed.", "attempts": 2, "trace": trace}

    def test_a_command_that_keeps_failing_ends_as_exhausted(self, go) -> None:
        result = go(TESTS, ask=Answers("", "", ""), allowed=[["pytest"]])
        assert result.status == "exhausted"
        assert result.envelope["warning"] == "Tests still failed after 3 attempts."


@pytest.mark.demand("K18", "K31")
class TestChecklist:
    def test_words_that_are_missing_are_asked_for(self, go) -> None:
        answers = Answers("Install it.", "Install, test, rollback.")
        result = go(CHECKLIST, {"task": "Write a checklist."}, ask=answers)
        trace = entries("missing-words", [{"attempt": 1, "missing": ["test", "rollback"]}])
        answer = "Install, test, rollback."
        assert shown(result) == {"status": "accepted", "answer": answer, "attempts": 2, "trace": trace}

    def test_a_word_that_never_comes_is_named(self, go) -> None:
        result = go(CHECKLIST, {"task": "t", "required": ["rest"]}, ask=Answers("a", "b", "c"))
        assert (result.status, result.envelope["missing"]) == ("exhausted", ["rest"])


@pytest.mark.demand("K19", "K31")
class TestReview:
    def test_without_a_word_of_the_user_no_command_runs(self, go) -> None:
        result = go(REVIEW, ask=Answers())
        assert shown(result) == {"status": "error", "answer": "error: command not allowed: `git diff`"}

    def test_the_diff_goes_to_the_model(self, go) -> None:
        answers = Answers("No bugs.")
        result = go(REVIEW.replace('["git", "diff"]', '["echo", "-a +b"]'), ask=answers, allowed=[["echo"]])
        assert shown(result) == {"status": "ok", "answer": "No bugs."}
        assert answers.asked[0].prompt == "Review this diff for bugs only. Ignore style nits.\n\n-a +b\n"
