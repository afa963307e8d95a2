"""How a published site is seen: one question, asked of a folder, of memory or of an address."""

import re
from typing import Protocol

_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


class Published(Protocol):
    """A site that can be asked for a file; every output of `files` is one."""

    def get(self, path: str) -> bytes | None:
        """Return the bytes at a path below the root of the site; None where nothing is."""


def is_relative(url: str) -> bool:
    """Tell whether an address is one that holds wherever the site lies (wire formats 0.7)."""
    return not url.startswith(("/", "\\")) and _SCHEME.match(url) is None


def resolved(here: str, url: str) -> str | None:
    """Return the path that a relative address in a published file means; None where it leaves the site.

    Args:
        here: Path of the file.
        url: As written in it (RFC 3986, section 5.2).
    """
    path = re.split("[?#]", url, maxsplit=1)[0]
    parts = here.split("/")[:-1]
    for step in path.split("/"):
        if step == ".." and not parts:
            return None
        if step == "..":
            parts.pop()
        elif step not in {"", "."}:
            parts.append(step)
    return _decoded("/".join(parts))


def _decoded(path: str) -> str | None:
    """Return a path without percent escapes, as a server looks it up."""
    raw = _ESCAPE.sub(lambda found: bytes((int(found[1], 16),)), path.encode("utf-8", "replace"))
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None
