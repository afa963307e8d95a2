"""Text -> words -> stems, and the weighted stems of a skill: what an index and the command line search in."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from unicodedata import normalize

from skillpack.model.skill import ParsedSkill

NAME_WEIGHT, DESCRIPTION_WEIGHT, TAG_WEIGHT = 8, 4, 4
HEADING_WEIGHT, BODY_WEIGHT = 1, 1
MOST_IN_BODY = 2
"""How often a word of a body counts: one that it repeats says hardly more."""

LONGEST_WORD = 40  # characters; longer ones are data, not words
MOST_BODY = 200_000  # characters of a body that are read
_LESS = 2  # two words of a name as one count one part of so many

_STOP = (
    "a able about across actually after again against ago all almost along already also always am among an and any"
    " anybody anyone anything anyway are aren around as at away be because been before behind besides between but by"
    " came can cannot come comes could couldn did didn do does doesn doing don during each either else enough etc even"
    " ever every everybody everyone everything few for from get gets getting goes going gone got had hadn has hasn"
    " have haven having he help her here herself him himself his how however i if in into is isn it its itself just"
    " keep keeps kept know let lets like ll lot lots made make makes making many may maybe me might more most much"
    " must mustn my myself need needed needs neither never no nobody none nor not nothing now of off often okay on"
    " once one ones only onto or other ought our ourselves out over own perhaps please put puts quite rather re really"
    " said same say says see seem seems shall she should shouldn since so some somebody someone something sometimes"
    " somewhere soon still such take takes tell than thank thanks that the their them themselves then there these they"
    " thing things this those though through to together too took toward towards under until up upon us use used user"
    " users uses using ve very via want wants was wasn way we were weren what whatever when whenever where wherever"
    " whether which whichever while who whom whose why will with without won would wouldn yes yet you your yourself"
)
STOP_WORDS = frozenset(_STOP.split())

# Ending -> what takes its place; the first that fits counts, and a stem of three letters must stay.
_ENDINGS = (
    ("izations", "iz"), ("ization", "iz"), ("izers", "iz"), ("izer", "iz"), ("izing", "iz"), ("ized", "iz"),
    ("izes", "iz"), ("ize", "iz"), ("isations", "iz"), ("isation", "iz"), ("isers", "iz"), ("iser", "iz"),
    ("ising", "iz"), ("ised", "iz"), ("ises", "iz"), ("ise", "iz"), ("lysers", "lyz"), ("lyser", "lyz"),
    ("lysing", "lyz"), ("lysed", "lyz"), ("lyses", "lyz"), ("lysis", "lyz"), ("lyse", "lyz"),
    ("ations", "at"), ("ation", "at"), ("ators", "at"), ("ator", "at"), ("ating", "at"), ("ated", "at"), ("ates", "at"),
    ("ate", "at"), ("ies", "y"), ("ied", "y"), ("ings", ""), ("ing", ""), ("edly", ""), ("ed", ""), ("ers", ""),
    ("er", ""), ("ments", "ment"), ("sses", "ss"), ("ss", "ss"), ("us", "us"), ("is", "is"), ("shes", "sh"),
    ("ches", "ch"), ("xes", "x"), ("es", ""), ("ly", ""), ("e", ""), ("s", ""),
)  # fmt: skip
SHORTEST_STEM = 3

_WORD = re.compile(r"[^\W_]+")
_MARKS = re.compile("[\u0300-\u036f]")  # of Latin, Greek and Cyrillic letters; those of other scripts tell words apart
_FOLDED = bytes(code if code >= 0x80 or bytes([code]).isalnum() else b" "[0] for code in bytes(range(256)).lower())


def indexed(skill: ParsedSkill) -> tuple[tuple[str, int], ...]:
    """Return the stems of a skill with their weights, sorted by stem."""
    body = skill.document.body
    headings = [heading.text for heading in body.headings]
    return weighted(skill.name, skill.description, skill.about.tags, headings, body.text)


def found_in(skill: ParsedSkill, wanted: frozenset[str]) -> tuple[str, ...]:
    """Return the parts of a skill that have one of some terms."""
    body = skill.document.body
    headings = "\n".join(heading.text for heading in body.headings)
    return parts_with(wanted, skill.name, skill.description, skill.about.tags, headings, body.text)


def parts_with(
    wanted: frozenset[str], name: str, description: str, tags: Iterable[str], headings: str = "", body: str = ""
) -> tuple[str, ...]:
    """Return which of these texts have one of some terms."""
    texts = {"name": name, "description": description, "tags": " ".join(tags), "headings": headings}
    said = {part: list(stems(text)) for part, text in texts.items()}
    said["name"] += _joined(name)
    having = [part for part, found in said.items() if not wanted.isdisjoint(found)]
    return (*having, *(["body"] if not wanted.isdisjoint(counted(body)) else []))


def weighted(
    name: str, description: str, tags: Iterable[str], headings: Iterable[str], body_text: str
) -> tuple[tuple[str, int], ...]:
    """Return the stems of a skill with their weights, sorted by stem.

    Name, description and tags count as `terms` has it. A word of the body counts once or twice, as it stands there, and
    once more for each heading.
    """
    most = BODY_WEIGHT * MOST_IN_BODY
    in_body = counted(body_text).items()
    weights = {found: BODY_WEIGHT * count if count < MOST_IN_BODY else most for found, count in in_body}
    for found in stems("\n".join(headings)):
        weights[found] = weights.get(found, 0) + HEADING_WEIGHT
    for found, weight in terms(name, description, tags):
        weights[found] = weights.get(found, 0) + weight
    for found in _joined(name):
        weights[found] = max(weights.get(found, 0), NAME_WEIGHT // _LESS)
    return tuple(sorted(weights.items()))


def terms(name: str, description: str, tags: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Return the stems of what a skill says of itself with their weights, sorted by stem.

    A word counts eight times in the name, four times in the description and in the tags.
    """
    weights: dict[str, int] = {}
    for text, weight in ((name, NAME_WEIGHT), (description, DESCRIPTION_WEIGHT), (" ".join(tags), TAG_WEIGHT)):
        for one in stems(text):
            weights[one] = weights.get(one, 0) + weight
    return tuple(sorted(weights.items()))


