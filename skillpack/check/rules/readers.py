"""PB: what an archive holds and some readers do not take."""

import re
from collections.abc import Iterator

from msgspec import Struct

from skillpack.check.rule import Hit, rule
from skillpack.check.subject import Subject
from skillpack.model.document import NOWHERE
from skillpack.model.portable import printable
from skillpack.model.tree import path_order

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
