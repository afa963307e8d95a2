"""Stretches of a description that claim nothing: when a skill is not meant, and where it sends a request."""

import re
from collections.abc import Iterator

_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'\u201d\u2019)]*\s+(?=[\"'\u201c\u2018(\[*`]*[A-Z0-9])|\n\s*\n")
_POINTER_END = re.compile(rf";|{_SENTENCE_END.pattern}")
_CLAUSE_END = re.compile(r"[,;:!?)](?=\s|\Z)|\.(?=\s|\Z)|\s[-\u2013\u2014]+\s")
# When it is not meant: nothing of it is a claim, up to the end of the sentence.
_AGAINST = re.compile(
    r"""
    \b(?: do[ ]not[ ](?:use|trigger|invoke|apply|activate) | don['\u2019]t[ ](?:use|trigger|invoke|apply)
        | not[ ](?:for|to[ ]be[ ]used|when|needed|intended|meant|suitable) | never[ ](?:use|for)
        | skip[ ](?:when|if|this|it|for|once) | avoid[ ](?:when|using|this|for|if)
        | when[ ]not[ ]to | unsuitable | instead[ ]of[ ]this[ ]skill )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# `For X, see Y`, `if X, use the Y skill`: X is what the other skill is for.
_POINTER = re.compile(
    r"""
    \b(?:for|if|when|to)\b (?:(?!\b(?:for|if|when|use[ ](?:this|when|for))\b)[^.;!?]){1,120}?
    (?: \b(?:see|refer[ ]to|consult|go[ ]to)\b
      | [, ]\b(?:use|try|prefer|load|invoke|call)\s+(?:the[ ])?
        (?: [`*"'/$][\w.:-]+ | \w+(?:-\w+)+(?=[\s.,;)]|\Z) | [\w-]+[ ](?:skill\b|instead\b) ) )
    | \b(?:see|use|prefer)\s+(?:the[ ])?[`*"']?[\w-]+[`*"']?(?:[ ]skill)?[ ](?:instead|for)\b
    | \(\s*see\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# What is denied stays beside the word that denies it, or goes with it.
_DENIAL = re.compile(
    r"""
    \b(?: not | never | no | without | avoid(?:s|ing)? | prevent(?:s|ing)? | instead[ ]of | rather[ ]than | unlike
        | except(?:[ ]for)? | exclud(?:es?|ing) | unavailable )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)


def disclaimers(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches that are no claims, start and end: `not for X`, and `for X, see Y`, to the sentence's end.

    A pointer to another skill ends at a semicolon too.
    """
    for pattern, closing in ((_AGAINST, _SENTENCE_END), (_POINTER, _POINTER_END)):
        end = 0
        for match in pattern.finditer(text):
            if match.start() >= end:
                closed = closing.search(text, match.end())
                end = closed.start() if closed else len(text)
                yield match.start(), end


def denials(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches that a word such as `without` denies, start and end, to the end of the clause."""
    end = 0
    for match in _DENIAL.finditer(text):
        if match.start() >= end:
            closed = _CLAUSE_END.search(text, match.end())
            end = closed.start() if closed else len(text)
            yield match.start(), end
