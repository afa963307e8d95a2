"""What a script in JavaScript starts, and what these programs print."""

import re
from collections.abc import Sequence

from skillpack.abilities.channels import printed_by
from skillpack.abilities.flow import flow
from skillpack.abilities.javascript.effects import report_run
from skillpack.abilities.javascript.files import report_file
from skillpack.abilities.javascript.state import JavascriptState
from skillpack.abilities.javascript.tables import PUBLIC
from skillpack.abilities.javascript.values import NOTHING, JavascriptValue
from skillpack.abilities.known_files import private_file
from skillpack.abilities.names import host_in
from skillpack.abilities.shell.sends import private_output
from skillpack.abilities.shell.words import some
from skillpack.model.ability import AbilityKind

_TEXT = 2000
_WORDS = 6  # of a command, among which the script is that it runs
_SCRIPT = re.compile(r"(?:[\w.~{}-]*/)*[\w.-]{1,80}\.(?:sh|bash|py|[cm]?[jt]s)")
_SENDING = re.compile(
    r"(?:^|[\s;&|(/])(?:curl|wget|nc|ncat|scp|rsync|sendmail|git push|gh (?:issue|gist|pr|api)|aws s3)\b"
)


def run_program(state: JavascriptState, values: Sequence[JavascriptValue], keys: Sequence[str]) -> JavascriptValue:
    """Read a call that starts a program."""
    if not values:
        return NOTHING
    first, rest = values[0], values[1:]
    unknown = not first.text or first.text.startswith("{}")
    for taint in first.taints:
        if unknown or taint.name in {"joined pieces", "reversed text"}:
            report_run(state, taint)
    code = any(word in {"-c", "-e", "-Command", "/c"} for value in rest for word in value.words)
    shell = re.fullmatch(r"(?:/\w+)*/?(?:ba|z|da)?sh|cmd(?:\.exe)?|node|python3?|powershell|pwsh|perl", first.text)
    if shell and code:
        for taint in (taint for value in rest[:1] for taint in value.taints):
            report_run(state, taint)
    report_file(state, [*keys[:1], first.text, *first.text.split()[:3]])
    if shell or first.text == "chmod":
        report_file(state, [*keys[1:2], *(word for value in rest[:1] for word in value.words[:3])])
    words = [first.text, *(word for value in rest[:1] for word in value.words)]
    line = " ".join(word for word in words if word)[:_TEXT]
    if _SENDING.search(line):
        for taint in {taint for value in values[:2] for taint in value.taints}:
            state.add(flow(taint, host_in(line), state.position, state.quote, public=PUBLIC.search(line) is not None))
    _shell(state, words)
    return printed(state, values[:2])


def printed(state: JavascriptState, values: Sequence[JavascriptValue]) -> JavascriptValue:
    """Return the value that a program prints."""
    words = [word for value in values for word in (value.text, *value.words) if word]
    line = " ".join(words)[:_TEXT]
    own = private_output(line)
    taints = [taint for value in values for taint in value.taints if taint.kind is not AbilityKind.ENVIRONMENT]
    if own:
        taints.append(state.taint(*own))
    file = private_file(line)
    if file and re.match(r"(?:cat|head|tail|base64|tar|zip|grep|type)\b", line):
        taints.append(state.taint(file.kind, file.name))
    if re.match(r"(?:curl|wget)\b", line):
        found = re.search(r"https?://[^\s'\"]+", line)
        taints.append(state.taint(AbilityKind.FETCHES, found[0] if found else ""))
    script = next((word for word in line.split()[:_WORDS] if _SCRIPT.fullmatch(word)), "")
    if script:
        taints.append(state.taint(AbilityKind.WRITES, printed_by(script)))
    return JavascriptValue(taints=some(taints))


def _shell(state: JavascriptState, words: Sequence[str]) -> None:
    """Read the command that a call starts as a shell would."""
    single = len(words) == 1
    text = (
        words[0].replace("{}", "$X") if single else " ".join("'" + word.replace("'", "") + "'" for word in words[:50])
    )
    state.add(state.source.inner(text[:4000], "shell", state.line, state.line))
