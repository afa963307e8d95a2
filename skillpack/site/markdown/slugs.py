"""Words -> part of an address."""

import re
from functools import lru_cache
from hashlib import sha256
from unicodedata import normalize

_NO_WORDS = re.compile(r"[\W_]+")


def slug(text: str) -> str:
    """Return the words of a text in lower case, joined by `-`; empty where it has none."""
    return _NO_WORDS.sub("-", normalize("NFKC", text).lower()).strip("-")


@lru_cache(maxsize=4096)
def address(text: str) -> str:
    """Return a slug that is never empty and fits into a path: a text without words, or a long one, gets a hash."""
    words = slug(text)
    if words and len(words.encode("utf-8", "replace")) <= 80:
        return words
    mark = sha256(text.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{words[:20]}-{mark}".strip("-")
