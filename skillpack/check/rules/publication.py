"""PB: what no archive holds, what some readers do not take, and what a catalog does not publish."""

import re
from collections.abc import Iterator

from msgspec import Struct

from skillpack.check.private_files import private_reason
from skillpack.check.rule import Hit, rule
from skillpack.check.rules.layout import WITHOUT_SKILL
from skillpack.check.subject import Subject
from skillpack.model.digest import RECEIPT
from skillpack.model.document import NOWHERE
from skillpack.model.portable import PathProblem, collisions, path_warning, printable
from skillpack.model.tree import SkippedKind, path_order

_OURS = frozenset({PathProblem.GIT, PathProblem.RECEIPT, PathProblem.CHECKSUMS})
_TOOL_SETTINGS = frozenset({".gitignore", ".gitattributes", ".editorconfig", ".npmignore", ".npmrc", ".dockerignore"})
_HARMLESS_DOT_FILES = frozenset({".gitkeep", ".keep"})
_DISCOVERABLE = re.compile(r"(?!-)(?!.*--)[a-z0-9-]{1,64}(?<!-)")
_TAR_NAME, _TAR_PREFIX = 100, 155  # bytes


class _Reader(Struct, frozen=True):
    """A program that takes skills up to a size."""

    who: str
    limit: int


# Tightest first. The canonical archive is stored, so that it is as large as its files.
_SIZES = (
    _Reader("Google's agent registry (zip)", 500_000),
    _Reader("Google's agent registry (files)", 10_000_000),
    _Reader("`npx skills` (download)", 10 * 2**20),
    _Reader("Skills over MCP", 16 * 2**20),
    _Reader("`npx skills` (unpacked)", 50 * 2**20),
)
_COUNTS = (_Reader("Skills over MCP", 512), _Reader("`npx skills`", 1000))
_FILE_SIZES = (_Reader("Google's agent registry", 1_000_000),)
_DEPTHS = (_Reader("Google's agent registry", 8),)


@rule(
    "PB001",
    "unportable-path",
    source="skillpack, systems",
)
def unportable_path(subject: Subject) -> Iterator[Hit]:
    """An archive cannot contain the path of a file.

    Why: some file system, host or reader refuses it, or would write somewhere else: backslashes,
    characters that Windows does not allow, names of its devices, invisible characters, names that are
    not UTF-8. skillpack does not write an archive that is refused somewhere.

    Fix: rename the file.
    """
    for path, problem in subject.odd_paths:
        if problem not in _OURS | {PathProblem.TOO_DEEP}:
            yield _about(path, f"`{printable(path)}` cannot be published: {problem}", "rename the file")
    for skipped in subject.skill.skipped:
        if skipped.kind is SkippedKind.NAME:
            yield _about(
                skipped.path, f"`{printable(skipped.path)}` cannot be published: {skipped.detail}", "rename the file"
            )


@rule("PB002", "colliding-paths", source="skillpack, systems")
def colliding_paths(subject: Subject) -> Iterator[Hit]:
    """Two files cannot be in one folder everywhere.

    Why: their names differ only in case or in the Unicode form of their letters; on some file systems
    one overwrites the other.

    Fix: rename one of them.
    """
    for first, second in collisions(subject.listing):
        message = f"`{printable(second)}` and `{printable(first)}` are the same file on some systems"
        yield _about(second, message, "rename one of them")


@rule("PB003", "file-too-large", source="skillpack, limits")
def file_too_large(subject: Subject) -> Iterator[Hit]:
    """A file is too large for an archive.

    Why: readers of archives stop at a limit, so that a hostile one cannot fill a disk; no agent reads a
    file of this size.

    Fix: make the file smaller, or let people download it.
    """
    limit = subject.limits.file
    for resource in subject.skill.resources:
        if resource.size > limit:
            yield Hit(
                f"`{printable(resource.path)}` has {resource.size:,} bytes; at most {limit:,} are published",
                path=resource.path,
                hint="make it smaller, or let people download it",
                facts=(("size", str(resource.size)),),
            )


@rule("PB004", "skill-too-large", source="skillpack, limits")
def skill_too_large(subject: Subject) -> Iterator[Hit]:
    """All files together are too large for an archive.

    Why: readers of archives stop at a limit, so that a hostile one cannot fill a disk.

    Fix: leave out what agents do not need, or split the skill.
    """
    size, limit = subject.size, subject.limits.tree
    if size > limit:
        yield Hit(
            f"the skill has {size:,} bytes; at most {limit:,} are published",
            hint="leave out what agents do not need, or split the skill",
            facts=(("size", str(size)),),
        )


