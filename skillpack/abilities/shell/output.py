"""What programs of a shell print, by what they are given."""

import re
from collections.abc import Sequence

from skillpack.abilities.channels import printed_by
from skillpack.abilities.shell.sends import extracted, home_listed, private_output
from skillpack.abilities.shell.state import ShellState
from skillpack.abilities.shell.tables import (
    ANY_DECODES,
    DECODES,
    LANGUAGES,
    PRINTS,
    READERS,
    SHELLS,
    SUMMARIES,
    UNPACKS_TEXT,
)
from skillpack.abilities.shell.words import NOTHING, ShellValue, address_in, some
from skillpack.model.ability import AbilityKind

_SCRIPT = re.compile(r"(?:[\w.~${}-]*/)*[\w.-]{1,80}\.(?:sh|bash|zsh|py|[cm]?[jt]s|ps1)")
_INTERPRETER = re.compile(r"(?:python[\d.]*|perl|ruby|node|php)$")
_FUNCTION = re.compile(r"[A-Za-z_]\w{1,60}")


def output(state: ShellState, line: str, values: Sequence[ShellValue], stdin: ShellValue, pieces: int) -> ShellValue:
    """Return the value that a program prints, as far as it is known.

    Args:
        state: Of the script.
        line: Name of the program, with its words.
        values: What is known of its words.
        stdin: What it reads.
        pieces: How many of its words are put together of pieces.
    """
    name = line.partition(" ")[0]
    words = [value.text for value in values]
    own = private_output(line)
    if own:
        return ShellValue("", some([state.taint(*own)]))
    listed = home_listed(name, words) if not stdin.taints or name not in READERS else ""
    taints = [state.taint(AbilityKind.HOME, listed)] if listed else []
    if name in PRINTS:
        said = [value for value in values[1:] if not re.fullmatch(r"-[neE]+", value.text)]
        text = " ".join(value.text for value in said)
        printed = [taint for value in said for taint in value.taints]
        hidden = _decoding(line)
        if hidden or pieces >= 3:
            printed.append(state.taint(AbilityKind.DECODES, hidden or "pieces of texts"))
        return ShellValue(text, some(printed))
    if name in {"curl", "wget", "http", "https", "aria2c", "lynx", "nc", "ncat", "netcat", "socat", "fetch"}:
        saved = name == "wget" and not re.search(r"(?:^| )(?:-\w*O ?-|-\w*O-|--output-document[= ]-)(?: |$)", line)
        address = address_in(words)
        return NOTHING if saved else ShellValue("", frozenset([state.taint(AbilityKind.FETCHES, address)]))
    if name in {"dig", "nslookup", "host"} and re.search(r"\btxt\b", line, re.IGNORECASE):
        return ShellValue("", frozenset([state.taint(AbilityKind.FETCHES, "a TXT record of a domain")]))
    if name in SUMMARIES or (name in {"grep", "egrep"} and re.search(r" -\w*[cq]", line)):
        return NOTHING
    taints += stdin.taints
    if name in READERS or name in {"dd", "find"}:
        files = [
            state.file(word.partition("=")[2] if name == "dd" else word)
            for word in words[1:]
            if word and (name == "dd" or word[0] != "-")
        ]
        taints += [taint for each in files for taint in each.taints]
        taints += [taint for value in values[1:] for taint in value.taints if "()" in value.text or name == "envsubst"]
        if name in {"grep", "egrep", "rg", "sed", "awk", "gawk", "jq", "cut", "yq"}:
            taints = [kept for taint in taints if (kept := extracted(taint, line))]
    if _INTERPRETER.match(name):
        taints += [taint for value in values[1:] for taint in value.taints]
    if name in SHELLS or name == "eval":
        told = [taint for each in (stdin, *values[1:]) for taint in each.taints if taint.kind is AbilityKind.FETCHES]
        taints += [state.taint(AbilityKind.RUNS_DOWNLOADED, "what commands print that were fetched")] if told else []
    taints += [state.taint(AbilityKind.WRITES, place) for place in _own_prints(state, name, words)]
    decoded = _decoding(line)
    literal = bool(stdin.text) or any(taint.kind is AbilityKind.DECODES for taint in taints)
    if decoded or (literal and UNPACKS_TEXT.match(line)):
        taints.append(state.taint(AbilityKind.DECODES, decoded or "packed text"))
    text = stdin.text if name in {"cat", "tee"} and len(words) == 1 else ""
    return ShellValue(text, some(taints))


def _decoding(line: str) -> str:
    """Return how a command decodes what it prints; empty for one that does not."""
    if not ANY_DECODES.match(line):
        return ""
    return next(how for pattern, how in DECODES if pattern.match(line))


def _own_prints(state: ShellState, name: str, words: Sequence[str]) -> list[str]:
    """Return the places that are what a command prints which may be a script of the skill, or a function of one."""
    program = words[0]
    if name in SHELLS or LANGUAGES.fullmatch(name) or name in {"uv", "npx", "tsx", "bun"}:
        program = next((word for word in words[1:] if _SCRIPT.fullmatch(word)), "")
    if _SCRIPT.fullmatch(program):
        return [printed_by(program)]
    if len(state.scopes) < 2 or not _FUNCTION.fullmatch(program):
        return []
    return [printed_by(scope, program) for scope in sorted(state.scopes)]
