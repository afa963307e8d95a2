"""The files of a skill beside each of them: folders, and in them what lies near."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from skillpack.check.safety import hazard_level
from skillpack.model.entry import Entry, FileRecord
from skillpack.model.finding import Finding
from skillpack.model.safety import SafetyLevel
from skillpack.site.skill.facts import FileFolder, FileLine, folders
from skillpack.site.skill.findings import shown_file

_WHOLE = 60  # files of a skill that are all listed beside each of them
_NEAR = 15  # files before and after one in a larger skill


class TreeFile(Struct, frozen=True):
    """A file in the tree.

    Attributes:
        level: `unsafe` or `caution` where something was found in it; else empty.
        here: Whether it is the one that the page shows.
    """

    line: FileLine
    level: str
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
        levels: Path -> how safe a file looks, of those where something was found.
    """

    folders: tuple[FileFolder, ...]
    levels: Mapping[str, SafetyLevel]

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
            TreeFile(file, str(self.levels.get(each, "")), each == path)
            for file, each in zip(folder.files[start:stop], paths[start:stop], strict=True)
        )
        return TreeFolder(folder.name, listed, len(paths) - len(listed))


def file_tree(entry: Entry, files: Sequence[FileRecord], shown: frozenset[str], hazards: Iterable[Finding]) -> FileTree:
    """Return the files of a skill, with what was found in them.

    Args:
        entry: The skill.
        files: In the order of their paths.
        shown: Paths of the files that have a page.
        hazards: What the skill could do to its user.
    """
    levels: dict[str, SafetyLevel] = {}
    for hazard in hazards:
        for place in hazard.places():
            file = shown_file(place.path, entry.path)
            if levels.get(file) is not SafetyLevel.UNSAFE:
                levels[file] = hazard_level(hazard)
    return FileTree(tuple(folders(entry.name, files, shown)), levels)
