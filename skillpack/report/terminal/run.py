"""A run of a metaskill in words: what happens, and what may."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence

from skillpack.model.program import Program, ProgramCall

Decide = Callable[[Sequence[str]], str]


def event_lines(type_: str, payload: Mapping[str, object]) -> Iterator[str]:
    """Yield the lines about an event of a run; none for most."""
    if type_ != "metaskill_step":
        return
    label = payload.get("purpose") or payload.get("argv") or payload.get("kind") or ""
    seconds = payload.get("duration_s")
    took = f", {seconds:.1f} s" if isinstance(seconds, float) and seconds >= 1 else ""
    yield f"{payload['operation']!s:<8} {label}{took}{'' if payload['success'] else ', failed'}"


def plan_lines(program: Program, decide: Decide) -> Iterator[str]:
    """Yield the calls that a program may make and the input it takes."""
    for each in program.inputs:
        yield f"input    {each.key}: {'needed' if each.needed else each.default or 'optional'}"
    for call in program.calls:
        if call.name != "trace":
            times = f", at most {call.times} times" if call.times > 1 else ", once" if call.times == 1 else ""
            yield f"{call.name:<8} {_words(call)}{times}{_decided(call, decide)}"


def plan_record(program: Program, decide: Decide) -> dict[str, object]:
    """Return the same as data; `words` is null where only a run can tell."""
    return {
        "inputs": [{"key": each.key, "needed": each.needed, "default": each.default} for each in program.inputs],
        "calls": [
            {
                "operation": call.name,
                "words": list(call.literal) or None,
                "times": call.times or None,
                "line": call.line,
                **({"decision": decide(call.literal)} if call.name == "command" and call.literal else {}),
            }
            for call in program.calls
        ],
    }


def _words(call: ProgramCall) -> str:
    known = call.literal or call.start
    text = shlex.join(known) if call.name == "command" else " ".join(known)
    return text + ("" if call.literal else " …" if text else "…")


def _decided(call: ProgramCall, decide: Decide) -> str:
    if call.name != "command":
        return ""
    if not call.literal:
        return " (decided when it runs)"
    return {"allow": " (allowed)", "prompt": " (asked for)"}.get(decide(call.literal), " (not allowed)")
