"""The files of a skill: in the list of its page, and beside each of them, where what lies near is shown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from skillpack.catalog import paths
from skillpack.check.alarm import alarm_level
from skillpack.model.entry import Entry, FileRecord
from skillpack.model.finding import AlarmLevel, Finding
from skillpack.site.skill.findings import shown_file

_UNFOLDED = 20  # files of a folder that stands open
_ALL_UNFOLDED = 60  # files of a skill whose folders stand open
_WHOLE = 60  # files of a skill that are all listed beside each of them
_NEAR = 15  # files before and after one in a larger skill


class FileLine(Struct, frozen=True):
    """A file in the list; `page` is empty for one that cannot be opened."""

    name: str
    page: str
    runs: str
    size: int
    tokens: int


class FileFolder(Struct, frozen=True):
    """Files of one folder; the root's name is empty.

    Attributes:
        paths: Of its files, in the skill.
        size: Bytes of all of them.
        folded: True where the page of the skill shows them on demand.
    """

    name: str
    files: tuple[FileLine, ...]
    paths: tuple[str, ...]
    size: int
    folded: bool


class TreeFile(Struct, frozen=True):
    """A file in the tree.

    Attributes:
        level: Of the alarm that it raises; None where nothing raises one.
        here: Whether it is the one that the page shows.
    """

    line: FileLine
    level: AlarmLevel | None
    here: bool


class TreeFolder(Struct, frozen=True):
    """A folder in the tree; the root's name is empty.

    Attributes:
        files: Those that are listed.
        more: How many are not.
    """

    name: str
    files: tuple[TreeFile, ...]
    more: int


class FileTree(Struct, frozen=True):
    """The files of a skill.

    Attributes:
        levels: Path -> the alarm that a file raises, of those that raise one.
    """

    folders: tuple[FileFolder, ...]
    levels: Mapping[str, AlarmLevel]

    def around(self, path: str) -> tuple[TreeFolder, ...]:
        """Return the folders beside a file: with every file of a small skill, else with those that lie near."""
        whole = sum(len(folder.files) for folder in self.folders) <= _WHOLE
        return tuple(self._folder(folder, path, whole=whole) for folder in self.folders)

    def _folder(self, folder: FileFolder, path: str, *, whole: bool) -> TreeFolder:
        start, stop = 0, len(folder.files) if whole else 0
        if not whole and path in folder.paths:
            at = folder.paths.index(path)
            start, stop = max(0, at - _NEAR), at + _NEAR + 1
        listed = tuple(
            TreeFile(file, self.levels.get(each), each == path)
            for file, each in zip(folder.files[start:stop], folder.paths[start:stop], strict=True)
        )
        return TreeFolder(folder.name, listed, len(folder.files) - len(listed))


def folders(name: str, files: Sequence[FileRecord], shown: frozenset[str]) -> Iterator[FileFolder]:
    """Yield the files by folder, the root first and the skill file first in it.

    Args:
        name: Of the skill.
        files: In the order of their paths.
        shown: Paths of the files that have a page.
    """
    ordered = sorted(files, key=lambda file: (_folder_of(file.path), file.kind != "skill", file.path))
    for folder, group in groupby(ordered, key=lambda file: _folder_of(file.path)):
        members = tuple(group)
        lines = tuple(_file_line(name, file, shown) for file in members)
        folded = bool(folder) and (len(lines) > _UNFOLDED or len(files) > _ALL_UNFOLDED)
        yield FileFolder(folder, lines, tuple(file.path for file in members), sum(line.size for line in lines), folded)


def file_tree(entry: Entry, files: Sequence[FileRecord], shown: frozenset[str], alarms: Iterable[Finding]) -> FileTree:
    """Return the files of a skill, with what was found in them.

    Args:
        entry: The skill.
        files: In the order of their paths.
        shown: Paths of the files that have a page.
        alarms: Findings that raise an alarm.
    """
    levels: dict[str, AlarmLevel] = {}
    for alarm in alarms:
        for place in alarm.places():
            file = shown_file(place.path, entry.path)
            level = alarm_level(alarm)
            if level is not None and levels.get(file) is not AlarmLevel.STOP:
                levels[file] = level
    return FileTree(tuple(folders(entry.name, files, shown)), levels)


def _file_line(name: str, file: FileRecord, shown: frozenset[str]) -> FileLine:
    page = paths.skill_file(name, file.path) if file.path in shown else ""
    if file.image:
        page = paths.skill_raw(name, file.path)
    if not page and file.kind == "skill":
        page = paths.skill_markdown(name)
    return FileLine(file.path.rsplit("/", 1)[-1], page, file.runs, file.size, file.tokens)


def _folder_of(path: str) -> str:
    return path.rpartition("/")[0]
