"""Terms of all skills -> files that a browser searches in: each has the terms that begin with certain letters.

A query loads the files of its words alone. A term stands beside the others that begin like it, for words that are not
yet typed to the end. Where that makes a file too large, it has the terms alone, and leaves of it have their skills.
Skills are known by their place among all names, and how rare a term is follows from how many it has.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby, pairwise
from operator import itemgetter, sub
from struct import Struct as Layout

from msgspec import Struct

from skillpack.model.entry import Spread
from skillpack.search.borders import BORDERS

SECTIONS = 64
"""Parts of the index that are made anew on their own."""

FINEST = len(BORDERS) + 1
"""The most files of terms that begin alike."""

MOST_OF_FILE, MOST_OF_LEAF = 8_192, 4_096
"""Characters of a file of terms that has no leaves, and of a leaf with more than one term."""

_IN_SECTION = FINEST // SECTIONS
_SECTION_BORDERS = BORDERS[_IN_SECTION - 1 :: _IN_SECTION]
_SKILLS_OF_FILE = 24  # a file is then of 4 to 5 kB, compressed
_MANY, _MANY_OF_FILE = 256, 48  # from so many files on, for an edit of one skill writes many of them
_MARKS, _ENDS, _END = Layout(f"={SECTIONS + 1}Q"), Layout(f"<{SECTIONS}I"), Layout("<I")

_FIRST, _BACKSLASH, _SURROGATES = 35, 92, 0xD800  # numbers are characters that need no escape in a script
_USUAL = 4096  # most numbers are smaller


def spread(weighted: Sequence[tuple[str, int]]) -> Spread:
    """Return a skill's terms (`search.terms.terms`) laid out."""
    terms = [term for term, _ in weighted]
    written = numbers([weight for _, weight in weighted])
    tokens = [f"{term}{weight} " for term, weight in zip(terms, written, strict=True)]
    starts = [0, *(bisect_left(terms, border) for border in _SECTION_BORDERS), len(terms)]
    texts = ["".join(tokens[start:end]).encode() for start, end in pairwise(starts)]
    ends, end = [], 0
    for text in texts:
        end += len(text)
        ends.append(end)
    # A section has a number that no other content has: a file of terms is kept while the numbers of its sections stay.
    digests = (int.from_bytes(blake2b(text, digest_size=8).digest(), "big") for text in texts)
    marks = _MARKS.pack(sum(weight for _, weight in weighted), *digests)
    return Spread(marks, _ENDS.pack(*ends) + b"".join(texts))


def file_count(skills: int) -> int:
    """Return how many files of terms so many skills have: a power of two."""
    few, many = (1 << max(skills // each, 1).bit_length() for each in (_SKILLS_OF_FILE, _MANY_OF_FILE))
    return min(max(min(few, _MANY), many), FINEST)


def borders(files: int) -> Sequence[str]:
    """Return with which letters each file but the first begins."""
    step = FINEST // files
    return BORDERS[step - 1 :: step]


def sections_of(files: int) -> Iterator[tuple[range, range]]:
    """Yield numbers of sections and the files that are made of them; none goes over into others."""
    parts = min(files, SECTIONS)
    for part in range(parts):
        of_sections, of_files = SECTIONS // parts, files // parts
        yield (
            range(part * of_sections, (part + 1) * of_sections),
            range(part * of_files, (part + 1) * of_files),
        )


def lengths(marks: bytes) -> Sequence[int]:
    """Return the sum of each skill's weights.

    Args:
        marks: Of all skills, one behind the other.
    """
    return memoryview(marks).cast("Q")[:: SECTIONS + 1].tolist()


def section_keys(marks: bytes, sections: range) -> bytes:
    """Return the content of some sections over all skills, as numbers.

    Args:
        marks: Of all skills, one behind the other.
    """
    numbers = memoryview(marks).cast("Q")
    return b"".join(numbers[section + 1 :: SECTIONS + 1].tobytes() for section in sections)


Found = Mapping[bytes, "array[int]"]
"""Term and the character of its weight -> places of skills."""


def invert(texts: Iterable[bytes], sections: Sequence[int]) -> Mapping[int, Found]:
    """Return which skills have which terms, for some sections by their numbers.

    Args:
        texts: Of the skills, by name.
        sections: In order.
    """
    found: defaultdict[bytes, array[int]] = defaultdict(lambda: array("I"))
    head = _ENDS.size
    # Of neighbours, the end of one is the start of the next: their terms are cut as one text.
    first = [section for section in sections if section - 1 not in sections]
    last = [section for section in sections if section + 1 not in sections]
    ends = [(4 * (start - 1), 4 * end) for start, end in zip(first, last, strict=True)]
    for place, text in enumerate(texts):
        for before, at in ends:
            start = _END.unpack_from(text, before)[0] if before >= 0 else 0
            for token in text[head + start : head + _END.unpack_from(text, at)[0]].split():
                found[token].append(place)
    parted: dict[int, dict[bytes, array[int]]] = {section: {} for section in sections}
    for token, places in found.items():
        parted[bisect_right(_SECTION_BORDERS, _split(token)[0])][token] = places
    return parted


class TermFile(Struct, frozen=True):
    """Terms that begin alike.

    Attributes:
        text: The terms, in order, with blanks between. Without leaves, behind each stands `!` and the skills that have
            it. With leaves, a `!` stands before the first term of each.
        leaves: The skills of some terms each, with blanks between.
    """

    text: str
    leaves: tuple[str, ...] = ()


def term_files(found: Found, files: int) -> Iterator[tuple[int, TermFile]]:
    """Yield number and content of the files that terms go to, those without any left out.

    Args:
        found: Of whole files.
        files: How many there are in all; a single one holds whatever there is.
    """
    starting = borders(files)
    for number, tokens in groupby(sorted(map(_split, found)), key=lambda token: bisect_right(starting, token[0])):
        skills = {
            term: "!".join(f"{weight}{steps(found[f'{term}{weight}'.encode()])}" for _, weight in weights)
            for term, weights in groupby(tokens, key=itemgetter(0))
        }
        text = " ".join(f"{term}!{packed}" for term, packed in skills.items())
        yield number, TermFile(text) if len(text) <= MOST_OF_FILE or files == 1 else _with_leaves(skills)


def _with_leaves(skills: Mapping[str, str]) -> TermFile:
    """Return terms, and their skills in leaves."""
    terms: list[str] = []
    leaves: list[list[str]] = []
    left = 0
    for term, packed in skills.items():
        left -= len(packed)
        first = left < 0
        if first:
            leaves.append([])
            left = MOST_OF_LEAF - len(packed)
        leaves[-1].append(packed)
        terms.append(f"!{term}" if first else term)
    return TermFile(" ".join(terms), tuple(map(" ".join, leaves)))


def _split(token: bytes) -> tuple[str, str]:
    text = token.decode()
    return text[:-1], text[-1]


def steps(places: Sequence[int]) -> str:
    """Return places as a text: how many are left out before each.

    Args:
        places: At least one, in order.
    """
    return numbers((places[0], *map(sub, places[1:], [place + 1 for place in places[:-1]])))


def numbers(values: Sequence[int]) -> str:
    """Return whole numbers as a text, a character each, of which small ones take the fewest bytes."""
    try:
        return "".join([_CHARACTERS[value] for value in values])
    except IndexError:
        return "".join(map(_character, values))


def _character(value: int) -> str:
    code = value + _FIRST
    code += code >= _BACKSLASH
    return chr(code if code < _SURROGATES else code + 0x800)


_CHARACTERS = [_character(value) for value in range(_USUAL)]
