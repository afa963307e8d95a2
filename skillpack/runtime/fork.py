"""A skill that runs in a conversation of its own (instructor-php: `context: fork`)."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from skillpack.report.terminal.visible_text import log_line
from skillpack.runtime.skill import Skill

_log = logging.getLogger("skillpack.runtime")


@dataclass(frozen=True, slots=True)
class Fork:
    """What a host starts a conversation with.

    Attributes:
        prompt: The user's message: the body, without anything around it.
        tools: The skill's `allowed-tools`, of which the host allows what it allows itself; empty for all of its own.
        model: Empty for the host's.
        agent: Kind of subagent that the skill asks for; empty for none.
        timeout: Seconds.
    """

    skill: Skill
    prompt: str
    tools: tuple[str, ...]
    model: str
    agent: str
    max_steps: int = 10
    max_tokens: int = 16_384
    timeout: float = 120.0


Forker = Callable[[Fork], str]
"""A host's way to run a conversation: what it is started with -> its last answer."""


def answer_of(fork: Fork, run: Forker) -> str:
    """Return the answer of a conversation, or why there is none (I4)."""
    try:
        answer = run(fork)
    except Exception as error:  # noqa: BLE001 whatever a host's conversation does, the one that asked goes on
        _log.exception("the fork for skill '%s' failed", log_line(fork.skill.name))
        return f"Skill fork execution failed: {error}"
    return answer.strip() or "(no response from forked skill)"


def make_fork(skill: Skill, prompt: str) -> Fork:
    """Return the start of a skill's own conversation."""
    return Fork(skill, prompt.strip(), skill.allowed_tools, skill.invocation.model, skill.invocation.agent)
