"""Differences -> HTML: a unified diff with numbered lines, and two texts, each with the words that differ marked."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html import escape

from markupsafe import Markup
from msgspec import Struct

from skillpack.model.hidden_characters import revealed
from skillpack.site.markdown.hidden_characters import chips
from skillpack.site.trusted import trusted

_KINDS = {"+": "ins", "-": "del", "@": "gap", "\\": "gap"}
_REMARK = "\\ "
"""Starts a line that says something about the diff."""

_WORDS = re.compile(r"⟦[^⟧]*⟧|[\w.-]*\w|\s+|[^\w\s]")
_MOST_WORDS = 400  # of either text; longer ones are compared whole
_ALIKE = 0.35  # share of equal words below which marks only confuse


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


def marked_lines(old: str, new: str) -> tuple[str, str] | None:
    """Return both lines as HTML, what only one of them has in `<mark>`; None where they have too little in common."""
    steps = _steps(old, new)
    if steps is None:
        return None
    before, after = "", ""
    for same, gone, come in steps:
        before += escape(same, quote=False) + _wrapped("mark", gone)
        after += escape(same, quote=False) + _wrapped("mark", come)
    return before, after


def inline_diff(old: str, new: str) -> str:
    """Return one HTML text with `<del>` and `<ins>`; both texts whole where they have too little in common."""
    steps = _steps(old, new)
    if steps is None:
        return " ".join(filter(None, (_wrapped("del", old), _wrapped("ins", new))))
    return "".join(
        escape(same, quote=False) + _wrapped("del", gone) + _wrapped("ins", come) for same, gone, come in steps
    )


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
                _, removed, added, _ = line.split(" ", 3)  # `@@ -3,7 +3,9 @@`: from which line on, and how many
                old, new = abs(int(removed.split(",")[0])), int(added.split(",")[0])
            yield f'<span class="gap">{escape(line.removeprefix(_REMARK), quote=False)}\n</span>'
            continue
        text = marked.get(at) or escape(line, quote=False)
        if kind == "same":
            yield f'<span data-n="{new}">{text}\n</span>'
        else:
            yield f'<{kind} data-n="{new if kind == "ins" else old}">{text}\n</{kind}>'
        old += kind != "ins"
        new += kind != "del"


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


def _wrapped(element: str, text: str) -> str:
    return f"<{element}>{escape(text, quote=False)}</{element}>" if text else ""


def _steps(old: str, new: str) -> tuple[tuple[str, str, str], ...] | None:
    """Return pieces of equal text, each with what was taken out and put in after it."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    if max(len(before), len(after)) > _MOST_WORDS:
        return None
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if _weight(before, after, matcher) < _ALIKE:
        return None
    return tuple(_pieces(before, after, matcher))


def _weight(before: list[str], after: list[str], matcher: SequenceMatcher[str]) -> float:
    """Return which share of the characters both texts have, blanks left aside."""
    shared = sum(
        len("".join(before[block.a : block.a + block.size]).strip()) for block in matcher.get_matching_blocks()
    )
    longest = max(sum(len(word.strip()) for word in words) for words in (before, after))
    return shared / longest if longest else 0.0


def _pieces(before: list[str], after: list[str], matcher: SequenceMatcher[str]) -> Iterator[tuple[str, str, str]]:
    same = ""
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            same = "".join(before[a:b])
        else:
            yield same, "".join(before[a:b]), "".join(after[c:d])
            same = ""
    if same:
        yield same, "", ""
