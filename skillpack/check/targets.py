"""Where the links of a skill lead: followed once, for every rule that asks."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct

from skillpack.abilities.texts import TextFile
from skillpack.model.document import NOWHERE, Link, Span
from skillpack.model.limits import Limits
from skillpack.model.skill import ParsedSkill
from skillpack.parse.markdown.body import scan_body

MANY = 500
"""Links or mentions that are looked at in one file."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|//")
_ABSOLUTE = re.compile(r"/|~/|\\|[A-Za-z]:|file:", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"""[<>{}$*|\s] | \.\.\.|… | (?:^|/)(?:path/to|your[-_])
    | (?-i:(?:^|/)[A-Z]+(?:_[A-Z]+)+$)
    | (?:^|/)(?:file\ ?name|file|url|uri|link|foo|bar|baz)(?:\.\w+)?$""",
    re.VERBOSE | re.IGNORECASE,
)
_ELSEWHERE = ("https://", "http://", "#", "mailto:")
_ESCAPES = re.compile("(?:%[0-9A-Fa-f]{2})+")
_LINK = re.compile(
    rb"""\]\([ \t]{0,4}<?(?P<markdown>[^\s()<>#?]{1,300})|\b(?:src|href)=["']?(?P<html>[^\s()<>#?"']{1,300})""",
    re.IGNORECASE,
)


class LinkTarget(Struct, frozen=True):
    """A link to a file.

    Attributes:
        file: The file that holds the link; empty for the skill file.
        written: Its target, without anchor and query.
        path: Relative to the skill; None where it leaves it.
        found: Whether there is such a file or folder.
    """

    file: str
    written: str
    path: str | None
    found: bool
    at: Span


def read_paths(skill: ParsedSkill) -> frozenset[str]:
    """Return every file of a skill, read or not."""
    return frozenset([skill.document.path, *[resource.path for resource in skill.resources]])


def read_targets(
    skill: ParsedSkill, texts: Iterable[TextFile], paths: frozenset[str], limits: Limits
) -> tuple[LinkTarget, ...]:
    """Return where the links of the skill file lead, and of other Markdown each that leads nowhere."""
    targets = list(_of(paths, "", skill.document.body.links[:MANY]))
    for file in texts:
        if file.markdown and file.path and len(file.content) <= limits.viewer and _leads_nowhere(paths, file):
            links = scan_body(file.text(), 1).links[:MANY]
            targets += [target for target in _of(paths, file.path, links) if not target.found]
    return tuple(targets)


def is_placeholder(path: str) -> bool:
    """Return whether a path stands for something else: `path/to/file`, `<name>.md`, `references/*.md`."""
    return _PLACEHOLDER.search(path) is not None


def _of(paths: frozenset[str], file: str, links: Iterable[Link]) -> Iterator[LinkTarget]:
    for link in links:
        target = _target(paths, file, link.target, link.span)
        if target is not None:
            yield target


def _leads_nowhere(paths: frozenset[str], file: TextFile) -> bool:
    """Tell whether something in a file looks like a link that leads nowhere, be it in code."""
    for found in islice(_LINK.finditer(file.content), MANY):
        written = found["markdown"] or found["html"]
        target = _target(paths, file.path, written.decode("utf-8", "replace"), NOWHERE)
        if target is not None and not target.found:
            return True
    return False


def _target(paths: frozenset[str], file: str, target: str, at: Span) -> LinkTarget | None:
    """Return the file that a link leads to; None for the web, for anchors and for placeholders."""
    if target.startswith(_ELSEWHERE):
        return None
    written = target.strip("<>").partition("#")[0].partition("?")[0]
    if not written or is_placeholder(written):
        return None
    if _ABSOLUTE.match(written):
        return None if written.startswith("//") else LinkTarget(file, written, None, found=False, at=at)
    if _SCHEME.match(written):
        return None
    path = resolved(file.rpartition("/")[0], _unescaped(written))
    if path is not None and file and path not in paths:
        # Agents read paths from the skill's root, wherever they stand.
        from_root = resolved("", _unescaped(written))
        path = from_root if from_root in paths else path
    return LinkTarget(file, written, path, found=_exists(paths, path), at=at)


def resolved(folder: str, target: str) -> str | None:
    """Return a path relative to the skill, or None where it leaves it."""
    parts = folder.split("/") if folder else []
    for part in target.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def outside_path(file: str, target: str) -> tuple[int, str]:
    """Return how many folders a relative link goes up from the skill, and the path below that; 0 for any other link.

    Args:
        file: The file that holds the link, relative to the skill; empty for the skill file.
        target: Of the link, without anchor and query.
    """
    if _ABSOLUTE.match(target):
        return 0, ""
    above = 0
    parts = file.split("/")[:-1]
    for part in _unescaped(target).split("/"):
        if part == ".." and not parts:
            above += 1
        elif part == "..":
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return above, "/".join(parts) if above else ""


def _exists(paths: frozenset[str], path: str | None) -> bool:
    return path == "" or path in paths or (path is not None and any(each.startswith(f"{path}/") for each in paths))


def _unescaped(target: str) -> str:
    return _ESCAPES.sub(lambda found: bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace"), target)
