"""What a script uses -> what it can do."""

import re
from collections.abc import Callable, Iterable, Iterator

from skillpack.abilities.script.python import read_python
from skillpack.abilities.script.shell import read_shell
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.model.ability import Ability, AbilityKind
from skillpack.model.script import ScriptUse, UseKind

_USES_OF: dict[str, Callable[[str], Iterable[ScriptUse]]] = {
    "python": read_python,
    "shell": read_shell,
}
_SENDS = re.compile(
    r"(?:^|\.)(?:post|put|patch|upload\w*|sendBeacon|send\w*)$|smtplib|sendmail|nodemailer|\bpush\b|\bpublish\b|^(?:scp|sftp)$"
)
_LISTENS = re.compile(
    r"createServer|create_server|start_server|\bserve\b|\blisten\b|http\.server|socketserver|\b(?:flask|fastapi|uvicorn"
    r"|express|fastify)\b"
)
_INSTALLS = re.compile(
    r"(?:apk|apt|apt-get|brew|bun|bundle|cargo|composer|conda|dnf|gem|go|npm|pip3?|pipx|playwright|pnpm|poetry|snap|yarn|yum"
    r"|uv|uvx|npx|bunx) \S+"
)
_DELETES = re.compile(r"(?:^|[./])(?:remove|removedirs|removeSync|unlink\w*|rmtree|rm|rmSync|rmdir\w*|shred)$")
_NAMED = re.compile(r"""(?:\["|\("|\$|^export |^printenv |env\.)(\w+)""")
_DOTENV = re.compile(r"dotenv")
_KEYCHAINS = re.compile(r"keyring|secretstorage|keytar|^security |secret-tool|^pass |^op |^vault ")
_BROWSERS = re.compile(r"browser_cookie3|win32crypt")
_ASKS = re.compile(r"getpass")
_UNPICKLES = re.compile(r"(?:pickle|marshal|dill|joblib|torch|yaml)\.")
_FILE = re.compile(r"(?:\.|etc/)[\w./-]+")


def script_readings(source: SourceText) -> Iterator[Reading]:
    """Yield what a source can do, in no order, some of it twice.

    Raises:
        SyntaxError: It is not of its language; the parser has other ways to say so, too.
        RecursionError: It is nested too deeply.
    """
    for use in _USES_OF[source.language](source.text):
        ability = _ability(source, use)
        if ability is not None:
            yield ability


def _ability(source: SourceText, use: ScriptUse) -> Ability | None:
    word, kind = use.word, _kind(use)
    named = _NAMED.search(word)
    match kind:
        case None:
            return None
        case AbilityKind.VARIABLE:
            target = named[1] if named else ""
        case AbilityKind.KEY_FILE:
            target = ".env" if _DOTENV.search(word) else word if _FILE.fullmatch(word) else ""
        case _:
            target = use.host
    return source.ability(kind, use.line, word, target)


def _kind(use: ScriptUse) -> AbilityKind | None:
    word = use.word
    match use.kind:
        case UseKind.NETWORK:
            if _LISTENS.search(word):
                return AbilityKind.LISTENS
            if _INSTALLS.fullmatch(word):
                return AbilityKind.PACKAGES
            return AbilityKind.SENDS if _SENDS.search(word) else AbilityKind.FETCHES
        case UseKind.PROCESS:
            return AbilityKind.STARTS
        case UseKind.WRITE:
            return AbilityKind.DELETES if _DELETES.search(word) else AbilityKind.WRITES
        case UseKind.CODE:
            return AbilityKind.UNPICKLES if _UNPICKLES.search(word) else AbilityKind.EVALUATES
        case _:
            return _reads(word)


def _reads(word: str) -> AbilityKind | None:
    """Return what is read of what people keep to themselves; None for what they are asked for."""
    if _ASKS.search(word):
        return None
    if _KEYCHAINS.search(word):
        return AbilityKind.KEYCHAIN
    if _BROWSERS.search(word):
        return AbilityKind.BROWSER
    if _NAMED.search(word):
        return AbilityKind.VARIABLE
    if re.search(r"environ|\benv\b|getenv|printenv|putenv", word):
        return AbilityKind.ENVIRONMENT
    return AbilityKind.KEY_FILE
