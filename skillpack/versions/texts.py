"""Every text file that differs between two versions, line by line, within what a page can show."""

from collections.abc import Collection, Iterator
from itertools import islice

from skillpack.model.digest import file_mode
from skillpack.model.release import TextChange
from skillpack.model.tree import Tree, path_order
from skillpack.versions.lines import line_diff

MOST_FILES = 60
"""Of two versions; those that run come first."""

MOST_LINES = 600
"""Of the diff of one file; a longer one ends in a line that says so, marked with a backslash."""

MOST_TOGETHER = 3000
"""Lines of the diffs of all files; of what follows only the number of lines is said."""

_PLAIN = 0o644


def text_changes(old: Tree, new: Tree, *, beside: Collection[str]) -> tuple[TextChange, ...]:
    """Return the text files that differ, those that can be run first.

    Args:
        old: The published files of a version.
        new: Of the other.
        beside: Paths that are shown otherwise.
    """
    paths = sorted(
        {*old.files, *new.files} - set(beside), key=lambda path: (not _runs(path, old, new), path_order(path))
    )
    return tuple(islice(_changes(old, new, paths), MOST_FILES))


def _changes(old: Tree, new: Tree, paths: Collection[str]) -> Iterator[TextChange]:
    left = MOST_TOGETHER
    for path in paths:
        before, after = old.files.get(path), new.files.get(path)
        if before == after:
            continue
        texts = [_text(content) for content in (before, after)]
        if None not in texts:
            kind = "added" if before is None else "removed" if after is None else "changed"
            lines = line_diff(*map(str, texts))
            shown = min(MOST_LINES, left)
            left = max(left - len(lines), 0)
            if len(lines) > shown:
                lines = (*lines[:shown], f"\\ {len(lines) - shown} more lines")
            yield TextChange(kind, path, lines)


def _runs(path: str, *trees: Tree) -> bool:
    return path.startswith("scripts/") or any(file_mode(tree.files.get(path, b"")) != _PLAIN for tree in trees)


def _text(content: bytes | None) -> str | None:
    """Return the text of a file, empty for one that is not there; None for what is no text."""
    if content is None:
        return ""
    if b"\0" in content:
        return None
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None
