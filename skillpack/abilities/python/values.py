"""What is known of a value in a Python script, whatever path a run would take (pure)."""

import ast
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from skillpack.abilities.flow import Taint
from skillpack.abilities.known_files import private_file
from skillpack.abilities.names import is_credential, plain
from skillpack.abilities.source_text import SourceText
from skillpack.model.ability import AbilityKind
from skillpack.model.finding import Position

WORDS = 24
"""Texts that a value is known to hold, at most."""

TEXT = 600
"""Characters of a text that are known, at most."""

_TAINTS = 12  # of one value


class PythonValue(Struct, frozen=True):
    """What is known of all that an expression may be.

    Attributes:
        text: Of a literal, `{}` for other parts; empty for what is not known.
        words: Texts that it holds.
        full: Full name of what it is, or was made by: `requests.Session`.
        taints: What its data come from.
        places: What is kept where its text leads to, as a path.
        content: What was written there.
        function: Key of a function of the program that it is; empty for none.
    """

    text: str = ""
    words: tuple[str, ...] = ()
    full: str = ""
    taints: frozenset[Taint] = frozenset()
    places: frozenset[Taint] = frozenset()
    content: frozenset[Taint] = frozenset()
    function: str = ""

    @property
    def every(self) -> frozenset[Taint]:
        """Its taints, with those of what lies where it leads to."""
        return self.taints | self.content


NOTHING = PythonValue()


def joined(*values: PythonValue) -> PythonValue:
    """Return a value that may be each of some, or holds them."""
    some = [value for value in values if value is not NOTHING]
    if len(some) < 2:
        return some[0] if some else NOTHING
    first = some[0]
    words = dict.fromkeys(word for value in some for word in (value.text, *value.words) if word)
    return PythonValue(
        text=first.text if all(value.text == first.text for value in some) else "",
        words=tuple(words)[:WORDS],
        full=next((value.full for value in some if value.full), ""),
        taints=limited(taint for value in some for taint in value.taints),
        places=limited(taint for value in some for taint in value.places),
        content=limited(taint for value in some for taint in value.content),
        function=next((value.function for value in some if value.function), ""),
    )


def limited(taints: Iterable[Taint]) -> frozenset[Taint]:
    """Return taints, of too many some."""
    found = dict.fromkeys(taints)
    if len(found) <= _TAINTS:
        return frozenset(found)
    return frozenset(sorted(found, key=lambda each: (each.kind, each.name, each.at.path, each.at.span.line))[:_TAINTS])


def text_value(text: str, source: SourceText, node: ast.expr) -> PythonValue:
    """Return a text that an expression of a source is, which may lead to a private place."""
    known = private_file(text)
    if known is None:
        return PythonValue(text=text)
    return PythonValue(text=text, places=frozenset([Taint(known.kind, known.name, source.position(node.lineno))]))


def private(kind: AbilityKind, name: str, at: Position) -> PythonValue:
    """Return something that people keep to themselves."""
    return PythonValue(taints=frozenset([Taint(kind, name, at)]))


def variable(name: PythonValue, at: Position) -> PythonValue:
    """Return a variable of the environment, of some names: watched where one of them says that it is a credential."""
    names = [each for each in (name.text, *name.words) if each and is_credential(each)]
    return PythonValue(taints=limited(Taint(AbilityKind.VARIABLE, plain(each) or "…", at) for each in names[:5]))


def decoded(value: PythonValue, how: str, at: Position) -> PythonValue:
    """Return a value once it is decoded, or put together of pieces."""
    taints = limited((Taint(AbilityKind.DECODES, how, at), *value.taints))
    return replace(value, text="", words=(), taints=taints, full="", function="")


def collection(values: Sequence[PythonValue]) -> PythonValue:
    """Return a list, dictionary or the like of some values."""
    found = joined(*values)
    return without_text(replace(found, full="", function=""))


def without_text(value: PythonValue) -> PythonValue:
    """Return a value whose text is one of the words that it holds."""
    return replace(value, text="", words=value.words or ((value.text,) if value.text else ()))