@lru_cache(maxsize=2)  # of one body it is asked more than once, in between of none
def counted(body_text: str) -> Mapping[str, int]:
    """Return how often each stem stands in a body; words are counted before they are looked at, for speed."""
    pieces = Counter(_pieces(body_text[:MOST_BODY]))
    for piece in [piece for piece in pieces if not piece.isascii()]:
        count = pieces.pop(piece)
        for word in _runs(piece):
            pieces[word] += count
    counts: dict[str, int] = {}
    for word, count in pieces.items():
        found = _stem_of_short(word) if len(word) <= LONGEST_WORD else _stem_of(word)
        if found:
            counts[found] = counts.get(found, 0) + count
    return counts


def stems(text: str) -> Iterator[str]:
    """Yield the stems of a text in order; stop words and single characters are left out."""
    return filter(None, map(_stem_of, _words(text)))


def words(text: str) -> Iterator[str]:
    """Yield the words of a text, NFKC, without case and marks; each run of letters and digits is one."""
    return (word[:LONGEST_WORD] for word in _words(text) if _is_word(word))


@lru_cache(maxsize=2**16)
def stem(word: str) -> str:
    """Return a word without its ending: `tests`, `tested` and `testing` meet, and American and British spelling.

    Words with other characters than ASCII's letters stay whole.
    """
    if not word.isascii() or any(character.isdigit() for character in word):
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            kept = word[: -len(ending)] + instead
            # `running`, `planned`: the doubled consonant is the ending's.
            doubled = not instead and len(kept) > SHORTEST_STEM and kept[-1] == kept[-2] and kept[-1] not in "aeiouls"
            return kept[:-1] if doubled else kept
    return word


def _joined(name: str) -> list[str]:
    """Return each two words of a name as one: `code-review` is also asked for as `codereview`."""
    return [stem(first + second) for first, second in pairwise(words(name))]


def _words(text: str) -> list[str]:
    pieces = _pieces(text)
    if text.isascii():
        return pieces
    return [word for piece in pieces for word in ((piece,) if piece.isascii() else _runs(piece))]


def _pieces(text: str) -> list[str]:
    """Return the pieces between ASCII's blanks and signs: a word each, but for pieces with other characters."""
    return text.encode("utf-8", "surrogatepass").translate(_FOLDED).decode("utf-8", "surrogatepass").split()


def _runs(piece: str) -> list[str]:
    """Return the runs of letters and digits of a piece, NFKC, without case and without marks: `resume` of `Résumé`."""
    plain = _MARKS.sub("", normalize("NFD", normalize("NFKC", piece).casefold()))
    return _WORD.findall(normalize("NFC", plain))


def _is_word(text: str) -> bool:
    return 1 < len(text) <= LONGEST_WORD or not text.isascii()


def _stem_of(word: str) -> str:
    """Return the stem of a word that counts; empty for stop words and single characters."""
    if len(word) > LONGEST_WORD:
        return "" if word.isascii() else stem(word[:LONGEST_WORD])
    return _stem_of_short(word)


@lru_cache(maxsize=2**16)
def _stem_of_short(word: str) -> str:
    return stem(word) if _is_word(word) and word not in STOP_WORDS else ""
