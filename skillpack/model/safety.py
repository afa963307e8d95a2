"""How safe a skill looks to whoever installs it, apart from how well it is written."""

from enum import StrEnum


class SafetyLevel(StrEnum):
    """What the rules about safety found; nothing found is no promise that nothing is there."""

    CLEAR = "clear"
    CAUTION = "caution"
    """Wide powers, or something that its readers do not see."""
    UNSAFE = "unsafe"
    """Lines that harm the one who installs it."""
