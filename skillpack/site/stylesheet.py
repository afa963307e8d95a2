"""A stylesheet as it is published: without what only its authors read."""

import re

_STRING = r""" (?P<string> "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*' ) """
_BLANK = re.compile(rf"{_STRING} | (?: /\* .*? \*/ | \s )+", re.DOTALL | re.VERBOSE)
_AROUND = re.compile(rf"{_STRING} | \ ?([{{}};,>])\ ?", re.DOTALL | re.VERBOSE)
_DECLARED = re.compile(rf"{_STRING} | (?<= [{{;] ) ([a-z-]+) \ ?:\ ", re.VERBOSE)
_LAST = re.compile(rf"{_STRING} | ;+}}", re.DOTALL | re.VERBOSE)


def published_css(text: str) -> str:
    """Return a stylesheet without comments and without blanks that part nothing; strings stay as they are."""
    plain = _BLANK.sub(lambda found: found["string"] or " ", text)
    close = _AROUND.sub(lambda found: found["string"] or found[2], plain).strip()
    declared = _DECLARED.sub(lambda found: found["string"] or f"{found[2]}:", close)
    return _LAST.sub(lambda found: found["string"] or "}", declared)
