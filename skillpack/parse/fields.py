"""YAML text -> fields with places, from the parser's events, without ever building a foreign object.

The composer is our own loop: it keeps source texts and duplicate keys, knows where everything stands, and stops at
whatever ordinary front matter never holds. Neither `compose` nor `load` of the library is used.
"""

import re
from bisect import bisect_right
from itertools import accumulate
from typing import Protocol

import yaml
from yaml._yaml import CParser
from yaml.error import MarkedYAMLError
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
)
from yaml.reader import ReaderError

from skillpack.model.document import NOWHERE, Fault, FaultKind, Field, Node, NodeKind, ScalarType, Span
from skillpack.model.limits import Limits

_TYPES = {
    "tag:yaml.org,2002:int": ScalarType.INTEGER,
    "tag:yaml.org,2002:float": ScalarType.FLOAT,
    "tag:yaml.org,2002:bool": ScalarType.BOOLEAN,
    "tag:yaml.org,2002:null": ScalarType.NULL,
    "tag:yaml.org,2002:timestamp": ScalarType.DATE,
}
# Asked for every node: a member of an enumeration costs more than a global name.
_SCALAR, _LIST, _MAP = NodeKind.SCALAR, NodeKind.LIST, NodeKind.MAP
_TEXT, _NONE = ScalarType.TEXT, ScalarType.NONE
_RESOLVERS: dict[str, list[tuple[str, re.Pattern[str]]]] = yaml.SafeLoader.yaml_implicit_resolvers


def read_fields(text: str, first_line: int, limits: Limits) -> tuple[tuple[Field, ...], tuple[Fault, ...]]:
    """Return the fields of a YAML mapping in order, and what was wrong; nothing is raised for any text.

    The text starts on line `first_line` of its file, from 1. Where reading had to stop, the top-level fields that were
    complete by then are returned.
    """
    composer = _Composer(text, first_line, limits)
    try:
        parser = CParser(text)
        while (event := parser.get_event()) is not None:
            composer.take(event)
    except _StopReadingError:
        pass  # the composer noted why
    except ReaderError as error:
        start = max(text.find(chr(error.character)), 0)
        composer.fault(FaultKind.YAML, start, start + 1, f"the character U+{error.character:04X} is not allowed")
    except MarkedYAMLError as error:
        offset = _offset(error.problem_mark or error.context_mark)
        if "nesting depth" in (error.problem or ""):  # libyaml 0.2.6 looks ahead, and stops at 1,000
            composer.fault(FaultKind.YAML_TOO_DEEP, offset, offset, str(limits.yaml_depth))
        else:
            composer.fail(offset, ", ".join(filter(None, (error.context, error.problem))))
    except (yaml.YAMLError, ValueError) as error:  # a lone surrogate cannot be handed to the parser
        composer.faults.append(Fault(FaultKind.YAML, NOWHERE, str(error)))
    return tuple(composer.fields), tuple(composer.faults)


def resolved_type(text: str) -> ScalarType:
    """Return the type of a plain scalar in YAML 1.1, as PyYAML's safe loader resolves it."""
    for tag, pattern in _RESOLVERS.get(text[:1], ()):
        if pattern.match(text):
            return _TYPES.get(tag, _TEXT)
    return _TEXT


class _Mark(Protocol):
    """Both the Python and the C reader's kind of place."""

    index: int


def _offset(mark: _Mark | None) -> int:
    return mark.index if mark else 0


class _StopReadingError(Exception):
    """Reading ends here."""


class _Open:
    """A list or map whose end was not seen yet.

    Attributes:
        path: Dotted path of the node, empty for the root.
        start: Offset in the text.
        end: Offset after the last part seen.
        key: The name, type and span of a key that waits for its value.
    """

    __slots__ = ("end", "flow", "items", "key", "kind", "names", "path", "start")

    def __init__(self, kind: NodeKind, path: str, start: int, *, flow: bool) -> None:
        self.kind = kind
        self.path = path
        self.start = self.end = start
        self.flow = flow
        self.items: list[Field] = []
        self.names: set[str] = set()
        self.key: tuple[str, ScalarType, Span] | None = None

    def path_of_next(self) -> str:
        """Return the dotted path of the value that comes next."""
        name = str(len(self.items)) if self.kind is _LIST else self.key[0] if self.key else ""
        return f"{self.path}.{name}" if self.path else name


