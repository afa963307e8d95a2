"""A fault of a published site: its code, its page, and the one place that words it."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, ParamSpec

from skillpack.model.document import NOWHERE
from skillpack.model.finding import Finding, RulePage

P = ParamSpec("P")

FAMILY = "AU"


@dataclass(frozen=True, slots=True)
class Said:
    """What a fault says of one case.

    Attributes:
        subject: Name of a skill; empty for the set.
        path: Of the output.
        message: One sentence without full stop, values in backticks.
    """

    subject: str
    path: str
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Fault(Generic[P]):
    """A fault that can be found; called, it gives the finding. It knows no severity."""

    page: RulePage
    say: Callable[P, Said]

    def __call__(self, *given: P.args, **named: P.kwargs) -> Finding:
        """Return the finding about one case."""
        said = self.say(*given, **named)
        return Finding(
            rule=self.page.code,
            subject=said.subject,
            path=_printable(said.path),
            span=NOWHERE,
            message=_printable(said.message),
            hint=_printable(said.hint),
        )


def fault(number: int, name: str, *, source: str) -> Callable[[Callable[P, Said]], Fault[P]]:
    """Return a decorator that makes a fault of a function; its docstring becomes the page.

    Args:
        number: Of the code, within the family.
        name: The problem in kebab case, so that "allow NAME" makes sense.
        source: Who demands it.
    """

    def made(say: Callable[P, Said]) -> Fault[P]:
        return Fault(RulePage(f"{FAMILY}{number:03}", name, FAMILY, source, inspect.getdoc(say) or ""), say)

    return made


def _printable(text: str) -> str:
    """Return text that is safe on a terminal and stays on one line: names and values in it may be hostile."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else " " if one.isspace() else "\N{REPLACEMENT CHARACTER}" for one in text)
