"""How a published site is seen: one question, asked of a folder, of memory or of an address."""

import re
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from skillpack.model.digest import sha256

_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


class Published(Protocol):
    """A site that can be asked for a file; every output of `files` is one."""

    def get(self, path: str) -> bytes | None:
        """Return the bytes at a path below the root of the site; None where nothing is."""


@runtime_checkable
class Fingerprinted(Published, Protocol):
    """A site that knows the digests of its files, because it is the one that wrote them."""

    def fingerprint(self, path: str) -> str:
        """Return the SHA-256 of a file; empty where nothing is."""


class Held:
    """A site whose files are read once, while one skill is looked at."""

    __slots__ = ("_files", "_site", "digest")

    def __init__(self, site: Published) -> None:
        self._site = site
        self._files: dict[str, bytes | None] = {}
        self.digest = digester(site if isinstance(site, Fingerprinted) else self)

    def get(self, path: str) -> bytes | None:
        """Return the bytes at a path; None where nothing is."""
        if path not in self._files:
            self._files[path] = self._site.get(path)
        return self._files[path]


def digester(site: Published) -> Callable[[str], str]:
    """Return what gives the SHA-256 of a file by its path; empty where nothing is."""
    if isinstance(site, Fingerprinted):
        return site.fingerprint

    def digest(path: str) -> str:
        content = site.get(path)
        return "" if content is None else sha256(content)

    return digest


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
