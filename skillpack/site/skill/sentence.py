"""The first sentence of a description, which says what a skill is for; the rest is read on demand."""

import re

LONGEST = 260  # characters of a sentence that heads a page
_CUT = 200  # characters that are left of a longer one
_END = re.compile(r"[.!?][)\]\"'\u2019\u201d\u00bb]*(?=\s+(?P<next>\S))|[\u3002\uff01\uff1f]")  # quotes; Chinese ends
_SHORTENED = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|No)|\b[A-Z])\.\Z")


def split_description(text: str) -> tuple[str, str]:
    """Return the first sentence of a description and the rest; of one too long its beginning, and the whole again.

    A full stop ends a sentence where a blank and no small letter follow, and where it does not shorten a word.
    """
    text = text.strip()
    for found in _END.finditer(text, 0, LONGEST + 1):
        after = found["next"] or "A"
        if not after.islower() and _SHORTENED.search(text, 0, found.end()) is None:
            return text[: found.end()], text[found.end() :].strip()
    if len(text) <= LONGEST:
        return text, ""
    return f"{text[:_CUT].rsplit(None, 1)[0]} …", text
