"""Tasks that a skill brings to be measured with, and what measuring it came to."""

from enum import StrEnum

from msgspec import Struct


class Task(Struct, frozen=True):
    """A task of a skill's evaluations.

    Attributes:
        id: As written; a number as its digits. Empty where the set names none.
        prompt: What the agent is told.
        expected: What a good answer is, in words; or empty.
        files: That the task works on, posix, relative to the skill's folder, as written.
        assertions: What must hold of an answer, each a text.
        script: Program of the skill that a good answer runs, or what it is compared with, as written: a path relative
            to the skill's folder, or a name alone; or empty.
        expected_skill: Name of the skill that should be chosen; empty where none should, None where the task does
            not say.
        should_trigger: Whether the skill that brings the task should be chosen; None where the task does not say.
        line: In the file, from 1; 0 where unknown.
    """

    id: str
    prompt: str
    expected: str = ""
    files: tuple[str, ...] = ()
    assertions: tuple[str, ...] = ()
    script: str = ""
    expected_skill: str | None = None
    should_trigger: bool | None = None
    line: int = 0

    @property
    def is_negative(self) -> bool:
        """Whether the task says that the skill that brings it should not be chosen."""
        return self.should_trigger is False or (self.should_trigger is None and self.expected_skill == "")


class EvaluationSet(Struct, frozen=True):
    """The tasks of one file.

    Attributes:
        skill: Name of the skill as the file has it; empty where it has none, or several.
        tasks: In order; none of a file that cannot be read.
        problems: Pairs of a line (0 where unknown) and a clause: what could not be read.
    """

    skill: str = ""
    tasks: tuple[Task, ...] = ()
    problems: tuple[tuple[int, str], ...] = ()


class ResultBinding(StrEnum):
    """How a result is bound to the content that it measured.

    NAMED: It names the digest, or is signed together with the files. OLDER: It names the digest of another content.
    UNNAMED: It names none.
    """

    NAMED = "named"
    OLDER = "older"
    UNNAMED = "unnamed"


class Measured(Struct, frozen=True):
    """One dimension with one agent, with the skill and without it.

    Attributes:
        dimension: As its author calls it, such as `Correct`.
        agent: Program that ran the tasks, or empty.
        model: That it used, or empty.
        with_skill: Share of what passed, 0 to 1.
        without_skill: The same without the skill, or with `baseline`; None where it was not measured.
        tasks: How many; 0 where unknown.
    """

    dimension: str
    agent: str
    model: str
    with_skill: float
    without_skill: float | None = None
    tasks: int = 0


class Cost(Struct, frozen=True):
    """What a run took on the average; None where it was not measured."""

    agent: str
    model: str
    seconds: float | None = None
    seconds_without: float | None = None
    tokens: float | None = None
    tokens_without: float | None = None


class Result(Struct, frozen=True):
    """What somebody says that measuring a skill came to.

    Attributes:
        file: Its file, relative to the skill's folder for a publisher's own, to the catalog's folder for the
            catalog's.
        by_catalog: The catalog ran it, or took it for its own; else the publisher says so.
        day: ISO date, or empty.
        digest: Of the content that was measured, 64 hex digits; empty where it names none.
        baseline: Digest of the content that `without_skill` had; empty for no skill.
        measured: Never empty.
    """

    file: str
    by_catalog: bool
    measured: tuple[Measured, ...]
    costs: tuple[Cost, ...] = ()
    day: str = ""
    digest: str = ""
    baseline: str = ""
    binding: ResultBinding = ResultBinding.UNNAMED
