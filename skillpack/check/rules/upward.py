"""Paths in code that leave the skill: guides name files so, without a link (boxxy's formal guide)."""

import re
from collections.abc import Iterator
from itertools import islice

from skillpack.check.patterns import late
from skillpack.check.rules.places import span_in_file, warned
from skillpack.check.subject import Subject
from skillpack.check.targets import MANY, LinkTarget, is_placeholder, resolved
from skillpack.check.texts import TextFile
from skillpack.model.document import Body
from skillpack.parse.markdown.body import scan_body

_UPWARD = re.compile(rb"(?<!`)`([\w./-]{0,290}\.\./[\w./-]{0,290}\w/?)`(?!`)")
_LEAVING = re.compile(
    rb"""(?<![\w./-])(?:\./)?(
        (?:scripts|references|assets|examples|resources)/[\w./-]{0,290}\.\./[\w./-]{0,290}\w
        | (?:\.\./){1,20}(?:etc|home|proc|root|var)/[\w./-]{0,290}\w
        | (?:\.\./){1,20}[\w.-]{1,64}/SKILL\.md
    )(?![\w/])""",
    re.VERBOSE,
)
"""Paths of nobody's project: out of a folder that skills have, to the system, to another skill."""
_SPEAKS_OF_TRAVERSAL = late(rb"travers|payload|escap|inject|exploit|vulnerab|sanitiz|valid", re.IGNORECASE)
_LONGEST_BLOCK = 2000  # bytes of a code block above a path that are looked back over
_NEAR = 300  # bytes before a path that say what it is about


def upward_paths(subject: Subject) -> Iterator[LinkTarget]:
    """Yield the paths in backticks that leave the skill, and those in any code or prose that are of no project.

    Code blocks show commands and imports of somebody's project, and what prose warns of is an example.
    """
    for file in subject.texts:
        readable = file.markdown and b"../" in file.content and len(file.content) <= subject.limits.viewer
        if readable and (_UPWARD.search(file.content) or _LEAVING.search(file.content)):
            body = scan_body(file.text(), 1) if file.path else subject.skill.document.body
            yield from _upward_links(file, body)


def _upward_links(file: TextFile, body: Body) -> Iterator[LinkTarget]:
    lines = {link.span.line for link in body.links if "../" in link.target}
    seen: set[tuple[int, str]] = set()
    for found in (*islice(_UPWARD.finditer(file.content), MANY), *islice(_LEAVING.finditer(file.content), MANY)):
        written = found[1].decode("utf-8", "replace")
        if is_placeholder(written) or resolved(file.path.rpartition("/")[0], written) is not None:
            continue
        at = span_in_file(file, found.start(), found.end())
        fenced = any(fence.span.line <= at.line <= fence.span.end_line for fence in body.fences)
        if (at.line, written) in seen or at.line in lines or (fenced and found.re is _UPWARD):
            continue
        if not _is_example(file.content, found) and not (fenced and _is_warned_of_block(file.content, found.start())):
            seen.add((at.line, written))
            yield LinkTarget(file.path, written, None, found=False, at=at)


def _is_example(content: bytes, found: re.Match[bytes]) -> bool:
    """Tell whether what stands around a path speaks of paths that should not be."""
    end = content.find(b"\n", found.end(), found.end() + _NEAR)
    around = content[max(0, found.start() - _NEAR) : found.start()] + content[found.end() : max(end, found.end())]
    return warned(content, found.start()) or _SPEAKS_OF_TRAVERSAL().search(around) is not None


def _is_warned_of_block(content: bytes, position: int) -> bool:
    """Tell whether prose warns of the code block at a position, on the last line above it."""
    fence = max(content.rfind(mark, max(0, position - _LONGEST_BLOCK), position) for mark in (b"```", b"~~~"))
    above = content[max(0, fence - _NEAR) : fence].rstrip() if fence > 0 else b""
    return warned(above, len(above))
