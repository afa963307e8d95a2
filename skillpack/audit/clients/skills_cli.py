"""npm `skills` 1.7.4: what it would install of an index, drop without a word, or cut (wire formats 0 and 3.1).

Its exit status says nothing of what it drops, so that only a reader who knows its rules can tell.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from skillpack.archive.member import Member
from skillpack.audit.faults import archive_dropped, file_cut, front_matter_dropped, hidden_from_install
from skillpack.model.document import FaultKind, Field, NodeKind
from skillpack.model.finding import Finding
from skillpack.model.limits import Limits
from skillpack.model.portable import printable
from skillpack.parse.fields import read_fields

MOST_DESCRIPTION = 1024
"""UTF-16 units of a description in the index."""

_MOST_ENTRIES = 1000  # of an archive; of a zip folders count too
_MOST_BYTES = 50 * 2**20  # of an archive, unpacked
_SKILL_FILE = "SKILL.md"
_BYTE_ORDER_MARK = "\ufeff"
_OPENINGS = ("---\n", "---\r\n")
_TAR_NAME, _TAR_PREFIX = 100, 155  # bytes of the oldest form, the only one it knows
_NAME = re.compile(r"(?!-)(?!.*--)[a-z0-9-]{1,64}(?<!-)")
# What its YAML reader takes for something else than a text (YAML 1.2, core schema); dates, `yes` and `on` are texts.
_NOT_TEXT = re.compile(
    r"~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
    r"|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)|"
)
_TRUE = frozenset({"true", "True", "TRUE"})
# Where our reader stops and that one goes on: what follows is not known here.
_STOPS = frozenset(
    {FaultKind.ANCHOR, FaultKind.TAG, FaultKind.YAML_TOO_DEEP, FaultKind.YAML_TOO_MANY_NODES, FaultKind.COMPLEX_KEY}
)


@dataclass(frozen=True, slots=True)
class Front:
    """What it reads of a skill file.

    Attributes:
        refused: Why it drops the skill; empty where it does not.
        internal: True when it installs the skill only by name.
    """

    refused: str = ""
    internal: bool = False


@dataclass(frozen=True, slots=True)
class Installed:
    """What is on disk afterwards.

    Attributes:
        files: Path -> bytes; none where the skill is dropped.
        archive: Why the archive is dropped, or empty.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    archive: str = ""
    front: Front = Front()


def entry_refusal(name: str, description: str, url: str) -> str:
    """Return why it passes over an entry of the index; empty where it does not."""
    if _NAME.fullmatch(name) is None:
        return "the name is not lower-case ASCII letters, digits and single hyphens"
    units = len(description.encode("utf-16-le", "surrogatepass")) // 2
    if not 0 < units <= MOST_DESCRIPTION:
        return f"the description has {units} UTF-16 units, not 1 to {MOST_DESCRIPTION}"
    return "" if url else "the address is empty"


def install_file(content: bytes, limits: Limits) -> Installed:
    """Return what it makes of a skill that is one file."""
    return _installed({}, content, limits)


def install_archive(members: Sequence[Member], limits: Limits, *, tar: bool = False) -> Installed:
    """Return what it makes of an archive.

    Args:
        members: As a strict reader found them.
        limits: What we dare to read.
        tar: Whether it is a tar, of which it knows only the oldest form, with names as they stand.
    """
    size = sum(len(member.content) for member in members)
    count = sum(not (tar and member.folder) for member in members)
    if count > _MOST_ENTRIES:
        return Installed(archive=f"the archive has {count:,} entries, at most {_MOST_ENTRIES:,} are taken")
    if size > _MOST_BYTES:
        return Installed(archive=f"the archive unpacks to {size:,} bytes, at most {_MOST_BYTES:,} are taken")
    if tar and any(member.name.startswith("./") for member in members):
        return Installed(archive="the names in the tar start with `./`")
    files = {_spelled(member.name, tar=tar): member.content for member in members if not member.folder}
    if _SKILL_FILE not in files:
        return Installed(archive=f"there is no `{_SKILL_FILE}` at the root of the archive")
    return _installed(files, files[_SKILL_FILE], limits)


def visit(name: str, path: str, installed: Installed, published: Mapping[str, bytes]) -> Iterator[Finding]:
    """Yield what this client would lose or change of a skill.

    Args:
        name: Of the skill.
        path: Of the artifact on the site.
        installed: What the client makes of it.
        published: What was meant: path -> bytes.
    """
    if installed.archive:
        yield archive_dropped(name, path, installed.archive)
    elif installed.front.refused:
        yield front_matter_dropped(name, path, installed.front.refused)
    else:
        for file in published:
            if installed.files.get(file) != published[file]:
                yield file_cut(name, path, f"`{printable(file)}` is not installed as it was published")
    if installed.front.internal:
        yield hidden_from_install(name, path)


def read_front(text: str, limits: Limits) -> Front:
    """Return what it reads of a skill file's text."""
    opening = next((line for line in _OPENINGS if text.startswith(line)), "")
    end = text.find("\n---", len(opening))
    if not opening or end < 0:
        return Front("the front matter is not between two lines `---`")
    fields, faults = read_fields(text[len(opening) : end].removesuffix("\r"), 2, limits)
    kinds = {each.kind for each in faults}
    if FaultKind.DUPLICATE_KEY in kinds:
        twice = next(each.detail for each in faults if each.kind is FaultKind.DUPLICATE_KEY)
        return Front(f"the key `{printable(twice)}` is there twice")
    if FaultKind.YAML in kinds:
        return Front("the front matter is not readable as YAML")
    if kinds & _STOPS:
        return Front()
    last = {each.name: each for each in fields}
    refused = [key for key in ("name", "description") if not _is_text(last.get(key))]
    return Front(f"`{refused[0]}` is not a text" if refused else "", internal=_is_internal(last.get("metadata")))


def _installed(files: dict[str, bytes], skill_file: bytes, limits: Limits) -> Installed:
    # It decodes the skill file and writes it again.
    text = skill_file.decode("utf-8", "replace").removeprefix(_BYTE_ORDER_MARK)
    front = read_front(text, limits)
    return Installed(front=front) if front.refused else Installed(files | {_SKILL_FILE: text.encode()}, front=front)


def _is_text(found: Field | None) -> bool:
    if found is None or found.value.kind is not NodeKind.SCALAR:
        return False
    return not (found.value.plain and _NOT_TEXT.fullmatch(found.value.text))


def _is_internal(metadata: Field | None) -> bool:
    items = metadata.value.items if metadata is not None and metadata.value.kind is NodeKind.MAP else ()
    return any(item.name == "internal" and item.value.plain and item.value.text in _TRUE for item in items)


def _spelled(name: str, *, tar: bool) -> str:
    """Return where it writes a file: of a tar's long name only what fits the oldest form."""
    raw = name.encode("utf-8", "surrogateescape")
    if not tar:
        return name.removeprefix("./")
    if len(raw) <= _TAR_NAME:
        return name
    cut = raw.rfind(b"/", 0, _TAR_PREFIX + 1)
    fits = cut > 0 and 0 < len(raw) - cut - 1 <= _TAR_NAME
    return name if fits else raw[:_TAR_NAME].decode("utf-8", "replace")