@rule(
    "PB005",
    "too-many-files",
    source="skillpack, limits",
)
def too_many_files(subject: Subject) -> Iterator[Hit]:
    """The skill has too many files for an archive.

    Why: readers of archives stop at a limit. So many files are rarely a skill; more often a folder of
    dependencies was included by accident.

    Fix: leave out what does not belong to the skill, with `exclude` of its source.
    """
    count, limit = len(subject.listing), subject.limits.files
    if count > limit or any(skipped.kind is SkippedKind.TOO_MANY for skipped in subject.skill.skipped):
        yield Hit(
            f"the skill has {max(count, limit + 1):,} files or more; at most {limit:,} are published",
            hint="leave out what does not belong to the skill",
            facts=(("size", str(count)),),
        )


@rule(
    "PB006",
    "path-too-deep",
    source="skillpack, limits",
)
def path_too_deep(subject: Subject) -> Iterator[Hit]:
    """A file is nested too deeply for an archive.

    Why: readers stop at a depth, as file systems and their tools do.

    Fix: move the file up.
    """
    deep = [path for path, problem in subject.odd_paths if problem is PathProblem.TOO_DEEP]
    deep += [skipped.path for skipped in subject.skill.skipped if skipped.kind is SkippedKind.TOO_DEEP]
    for path in deep:
        message = f"`{printable(path)}` is nested deeper than {subject.limits.depth} folders"
        yield _about(path, message, "move it up")


@rule("PB007", "special-file", source="skillpack, systems")
def special_file(subject: Subject) -> Iterator[Hit]:
    """Something in the folder is not a regular file: a device, a socket, a named pipe.

    Why: archives contain files; every reader refuses anything else.

    Fix: remove it from the folder.
    """
    for skipped in subject.skill.skipped:
        if skipped.kind is SkippedKind.SPECIAL:
            yield _about(skipped.path, f"`{printable(skipped.path)}` is not a file: {skipped.detail}", "remove it")


@rule("PB008", "unreadable-file", source="skillpack, nothing lost")
def unreadable_file(subject: Subject) -> Iterator[Hit]:
    """A file could not be read.

    Why: a skill is published whole or not at all.

    Fix: make it readable, or exclude it.
    """
    for skipped in subject.skill.skipped:
        no_skill = not subject.skill.document.path and skipped.path in WITHOUT_SKILL
        if skipped.kind is SkippedKind.UNREADABLE and not no_skill:
            message = f"`{printable(skipped.path)}` could not be read: {skipped.detail}"
            yield _about(skipped.path, message, "make it readable, or exclude it")


@rule("PB009", "dot-file", source="skillpack, privacy")
def dot_file(subject: Subject) -> Iterator[Hit]:
    """A hidden file or folder is published with the skill.

    Why: names that start with a dot are easily overlooked: settings, caches, environments, secrets. A
    file whose path a text of the skill gives belongs to it.

    Fix: delete it, or leave it out with `exclude` of its source; if the skill needs it, name its path.
    """
    hidden: dict[str, int] = {}
    for path in subject.listing:
        parts = path.split("/")
        first = next((number for number, part in enumerate(parts) if part.startswith(".")), None)
        if first is None or path == RECEIPT or private_reason(path, subject.tree.files.get(path, b"")):
            continue
        harmless = parts[first] in _HARMLESS_DOT_FILES or path_warning(path) is not None
        if not harmless and not _is_named(subject, path):
            top = "/".join(parts[: first + 1])
            hidden[top] = hidden.get(top, 0) + 1
    for top, count in hidden.items():
        what = f"`{printable(top)}`" if count == 1 else f"`{printable(top)}` with {count} files"
        yield _about(top, f"{what} is hidden and published with the skill", "delete it or exclude it")


@rule("PB012", "required-field-missing", source="skillpack, configuration")
def required_field_missing(subject: Subject) -> Iterator[Hit]:
    """A field is missing that this catalog requires of every skill.

    Why: the catalog's `[policy] require` names it.

    Fix: add the field, at the top of the front matter or under `metadata`.
    """
    for name in subject.require:
        if not _has_field(subject, name):
            yield Hit(f"this catalog requires the field `{name}`", hint=f"add `{name}` to the front matter")


@rule("PB013", "reserved-file", source="skillpack, safety")
def reserved_file(subject: Subject) -> Iterator[Hit]:
    """The name of a file or folder belongs to git or to the installer.

    Why: a receipt or a list of checksums in an archive can only be forged, and a `.git` would turn the
    installed skill into a repository whose hooks run. Readers refuse such archives. The receipt at the
    root of an installed skill needs no fix: it is not published.

    Fix: remove the file, or rename it.
    """
    for path, problem in subject.odd_paths:
        if problem in _OURS and path != RECEIPT:
            message = f"`{printable(path)}` cannot be published: {problem}"
            yield _about(path, message, "remove it, or rename it")


