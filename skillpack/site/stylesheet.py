"""Stylesheets as they are published: whole, and without what only their authors read."""

import re
from collections.abc import Iterator, Mapping

_STRING = r""" (?P<string> "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*' ) """
_BLANK = re.compile(rf"{_STRING} | (?: /\* .*? \*/ | \s )+", re.DOTALL | re.VERBOSE)
_AROUND = re.compile(rf"{_STRING} | \ ?([{{}};,>])\ ?", re.DOTALL | re.VERBOSE)
_DECLARED = re.compile(rf"{_STRING} | (?<= [{{;] ) ([a-z-]+) \ ?:\ ", re.VERBOSE)
_LAST = re.compile(rf"{_STRING} | ;+}}", re.DOTALL | re.VERBOSE)


_SHARED, _BEGIN_WITH_IT = "detail.css", frozenset({"page.css", "code.css"})
"""What pages about one skill have in common stands once in the theme, and in the sheet of each of them."""


def stylesheets(assets: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Yield path and text of each stylesheet of a theme as it is published."""
    for path, content in assets.items():
        if path.endswith(".css") and path != _SHARED:
            shared = assets.get(_SHARED, b"") if path in _BEGIN_WITH_IT else b""
            yield path, published_css(f"{shared.decode()}\n{content.decode()}")


def published_css(text: str) -> str:
    """Return a stylesheet without comments and without blanks that part nothing; strings stay as they are."""
    plain = _BLANK.sub(lambda found: found["string"] or " ", text)
    close = _AROUND.sub(lambda found: found["string"] or found[2], plain).strip()
    declared = _DECLARED.sub(lambda found: found["string"] or f"{found[2]}:", close)
    return _LAST.sub(lambda found: found["string"] or "}", declared)
