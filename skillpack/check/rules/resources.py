"""RS: where the links of a skill lead."""

import re
from collections.abc import Iterator
from itertools import chain, islice

from skillpack.check.rule import Hit, rule
from skillpack.check.rules.places import span_in_file
from skillpack.check.rules.upward import upward_paths
from skillpack.check.subject import Subject
from skillpack.check.targets import MANY, is_placeholder
from skillpack.model.portable import printable

_FOLDERS = ("scripts", "references", "assets", "examples", "resources")
_IN_FOLDER = re.compile(b"/(?<=s/)(?:" + b"|".join(b"(?<=(%s)/)" % name.encode() for name in _FOLDERS) + b")")
_MENTION = re.compile(rb"(?:[\w.-]+/)+[\w.-]*\w\.\w{1,12}(?![\w/*{<$-])")
_TOLD_TO_READ = re.compile(
    rb"\b(?:(?:see|read|consult|load|open|follow|refer\ to|run|execute|use)(?:\ the)?"
    rb"(?:\ (?:file|script|template|guide))?"
    rb"|(?:details?|guides?|documented|described|explained|listed|covered|found|solutions?|more)\ in)"
    rb"\ [`\"'(]?(?:\./)?\Z",
    re.IGNORECASE,
)
_TOLD_TO_RUN = re.compile(rb"\b(?:bash|sh|python[\d.]*|node|ruby|perl|uv run)(?: -\w+)* [\"']?(?:\./)?\Z")
_LISTED = re.compile(rb"^[ \t]*(?:[-*+]|\d{1,3}[.)]|\|) `(?:\./)?\Z", re.MULTILINE)
_OPENINGS = frozenset({b" `", b' "', b" '", b" ("})
_LONGEST = 300  # bytes of a path
_RASTER = {
    "png": b"\x89PNG\r\n\x1a\n",
    "jpg": b"\xff\xd8\xff",
    "jpeg": b"\xff\xd8\xff",
    "gif": b"GIF8",
    "webp": b"RIFF",
}


@rule("RS001", "link-target-missing", source="agentskills.io/specification, file references")
def link_target_missing(subject: Subject) -> Iterator[Hit]:
    """A link leads to a file that the skill does not have.

    Why: an agent that follows the link finds nothing and goes on without what it should have read.

    Fix: add the file, or correct the link.
    """
    for target in subject.targets:
        if target.path is not None and not target.found and not _other_case(subject, target.path):
            yield Hit(
                f"there is no `{printable(target.path)}` in the skill",
                at=target.at,
                path=target.file,
                hint="add the file, or correct the link",
            )


@rule("RS002", "link-leaves-skill", source="seed 003, parts 5 and 6")
def link_leaves_skill(subject: Subject) -> Iterator[Hit]:
    """A link is absolute or leaves the skill with `..`, or a path in backticks does so.

    Why: a skill is installed alone and anywhere; what lies outside of it is not there, or is somebody
    else's file. Published links that leave the skill lead nowhere. Of paths in backticks only those
    with `..` count, outside of code blocks and of text that warns of them.

    Fix: copy the file into the skill, or speak of the other skill by its name.
    """
    links = ((target, "the link to") for target in subject.targets if target.path is None)
    for target, what in chain(links, ((target, "the path") for target in upward_paths(subject))):
        yield Hit(
            f"{what} `{printable(target.written)}` leaves the skill",
            at=target.at,
            path=target.file,
            hint="copy the file into the skill, or name the other skill instead of its files",
        )


@rule("RS003", "link-not-shown", source="skillpack")
def link_not_shown(subject: Subject) -> Iterator[Hit]:
    """A link leads to a file that has no page: neither text of moderate size nor a raster image.

    Why: on the site such a link is plain text. Agents and archives have the file all the same.

    Fix: nothing, where only agents need the file; else link to a text file or an image.
    """
    for target in subject.targets:
        if not target.file and target.found and target.path and not _has_page(subject, target.path):
            yield Hit(
                f"`{printable(target.path)}` has no page, so the link to it is plain text on the site",
                at=target.at,
                hint="link to a text file or an image where people should see it",
            )