@rule("PB010", "large-for-readers", source="Google Skill Registry; skills (npm); MCP SEP-2640")
def large_for_readers(subject: Subject) -> Iterator[Hit]:
    """The skill is too large for some readers.

    Why: they refuse the archive, some of them silently.

    Fix: leave out what agents do not need, or make images smaller.
    """
    yield from _beyond(_SIZES, subject.size, "has {:,} bytes", "leave out what agents do not need")


@rule("PB011", "name-not-discoverable", source="Agent Skills Discovery 0.2.0")
def name_not_discoverable(subject: Subject) -> Iterator[Hit]:
    """Clients of the discovery index drop a skill of this name.

    Why: they accept `a-z`, `0-9` and single hyphens, and silently drop every other entry. The skill is
    on the site, but `npx skills add` does not find it.

    Fix: give the skill a name of these characters.
    """
    name = subject.skill.name
    if name and not _DISCOVERABLE.fullmatch(name):
        field = subject.skill.document.field("name")
        yield Hit(
            f"clients of the discovery index drop the name `{printable(name, longest=64)}`",
            at=field.value.span if field else NOWHERE,
            hint="use lower-case letters a to z, digits and single hyphens",
        )


@rule("PB014", "many-files-for-readers", source="MCP SEP-2640; skills (npm)")
def many_files_for_readers(subject: Subject) -> Iterator[Hit]:
    """The skill has too many files for some readers.

    Why: they refuse the skill, or show only part of it.

    Fix: leave out what agents do not need, or join small files.
    """
    yield from _beyond(_COUNTS, len(subject.listing), "has {:,} files", "leave out what agents do not need")


@rule("PB015", "large-file-for-readers", source="Google Skill Registry")
def large_file_for_readers(subject: Subject) -> Iterator[Hit]:
    """A file is too large for some readers.

    Why: they refuse the whole skill.

    Fix: make the file smaller.
    """
    for resource in subject.skill.resources:
        if resource.size > _FILE_SIZES[0].limit:
            words = f"has `{printable(resource.path)}` of {{:,}} bytes"
            yield from _beyond(_FILE_SIZES, resource.size, words, "make the file smaller", path=resource.path)


@rule("PB016", "deep-for-readers", source="Google Skill Registry")
def deep_for_readers(subject: Subject) -> Iterator[Hit]:
    """A file is nested too deeply for some readers.

    Why: they refuse the whole skill.

    Fix: move the file up.
    """
    deepest = max(subject.listing, key=lambda path: path.count("/"), default="")
    yield from _beyond(_DEPTHS, deepest.count("/") + 1, "has a path of {:,} parts", "move the file up", path=deepest)


@rule("PB017", "path-not-for-tar", source="POSIX pax, ustar interchange format; skills (npm)")
def path_not_for_tar(subject: Subject) -> Iterator[Hit]:
    """A path is too long for the one tar format that every reader knows.

    Why: the zip archive can contain it; `pack --format tar.gz` refuses it, because readers that know no
    other format would silently cut the name.

    Fix: shorten the path to 100 bytes.
    """
    for path in subject.listing:
        if not _fits_tar(path_order(path)):
            yield Hit(f"`{printable(path)}` is too long for a tar archive", path=path, hint="shorten the path")


def _is_named(subject: Subject, path: str) -> bool:
    """Return whether a text of the skill gives the path of a file; settings of tools that any text may name do not."""
    if path in _TOOL_SETTINGS:
        return any(target.path == path for target in subject.targets)
    encoded = path.encode("utf-8", "surrogatepass")
    whole = re.compile(rb"(?<![\w-])" + re.escape(encoded) + rb"(?![\w-]|\.\w)")
    return any(encoded in file.content and whole.search(file.content) for file in subject.texts)


def _about(path: str, message: str, hint: str) -> Hit:
    return Hit(message, path=path, hint=hint)


def _has_field(subject: Subject, name: str) -> bool:
    skill = subject.skill
    field = skill.document.field(name)
    if field is not None and field.value.text.strip():
        return True
    metadata = dict(skill.metadata)
    return bool(metadata.get(name.removeprefix("metadata."), "").strip())


def _beyond(readers: tuple[_Reader, ...], size: int, words: str, hint: str, *, path: str = "") -> Iterator[Hit]:
    """Yield one finding that names every reader whose limit is passed."""
    passed = [reader for reader in readers if size > reader.limit]
    if passed:
        who = "; ".join(f"{reader.who} takes at most {reader.limit:,}" for reader in passed)
        yield Hit(f"the skill {words.format(size)}: {who}", path=path, hint=hint, facts=(("size", str(size)),))


def _fits_tar(path: bytes) -> bool:
    """Tell whether a path fits into the name, or into prefix and name, of a ustar header."""
    if len(path) <= _TAR_NAME:
        return True
    cut = path.rfind(b"/", 0, _TAR_PREFIX + 1)
    return cut > 0 and 0 < len(path) - cut - 1 <= _TAR_NAME
