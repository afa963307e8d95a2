"""Tasks that a skill brings to be measured with, and what measuring it came to."""

from enum import StrEnum

from msgspec import Struct

RESULTS = "results"
"""Folder of a catalog in which its own results lie, by the name of the skill."""


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
        dimension: As its author calls it, such as `Correctness`; `pass_rate` for the share of assertions that held.
        agent: Program that ran the tasks, or empty.
        model: That it used, or empty.
        with_skill: Share of what passed, 0 to 1.
        without_skill: The same without the skill, or with `baseline`; None where it was not measured.
        tasks: How many; 0 where unknown.
        uplift: The difference in points as its author gives it, where that is not what the two shares come to; else
            None.
    """

    dimension: str
    agent: str
    model: str
    with_skill: float
    without_skill: float | None = None
    tasks: int = 0
    uplift: int | None = None

    @property
    def percent(self) -> int:
        """The share with the skill, rounded."""
        return _percent(self.with_skill)

    @property
    def percent_without(self) -> int | None:
        """The share without it, rounded; None where it was not measured."""
        return None if self.without_skill is None else _percent(self.without_skill)

    @property
    def points(self) -> int | None:
        """What the skill adds, in percentage points, rounded; None where only one of the two was measured."""
        if self.uplift is not None or self.without_skill is None:
            return self.uplift
        return _percent(self.with_skill - self.without_skill)


def _percent(share: float) -> int:
    """Return a share in percent; a half is rounded away from zero, as people do it."""
    return int(abs(share) * 100 + 0.5 + 1e-9) * (-1 if share < 0 else 1)


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
        measured: Never empty.
        day: ISO date, or empty.
        digest: Of the content that was measured, 64 hex digits; empty where it names none.
        baseline: Digest of the content that `without_skill` had; empty for no skill.
        baseline_version: Label under which that was published; empty where nobody knows.
        version: Of an older content, the label under which it was published; empty where nobody knows.
        behind: Of an older content, how many versions ago that was; 0 where nobody knows.
        reporter: Name of the configured signer who signed a publisher's result with the skill; empty where none did.
    """

    file: str
    by_catalog: bool
    measured: tuple[Measured, ...]
    costs: tuple[Cost, ...] = ()
    day: str = ""
    digest: str = ""
    baseline: str = ""
    binding: ResultBinding = ResultBinding.UNNAMED
    version: str = ""
    behind: int = 0
    reporter: str = ""
    baseline_version: str = ""


class ReadResult(Struct, frozen=True):
    """What a file came to.

    Attributes:
        file: As in `Result`.
        result: None where nothing in it can be shown, or where it reports none.
        problems: Clauses: what could not be read; none of a report that has no results and says so.
    """

    file: str
    result: Result | None = None
    problems: tuple[str, ...] = ()


class HelpState(StrEnum):
    """What results come to, the first that applies.

    NONE: There are none. OLDER: They name an older content. ALONE: Nothing tells how it goes without the skill. WORSE:
    With no agent it is better, and with one worse. MIXED: Better with one agent, worse with another. BETTER: Better
    with one, and with none worse. SAME: No difference.
    """

    NONE = "none"
    OLDER = "older"
    ALONE = "alone"
    WORSE = "worse"
    MIXED = "mixed"
    BETTER = "better"
    SAME = "same"


class Help(Struct, frozen=True):
    """The results of a skill in one line: from the lowest agent to the highest, never the best alone.

    Attributes:
        binding: Of the results that it is made of: the best that there are.
        dimension: The one that it is about, as its author calls it.
        percent: Lowest and highest with the skill.
        points: Lowest and highest difference; empty where nothing tells how it goes without.
        agents: Names of the agents, or of their models, in order; as many as were measured.
        tasks: The most that any of them had; 0 where unknown.
        by_catalog: Whether the catalog reports some of it.
        by_publisher: Whether the publisher does.
        reporter: As in `Result`, where all of it is of one.
        version: As in `Result`, like `behind`.
    """

    state: HelpState = HelpState.NONE
    binding: ResultBinding = ResultBinding.UNNAMED
    dimension: str = ""
    percent: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    agents: tuple[str, ...] = ()
    tasks: int = 0
    by_catalog: bool = False
    by_publisher: bool = False
    reporter: str = ""
    version: str = ""
    behind: int = 0


NOT_MEASURED = Help()
