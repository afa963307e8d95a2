"""What a script in JavaScript reads from files, writes to them and deletes."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from skillpack.abilities.flow import Taint
from skillpack.abilities.javascript.effects import report_run
from skillpack.abilities.javascript.state import JavascriptState
from skillpack.abilities.javascript.tables import DELETES, FILES, READS, WRITES
from skillpack.abilities.javascript.values import NOTHING, JavascriptValue
from skillpack.abilities.known_files import agent_file, private_file, started_file
from skillpack.abilities.names import plain
from skillpack.abilities.shell.payload import sends_input
from skillpack.abilities.shell.words import some
from skillpack.model.ability import AbilityKind, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel

_HOME = re.compile(r"~[\\/]?\*?|\{\}[\\/]?|/(?:home|Users|root)?[\\/]?")


def file_call(
    state: JavascriptState,
    full: str,
    method: str,
    called: JavascriptValue,
    values: Sequence[JavascriptValue],
    keys: Sequence[str],
) -> JavascriptValue | None:
    """Read a call that reads, writes or deletes a file; None for others."""
    short = method.removesuffix("Sync")
    if full.partition(".")[0] not in FILES and method != "pipe":
        return None
    if method == "pipe" and values:
        state.write(keys[0] or values[0].text, called.taints)
        return replace(values[0], taints=some((*values[0].taints, *called.taints)))
    where = values[0] if values else NOTHING
    if short in READS:
        return read_path(state, where)
    if (short in WRITES and len(values) > 1) or short == "createWriteStream":
        _wrote(state, keys[0] if keys else "", where.text, values[1].taints if len(values) > 1 else frozenset(), full)
        return JavascriptValue(text=where.text, full="fs.createWriteStream")
    if short in {"copyFile", "cp", "rename", "copy", "move"} and len(values) > 1:
        _wrote(state, keys[1], values[1].text, read_path(state, where).taints, full)
        return NOTHING
    if short == "chmod":
        report_file(state, keys[:1])
        return NOTHING
    if short in DELETES and values:
        if short in {"rm", "rmdir", "remove", "emptyDir"} and _HOME.fullmatch(where.text) and where.text != "{}":
            facts = (("what", f"{full} {where.text}"),)
            state.add(Concern(ConcernKind.DESTROYS, AlarmLevel.STOP, state.position, state.quote, facts))
        state.add(state.source.ability(AbilityKind.DELETES, state.line, full, plain(where.text)))
        return NOTHING
    return None


def read_path(state: JavascriptState, where: JavascriptValue) -> JavascriptValue:
    """Return the contents of a file or folder, as far as they are known."""
    found = private_file(where.text) or next(filter(None, map(private_file, where.words)), None)
    taints = list(state.content(where.text))
    if found:
        state.add(state.source.ability(found.kind, state.line, "read", found.name))
        taints.append(state.taint(found.kind, found.name))
    elif _HOME.fullmatch(where.text) and where.text.startswith(("~", "/home", "/Users")):
        state.add(state.source.ability(AbilityKind.HOME, state.line, "readdir"))
        taints.append(state.taint(AbilityKind.HOME, "a listing of the home"))
    return JavascriptValue(taints=some(taints))


def _wrote(state: JavascriptState, key: str, path: str, taints: frozenset[Taint], full: str) -> None:
    for found in (started_file(path), agent_file(path)):
        if found:
            state.add(state.source.ability(found.kind, state.line, full, found.name))
            if found.kind in {AbilityKind.SETTINGS, AbilityKind.HOOKS} and sends_input(state.source.text):
                facts = (("what", found.name),)
                state.add(Concern(ConcernKind.TAMPERS, AlarmLevel.STOP, state.position, state.quote, facts))
    state.write(key or path, taints)
    if path:
        state.write(path, taints)


def report_file(state: JavascriptState, keys: Sequence[str]) -> None:
    """Report what runs with files that the script wrote, by their paths."""
    for key in keys:
        for taint in sorted(state.content(key), key=lambda each: (each.kind, each.name)):
            report_run(state, taint)
