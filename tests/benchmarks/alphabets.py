"""Texts that cost a regular expression the most, made from its own source: what it repeats, behind what it waits for.

The source is read with the public text of the pattern alone. What is not understood counts as its own letters.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_CLASSES = {"d": "1", "w": "a", "s": " ", "D": "-", "W": "-", "S": "a", "t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_ZERO_WIDTH = frozenset("bBAZ")
_CANDIDATES = "aA1 -_.:/<>\"'`|()[]{}\n\t=#*é\x01"
_MANY = 8  # repetitions from which on a bound counts as none


@dataclass
class Node:
    """A part of a pattern: letters, or alternatives of sequences, or one of these repeated.

    Attributes:
        letters: What stands for it.
        choices: Each a sequence; empty for letters.
        often: True where it may be repeated many times.
    """

    letters: str = ""
    choices: list[list["Node"]] = field(default_factory=list)
    often: bool = False

    def sample(self) -> str:
        """Return a text for it."""
        return "".join(node.sample() for node in self.choices[0]) if self.choices else self.letters


def worst_texts(pattern: re.Pattern[str] | re.Pattern[bytes]) -> Iterator[str]:
    """Yield units; repeated many times, or after the first part of a pair, they make a pattern work.

    A unit holds `\\0` where what comes before is written once, and what follows is repeated.
    """
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    nodes = _Reader(source, verbose=bool(pattern.flags & re.VERBOSE)).alternatives()
    for choice in nodes:
        whole = "".join(node.sample() for node in choice)
        yield from (whole, whole[:-1], f"{whole}\n", f"{whole} ")
        for prefix, unit in _repeated(choice, ""):
            yield from (unit, f"{prefix}\0{unit}", prefix + unit, prefix + unit * 9, prefix, f"{prefix}{unit}\n")


def _repeated(sequence: list[Node], prefix: str) -> Iterator[tuple[str, str]]:
    """Yield what may be repeated, with a text that leads to it."""
    for node in sequence:
        if node.often:
            yield prefix, node.sample()
        for choice in node.choices:
            yield from _repeated(choice, prefix)
            yield prefix, "".join(each.sample() for each in choice)
        prefix += node.sample()


class _Reader:
    """Reads the source of a pattern."""

    def __init__(self, source: str, *, verbose: bool) -> None:
        self._source = source
        self._verbose = verbose
        self._at = 0

    def alternatives(self) -> list[list[Node]]:
        """Return the alternatives up to the end of the group."""
        choices: list[list[Node]] = [[]]
        while self._at < len(self._source):
            mark = self._take()
            if mark == ")":
                break
            if mark == "|":
                choices.append([])
            elif self._verbose and mark in " \n\t":
                continue
            elif self._verbose and mark == "#":
                self._at = (self._source + "\n").find("\n", self._at) + 1
            elif mark in "*+?{" and choices[-1] and (mark != "{" or self._is_bound()):
                self._repeat(choices[-1], mark)
            else:
                choices[-1].append(self._one(mark))
        return choices

    def _take(self) -> str:
        self._at += 1
        return self._source[self._at - 1]

    def _is_bound(self) -> bool:
        return re.compile(r"\d*,?\d*\}").match(self._source, self._at) is not None

    def _repeat(self, sequence: list[Node], mark: str) -> None:
        node, often = sequence.pop(), mark in "*+"
        if mark == "{":
            end = self._source.index("}", self._at)
            least, _, most = self._source[self._at : end].partition(",")
            often = not most or int(most) >= _MANY
            repeated = Node(choices=[[node] * int(least or 0) or [node]])
            sequence.append(Node(choices=repeated.choices, often=often))
            self._at = end + 1
        else:
            sequence.append(Node(choices=[[node]], often=often))
        while self._source[self._at : self._at + 1] in {"?", "+"}:  # lazy, possessive
            self._at += 1

    def _one(self, mark: str) -> Node:
        if mark == "(":
            return self._group()
        if mark == "[":
            return Node(self._class())
        if mark == "\\":
            return Node(self._escape())
        return Node("" if mark in "^$" else "a" if mark == "." else mark)

    def _group(self) -> Node:
        kind = re.compile(r"\?(?:P<\w+>|P=\w+|<?[=!]|[:>]|[a-zA-Z-]+[:)])|").match(self._source, self._at)
        opening = kind[0] if kind else ""
        self._at += len(opening)
        if opening.endswith(")"):  # flags
            return Node()
        if opening.startswith("?P="):
            self._at += 1
            return Node()
        choices = self.alternatives()
        return Node() if "!" in opening else Node(choices=choices)

    def _escape(self) -> str:
        mark = self._take()
        if mark in _ZERO_WIDTH:
            return ""
        digits = {"x": 2, "u": 4, "U": 8}.get(mark, 0)
        if digits:
            self._at += digits
            return chr(int(self._source[self._at - digits : self._at], 16))
        return _CLASSES.get(mark, mark)

    def _class(self) -> str:
        """Return a character of a class, found by asking `re` itself."""
        start = self._at
        self._at += self._source.startswith("^", self._at)
        self._at += self._source.startswith("]", self._at)
        while self._source[self._at] != "]":
            self._at += 1 + (self._source[self._at] == "\\")
        self._at += 1
        members = re.compile(f"[{self._source[start : self._at]}")
        named = [mark for mark in self._source[start : self._at - 1] if members.fullmatch(mark)]
        return next((mark for mark in [*_CANDIDATES, *named] if members.fullmatch(mark)), "")
