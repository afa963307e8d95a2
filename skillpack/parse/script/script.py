"""One script -> what it uses, as seen without running it: nothing is raised for any text."""

import re
from collections import Counter
from collections.abc import Callable, Iterable

from skillpack.model.limits import Limits
from skillpack.model.script import Script, ScriptUse, Unread, UseKind
from skillpack.parse.script.javascript import read_javascript
from skillpack.parse.script.python import read_python
from skillpack.parse.script.shell import read_shell

LANGUAGES = {
    **dict.fromkeys("python pypy uv".split(), "python"),
    **dict.fromkeys("ash bash dash ksh sh zsh".split(), "shell"),
    **dict.fromkeys("bun deno javascript jsx node nodejs ts-node tsx typescript".split(), "javascript"),
}
"""Program that runs a script, or language of highlighting -> language that is read."""

MOST = 20
"""Uses of one kind that are kept of a script."""

_READERS: dict[str, Callable[[str], Iterable[ScriptUse]]] = {
    "python": read_python,
    "shell": read_shell,
    "javascript": read_javascript,
}
_LONGEST = Limits().viewer
_BREAKS = {"python": re.compile(r"\r"), "javascript": re.compile(r"[\r\u2028\u2029]")}
_CODING = re.compile(
    r"\A(?:[ \t\f]*(?:#.*)?\n)?[ \t\f]*#.*?coding[:=][ \t]*(?!(?:utf-?8(?:-sig)?|ascii|us-ascii|latin-?1|iso-8859-1)(?![\w.-]))[\w.-]",
    re.IGNORECASE,
)
_ORDER = list(UseKind)


def read_script(text: str, runner: str) -> Script:
    """Return what a script uses.

    Args:
        text: Of the file.
        runner: The program that runs it, as its record names it, or its language.
    """
    language = LANGUAGES.get(runner, "")
    unread = _unread(text, language)
    if unread:
        return Script(language, unread)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    code = _BREAKS[language].sub("\n", text) if language in _BREAKS else text
    try:
        found = list(_READERS[language](code))
    except RecursionError:
        return Script(language, Unread.NESTING)
    except (SyntaxError, ValueError, MemoryError):  # the ways in which a parser gives up
        return Script(language, Unread.SYNTAX)
    if code != text:
        rows = _rows(text, code)
        found = [ScriptUse(use.kind, rows[use.line], use.word, use.host) for use in found]
    uses = _distinct(found)
    kept = tuple(_kept(uses))
    return Script(language, None, kept, len(uses) - len(kept))


def _unread(text: str, language: str) -> Unread | None:
    if not language:
        return Unread.LANGUAGE
    if len(text) > _LONGEST:
        return Unread.SIZE
    if "\0" in text:
        return Unread.BINARY
    return Unread.ENCODING if language == "python" and _CODING.match(text) else None


def _rows(text: str, code: str) -> list[int]:
    """Return for each line of a code, from 1, the line of the file, which has fewer of them."""
    rows, row = [0, 1], 1
    for before, now in zip(text, code, strict=True):
        row += before == "\n"
        if now == "\n":
            rows.append(row)
    return rows


def _distinct(found: Iterable[ScriptUse]) -> list[ScriptUse]:
    """Return each use once, by line; one without a host only where there is none with a host."""
    uses = sorted(set(found), key=lambda use: (use.line, _ORDER.index(use.kind), use.word, use.host))
    addressed = {(use.line, use.kind, use.word) for use in uses if use.host}
    return [use for use in uses if use.host or (use.line, use.kind, use.word) not in addressed]


def _kept(uses: Iterable[ScriptUse]) -> list[ScriptUse]:
    """Return the uses that are kept, by line: of each kind the first, those before others whose words are new."""
    times: Counter[tuple[UseKind, str, str]] = Counter()
    ranked: dict[UseKind, list[tuple[int, int, ScriptUse]]] = {kind: [] for kind in UseKind}
    for at, use in enumerate(uses):
        ranked[use.kind].append((times[use.kind, use.word, use.host], at, use))
        times[use.kind, use.word, use.host] += 1
    kept = [each for kind in UseKind for each in sorted(ranked[kind], key=lambda each: each[:2])[:MOST]]
    return [use for _, _, use in sorted(kept, key=lambda each: each[1])]
