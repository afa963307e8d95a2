"""A walk through JSON from a stranger: lists item by item, each value with its line, nothing rounded or made up."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

_SPACE = re.compile(r"[ \t\r\n]*")
_MOST_DIGITS = 400  # of a number that is kept as written; a longer one is cut


class Number(str):
    """A number as it is written, so that none is rounded or infinite."""

    __slots__ = ()


class Repeated(dict[str, Any]):
    """An object one of whose keys occurs twice, so that two readers may see two values.

    Attributes:
        key: The one that occurs most often.
    """

    key: str = ""


class JsonWalk:
    """A place in a text that is JSON, which moves on with each value that is read.

    Who asks for keys or items reads each value before the next one is asked for.

    Attributes:
        line: Of the value that was read, or opened, last; from 1.
    """

    def __init__(self, text: str) -> None:
        self.line = 1
        self._text = text
        self._at = 0
        self._counted = 0  # characters whose line breaks are in `line`
        self._left = False
        self._decoder = json.JSONDecoder(
            object_pairs_hook=_mapping, parse_int=_number, parse_float=_number, parse_constant=_refused
        )

    @property
    def kind(self) -> str:
        """The first character of the next value; empty at the end."""
        self._skip()
        return self._text[self._at : self._at + 1]

    def value(self) -> Any:
        """Return the next value whole, numbers as `Number`.

        Raises:
            json.JSONDecodeError: There is none.
            ValueError: It holds `NaN` or the like.
            RecursionError: It is nested too deeply.
        """
        self._start()
        value, self._at = self._decoder.raw_decode(self._text, self._at)
        return value

    def names(self) -> Iterator[str]:
        """Yield the keys of the object that starts here, and stop behind it.

        Raises:
            json.JSONDecodeError: It is broken.
        """
        self._start()
        self._take("{")
        if self.kind == "}":
            self._at += 1
            return
        while True:
            if self.kind != '"':
                raise self._expected("a key in quotes")
            key, self._at = self._decoder.raw_decode(self._text, self._at)
            self._take(":")
            yield key
            if self._left or self._closes("}"):
                return

    def items(self) -> Iterator[None]:
        """Yield once before each item of the list that starts here, and stop behind it.

        Raises:
            json.JSONDecodeError: It is broken.
        """
        self._start()
        self._take("[")
        if self.kind == "]":
            self._at += 1
            return
        while True:
            yield
            if self._left or self._closes("]"):
                return

    def leave(self) -> None:
        """Leave the rest unread: every object and list ends here, and nothing follows."""
        self._left = True
        self._at = len(self._text)

    def end(self) -> None:
        """See that nothing follows.

        Raises:
            json.JSONDecodeError: Something does.
        """
        if self.kind:
            raise self._expected("the end")

    def _closes(self, bracket: str) -> bool:
        found = self.kind
        if found not in {",", bracket} or not found:
            raise self._expected(f"`,` or `{bracket}`")
        self._at += 1
        return found == bracket

    def _take(self, character: str) -> None:
        if self.kind != character:
            raise self._expected(f"`{character}`")
        self._at += 1

    def _start(self) -> None:
        self._skip()
        self.line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at

    def _skip(self) -> None:
        found = _SPACE.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _expected(self, what: str) -> json.JSONDecodeError:
        return json.JSONDecodeError(f"{what} is expected", self._text, self._at)


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    repeated = Repeated(made)
    repeated.key = Counter(key for key, _ in pairs).most_common(1)[0][0]
    return repeated


def _number(written: str) -> Number:
    return Number(written[:_MOST_DIGITS])


def _refused(name: str) -> float:
    raise ValueError(f"`{name}` is not JSON")
