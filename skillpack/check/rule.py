"""A rule: one function, its page, its code. `@rule` makes a value and registers nothing."""

import inspect
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from msgspec import Struct

from skillpack.check.citations import cite
from skillpack.model.document import NOWHERE, Span
from skillpack.model.finding import Fix, RulePage, SecretIdentity

S = TypeVar("S")

RETIRED = frozenset({"SL002", "SL003", "SL004", "SL005", *(f"AU{number:03}" for number in range(1, 17))})
"""Codes of rules that are gone: settings may still name them, and no other rule gets them."""


class Hit(Struct, frozen=True):
    """What a rule says; whoever runs the rule adds code, subject and the full path.

    Attributes:
        message: One sentence without full stop, values in backticks.
        at: Where; NOWHERE for the file or the skill as a whole.
        path: Relative to the skill; empty for the skill file itself.
        facts: What a profile's messages are filled with; `size` is compared with a profile's limit (see `measured`).
        subject: Name of the skill, where a rule judges several.
        rule: Code of another rule that says this; empty for the rule that was run.
        secret: What it is known by, where it is a secret.
    """

    message: str
    at: Span = NOWHERE
    path: str = ""
    hint: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    fix: Fix | None = None
    subject: str = ""
    rule: str = ""
    secret: SecretIdentity | None = None


class Rule(Struct, Generic[S], frozen=True):
    """A rule about one kind of value; it knows no severity.

    Attributes:
        threshold: The size from which on the rule speaks where no profile has a lower limit; 0 for none.
    """

    page: RulePage
    run: Callable[[S], Iterator[Hit]]
    threshold: int = 0


def measured(size: int, threshold: int) -> tuple[tuple[str, str], ...]:
    """Return the facts of a size; within the rule's own threshold only profiles with a lower limit mind it."""
    within = (("within", str(threshold)),) if size <= threshold else ()
    return (("size", str(size)), *within)


def rule(code: str, name: str, *, source: str, threshold: int = 0) -> Callable[[Callable[[S], Iterator[Hit]]], Rule[S]]:
    """Return a decorator that makes a rule of a function; its docstring becomes the rule's page.

    Args:
        code: Two letters of the family and three digits.
        name: The problem in kebab case, so that "allow NAME" makes sense.
        source: Who demands it, as `cite` reads it.
        threshold: The size from which on the rule speaks; one that asks `Subject.threshold` takes lower limits too.
    """

    def decorate(run: Callable[[S], Iterator[Hit]]) -> Rule[S]:
        page = RulePage(code, name, code[:2], cite(source), inspect.getdoc(run) or "")
        return Rule(page, run, threshold)

    return decorate
