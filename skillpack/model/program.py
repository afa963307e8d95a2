"""What can be known of a SKILL.star without running it."""

from msgspec import Struct

from skillpack.model.document import Fault


class ProgramCall(Struct, frozen=True):
    """A call of ask, command or trace.

    Attributes:
        name: `ask`, `command` or `trace`.
        literal: The words of an argv or prompt that is known without running the program; empty where it is computed.
        times: How often at most, where loops over literal ranges tell; 0 where it cannot be told.
        start: Of an argv that is computed, the first words where those are known.
    """

    name: str
    literal: tuple[str, ...]
    times: int
    line: int
    start: tuple[str, ...] = ()


class Input(Struct, frozen=True):
    """A key that a program takes from its input.

    Attributes:
        needed: True where the program takes it in no other way than `input["key"]`, which ends the run without it.
        default: What stands in for it, as the program writes it; empty where that is not said or computed.
        line: Where it is taken first.
    """

    key: str
    needed: bool
    default: str
    line: int


class Program(Struct, frozen=True):
    """A metaskill's program, read but never run.

    Attributes:
        path: Relative to the skill.
        language: As declared, else `starlark`.
        source: The text; empty where it could not be read.
        runs: True when a host could run it: parsed, with one `run(input)`.
        calls: In the order of the text.
        inputs: What the program takes from its input, by key.
    """

    path: str
    language: str
    source: str
    runs: bool
    calls: tuple[ProgramCall, ...]
    inputs: tuple[Input, ...]
    faults: tuple[Fault, ...]

    @property
    def input_keys(self) -> tuple[str, ...]:
        """Keys that the program takes from its input, sorted."""
        return tuple(each.key for each in self.inputs)
