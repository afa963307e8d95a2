"""Whether data can flow in a script where somebody should know: by the words without which they cannot (pure)."""

import re
from collections.abc import Iterable

from skillpack.abilities.javascript.tables import (
    DECODERS,
    EVALUATES,
    EVALUATES_FIRST,
    FETCHES,
    FILES,
    GLOBALS,
    NETWORK,
    PRIVATE_CALLS,
    RUNS,
)

_WORD = re.compile(r"[\w$]+")
_COMPUTED = re.compile(
    r"\b(?:require|import)\s*\(\s*(?!['\"`][^'\"`\n$+]*['\"`]\s*\))|\b(?:globalThis|window|global|self)\s*(?:\?\.\s*)?\["
)
"""A module or a global name that is put together may be any one."""


def _signs(names: Iterable[str]) -> frozenset[str]:
    """Return the longest word of the module or object of each full name."""
    return frozenset(max(_WORD.findall(name.split(".")[0]), key=len) for name in names)


_ALONE = _signs((*FILES, *RUNS))
_REACHES = _signs((*NETWORK, *FETCHES)) | {"baseURL"}
_PRIVATE = _signs(("process.env", *PRIVATE_CALLS))
_HIDDEN = _signs(DECODERS) | {"join", "reverse"}
_EVALUATES = _signs((*EVALUATES, *EVALUATES_FIRST)) | GLOBALS | {"constructor"}


def can_flow(text: str) -> bool:
    """Return whether a script may have a flow; True where a name that says so may be put together."""
    words = frozenset(_WORD.findall(text))
    if not words.isdisjoint(_ALONE) or _COMPUTED.search(text):
        return True
    reaches = not words.isdisjoint(_REACHES)
    if reaches and not words.isdisjoint(_PRIVATE):
        return True
    return (reaches or not words.isdisjoint(_HIDDEN)) and not words.isdisjoint(_EVALUATES)
