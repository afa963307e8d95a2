"""What a skill needs of a machine, and what a machine has: both are values (ash)."""

from msgspec import Struct


class Requirements(Struct, frozen=True, array_like=True, gc=False):
    """`requires` of a skill: programs on PATH, environment variables, operating systems."""

    bins: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    os: tuple[str, ...] = ()


class Machine(Struct, frozen=True):
    """A machine as probed for some requirements.

    Attributes:
        os: `linux`, `darwin` or `windows`.
        bins: Of the programs asked for, those on PATH.
        env: Of the variables asked for, those that are set and not empty.
    """

    os: str
    bins: frozenset[str]
    env: frozenset[str]


def unmet(requirements: Requirements, machine: Machine) -> str | None:
    """Return the first need that is not met, in the words and the order of ash, else None."""
    if requirements.os and machine.os not in requirements.os:
        return f"Requires OS: {', '.join(requirements.os)} (current: {machine.os})"
    for name in requirements.bins:
        if name not in machine.bins:
            return f"Requires binary: {name}"
    for name in requirements.env:
        if name not in machine.env:
            return f"Requires environment variable: {name}"
    return None


class Need(Struct, frozen=True):
    """One thing that a skill needs of a machine.

    Attributes:
        words: What it is: `program qpdf`.
        met: Whether the machine has it.
        instead: What is the case where it has not: `missing`.
    """

    words: str
    met: bool
    instead: str = "missing"


def needs(requirements: Requirements, machine: Machine) -> tuple[Need, ...]:
    """Return every need with whether it is met, in the order of ash: system, programs, variables."""
    systems = Need(" or ".join(requirements.os), machine.os in requirements.os, f"this is {machine.os}")
    return (
        *((systems,) if requirements.os else ()),
        *(Need(f"program {name}", name in machine.bins) for name in requirements.bins),
        *(Need(f"variable {name}", name in machine.env) for name in requirements.env),
    )
