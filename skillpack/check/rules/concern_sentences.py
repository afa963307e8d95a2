"""A concern -> one sentence that says what the line does, for people who do not read code."""

import re
from enum import StrEnum
from typing import assert_never

from skillpack.check.ability_words import kind_words
from skillpack.model.ability import AbilityKind, Concern, ConcernKind


class Effect(StrEnum):
    """What a concern does where the words about its kind would be wrong: a key of the theme's texts, below `does.`."""

    NONE = ""
    PUSHES = "pushes"  # overwrites what others pushed
    DROPS = "drops"  # deletes a database
    SERVERS = "servers"  # deletes what is kept on servers
    CONNECTS = "connects"  # somebody at the other end runs commands
    UNGUARDS = "unguards"  # switches off what guards a machine
    STARTS = "starts"  # starts by itself later
    ADMITS = "admits"  # lets somebody log in
    IGNORES = "ignores"  # sets instructions aside
    KEEPS = "keeps"  # keeps something from the user
    SKIPS = "skips"  # skips tests and checks
    UNASKED = "unasked"  # acts without asking
    ALWAYS = "always"  # acts in every task


_DESTROYED = (
    (re.compile(r"git push"), Effect.PUSHES),
    (re.compile(r"DROP |DROPDB|dropdb", re.IGNORECASE), Effect.DROPS),
    (re.compile(r"kubectl|terraform|tofu|pulumi|gh repo|docker|podman"), Effect.SERVERS),
)
_STAYED = (
    (re.compile(r"authorized_keys", re.IGNORECASE), Effect.ADMITS),
    (
        re.compile(r"cron|rc\b|profile|LaunchAgents|systemd|schtasks|ScheduledTask|autostart|\\Run", re.IGNORECASE),
        Effect.STARTS,
    ),
)
_AGAINST = {
    "sets instructions aside": Effect.IGNORES,
    "outranks other instructions": Effect.IGNORES,
    "keeps something from the user": Effect.KEEPS,
    "acts where the user does not notice": Effect.KEEPS,
    "switches off checks": Effect.SKIPS,
    "acts in every task": Effect.ALWAYS,
}
_OTHER_END = "from whoever answers at the other end"
_SWITCHED_OFF = "switches off "
_ENGLISH = ("the ", "all ", "your ")
"""How words of ours begin, as opposed to those of the skill."""


def effect(concern: Concern) -> Effect:
    """Return the effect of a concern, `NONE` where the words about its kind say it."""
    what, source = (dict(concern.facts).get(key, "") for key in ("what", "source"))
    match concern.kind:
        case ConcernKind.DESTROYS:
            return next((name for words, name in _DESTROYED if words.match(what)), Effect.NONE)
        case ConcernKind.PERSISTS:
            return next((name for words, name in _STAYED if words.search(what or concern.quote)), Effect.NONE)
        case ConcernKind.RUNS_DOWNLOADED:
            return Effect.CONNECTS if source == _OTHER_END else Effect.NONE
        case ConcernKind.TAMPERS:
            return Effect.UNGUARDS if what.startswith(_SWITCHED_OFF) else Effect.NONE
        case ConcernKind.AGAINST_USER:
            return _AGAINST.get(what, Effect.NONE)
        case ConcernKind.UNASKED:
            return Effect.UNASKED
        case _:
            return Effect.NONE


