"""What calls of a script in JavaScript give, and what they do."""

from collections.abc import Sequence

from msgspec.structs import replace

from skillpack.abilities.javascript.effects import report_evaluated, send, serve
from skillpack.abilities.javascript.files import file_call, read_path, report_file
from skillpack.abilities.javascript.nodes import JavascriptNode, arguments
from skillpack.abilities.javascript.programs import printed, run_program
from skillpack.abilities.javascript.state import JavascriptState
from skillpack.abilities.javascript.tables import (
    DECODERS,
    EVALUATES,
    EVALUATES_FIRST,
    FETCHES,
    NETWORK,
    RUNS,
    SENDS,
    private_call,
)
from skillpack.abilities.javascript.values import NOTHING, JavascriptValue, either
from skillpack.abilities.names import plain
from skillpack.abilities.shell.words import some
from skillpack.model.ability import AbilityKind

_TEXT = 2000


def called_value(
    state: JavascriptState,
    called: JavascriptValue,
    parts: Sequence[Sequence[JavascriptNode]],
    values: Sequence[JavascriptValue],
    *,
    fresh: bool,
) -> JavascriptValue:
    """Report what a call does, and return what it gives.

    Args:
        state: Of the script.
        called: What is called.
        parts: What it is given, as written.
        values: What is known of that.
        fresh: True behind `new`.
    """
    full = called.full.removeprefix("window.").removeprefix("globalThis.").removeprefix("node:")
    method = full.rpartition(".")[2] if full else ""
    keys = [_key(part, value) for part, value in zip(parts, values, strict=True)]
    _callbacks(state, called, values, full)
    given = [state.functions[value.function].returned for value in values if value.function in state.functions]
    if any(value.full in EVALUATES or value.full == "Function" for value in values):
        report_evaluated(state, [called])
    if called.function:
        state.give(called.function, values)
        return state.functions[called.function].returned if called.function in state.functions else NOTHING
    data = either(
        replace(called, full="", function=0), *given, *(replace(value, full="", function=0) for value in values)
    )
    if full in {"require", "import"} and values:
        report_evaluated(state, values)
        report_file(state, keys[:1])
        return JavascriptValue(full=values[0].text.removeprefix("node:").removesuffix("/promises"))
    if full in {"util.promisify", "promisify"} and values:
        return values[0]
    if full in {"os.homedir", "homedir"}:
        return JavascriptValue(text="~")
    if full in {"path.join", "path.resolve", "join", "resolve"}:
        return replace(data, text="/".join(value.text or "{}" for value in values)[:_TEXT], full="")
    private = private_call(full)
    if private:
        return JavascriptValue(taints=frozenset([state.taint(*private)]))
    if full == "keytar.getPassword":
        return JavascriptValue(
            taints=frozenset([state.taint(AbilityKind.VARIABLE, plain(values[0].text) if values else "a key")])
        )
    if full in EVALUATES or (full in EVALUATES_FIRST and values and not values[0].function):
        report_evaluated(state, values[-1:] if full == "Function" else values[:1])
        return NOTHING
    if full in RUNS or full.startswith("Bun.spawn") or full in {"Deno.Command", "Deno.run"}:
        return run_program(state, values, keys)
    decoded = DECODERS.get(full)
    if decoded and _decodes(full, values):
        return JavascriptValue(taints=some((state.taint(AbilityKind.DECODES, decoded), *data.taints)))
    if method == "toString" and any(value.text in {"base64", "hex"} for value in values):
        return replace(data, text="", full="")
    if full in {"console.log", "process.stdout.write"}:
        state.printed = some((*state.printed, *data.taints))
    file = file_call(state, full, method, called, values, keys)
    if file is not None:
        return file
    root = full.split(".")[0]
    if method == "constructor":
        hidden = [taint for value in values for taint in value.taints if taint.kind is AbilityKind.DECODES]
        report_evaluated(state, [JavascriptValue(taints=frozenset(hidden))])
    if method == "createServer" and root in NETWORK:
        serve(state, values)
    if (
        full in FETCHES
        or (root in NETWORK and method in SENDS)
        or (fresh and full in {"WebSocket", "XMLHttpRequest", "Image", "EventSource"})
    ):
        return send(state, full, values, data, called=called)
    address = _address(parts) if fresh else ""
    if address:
        keys_given = some(taint for taint in data.taints if taint.kind is AbilityKind.VARIABLE)
        send(state, full, [JavascriptValue(text=address)], JavascriptValue(taints=keys_given))
    return _other(state, called, full, method, values, data)


def _other(
    state: JavascriptState,
    called: JavascriptValue,
    full: str,
    method: str,
    values: Sequence[JavascriptValue],
    data: JavascriptValue,
) -> JavascriptValue:
    """Return the value of a call of which nothing is known but the name of its method."""
    if method == "join" and called.words:
        between = values[0].text if values else ","
        pieces = len(called.words) > 3 and all(len(word) <= 2 for word in called.words)
        turned = "reversed" in called.full
        taints = set(data.taints)
        if (pieces or turned) and between == "":
            taints.add(state.taint(AbilityKind.DECODES, "reversed text" if turned else "joined pieces"))
        return JavascriptValue(between.join(called.words)[:_TEXT], (), "", some(taints))
    if method == "reverse":
        return replace(called, full="reversed", text="", words=called.words or ("",))
    if method == "split" and called.text:
        return replace(called, words=(called.text,), full="", text="")
    if full.split(".", maxsplit=1)[0] in NETWORK or full.split(".", maxsplit=1)[0] in {
        "http",
        "https",
        "net",
        "tls",
    }:
        return replace(data, full=full[:120], text="")
    kept = method in {"trim", "toString", "toLowerCase", "concat", "replace", "slice", "resolve", "normalize"}
    full = called.full if method in {"on", "once", "then", "pipe", "setHeader"} else ""
    return JavascriptValue(called.text if kept else "", data.words, full, data.taints)


def _address(parts: Sequence[Sequence[JavascriptNode]]) -> str:
    """Return the address that a client of a service is made with; empty for none."""
    for part in parts:
        for item in arguments(part[0].items) if part and part[0].text == "{" else ():
            if len(item) == 3 and item[0].text == "baseURL" and item[2].kind == "text" and "://" in item[2].text:
                return item[2].text
    return ""


def _callbacks(state: JavascriptState, called: JavascriptValue, values: Sequence[JavascriptValue], full: str) -> None:
    """Let the functions that are given to a call have what it is called on."""
    base = replace(called, full="", function=0, text="")
    others = [value for value in values if not value.function]
    for value in values:
        known = state.functions.get(value.function)
        if known and known.parameters:
            if full.startswith(("fs.readFile", "fs.readdir", "child_process.exec")) and len(known.parameters) > 1:
                read = read_path(state, others[0]) if full.startswith("fs.") and others else printed(state, others)
                state.give(value.function, [NOTHING, read])
            elif base.taints:
                state.give(value.function, [base] * min(3, len(known.parameters)))


def _key(part: Sequence[JavascriptNode], value: JavascriptValue) -> str:
    """Return by what a file is known: the name that holds its path, where the path is put together."""
    if value.text and "{}" not in value.text:
        return value.text
    return f"${part[0].text}" if len(part) == 1 and part[0].kind == "name" else value.text


def _decodes(full: str, values: Sequence[JavascriptValue]) -> bool:
    if full == "Buffer.from":
        return any(value.text in {"base64", "hex", "base64url"} for value in values[1:])
    return True
