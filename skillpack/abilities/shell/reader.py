"""What a shell script can do, and what of that gives reason for concern: by the words at command position."""

import re
from collections.abc import Iterator
from contextlib import suppress

from msgspec.structs import replace

from skillpack.abilities.names import is_credential, plain
from skillpack.abilities.shell.abilities import command_abilities
from skillpack.abilities.shell.flow import Lexer, ShellFlow
from skillpack.abilities.shell.text import ShellText
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.model.ability import Ability, AbilityKind, AbilityOrigin, ConcernKind

_OWN = re.compile(
    r"(?:BASH|ZSH|FUNC|PIPE|COMP|DIR|HIST|OPT|PROMPT_|SHELL|PS\d|EPOCH).*|(?:OLD)?PWD|HOME|PATH|IFS|E?UID|RANDOM|LINENO"
    r"|SECONDS|REPLY|PPID|HOSTNAME|OSTYPE|MACHTYPE|HOSTTYPE|SHLVL|USER|LOGNAME|TMPDIR|TERM|COLUMNS|LINES|LANG|LC_\w+|GROUPS"
)
"""Variables that the shell sets, or that every script may know."""

_RUN = {
    ConcernKind.RUNS_DOWNLOADED: AbilityKind.RUNS_DOWNLOADED,
    ConcernKind.CONCEALED_CODE: AbilityKind.DECODES,
}


def shell_readings(source: SourceText) -> Iterator[Reading]:
    """Yield the abilities of a script of a Bourne shell and the concerns about it, some of them twice.

    Instructions that are no script together are read line by line.

    Raises:
        SyntaxError: A quote or bracket of a script is not closed.
    """
    shown = source.origin is AbilityOrigin.COMMAND
    try:
        text = ShellText(source.text, shown=shown)
    except SyntaxError:
        if not shown:
            raise
        yield from _line_readings(source)
    else:
        yield from _text_readings(source, text)


def _line_readings(source: SourceText) -> Iterator[Reading]:
    """Yield the abilities of lines that are commands by themselves; a word that begins one of them may be of prose."""
    for number, line in enumerate(source.lines if len(source.lines) > 1 else ()):
        with suppress(SyntaxError):
            part = replace(source, text=line, first_line=source.first_line + number)
            for each in _text_readings(part, ShellText(line, shown=True)):
                if not isinstance(each, Ability) or each.kind is not AbilityKind.STARTS or each.target:
                    yield each


def _text_readings(source: SourceText, text: ShellText) -> Iterator[Reading]:
    lexers: dict[str, Lexer] = {"shell": ShellText}
    flow = ShellFlow(source, lexers)
    flow.state.learn_defaults(text.defaults)
    flow.read(text)
    yield from flow_readings(flow)
    assigned = flow.state.assigned
    for name, line in dict.fromkeys(text.variables):
        # What instructions name in capitals is mostly a word to fill in, or set in another of their blocks.
        told = is_credential(name) or (name.isupper() and source.origin is AbilityOrigin.SCRIPT)
        if told and len(name) > 2 and name not in assigned and not _OWN.fullmatch(name):
            yield source.ability(AbilityKind.VARIABLE, line, f"${plain(name) or '…'}", plain(name))


def flow_readings(flow: ShellFlow) -> Iterator[Reading]:
    """Yield the abilities of a flow's commands, its concerns, and the texts in other languages that it runs."""
    yield from flow.inner.values()
    yield from flow.shared
    source = flow.state.source
    for seen in flow.state.seen:
        yield from command_abilities(source, seen)
    for concern in flow.state.concerns:
        yield concern
        kind = _RUN.get(concern.kind)
        if kind:
            line = concern.at.span.line - source.first_line + 1
            yield source.ability(
                kind, line, dict(concern.facts).get("what", "code"), dict(concern.facts).get("host", "")
            )
