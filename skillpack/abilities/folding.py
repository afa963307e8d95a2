"""Texts as an agent takes them: letters that only look like others, letters in between that nobody sees, letters apart."""

import re
import unicodedata

_FOREIGN = "аеорсухіјѕԁһӏԛԝкмтвнАВЕКМНОРСТУХІЈЅαεικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
_LATIN = "aeopcyxijsdhlqwkmtbhABEKMHOPCTYXIJSaeiknoptuxABEZHIKMNOPTYX"
_LIKE = str.maketrans(_FOREIGN, _LATIN)
_MIXED = re.compile(r"[^\W\d_]*[\u0370-\u03ff\u0400-\u052f][^\W\d_]*")
_LATIN_LETTER = re.compile(r"[A-Za-z]")
_UNSEEN = dict.fromkeys(
    (0xAD, 0x34F, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF)
)
_TAGS = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
_DROPPED = str.maketrans({**_UNSEEN, **_TAGS, 0x2019: "'", 0x2018: "'", 0x2011: "-"})
_APART = re.compile(r"(?<![^\W\d_])[^\W\d_](?:[ ._\-*|][^\W\d_]){4,40}(?![^\W\d_])")
_BETWEEN = re.compile(r"[ ._\-*|]")


def folded(text: str) -> str:
    """Return a text in which words read as they look; its lines stay where they are."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_DROPPED))
        text = _MIXED.sub(_in_latin, text)
    return _APART.sub(_together, text)


def _in_latin(word: re.Match[str]) -> str:
    """Return a word that mixes alphabets in the one that it pretends to be."""
    return word[0].translate(_LIKE) if _LATIN_LETTER.search(word[0]) else word[0]


def _together(letters: re.Match[str]) -> str:
    return _BETWEEN.sub("", letters[0])
