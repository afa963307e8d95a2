"""The reader of each language: loaded, with its tables and patterns, when a source in that language is read first."""

from collections.abc import Callable, Iterable, Iterator

from skillpack.abilities.guard import given_up
from skillpack.abilities.source_text import Reader, Reading, SourceText


def _python(source: SourceText) -> Iterator[Reading]:
    from skillpack.abilities.python.reader import python_readings

    return python_readings(source)


def _python_flows(sources: tuple[SourceText, ...]) -> Iterator[Reading]:
    from skillpack.abilities.python.flow import python_flows

    return python_flows(sources)


def _shell(source: SourceText) -> Iterator[Reading]:
    from skillpack.abilities.shell.reader import shell_readings

    return shell_readings(source)


def _javascript(source: SourceText) -> Iterator[Reading]:
    from skillpack.abilities.javascript.reader import javascript_readings

    return javascript_readings(source)


def _powershell(source: SourceText) -> Iterator[Reading]:
    from skillpack.abilities.powershell.reader import powershell_readings

    return powershell_readings(source)


LANGUAGE_READERS: dict[str, Reader] = {
    "python": _python,
    "shell": _shell,
    "javascript": _javascript,
    "powershell": _powershell,
}
"""Language -> what reads a source in it."""

FILES_READERS: dict[str, Callable[[tuple[SourceText, ...]], Iterable[Reading]]] = {"python": _python_flows}
"""Language -> what reads all files of a skill in it together, since one may load another."""

COMMANDS, FLOWS = "piped-to-shell", "credentials-sent"
"""Names of the rules that say what is run, and where flows lead."""

_DEEPEST = 4  # texts within texts that are run, and are read
_MOST_INNER = 400  # texts in one source that are


def read_source(source: SourceText) -> list[Reading]:
    """Return the readings of a source, and of the texts in it that it runs.

    Such a text that is not of its language can do nothing; one that is too deep, or one too many, is named.

    Raises:
        SyntaxError: The source is not of its language; the parser has other ways to say so, too.
        RecursionError: It is nested too deeply.
    """
    found: list[Reading] = []
    inner: dict[SourceText, None] = {}
    for each in LANGUAGE_READERS[source.language](source):
        if isinstance(each, SourceText):
            inner[each] = None
        else:
            found.append(source.placed(each))
    read = list(inner)[:_MOST_INNER] if source.depth < _DEEPEST else []
    for text in read:
        try:
            found += read_source(text)
        except (RecursionError, MemoryError):
            found.append(given_up(text.path, COMMANDS, text.first_line))
        except (SyntaxError, ValueError):
            continue
    if len(read) < len(inner):
        found.append(given_up(source.path, COMMANDS, list(inner)[len(read)].first_line))
    return found
