"""What a script in PowerShell, or a batch file, can do, and what of that gives reason for concern."""

import re
from collections.abc import Iterator

from skillpack.abilities.names import is_credential, plain
from skillpack.abilities.powershell.text import BatchText, PowershellText
from skillpack.abilities.shell.flow import Lexer, ShellFlow
from skillpack.abilities.shell.reader import flow_readings
from skillpack.abilities.shell.text import ShellText
from skillpack.abilities.source_text import Reading, SourceText
from skillpack.model.ability import AbilityKind, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel

_BATCH = re.compile(r".*\.(?:bat|cmd)", re.IGNORECASE | re.DOTALL)
_SCANNER = re.compile(
    r"(?:Add|Set)-MpPreference\b[^\n]*-(?:Exclusion|Disable\w+)|Set-MpPreference\b[^\n]*\$true|sc(?:\.exe)? (?:stop"
    r"|config) WinDefend"
    r"|netsh advfirewall set \w+ state off",
    re.IGNORECASE,
)
_ONE_FOLDER = re.compile(
    r"Add-MpPreference\s+-ExclusionPath\s+[\"']?(?:[A-Za-z]:|\$env:\w+|\$HOME|~)(?:\\(?!Temp\b|Downloads\b|Public\b)[^\\\"'\s]+){2,}[\"']?\s*$",
    re.IGNORECASE,
)
"""Lets the scanner leave out one folder that is named, as opposed to all that may come."""

_POLICY = re.compile(
    r"Set-ExecutionPolicy\b[^\n]*\b(?:Bypass|Unrestricted)\b|-ExecutionPolicy[ :]+(?:Bypass|Unrestricted)|-ep bypass",
    re.IGNORECASE,
)
_QUOTE = 100


def powershell_readings(source: SourceText) -> Iterator[Reading]:
    """Yield the abilities of a script and the concerns about it, some of them twice.

    Raises:
        SyntaxError: A bracket is not closed.
        RecursionError: Brackets are nested too deeply.
    """
    lexers: dict[str, Lexer] = {"shell": ShellText, "powershell": PowershellText}
    text = BatchText(source.text) if _BATCH.fullmatch(source.path) else PowershellText(source.text)
    flow = ShellFlow(source, lexers)
    flow.read(text)
    yield from flow_readings(flow)
    for name, line in dict.fromkeys(text.variables):
        if is_credential(name):
            yield source.ability(AbilityKind.VARIABLE, line, f"$env:{plain(name) or '…'}", plain(name))
    yield from _switched_off(source)


def _switched_off(source: SourceText) -> Iterator[Reading]:
    for number, line in enumerate(source.text.split("\n"), 1):
        start = line[:1000]
        if start.lstrip().startswith(("#", "::", "rem ", "REM ")):
            continue
        found = _SCANNER.search(start)
        if found and not re.match(r"\s*(?:Write-|echo\b|['\"])", start):
            shown = " ".join(start.split())
            facts = (("what", found[0].split()[0]),)
            quote = shown if len(shown) <= _QUOTE else f"{shown[: _QUOTE - 1]}…"
            level = AlarmLevel.READ_FIRST if _ONE_FOLDER.search(start) else AlarmLevel.STOP
            yield Concern(ConcernKind.TAMPERS, level, source.position(number), quote, facts)
        if _POLICY.search(start):
            yield source.ability(AbilityKind.SWITCH, number, "ExecutionPolicy Bypass", "powershell")
