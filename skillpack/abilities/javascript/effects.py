"""What a script in JavaScript sends, and what it runs that was downloaded, decoded or put together."""

import re
from collections.abc import Sequence

from skillpack.abilities.flow import OTHER_END, Taint, Used, flow
from skillpack.abilities.hosts import unanswered
from skillpack.abilities.javascript.state import JavascriptState
from skillpack.abilities.javascript.tables import NETWORK
from skillpack.abilities.javascript.values import NOTHING, JavascriptValue
from skillpack.abilities.names import host_in
from skillpack.abilities.shell.sends import LOCAL
from skillpack.model.ability import AbilityKind, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel

_REQUEST = "a request"
_EVERYBODY = re.compile(r"\b0\.0\.0\.0\b")
_ONLY_HERE = re.compile(r"[\"'`](?:127\.0\.0\.1|localhost|::1)[\"'`]")


def send(
    state: JavascriptState,
    full: str,
    values: Sequence[JavascriptValue],
    data: JavascriptValue,
    *,
    called: JavascriptValue = NOTHING,
) -> JavascriptValue:
    """Report what a call sends, and return what it gives: an answer from its address.

    Args:
        state: Of the script.
        full: Name of what is called.
        values: What it is given.
        data: All that may be sent, together.
        called: What it is a method of.
    """
    texts = [word for value in (*values, called) for word in (value.text, *value.words) if word]
    address = next((text for text in texts if "://" in text), "")
    host = host_in(address) or next(
        (
            found
            for found in (
                host_in(text, bare=True)
                for text in texts
                if " " not in text and full.split(".", maxsplit=1)[0] in {"http", "https", "net", "tls", "dns", "dgram"}
            )
            if found
        ),
        "",
    )
    public = re.search(r"issues\.create|gists\.create|chat\.postMessage|issues\.createComment", full) is not None
    local = any(LOCAL.match(text) for text in texts)
    for taint in () if local else sorted(data.taints, key=lambda each: (each.kind, each.name)):
        state.add(flow(taint, host, state.position, state.quote, public=public))
    fetched = state.taint(AbilityKind.FETCHES, address)
    kept = full if full.split(".", maxsplit=1)[0] in NETWORK else ""
    known = (address or host,) if address or host else ()
    for value in values:  # functions that are given the answer
        state.give(value.function, [JavascriptValue(taints=frozenset([fetched]))])
    return JavascriptValue(address, known, kept, frozenset([fetched]))


def serve(state: JavascriptState, values: Sequence[JavascriptValue]) -> None:
    """Let the functions that answer requests have what others ask for."""
    for value in values:
        state.give(value.function, [JavascriptValue(taints=frozenset([state.taint(AbilityKind.FETCHES, _REQUEST)]))])


def report_evaluated(state: JavascriptState, values: Sequence[JavascriptValue]) -> None:
    """Report that texts are evaluated, where they were downloaded or decoded."""
    for value in values:
        for taint in value.taints:
            report_run(state, taint)


def report_run(state: JavascriptState, taint: Taint) -> None:
    """Report that something is run, where it was downloaded or decoded."""
    if taint.kind is AbilityKind.DECODES:
        report_concealed(state, taint, state.line)
    elif taint.kind is AbilityKind.WRITES:
        state.add(Used(taint.name, state.position, state.quote, runs=True))
    elif taint.kind is AbilityKind.FETCHES:
        asked = taint.name == _REQUEST
        source = unanswered(taint.name) if not asked else OTHER_END
        if asked and _ONLY_HERE.search(state.source.text):
            return
        if not source and (not taint.name or re.match(r"\w+://(?:localhost|127\.|\[::1\]|\{\})", taint.name)):
            return
        facts = [("source", source)] if source else []
        facts += [("host", host_in(taint.name))] if host_in(taint.name) else []
        everybody = not asked or _EVERYBODY.search(state.source.text) is not None
        level = AlarmLevel.STOP if source and everybody else AlarmLevel.READ_FIRST
        state.add(Concern(ConcernKind.RUNS_DOWNLOADED, level, state.position, state.quote, tuple(facts), taint.at))
        state.add(state.source.ability(AbilityKind.RUNS_DOWNLOADED, state.line, "code", host_in(taint.name)))


def report_concealed(state: JavascriptState, taint: Taint, line: int) -> None:
    """Report that something is run that was decoded or put together."""
    state.line = line
    facts = (("what", taint.name),)
    state.add(Concern(ConcernKind.CONCEALED_CODE, AlarmLevel.STOP, state.position, state.quote, facts, taint.at))
    state.add(state.source.ability(AbilityKind.DECODES, line, taint.name))
