"""Code -> HTML with classes only; few and short ones, for the pages hold much code."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial
from html import escape
from operator import add

from pygments.lexer import Lexer
from pygments.lexers import get_all_lexers, get_lexer_by_name
from pygments.token import (
    Comment,
    Error,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    String,
    Token,
    _TokenType,
)

from skillpack.site.grammars import GRAMMARS, Grammar

_LARGEST = 128 * 1024  # characters: beyond, painting costs more than it helps
_USUAL = 1000  # lines that most files do not pass
_LONGEST = 4096  # characters of a line: minified code is data

_CLASSES = {
    Comment: "hc",
    Generic.Deleted: "hd",
    Generic.Heading: "hk",
    Generic.Inserted: "hi",
    Generic.Prompt: "hc",
    Generic.Subheading: "hk",
    Keyword: "hk",
    Keyword.Constant: "hn",
    Literal: "hs",
    Name.Attribute: "ha",
    Name.Builtin: "hf",
    Name.Class: "hf",
    Name.Decorator: "hf",
    Name.Function: "hf",
    Name.Label: "ha",
    Name.Tag: "hk",
    Number: "hn",
    Operator.Word: "hk",
    String: "hs",
    Token: "",
    Error: "",
}
"""Kind of token -> class; what is missing is painted as the kind around it."""

_PROGRAMS = frozenset({"starlark", "star"})
_EFFECT = re.compile(r"(?<![\w.])(ask|command|trace)(?=\()(?![^<]*</span>)")
"""A call of one of the three ways out of a metaskill's program (seed 001 §7), not inside of a string or comment."""


def highlighted(code: str, language: str) -> str:
    """Return code as HTML; no element spans a line break.

    A language that is unknown, and code that is very long, stays plain text. Calls of `ask`, `command` and `trace` are
    marked in Starlark.
    """
    wanted = language.lower()
    if not wanted or len(code) > _LARGEST or _has_long_line(code):
        return escape(code, quote=False)
    grammar = GRAMMARS.get(wanted)
    if grammar is not None:
        return _marked(_painter(grammar)(escape(code, quote=False)), wanted)
    lexer = _lexer(wanted)
    if lexer is None:
        return escape(code, quote=False)
    try:
        tokens = [(kind, text) for _, kind, text in lexer.get_tokens_unprocessed(code)]
    except Exception:  # noqa: BLE001 a lexer's own fault on strange code must not stop a build
        return escape(code, quote=False)
    return "".join(_painted(tokens))


@cache
def _painter(grammar: Grammar) -> Callable[[str], str]:
    """Return the function that paints escaped code; made when the first such code comes."""
    classes = grammar.classes
    openings = tuple(f'<span class="{name}">' for name in classes)

    def painted(piece: re.Match[str]) -> str:
        number = piece.lastindex or 1
        if number == 1:
            return piece[1]
        plain, text = piece.group(1, number)
        if "\n" in text:
            return f"{plain}{_in_lines(text, classes[number])}"
        return f"{plain}{openings[number]}{text}</span>"

    return partial(re.compile(grammar.pattern, grammar.flags).sub, painted)


def _marked(html: str, language: str) -> str:
    """Return a program's code with its ways out marked."""
    if language not in _PROGRAMS:
        return html
    return _EFFECT.sub(lambda match: f'<span class="hx hx-{match[1]}">{match[1]}</span>', html)


def numbered(html: str) -> str:
    """Return highlighted code with an anchor `L12` on each line.

    The stylesheet draws the numbers, so that nobody copies them.
    """
    lines = html.removesuffix("\n").split("\n")
    anchors = _usual_anchors() if len(lines) <= _USUAL else _anchors(len(lines))
    return "\n</span>".join([*map(add, anchors, lines), ""])


@cache
def _usual_anchors() -> tuple[str, ...]:
    return tuple(_anchors(_USUAL))


def _anchors(count: int) -> Iterator[str]:
    return (f'<span id="L{n}"><a href="#L{n}" aria-label="{n}"></a>' for n in range(1, count + 1))


def _has_long_line(code: str) -> bool:
    return len(code) > _LONGEST and any(len(line) > _LONGEST for line in code.split("\n"))


def _painted(tokens: Iterable[tuple[_TokenType, str]]) -> Iterator[str]:
    """Yield the pieces, neighbours of one class joined."""
    pending, current = "", ""
    for kind, text in tokens:
        name = _class_of(kind)
        if name == current or not text.strip():
            pending += text
        else:
            yield _wrapped(pending, current)
            pending, current = text, name
    yield _wrapped(pending, current)


def _wrapped(text: str, name: str) -> str:
    safe = escape(text, quote=False)
    return _in_lines(safe, name) if name and safe else safe


def _in_lines(html: str, name: str) -> str:
    """Return escaped text with a span on each of its lines."""
    lines = (f'<span class="{name}">{line}</span>' if line.strip() else line for line in html.split("\n"))
    return "\n".join(lines)


@lru_cache(maxsize=1024)
def _class_of(kind: _TokenType) -> str:
    around = kind
    while around not in _CLASSES and around.parent is not None:
        around = around.parent
    return _CLASSES.get(around, "")


@lru_cache(maxsize=256)
def _lexer(language: str) -> Lexer | None:
    # Asking Pygments for a name it does not know searches every installed package.
    return get_lexer_by_name(language) if language in _names() else None


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(alias for _, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases)
