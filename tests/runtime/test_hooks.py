"""The four places at which a loop asks a session; forks."""

from collections.abc import Callable
from typing import Any

import pytest

from skillpack.runtime import hooks
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.fork import Fork
from skillpack.runtime.session import Session
from skillpack.runtime.tool import ToolResult, call_tool
from skillpack.runtime.toolsets import instructor

TOOLS = "allowed-tools: Read, Grep\nmodel: fast\n"


@pytest.fixture
def made(session: Callable[..., Session]) -> Callable[..., Session]:
    return lambda **given: session(dialect=DIALECTS["instructor"], **given)


def load(session, name: str) -> ToolResult:
    arguments: dict[str, Any] = {"skill_name": name}
    result = call_tool(instructor.TOOLS, session, "load_skill", arguments)
    hooks.after_tool("load_skill", arguments, result, session)
    return result


@pytest.mark.demand("I6", "I12")
def test_the_index_is_put_in_front_once(write, made) -> None:
    write("pdf")
    one = made()
    first = hooks.before_step([{"role": "user", "content": "Hello"}], one)

    assert first.messages[0]["role"] == "system"
    assert first.messages[0]["content"].startswith("<skills-metadata>\nAvailable skills:\n- [pdf]: Does pdf.")
    assert hooks.before_step(first.messages, one) == first


@pytest.mark.demand("I12")
def test_there_is_no_index_without_skills_for_the_model(write, made) -> None:
    write("deploy", more="disable-model-invocation: true\n")

    assert hooks.before_step([], made()).messages == ()


def test_an_index_in_parts_counts_too(write, made) -> None:
    write("pdf")
    parts = [{"role": "system", "content": [{"type": "text", "text": "<skills-metadata>\n…"}]}]

    assert len(hooks.before_step(parts, made()).messages) == 1


@pytest.mark.demand("I13", "I14", "I15")
def test_tools_and_model_of_the_active_skill_count(write, made) -> None:
    write("review", more=TOOLS)
    write("plain")
    one = made()
    assert hooks.before_tool("Bash", one) == ""

    load(one, "review")

    assert hooks.before_tool("Bash", one) == (
        "Tool 'Bash' is not allowed by the active skill. Allowed tools: Read, Grep"
    )
    assert hooks.before_tool("Read", one) == hooks.before_tool("load_skill", one) == ""
    assert hooks.before_step([], one).model == "fast"

    load(one, "plain")

    assert hooks.before_tool("Bash", one) == ""
    assert hooks.before_step([], one).model == ""


@pytest.mark.demand("I13")
def test_a_load_that_failed_changes_nothing(write, made) -> None:
    write("review", more=TOOLS)
    one = made()
    load(one, "review")

    assert load(one, "nothing").is_error
    hooks.after_tool("load_skill", {"list_skills": True}, ToolResult("…"), one)
    hooks.after_tool("Read", {"path": "review"}, ToolResult("…", metadata={"skill_id": "review"}), one)

    assert hooks.before_tool("Bash", one)


def test_a_pattern_allows_its_tool(write, made) -> None:
    write("git", more="allowed-tools: Bash(git commit:*)\n")
    one = made()
    load(one, "git")

    assert hooks.before_tool("Bash", one) == ""
    assert hooks.before_tool("Read", one)


@pytest.mark.demand("K14")
def test_mentions_open_skills_for_people(write, made) -> None:
    write("deploy", more="disable-model-invocation: true\n")
    write("legacy", more="user-invocable: false\n")

    found = hooks.user_text("Please $deploy, not $legacy or $unknown", made())

    assert [each.skill.name for each in found.opened] == ["deploy"]
    assert not found.refused


def test_a_mention_over_the_budget_is_refused_with_the_reason(write, session) -> None:
    for name in "abcd":
        write(name)

    found = hooks.user_text("$a $b $c $d", session())

    assert len(found.opened) == 3
    assert found.refused["d"].startswith("activation budget exhausted")


@pytest.mark.demand("I18", "B13")
def test_a_fork_gets_the_body_and_its_answer_is_the_result(write, made) -> None:
    write("review", body="Review $0.\n", more=f"{TOOLS}context: fork\nagent: reviewer\n")
    seen: list[Fork] = []

    def run(fork: Fork) -> str:
        seen.append(fork)
        return "Fine.\n"

    one = made(fork=run)

    assert one.activate("review", "a.py").text == "Fine."
    assert (seen[0].prompt, seen[0].tools, seen[0].model, seen[0].agent) == (
        "Review a.py.",
        ("Read", "Grep"),
        "fast",
        "reviewer",
    )
    assert (seen[0].max_steps, seen[0].max_tokens, seen[0].timeout) == (10, 16384, 120.0)


@pytest.mark.demand("I18")
def test_a_fork_that_fails_or_says_nothing(write, made) -> None:
    write("review", more="context: fork\n")

    def fail(fork: Fork) -> str:
        raise RuntimeError(fork.skill.name)

    assert made(fork=fail).activate("review").text == "Skill fork execution failed: review"
    assert made(fork=lambda _: " ").activate("review").text == "(no response from forked skill)"
    assert made().activate("review").text == '<skill name="review">\nDo it.\n</skill>'
