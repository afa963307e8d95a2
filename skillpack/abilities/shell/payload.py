"""What a command writes to a place that is run or read on its own, where what it writes is harmful by itself (pure)."""

import re
from collections.abc import Iterable, Sequence

from skillpack.abilities.flow import Taint
from skillpack.abilities.hosts import belongs
from skillpack.abilities.known_files import agent_file, started_file
from skillpack.abilities.shell.sends import LOCAL
from skillpack.model.ability import AbilityKind, Concern, ConcernKind
from skillpack.model.finding import AlarmLevel, Position

_WRITERS = frozenset(("tee", "cp", "mv", "install", "ln", "crontab", "dd"))
_PUTS = _WRITERS | {"sed"}
_LOADS = re.compile(
    r"(?:curl|wget)\b[^\n]{0,300}\|\s*(?:sudo )?(?:ba|z|da)?sh\b|/dev/(?:tcp|udp)/|\b(?:nc|ncat)\b[^\n|]{0,80} -\w*e"
    r"|base64 (?:-d|-D|--decode)[^\n]{0,80}\|\s*(?:ba|z)?sh|\$\((?:curl|wget)\b|(?:curl|wget) [^\n]{0,200}(?:\$\("
    r"|@~?/|\$\w*(?:KEY|TOKEN))"
    r"|(?i:\b(?:irm|iwr|DownloadString)\b[^\n]{0,200}\b(?:iex|Invoke-Expression)|-enc(?:odedcommand)?\s+\w{16})"
    r"|(?:mshta|regsvr32)\S* .*https?:"
    r"|alias (?:sudo|ssh|su|git|claude)=|NOPASSWD",
)
_LOOSENS = re.compile(
    r"bypassPermissions|dangerouslySkipPermissions|skipDangerousModePermissionPrompt|approval_policy\s*=\s*\W?never"
    r"|\"allow\"\s*:\s*\[[^\]]{0,400}\"(?:Bash(?:\(\*(?::\*)?\))?|\*)\"|sandbox_mode\s*=\s*\W?danger|enableAllProjectMcpServers"
    r"|autoApprove|disableAllHooks|ANTHROPIC_BASE_URL"
)
_SENDS_LATER = re.compile(
    r"\|\s*(?:curl|wget|nc|ncat)\b(?![^\n]{0,160}(?:localhost|127\.0\.0\.1))[^\n]{0,160}?"
    r"(?:\s-d|--data\S*|\s-F|\s-T|--upload-file|--post-file|@-|\.\w+ \d{2,5}\b)"
)
_OF_ALL_PROJECTS = re.compile(r"(?:~|\$HOME|/etc|/usr)\b")
_SENDS_INPUT = re.compile(
    r"curl\b(?![^\n]{0,300}(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]))[^\n]{0,300}?"
    r"(?:(?:-d|--data(?:-\w+)?|--json|-F)[ =]?[\w=]*@-|(?:-T|--upload-file)[ =]?-(?=[\s\"']))"
)
_GATEWAY = re.compile(
    r"\b(?P<service>ANTHROPIC|OPENAI)_(?:API_)?BASE(?:_URL)?[\"']?\s*[=:]\s*[\"']?https?://(?P<host>[\w.-]+)",
    re.IGNORECASE,
)
_OF_SKILL = re.compile(r"(?:\./)?(?:assets|references|resources|scripts|templates|files)/|\$\w*(?:SKILL|PLUGIN)\w*/")
"""A file that the skill brings along."""

_NEAR = ("10.", "192.168.", "172.")
_KEYS = re.compile(r"\.ssh/authorized_keys|authorized_keys|etc/ld\.so\.preload|etc/sudoers(?:\.d)?")
_LITERAL_KEY = re.compile(r"\bssh-(?:rsa|ed25519)|ecdsa-sha2|NOPASSWD|\.so\b")

_ONE_COMMAND = re.compile(
    r"\A[\w%.+-]+\s+[\w,]+\s*=\s*(?:\([\w,: ]+\)\s*)?NOPASSWD:\s*(?:/usr/|/bin/|/sbin/)(?!\S*(?:sh"
    r"|env|vim?|nano|less|more|awk|find|python\S*"
    r"|perl|ruby|node|php|lua|tee|cp|mv|dd|chmod|chown|su|sudo|docker|nsenter|tar|rsync|sed|git|ssh|bash)(?:\s|\Z))[^,;*|&\n]*\s*\Z"
)
"""A rule of sudo for one command of the system, by which nobody gets a shell."""


