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


class Judgement(Enum):
    """The judgement of words on what they lead to."""

    BAD = "bad"
    ORDERED = "ordered"
    NOTHING = "nothing"


def judge_above(text: bytes) -> Judgement:
    """Return the judgement of a heading, a comment or an introduction on what it leads to."""
    sentences = plain_sentences(text)
    last = sentences[-1]
    if any(LABEL().match(each) for each in sentences[-2:]) or (text and LABEL().match(plain(text))):
        return Judgement.BAD
    if GOOD().match(last):
        return Judgement.ORDERED
    always = unconditional(last)
    order = ORDER().search(last)
    quoted = order and order.start() and (ATTACKERS().search(always) or FORBIDDEN_TOO().search(last))
    if order and not quoted:
        return Judgement.ORDERED
    if any(FORBIDS().search(each) for each in sentences[-2:]) or SPEAKS().search(always):
        return Judgement.BAD
    return Judgement.NOTHING


def judge_before(text: bytes) -> Judgement:
    """Return the judgement of the words before a place in a paragraph on what stands there."""
    *earlier, last = plain_sentences(text)
    forbidden = list(FORBIDS().finditer(last))
    if forbidden and not STOPS().search(last, forbidden[-1].end()):
        return Judgement.BAD
    judged = judge_above(text)
    if judged is Judgement.BAD or (judged is Judgement.ORDERED and not REPLACED().search(last)):
        return judged
    if TOLD().search(last) or BEFORE_IT().search(unconditional(last)):
        return Judgement.BAD
    return Judgement.BAD if earlier and SPEAKS().search(unconditional(earlier[-1])) else Judgement.NOTHING


def plain_sentences(text: bytes) -> list[bytes]:
    """Return the sentences of a text as `plain` gives them, at least one."""
    return [plain(each) for each in SENTENCE().split(text)]


def plain(text: bytes) -> bytes:
    """Return a line in small letters, without the marks of headings, items, comments and emphasis."""
    return DRESS().sub(b"", text.replace(b"\xe2\x80\x99", b"'")).strip().lower()


def unconditional(sentence: bytes) -> bytes:
    """Return a sentence without what it says of when and why."""
    return CONDITION().sub(b" ", sentence)
