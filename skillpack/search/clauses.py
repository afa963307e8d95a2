"""Running text -> the requests in it: the clauses after `Use when`, the sentences, what stands in quotes."""

import re
from collections.abc import Iterable, Iterator

from skillpack.model.selection import Intent, IntentSource
from skillpack.search.terms import stems

LONGEST_INTENT = 160
"""Characters of a request; longer ones are cut between words."""

FEWEST_STEMS = 2
"""Different words of a request; a single one is none."""

_LONGEST_READ = 20_000  # characters of a text that are looked at
_LONGEST_ABBREVIATION = 8  # characters

_SENTENCE_END = re.compile(
    r"(?<=[.!?])[\"'\u201d\u2019)]*\s+(?=[\"'\u201c\u2018(\[*`]*[A-Z0-9])|\n\s*\n",
)
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|Dr|Mr|Ms|St|No)|\b[A-Z])\.\Z")
# `Use this skill when`: what stands in front of every request and tells none apart.
_LEAD = re.compile(
    r"""
    (?:also[ ])? (?:you[ ])? (?:must[ ]|should[ ])? (?:proactively[ ])?
    (?:use[ds]?|invoke|trigger(?:s|ed)?|appl(?:y|ies)|load|activate[sd]?|reach[ ]for|designed|ideal|useful|best)
    (?:[ ](?:this|it|them|the[ ]skill|me))? (?:[ ](?:skill|plugin|agent))? (?:[ ](?:proactively|automatically))?
    [ ](?:when(?:ever)?|if|for|before|after|to|on|during|while|any[ ]?time|in)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# `the user asks to`: the same in front of a clause.
_ASKED = re.compile(
    r"""
    \A(?:[\s,:]*
        (?: or | and | also | when(?:ever)? | if | you(?:['\u2019]\w+)? | your | the[ ]user | users? | someone
          | a[ ]user | they | ask(?:s|ed|ing)? | wants? | needs? | says? | requests? | mentions? | like | about | for
          | to | is | are | any | all )\b
    )*[\s,:]*
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CONTINUES = re.compile(
    r"(?:where|which|who|without|with|including|such as|like|especially|particularly|even|but|not|as well)\b",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"""
    \b(?: do[ ]not[ ](?:use|trigger|invoke|apply|activate) | don['\u2019]t[ ](?:use|trigger|invoke|apply)
        | not[ ](?:for|to[ ]be[ ]used|when|needed|intended) | never[ ](?:use|for)
        | skip[ ](?:when|if|this|it|for|once) | avoid[ ](?:when|using|this|for|if)
        | when[ ]not[ ]to | unsuitable | instead[ ]of[ ]this[ ]skill )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CONJUNCTION = re.compile(r"\A(?:or|and)\s+")
_AROUND = re.compile(r"\A(?:or|and)\s+|,?\s+(?:or|and)\Z")
_QUOTED = re.compile(r"\"([^\"\n]{4,200})\"|\u201c([^\u201d\n]{4,200})\u201d|(?<!\w)'([^'\n]{4,200})'(?!\w)")
_OPENING, _CLOSING, _DASHES = "([{\u201c", ")]}\u201d", "\u2014\u2013"
_TURNS = re.compile(f'[{re.escape(_OPENING + _CLOSING + _DASHES)}",;-]')
_LINK = re.compile(r"!?\[([^\]\n]{0,200})\]\([^)\n]{0,500}\)")
_MARKS = re.compile(
    r"\*\*|__|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|<[^>\n]{1,60}>|[\u2705\u2714\u2611\u2713]\ufe0f?",
)
_BLANKS = re.compile(r"\s+")
_EDGES = " \t\n,;:.-!\u2026\u2013\u2014\"'\u201c\u201d\u2018\u2019"


def clauses(text: str, source: IntentSource, *, sentences: bool) -> Iterator[Intent]:
    """Yield the requests of a text without marks of Markdown; what says when *not* to use a skill is left out.

    Args:
        sentences: True to take the sentences whole that do not say when.
    """
    for sentence in _sentences(text[:_LONGEST_READ]):
        kept = before_against(sentence)
        lead = _LEAD.search(kept)
        if lead:
            if sentences and lead.start():
                yield from requests(kept[: lead.start()], source)
            for clause in _enumerated(kept[lead.end() :]):
                yield from requests(_bare(clause), source)
        elif sentences:
            yield from requests(kept, source)


def requests(text: str, source: IntentSource) -> Iterator[Intent]:
    """Yield the requests that a clause quotes, else the clause itself."""
    quoted = ["".join(filter(None, match.groups())) for match in _QUOTED.finditer(text)]
    asked = [one for one in quoted if len(set(stems(one))) >= FEWEST_STEMS]
    for one in asked:
        yield Intent(_tidy(one), IntentSource.EXAMPLE)
    if not asked and (tidy := _tidy(text)):
        yield Intent(tidy, source)


def without_lead(text: str) -> str:
    """Return a clause without `use this skill when the user asks to` in front of it."""
    return _bare(_LEAD.sub("", text, count=1))


def before_against(text: str) -> str:
    """Return what stands before the first words that say when not to use a skill."""
    against = _AGAINST.search(text)
    return text[: against.start()] if against else text


def said_against(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches that say when not to use a skill: start and end, up to the end of the sentence."""
    end = 0
    for match in _AGAINST.finditer(text):
        if match.start() >= end:
            closed = _SENTENCE_END.search(text, match.end())
            end = closed.start() if closed else len(text)
            yield match.start(), end


def plain(text: str) -> str:
    """Return text without marks of Markdown."""
    return _MARKS.sub("", _LINK.sub(r"\1", text)).strip()


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(text, max(start, match.start() - _LONGEST_ABBREVIATION), match.start()):
            yield text[start : match.end()].strip()
            start = match.end()
    yield text[start:].strip()


def _enumerated(text: str) -> list[str]:
    """Return the parts of an enumeration; a comma inside brackets or quotes parts nothing."""
    pieces, depth, quoted, start = [], 0, False, 0
    for turn in _TURNS.finditer(text):
        at, character = turn.start(), turn[0]
        if character in _OPENING:
            depth += 1
        elif character in _CLOSING:
            depth = max(depth - 1, 0)
        elif character == '"':
            quoted = not quoted
        elif not depth and not quoted and _parts(text, at):
            pieces.append(text[start:at])
            start = at + 1
    pieces.append(text[start:])
    return _joined(pieces)


def _parts(text: str, at: int) -> bool:
    return text[at] in ",;" or text[at] in _DASHES or text[at - 1 : at + 2] == " - "


def _joined(pieces: Iterable[str]) -> list[str]:
    """Return pieces of which each is a request: what is too short, or goes on, stays with the one before."""
    found: list[str] = []
    for piece in map(str.strip, pieces):
        bare = _CONJUNCTION.sub("", piece)
        alone = _is_request(bare) and not _CONTINUES.match(bare)
        if found and not (alone and _is_request(_bare(found[-1]))):
            found[-1] += f", {piece}"
        else:
            found.append(piece)
    return found


def _is_request(text: str) -> bool:
    return len(set(stems(text))) >= FEWEST_STEMS or bool(_QUOTED.search(text))


def _bare(clause: str) -> str:
    return _ASKED.sub("", clause, count=1)


def _tidy(text: str) -> str:
    """Return one line without punctuation at its ends, cut between words."""
    line = _BLANKS.sub(" ", text).strip(_EDGES)
    line = _AROUND.sub("", line).strip(_EDGES)
    if len(line) > LONGEST_INTENT:
        line = line[: LONGEST_INTENT + 1].rpartition(" ")[0] or line[:LONGEST_INTENT]
    if line.count("(") > line.count(")"):
        line = line.rpartition("(")[0].strip(_EDGES) or line
    return line
