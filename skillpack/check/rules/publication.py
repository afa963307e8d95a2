"""PB: what no archive holds, and what some readers do not take."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from skillpack.check.private_files import private_reason
from skillpack.check.rule import Hit, Rule, rule
from skillpack.check.subject import Subject
from skillpack.model.digest import RECEIPT
from skillpack.model.document import NOWHERE
from skillpack.model.portable import PATH_WORDS, PathProblem, collisions, path_warning, printable
from skillpack.model.tree import SkippedKind, path_order

_OURS = frozenset({PathProblem.GIT, PathProblem.RECEIPT, PathProblem.CHECKSUMS})
_DISCOVERABLE = re.compile(r"(?!-)(?!.*--)[a-z0-9-]{1,64}(?<!-)")
_HARMLESS_DOT_FILES = frozenset({".gitkeep", ".keep"})
_TAR_NAME, _TAR_PREFIX = 100, 155  # bytes


@dataclass(frozen=True, slots=True)
class _Reader:
    """A program that takes skills up to a size (wire formats, limits of readers)."""

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
    source="skillpack",
)
def unportable_path(subject: Subject) -> Iterator[Hit]:
    """The path of a file cannot be in an archive.

    Why: some file system, host or reader refuses it, or would write somewhere else: backslashes,
    characters that Windows does not take, its device names, characters nobody sees, names that are
    no UTF-8. Archives that are refused somewhere are not written at all.

    Fix: rename the file.
    """
    for path, problem in subject.odd_paths:
        if problem not in _OURS | {PathProblem.TOO_DEEP}:
            yield _about(path, f"`{printable(path)}` cannot be published: {PATH_WORDS[problem]}", "rename the file")
    for oddity in subject.skill.oddities:
        if oddity.kind is SkippedKind.NAME:
            yield _about(
                oddity.path, f"`{printable(oddity.path)}` cannot be published: {oddity.detail}", "rename the file"
            )


@rule("PB002", "colliding-paths", source="skillpack")
def colliding_paths(subject: Subject) -> Iterator[Hit]:
    """Two files cannot lie in one folder everywhere.

    Why: their names differ in case or in the form of their letters alone; where a file system makes
    no difference, one overwrites the other.

    Fix: rename one of them.
    """
    for first, second in collisions(_listing(subject)):
        message = f"`{printable(second)}` and `{printable(first)}` are one file on some systems"
        yield _about(second, message, "rename one of them")


@rule("PB003", "file-too-large", source="skillpack")
def file_too_large(subject: Subject) -> Iterator[Hit]:
    """A file is larger than an archive may hold.

    Why: readers of archives stop at a limit, so that a hostile one cannot fill a disk; no agent reads
    a file of this size.

    Fix: make the file smaller, or let people download it.
    """
    limit = subject.limits.file
    for resource in subject.skill.resources:
        if resource.size > limit:
            yield Hit(
                f"`{printable(resource.path)}` has {resource.size:,} bytes, at most {limit:,} are published",
                path=resource.path,
                hint="make it smaller, or let people download it",
                facts=(("size", str(resource.size)),),
            )


@rule("PB004", "skill-too-large", source="skillpack")
def skill_too_large(subject: Subject) -> Iterator[Hit]:
    """All files together are larger than an archive may be.

    Why: readers of archives stop at a limit, so that a hostile one cannot fill a disk.

    Fix: leave out what agents do not need, or split the skill.
    """
    size, limit = _size(subject), subject.limits.tree
    if size > limit:
        yield Hit(
            f"the skill has {size:,} bytes, at most {limit:,} are published",
            hint="leave out what agents do not need, or split the skill",
            facts=(("size", str(size)),),
        )


@rule(
    "PB005",
    "too-many-files",
    source="skillpack",
)
def too_many_files(subject: Subject) -> Iterator[Hit]:
    """The skill has more files than an archive may hold.

    Why: readers of archives stop at a limit. So many files are seldom a skill; more often it is
    a folder of dependencies that was not meant to be published.

    Fix: exclude what does not belong to the skill, with `exclude` of its source.
    """
    count, limit = len(_listing(subject)), subject.limits.files
    if count > limit or any(oddity.kind is SkippedKind.TOO_MANY for oddity in subject.skill.oddities):
        yield Hit(
            f"the skill has {max(count, limit + 1):,} files or more, at most {limit:,} are published",
            hint="leave out what does not belong to the skill",
            facts=(("size", str(count)),),
        )


@rule(
    "PB006",
    "path-too-deep",
    source="skillpack",
)
def path_too_deep(subject: Subject) -> Iterator[Hit]:
    """A file lies deeper than archives may go.

    Why: readers stop at a depth, because file systems and their tools do.

    Fix: move the file up.
    """
    deep = [path for path, problem in subject.odd_paths if problem is PathProblem.TOO_DEEP]
    deep += [oddity.path for oddity in subject.skill.oddities if oddity.kind is SkippedKind.TOO_DEEP]
    for path in deep:
        message = f"`{printable(path)}` lies deeper than {subject.limits.depth} folders"
        yield _about(path, message, "move it up")


@rule("PB007", "special-file", source="skillpack")
def special_file(subject: Subject) -> Iterator[Hit]:
    """Something in the folder is not a file: a device, a socket, a named pipe.

    Why: archives hold files; every reader refuses anything else.

    Fix: remove it from the folder.
    """
    for oddity in subject.skill.oddities:
        if oddity.kind is SkippedKind.SPECIAL:
            yield _about(oddity.path, f"`{printable(oddity.path)}` is not a file: {oddity.detail}", "remove it")


@rule("PB008", "unreadable-file", source="skillpack")
def unreadable_file(subject: Subject) -> Iterator[Hit]:
    """A file could not be read.

    Why: a skill is published whole or not at all.

    Fix: give yourself the right to read it, or exclude it.
    """
    for oddity in subject.skill.oddities:
        if oddity.kind is SkippedKind.UNREADABLE:
            message = f"`{printable(oddity.path)}` could not be read: {oddity.detail}"
            yield _about(oddity.path, message, "make it readable, or exclude it")


@rule("PB009", "dot-file", source="skillpack")
def dot_file(subject: Subject) -> Iterator[Hit]:
    """A hidden file or folder is published with the skill.

    Why: names that start with a dot are easily overlooked: settings, caches, environments, secrets.

    Fix: exclude it with `exclude` of its source, or delete it.
    """
    hidden: dict[str, int] = {}
    for path in _listing(subject):
        parts = path.split("/")
        first = next((number for number, part in enumerate(parts) if part.startswith(".")), None)
        if first is None or path == RECEIPT or private_reason(path, subject.tree.files.get(path, b"")):
            continue
        if parts[first] not in _HARMLESS_DOT_FILES and path_warning(path) is None:
            top = "/".join(parts[: first + 1])
            hidden[top] = hidden.get(top, 0) + 1
    for top, count in hidden.items():
        what = f"`{printable(top)}`" if count == 1 else f"`{printable(top)}` with {count} files"
        yield _about(top, f"{what} is hidden and published with the skill", "exclude it, or delete it")


@rule("PB010", "large-for-readers", source="wire formats, limits of readers")
def large_for_readers(subject: Subject) -> Iterator[Hit]:
    """The skill is larger than some readers take.

    Why: they refuse the archive, some of them without a word.

    Fix: leave out what agents do not need, or make images smaller.
    """
    yield from _beyond(_SIZES, _size(subject), "has {:,} bytes", "leave out what agents do not need")


@rule("PB011", "name-not-discoverable", source="skillpack")
def name_not_discoverable(subject: Subject) -> Iterator[Hit]:
    """Clients of the discovery index drop a skill of this name.

    Why: they take `a-z`, `0-9` and single hyphens, and drop every other entry without a word. The
    skill is on the site, but `npx skills add` does not find it.

    Fix: give the skill a name of such letters.
    """
    name = subject.skill.name
    if name and not _DISCOVERABLE.fullmatch(name):
        field = subject.skill.document.field("name")
        yield Hit(
            f"clients of the discovery index drop the name `{printable(name, longest=64)}`",
            at=field.value.span if field else NOWHERE,
            hint="use lower-case letters a to z, digits and single hyphens",
        )


@rule("PB012", "required-field-missing", source="the catalog's configuration, [policy] require")
def required_field_missing(subject: Subject) -> Iterator[Hit]:
    """A field is missing that this catalog demands of every skill.

    Why: the catalog's `[policy] require` names it.

    Fix: add the field, at the top of the front matter or under `metadata`.
    """
    for name in subject.require:
        if not _has_field(subject, name):
            yield Hit(f"this catalog demands the field `{name}`", hint=f"add `{name}` to the front matter")


@rule("PB013", "reserved-file", source="skillpack")
def reserved_file(subject: Subject) -> Iterator[Hit]:
    """A file or folder has a name that belongs to git, or to the installer.

    Why: a receipt or a list of checksums in an archive is forged by definition, and a `.git` would
    make the installed skill a repository whose hooks run. Readers refuse such archives. The receipt
    at the root of an installed skill is nothing to fix: it is not part of what is published.

    Fix: remove the file, or rename it.
    """
    for path, problem in subject.odd_paths:
        if problem in _OURS and path != RECEIPT:
            message = f"`{printable(path)}` cannot be published: {PATH_WORDS[problem]}"
            yield _about(path, message, "remove it, or rename it")


@rule("PB014", "many-files-for-readers", source="wire formats, limits of readers")
def many_files_for_readers(subject: Subject) -> Iterator[Hit]:
    """The skill has more files than some readers take.

    Why: they refuse the skill, or show a part of it.

    Fix: leave out what agents do not need, or join small files.
    """
    yield from _beyond(_COUNTS, len(_listing(subject)), "has {:,} files", "leave out what agents do not need")


@rule("PB015", "large-file-for-readers", source="wire formats, limits of readers")
def large_file_for_readers(subject: Subject) -> Iterator[Hit]:
    """A file is larger than some readers take.

    Why: they refuse the whole skill.

    Fix: make the file smaller.
    """
    for resource in subject.skill.resources:
        if resource.size > _FILE_SIZES[0].limit:
            words = f"has `{printable(resource.path)}` of {{:,}} bytes"
            yield from _beyond(_FILE_SIZES, resource.size, words, "make the file smaller", path=resource.path)


@rule("PB016", "deep-for-readers", source="wire formats, limits of readers")
def deep_for_readers(subject: Subject) -> Iterator[Hit]:
    """A file lies deeper than some readers take.

    Why: they refuse the whole skill.

    Fix: move the file up.
    """
    deepest = max(_listing(subject), key=lambda path: path.count("/"), default="")
    yield from _beyond(_DEPTHS, deepest.count("/") + 1, "has a path of {:,} parts", "move the file up", path=deepest)


@rule("PB017", "path-not-for-tar", source="wire formats, section 0; POSIX.1-1988, ustar")
def path_not_for_tar(subject: Subject) -> Iterator[Hit]:
    """A path is too long for the only form of tar that every reader knows.

    Why: the canonical zip holds it; `pack --format tar.gz` refuses it, because readers that know no
    other form would cut the name without a word.

    Fix: shorten the path to 100 bytes.
    """
    for path in _listing(subject):
        if not _fits_tar(path_order(path)):
            yield _about(path, f"`{printable(path)}` does not fit into a tar archive", "shorten the path")


def _listing(subject: Subject) -> list[str]:
    """Return every path of the skill, whether the file was read or not."""
    own = subject.skill.document.path
    return ([own] if own else []) + [resource.path for resource in subject.skill.resources]


def _size(subject: Subject) -> int:
    return len(subject.skill.document.raw) + sum(resource.size for resource in subject.skill.resources)


def _about(path: str, message: str, hint: str) -> Hit:
    return Hit(message, path=path, hint=hint)


def _beyond(readers: tuple[_Reader, ...], size: int, words: str, hint: str, *, path: str = "") -> Iterator[Hit]:
    """Yield one draft that names every reader whose limit is passed."""
    passed = [reader for reader in readers if size > reader.limit]
    if passed:
        who = "; ".join(f"{reader.who} takes {reader.limit:,}" for reader in passed)
        yield Hit(f"the skill {words.format(size)}: {who}", path=path, hint=hint, facts=(("size", str(size)),))


def _has_field(subject: Subject, name: str) -> bool:
    skill = subject.skill
    field = skill.document.field(name)
    if field is not None and field.value.text.strip():
        return True
    metadata = dict(skill.metadata)
    return bool(metadata.get(name.removeprefix("metadata."), "").strip())


def _fits_tar(path: bytes) -> bool:
    """Tell whether a path fits into the name, or into prefix and name, of a ustar header."""
    if len(path) <= _TAR_NAME:
        return True
    cut = path.rfind(b"/", 0, _TAR_PREFIX + 1)
    return cut > 0 and 0 < len(path) - cut - 1 <= _TAR_NAME


RULES: tuple[Rule[Subject], ...] = (
    unportable_path,
    colliding_paths,
    file_too_large,
    skill_too_large,
    too_many_files,
    path_too_deep,
    special_file,
    unreadable_file,
    dot_file,
    large_for_readers,
    name_not_discoverable,
    required_field_missing,
    reserved_file,
    many_files_for_readers,
    large_file_for_readers,
    deep_for_readers,
    path_not_for_tar,
)
