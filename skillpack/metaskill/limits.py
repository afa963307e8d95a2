"""How much one run of a metaskill may take (metaSKILLs, section 8)."""

from dataclasses import dataclass


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
