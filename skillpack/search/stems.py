"""A word -> its stem, so that `tests`, `tested` and `testing` meet, and American and British spelling."""

from functools import lru_cache

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
_SHORTEST_STEM = 3


@lru_cache(maxsize=2**16)
def stem(word: str) -> str:
    """Return a word without its ending; words with other characters than ASCII's letters stay whole."""
    if not word.isascii() or any(character.isdigit() for character in word):
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            kept = word[: -len(ending)] + instead
            # `running`, `planned`: the doubled consonant is the ending's.
            doubled = not instead and len(kept) > _SHORTEST_STEM and kept[-1] == kept[-2] and kept[-1] not in "aeiouls"
            return kept[:-1] if doubled else kept
    return word
