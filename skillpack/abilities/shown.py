"""Whether a place only shows what others do: recorded, fed to what is tested, or data of a program that runs nothing.

`quoted.py` reads the words that lead to a place; here the kind of text decides, and what it says of itself.
"""

import re

from skillpack.abilities.code_blocks import CodeBlock, block_around
from skillpack.abilities.prose_tables.quotation import DECEPTION, HEADING
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Ability, AbilityKind
from skillpack.model.document import Span
from skillpack.parse.patterns import late

_NOTHING_RUNS = late(
    r"\b(?:none\s+of\s+(?:it|this|them|these|that)|nothing(?:\s+(?:here|of\s+(?:it|this)|in\s+(?:it|here)))?)\s+(?:is|are|was|were|gets?)"
    r"\s+(?:ever\s+|actually\s+|meant\s+to\s+be\s+)?(?:run|executed|started)\b"
    r"|\b(?:do\s+not|don't|never)\s+(?:run|execute|try|paste)\s+(?:any\s+of\s+)?(?:them|these|those|this|it)\b(?!\s+(?:as|if|when|until|before|twice|in|on|with))"
    r"|\b(?:nichts\s+davon\s+wird\s+ausgeführt|führe\s+nichts\s+davon\s+aus)\b"
)
"""Says of what it shows that nobody is to run it."""

_OTHERS_DO = late(
    r"\b(?:they|(?:intruder|attacker|bot|botnet|adversar(?:y|ie)|criminal|scammer|hacker|victim|student|red\s+team)s?)\s+(?:\w+\s+){0,2}?"
    r"(?:type[ds]?|r[au]ns?|wr[io]tes?|sen[dt]s?|says?|said|enter(?:s|ed)?|drop(?:s|ped)?|do(?:es)?|did)\b"
    r"|\b(?:recorded|captured|observed|logged|seen\s+in\s+(?:the\s+wild|logs?))\b|\btrue\s+positives?\b"
)
_ABOUT = late(
    r"honeypot|malware|intru(?:der|sion)|attack|detect|threat|forensic|incident|vulnerab|pentest|red.?team|security\s+(?:training|awareness|teach)"
    r"|phish|injection|angriff|schadsoft|sigma|yara|falco|siem"
)
_EXAMPLES = late(
    r"(?:^|/)[\w-]*(?:probe|payload|attack|injection|jailbreak|adversarial|red-?team|malicious|phish|hostile)[\w-]*"
    r"(?:/[\w.-]+)?\.(?:txt|ya?ml|jsonl?|csv|eml|html?)$"
)
"""A file that holds what is tried on an assistant or shown to people."""

_DATA = frozenset(("text", "txt", "eml", "mail", "email", "html", "json", "xml", "yaml", "yml"))
_LAB = late(
    r"\b(?:labs?|course|exercises?|students?)\b.*\b(?:shell|security|defen[cs]e|hack)|\b(?:shell|security|defen[cs]e)\b.*\blabs?\b"
)
_SHELLS = frozenset(("bash", "sh", "shell", "zsh", "powershell", "ps1", "pwsh", "console", "fish", "cmd", "bat"))
_ACTING = frozenset(
    {
        *(AbilityKind.STARTS, AbilityKind.STARTS_COMPUTED, AbilityKind.EVALUATES, AbilityKind.DECODES),
        *(AbilityKind.SENDS, AbilityKind.WRITES, AbilityKind.PERSISTS, AbilityKind.UNPICKLES, AbilityKind.BYTECODE),
        *(AbilityKind.DELETES, AbilityKind.FORMATS, AbilityKind.FORCE_PUSHES, AbilityKind.DROPS),
        *(AbilityKind.RUNS_DOWNLOADED, AbilityKind.PACKAGES, AbilityKind.MCP, AbilityKind.SKILLS),
        *(AbilityKind.SETTINGS, AbilityKind.HOOKS, AbilityKind.PERMISSIONS, AbilityKind.MEMORY, AbilityKind.LISTENS),
    }
)
_PRINTS = late(
    r"\b(?:print|write|log|info|warn|warning|error|echo|send|append|format|run|exec\w*|system|popen|call)\s*\(",
    re.IGNORECASE,
)
_QUOTES = "\"'`"
_BEFORE = 600  # characters of the paragraph above a place, or below it


def is_shown(file: TextFile, line: int, description: str) -> bool:
    """Return whether a line of Markdown shows what others do.

    Args:
        file: Of the skill.
        line: From 1.
        description: Of the skill.
    """
    if not file.markdown:
        return False
    content = file.content
    offset = sum(map(len, content.split(b"\n")[: line - 1])) + line - 1
    block = block_around(file.code_blocks, offset)
    start = content[offset : offset + 40].lstrip(b" \t")[:1]
    if block is None and start not in {b">", b"|", b"-", b"*"}:
        return False
    above, below = _around(file, offset, block)
    if _NOTHING_RUNS().search(above) or _NOTHING_RUNS().search(below):
        return True
    runs = block is not None and block.language in _SHELLS
    return not runs and _ABOUT().search(description.lower()) is not None and _OTHERS_DO().search(above) is not None


def teaches_defence(description: str) -> bool:
    """Return whether a description speaks of attacks, or of a lab in which people learn about them."""
    return _ABOUT().search(description.lower()) is not None or _LAB().search(description.lower()) is not None


def is_material(file: TextFile, line: int, description: str) -> bool:
    """Return whether a line is material of a skill about deception: a row, a quotation, data, or a file of examples.

    Args:
        file: Of the skill.
        line: From 1.
        description: Of the skill.
    """
    if not DECEPTION().search(description.lower().encode()):
        return False
    if _EXAMPLES().search(file.path.lower()):
        return True
    if not file.markdown:
        return False
    offset = sum(map(len, file.content.split(b"\n")[: line - 1])) + line - 1
    block = block_around(file.code_blocks, offset)
    if block is not None:
        return block.language in _DATA
    return file.content[offset : offset + 40].lstrip(b" \t")[:1] in {b">", b"|"}


def is_inert(file: TextFile, at: Span, language: str, abilities: tuple[Ability, ...]) -> bool:
    """Return whether a place in a script is in a text of a program that starts, sends, deletes and writes nothing.

    Args:
        file: Of the skill.
        at: The place.
        language: Of the script.
        abilities: Of the skill.
    """
    if language not in {"python", "javascript"}:
        return False
    if any(each.path == file.path and each.kind in _ACTING for each in abilities):
        return False
    lines = file.text().split("\n")
    text = lines[at.line - 1] if 0 < at.line <= len(lines) else ""
    within = any(text[: at.column - 1].count(quote) % 2 for quote in _QUOTES)
    return within and not _PRINTS().search(text)


def _around(file: TextFile, offset: int, block: CodeBlock | None) -> tuple[str, str]:
    """Return the prose above and below a place, in its section, in small letters on one line."""
    content = file.content
    low, high = (block.start, block.after) if block else (offset, offset)
    starts = [
        found.start() for found in HEADING().finditer(content) if not block_around(file.code_blocks, found.start())
    ]
    first = max((each for each in starts if each <= low), default=0)
    last = min((each for each in starts if each > low), default=len(content))
    above = content[max(first, low - _BEFORE) : low]
    below = content[high : min(last, high + _BEFORE)]
    return _plain(above), _plain(below)


def _plain(content: bytes) -> str:
    return " ".join(content.decode("utf-8", "replace").lower().split())
