"""The two levels of an alarm: what those who install a skill must see before they do."""

from enum import StrEnum


class AlarmLevel(StrEnum):
    """How loud an alarm is; where nothing was found there is none, and no word for it."""

    READ_FIRST = "read-first"
    """Wide powers, code from elsewhere, or something that its readers do not see."""
    STOP = "stop"
    """Lines that take hold of a machine or an agent, send secrets away, destroy, or run what nobody answers for."""
