"""Text -> weighted stems: what the index of a site and the command line search in (site design 4)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from unicodedata import normalize

NAME_WEIGHT, DESCRIPTION_WEIGHT, TAG_WEIGHT, BODY_WEIGHT = 6, 2, 2, 1
MOST_IN_BODY = 2  # a word that a body repeats says hardly more than one that it says
LONGEST_WORD = 40  # characters; longer ones are data, not words
MOST_BODY = 200_000  # characters of a body that are read

_STOP = (
    "a about after all also an and any are as at be been before but by can could did do does each either for from get"
    " had has have how i if in into is it its just like may me more most must my no not of off on once one only or"
    " other our out over own same should so some such than that the their them then there these they this those to too"
    " under up us use used user users uses using very via want was we were what when where which while who will with"
    " would you your"
)
STOP_WORDS = frozenset(_STOP.split())

_WORD = re.compile(r"[^\W_]+")
_FOLDED = bytes(
    code if code >= 0x80 or bytes([code]).isalnum() else b" "[0]  # noqa: PLR2004  (outside of ASCII)
    for code in bytes(range(256)).lower()
)

# Ending -> what takes its place; the first that fits counts, and a stem of three letters must stay.
_ENDINGS = (
    ("ations", "at"), ("ation", "at"), ("ators", "at"), ("ator", "at"), ("ating", "at"), ("ated", "at"), ("ates", "at"),
    ("ate", "at"), ("ies", "y"), ("ied", "y"), ("ings", ""), ("ing", ""), ("edly", ""), ("ed", ""), ("ers", ""),
    ("er", ""), ("ments", "ment"), ("sses", "ss"), ("ss", "ss"), ("us", "us"), ("is", "is"), ("shes", "sh"),
    ("ches", "ch"), ("xes", "x"), ("es", ""), ("ly", ""), ("e", ""), ("s", ""),
)  # fmt: skip
_SHORTEST_STEM = 3


def terms(name: str, description: str, tags: Iterable[str], body_text: str) -> tuple[tuple[str, int], ...]:
    """Return the stems of a skill with their weights, sorted by stem.

    A word counts six times in the name, twice in the description and in the tags, once in the body, there at most
    `MOST_IN_BODY` times.
    """
    most = BODY_WEIGHT * MOST_IN_BODY
    in_body = counted(body_text).items()
    weights = {found: BODY_WEIGHT * count if count < MOST_IN_BODY else most for found, count in in_body}
    for text, weight in ((name, NAME_WEIGHT), (description, DESCRIPTION_WEIGHT), (" ".join(tags), TAG_WEIGHT)):
        for found in stems(text):
            weights[found] = weights.get(found, 0) + weight
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
    """Yield the words of a text, NFKC and without case; each run of letters and digits is one."""
    return (word[:LONGEST_WORD] for word in _words(text) if _is_word(word))


def _words(text: str) -> list[str]:
    pieces = _pieces(text)
    if text.isascii():
        return pieces
    return [word for piece in pieces for word in ((piece,) if piece.isascii() else _runs(piece))]


def _pieces(text: str) -> list[str]:
    """Return what stands between ASCII's blanks and signs: a word each, but for pieces with other characters."""
    return text.encode("utf-8", "surrogatepass").translate(_FOLDED).decode("utf-8", "surrogatepass").split()


def _runs(piece: str) -> list[str]:
    """Return the runs of letters and digits of a piece, NFKC and without case."""
    return _WORD.findall(normalize("NFKC", piece).casefold())


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


def stem(word: str) -> str:
    """Return a word without its ending, so that `tests`, `tested` and `testing` meet; others than ASCII stay whole."""
    if not word.isascii() or any(character.isdigit() for character in word):
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            kept = word[: -len(ending)] + instead
            # `running`, `planned`: the doubled consonant is the ending's.
            doubled = not instead and len(kept) > _SHORTEST_STEM and kept[-1] == kept[-2] and kept[-1] not in "aeiouls"
            return kept[:-1] if doubled else kept
    return word
