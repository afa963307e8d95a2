"""HTML comments taken out of a text, as metaskill hosts do (metaSKILLs, section 3)."""

_OPENING = "<!--"
_CLOSING = "-->"


def without_comments(text: str) -> str:
    """Return a text without its HTML comments; one that is never closed stays.

    Comments inside fenced code go too.
    """
    kept: list[str] = []
    position = 0
    while (opening := text.find(_OPENING, position)) >= 0:
        closing = text.find(_CLOSING, opening + len(_OPENING))
        if closing < 0:
            break
        kept.append(text[position:opening])
        position = closing + len(_CLOSING)
    return "".join(kept) + text[position:]
