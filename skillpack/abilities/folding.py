"""Texts as an agent takes them: no letters that only look like others, none that nobody sees, none apart."""

import re
import unicodedata

from skillpack.abilities.prose_tables.letters import FOREIGN, LATIN

_LIKE = str.maketrans(FOREIGN, LATIN)
_MIXED = re.compile(r"[^\W\d_]*[\u0370-\u03ff\u0400-\u052f][^\W\d_]*")
_FOREIGN_LETTER = re.compile(r"[\u0370-\u03ff\u0400-\u052f]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_LATIN_LETTER = re.compile(r"[A-Za-z]")
_DROPPED = re.compile("[\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+")
_TAGS = re.compile("[\U000e0020-\U000e007e]+")
_APART = re.compile(r"(?<![^\W\d_])[^\W\d_](?:[ ._\-*|][^\W\d_]){4,40}(?![^\W\d_])")
_SIGNS_OF_APART = tuple(
    [re.compile(rf"{re.escape(mark)}\w{re.escape(mark)}\w{re.escape(mark)}\w\b") for mark in " ._-*|"]
)
_BETWEEN = re.compile(r"[ ._\-*|]")


def folded(text: str) -> str:
    """Return a text in which words read as they look; its lines stay where they are."""
    if not text.isascii():
        odd = "".join(_NOT_ASCII.findall(text))  # little of most texts, and looked through fast
        text = text.replace("\u2019", "'").replace("\u2011", "-")
        text = _DROPPED.sub("", text) if _DROPPED.search(odd) else text
        text = _TAGS.sub(_tagged, text) if _TAGS.search(odd) else text
        text = _MIXED.sub(_in_latin, text) if _FOREIGN_LETTER.search(odd) else text
        if not unicodedata.is_normalized("NFKC", text):
            text = unicodedata.normalize("NFKC", text)
    return _APART.sub(_together, text) if any(sign.search(text) for sign in _SIGNS_OF_APART) else text


def _tagged(tags: re.Match[str]) -> str:
    """Return the words of letters that only machines see."""
    return "".join([chr(ord(mark) - 0xE0000) for mark in tags[0]])


def _in_latin(word: re.Match[str]) -> str:
    """Return a word that mixes alphabets in the one that it pretends to be."""
    return word[0].translate(_LIKE) if _LATIN_LETTER.search(word[0]) else word[0]


def _together(letters: re.Match[str]) -> str:
    return _BETWEEN.sub("", letters[0])
