"""A script as it is published: without what only its authors read."""

import re

_COMMENT = re.compile(r"^[ \t]*/\*(?!!)(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE)
_NESTED = re.compile(r"\$\{[^}`]*`")


def published_js(text: str) -> str:
    """Return a script without indentation, empty lines and lines that are comments; no line changes within.

    This is no parser: it leaves a script alone in which a literal may go on over lines. Comments that begin with `!`
    stay: they are licences.
    """
    lines = text.split("\n")
    if _NESTED.search(text) or any(line.count("`") % 2 or line.endswith("\\") for line in lines):
        return text
    plain = (line.strip(" \t\r") for line in _COMMENT.sub("", text).split("\n"))
    return "".join(f"{line}\n" for line in plain if line and not _is_comment(line))


def _is_comment(line: str) -> bool:
    # What ends a comment of many lines is none of its own.
    return line.startswith("//") and not line.startswith("//!") and "*/" not in line