@rule("RS004", "link-case-differs", source="skillpack")
def link_case_differs(subject: Subject) -> Iterator[Hit]:
    """A link spells a file's name with other capitals than the file has.

    Why: it works on macOS and Windows, and fails on Linux and on the site.

    Fix: write the link as the file is called.
    """
    for target in subject.targets:
        if target.path is not None and not target.found:
            other = _other_case(subject, target.path)
            if other:
                yield Hit(
                    f"the link says `{printable(target.path)}`, the file is called `{printable(other)}`",
                    at=target.at,
                    path=target.file,
                    hint=f"write `{printable(other)}`",
                )


@rule("RS005", "mentioned-file-missing", source="agentskills.io/specification, file references")
def mentioned_file_missing(subject: Subject) -> Iterator[Hit]:
    """The body tells the agent to read or run a file, and it is not there.

    Why: the agent finds nothing and goes on without it. Only paths into the folders of a skill are
    meant, and only where the words before them are "see", "read", "run", "described in" and the like.
    Calls such as `python scripts/x.py`, and paths in backticks that begin an item of a list or a row
    of a table, count where the skill has that folder, because projects have it too.

    Fix: add the file, or correct the path.
    """
    known = subject.paths
    reported = set()
    for file in (file for file in subject.texts if not file.path):
        content = file.content
        for mention in _mentions(content):
            path = mention.group().decode("ascii", "replace")
            if path in known or path in reported or not _is_mentioned(known, content, mention.start(), path):
                continue
            reported.add(path)
            yield Hit(
                f"there is no `{path}` in the skill",
                at=span_in_file(file, mention.start(), mention.end()),
                hint="add the file, or correct the path",
            )


def _mentions(content: bytes) -> Iterator[re.Match[bytes]]:
    """Yield the paths into the folders of a skill that follow a word."""
    for folder in islice(_IN_FOLDER.finditer(content), MANY * len(_FOLDERS)):
        start = folder.start(folder.lastindex or 0)
        if _follows_word(content, start):
            mention = _MENTION.match(content, start, start + _LONGEST)
            if mention:
                yield mention


def _follows_word(content: bytes, start: int) -> bool:
    """Tell whether a path may follow a word that sends the agent there: most paths stand in links, or in paths."""
    if content.startswith(b"./", start - 2):
        start -= 2
    return content[start - 1 : start] == b" " or content[start - 2 : start] in _OPENINGS


def _other_case(subject: Subject, path: str) -> str:
    """Return the file whose name differs from a path in case alone, or the empty string."""
    folded = path.casefold()
    return next((each for each in subject.paths if each.casefold() == folded), "")


def _has_page(subject: Subject, path: str) -> bool:
    if path == subject.skill.document.path:
        return True
    content = subject.tree.files.get(path)
    if content is None:
        return False
    magic = _RASTER.get(path.rpartition(".")[2].lower())
    if magic is not None and content.startswith(magic):
        return True
    return len(content) <= subject.limits.viewer and _is_text(content)


def _is_text(content: bytes) -> bool:
    if content.isascii():
        return b"\0" not in content
    try:
        return "\0" not in content.decode()
    except UnicodeDecodeError:
        return False


def _is_mentioned(known: frozenset[str], content: bytes, start: int, path: str) -> bool:
    """Tell whether the words before a path send the agent there."""
    told = _TOLD_TO_READ.search(content, max(0, start - 30), start) is not None
    called = _TOLD_TO_RUN.search(content, max(0, start - 60), start) or _is_listed(content, start)
    if not told and called:
        folder = path.partition("/")[0]
        told = any(each.startswith(f"{folder}/") for each in known)
    return told and not is_placeholder(path)


def _is_listed(content: bytes, start: int) -> bool:
    """Tell whether a path in backticks begins an item of a list or a row of a table."""
    line = content.rfind(b"\n", max(0, start - 40), start) + 1
    return _LISTED.match(content[line:start]) is not None if line else False
