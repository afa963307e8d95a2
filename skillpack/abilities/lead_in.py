"""What the words that lead to something say of it: that it is bad, that the reader is to do it, or nothing."""

from enum import Enum

from skillpack.abilities.prose_tables.quotation import (
    ATTACKERS,
    BEFORE_IT,
    CONDITION,
    DRESS,
    FORBIDDEN_TOO,
    FORBIDS,
    GOOD,
    LABEL,
    ORDER,
    REPLACED,
    SENTENCE,
    SPEAKS,
    STOPS,
    TOLD,
)


class Said(Enum):
    """The judgement of words on what they lead to."""

    BAD = "bad"
    ORDERED = "ordered"
    NOTHING = "nothing"


def said_above(text: bytes) -> Said:
    """Return the judgement of a heading, a comment or an introduction on what it leads to."""
    sentences = plain_sentences(text)
    last = sentences[-1]
    if any(LABEL().match(each) for each in sentences[-2:]) or (text and LABEL().match(plain(text))):
        return Said.BAD
    if GOOD().match(last):
        return Said.ORDERED
    always = unconditional(last)
    order = ORDER().search(last)
    quoted = order and order.start() and (ATTACKERS().search(always) or FORBIDDEN_TOO().search(last))
    if order and not quoted:
        return Said.ORDERED
    if any(FORBIDS().search(each) for each in sentences[-2:]) or SPEAKS().search(always):
        return Said.BAD
    return Said.NOTHING


def said_before(text: bytes) -> Said:
    """Return the judgement of the words before a place in a paragraph on what stands there."""
    *earlier, last = plain_sentences(text)
    forbidden = list(FORBIDS().finditer(last))
    if forbidden and not STOPS().search(last, forbidden[-1].end()):
        return Said.BAD
    said = said_above(text)
    if said is Said.BAD or (said is Said.ORDERED and not REPLACED().search(last)):
        return said
    if TOLD().search(last) or BEFORE_IT().search(unconditional(last)):
        return Said.BAD
    return Said.BAD if earlier and SPEAKS().search(unconditional(earlier[-1])) else Said.NOTHING


def plain_sentences(text: bytes) -> list[bytes]:
    """Return the sentences of a text as `plain` gives them, at least one."""
    return [plain(each) for each in SENTENCE().split(text)]


def plain(text: bytes) -> bytes:
    """Return a line in small letters, without the marks of headings, items, comments and emphasis."""
    return DRESS().sub(b"", text.replace(b"\xe2\x80\x99", b"'")).strip().lower()


def unconditional(sentence: bytes) -> bytes:
    """Return a sentence without what it says of when and why."""
    return CONDITION().sub(b" ", sentence)
