"""What changes how an agent works from now on, and may be honest: read it first."""

import re
from collections.abc import Iterator
from itertools import islice

from skillpack.abilities.places import MOST, shown, span_in_file
from skillpack.abilities.quoted import is_quoted
from skillpack.abilities.sought import Sought
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Concern, ConcernKind
from skillpack.model.finding import AlarmLevel, Position
from skillpack.parse.patterns import late

_SWITCH = Sought(
    late(rb"\bmode[\"'`]*\s*[:=]\s*[\"'`]*bypassPermissions\b|--permission-mode[ =]bypassPermissions\b"),
    (b"bypasspermissions",),
)
_AT_ONCE = Sought(
    late(
        rb"\b(?:execute|run)\s+(?:these|this|the\s+following|all)\s+(?:\w+\s+){0,3}(?:actions?|commands?|steps?)\s+"
        rb"(?:immediately|at\s+once|right\s+away)\b",
        re.IGNORECASE,
    ),
    (b"immediately", b"once", b"away"),
)
_HOME_SETTINGS = Sought(late(rb"(?:~|\$\{?HOME\}?)/\.claude/settings(?:\.local)?\.json"), (b".claude/settings",))
_HOOK_PARTS = (
    late(rb"[\"']hooks[\"']\s*:\s*\{"),
    late(rb"[\"']matcher[\"']\s*:\s*[\"'](?:\*|\.\*)?[\"']|[\"'](?:Stop|SessionStart|UserPromptSubmit)[\"']"),
    late(
        rb"[\"']command[\"']\s*:\s*[\"'][^\"'\n]{0,200}"
        rb"(?:skills?/|scripts/|hooks/|\.sh\b|\.py\b|\.js\b|CLAUDE_)"
    ),
)
"""A hook of all that a user does, in every project, for every tool or message; one of a project for some is common."""

_BEHIND = 1000  # bytes behind the name of the settings in which the hook stands
_SETTINGS_FILE = Sought(
    late(
        rb"(?:~|\$\{?HOME\}?|\bHOME\}?|\bhome\(\)[\"' /]{1,6}|homedir\(\)[,\"' /]{1,6})"
        rb"/?\.claude[/\"' ]{1,5}settings(?:\.local)?\.json"
    ),
    (b".claude",),
)
_HOOKS_NAMED = late(rb"\bhooks\b")
_HOOKS_WRITTEN = late(rb"\bjq\b|\bjson\.dump|\bwrite_text\b|\bwriteFile")
_MEMORY = Sought(
    late(
        rb"(?:>>|\btee[ \t]+(?:-a|--append)[ \t])[ \t]*[\"']?(?:~|\$\{?HOME\}?)/"
        rb"\.(?:claude/CLAUDE|codex/AGENTS|gemini/GEMINI)\.md"
    ),
    (b"claude.md", b"agents.md", b"gemini.md"),
)
_MEMORY_FILE = Sought(
    late(
        rb"(?:~/|\bHOME\b|\bhome\(\)|\bhomedir\(\))[^\n]{0,80}?(?:CLAUDE|AGENTS|GEMINI|SOUL|IDENTITY|MEMORY)\.md[\"'`]"
    ),
    (b"claude.md", b"agents.md", b"gemini.md", b"soul.md", b"identity.md", b"memory.md"),
)
_APPENDS = late(
    rb"\.open\([\"'][aw]|open\([^)\n]{1,120}[\"'][aw]\+?[\"']|\bwrite_text\(|\b(?:append|write)File(?:Sync)?\("
)
_OF_MEMORY = late(rb"claude\.md|agents\.md|gemini\.md|memor|instruction|rules?\b|convention|remember", re.IGNORECASE)
_SERVERS_REWRITTEN = Sought(
    late(
        rb"\bfor\b[^\n]{0,60}?\b(?P<each>\w++)[\])]?[ \t]+(?:in|of)[ \t]+(?=[^\n]{0,120}[Ss]ervers\b)[^\n]{0,300}+"
        rb"(?:\n[^\n]{0,300}+){0,8}?\n"
        rb"[ \t]{1,80}+(?P=each)(?:\[[\"'](?:command|url)[\"']\]|\.(?:command|url))[ \t]*=(?!=)"
    ),
    (b"servers",),
)
"""The servers of an agent that others have set up are changed, one after another."""
_FETCHED_TOO = late(rb"\burlopen\b|\brequests\.|\bhttpx\.|\bfetch\(|\baxios\b|\bcurl\b|https?://(?!localhost|127\.)")
_BACKGROUND = Sought(late(rb"\bnohup\b"), (b"nohup",))
_STARTS_AGENT = late(rb"\b(?:claude|gemini)\b[^\n|;]{0,80}[ \t](?:--print|-p)\b|\bcodex[ \t]+exec\b")
_AGENTS = (b"claude", b"gemini", b"codex")
_ASKS = late(
    rb"(?<!without )(?<!never )(?<!not )\b(?:ask(?:s|ing)?\s+(?:the\s+user|first|before|whether|for)"
    rb"|confirm(?:s|ation)?\b"
    rb"|(?:the\s+)?user\s+(?:agrees|wants|asks|approves|confirms|says)|(?:approval|consent|permission)\s+(?:of|from))",
    re.IGNORECASE,
)
_LOOKED_AT = 200  # places of one kind in one file
_NEAR = 400  # bytes to both sides in which a skill says that it asks
_DESCRIPTION = late(rb"^description:[^\n]*(?:\n[ \t]+[^\n]*)*", re.MULTILINE)


