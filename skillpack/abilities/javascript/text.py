"""JavaScript text -> its code without comments and texts, and what these say (pure)."""

import re
from bisect import bisect_right

_TOKEN = re.compile(
    r"""(?P<hidden>//[^\n\r\u2028\u2029]*+|/\*.*?\*/|\A\#![^\n]*+)|(?P<open>/\*)
    |"(?P<double>(?>[^"\\\n]++|\\.)*)"|'(?P<single>(?>[^'\\\n]++|\\.)*)'|[^"'`/\\{}]++|\\.|.""",
    re.VERBOSE | re.DOTALL,
)
_TEMPLATE = re.compile(r"(?P<template>(?>[^`\\$]++|\\.|\$(?!\{))*)(?:`|\$\{)|(?P<open>.)", re.DOTALL)
_PATTERN = re.compile(r"/(?P<hidden>(?>[^/\\\[\n]++|\\.|\[(?>[^\]\\\n]++|\\.)*\])+)/")
_VALUE = re.compile(
    r"(?:[)\]\"'`]|(?<![\w$])(?!(?:return|typeof|case|in|of|delete|void|throw|new|do|else|yield|await)\Z)[\w$]+)\Z"
)
"""The end of code behind which a slash divides; behind any other one it begins a pattern."""

_BEFORE = 40  # characters that are looked at for it


class JavascriptText:
    """A script whose texts stand apart from its code.

    Attributes:
        code: Without comments, texts and patterns: NUL and blanks fill the gaps, so that each place keeps its number.
        texts: Where each text begins -> what it says; `{}` stands for a value that is put in, whose own code stays.

    Raises:
        SyntaxError: A comment or template is not closed.
    """

    def __init__(self, text: str) -> None:
        self.code, self.texts = _without_texts(text)
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def line(self, at: int) -> int:
        """Return the line on which a place of the code is, from 1."""
        return bisect_right(self._starts, at)


def _without_texts(text: str) -> tuple[str, dict[int, str]]:
    """Return the code, and where each text begins -> what it says."""
    pieces: list[str] = []
    texts: dict[int, str] = {}
    depths: list[int] = []  # of braces, in each value of a template that is not closed yet
    at, before, plain_until, in_template = 0, "", 0, False
    while at < len(text):
        found = (_TEMPLATE if in_template else _TOKEN).match(text, at)
        if found and found[0] == "/" and at >= plain_until and not _VALUE.search(before):
            found = _PATTERN.match(text, at) or found
            if found[0] == "/":  # no other pattern of this line is closed
                plain_until = text.find("\n", at) % (len(text) + 1)
        if not found or found.lastgroup == "open":
            raise SyntaxError("a comment or template is not closed")
        part, inner = found[0], found.lastgroup
        if inner:
            start, end = found.span(inner)
            pieces += [part[: start - at], (" " if inner == "hidden" else "\0") * (end - start), part[end - at :]]
            if inner != "hidden":
                texts[start] = found[inner] + "{}" * part.endswith("${")
        else:
            pieces.append(part)
        if in_template:
            in_template = False
            depths += [0] * part.endswith("${")
        elif part == "`":
            in_template = True
        elif depths and part in {"{", "}"}:
            in_template = part == "}" and depths[-1] == 0
            depths[-1] += 1 if part == "{" else -1
            depths = depths[:-1] if in_template else depths
        at = found.end()
        if inner != "hidden" and not part.isspace():
            before = part.rstrip()[-_BEFORE:]
    if in_template or depths:
        raise SyntaxError("a template is not closed")
    return "".join(pieces), texts
