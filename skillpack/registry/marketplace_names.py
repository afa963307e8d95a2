"""Which names Claude Code lets a marketplace have; as its versions 2.1.328 and 2.1.330 compare them."""

import re
from itertools import accumulate

_KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_RESERVED = frozenset(
    {
        *("agent-skills", "anthropic-agent-skills", "anthropic-marketplace", "anthropic-plugin-directory"),
        *("anthropic-plugins", "claude-code-marketplace", "claude-code-plugins", "claude-community"),
        *("claude-for-financial-services", "claude-for-legal", "claude-plugin-directory", "claude-plugins-community"),
        *("claude-plugins-official", "claude-tag-plugins", "financial-services-plugins", "first-party-plugins"),
        *("healthcare", "knowledge-work-plugins", "life-sciences"),
        # What stands for no marketplace, and what its desktop program keeps for itself.
        *("builtin", "claude-plugin-test", "inline", "skills-dir", "synced", "org", "org-provisioned", "unknown"),
    }
)
_OFFICIAL = re.compile(r"official-?(?:anthropic|claude)|(?:anthropic|claude)-?official")
_STARTS = re.compile(r"(?:anthropic|claude)-?(?:marketplace|plugins|official|director(?:y|ies))")
_SPELLED = re.compile(r"(?:anthropic|claude)(?:marketplace|plugins|official|director(?:y|ies))s?")


def name_refusal(name: str) -> str:
    """Return why a marketplace cannot be called so, in a few words after "the name"; empty where it can."""
    if _KEBAB.fullmatch(name) is None:
        return "is not lower-case letters, digits and single hyphens"
    if name in _RESERVED:
        return "is reserved by Claude Code"
    spelled = accumulate(name.split("-"))  # a hyphen inside a word does not hide it
    if _OFFICIAL.search(name) or _STARTS.match(name) or any(_SPELLED.fullmatch(start) for start in spelled):
        return "looks like one of Anthropic's to Claude Code"
    return ""
