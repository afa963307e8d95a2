"""Names that Claude Code lets no plugin of others have; as its version 2.1.330 says them."""

import re

_RESERVED = frozenset({"anthropic", "anthropics", "claude"})
_STARTS = ("anthropic-", "anthropics-", "cc-plugin-", "claude-")
_OFFICIAL = re.compile(r"official-?(?:anthropic|claude)|(?:anthropic|claude)-?official")


def is_reserved(name: str) -> bool:
    """Return True for a name with which a plugin passes as one of Anthropic's own, and is refused."""
    lower = name.lower().replace("_", "-")
    return lower in _RESERVED or lower.startswith(_STARTS) or _OFFICIAL.search(lower) is not None
