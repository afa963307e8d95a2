"""Lines of a unified diff -> lines of a page: numbered, with the words that differ marked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from skillpack.site.word_diff import marked_lines

_KINDS = {"+": "add", "-": "del", "@": "gap", "\\": "gap"}


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of a diff.

    Attributes:
        kind: `add`, `del`, `same`, or `gap` for what stands between two places.
        number: Of the line in the new text, of a line that is gone in the old one; 0 for a gap.
        html: The text with its sign in front, so that a copy is still a diff.
    """

    kind: str
    number: int
    html: Markup


def diff_lines(lines: Sequence[str]) -> tuple[DiffLine, ...]:
    """Return the lines of a unified diff for a page."""
    return tuple(_numbered(lines))


def _numbered(lines: Sequence[str]) -> Iterator[DiffLine]:
    marked = _marked(lines)
    old = new = 0
    for at, line in enumerate(lines):
        kind = _KINDS.get(line[:1], "same")
        if line.startswith("@@"):
            old, new = _starts(line)
        number = {"add": new, "del": old, "same": new, "gap": 0}[kind]
        text = line.removeprefix("\\ ") if kind == "gap" else line or " "
        yield DiffLine(kind, number, Markup(marked.get(at, escape(text, quote=False))))  # noqa: S704 escaped here or there
        old += kind in {"del", "same"}
        new += kind in {"add", "same"}


def _starts(header: str) -> tuple[int, int]:
    """Return the numbers of the first lines that `@@ -3,7 +3,9 @@` speaks of."""
    _, old, new, _ = header.split(" ", 3)
    return abs(int(old.split(",")[0])), int(new.split(",")[0])


def _marked(lines: Sequence[str]) -> dict[int, str]:
    """Return the HTML of the lines that take each other's place, by their position."""
    found: dict[int, str] = {}
    for removed, added in _replacements(lines):
        for old, new in zip(removed, added, strict=False):
            pair = marked_lines(lines[old][1:], lines[new][1:])
            if pair is not None:
                found[old], found[new] = f"-{pair[0]}", f"+{pair[1]}"
    return found


def _replacements(lines: Sequence[str]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the positions of removed lines and of the added ones that follow them at once."""
    removed: list[int] = []
    added: list[int] = []
    for at, line in enumerate([*lines, ""]):
        kind = _KINDS.get(line[:1], "same")
        if kind == "del" and not added:
            removed.append(at)
        elif kind == "add" and removed:
            added.append(at)
        else:
            if added:
                yield removed, added
            removed, added = ([at] if kind == "del" else []), []
