"""One script -> what it uses, as seen without running it: nothing is raised for any text."""

import re
from collections.abc import Callable, Iterable

from skillpack.abilities.script.python import read_python
from skillpack.abilities.script.shell import read_shell
from skillpack.model.limits import Limits
from skillpack.model.script import Script, ScriptUse, Unread, UseKind

_RUNNERS = {
    "python": "python pypy uv",
    "shell": "ash bash dash ksh sh shell zsh",
}

LANGUAGES = {runner: language for language, runners in _RUNNERS.items() for runner in runners.split()}
"""Program that runs a script, or language of highlighting -> language that is read."""

MOST = 20
"""Uses of one kind that are kept of a script."""


_READERS: dict[str, Callable[[str], Iterable[ScriptUse]]] = {
    "python": read_python,
    "shell": read_shell,
}
_LONGEST = Limits().viewer
_CODING = re.compile(
    r"\A(?:.*\n)?[ \t\f]*#.*?coding[:=][ \t]*(?!utf-?8|(?:us-)?ascii|latin-?1|iso-8859-1)[\w.-]", re.IGNORECASE
)
_ORDER = list(UseKind)


def read_script(text: str, runner: str) -> Script:
    """Return the uses of a script.

    Args:
        text: Of the file.
        runner: The program that runs it, as its record names it, or its language.
    """
    language = LANGUAGES.get(runner, "")
    unread = _unread(text, language)
    if unread:
        return Script(language, unread)
    try:
        found = _READERS[language](text.removeprefix("\ufeff").replace("\r\n", "\n"))
        uses = _distinct(found)
    except RecursionError:
        return Script(language, Unread.NESTING)
    except (SyntaxError, ValueError, MemoryError):  # the ways in which a parser gives up
        return Script(language, Unread.SYNTAX)
    kept = _kept(uses)
    return Script(language, None, kept, len(uses) - len(kept))


def _unread(text: str, language: str) -> Unread | None:
    if not language:
        return Unread.LANGUAGE
    if len(text) > _LONGEST:
        return Unread.SIZE
    if "\0" in text:
        return Unread.BINARY
    return Unread.ENCODING if language == "python" and _CODING.match(text) else None


def _distinct(found: Iterable[ScriptUse]) -> list[ScriptUse]:
    """Return each use once, by line; one without a host only where there is none with a host."""
    uses = sorted(set(found), key=lambda use: (use.line, _ORDER.index(use.kind), use.word, use.host))
    addressed = {(use.line, use.kind, use.word) for use in uses if use.host}
    return [use for use in uses if use.host or (use.line, use.kind, use.word) not in addressed]


def _kept(uses: Iterable[ScriptUse]) -> tuple[ScriptUse, ...]:
    """Return the uses that are kept: of each kind the first, those before others whose words are new."""
    first: dict[tuple[UseKind, str, str], ScriptUse] = {}
    for use in uses:
        first.setdefault((use.kind, use.word, use.host), use)
    ranked = dict.fromkeys((*first.values(), *uses))
    kept = {use for kind in UseKind for use in [each for each in ranked if each.kind is kind][:MOST]}
    return tuple(use for use in uses if use in kept)
