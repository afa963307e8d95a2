"""Which names every file system, host and archive agrees on: one judge for writer, reader and rules."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType

from skillpack.model.digest import CHECKSUMS, RECEIPT
from skillpack.model.limits import Limits


class PathProblem(StrEnum):
    """Why a path is in no archive of ours and is taken from none: a clause, to follow the path and a colon."""

    EMPTY = "the path is empty"
    UNC = "the path names another machine"
    DRIVE = "the path starts with a drive"
    BACKSLASH = "`\\` separates folders on Windows and is part of a name elsewhere"
    ABSOLUTE = "the path is absolute"
    PARENT = "the path goes up with `..`"
    ALIAS = "an empty component or `.` is a second spelling of another path"
    TOO_LONG = "the path is too long"
    COMPONENT_TOO_LONG = "one name of the path is too long"
    TOO_DEEP = "the path lies too deep"
    NUL = "the path holds a NUL"
    UNDECODABLE = "the path is not UTF-8"
    CONTROL = "the path holds a control character"
    BIDI = "the path holds a character that turns the direction of writing"
    INVISIBLE = "the path holds an invisible character"
    UNASSIGNED = "the path holds a character that Unicode leaves to others or does not know"
    NOT_NFC = "the path is not in Unicode's composed form NFC"
    STREAM = "`:` opens a hidden stream on Windows"
    WILDCARD = 'Windows takes none of `<>"|?*` in a name'
    DEVICE = "a name of the path is a device on Windows"
    TRAILING = "Windows drops the dot or space at the end of a name"
    GIT = "`.git` would make the skill a repository, whose hooks and settings run"
    RECEIPT = f"`{RECEIPT}` is what the installer writes, so here it is forged"
    CHECKSUMS = f"`{CHECKSUMS}` is made of the skill and cannot be part of it"


_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_ASCII_CONTROL = re.compile(r"[\x01-\x1f\x7f]")
_DRIVE = re.compile(r"[A-Za-z]:")
_WILDCARD = re.compile(r'[<>"|?*]')
_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|\Z)", re.IGNORECASE
)
_GIT = frozenset({".git", "git~1"})  # the second is the short name that Windows gives the first
_OURS = {RECEIPT.casefold(): PathProblem.RECEIPT, CHECKSUMS.casefold(): PathProblem.CHECKSUMS}
# A path of such names has no problem but its size: most have, so that one look is enough for them. What starts like a
# device or like one of our own files gets a closer one.
_NAME = r"(?!(?i:con|prn|aux|nul|com|lpt|sha256sums))[0-9A-Za-z_-]+(?:\.[0-9A-Za-z_-]+)*"
_ORDINARY = re.compile(rf"{_NAME}(?:/{_NAME})*")
_USABLE_NAME = re.compile(r"[\w-]{1,64}")
_CATEGORIES = {
    "Cc": PathProblem.CONTROL,
    "Cf": PathProblem.INVISIBLE,
    "Zl": PathProblem.INVISIBLE,
    "Zp": PathProblem.INVISIBLE,
    "Cs": PathProblem.UNDECODABLE,
    "Co": PathProblem.UNASSIGNED,
    "Cn": PathProblem.UNASSIGNED,
}


def path_problem(path: str, limits: Limits) -> PathProblem | None:
    """Return the first reason why no archive may hold this path, or None.

    Args:
        path: Relative to the skill, posix; bytes that are not UTF-8 as surrogates.
        limits: Its `depth`, `path` and `component` count.
    """
    if _ORDINARY.fullmatch(path) and len(path) <= min(limits.path, limits.component):
        return PathProblem.TOO_DEEP if path.count("/") >= limits.depth else None
    return _shape_problem(path) or _size_problem(path, limits) or _character_problem(path) or _name_problem(path)


def collisions(paths: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return pairs of paths that cannot lie in one folder everywhere, in the order of the second ones.

    Two paths collide when they, or folders they lie in, are equal but for case or Unicode form, when one is a file
    where the other needs a folder, and when both are the same file. A path is second in one pair at most.

    Args:
        paths: Posix; a folder itself ends in `/`.
    """
    seen: dict[tuple[str, ...], tuple[str, bool, str]] = {}
    found = []
    for path in paths:
        first = _collides(path, seen)
        if first is not None:
            found.append((first, path))
    return tuple(found)


