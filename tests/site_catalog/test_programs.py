"""The programs of the project's own metaskills, against a host of made-up answers.

Starlark without what Python lacks is Python, so Python itself can run these three; which engines take them is a matter
of the rules PG007 and PG013.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

SKILLS = Path(__file__).parents[2] / "site" / "skills"
BUILTINS = {"len": len, "range": range, "str": str, "min": min, "max": max}

Result = dict[str, Any]
Play = Callable[..., Result]


class Host:
    """Answers in a row, and what was asked for.

    Attributes:
        prompts: Given to `ask`.
        commands: Given to `command`.
    """

    def __init__(
        self, answers: Sequence[str], results: Sequence[Mapping[str, object]], *, exhausted: bool = False
    ) -> None:
        self._exhausted = exhausted
        self.prompts: list[str] = []
        self.commands: list[list[str]] = []
        self._answers, self._results = iter(answers), iter(results)

    def ask(self, prompt: str, _options: Mapping[str, object]) -> Mapping[str, object]:
        self.prompts.append(prompt)
        return {"answer": next(self._answers), "exhausted": self._exhausted, "turns": 1, "truncated": False}

    def command(self, argv: list[str], _options: Mapping[str, object]) -> Mapping[str, object]:
        self.commands.append(argv)
        return next(self._results)

    def trace(self, kind: str, data: Mapping[str, object]) -> None:
        assert kind
        assert data


def play(name: str, given: Mapping[str, object], host: Host) -> Result:
    program = SKILLS / name / "SKILL.star"
    scope: dict[str, Any] = {"__builtins__": BUILTINS, "ask": host.ask, "command": host.command, "trace": host.trace}
    exec(compile(program.read_text(encoding="utf-8"), str(program), "exec"), scope)  # noqa: S102 our own file
    result = scope["run"](dict(given))
    assert isinstance(result, dict)
    assert isinstance(result["answer"], str)
    return result


def checked(status: int | None, text: str) -> Mapping[str, object]:
    return {"ok": status == 0, "exit_code": status, "result": text, "truncated": False}


CLEAN = checked(0, "1 skill checked")


class TestFixSkillFindings:
    def test_asks_nobody_when_all_is_well(self) -> None:
        host = Host([], [CLEAN])
        assert play("fix-skill-findings", {"path": "skills/a"}, host) == {
            "status": "accepted",
            "answer": "No errors and no warnings.",
            "attempts": 0,
        }
        (argv,) = host.commands
        assert argv == [
            "skillpack",
            "check",
            "--format",
            "concise",
            "--strict",
            "--profile",
            "publish",
            "--",
            "skills/a",
        ]

    def test_ends_when_the_check_is_content(self) -> None:
        host = Host(["Added the file.", "Closed the block."], [checked(1, "RS001"), checked(1, "BD005"), CLEAN])
        result = play("fix-skill-findings", {"path": "a", "profile": "metis"}, host)
        assert result == {"status": "accepted", "answer": "Closed the block.", "attempts": 2}
        assert ["RS001" in prompt for prompt in host.prompts] == [True, False]
        assert all("metis" in argv for argv in host.commands)

    def test_stops_after_three_rounds(self) -> None:
        host = Host(["1", "2", "3"], [checked(1, text) for text in "abcd"])
        result = play("fix-skill-findings", {"path": "a"}, host)
        assert (result["status"], result["answer"], result["attempts"]) == ("exhausted", "d", 3)
        assert "3" in result["warning"]

    def test_the_third_round_may_succeed(self) -> None:
        host = Host(["1", "2", "3"], [*(checked(1, text) for text in "abc"), CLEAN])
        result = play("fix-skill-findings", {"path": "a"}, host)
        assert (result["status"], result["attempts"]) == ("accepted", 3)

    def test_stops_when_a_round_changes_nothing(self) -> None:
        host = Host(["I may not write there."], [checked(1, "a"), checked(1, "a")])
        result = play("fix-skill-findings", {"path": "a"}, host)
        assert (result["status"], result["attempts"]) == ("exhausted", 1)
        assert "I may not write there." in result["warning"]

    @pytest.mark.parametrize(
        "failed", [checked(2, "error: unknown profile"), checked(None, "error: refused"), checked(3, "x")]
    )
    def test_a_check_that_cannot_run_is_no_finding(self, failed: Mapping[str, object]) -> None:
        result = play("fix-skill-findings", {"path": "a"}, Host([], [failed]))
        assert result == {"status": "error", "answer": failed["result"], "attempts": 0}

    def test_a_host_that_tells_no_exit_status_is_believed(self) -> None:
        host = Host(["done"], [checked(None, "a/SKILL.md:1:1: warning"), CLEAN])
        assert play("fix-skill-findings", {"path": "a"}, host)["status"] == "accepted"

    def test_needs_a_path(self) -> None:
        assert play("fix-skill-findings", {"folder": "a"}, Host([], []))["status"] == "error"


class TestDraftDescription:
    good = "Fills in PDF forms from a table. Use when the user has a .pdf form to complete."

    def test_accepts_a_good_line_at_once(self) -> None:
        host = Host([f"  {self.good}\n"], [])
        result = play("draft-description", {"skill": "skills/pdf-forms"}, host)
        assert result == {"status": "accepted", "answer": self.good, "attempts": 1}
        assert "`skills/pdf-forms`" in host.prompts[0]

    @pytest.mark.parametrize(
        ("answer", "reason"),
        [
            (good + "\nMore.", "more than one line"),
            ("Use when bored.", "shorter than 40"),
            (good + " And so on." * 30, "longer than 300"),
            (good.replace("Use when", "For"), "no sentence that begins with `Use when`"),
            (good.replace("table", "<table>"), "angle brackets"),
            ("description: " + good, "colon with a space"),
            (f'"{good}"', "begins with a mark"),
            (f"`{good}`", "begins with a mark"),
            ("", "shorter than 40"),
        ],
    )
    def test_refuses_and_says_why(self, answer: str, reason: str) -> None:
        host = Host([answer, self.good], [])
        result = play("draft-description", {"skill": "a"}, host)
        assert (result["status"], result["attempts"]) == ("accepted", 2)
        assert reason in host.prompts[1]
        assert answer in host.prompts[1]

    def test_three_tries_are_the_end(self) -> None:
        host = Host([self.good] * 3, [])
        result = play("draft-description", {"skill": "a", "mention": ["PDF", "invoice"]}, host)
        assert result == {
            "status": "exhausted",
            "answer": self.good,
            "attempts": 3,
            "faults": ["it does not mention `invoice`"],
        }

    def test_the_length_can_be_set(self) -> None:
        result = play("draft-description", {"skill": "a", "max_characters": 50}, Host([self.good] * 3, []))
        assert result["faults"] == ["it is longer than 50 characters"]

    def test_neighbours_are_told(self) -> None:
        host = Host([self.good], [])
        play("draft-description", {"skill": "a", "neighbours": ["pdf-text, which extracts text"]}, host)
        assert "pdf-text, which extracts text" in host.prompts[0]

    def test_needs_a_skill(self) -> None:
        assert play("draft-description", {"path": "a"}, Host([], []))["status"] == "error"

    def test_would_accept_our_own_descriptions(self, skills: dict[str, Any]) -> None:
        for name, each in skills.items():
            result = play("draft-description", {"skill": name}, Host([each.skill.description], []))
            assert result["status"] == "accepted"


class TestReviewChanges:
    """Commands come in this order: differences, new files, descriptions, check, perhaps the release."""

    quiet = (checked(0, ""), checked(0, ""), CLEAN)
    """New files, descriptions and a check that find nothing."""

    def test_asks_once_with_the_difference_as_data(self) -> None:
        host = Host(["CHANGE\nSKILL.md:3 the question is gone"], [checked(0, "+now"), *self.quiet])
        result = play("review-changes", {"path": "skills/a", "base": "origin/main", "focus": "Does it delete?"}, host)
        assert result == {
            "status": "ok",
            "verdict": "CHANGE",
            "answer": "CHANGE\nSKILL.md:3 the question is gone",
            "descriptions": [],
            "findings": [],
        }
        (prompt,) = host.prompts
        assert "BEGIN CHANGES\n+now\nEND CHANGES" in prompt
        assert "Does it delete?" in prompt
        assert host.commands[0][-3:] == ["origin/main", "--", "skills/a"]

    def test_new_files_alone_are_a_change(self) -> None:
        host = Host(["APPROVE"], [checked(0, ""), checked(0, "a/scripts/new.py\n"), checked(0, ""), CLEAN])
        assert play("review-changes", {"path": "a"}, host)["verdict"] == "APPROVE"
        assert "a/scripts/new.py" in host.prompts[0]

    @pytest.mark.parametrize(
        ("answer", "verdict"),
        [
            ("**Approve**\nfine", "APPROVE"),
            ("REJECT: it sends files", "REJECT"),
            ("Looks good", "UNCLEAR"),
            ("", "UNCLEAR"),
        ],
    )
    def test_the_verdict_is_the_first_word(self, answer: str, verdict: str) -> None:
        host = Host([answer], [checked(0, "+x"), *self.quiet])
        assert play("review-changes", {"path": "a"}, host)["verdict"] == verdict

    def test_what_the_check_finds_nobody_talks_away(self) -> None:
        found = "a/SKILL.md:3:1: error FM001 [bad] no\na/SKILL.md:4:1: info BD001 [long] x"
        host = Host(["APPROVE"], [checked(0, "+x"), checked(0, ""), checked(0, ""), checked(1, found)])
        result = play("review-changes", {"path": "a"}, host)
        assert (result["verdict"], result["findings"]) == ("CHANGE", [found.partition("\n")[0]])
        assert result["findings"][0] in host.prompts[0]

    def test_a_check_that_may_not_run_is_a_warning(self) -> None:
        refused = checked(None, "error: command not allowed: `skillpack check`")
        host = Host(["APPROVE"], [checked(0, "+x"), checked(0, ""), checked(0, ""), refused])
        result = play("review-changes", {"path": "a"}, host)
        assert (result["status"], result["verdict"], result["findings"]) == ("ok", "APPROVE", [])
        assert "not allowed: `skillpack check`" in result["warning"]

    def test_a_release_to_compare_with_gives_advice(self) -> None:
        host = Host(["CHANGE"], [checked(0, "+x"), *self.quiet, checked(1, "this deserves 2.0.0")])
        result = play("review-changes", {"path": "a", "released": "dist/a.zip"}, host)
        assert result["advice"] == "this deserves 2.0.0"
        assert host.commands[-1] == ["skillpack", "diff", "--", "dist/a.zip", "a"]
        assert "this deserves 2.0.0" in host.prompts[0]

    def test_a_review_that_hits_a_limit_is_no_whole_one(self) -> None:
        host = Host(["CHANGE\n1."], [checked(0, "+x"), *self.quiet], exhausted=True)
        result = play("review-changes", {"path": "a"}, host)
        assert (result["status"], result["verdict"]) == ("exhausted", "CHANGE")
        assert "limit" in result["warning"]

    def test_nothing_changed_costs_no_turn(self) -> None:
        result = play("review-changes", {"path": "a"}, Host([], [checked(0, "\n"), checked(0, "")]))
        assert result == {"status": "unchanged", "answer": "Nothing below `a` differs from HEAD."}

    def test_says_when_a_part_was_cut_off(self) -> None:
        cut = {**checked(0, "+x"), "truncated": True}
        result = play("review-changes", {"path": "a"}, Host(["APPROVE"], [cut, *self.quiet]))
        assert "not reviewed" in result["warning"]

    def test_what_git_refuses_is_returned(self) -> None:
        result = play("review-changes", {"path": "a"}, Host([], [checked(128, "fatal: bad revision")]))
        assert result == {"status": "error", "answer": "fatal: bad revision"}

    @pytest.mark.parametrize("given", [{"base": "HEAD"}, {"path": "a", "base": "--output=/tmp/x"}])
    def test_refuses_input_that_it_cannot_use(self, given: Mapping[str, object]) -> None:
        host = Host([], [])
        assert play("review-changes", given, host)["status"] == "error"
        assert host.commands == []
