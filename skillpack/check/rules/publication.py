"""PB: what no archive holds, and what a catalog does not publish."""

from collections.abc import Iterator

from skillpack.check.private_files import private_reason
from skillpack.check.rule import Hit, rule
from skillpack.check.subject import Subject
from skillpack.model.digest import RECEIPT
from skillpack.model.portable import PathProblem, collisions, path_warning, printable
from skillpack.model.tree import SkippedKind

_OURS = frozenset({PathProblem.GIT, PathProblem.RECEIPT, PathProblem.CHECKSUMS})
_HARMLESS_DOT_FILES = frozenset({".gitkeep", ".keep"})


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
            yield _about(path, f"`{printable(path)}` cannot be published: {problem}", "rename the file")
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
    for first, second in collisions(subject.listing):
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
    size, limit = subject.size, subject.limits.tree
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
    count, limit = len(subject.listing), subject.limits.files
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
    for path in subject.listing:
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
            message = f"`{printable(path)}` cannot be published: {problem}"
            yield _about(path, message, "remove it, or rename it")


def _about(path: str, message: str, hint: str) -> Hit:
    return Hit(message, path=path, hint=hint)


def _has_field(subject: Subject, name: str) -> bool:
    skill = subject.skill
    field = skill.document.field(name)
    if field is not None and field.value.text.strip():
        return True
    metadata = dict(skill.metadata)
    return bool(metadata.get(name.removeprefix("metadata."), "").strip())