def sentence(concern: Concern, quote: str) -> str:
    """Return the sentence about a concern, without the skill as its subject.

    Args:
        concern: As the reading found it.
        quote: Of its line, as it may be shown; empty where nothing can be quoted.
    """
    facts = dict(concern.facts)
    what, host, kind = facts.get("what", ""), facts.get("host", ""), concern.kind
    to, read, line = f" to `{host}`" if host else "", _read_in(concern), f": `{quote}`" if quote else ""
    match kind:
        case ConcernKind.SENDS_PRIVATE:
            return f"sends {_named(what)}{to or ' away'}{read}" if what else f"sends credentials or private data{line}"
        case ConcernKind.KEY_TO_OTHER:
            key = f"the key `{what}`" if what else "a key"
            return f"sends {key}{to}{read}; that host is not known to be the key's own service"
        case ConcernKind.READS_PRIVATE:
            return f"reads {_named(what) if what else 'private data'}, of which its description says nothing{line}"
        case ConcernKind.CONCEALED_CODE:
            return f"hides what it runs from people who read it{_in_brackets(what)}{line}"
        case ConcernKind.CONCEALED_ORDER:
            how = what.partition(": ")[0]
            return f"tells the agent what to do where readers do not see it{_in_brackets(how)}{line}"
        case ConcernKind.UNREADABLE:
            return f"contains {what or 'something'}, which nobody can read{line}"
        case ConcernKind.DESTROYS:
            return f"{_DESTROYING[effect(concern)]}{line}"
        case ConcernKind.PERSISTS:
            return f"{_STAYING[effect(concern)]}{_in_brackets(_code(what))}{line}"
        case ConcernKind.TAMPERS:
            return f"{_tampering(what)}{line}"
        case ConcernKind.AGAINST_USER:
            return f"{_AGAINST_WORDS[effect(concern)]}{line}"
        case ConcernKind.OBEYS_REMOTE:
            return (
                f"has the agent fetch instructions from {f'`{host}`' if host else 'an address'} and follow them{line}"
            )
        case ConcernKind.RUNS_DOWNLOADED:
            return f"{_downloading(facts.get('source', ''), host)}{line}"
        case ConcernKind.FALSE_CLAIM:
            return _contradiction(concern, facts)
        case ConcernKind.MORE_TOOLS:
            return f"asks for {f'`{what}`' if what else 'tools'}, though its files use no such tool"
        case ConcernKind.UNASKED:
            program = facts.get("program", "")
            if program:
                return f"starts `{program}` with an option that lets it act without asking you{line}"
            return f"lets the agent act without asking you{line}"
        case _:
            assert_never(kind)


_DESTROYING = {
    Effect.NONE: "deletes or overwrites your files or your disk",
    Effect.PUSHES: "overwrites what others pushed",
    Effect.DROPS: "deletes a database",
    Effect.SERVERS: "deletes what is kept on servers or in containers",
}
_STAYING = {
    Effect.NONE: "stays on your machine when the task is done, or lets somebody in",
    Effect.STARTS: "sets up what starts by itself when the task is done",
    Effect.ADMITS: "lets somebody log in to your machine",
}
_AGAINST_WORDS = {
    Effect.NONE: "tells the agent to work against its instructions or against you",
    Effect.IGNORES: "tells the agent to set its instructions aside",
    Effect.KEEPS: "tells the agent to keep something from you",
    Effect.SKIPS: "tells the agent to skip tests or checks",
    Effect.ALWAYS: "tells the agent what to do in every task, also where nobody asked for this skill",
}


def _tampering(what: str) -> str:
    if what.startswith(_SWITCHED_OFF):
        return f"switches off what guards you or your machine ({what.removeprefix(_SWITCHED_OFF)})"
    return f"changes what your agent may do or is told{_in_brackets(_code(what))}"


def _downloading(source: str, host: str) -> str:
    if source == _OTHER_END:
        return "lets somebody at the other end run commands on your machine"
    where = source or (f"from `{host}`" if host else "")
    return f"downloads code{f' {where}' if where else ''} and runs it unchecked"


def _contradiction(concern: Concern, facts: dict[str, str]) -> str:
    kind, what = facts.get("kind", ""), facts.get("what", "")
    host = facts.get("host", "")
    does = f"{kind_words(AbilityKind(kind), host)}{'' if host else f' (`{what}`)'}" if kind else "does otherwise"
    claim, other = facts.get("claim", ""), concern.other
    if other is None:
        return f"{does}, but says of itself {f'`{claim}`' if claim else 'otherwise'}"
    file = f" of `{other.path or 'SKILL.md'}`" if other.path != concern.at.path else ""
    return f"{does}, but line {other.span.line}{file} says `{claim}`"


def _named(what: str) -> str:
    """Return words of ours as they are, and names and words of the skill as code."""
    return what if what.startswith(_ENGLISH) else f"`{what}`"


def _code(what: str) -> str:
    return f"`{what.rstrip(' -')}`" if what else ""


def _in_brackets(what: str) -> str:
    return f" ({what})" if what and what != "an order that readers do not see" else ""


def _read_in(concern: Concern) -> str:
    """Return where the other line of a concern stands, as the end of a clause."""
    other = concern.other
    if other is None or (other.path, other.span.line) == (concern.at.path, concern.at.span.line):
        return ""
    file = f" of `{other.path or 'SKILL.md'}`" if other.path != concern.at.path else ""
    return f", read in line {other.span.line}{file}"