def usable_name(name: str) -> bool:
    """Tell whether a skill can be published under this name: it is compared after NFKC."""
    normal = unicodedata.normalize("NFKC", name)
    return _USABLE_NAME.fullmatch(normal) is not None and _DEVICE.match(normal) is None


def installable_name(name: str) -> bool:
    """Tell whether a folder of this name may be placed: a name that starts with `-` is an option of other commands."""
    return usable_name(name) and not unicodedata.normalize("NFKC", name).startswith("-")


def is_reserved_plugin(name: str) -> bool:
    """Return True for a name with which a plugin passes as one of Anthropic's own, and is refused."""
    lower = name.lower().replace("_", "-")
    return lower in _RESERVED_PLUGINS or lower.startswith(_PLUGIN_STARTS) or _OFFICIAL_PLUGIN.search(lower) is not None


def printable(path: str, *, longest: int = 120) -> str:
    """Return a path as it can be shown anywhere: what cannot be seen is escaped, what passes `longest` marks is cut."""
    shown = "".join(mark if mark.isprintable() and mark != "`" else _escaped(mark) for mark in path[:longest])
    return shown if len(shown) <= longest and len(path) <= longest else f"{shown[: longest - 1]}…"


def path_warning(path: str) -> str | None:
    """Return the danger of a file that lies there, as a clause, or None for most (auto-run files)."""
    *folders, name = path.casefold().split("/")
    for folder in folders:
        if folder in _STEERING_FOLDERS:
            return _STEERING_FOLDERS[folder]
    if folders and name in _GUIDES and path.endswith(name):
        return None
    return _STEERING_FILES.get(name) or _STEERING_SUFFIXES.get(name[name.rfind(".") :])


def _shape_problem(path: str) -> PathProblem | None:
    if not path:
        return PathProblem.EMPTY
    if path.startswith(("//", "\\\\")):
        return PathProblem.UNC
    if path.startswith("/"):
        return PathProblem.ABSOLUTE
    if _DRIVE.match(path):
        return PathProblem.DRIVE
    components = path.replace("\\", "/").split("/")
    if ".." in components:
        return PathProblem.PARENT
    if "\\" in path:
        return PathProblem.BACKSLASH
    if "" in components or "." in components:
        return PathProblem.ALIAS
    return None


def _size_problem(path: str, limits: Limits) -> PathProblem | None:
    if path.count("/") >= limits.depth:
        return PathProblem.TOO_DEEP
    if len(path.encode("utf-8", "surrogatepass")) > limits.path:
        return PathProblem.TOO_LONG
    if any(len(name.encode("utf-8", "surrogatepass")) > limits.component for name in path.split("/")):
        return PathProblem.COMPONENT_TOO_LONG
    return None


def _character_problem(path: str) -> PathProblem | None:
    if "\0" in path:
        return PathProblem.NUL
    if path.isascii():
        return PathProblem.CONTROL if _ASCII_CONTROL.search(path) else None
    for mark in path:
        if mark in _BIDI:
            return PathProblem.BIDI
        problem = _CATEGORIES.get(unicodedata.category(mark))
        if problem is not None:
            return problem
    return None if unicodedata.is_normalized("NFC", path) else PathProblem.NOT_NFC


