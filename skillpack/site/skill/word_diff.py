"""Two texts -> HTML in which the words that differ are marked; bounded, whatever it is given."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from html import escape

_WORDS = re.compile(r"⟦[^⟧]*⟧|[\w.-]*\w|\s+|[^\w\s]")
_MOST_WORDS = 400  # of either text; longer ones are compared whole
_ALIKE = 0.35  # share of equal words below which marks only confuse


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