def agent_changes(texts: tuple[TextFile, ...]) -> Iterator[Concern]:
    """Yield orders to run without asking, additions to hooks or to memory, and agents left working in the background.

    A skill whose description speaks of the agent's memory may write it.
    """
    head = next((_DESCRIPTION().search(file.content) for file in texts if not file.path), None)
    of_memory = head is not None and _OF_MEMORY().search(head[0]) is not None
    scripts = (file.content for file in texts if not file.markdown)
    starts_agent = any(_STARTS_AGENT().search(each) for each in scripts if any(name in each for name in _AGENTS))
    for file in texts:
        yield from _found(file, _SWITCH, ConcernKind.UNASKED, "")
        if file.markdown:
            yield from _found(file, _AT_ONCE, ConcernKind.UNASKED, "")
            yield from _found(
                file, _HOME_SETTINGS, ConcernKind.TAMPERS, "a hook that runs a command every time", hook=True
            )
        elif _writes_hooks(file):
            yield from _found(file, _SETTINGS_FILE, ConcernKind.TAMPERS, "a hook that runs a command every time")
        if not file.markdown and b"mcpservers" in file.lower:
            grave = AlarmLevel.STOP if _FETCHED_TOO().search(file.content) else AlarmLevel.READ_FIRST
            yield from _found(file, _SERVERS_REWRITTEN, ConcernKind.TAMPERS, "servers of other tools", level=grave)
        if not of_memory and not file.markdown and _MEMORY_FILE.may_be_in(file) and _APPENDS().search(file.content):
            yield from _found(file, _MEMORY_FILE, ConcernKind.TAMPERS, "what the agent is told in every session")
        if not of_memory:
            yield from _found(file, _MEMORY, ConcernKind.TAMPERS, "what the agent is told in every session")
        if starts_agent and not file.markdown:
            yield from _found(file, _BACKGROUND, ConcernKind.PERSISTS, "an agent in the background")


def _writes_hooks(file: TextFile) -> bool:
    return (
        _SETTINGS_FILE.may_be_in(file)
        and _HOOKS_NAMED().search(file.content) is not None
        and _HOOKS_WRITTEN().search(file.content) is not None
    )


def _found(
    file: TextFile,
    sought: Sought,
    kind: ConcernKind,
    what: str,
    *,
    hook: bool = False,
    level: AlarmLevel = AlarmLevel.READ_FIRST,
) -> Iterator[Concern]:
    told = 0
    for found in islice(sought.pattern().finditer(file.content) if sought.may_be_in(file) else (), _LOOKED_AT):
        if hook and not all(part().search(file.content, found.end(), found.end() + _BEHIND) for part in _HOOK_PARTS):
            continue
        start, end = found.start(), min(found.end(), found.start() + 200)
        line = file.content[file.content.rfind(b"\n", 0, start) + 1 : start].lstrip()
        if line.startswith((b"#", b"//", b"|")) or is_quoted(file, start):
            continue
        if file.markdown and _ASKS().search(file.content, max(0, start - _NEAR), end + _NEAR):
            continue
        facts = (("what", what),) if what else ()
        place = Position(file.path, span_in_file(file, start, end))
        yield Concern(kind, level, place, shown(file.content[start:end], 100), facts)
        told += 1
        if told >= MOST:
            return
