"""The reader of each language: loaded, with its tables and patterns, when a source in that language is read first."""

from collections.abc import Callable, Iterable, Iterator

from skillpack.abilities.source_text import Found, Reader, Reading, SourceText


def _python(source: SourceText) -> Iterator[Found]:
    from skillpack.abilities.python.reader import python_readings

    return python_readings(source)


def _python_flows(sources: tuple[SourceText, ...]) -> Iterator[Reading]:
    from skillpack.abilities.python.flow import python_flows

    return python_flows(sources)


def _shell(source: SourceText) -> Iterator[Found]:
    from skillpack.abilities.shell.reader import shell_readings

    return shell_readings(source)


def _javascript(source: SourceText) -> Iterator[Found]:
    from skillpack.abilities.javascript.reader import javascript_readings

    return javascript_readings(source)


def _powershell(source: SourceText) -> Iterator[Found]:
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

FLOWS = "credentials-sent"
"""Name of the rule that says where flows lead."""
