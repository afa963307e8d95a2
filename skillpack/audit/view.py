"""How a published site is seen: one question, asked of a folder, of memory or of an address."""

import re
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class Held:
    """A site whose files are read once, while one skill is looked at.

    Attributes:
        files: What was read.
    """

    site: Published
    files: dict[str, bytes | None] = field(default_factory=dict)

    def get(self, path: str) -> bytes | None:
        """Return the bytes at a path; None where nothing is."""
        if path not in self.files:
            self.files[path] = self.site.get(path)
        return self.files[path]

    def digest(self, path: str) -> str:
        """Return the SHA-256 of a file; empty where nothing is."""
        if isinstance(self.site, Fingerprinted):
            return self.site.fingerprint(path)
        content = self.get(path)
        return "" if content is None else sha256(content)


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
