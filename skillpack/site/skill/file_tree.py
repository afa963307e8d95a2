"""The files of a skill beside each of them: folders, and in them what lies near."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from skillpack.check.alarm import alarm_level
from skillpack.model.entry import Entry, FileRecord
from skillpack.model.finding import AlarmLevel, Finding
from skillpack.site.skill.facts import FileFolder, FileLine, folders
from skillpack.site.skill.findings import shown_file

_WHOLE = 60  # files of a skill that are all listed beside each of them
_NEAR = 15  # files before and after one in a larger skill


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
        paths = [f"{folder.name}/{file.name}".lstrip("/") for file in folder.files]
        start, stop = 0, len(paths) if whole else 0
        if not whole and path in paths:
            at = paths.index(path)
            start, stop = max(0, at - _NEAR), at + _NEAR + 1
        listed = tuple(
            TreeFile(file, self.levels.get(each), each == path)
            for file, each in zip(folder.files[start:stop], paths[start:stop], strict=True)
        )
        return TreeFolder(folder.name, listed, len(paths) - len(listed))


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
