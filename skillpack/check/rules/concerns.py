"""Concerns about a skill -> the hits of a rule: what a line does, in words for people who do not read code."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from skillpack.abilities.places import shown
from skillpack.check.rule import Hit
from skillpack.check.subject import Subject
from skillpack.model.ability import Concern, ConcernKind, Place
from skillpack.model.finding import AlarmLevel

LEVEL = "level"
"""A fact: the alarm that a finding raises, where its rule has several."""

_GRAVEST_FIRST = (AlarmLevel.STOP, AlarmLevel.READ_FIRST)
_QUOTE = 100  # characters


def concern_hits(
    subject: Subject,
    kind: ConcernKind,
    hint: str,
    found: Iterable[Hit] = (),
    *,
    meant: Callable[[Mapping[str, str]], bool] = lambda _: True,
) -> Iterator[Hit]:
    """Yield the hits of a rule's own search, and one for each further line that a concern of its kind is about.

    Where data are read and where they are sent is one place to look at.

    Args:
        subject: The skill.
        kind: Of the concerns; of several on a line the gravest counts.
        hint: What to do.
        found: Hits of its own.
        meant: Tells of the facts of a concern whether the rule speaks of it.
    """
    told: set[tuple[str, int]] = set()
    for hit in found:
        told.add((hit.path, hit.at.line))
        yield hit
    concerns = [each for each in subject.abilities.concerns if each.kind is kind and meant(dict(each.facts))]
    read = {_line(each.other) for each in concerns if each.other is not None and _is_elsewhere(each)}
    for concern in sorted(concerns, key=_what_says_most):
        line = _line(concern.at)
        if line not in told and (_is_elsewhere(concern) or line not in read):
            told.add(line)
            yield _hit(concern, hint)


def _line(place: Place) -> tuple[str, int]:
    return place.path, place.span.line


def _is_elsewhere(concern: Concern) -> bool:
    """Tell whether a concern has another line."""
    return concern.other is not None and _line(concern.other) != _line(concern.at)


def _what_says_most(concern: Concern) -> tuple[int, bool, int, int, int]:
    at = concern.at.span
    narrow = at.end_line - at.line, at.end_column - at.column, -at.column
    return _GRAVEST_FIRST.index(concern.level), not _is_elsewhere(concern), *narrow


def _hit(concern: Concern, hint: str) -> Hit:
    quote = shown(concern.quote.encode("utf-8", "replace"), _QUOTE)
    facts = ((LEVEL, concern.level.value), *((("quote", quote),) if quote else ()), *concern.facts)
    message = _message(concern, dict(concern.facts), quote)
    return Hit(message, at=concern.at.span, path=concern.at.path, hint=hint, facts=facts)


def _message(concern: Concern, facts: dict[str, str], quote: str) -> str:
    what, host = facts.get("what", ""), facts.get("host", "")
    line = f": `{quote}`" if quote else ""
    to, read = f" to `{host}`" if host else "", _where(concern, "read")
    match concern.kind:
        case ConcernKind.SENDS_PRIVATE:
            return f"sends {_named(what)}{to or ' away'}{read}" if what else f"reads credentials and sends data{line}"
        case ConcernKind.KEY_TO_OTHER:
            return f"sends {_named(what)}{to}, which is not known to be the service that the key is for{read}"
        case ConcernKind.CONCEALED_CODE:
            return f"runs code that is encoded{f' ({what})' if what else ''}{line}"
        case ConcernKind.CONCEALED_ORDER:
            how = what or "text"
            return f"{how} that readers do not see tells an agent what to do{line}"
        case ConcernKind.UNREADABLE:
            return f"holds {what or 'something'} that nobody can read{line}"
        case ConcernKind.DESTROYS:
            return f"deletes your files or disk{line}"
        case ConcernKind.PERSISTS:
            return f"leaves a way back in{line}" if not what else f"stays on the machine after the task ({what}){line}"
        case ConcernKind.TAMPERS:
            return f"changes what the agent may do{f' ({what})' if what else ''}{line}"
        case ConcernKind.AGAINST_USER:
            return f"asks an agent to work against its instructions or its user{line}"
        case ConcernKind.OBEYS_REMOTE:
            source = f"`{host}`" if host else "an address"
            return f"fetches instructions from {source} and has the agent follow them{line}"
        case ConcernKind.RUNS_DOWNLOADED:
            source = facts.get("source", "")
            return f"runs what it downloads{f' {source}' if source else ''}{line}"
        case ConcernKind.FALSE_CLAIM:
            claim = facts.get("claim", "")
            return f"says of itself `{claim}`, but {what or 'does otherwise'}{_where(concern, 'see')}"
        case ConcernKind.MORE_TOOLS:
            return f"asks for {what or 'tools'} that none of its files uses"
        case ConcernKind.UNASKED:
            return f"runs commands without asking{line}"


def _named(what: str) -> str:
    """Return a name as code, and words as they are."""
    return what if " " in what else f"`{what}`"


def _where(concern: Concern, verb: str) -> str:
    """Return where the other line of a concern stands, as the end of a sentence."""
    other = concern.other
    if other is None or not _is_elsewhere(concern):
        return ""
    file = f" of `{other.path or 'SKILL.md'}`" if other.path != concern.at.path else ""
    return f", {verb} line {other.span.line}{file}" if verb == "see" else f", {verb} in line {other.span.line}{file}"
