"""What a skill says and a person who reads its page does not see, in words (pure)."""

from collections.abc import Iterator, Sequence

from skillpack.model.finding import Finding
from skillpack.model.skill import ParsedSkill
from skillpack.report.terminal.visible_text import clip

RULES = frozenset({"SF001", "SF011", "SF012"})
"""Rules about characters that nobody sees."""

_MOST = 3  # of each kind
_LONGEST = 60  # characters of a comment


def hiding(skill: ParsedSkill, findings: Sequence[Finding]) -> tuple[str, ...]:
    """Return the hidden texts: comments that the rendered page leaves out, invisible and turning characters."""
    return tuple(_comments(skill)) + tuple(_characters(findings))


def _comments(skill: ParsedSkill) -> Iterator[str]:
    found = [" ".join(each.text.split()) for each in skill.document.body.comments]
    for text in found[:_MOST]:
        yield f"a comment: {clip(text, _LONGEST, '…')}"
    if len(found) > _MOST:
        yield f"{len(found) - _MOST:,} more comments"


def _characters(findings: Sequence[Finding]) -> Iterator[str]:
    found = [each for each in findings if each.rule in RULES]
    for each in found[:_MOST]:
        yield f"{each.message}, in {each.path}"
    if len(found) > _MOST:
        yield f"{len(found) - _MOST:,} more places with characters that nobody sees"
