"""Commands that let others into a machine, or stop what watches over it, by their words (pure)."""

import re
from collections.abc import Sequence

from msgspec import Struct

from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel

_LOGIN_PORTS = r"(?:22|3389|5900|5901|5985|5986)"
_TUNNEL = re.compile(
    rf"ssh\b.* -\w*R ?(?:\S+:)?\d+:(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0):{_LOGIN_PORTS}(?= |$)"
    rf"|(?:ngrok tcp|bore local|lt --port|pinggy tcp|chisel client \S+ R:\S*:) ?{_LOGIN_PORTS}(?= |$)"
    r"|cloudflared tunnel .*--url[ =](?:ssh|rdp)://"
)
"""The port through which people log in, given to another host."""

_GUARDS = (
    r"(?:auditd|fail2ban|clamd|clamav\S*|freshclam|osqueryd?|mdatp|wdavdaemon|falcon\S*|crowdstrike\S*|sentinel(?:d|one|ctl)\S*"
    r"|cbdaemon|carbonblack\S*|wazuh\S*|ossec\S*|sophos\S*|esets?\b\S*|symantec\S*|rkhunter|aide|tripwire|cylance\S*|MsMpEng\S*"
    r"|WinDefend|Sense)"
)
_STOPS = re.compile(
    rf"(?:pkill|killall|taskkill)\b.*?(?<![\w.-]){_GUARDS}(?![\w.-])"
    rf"|systemctl (?:--\S+ )*(?:stop|disable|mask) .*?(?<![\w-]){_GUARDS}(?![\w-])"
    rf"|service {_GUARDS} stop\b|launchctl (?:unload|bootout|disable)\b.*?(?:crowdstrike|sentinel|wdav|sophos|osquery)"
    r"|spctl --(?:master|global)-disable|csrutil disable",
    re.IGNORECASE,
)


class Exposure(Struct, frozen=True):
    """What a command opens or stops; `what` is empty where it lets others in."""

    kind: ConcernKind
    level: AlarmLevel
    what: str = ""


def exposure(words: Sequence[str]) -> Exposure | None:
    """Return how a command exposes a machine; None for others.

    A tunnel to the port of logins has honest uses, so people are told to read it.
    """
    line = " ".join((words[0].rsplit("/", 1)[-1], *words[1:]))[:2000]
    if _TUNNEL.match(line):
        return Exposure(ConcernKind.PERSISTS, AlarmLevel.READ_FIRST)
    found = _STOPS.match(line)
    return Exposure(ConcernKind.TAMPERS, AlarmLevel.STOP, found[0].split()[0]) if found else None
