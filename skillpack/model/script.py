"""What a script uses, as seen without running it."""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct


class UseKind(StrEnum):
    """What a script reaches for beyond its own memory, in the order in which people are shown it.

    CREDENTIAL stands for what would else be ENVIRONMENT or the reading of a file; CODE is text or bytes that are run.
    """

    NETWORK = "network"
    PROCESS = "process"
    WRITE = "write"
    ENVIRONMENT = "environment"
    CREDENTIAL = "credential"
    CODE = "code"


class Unread(StrEnum):
    """Why nothing can be said of a script."""

    LANGUAGE = "language"  # none of those that are read
    SIZE = "size"
    BINARY = "binary"
    ENCODING = "encoding"  # it declares one other than UTF-8
    SYNTAX = "syntax"  # it does not parse
    NESTING = "nesting"  # it is nested too deeply to be looked at


class ScriptUse(Struct, frozen=True):
    """One use; no text of the script but names, so that no secret is in it.

    Attributes:
        line: From 1; lines end with LF.
        word: The shortest words that show it: `requests.get`, `curl`, `os.environ["API_KEY"]`.
        host: The outside host of a literal address, a long label as `*`; empty where none is seen.
    """

    kind: UseKind
    line: int
    word: str
    host: str = ""


class Script(Struct, frozen=True):
    """A script, read but never run.

    Attributes:
        language: `python`, `shell` or `javascript`; empty for others.
        unread: Why nothing can be said of it; None where it was read.
        uses: By line; each line, kind and word once, and again only with another host.
        left_out: How many more uses there are; each kind that is used keeps some.
    """

    language: str
    unread: Unread | None = None
    uses: tuple[ScriptUse, ...] = ()
    left_out: int = 0


def kinds_used(scripts: Iterable[Script]) -> tuple[UseKind, ...]:
    """Return the kinds of use of several scripts together, in the order of `UseKind`; an unread one adds none."""
    found = {use.kind for script in scripts for use in script.uses}
    return tuple(kind for kind in UseKind if kind in found)
