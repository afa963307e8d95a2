"""A stylesheet as it is published: without what only its authors read."""

import re

_STRING = r""" (?P<string> "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*' ) """
_BLANK = re.compile(rf"{_STRING} | (?: /\* .*? \*/ | \s )+", re.DOTALL | re.VERBOSE)
_AROUND = re.compile(rf"{_STRING} | \ ?([{{}};,])\ ?", re.DOTALL | re.VERBOSE)


def published_css(text: str) -> str:
    """Return a stylesheet without comments and without blanks around `{`, `}`, `;`, `,`; strings stay as they are."""
    plain = _BLANK.sub(lambda found: found["string"] or " ", text)
    return _AROUND.sub(lambda found: found["string"] or found[2], plain).strip()
