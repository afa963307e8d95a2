"""Addresses of skills and their files: `skill://NAME/PATH`."""

import mimetypes
from urllib.parse import quote, unquote

from skillpack.parse.document import SKILL_FILE

TEMPLATE = "skill://{name}/{+path}"
DIRECTORY = "inode/directory"
"""Media type of a folder."""

_SCHEME = "skill://"
_TYPES = mimetypes.MimeTypes()  # those of Python alone: a machine's own would make answers differ
_MARKDOWN = (".md", ".markdown")
_PLAIN, _BINARY = "text/plain", "application/octet-stream"


def skill_uri(name: str, path: str = SKILL_FILE) -> str:
    """Return the address of a file of a skill.

    Args:
        path: Relative to the skill's folder; empty for the folder itself.
    """
    return _SCHEME + quote(name, safe="") + (f"/{quote(path, safe='/')}" if path else "")


def parse_uri(uri: str) -> tuple[str, str] | None:
    """Return the name of a skill and the path of one of its files, empty for its folder; None for any other address."""
    if not uri.startswith(_SCHEME):
        return None
    name, _, path = uri.removeprefix(_SCHEME).partition("/")
    return (unquote(name), unquote(path)) if name else None


def media_type(path: str, content: bytes) -> str:
    """Return the media type of a file, by its name, else by whether it is text."""
    if path.endswith(_MARKDOWN):
        return "text/markdown"
    return _TYPES.guess_type(path)[0] or (_PLAIN if is_text(content) else _BINARY)


def is_text(content: bytes) -> bool:
    """Return whether a file is UTF-8 without NUL."""
    try:
        return "\0" not in content.decode()
    except UnicodeDecodeError:
        return False
