"""The static files of a theme as they are published: stylesheets and scripts without what only their authors read."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from skillpack.catalog import paths
from skillpack.model.output import OutputFile
from skillpack.model.settings import Theme

_STRING = r""" (?P<string> "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*' ) """
_BLANK = re.compile(rf"{_STRING} | (?: /\* .*? \*/ | \s )+", re.DOTALL | re.VERBOSE)
_AROUND = re.compile(rf"{_STRING} | \ ?([{{}};,>])\ ?", re.DOTALL | re.VERBOSE)
_DECLARED = re.compile(rf"{_STRING} | (?<= [{{;] ) ([a-z-]+) \ ?:\ ", re.VERBOSE)
_LAST = re.compile(rf"{_STRING} | ;+}}", re.DOTALL | re.VERBOSE)
_COMMENT = re.compile(r"^[ \t]*/\*(?!!)(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE)
_NESTED = re.compile(r"\$\{[^}`]*`")

_SHARED, _BEGIN_WITH_IT = "detail.css", frozenset({"page.css", "code.css"})
"""What pages about one skill have in common stands once in the theme, and in the sheet of each of them."""


def assets(theme: Theme) -> Iterator[OutputFile]:
    """Yield the static files of a theme."""
    for path, text in stylesheets(theme.assets):
        yield OutputFile(paths.asset(path), (text.encode(),))
    for path, content in theme.assets.items():
        if not path.endswith(".css"):
            shorter = published_js(content.decode()).encode() if path.endswith(".js") else content
            yield OutputFile(paths.asset(path), (shorter,))


def stylesheets(assets: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Yield path and text of each stylesheet of a theme as it is published."""
    for path, content in assets.items():
        if path.endswith(".css") and path != _SHARED:
            shared = assets.get(_SHARED, b"") if path in _BEGIN_WITH_IT else b""
            yield path, published_css(f"{shared.decode()}\n{content.decode()}")


@lru_cache(maxsize=64)
def published_css(text: str) -> str:
    """Return a stylesheet without comments and without blanks that part nothing; strings stay as they are."""
    plain = _BLANK.sub(lambda found: found["string"] or " ", text)
    close = _AROUND.sub(lambda found: found["string"] or found[2], plain).strip()
    declared = _DECLARED.sub(lambda found: found["string"] or f"{found[2]}:", close)
    return _LAST.sub(lambda found: found["string"] or "}", declared)


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
