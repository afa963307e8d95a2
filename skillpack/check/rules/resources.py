"""RS: where the links of a skill lead, and the paths in code that leave it: guides name files so, without a link."""

import re
from collections.abc import Iterator
from itertools import chain, islice

from skillpack.abilities.places import span_in_file, warned
from skillpack.abilities.texts import TextFile
from skillpack.check.rule import Hit, rule
from skillpack.check.subject import Subject
from skillpack.check.targets import MANY, LinkTarget, is_placeholder, outside_path, resolved
from skillpack.model.document import Body
from skillpack.model.portable import printable
from skillpack.parse.markdown.body import scan_body
from skillpack.parse.patterns import late

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
OUTSIDE, BESIDE, DECLARED = "outside", "beside", "declared"
"""Facts of a link that goes up from the skill: the path below that, and where it is that of a folder beside the skill,
the folder's name; what the skill depends on."""
_RASTER = {
    "png": b"\x89PNG\r\n\x1a\n",
    "jpg": b"\xff\xd8\xff",
    "jpeg": b"\xff\xd8\xff",
    "gif": b"GIF8",
    "webp": b"RIFF",
}
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


@rule("RS001", "link-target-missing", source="Agent Skills specification, file references")
def link_target_missing(subject: Subject) -> Iterator[Hit]:
    """A link leads to a file that the skill does not have.

    Why: an agent that follows the link finds nothing, and continues without what it should have read.

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


@rule("RS002", "link-leaves-skill", source="formal guide (boxxy), parts 5 and 6")
def link_leaves_skill(subject: Subject) -> Iterator[Hit]:
    """A link, an image or a path in code leads out of the skill.

    Why: a skill is installed on its own, anywhere. A file outside of it is missing there, or belongs
    to somebody else. A link to `../other-skill/` works where both skills are installed: if the catalog
    has that skill, all such links together are one remark, and none once `metadata.depends` names it.
    Links to its skills that go up too far are one finding, too.
    Links and images count in Markdown and in HTML. A path in backticks counts where it uses `..`. In
    code blocks a path counts that leaves one of the skill's own folders, or leads to the system or to
    another skill; other paths there are those of a project. Text that warns about a path does not count.

    Fix: copy the file into the skill, add the other skill to `metadata.depends`, or refer to it by name.
    """
    depends = {name for name, _ in subject.skill.about.depends}
    links = ((target, "the link to") for target in subject.targets if target.path is None)
    for target, what in chain(links, ((target, "the path") for target in _upward_paths(subject))):
        above, path = outside_path(target.file, target.written)
        name = path.partition("/")[0] if above == 1 else ""
        facts = [(OUTSIDE, path)] if path else []
        facts += [(BESIDE, name)] if name else []
        facts += [(DECLARED, name)] if name in depends else []
        yield Hit(
            f"{what} `{printable(target.written)}` leaves the skill",
            at=target.at,
            path=target.file,
            hint="copy the file into the skill, or refer to the other skill by name",
            facts=tuple(facts),
        )


@rule("RS003", "link-not-shown", source="skillpack, pages")
def link_not_shown(subject: Subject) -> Iterator[Hit]:
    """A link leads to a file without a page: it is neither a text of moderate size nor a raster image.

    Why: the site shows such a link as plain text. Agents and archives have the file all the same.

    Fix: nothing, if only agents need the file; otherwise link to a text file or an image.
    """
    for target in subject.targets:
        if not target.file and target.found and target.path and not _has_page(subject, target.path):
            yield Hit(
                f"`{printable(target.path)}` has no page, so the link to it is plain text on the site",
                at=target.at,
                hint="link to a text file or an image where people should see it",
            )


@rule("RS004", "link-case-differs", source="skillpack, systems")
def link_case_differs(subject: Subject) -> Iterator[Hit]:
    """The case of letters in a link differs from that of the file name.

    Why: it works on macOS and Windows, and fails on Linux and on the site.

    Fix: write the link exactly like the file name.
    """
    for target in subject.targets:
        if target.path is not None and not target.found:
            other = _other_case(subject, target.path)
            if other:
                yield Hit(
                    f"the link says `{printable(target.path)}`; the file is called `{printable(other)}`",
                    at=target.at,
                    path=target.file,
                    hint=f"write `{printable(other)}`",
                )


@rule("RS005", "mentioned-file-missing", source="Agent Skills specification, file references")
def mentioned_file_missing(subject: Subject) -> Iterator[Hit]:
    """The body tells the agent to read or run a file that does not exist.

    Why: the agent finds nothing, and continues without it. The rule looks only at paths into the
    folders of a skill, after words such as "see", "read", "run" or "described in". Calls such as
    `python scripts/x.py`, and paths in backticks that begin a list item or a table row, count only if
    the skill has that folder, because projects have one too.

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


def _upward_paths(subject: Subject) -> Iterator[LinkTarget]:
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
