"""RS: where the links of a skill lead."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from skillpack.check.rule import Draft, Rule, rule
from skillpack.check.rules.places import decoded, span_of
from skillpack.check.subject import Subject
from skillpack.check.texts import TextFile
from skillpack.model.document import NOWHERE, Link, Span
from skillpack.model.portable import printable
from skillpack.parse.body import scan_body

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|//")
_ABSOLUTE = re.compile(r"/|~/|\\|[A-Za-z]:|file:", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"""[<>{}$*|\s] | \.\.\.|… | (?:^|/)(?:path/to|your[-_])
    | (?:^|/)(?:file\ ?name|file|url|uri|link|path|x+|foo|bar|baz)(?:\.\w+)?$""",
    re.VERBOSE | re.IGNORECASE,
)
_ELSEWHERE = ("https://", "http://", "#", "mailto:")
_ESCAPES = re.compile("(?:%[0-9A-Fa-f]{2})+")
_LINK = re.compile(rb"\]\([ \t]{0,4}<?([^\s()<>#?]{1,300})")
_FOLDERS = tuple(re.compile(name + b"/") for name in (b"scripts", b"references", b"assets", b"examples", b"resources"))
_MENTION = re.compile(rb"(?:[\w.-]+/)+[\w.-]*\w\.\w{1,12}(?![\w/*{<$-])")
_TOLD_TO_READ = re.compile(
    rb"\b(?:see|read|consult|load|open|follow|refer\ to|run|execute|use)(?:\ the)?(?:\ (?:file|script|template|guide))?"
    rb"\ [`\"'(]?(?:\./)?\Z",
    re.IGNORECASE,
)
_TOLD_TO_RUN = re.compile(rb"\b(?:bash|sh|python[\d.]*|node|ruby|perl|uv run)(?: -\w+)* [\"']?(?:\./)?\Z")
_MANY = 500  # links or mentions that are looked at in one file, and drafts of one rule
_LONGEST = 300  # bytes of a path
_RASTER = {
    "png": b"\x89PNG\r\n\x1a\n",
    "jpg": b"\xff\xd8\xff",
    "jpeg": b"\xff\xd8\xff",
    "gif": b"GIF8",
    "webp": b"RIFF",
}


@dataclass(frozen=True, slots=True)
class _Target:
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


@rule("RS001", "link-target-missing", source="agentskills.io/specification, file references")
def link_target_missing(subject: Subject) -> Iterator[Draft]:
    """A link leads to a file that the skill does not have.

    Why: an agent that follows the link finds nothing and goes on without what it should have read.

    Fix: add the file, or correct the link.
    """
    for target in _targets(subject):
        if target.path is not None and not target.found and not _other_case(subject, target.path):
            yield Draft(
                f"there is no `{printable(target.path)}` in the skill",
                at=target.at,
                path=target.file,
                hint="add the file, or correct the link",
            )


@rule("RS002", "link-leaves-skill", source="seed 003, parts 5 and 6")
def link_leaves_skill(subject: Subject) -> Iterator[Draft]:
    """A link is absolute, or leaves the skill with `..`.

    Why: a skill is installed alone and anywhere; what lies outside of it is not there, or is somebody
    else's file. Published links that leave the skill lead nowhere.

    Fix: copy the file into the skill, or speak of the other skill by its name.
    """
    for target in _targets(subject):
        if target.path is None:
            yield Draft(
                f"the link to `{printable(target.written)}` leaves the skill",
                at=target.at,
                path=target.file,
                hint="copy the file into the skill, or name the other skill instead of linking to it",
            )


@rule("RS003", "link-not-shown", source="skillpack; decisions 13")
def link_not_shown(subject: Subject) -> Iterator[Draft]:
    """A link leads to a file that has no page: neither text of moderate size nor a raster image.

    Why: on the site such a link is plain text. Agents and archives have the file all the same.

    Fix: nothing, where only agents need the file; else link to a text file or an image.
    """
    for target in _of(_paths(subject), "", subject.skill.document.body.links[:_MANY]):
        if target.found and target.path and not _has_page(subject, target.path):
            yield Draft(
                f"`{printable(target.path)}` has no page, so the link to it is plain text on the site",
                at=target.at,
                hint="link to a text file or an image where people should see it",
            )


@rule("RS004", "link-case-differs", source="skillpack")
def link_case_differs(subject: Subject) -> Iterator[Draft]:
    """A link spells a file's name with other capitals than the file has.

    Why: it works on macOS and Windows, and fails on Linux and on the site.

    Fix: write the link as the file is called.
    """
    for target in _targets(subject):
        if target.path is not None and not target.found:
            other = _other_case(subject, target.path)
            if other:
                yield Draft(
                    f"the link says `{printable(target.path)}`, the file is called `{printable(other)}`",
                    at=target.at,
                    path=target.file,
                    hint=f"write `{printable(other)}`",
                )


@rule("RS005", "mentioned-file-missing", source="agentskills.io/specification, file references")
def mentioned_file_missing(subject: Subject) -> Iterator[Draft]:
    """The body tells the agent to read or run a file, and it is not there.

    Why: the agent finds nothing and goes on without it. Only paths into the folders of a skill are
    meant, and only where the words before them are "see", "read", "run" and the like; calls such as
    `python scripts/x.py` count where the skill has scripts, because projects have them too.

    Fix: add the file, or correct the path.
    """
    known = _paths(subject)
    reported = set()
    for content in (file.content for file in subject.texts if not file.path):
        for mention in _mentions(content):
            path = mention.group().decode("ascii", "replace")
            if path in known or path in reported or not _is_told(known, content, mention):
                continue
            reported.add(path)
            yield Draft(
                f"there is no `{path}` in the skill",
                at=span_of(content, mention.start(), mention.end()),
                hint="add the file, or correct the path",
            )


def _mentions(content: bytes) -> Iterator[re.Match[bytes]]:
    """Yield the paths into the folders of a skill."""
    for folder in chain.from_iterable(islice(folder.finditer(content), _MANY) for folder in _FOLDERS):
        mention = _MENTION.match(content, folder.start(), folder.start() + _LONGEST)
        if mention:
            yield mention


def _targets(subject: Subject) -> Iterator[_Target]:
    """Yield every link of the skill file, and of other Markdown each that leads nowhere."""
    known = _paths(subject)
    yield from _of(known, "", subject.skill.document.body.links[:_MANY])
    for file in subject.texts:
        if file.markdown and file.path and len(file.content) <= subject.limits.viewer and _leads_nowhere(known, file):
            links = scan_body(decoded(file.content), 1).links[:_MANY]
            yield from (target for target in _of(known, file.path, links) if not target.found)


def _of(known: frozenset[str], file: str, links: Iterable[Link]) -> Iterator[_Target]:
    for link in links:
        target = _target(known, file, link.target, link.span)
        if target is not None:
            yield target


def _leads_nowhere(known: frozenset[str], file: TextFile) -> bool:
    """Tell whether something in a file looks like a link that leads nowhere, be it in code."""
    for found in islice(_LINK.finditer(file.content), _MANY):
        target = _target(known, file.path, found[1].decode("utf-8", "replace"), NOWHERE)
        if target is not None and not target.found:
            return True
    return False


def _paths(subject: Subject) -> frozenset[str]:
    """Return every file of the skill, read or not."""
    return frozenset(resource.path for resource in subject.skill.resources) | {subject.skill.document.path}


def _target(known: frozenset[str], file: str, target: str, at: Span) -> _Target | None:
    """Return what a link is meant for; None for the web, for anchors and for what stands for something else."""
    if target.startswith(_ELSEWHERE):
        return None
    written = target.strip("<>").partition("#")[0].partition("?")[0]
    if not written or _PLACEHOLDER.search(written):
        return None
    if _ABSOLUTE.match(written):
        return None if written.startswith("//") else _Target(file, written, None, found=False, at=at)
    if _SCHEME.match(written):
        return None
    path = _resolved(file.rpartition("/")[0], _unescaped(written))
    if path is not None and file and path not in known:
        # Agents read paths from the skill's root, wherever they stand.
        from_root = _resolved("", _unescaped(written))
        path = from_root if from_root in known else path
    return _Target(file, written, path, found=_there(known, path), at=at)


def _resolved(folder: str, target: str) -> str | None:
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


def _there(known: frozenset[str], path: str | None) -> bool:
    return path == "" or path in known or (path is not None and any(each.startswith(f"{path}/") for each in known))


def _other_case(subject: Subject, path: str) -> str:
    """Return the file whose name differs from a path in case alone, or the empty string."""
    folded = path.casefold()
    return next((each for each in _paths(subject) if each.casefold() == folded), "")


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
    try:
        return "\0" not in content.decode()
    except UnicodeDecodeError:
        return False


def _unescaped(target: str) -> str:
    return _ESCAPES.sub(lambda found: bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace"), target)


def _is_told(known: frozenset[str], content: bytes, mention: re.Match[bytes]) -> bool:
    """Tell whether the words before a path send the agent there."""
    before = content[max(0, mention.start() - 60) : mention.start()]
    path = mention.group().decode("ascii", "replace")
    if _PLACEHOLDER.search(path):
        return False
    if _TOLD_TO_READ.search(before):
        return True
    folder = path.partition("/")[0]
    return _TOLD_TO_RUN.search(before) is not None and any(each.startswith(f"{folder}/") for each in known)


RULES: tuple[Rule[Subject], ...] = (
    link_target_missing,
    link_leaves_skill,
    link_not_shown,
    link_case_differs,
    mentioned_file_missing,
)
