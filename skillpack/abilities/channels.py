"""Channels through which the parts of a skill pass something on: files, names, and what a script prints (pure).

A channel is a text that is the same for the part that stores something in it and the part that uses it.
"""

import re

from skillpack.parse.patterns import late

_LONGEST = 200  # characters of a path
_PARTS = 12  # of a path
_HOME = late(r"^(?:\$(?:env:)?(?:HOME|USERPROFILE)|%USERPROFILE%|/home/\$USER|/Users/\$USER)(?=/|$)", re.IGNORECASE)
_TEMPORARY = late(r"^(?:\$(?:env:)?(?:TMPDIR|TEMP|TMP)|%TE?MP%|/private/tmp|/var/tmp)(?=/|$)", re.IGNORECASE)
_UNKNOWN = re.compile(r"[\s$*?{}<>()|;&\"'`%]|://")
_TMP = "/tmp"  # noqa: S108 - its name, in which nothing is made
_TRIVIAL = frozenset(("", ".", "..", "~", "/", _TMP, "-"))
_ELSEWHERE = ("-", "/dev/", "/proc/", "/sys/", "../")
_SKILL_FILE = "SKILL.md"


def file_channel(path: str) -> str:
    """Return the channel that a file or folder is; empty where nobody knows which, or where everything may lie.

    One that ends with a slash is a folder with all that is in it.
    """
    if len(path) > _LONGEST:
        return ""
    text = path.strip("\"'").replace("${", "$").replace("}", "").replace("\\", "/")
    text = _TEMPORARY().sub(_TMP, _HOME().sub("~", text))
    while text.startswith("./"):
        text = text[2:].lstrip("/")
    if _UNKNOWN.search(text) or text.rstrip("/") in _TRIVIAL or text.startswith(_ELSEWHERE):
        return ""
    return text


def around(channel: str) -> list[str]:
    """Return the folders that a file lies in, as channels of their own."""
    parts = channel.rstrip("/").split("/")[:_PARTS]
    return ["/".join((*parts[:count], "")) for count in range(1, len(parts))]


def scope_of(path: str) -> str:
    """Return how the names of a file of the skill are told from those of others; the path of the skill file is empty.

    Scripts are known by the last part of their path, since nobody knows from which folder another starts them.
    """
    return path.replace("\\", "/").rpartition("/")[2] or _SKILL_FILE


def name_in(scope: str, name: str) -> str:
    """Return the channel that a variable is."""
    return f"{scope} ${name}"


def printed_by(path: str, function: str = "") -> str:
    """Return the channel that is what a script, or one of its functions, prints."""
    return f"{scope_of(path)} |{function}"
