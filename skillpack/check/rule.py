"""A rule: one function, its page, its code. `@rule` makes a value and registers nothing."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from skillpack.model.document import NOWHERE, Span
from skillpack.model.finding import Fix, RulePage

S = TypeVar("S")

RETIRED = frozenset({"SL002", "SL003", "SL004", "SL005", *(f"AU{number:03}" for number in range(1, 17))})
"""Codes of rules that are gone: settings may still name them, and no other rule gets them."""

PROGRAM = "a program"
"""The feature of a skill with a program, readable or not; a field of that name would do no harm, here and below."""
UNUSUAL_NAME = "a name that is not small letters, digits and single hyphens, and its folder's"
UNUSUAL_DESCRIPTION = "a description that is not one short line of text which says when"
UNUSUAL_FILES = "files that do not lie directly in the folders of the specification, by plain names"
ODD_PATHS = "a path that no archive holds"
UNUSUAL_PLACE = "a skill that is no folder with a `SKILL.md`, or a hidden one"
UNUSUAL_METADATA = "metadata that are not names and texts"
UNKNOWN_FIELDS = "fields beside the six of the specification"
DEMANDS = "fields that the catalog demands"
LONG_BODY = "a long body"
SHELL_LINES = "commands that some hosts run"
LARGE = "more bytes or files than some reader takes"
LINKS = "links to files"
COMMENTS = "comments in the body"
UNSEEN = "titles, alternative texts or hidden elements in the body"
RARE = "rare characters"
NUL = "NUL in a text"


@dataclass(frozen=True, slots=True)
class Draft:
    """What a rule says; whoever runs the rule adds code, subject and the full path.

    Attributes:
        message: One sentence without full stop, values in backticks.
        at: Where; NOWHERE for the file or the skill as a whole.
        path: Relative to the skill; empty for the skill file itself.
        facts: What a profile's messages are filled with; `size` is compared with a profile's limit (see `measured`).
        subject: Name of the skill, where a rule judges several.
        rule: Code of another rule that says this; empty for the rule that was run.
    """

    message: str
    at: Span = NOWHERE
    path: str = ""
    hint: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    fix: Fix | None = None
    subject: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Rule(Generic[S]):
    """A rule about one kind of value; it knows no severity.

    Attributes:
        when: One of these features a skill must have for the rule to say anything; empty for any skill.
        threshold: The size from which on the rule speaks where no profile has a lower limit; 0 for none.
    """

    page: RulePage
    run: Callable[[S], Iterator[Draft]]
    when: frozenset[str] = frozenset()
    threshold: int = 0


def measured(size: int, threshold: int) -> tuple[tuple[str, str], ...]:
    """Return the facts of a size; within the rule's own threshold only profiles with a lower limit mind it."""
    within = (("within", str(threshold)),) if size <= threshold else ()
    return (("size", str(size)), *within)


def rule(
    code: str, name: str, *, source: str, when: Iterable[str] = (), threshold: int = 0
) -> Callable[[Callable[[S], Iterator[Draft]]], Rule[S]]:
    """Return a decorator that makes a rule of a function; its docstring becomes the rule's page.

    Args:
        code: Two letters of the family and three digits.
        name: The problem in kebab case, so that "allow NAME" makes sense.
        source: Who demands it: a specification and its section, or `skillpack`.
        when: What a skill has where the rule can say something, one of these: a top-level field by its name, a key of
            `metadata` as `metadata.NAME`, a fault or an oddity by its kind, a telling sign (`check.texts`), one of the
            features above (`check.features` finds them). Elsewhere the rule is not asked; empty for any skill.
        threshold: The size from which on the rule speaks; one that asks `Subject.threshold` takes lower limits too.
    """

    def made(run: Callable[[S], Iterator[Draft]]) -> Rule[S]:
        page = RulePage(code, name, code[:2], source, inspect.getdoc(run) or "")
        return Rule(page, run, frozenset(map(str, when)), threshold)

    return made
