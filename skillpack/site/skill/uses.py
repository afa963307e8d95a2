"""What scripts use, as read from their text -> words and lines of pages."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from skillpack.model.entry import FileRecord
from skillpack.model.script import Script, UseKind, kinds_used
from skillpack.site.frame import Frame

_LINES = 6  # of one kind that the page of a file names
_SCRIPTS = 12  # that the page of a skill names


class UseLine(Struct, frozen=True):
    """One use: the words that show it, and the line they stand in."""

    word: str
    line: int


class UseGroup(Struct, frozen=True):
    """The uses of one kind; `more` are not listed."""

    kind: UseKind
    lines: tuple[UseLine, ...]
    more: int


class ScriptLine(Struct, frozen=True):
    """A script among what a skill may do.

    Attributes:
        page: Of the file, or empty.
        runner: What runs it.
        words: What it uses.
    """

    path: str
    page: str
    runner: str
    words: str


class ScriptsView(Struct, frozen=True):
    """The scripts of a skill.

    Attributes:
        count: How many there are; `more` of them are not listed.
        words: What all of them use together; empty where there are none.
    """

    lines: tuple[ScriptLine, ...]
    count: int
    words: str

    @property
    def more(self) -> int:
        """How many are not listed."""
        return self.count - len(self.lines)


def scripts_view(frame: Frame, files: Sequence[FileRecord], pages: Mapping[str, str]) -> ScriptsView:
    """Return the scripts of a skill for its page.

    Args:
        frame: Of the site.
        files: Of the skill.
        pages: File of the skill -> path of its page, for those that have one.
    """
    found = [(file, file.script) for file in files if file.script is not None]
    lines = tuple(
        ScriptLine(file.path, pages.get(file.path, ""), file.runs, use_words(frame, [script]))
        for file, script in found[:_SCRIPTS]
    )
    return ScriptsView(lines, len(found), use_words(frame, [script for _, script in found]) if found else "")


def use_groups(script: Script) -> tuple[UseGroup, ...]:
    """Return the uses of a script by kind, each word once; none of one that was not read."""
    order = list(UseKind)
    uses = sorted(script.uses, key=lambda use: (order.index(use.kind), use.line))
    groups = []
    for kind, members in groupby(uses, key=lambda use: use.kind):
        words: dict[str, int] = {}
        for use in members:
            words.setdefault(f"{use.word} {use.host}".strip(), use.line)
        lines = [UseLine(word, line) for word, line in words.items()]
        groups.append(UseGroup(kind, tuple(lines[:_LINES]), max(0, len(lines) - _LINES)))
    return tuple(groups)


def use_words(frame: Frame, scripts: Sequence[Script]) -> str:
    """Return in a few words what scripts use together; that some were not read is said, too."""
    kinds = [str(frame.t(f"use.{kind}")) for kind in kinds_used(scripts)]
    unread = any(script.unread for script in scripts)
    if unread:
        kinds.append(str(frame.t("use.unread")))
    return ", ".join(kinds) or str(frame.t("use.none"))