class _Composer:
    """The state of one pass over the events.

    Attributes:
        fields: Complete fields of the root mapping.
    """

    def __init__(self, text: str, first_line: int, limits: Limits) -> None:
        self.fields: list[Field] = []
        self.faults: list[Fault] = []
        self._text = text
        self._limits = limits
        self._first_line = first_line
        self._line_starts = list(accumulate([len(line) + 1 for line in text.split("\n")[:-1]], initial=0))
        self._open: list[_Open] = []
        self._nodes = 0
        self._documents = 0

    def take(self, event: Event) -> None:
        """Take the next event.

        Raises:
            _StopReadingError: the event is none that front matter may hold.
        """
        if isinstance(event, ScalarEvent):
            self._scalar(event)
        elif isinstance(event, CollectionStartEvent):
            self._start(event)
        elif isinstance(event, CollectionEndEvent):
            self._end(event)
        elif isinstance(event, AliasEvent):
            self._stop(FaultKind.ANCHOR, event, f"*{event.anchor}")
        elif isinstance(event, DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self._stop(FaultKind.SEVERAL_DOCUMENTS, event, "")

    def fault(self, kind: FaultKind, start: int, end: int, detail: str) -> None:
        """Note a fault between two offsets of the text."""
        self.faults.append(Fault(kind, self._span(start, end), detail))

    def fail(self, offset: int, detail: str) -> None:
        """Note that the text is not YAML from an offset on."""
        self.fault(FaultKind.YAML, offset, offset, detail)
        # `description: Use when: always` breaks at its second colon; half a value is worse than none.
        if self.fields and self.fields[-1].value.span.end_line >= self.faults[-1].span.line:
            self.fields.pop()

    def _stop(self, kind: FaultKind, event: Event, detail: str) -> None:
        self.fault(kind, _offset(event.start_mark), _offset(event.end_mark), detail)
        raise _StopReadingError

    def _span(self, start: int, end: int) -> Span:
        starts, first = self._line_starts, self._first_line
        line = bisect_right(starts, start)
        on_one_line = line == len(starts) or end < starts[line]
        end_line = line if on_one_line else bisect_right(starts, end)
        return Span(
            first - 1 + line, start - starts[line - 1] + 1, first - 1 + end_line, end - starts[end_line - 1] + 1
        )

    def _admit(self, event: ScalarEvent | CollectionStartEvent) -> None:
        """Stop at a node that is one too many, or that has an anchor or a tag."""
        self._nodes += 1
        if self._nodes > self._limits.yaml_nodes:
            self._stop(FaultKind.YAML_TOO_MANY_NODES, event, str(self._limits.yaml_nodes))
        if event.anchor is not None:
            self._stop(FaultKind.ANCHOR, event, f"&{event.anchor}")
        if event.tag is not None:
            self._stop(FaultKind.TAG, event, event.tag)

    def _scalar(self, event: ScalarEvent) -> None:
        self._admit(event)
        start, end, style = _offset(event.start_mark), _offset(event.end_mark), event.style
        if style and style in "|>":  # its end mark lies behind the empty lines that follow
            end = start + len(self._text[start:end].rstrip())
        value_type = _TEXT if style else resolved_type(event.value)
        span = self._span(start, end)
        parent = self._open[-1] if self._open else None
        if parent and parent.kind is _MAP and parent.key is None:
            parent.key = (event.value, value_type, span)
            if event.value in parent.names:
                self.faults.append(Fault(FaultKind.DUPLICATE_KEY, span, parent.path_of_next()))
            parent.names.add(event.value)
        else:
            node = Node(_SCALAR, event.value, value_type, not style, False, (), span)  # noqa: FBT003 quicker by half
            self._value(parent, node, end)

    def _start(self, event: CollectionStartEvent) -> None:
        self._admit(event)
        if len(self._open) >= self._limits.yaml_depth:
            self._stop(FaultKind.YAML_TOO_DEEP, event, str(self._limits.yaml_depth))
        kind = _MAP if isinstance(event, MappingStartEvent) else _LIST
        path = self._open[-1].path_of_next() if self._open else ""
        opened = _Open(kind, path, _offset(event.start_mark), flow=bool(event.flow_style))
        if not self._open and kind is _MAP:
            opened.items = self.fields
        self._open.append(opened)

    def _end(self, event: CollectionEndEvent) -> None:
        closed = self._open.pop()
        parent = self._open[-1] if self._open else None
        # A block's end mark lies wherever the next token starts, behind comments and empty lines.
        end = _offset(event.end_mark) if closed.flow else closed.end
        span = self._span(closed.start, end)
        if closed.flow and not (parent and parent.flow):
            self.faults.append(Fault(FaultKind.FLOW, span, closed.path))
        # Without the indentation of its first line the source text is YAML by itself.
        source = self._text[closed.start : end].replace("\n" + " " * (span.column - 1), "\n")
        if parent and parent.kind is _MAP and parent.key is None:
            self.faults.append(Fault(FaultKind.COMPLEX_KEY, span, source))
            parent.key = (source, _NONE, span)
            parent.end = end
            return
        node = Node(closed.kind, source, _NONE, False, closed.flow, tuple(closed.items), span)  # noqa: FBT003
        self._value(parent, node, end)

    def _value(self, parent: _Open | None, node: Node, end: int) -> None:
        if parent is None:
            if node.kind is not _MAP and node.type is not ScalarType.NULL:
                self.faults.append(Fault(FaultKind.NOT_MAPPING, node.span, node.kind.value))
            return
        if parent.key is None:
            parent.items.append(Field("", _NONE, node, node.span))
        else:
            name, key_type, span = parent.key
            parent.items.append(Field(name, key_type, node, span))
            parent.key = None
        parent.end = end
