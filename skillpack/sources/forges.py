"""Addresses that people copy from the pages of a forge -> repository, ref and folder (pure)."""

import re
from urllib.parse import unquote

from msgspec import Struct

_HOSTS = ("github.com", "gitlab.com", "codeberg.org", "bitbucket.org")
_TWO = r"(?P<repository>https?://[^/]+/[^/]+/[^/]+)"
_REST = r"(?P<ref>[^/]+)(?P<path>(?:/.*)?)"
# GitLab has groups in groups, and says `/-/` where its own pages begin.
_PAGES = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        rf"(?P<repository>https?://[^/]+/.+?)/-/(?:tree|blob|raw)/{_REST}",
        rf"{_TWO}/(?:tree|blob|raw)/{_REST}",
        rf"{_TWO}/src/(?:branch|tag|commit)/{_REST}",
        rf"(?P<repository>https://bitbucket\.org/[^/]+/[^/]+)/src/{_REST}",
    )
)
_KNOWN = re.compile(rf"https://(?P<host>{'|'.join(map(re.escape, _HOSTS))})(?P<path>/.*)?", re.IGNORECASE | re.DOTALL)
_OWNED = re.compile(r"/[^/]+/[^/]+")
_SKILL_FILE = re.compile(r"(?:\A|/)(?:SKILL|skill)\.md\Z")


class ForgePage(Struct, frozen=True):
    """A folder at a forge, as its address says.

    Attributes:
        ref: The first component of what may be a branch with slashes; the rest of that stands in the path.
        path: Of the folder, without slashes at its ends; of a `SKILL.md` the folder that it is in.
    """

    repository: str
    ref: str
    path: str


def forge_page(url: str) -> ForgePage | None:
    """Return the folder that an address shows; None where it is not a page of a folder at a forge."""
    address = re.split("[?#]", url, maxsplit=1)[0].rstrip("/")
    for pattern in _PAGES:
        if found := pattern.fullmatch(address):
            path = _SKILL_FILE.sub("", unquote(found["path"]).strip("/"))
            return ForgePage(repository_address(found["repository"]), unquote(found["ref"]), path)
    return None


def is_repository(url: str) -> bool:
    """Return whether an address is one of a repository: it says so, or is at a forge that has nothing else there."""
    address = url.partition("#")[0].rstrip("/")
    return address.endswith(".git") or _KNOWN.fullmatch(address) is not None


def names_repository(url: str) -> bool:
    """Return whether an address at a known forge has owner and repository, and at no forge any path."""
    found = _KNOWN.fullmatch(url)
    if found is None:
        return True
    path = found["path"] or ""
    return _OWNED.match(path) is not None and (found["host"].lower() == "gitlab.com" or path.count("/") == len("//"))


def repository_address(url: str) -> str:
    """Return the one spelling of an address that several have at a known forge."""
    found = _KNOWN.fullmatch(url.rstrip("/"))
    if found is None:
        return url.rstrip("/")
    return f"https://{found['host'].lower()}{found['path'] or ''}".removesuffix(".git")
