"""What the user lets programs of skills do, and how much one run may take."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from skillpack.metaskill.command import CommandPolicy
from skillpack.model.tree import Trust


@dataclass(frozen=True, slots=True)
class Question:
    """What a program asks of a model.

    Attributes:
        purpose: A label, perhaps empty.
        turns: That the answer may take.
        seconds: That the answer may take; later it is not waited for.
        cancelled: Returns True once nobody waits for the answer any more.
    """

    prompt: str
    purpose: str
    turns: int
    seconds: float
    cancelled: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model answered.

    Attributes:
        exhausted: Whether it hit a limit of its host.
        turns: That it took; None where that is not known.
    """

    text: str
    exhausted: bool = False
    turns: int | None = None
    truncated: bool = False


Ask = Callable[[Question], Answer | str]
"""Answers a question. It runs in a thread of its own, which nobody waits for once the run's time is up."""


@dataclass(frozen=True, slots=True)
class RunLimits:
    """The limits of one run; all of them are finite (K21).

    Attributes:
        asks: Nested questions to a model; a caller may ask for other numbers up to `most_asks`.
        commands: The same of commands.
        seconds: From start to end, answers and commands included.
        turns: That one question may take, and gets where it names no number.
        command_seconds: That one command may take at most; `usual_command_seconds` where it names no number.
        trace_entries: More are counted and left out; the data of one that is longer than `trace_characters` is too.
        prompt_characters: Of a question; more are cut off.
        memory: Bytes of address space of the process that runs the program.
    """

    asks: int = 5
    commands: int = 10
    most_asks: int = 20
    most_commands: int = 40
    seconds: float = 300.0
    turns: int = 30
    command_seconds: int = 120
    usual_command_seconds: int = 30
    trace_entries: int = 100
    trace_characters: int = 2_000
    prompt_characters: int = 200_000
    answer_characters: int = 20_000
    command_characters: int = 20_000
    result_characters: int = 20_000
    memory: int = 512 * 2**20


@dataclass(frozen=True, slots=True)
class ProgramGrant:
    """The user's word on programs of skills. Without it those of local skills run, and reach nothing.

    Attributes:
        trust: Whose programs run: those of local skills, everybody's, or nobody's (K28, K32).
        ask: Answers their questions; None ends a run that has one.
        commands: Which of their commands run; none by default. A command that runs is held by no sandbox.
        confirm: Asked about each command that `commands` says to prompt for; None refuses it.
        limits: Of each run.
    """

    trust: Literal["local", "all", "off"] = "local"
    ask: Ask | None = None
    commands: CommandPolicy = field(default_factory=CommandPolicy)
    confirm: Callable[[Sequence[str]], bool] | None = None
    limits: RunLimits = field(default_factory=RunLimits)

    def covers(self, trust: Trust) -> bool:
        """Return whether a program of a skill may run."""
        return self.trust == "all" or (self.trust == "local" and trust is Trust.LOCAL)
