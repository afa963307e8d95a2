"""Code -> HTML with classes only; few and short ones, for the pages hold much code."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from html import escape

from skillpack.site.grammars import GRAMMARS, Piece

_LARGEST = 128 * 1024  # characters: beyond, painting costs more than it helps
_USUAL = 1000  # lines that most files do not pass
_LONGEST = 4096  # characters of a line: minified code is data

_PLAIN = frozenset({"text", "txt", "plain", "plaintext"})
_PROGRAMS = frozenset({"starlark", "star"})
_EFFECT = re.compile(r"<i[^>]*+>[^<]*+</i>|(?<![\w.])(ask|command|trace)(?=\()")
"""What is painted already, or a call of one of the three ways out of a metaskill's program (metaSKILLs, section 7)."""


def highlighted(code: str, language: str) -> str:
    """Return code as HTML; no element spans a line break.

    A language that is unknown, and code that is very long, stays plain text. Calls of `ask`, `command` and `trace` are
    marked in Starlark.
    """
    wanted = language.lower()
    if not wanted or len(code) > _LARGEST or (len(code) > _LONGEST and max(map(len, code.split("\n"))) > _LONGEST):
        return escape(code, quote=False)
    if wanted in GRAMMARS:
        return _marked(_painter(wanted)(escape(code, quote=False)), wanted)
    if wanted in _PLAIN:
        return escape(code, quote=False)
    from skillpack.site.lexers import painted_pieces  # Pygments takes long to load, and few skills need it

    pieces = painted_pieces(code, wanted)
    return "".join([_wrapped(text, name) for name, text in pieces]) if pieces else escape(code, quote=False)


@cache
def _painter(language: str) -> Callable[[str], str]:
    """Return the function that paints escaped code; made when the first such code comes."""
    grammar = GRAMMARS[language]
    cut, openings = grammar.cut(), tuple(f"<i class={name}>" for name in grammar.classes)
    if grammar.by_line:
        return lambda html: _joined(cut(f"\n{html}"), openings, grammar.classes)[1:]
    return lambda html: _joined(cut(html), openings, grammar.classes)


def _joined(pieces: Iterable[Piece], openings: Sequence[str], classes: Sequence[str]) -> str:
    """Return pieces as HTML."""
    # The usual kinds first, and no call for any of them: code has fifty pieces in a thousand characters.
    noted, named, worded, defined, quoted, counted, marked = openings
    return "".join(
        [
            (f"{plain}{worded}{keyword}</i> {defined}{own}</i>" if own else f"{plain}{worded}{keyword}</i>")
            if keyword
            else (f"{plain}{quoted}{string}</i>" if "\n" not in string else plain + _in_lines(string, classes[4]))
            if string
            else f"{plain}{counted}{number}</i>"
            if number
            else f"{plain}{named}{name}</i>"
            if name
            else (f"{plain}{noted}{comment}</i>" if "\n" not in comment else plain + _in_lines(comment, classes[0]))
            if comment
            else f"{plain}{marked}{definition}</i>"
            if definition
            else plain
            for plain, comment, name, keyword, own, string, number, definition in pieces
        ]
    )


def _marked(html: str, language: str) -> str:
    """Return a program's code with its ways out marked."""
    if language not in _PROGRAMS:
        return html
    return _EFFECT.sub(lambda match: f'<i class="hx hx-{match[1]}">{match[1]}</i>' if match[1] else match[0], html)


def numbered(html: str, notes: Mapping[int, str] | None = None) -> str:
    """Return highlighted code with an anchor `L12` before each line, in one element.

    The stylesheet draws the numbers, so that nobody copies them.

    Args:
        html: The code.
        notes: HTML that stands below a line, by the number of the line.
    """
    lines = html.removesuffix("\n").split("\n")
    count = len(lines)
    pieces = [""] * (2 * count)
    pieces[::2] = _usual_anchors()[:count] if count <= _USUAL else _anchors(count)
    pieces[1::2] = lines
    for line, note in (notes or {}).items():
        if line < count:  # the end of a line stands before what is below it
            pieces[2 * line - 1] += f"\n{note}"
            pieces[2 * line] = pieces[2 * line].removeprefix("\n")
    last = (notes or {}).get(count, "")
    return f"<code>{''.join(pieces)}\n{last}</code>"


@cache
def _usual_anchors() -> list[str]:
    return _anchors(_USUAL)


def _anchors(count: int) -> list[str]:
    """Return the anchor before each line, with the end of the line above; not every reader is told what is drawn."""
    first, *others = (f"<a id=L{n} href=#L{n} aria-label={n}></a>" for n in range(1, max(count, 1) + 1))
    return [first, *(f"\n{each}" for each in others)]


def _wrapped(text: str, name: str) -> str:
    safe = escape(text, quote=False)
    return _in_lines(safe, name) if name and safe else safe


def _in_lines(html: str, name: str) -> str:
    """Return escaped text with a span on each of its lines."""
    lines = (f"<i class={name}>{line}</i>" if line.strip() else line for line in html.split("\n"))
    return "\n".join(lines)
