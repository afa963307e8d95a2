"""What takes hold of a machine or an agent: a way back in, and settings that guard nobody any more."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import partial

from skillpack.abilities.agent_changes import agent_changes
from skillpack.abilities.hosts import is_of
from skillpack.abilities.prose_tables.signs import MODELS
from skillpack.abilities.scan import Scan
from skillpack.abilities.scanned import scanned
from skillpack.abilities.sought import Sought
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile, files_with, telling
from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel
from skillpack.parse.patterns import late

# A file without one of these is not looked at.
_FOOTHOLD_SIGNS = telling("starts", "start file", "connects", "connected", "login")
_FOOTHOLD_WORDS = (
    *(b"crontab", b"LaunchAgents", b"LaunchDaemons", b"systemd", b"CurrentVersion", b"chtasks", b"autostart"),
    *(b"hooksPath", b"templateDir"),
)
_AGENT_SIGNS = telling("agent")

_KEY = late(rb"\bssh-(?:rsa|ed25519|dss)[ \t]++AAAA[\w+/=]{8}|\becdsa-sha2-\S++[ \t]++AAAA[\w+/=]{8}")
_PLACEHOLDER = late(rb"\S+[ \t]++[\w+/=]*(?:\.\.\.|\xe2\x80\xa6|<|YOUR[_-]|_HERE\b)", re.IGNORECASE)
"""A key that the user is to put in."""
_INTO_KEYS = late(rb"[^\n]{0,900}(?:>>?|\btee\b[^\n]{0,300})[ \t]*+[\"']?\S*authorized_keys")
_LOGINS = late(rb"authorized_keys")
_ADDS = late(rb">>|\btee[ \t]+-a|\b(?:cp|mv|install)[ \t]")
_KEYS_WRITTEN = Sought(_KEY, (b"aaaa",))
_EVERY_REPOSITORY = Sought(
    late(
        rb"\bgit[ \t]+config[ \t]+--(?:global|system)[ \t]+(?:--\w+[ \t]+)*(?:core\.hooksPath|init\.templateDir)\b",
        re.IGNORECASE,
    ),
    (b"hookspath", b"templatedir"),
)
_STARTS = Sought(
    late(
        rb"""(?:>>?[ \t]*+["']?|\btee\b[^\n|;&]{0,300}[ \t]["']?|\b(?:add|append|write)[^\n]{0,120}?\bto\s+[`"']?
          |open\(\s*["'])
        (?:~|\$\{?HOME\}?|/home/\w+|/root|/etc)?/?
        (?:\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)\b|etc/profile|\.git/hooks/[\w-]+|etc/cron[\w./-]*
          |(?:\.config/)?(?:systemd/[\w./@-]+|autostart/[\w.-]+)|Library/Launch(?:Agents|Daemons)/[\w.-]+)
        | \|[ \t]*+(?:sudo[ \t]++)?crontab\b | \bcrontab[ \t]++-(?![le]\b)
        | \bschtasks(?:\.exe)?[ \t]++/create\b | \breg(?:\.exe)?[ \t]++add\b[^\n]{0,300}CurrentVersion\\Run\b
        | (?:New|Set)-ItemProperty\b[^\n]{0,300}CurrentVersion\\Run\b""",
        re.VERBOSE | re.IGNORECASE,
    ),
    (
        *(b".bashrc", b".zshrc", b".profile", b".bash_profile", b".zprofile", b".zshenv", b"etc/profile"),
        *(b".git/hooks/", b"etc/cron", b"systemd/", b"autostart/", b"launchagents/", b"launchdaemons/"),
        *(b"crontab", b"schtasks", b"currentversion\\run"),
    ),
)
_HIDES = late(
    rb"""\b(?:curl|wget|iwr|irm|Invoke-WebRequest)\b[^\n]{0,300}\|[ \t]*+(?:sudo[ \t]++)?(?:ba|z|da)?sh\b
    | \b(?:ba|z|da)?sh[ \t]++(?:-c[ \t]++)?["']?[<$]\([ \t]*(?:curl|wget)\b | \beval\b[^\n]{0,300}\$\((?:curl|wget)\b
    | /dev/tcp/ | \bbase64[ \t]++(?:-d|-D|--decode)\b | -e(?:nc|ncodedcommand)[ \t]++[A-Za-z0-9+/=]{16}
    | (?:/tmp|/var/tmp|/dev/shm|~|\$\{?HOME\}?)/\.(?!(?:\w+rc|local/bin|nvm|cargo|profile|bun|deno|config|asdf|pyenv)\b)
      [\w.-]+(?:/[\w.-]+)*\.?(?:sh|py|pl|js|bin)?[ \t"']*(?:>[ \t]*/dev/null|2>&1|&[ \t"'\r\n]|&\Z)
    | \bnohup\b[^\n]{0,300}/\.[\w.-]+ | -w(?:indowstyle)?[ \t]++hidden\b
    | \b(?:nc|ncat)[ \t]++(?:-\w++[ \t]++)*-[ec]\b""",
    re.VERBOSE | re.IGNORECASE,
)
_INTO_NAMED = Sought(late(rb">>[ \t]*+[\"']?\$\{?(?P<name>\w++)\}?"), (b">>",))
_NAMES_START = late(
    rb"\b(?:for[ \t]+(?P<name>\w+)[ \t]+in[ \t]|(?P<assigned>\w+)=)"
    rb"[^\n]{0,200}\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)\b"
)
"""A name that stands for a file that shells read when they start."""
_REMOTE = Sought(
    late(
        rb"""\b(?:ba|z)?sh[ \t]++-i\b[^\n]{0,80}?/dev/tcp/(?P<host>[\w.-]+)/\d
        | \b(?:nc|ncat)(?:\.exe)?[ \t]++(?:-\w++[ \t]++)*?-\w*[ec]\w*[ \t]++\S*sh\S*[ \t]++(?P<other>[\w.-]+)[ \t]++\d
        | \b(?:nc|ncat)(?:\.exe)?[ \t]++(?P<third>[\w.-]+)[ \t]++\d+[ \t]++-[ec][ \t]++\S*sh\b""",
        re.VERBOSE,
    ),
    (b"/dev/tcp/", b"nc ", b"nc\t", b"ncat ", b"ncat\t", b"nc.exe", b"ncat.exe"),
)
_SAMPLE_HOST = late(
    rb"(?:10|127|0)\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|localhost\Z|.*(?:attacker|lhost|your|host|ip\Z|example)",
    re.IGNORECASE,
)

_SETTINGS = late(
    rb"""(?:\.claude[/\\](?:settings(?:\.local)?\.json|CLAUDE\.md)|\.claude\.json|\.codex[/\\](?:config\.toml|AGENTS\.md)
      |\.gemini[/\\](?:settings\.json|GEMINI\.md)|\.cursor[/\\](?:mcp|settings|permissions|cli-config)\.json
      |\.vscode[/\\]settings\.json|opencode\.jsonc?|\.copilot[/\\][\w.-]+)""",
    re.VERBOSE,
)
_UNGUARDED = late(
    rb"""["']?(?:defaultMode|permissionMode|permission_mode|mode)["'`]*\s*+(?:[:=]|\bto\b)\s*+["'`]*bypassPermissions
    | \bbypassPermissions\b | dangerously[-_]?skip[-_]?permissions | skipDangerousModePermissionPrompt
    | \bapproval_policy["'`\s]*(?:=|\bto\b)["'`\s]*never\b | danger-full-access
    | ["']?(?:chat\.tools\.)?(?:global\.)?autoApprove["']?\s*+:\s*+(?:true|\[\s*["']\*)
    | ["']allow["']\s*+:\s*+\[[^\]]{0,200}?["'](?:Bash|Bash\(\*\)|\*|Bash\(:\*\))["'] | ["'`]Bash\(\*(?::\*)?\)["'`]
    | \benableAllProjectMcpServers["'`]*\s*+(?:[:=]|\bto\b)\s*+["'`]*true
    | \btrust_level["'`\s]*(?:=|\bto\b)["'`\s]*trusted\b""",
    re.VERBOSE,
)
_UNGUARDED_WHOLLY = late(
    rb"bypassPermissions|skipDangerousModePermissionPrompt|dangerously[-_]?skip[-_]?permissions|danger-full-access"
    rb"|\bapproval_policy\s*=\s*[\"']never"
)
"""What nobody is asked with about anything."""

_ASKED = late(
    rb"(?<!without )(?<!never )(?<!not )\b(?:ask(?:s|ing)?\s+(?:the\s+user|first|before|whether)|confirm(?:s|ation)?\b"
    rb"|container|sandbox|\bvm\b"
    rb"|(?:the\s+)?user\s+(?:agrees|wants|asks|approves|confirms|says)|(?:approval|consent|permission)\s+(?:of|from))",
    re.IGNORECASE,
)
_HOOKED = late(rb"[\"']?(?:hooks?|apiKeyHelper|command|ANTHROPIC_BASE_URL|notify)[\"']?\s*+[:=]", re.IGNORECASE)
_WRITES = late(
    rb""">>?[ \t]*+["']?[\w~$/{}.%\\-]{0,99}\Z | \btee\b[^\n|;&]{0,300}[ \t]["']?[\w~$/{}.%\\-]{0,99}\Z
    | \bsed[ \t]++-i\b | \bjq\b[^\n]{0,300}>
    | write_text\( | json\.dump\( | \.write\( | writeFile(?:Sync)?\( | open\([^\n]{0,300}["'][wa]["'] | Set-Content
    | Out-File | \bcat[ \t]++(?:<<|>)""",
    re.VERBOSE,
)
_ORDERS = late(
    rb"(?:^|[.,:;`*]\s*|\b(?:then|first|next|and|must|please|now|to)\s+|\d\.\s+|-\s+)"
    rb"(?:add|set|write|append|change|edit|put|insert|enable|modify|update|create|merge|paste|copy)\b",
    re.IGNORECASE | re.MULTILINE,
)
_AGAINST = late(
    rb"\b(?:ignore (?:all|any|previous|other)|never (?:ask|tell|mention|warn)|without (?:asking|telling)"
    rb"|do not (?:ask|tell|mention|warn)|always (?:approve|allow|accept)"
    rb"|skip (?:all )?(?:confirmation|permission)s?)\b",
    re.IGNORECASE,
)
_TRAFFIC_WORDS = (b"_BASE_URL", b"_API_BASE", b"alias ")
_BASE_URL = late(
    rb"\b(?:ANTHROPIC|OPENAI|GEMINI|GOOGLE_GEMINI|CLAUDE|CODEX)_(?:API_)?BASE(?:_URL)?=[\"']?https?://(?P<host>[\w.-]+)"
)
_ALIAS = late(
    rb"\balias[ \t]+(?:claude|codex|gemini|copilot)=[^\n]{0,120}"
    rb"(?:dangerously|--yolo\b|bypassPermissions|danger-full-access|approval[-_]policy[ =]never)"
)
_INTO_PROFILE = late(
    rb">>?[ \t]*[\"']?(?:~|\$\{?HOME\}?)/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|config/fish)"
)
_FORBIDS = late(rb"\b(?:never|not|n't|avoid|without|instead of|rather than)\b[^.;:]{0,80}\Z", re.IGNORECASE)
_SENDS = late(
    rb"\bcurl\b[^\n]{0,200}(?:--data|--json|--form|--upload-file|[ \t]-[dFT][ \t]|-X[ \t]?POST)"
    rb"|\bwget\b[^\n]{0,200}--post|\b(?:nc|ncat)[ \t]+[\w.-]+[ \t]+\d"
)
"""A command that sends what it is given."""
_VALUE = late(rb"[\"'][\w.|-]{2,40}[\"']\s*:\s*(?:\"(?=[^\"]*\Z)|'(?=[^']*\Z))")
"""Opens the value of a key of data, which goes on to the end."""
_LINE = 600  # bytes of a line to each side of what is found
_NEAR = 1000  # bytes to both sides of a path in which what is written to it stands


def footholds(texts: tuple[TextFile, ...]) -> Iterator[Reading]:
    """Yield the commands that leave a way back into the machine."""
    signed = (
        file
        for file in texts
        if not _FOOTHOLD_SIGNS.isdisjoint(file.signs) or any(word in file.content for word in _FOOTHOLD_WORDS)
    )
    find = partial(_leaves_foothold, _own_keys(texts))
    return scanned(signed, find, ConcernKind.PERSISTS, "foothold", shows=100)


def settings_changed(texts: tuple[TextFile, ...]) -> Iterator[Reading]:
    """Yield changes of an agent's settings by which it acts without asking, or is told something every time."""
    yield from scanned(files_with(texts, _AGENT_SIGNS), _tampering, ConcernKind.TAMPERS, "agent-settings", shows=100)
    yield from _traffic_redirected(texts)
    yield from agent_changes(texts)


def _traffic_redirected(texts: tuple[TextFile, ...]) -> Iterator[Reading]:
    """Yield lasting redirections of an agent's traffic to another host, and aliases that start it without questions."""
    signed = (file for file in texts if any(word in file.content for word in _TRAFFIC_WORDS))
    return scanned(
        signed,
        _redirects,
        ConcernKind.TAMPERS,
        "agent-settings",
        shows=100,
        grade=lambda *_: (AlarmLevel.READ_FIRST, ()),
    )


def _redirects(_file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    for found in scan.matches(_BASE_URL()):
        host = found["host"].decode("ascii", "replace").lower()
        ours = is_of(host, MODELS) or _SAMPLE_HOST().match(found["host"].removesuffix(b".example"))
        if not ours and "." in host and _INTO_PROFILE().search(scan.after(found.end())):
            yield found.span()
    for found in scan.matches(_ALIAS()):
        if _INTO_PROFILE().search(scan.after(found.end())):
            yield found.span()


def _own_keys(texts: tuple[TextFile, ...]) -> tuple[bytes, ...]:
    """Return the names of files of a skill that hold a public key."""
    return tuple(
        file.path.rpartition("/")[2].encode("utf-8", "surrogateescape")
        for file in texts
        if file.path and not file.markdown and _KEY().match(file.content)
    )


def _leaves_foothold(keys: tuple[bytes, ...], file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    for found in scan.matches(_LOGINS()) if keys else ():
        before = scan.before(found.start())
        if any(key in before for key in keys) and _ADDS().search(before):
            yield found.start() - len(before.lstrip()), found.end()
    for found in scan.sought(file, _EVERY_REPOSITORY):
        around = scan.around(found.start(), found.end(), _NEAR)
        if _SENDS().search(around) or _HIDES().search(around):
            yield found.span()
    for found in scan.sought(file, _KEYS_WRITTEN):
        if _PLACEHOLDER().match(scan.after(found.start())):
            continue
        into = _INTO_KEYS().match(scan.after(found.start()))
        if into:
            yield found.start(), found.start() + into.end()
    for found in scan.sought(file, _REMOTE):
        host = found["host"] or found["other"] or found["third"]
        if not _SAMPLE_HOST().match(host):
            yield found.span()
    named = _start_names(scan.content) if _INTO_NAMED.may_be_in(file) else frozenset()
    for found in scan.sought(file, _INTO_NAMED) if named else ():
        before = scan.before(found.start())[-_LINE:]
        if found["name"] in named and _HIDES().search(before):
            yield found.start() - len(_command(before)), found.end()
    for found in scan.sought(file, _STARTS):
        before, after = scan.before(found.start())[-_LINE:], scan.after(found.end())[:_LINE]
        if _HIDES().search(before + b" " + after):
            yield found.start() - len(_command(before)), found.end()


def _start_names(content: bytes) -> frozenset[bytes]:
    """Return the names of a script that stand for a file that shells read when they start."""
    return frozenset([found["name"] or found["assigned"] for found in _NAMES_START().finditer(content)])


def _block_below(file: TextFile, position: int) -> bytes:
    """Return the code of the block that follows a line at once; empty where none does."""
    number = bisect_left(file.code_blocks, position, key=lambda each: each.start)
    block = file.code_blocks[number] if number < len(file.code_blocks) else None
    if block is None or block.start > position + _NEAR or file.content[position : block.start].strip():
        return b""
    return file.content[block.first : block.end][:_NEAR]


def _command(before: bytes) -> bytes:
    """Return what of a command stands before a place on its line: from a backtick on, or from where a value opens."""
    opened = before.rfind(b"`") + 1 if before.count(b"`") % 2 else 0
    values = [found.end() for found in _VALUE().finditer(before, opened)]
    return before[values[-1] if values else opened :].lstrip()


def _tampering(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    content = scan.content
    for found in scan.matches(_SETTINGS()):
        line, rest = scan.before(found.start())[-_LINE:], scan.after(found.end())[:_LINE]
        if file.markdown:
            first = found.start() - len(line)
            low, high = first, found.end() + len(rest)
            writes = _WRITES().search(line)
            block = content[low : high + _NEAR].partition(b"```")[0] if writes else content[low:high]
            acts = writes or _ORDERS().search(line) or _ORDERS().search(rest)
            below = _block_below(file, high) if acts and not writes else b""
            if _UNGUARDED_WHOLLY().search(below) and not _ASKED().search(content, max(0, low - _NEAR), high + _NEAR):
                block = below
        else:
            block = scan.around(found.start(), found.end(), _NEAR)
            acts = _WRITES().search(line) or _WRITES().search(block)
        if not acts:
            continue
        if (
            any(not _FORBIDS().search(block[: each.start()]) for each in _UNGUARDED().finditer(block))
            or (_HOOKED().search(block) and (_HIDES().search(block) or _SENDS().search(block)))
            or (found.group().endswith(b".md") and _AGAINST().search(block))
        ):
            yield found.start() - len(line.lstrip()), found.end()
