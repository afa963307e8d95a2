"""What takes hold of a machine or an agent: a way back in, and settings that guard nobody any more."""

import re
from collections.abc import Iterable, Iterator

from skillpack.abilities.agent_changes import agent_changes
from skillpack.abilities.scan import Scan
from skillpack.abilities.scanned import scanned
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import ConcernKind
from skillpack.parse.patterns import late

# Words that are looked for quickly; a file without one of them is not looked at.
_FOOTHOLDS = (b"authorized_keys", b"crontab", b"/cron", b"/dev/tcp/", b".bashrc", b".zsh", b"_profile", b".profile",
              b"/profile", b"LaunchAgents", b"LaunchDaemons", b"systemd", b"CurrentVersion", b"chtasks", b".git/hooks",
              b"autostart", b"nc -", b"ncat -", b" -e /bin", b" -c /bin")  # fmt: skip
_AGENTS = (b".claude", b".codex", b".gemini", b".cursor", b".vscode", b".copilot", b"opencode.json")

_KEY = re.compile(rb"\bssh-(?:rsa|ed25519|dss)[ \t]++AAAA[\w+/=]{8}|\becdsa-sha2-\S++[ \t]++AAAA[\w+/=]{8}")
_INTO_KEYS = late(rb"[^\n]{0,900}(?:>>?|\btee\b[^\n]{0,300})[ \t]*+[\"']?\S*authorized_keys")
_STARTS = re.compile(
    rb"""(?:>>?[ \t]*+["']?|\btee\b[^\n|;&]{0,300}[ \t]["']?|\b(?:add|append|write)[^\n]{0,120}?\bto\s+[`"']?
      |open\(\s*["'])
    (?:~|\$\{?HOME\}?|/home/\w+|/root|/etc)?/?
    (?:\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)\b|etc/profile|\.git/hooks/[\w-]+|etc/cron[\w./-]*
      |(?:\.config/)?(?:systemd/[\w./@-]+|autostart/[\w.-]+)|Library/Launch(?:Agents|Daemons)/[\w.-]+)
    | \|[ \t]*+(?:sudo[ \t]++)?crontab\b | \bcrontab[ \t]++-(?![le]\b)
    | \bschtasks(?:\.exe)?[ \t]++/create\b | \breg(?:\.exe)?[ \t]++add\b[^\n]{0,300}CurrentVersion\\Run\b
    | (?:New|Set)-ItemProperty\b[^\n]{0,300}CurrentVersion\\Run\b""",
    re.VERBOSE | re.IGNORECASE,
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
_REMOTE = re.compile(
    rb"""\b(?:ba|z)?sh[ \t]++-i\b[^\n]{0,80}?/dev/tcp/(?P<host>[\w.-]+)/\d
    | \b(?:nc|ncat)(?:\.exe)?[ \t]++(?:-\w++[ \t]++)*?-\w*[ec]\w*[ \t]++\S*sh\S*[ \t]++(?P<other>[\w.-]+)[ \t]++\d
    | \b(?:nc|ncat)(?:\.exe)?[ \t]++(?P<third>[\w.-]+)[ \t]++\d+[ \t]++-[ec][ \t]++\S*sh\b""",
    re.VERBOSE,
)
_SAMPLE_HOST = late(
    rb"(?:10|127|0)\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|localhost\Z|.*(?:attacker|lhost|your|host|ip\Z|example)",
    re.IGNORECASE,
)

_SETTINGS = re.compile(
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
_HOOKED = late(rb"[\"']?(?:hooks?|apiKeyHelper|command|ANTHROPIC_BASE_URL|notify)[\"']?\s*+[:=]", re.IGNORECASE)
_WRITES = late(
    rb""">>?[ \t]*+["']?[\w~$/{}.%\\-]{0,99}\Z | \btee\b[^\n|;&]{0,300}[ \t]["']?[\w~$/{}.%\\-]{0,99}\Z
    | \bsed[ \t]++-i\b | \bjq\b[^\n]{0,300}>
    | write_text\( | json\.dump\( | \.write\( | writeFile(?:Sync)?\( | open\([^\n]{0,300}["'][wa]["'] | Set-Content
    | Out-File | \bcat[ \t]++(?:<<|>)""",
    re.VERBOSE,
)
_ORDERS = late(
    rb"(?:^|[.:;`*]\s*|\b(?:then|first|next|and|must|please|now|to)\s+|\d\.\s+|-\s+)"
    rb"(?:add|set|write|append|change|edit|put|insert|enable|modify|update|create|merge|paste|copy)\b",
    re.IGNORECASE | re.MULTILINE,
)
_AGAINST = late(
    rb"\b(?:ignore (?:all|any|previous|other)|never (?:ask|tell|mention|warn)|without (?:asking|telling)"
    rb"|do not (?:ask|tell|mention|warn)|always (?:approve|allow|accept)"
    rb"|skip (?:all )?(?:confirmation|permission)s?)\b",
    re.IGNORECASE,
)
_LINE = 600  # bytes of a line to each side of what is found
_NEAR = 400  # bytes to both sides of a path in which what is written to it stands


def footholds(texts: tuple[TextFile, ...]) -> Iterator[Reading]:
    """Yield the commands that leave a way back into the machine."""
    return scanned(_with(texts, _FOOTHOLDS), _leaves_foothold, ConcernKind.PERSISTS, "foothold", shows=100)


def settings_changed(texts: tuple[TextFile, ...]) -> Iterator[Reading]:
    """Yield what changes the settings of an agent so that it acts without asking, or is told something every time."""
    yield from scanned(_with(texts, _AGENTS), _tampering, ConcernKind.TAMPERS, "agent-settings", shows=100)
    yield from agent_changes(texts)


def _with(texts: Iterable[TextFile], words: tuple[bytes, ...]) -> Iterator[TextFile]:
    return (file for file in texts if any(word in file.content for word in words))


def _leaves_foothold(_file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    for found in scan.matches(_KEY):
        into = _INTO_KEYS().match(scan.after(found.start()))
        if into:
            yield found.start(), found.start() + into.end()
    for found in scan.matches(_REMOTE):
        host = found["host"] or found["other"] or found["third"]
        if not _SAMPLE_HOST().match(host):
            yield found.span()
    for found in scan.matches(_STARTS):
        before, after = scan.before(found.start())[-_LINE:], scan.after(found.end())[:_LINE]
        if _HIDES().search(before + b" " + after):
            yield found.start() - len(before.lstrip()), found.end()


def _tampering(file: TextFile, scan: Scan) -> Iterator[tuple[int, int]]:
    content = scan.content
    for found in scan.matches(_SETTINGS):
        line, rest = scan.before(found.start())[-_LINE:], scan.after(found.end())[:_LINE]
        if file.markdown:
            first = found.start() - len(line)
            low, high = first, found.end() + len(rest)
            writes = _WRITES().search(line)
            block = content[low : high + _NEAR].partition(b"```")[0] if writes else content[low:high]
            acts = writes or _ORDERS().search(line) or _ORDERS().search(rest)
        else:
            block = scan.around(found.start(), found.end(), _NEAR)
            acts = _WRITES().search(line) or _WRITES().search(block)
        if not acts:
            continue
        if (
            _UNGUARDED().search(block)
            or (_HOOKED().search(block) and _HIDES().search(block))
            or (found.group().endswith(b".md") and _AGAINST().search(block))
        ):
            yield found.start() - len(line.lstrip()), found.end()
