"""$ARGUMENTS in one pass (seed 002; requirements section 3, the table of cases)."""

import re
from itertools import filterfalse

_PLACEHOLDER = re.compile(r"\$ARGUMENTS\[(\d+)\]|\$ARGUMENTS|(?<!\w)\$(\d)(?!\d)", re.ASCII)
_BLANKS = re.compile(r"\s+", re.ASCII)
_MOST_DIGITS = 6  # an index of more digits names no argument


def substitute(body: str, arguments: str | None) -> str:
    """Return a body with the arguments in their places; what was put in is never looked at again.

    Arguments are split at blanks, without quoting; a place whose argument is missing becomes empty. A body without
    places gets the arguments at its end, unless they are blank. None leaves the body as it is.
    """
    if arguments is None:
        return body
    words = list(filterfalse(lambda word: word == "", _BLANKS.split(arguments)))

    def put(found: re.Match[str]) -> str:
        index = found.group(1) or found.group(2)
        if index is None:
            return arguments
        return words[int(index)] if len(index) <= _MOST_DIGITS and int(index) < len(words) else ""

    text, places = _PLACEHOLDER.subn(put, body)
    return text if places or not words else f"{text}\n\nARGUMENTS: {arguments}"