def _name_problem(path: str) -> PathProblem | None:
    if ":" in path:
        return PathProblem.STREAM
    if _WILDCARD.search(path):
        return PathProblem.WILDCARD
    for name in path.split("/"):
        if name[-1] in ". ":
            return PathProblem.TRAILING
        if _DEVICE.match(name):
            return PathProblem.DEVICE
        if name.casefold() in _GIT:
            return PathProblem.GIT
    return _OURS.get(path.partition("/")[0].casefold())


def _collides(path: str, seen: dict[tuple[str, ...], tuple[str, bool, str]]) -> str | None:
    """Remember a path and its folders; return the path that was there before, if they cannot both be."""
    parts = path.removesuffix("/").split("/")
    folded = tuple(_folded(part) for part in parts)
    for count in range(1, len(parts) + 1):
        spelling = "/".join(parts[:count])
        folder = count < len(parts) or path.endswith("/")
        known = seen.get(folded[:count])
        if known is None:
            seen[folded[:count]] = (spelling, folder, path)
        elif known[0] != spelling or not (folder and known[1]):
            return known[2]
    return None


def _folded(name: str) -> str:
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


def _escaped(mark: str) -> str:
    return r"\x60" if mark == "`" else mark.encode("unicode_escape", "surrogatepass").decode()


# What Claude Code 2.1.330 refuses.
_RESERVED_PLUGINS = frozenset({"anthropic", "anthropics", "claude"})
_PLUGIN_STARTS = ("anthropic-", "anthropics-", "cc-plugin-", "claude-")
_OFFICIAL_PLUGIN = re.compile(r"official-?(?:anthropic|claude)|(?:anthropic|claude)-?official")

_EDITOR = "an editor that opens the folder reads its tasks and settings"
_AGENT = "an agent that works in the folder takes it as instructions or settings"
_PYTHON = "Python runs it without being asked"
_SHELL = "a shell that enters the folder runs it"
_GIT_HOOK = "git can be led to run it"
_STEERING_FOLDERS: Mapping[str, str] = MappingProxyType(
    {
        ".vscode": _EDITOR,
        ".idea": _EDITOR,
        ".devcontainer": _EDITOR,
        ".zed": _EDITOR,
        ".claude": _AGENT,
        ".codex": _AGENT,
        ".cursor": _AGENT,
        ".gemini": _AGENT,
        ".opencode": _AGENT,
        ".husky": _GIT_HOOK,
        ".githooks": _GIT_HOOK,
        "__pycache__": "Python may run it instead of the source beside it",
    }
)
_STEERING_FILES: Mapping[str, str] = MappingProxyType(
    {
        ".envrc": _SHELL,
        "mise.toml": _SHELL,
        ".mise.toml": _SHELL,
        ".mcp.json": _AGENT,
        ".cursorrules": _AGENT,
        ".windsurfrules": _AGENT,
        "agents.md": _AGENT,
        "agents.override.md": _AGENT,
        "claude.md": _AGENT,
        "claude.local.md": _AGENT,
        "copilot-instructions.md": _AGENT,
        "gemini.md": _AGENT,
        "conftest.py": "pytest runs it in every run below the folder",
        "sitecustomize.py": _PYTHON,
        "usercustomize.py": _PYTHON,
        ".npmrc": "npm takes it as settings",
        ".exrc": _EDITOR,
        ".gdbinit": "a debugger runs it",
        ".lldbinit": "a debugger runs it",
        ".gitattributes": _GIT_HOOK,
        ".gitmodules": _GIT_HOOK,
        ".pre-commit-config.yaml": _GIT_HOOK,
    }
)
_GUIDES = frozenset({"agents.md", "claude.md", "gemini.md"})
"""Read by agents as instructions in capitals; in small letters inside of a folder, a text about one: `references/`."""
_STEERING_SUFFIXES: Mapping[str, str] = MappingProxyType(
    {
        ".pth": "Python runs it where it lies in its path",
        ".pyc": "it is compiled, so nobody has read what it does",
        ".code-workspace": _EDITOR,
    }
)
