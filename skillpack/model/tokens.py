"""How many tokens a text costs, roughly: characters divided by four, as the specifications count."""


def estimated_tokens(text: str) -> int:
    """Return a rough token count, at least 1 (Metis, section 5: characters // 4)."""
    return max(1, len(text) // 4)


def estimated_tokens_above(text: str) -> int:
    """Return a rough token count rounded up, 0 for no text (boxxy's formal guide: ceil of characters / 4)."""
    return -(-len(text) // 4)
