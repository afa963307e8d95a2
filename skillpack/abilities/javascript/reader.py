"""What a script in JavaScript or TypeScript can do, and what of that gives reason for concern."""

import re
from collections.abc import Iterator

from skillpack.abilities.javascript.flow import JavascriptFlow
from skillpack.abilities.javascript.nodes import nodes
from skillpack.abilities.javascript.uses import read_javascript
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.model.ability import AbilityKind
from skillpack.model.script import ScriptUse, UseKind

_LISTENS = re.compile(r"createServer|(?:^|\.)(?:listen|serve)$|express|fastify")
_SENDS = re.compile(r"\.(?:post|put|patch|delete|sendBeacon|send|connect|createConnection)$|^WebSocket$|nodemailer")
_DELETES = re.compile(r"\.(?:rm|rmdir|unlink|remove)(?:Sync)?$")
_LONGEST_WORD = 60


def javascript_readings(source: SourceText) -> Iterator[Reading]:
    """Yield what a script can do, some of it twice.

    Raises:
        SyntaxError: A comment, template or bracket is not closed.
        RecursionError: It is nested too deeply.
    """
    for use in read_javascript(source.text):
        yield source.ability(_kind(use), use.line, use.word[:_LONGEST_WORD], use.host or _target(use))
    flow = JavascriptFlow(source)
    flow.read(nodes(source.text))
    yield from flow.readings


def _kind(use: ScriptUse) -> AbilityKind:
    match use.kind:
        case UseKind.NETWORK if _LISTENS.search(use.word):
            return AbilityKind.LISTENS
        case UseKind.NETWORK:
            return AbilityKind.SENDS if _SENDS.search(use.word) else AbilityKind.FETCHES
        case UseKind.PROCESS:
            return AbilityKind.STARTS
        case UseKind.WRITE:
            return AbilityKind.DELETES if _DELETES.search(use.word) else AbilityKind.WRITES
        case UseKind.ENVIRONMENT:
            return (
                AbilityKind.ENVIRONMENT if use.word in {"process.env", "Bun.env", "Deno.env"} else AbilityKind.VARIABLE
            )
        case UseKind.CREDENTIAL if use.word.startswith("."):
            return AbilityKind.KEY_FILE
        case UseKind.CREDENTIAL:
            return AbilityKind.KEYCHAIN if "keytar" in use.word else AbilityKind.VARIABLE
        case _:
            return AbilityKind.EVALUATES


def _target(use: ScriptUse) -> str:
    if use.kind in {UseKind.ENVIRONMENT, UseKind.CREDENTIAL}:
        return use.word.rpartition(".env.")[2] if ".env." in use.word else use.word if use.word.startswith(".") else ""
    return ""
