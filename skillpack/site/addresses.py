"""Addresses on the site: words and paths as they are spelled in one, and the way from one page to another."""

import re
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from unicodedata import normalize

_NO_WORDS = re.compile(r"[\W_]+")
_ESCAPES = re.compile("(?:%[0-9A-Fa-f]{2})+")
_UNSAFE = re.compile(r"[^A-Za-z0-9\-._~/!$&'()*+,;=@]+")


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


def quoted(path: str) -> str:
    """Return a path as part of a URL; a colon is escaped too, so that no path reads as a scheme."""
    return _UNSAFE.sub(_escaped, path) if _UNSAFE.search(path) else path


def unquoted(url: str) -> str:
    """Return a part of a URL without its escapes; bytes that are not UTF-8 become U+FFFD."""
    return _ESCAPES.sub(lambda found: bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace"), url)


def href(here: str, there: str) -> str:
    """Return the relative URL from one published path to another, escaped."""
    return way(here)(there)


def way(here: str) -> Callable[[str], str]:
    """Return the function that gives the relative URL from one published path to any other, escaped."""
    folder = here[: here.rfind("/") + 1]

    def to(there: str) -> str:
        above, up = folder, ""
        while not there.startswith(above):
            above, up = above[: above.rfind("/", 0, -1) + 1], f"{up}../"
        return up + quoted(there[len(above) :])

    return to


def _escaped(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "replace"))
