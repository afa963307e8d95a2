"""What a stream can show, by what it is and by what the environment says: `NO_COLOR` and its like.

The command line asks at every start, so this imports nothing that takes time.
"""

from collections.abc import Mapping
from typing import TextIO


def wants_colour(env: Mapping[str, str], stream: TextIO) -> bool:
    """Return whether a stream gets colour: NO_COLOR, then FORCE_COLOR and CLICOLOR_FORCE, then what the stream is."""
    forced = forced_colour(env)
    return stream.isatty() if forced is None else forced


def forced_colour(env: Mapping[str, str]) -> bool | None:
    """Return whether the environment forces colours on or off, or None where each stream decides for itself."""
    if env.get("NO_COLOR"):
        return False
    if any(env.get(name, "0") not in {"", "0"} for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return False if env.get("CLICOLOR") == "0" or env.get("TERM") == "dumb" else None


def wants_unicode(stream: TextIO) -> bool:
    """Return whether a stream can show line drawing."""
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "") in {"utf8", "utf16"}
