"""Lines of a unified diff -> HTML: numbered, with the words that differ marked."""

from collections.abc import Iterator, Sequence
from html import escape

from markupsafe import Markup
from msgspec import Struct

from skillpack.model.hidden_characters import revealed
from skillpack.site.markdown.hidden_characters import chips
from skillpack.site.skill.word_diff import marked_lines
from skillpack.site.trusted import trusted

_KINDS = {"+": "ins", "-": "del", "@": "gap", "\\": "gap"}
_REMARK = "\\ "
"""Starts a line that says something about the diff."""


class DiffView(Struct, frozen=True):
    """A diff as a page shows it.

    Attributes:
        html: One element a line; its text has the sign in front, so that a copy is still a diff.
        added: Lines.
        removed: Lines.
    """

    html: Markup
    added: int
    removed: int


def diff_view(lines: Sequence[str]) -> DiffView | None:
    """Return a unified diff for a page; None where nothing differs."""
    if not lines:
        return None
    shown = [revealed(line) for line in lines]
    kinds = [_kind(line) for line in shown]
    return DiffView(trusted(chips("".join(_elements(shown)))), kinds.count("ins"), kinds.count("del"))  # escaped below


def _kind(line: str) -> str:
    return _KINDS.get(line[:1], "same")


def _elements(lines: Sequence[str]) -> Iterator[str]:
    """Yield each line as HTML, with its number: of one that is gone in the old text, else in the new one."""
    marked = _marked(lines)
    old = new = 0
    for at, line in enumerate(lines):
        kind = _kind(line)
        if kind == "gap":
            if line.startswith("@@"):
                old, new = _starts(line)
            yield f'<span class="gap">{escape(line.removeprefix(_REMARK), quote=False)}\n</span>'
            continue
        text = marked.get(at) or escape(line, quote=False)
        if kind == "same":
            yield f'<span data-n="{new}">{text}\n</span>'
        else:
            yield f'<{kind} data-n="{new if kind == "ins" else old}">{text}\n</{kind}>'
        old += kind != "ins"
        new += kind != "del"


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
        kind = _kind(line)
        if kind == "del" and not added:
            removed.append(at)
        elif kind == "ins" and removed:
            added.append(at)
        else:
            if added:
                yield removed, added
            removed, added = ([at] if kind == "del" else []), []
