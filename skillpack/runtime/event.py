"""Events of a session, and where they go (M42 to M45)."""

import json
import logging
import os
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from skillpack.report.terminal.visible_text import log_line
from skillpack.runtime.skill import Skill

Actor = Literal["user", "agent", "system", "tool", "worker"]
Sensitivity = Literal["private", "user_controlled", "pseudonymous", "aggregatable"]
LoadReason = Literal["always", "on_demand", "auto_suggested"]

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ID_LENGTH, _RANDOM_BITS = 26, 80
_log = logging.getLogger("skillpack.runtime")


def new_id() -> str:
    """Return a ULID: 26 characters that sort by the time at which they were made."""
    value = (time.time_ns() // 1_000_000 << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS)
    return "".join(_ALPHABET[value >> 5 * place & 31] for place in reversed(range(_ID_LENGTH)))


def now() -> str:
    """Return the time in UTC, with microseconds."""
    return datetime.fromtimestamp(time.time(), UTC).isoformat(timespec="microseconds")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a session; never with the body of a skill.

    Attributes:
        type: `domain.verb`: `skill.loaded`.
        turn_id: None for what happens before the first turn.
        timestamp: UTC, ISO, with microseconds.
        id: A ULID.
    """

    type: str
    payload: Mapping[str, object]
    session_id: str
    turn_id: str | None = None
    parent_event_id: str | None = None
    actor: Actor = "agent"
    sensitivity: Sensitivity = "pseudonymous"
    timestamp: str = field(default_factory=now)
    id: str = field(default_factory=new_id)


Sink = Callable[[Event], None]
"""Takes each event as it happens; one that fails never breaks what the event tells of."""


def skill_loaded(
    skill: Skill,
    reason: LoadReason,
    session_id: str,
    *,
    turn_id: str | None,
    tool_use_id: str | None,
    actor: Actor,
) -> Event:
    """Return the event for a skill whose body was given out (M44).

    Args:
        reason: `always` for a body that stands in the prompt from the start.
        turn_id: None before the first turn.
        tool_use_id: Of the call that asked for it; None where nobody called.
    """
    payload = {
        "skill_id": skill.name,
        "skill_version": skill.version,
        "load_reason": reason,
        "load_size_tokens": skill.estimated_tokens,
        "source": skill.source,
        "triggered_by_tool_use_id": tool_use_id,
    }
    return Event("skill.loaded", payload, session_id, turn_id, actor=actor)


def ignore(event: Event) -> None:
    """Take an event nowhere."""


def log_sink(event: Event) -> None:
    """Log an event at INFO."""
    _log.info("%s %s", event.type, log_line(json.dumps(dict(event.payload), ensure_ascii=False, sort_keys=True)))


def jsonl_sink(path: Path | str) -> Sink:
    """Return a sink that appends one line of JSON for each event to a file, which only its owner may read."""

    def append(event: Event) -> None:
        line = json.dumps(asdict(event), ensure_ascii=False) + "\n"
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        try:
            os.write(descriptor, line.encode("utf-8", "backslashreplace"))
        finally:
            os.close(descriptor)

    return append


def deliver(event: Event, sink: Sink) -> None:
    """Give an event to a sink; a sink that fails is logged and nothing else."""
    try:
        sink(event)
    except Exception:  # noqa: BLE001 whatever a host's sink does, the skill is loaded
        _log.exception("the event %s was not taken", event.type)
