"""What a program returned -> the one text that a caller gets (metaSKILLs, section 9)."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from skillpack.errors import MetaskillError

_MOST_DEPTH = 80
Entry = Mapping[str, Any]


def clip(text: str, most: int) -> tuple[str, bool]:
    """Return a text of at most so many characters, and whether it was cut; what no encoding writes becomes `?`."""
    sound = text.encode("utf-8", "replace").decode()
    return sound[:most], len(sound) > most


def compact(value: object) -> str:
    """Return a value as JSON without white space."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def json_like(value: Any, depth: int = 0) -> Any:
    """Return a copy of a value that holds nothing but what JSON has.

    Raises:
        ValueError: It holds something else, or is nested too deeply; the message names the type.
    """
    if depth > _MOST_DEPTH:
        raise ValueError(f"a value nested deeper than {_MOST_DEPTH}")
    if isinstance(value, str):
        return clip(value, len(value))[0]
    if value is None or isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    if isinstance(value, list | tuple):
        return [json_like(each, depth + 1) for each in value]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {json_like(key): json_like(each, depth + 1) for key, each in value.items()}
    raise ValueError(type(value).__name__)


def normalised(value: Any) -> dict[str, Any]:
    """Return the envelope of what `run` returned: status and answer first (K24).

    The trace is the host's: one that a program returns is left out.

    Raises:
        MetaskillError: A program may not return that.
    """
    given = {} if value is None else {"answer": value} if isinstance(value, str) else value
    if not isinstance(given, dict):
        raise _invalid(type(given).__name__)
    try:
        found = json_like({"status": "ok", "answer": "", **given})
    except ValueError as error:
        raise _invalid(str(error)) from error
    for key in ("status", "answer"):
        if not isinstance(found[key], str):
            raise _invalid(f"`{key}` of type {type(found[key]).__name__}")
    found.pop("trace", None)
    return dict(found)


def rendered(name: str, envelope: Mapping[str, Any], trace: Sequence[Entry], most: int) -> str:
    """Return the result: a header and one JSON object, of at most so many characters (K23, K26).

    Where it is too long, the last entries of the trace are left out first, then the end of the answer; both are said.

    Raises:
        MetaskillError: What is left is still too long.
    """
    head = f"[Metaskill: {name} completed]\n"
    room, answer = most - len(head), envelope["answer"]

    def body(entries: int, characters: int) -> str:
        shown = dict(envelope)
        if characters < len(answer):
            shown |= {"answer": answer[:characters], "answer_truncated": True}
        if trace:
            cut = [{"kind": "truncated", "data": {"dropped": len(trace) - entries}}] if entries < len(trace) else []
            shown["trace"] = [*trace[:entries], *cut]
        return compact(shown)

    whole = body(len(trace), len(answer))
    if len(whole) <= room:
        return head + whole
    entries = _largest(len(trace), lambda count: len(body(count, len(answer))) <= room)
    if entries is not None:
        return head + body(entries, len(answer))
    characters = _largest(len(answer), lambda count: len(body(0, count)) <= room)
    if characters is None:
        raise MetaskillError(f"invalid metaskill return value: more than {most} characters beside the answer")
    return head + body(0, characters)


def _largest(end: int, fits: Callable[[int], bool]) -> int | None:
    """Return the largest number below an end that fits, where every smaller one fits too; None where none does."""
    low, high, best = 0, end - 1, None
    while low <= high:
        middle = (low + high) // 2
        if fits(middle):
            best, low = middle, middle + 1
        else:
            high = middle - 1
    return best


def _invalid(what: str) -> MetaskillError:
    return MetaskillError(f"invalid metaskill return value: {what}")
