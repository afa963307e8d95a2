"""JavaScript text -> its names, texts and marks, put into the brackets in which they stand."""

import re
from collections.abc import Sequence

from msgspec import Struct, field

from skillpack.abilities.javascript.text import JavascriptText

_TOKEN = re.compile(r"\0+|''|\"\"|``|\$\{|[\w$]+|=>|\?\.|\.\.\.|[=!]==?|&&|\|\||\?\?|[+*/%-]=|[^\s\w\"'`]")
_PAIRS = {")": "(", "]": "[", "}": "{"}
_BETWEEN = frozenset(
    [".", "?.", "?", ":", "&&", "||", "??", "+", "-", "*", "/", "%", ",", "=", "=>", "==", "===", "!=", "!==", "|"]
)
_GOES_ON = _BETWEEN | frozenset(")]}")
"""Marks at the begin of a line that goes on with what is before."""

_WAITS = _BETWEEN | frozenset(["(", "[", "{", "!", "return", "await", "new", "typeof", "${", "..."])
"""Marks and words at the end of a line behind which something must come."""

_NESTED = 200
_MOST = 120_000


class JavascriptNode(Struct):
    """A name, a text, a mark, or brackets with what is in them.

    Attributes:
        kind: `name`, `text`, `mark` or `group`.
        text: As written; of a group its opening bracket.
        number: Its place among all.
    """

    kind: str
    text: str
    line: int
    number: int
    items: list["JavascriptNode"] = field(default_factory=list)


def nodes(text: JavascriptText) -> list[JavascriptNode]:
    """Return a script as nodes.

    Raises:
        SyntaxError: A bracket is not closed.
        RecursionError: Brackets are nested too deeply.
    """
    texts = text.texts
    top = JavascriptNode("group", "", 1, 0)
    open_groups, number = [top], 0
    for number, found in enumerate(_TOKEN.finditer(text.code), 1):
        if number > _MOST:
            break
        part, line = found[0], text.line(found.start())
        items = open_groups[-1].items
        if part[0] in "\0'\"`":
            items.append(JavascriptNode("text", texts.get(found.start(), "") if part[0] == "\0" else "", line, number))
        elif part in {"(", "[", "{", "${"}:
            group = JavascriptNode("group", part, line, number)
            items.append(group)
            open_groups.append(group)
            if len(open_groups) > _NESTED:
                raise RecursionError("brackets are nested too deeply")
        elif part in _PAIRS:
            opened = open_groups[-1].text
            if opened.lstrip("$") != _PAIRS[part]:
                raise SyntaxError("a bracket is not closed")
            open_groups.pop()
        else:
            items.append(JavascriptNode("name" if part[0].isalnum() or part[0] in "_$" else "mark", part, line, number))
    if len(open_groups) > 1 and number <= _MOST:
        raise SyntaxError("a bracket is not closed")
    return top.items


def statements(items: Sequence[JavascriptNode]) -> list[list[JavascriptNode]]:
    """Return nodes of one level by statement: they end with a semicolon, or with a line where nothing waits."""
    found: list[list[JavascriptNode]] = [[]]
    before: JavascriptNode | None = None
    for node in items:
        ended = (
            before is not None and node.line > _last_line(before) and before.text not in _WAITS - {"(", "[", "{", "${"}
        )
        if node.kind == "mark" and node.text == ";":
            found.append([])
        elif ended and node.text not in _GOES_ON and found[-1]:
            found.append([node])
        else:
            found[-1].append(node)
        before = node
    return [each for each in found if each]


def arguments(items: Sequence[JavascriptNode]) -> list[list[JavascriptNode]]:
    """Return nodes of one level by what commas part."""
    found: list[list[JavascriptNode]] = [[]]
    for node in items:
        if node.kind == "mark" and node.text == ",":
            found.append([])
        else:
            found[-1].append(node)
    return [each for each in found if each]


def _last_line(node: JavascriptNode) -> int:
    while node.kind == "group" and node.items:
        node = node.items[-1]
    return node.line