_ANOTHER_USER = re.compile(r"\A(?!ALL\b|root\b)[a-z_%][\w-]*\s+ALL\s*=\s*\(ALL(?::ALL)?\)\s*NOPASSWD:\s*ALL\s*\Z")
"""A rule of sudo for an account that has a name of its own, as of a new server; not for whoever is there."""

_PLACEHOLDER = re.compile(
    r"\b(?:ssh-\w+|ecdsa-sha2-\S+)\s+(?:AAAA)?[\w+/=]*(?:\.\.\.|…|<|\$|YOUR[_-]|_HERE\b)", re.IGNORECASE
)
"""Stands for a key that the user puts in."""


def may_put(words: Sequence[str], writes: Sequence[str]) -> bool:
    """Return whether a command may put something anywhere: its output goes to a file, or it is one that does."""
    return bool(writes) or words[0].rsplit("/", 1)[-1] in _PUTS


def written_places(words: Sequence[str], writes: Sequence[str]) -> Iterable[str]:
    """Return the paths that a command writes to."""
    name = words[0].rsplit("/", 1)[-1]
    if name not in _PUTS:
        return writes
    files = [word for word in words[1:] if word and not word.startswith("-")]
    if name == "tee":
        return (*writes, *files)
    if name in {"cp", "mv", "install", "ln"}:
        return (*writes, *files[-1:])
    if name == "sed" and any(word.startswith(("-i", "--in-place")) for word in words):
        return (*writes, *files[1:])
    if name == "dd":
        return (*writes, *(word[3:] for word in words if word.startswith("of=")))
    return writes


def payload_concern(
    at: Position, quote: str, words: Sequence[str], writes: Sequence[str], said: str, taints: Iterable[Taint]
) -> Concern | None:
    """Return the concern that a command puts code, a key or a permission where it takes effect on its own.

    Args:
        at: Where the command stands.
        quote: Of it.
        words: As far as they are known.
        writes: The files that its output goes to.
        said: What it writes, as far as that is known.
        taints: What comes with its input.
    """
    name = words[0].rsplit("/", 1)[-1]
    places = list(written_places(words, writes))
    if name == "crontab" and "-l" not in words[1:]:
        places.append("crontab")
    foreign = any(taint.kind in {AbilityKind.FETCHES, AbilityKind.DECODES} for taint in taints)
    for place in places:
        started = started_file(place)
        if started:
            key = _KEYS.search(place) is not None
            if key and (_ONE_COMMAND.search(said) or _PLACEHOLDER.search(said)):
                continue
            literal = key and _LITERAL_KEY.search(said)
            brought = key and any(_OF_SKILL.match(word) for word in words[1:])
            sends = _SENDS_LATER.search(said) and _OF_ALL_PROJECTS.match(place)
            if _LOADS.search(said) or literal or brought or sends or (foreign and name in {"tee", "crontab"}):
                facts = (("what", started.name),)
                level = AlarmLevel.READ_FIRST if _ANOTHER_USER.search(said) else AlarmLevel.STOP
                return Concern(ConcernKind.PERSISTS, level, at, quote, facts)
            gateway = _GATEWAY.search(said)
            if gateway and not _is_known(gateway["service"], gateway["host"]):
                facts = (("what", f"{gateway['service']}_BASE_URL"),)
                return Concern(ConcernKind.TAMPERS, AlarmLevel.READ_FIRST, at, quote, facts)
        agent = agent_file(place)
        if agent and agent.kind in {AbilityKind.SETTINGS, AbilityKind.HOOKS} and sends_input(said):
            return Concern(ConcernKind.TAMPERS, AlarmLevel.STOP, at, quote, (("what", agent.name),))
        if agent and (_LOOSENS.search(said) or (_LOADS.search(said) and agent.kind is not AbilityKind.SKILLS)):
            return Concern(ConcernKind.TAMPERS, AlarmLevel.STOP, at, quote, (("what", agent.name),))
    return None


def sends_input(text: str) -> bool:
    """Return whether a command in a text sends its input away: of a hook, what user and agent say."""
    return _SENDS_INPUT.search(text) is not None


def _is_known(service: str, host: str) -> bool:
    """Return whether a model is asked at its own service, on this machine, or in this network."""
    return belongs(service, host) or LOCAL.match(host) is not None or "." not in host or host.startswith(_NEAR)
