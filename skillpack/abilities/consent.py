"""Whether a text has its user asked before something is done that cannot be taken back (pure).

Who is asked decides. That holds for a disk, a database or a server that a command names; nobody says yes to all files
of a home folder.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from skillpack.abilities.code_blocks import block_around
from skillpack.abilities.prose_order import compiled
from skillpack.abilities.prose_tables.english import ENGLISH
from skillpack.abilities.prose_tables.others import OTHERS
from skillpack.abilities.prose_tables.quotation import HEADING
from skillpack.abilities.texts import TextFile
from skillpack.parse.patterns import late

_ASKS = late(
    r"\bask(?:s|ed)?\b(?!\s+(?:no|nothing|nobody))|\bconfirm(?:s|ed|ation)?\b|\bwait(?:s|ing)?\s+(?:for|until)\b[^.;]{0,40}"
    r"\b(?:yes|ok|answers?|repl(?:y|ies)|users?|go-ahead|approv\w+|types?|agrees?)\b|\bget\s+a\s+(?:yes|go-ahead|ok)\b"
    r"|\blet\s+(?:the\s+user|them)\s+(?:say|choose|decide|confirm|type|pick)\b|\b(?:users?|they)\s+(?:has|have|had|must|should|can)?\s*(?:agree|approve|type|chose|choose|pick|said|sa(?:y|id)\s+yes|"
    r"want|request|name)[a-z]{0,3}\b"
)
_UNASKED = late(
    r"\b(?:not|never|no|nobody|without|cannot|skip\w*|avoid|stop|instead\s+of|auto\w*|need(?:n't|\s+not))\b[^.;:!?\n]{0,30}\Z"
    r"|n't\s[^.;:!?\n]{0,30}\Z|auto-\Z"
)
_REQUESTS = late(r"\b(?:users?|they|somebody|someone|people|customers?|when|if)\s+(?:\w+\s+)?\Z")
"""Before *asks*: who asks is not asked."""

_LOSS = late(
    r"\b(?:delet\w+|format\w*|eras\w+|wip(?:e|es|ed|ing)|drop\w*|destr\w+|overwrit\w+|irreversible|reset\w*|purg\w+|prun\w+"
    r"|remov\w+|lost|lose)\b"
)
_PROMPTS = late(
    r"\bread\s+(?:-\w+\s+)*-\w*p\b|\bRead-Host\b|\binput\(|\bShouldProcess\b|\bselect\s+\w+\s+in\b|\[y/N\]",
    re.IGNORECASE,
)
_NOBODY_ASKED = late(
    r"\b(?:do\s+not|don't|never|no\s+need\s+to|must\s+not|without)\s+(?:ever\s+)?(?:(?:stop|stopping|pause|pausing|wait|waiting|bother|bothering"
    r"|halt|take\s+time|waste\s+time)\s+(?:to\s+|for\s+|with\s+|and\s+|on\s+)?)?(?:ask|asking|confirm|confirming|confirmation|approval|an?\s+(?:answer|yes|ok|go-ahead)|anybody|anyone)\b"
    r"(?!\s+(?:again|twice|a\s+second|which|why|what|how|for\s+(?:the\s+)?(?:password|name|key|token)))"
    r"|\bact\s+first\b|\bjust\s+do\s+(?:it|so|this)\b|\bask(?:ing)?\s+(?:only\s+|just\s+)?(?:costs?|wastes?|takes?)\s+(?:too\s+much\s+)?time\b"
    r"|\b(?:ask|tell|inform)\s+(?:\w+\s+)?(?:afterwards|later)\b|\bnobody\s+(?:needs?|has)\s+to\s+(?:agree|approve|confirm|be\s+asked)\b"
    r"|\b(?:confirmations?|approvals?)\s+(?:is|are)\s+(?:not\s+(?:needed|required|necessary)|unnecessary|implied)\b|\bno\s+questions?\s+asked\b"
)
"""Orders not to ask, in whatever words; enough only beside a loss."""

_REMARK = late(r"(?:^|[ \t])(?:#|//|--)[ \t](?P<words>.*)")
_BEFORE = 60  # characters in which a question is denied
_MOST = 20_000  # characters of a file that are looked at


def asks_first(file: TextFile, line: int) -> bool:
    """Return whether the user is asked before a line of a file is followed.

    In Markdown the section of the line says so, or what stands anywhere about what is lost; in a script something asks
    above the line.

    Args:
        file: Of the skill.
        line: From 1.
    """
    if not file.markdown:
        return _PROMPTS().search("\n".join(file.text().split("\n")[: line - 1])[-_MOST:]) is not None
    content = file.content
    body = _body(content)
    low, high = _section(file, line)
    if any(_asks(each) for each in _paragraphs(file, low, high)):
        return True
    return any(_LOSS().search(each) and _asks(each) for each in _paragraphs(file, body, len(content)))


def skips_asking(file: TextFile, line: int) -> bool:
    """Return whether the section of a line of Markdown orders that nobody is asked; in other files always False.

    Args:
        file: Of the skill.
        line: From 1.
    """
    if not file.markdown:
        return False
    return _skips_between(file, *_section(file, line))


@lru_cache(maxsize=16)
def _skips_between(file: TextFile, low: int, high: int) -> bool:
    """Tell whether a stretch of Markdown orders that nobody is asked; all losses of a section ask for the same."""
    return any(map(_says_unasked, _paragraphs(file, low, high)))


def _says_unasked(text: str) -> bool:
    if _NOBODY_ASKED().search(text):
        return True
    return any(words.unasked.search(text) for words in map(compiled, (ENGLISH, *OTHERS)))


def _section(file: TextFile, line: int) -> tuple[int, int]:
    """Return where the section of a line starts and ends, without the front matter."""
    content = file.content
    starts = [
        found.start() for found in HEADING().finditer(content) if not block_around(file.code_blocks, found.start())
    ]
    offset = sum(map(len, content.split(b"\n")[: line - 1])) + line - 1
    low = max((each for each in starts if each <= offset), default=_body(content))
    return low, min((each for each in starts if each > offset), default=len(content))


def _body(content: bytes) -> int:
    return max(content.find(b"\n---", 3) + 4, 0) if content.startswith(b"---") else 0


def _paragraphs(file: TextFile, low: int, high: int) -> Iterator[str]:
    """Yield the paragraphs of prose between two positions, and the remarks in blocks of code, in small letters."""
    at = low
    for block in (each for each in file.code_blocks if low <= each.start < high):
        yield from _prose(file.content[at : block.start])
        for line in _words(file.content[block.first : block.end]).split("\n"):
            remark = _REMARK().search(line)
            if remark:
                yield remark["words"].lower()
        at = block.after
    yield from _prose(file.content[at:high])


def _prose(content: bytes) -> Iterator[str]:
    for each in _words(content).lower().split("\n\n"):
        yield " ".join(each.split())


def _words(content: bytes) -> str:
    return content[:_MOST].decode("utf-8", "replace")


def _asks(text: str) -> bool:
    for found in _ASKS().finditer(text):
        before = text[max(0, found.start() - _BEFORE) : found.start()]
        if not _UNASKED().search(before) and not (found[0].startswith("ask") and _REQUESTS().search(before)):
            return True
    return any(
        not words.negated.search(text[max(0, found.start() - _BEFORE) : found.start()])
        for words in map(compiled, (ENGLISH, *OTHERS))
        for found in words.consent.finditer(text)
    )
