"""The text files of a skill, and which telling words each holds: looked for once, for every rule that reads text.

Rules about safety know dozens of words that hardly any file holds, and a rule looks closer only where one of its words
is. Each look is a pass over the bytes, so words that share a rare character are looked for together: the search leaps
from one such character to the next, and only where it finds something each word is looked for by itself.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from skillpack.model.tree import Tree

_TOGETHER = (
    (
        b"-",
        (
            *(b"rm -", b"-enc ", b"-EncodedCommand", b"-Expression", b"-credentials"),
            *(b"-BEGIN ", b"glpat-", b"-ant-", b"-AgE"),
        ),
    ),
    (b"/", (b"/dev/", b"/scripts/", b"/credentials", b".ssh/")),
    (b"(", (b"(irm", b"(atob(", b"(data:", b"exec(", b"DownloadString(")),
    (b":", (b"javascript:", b"]: #")),
)
"""Characters, and words that hold them."""

_ALONE = (b"curl", b"wget", b"| iex", b"64", b"<!--", b"AIza", b"T3BlbkFJ")
_OF_PROSE = (b"nstructions", b" the user")

WORDS = (*(word for _, words in _TOGETHER for word in words), *_ALONE, *_OF_PROSE)
"""The words that are looked for, in the spelling that is meant."""

RUN = 20
"""Letters and digits in a row that are more than a word."""

_MARKDOWN = (".md", ".markdown", ".mdx")
_BOM = b"\xef\xbb\xbf"
_ORDINARY = b"\t\n\r\f" + bytes(range(0x20, 0x7F))
_LETTER, _RARE = b"a", b"r"
_RUN = _LETTER * RUN
_KINDS = bytes(
    _LETTER[0] if bytes([code]).isalnum() else b" "[0] if code in _ORDINARY else _RARE[0] for code in range(256)
)


def _search(rare: bytes, words: tuple[bytes, ...]) -> Callable[[bytes], re.Match[bytes] | None]:
    """Return a search for any of the words that starts at the one character that each of them holds."""
    places = []
    for word in words:
        before, _, after = word.partition(rare)
        behind = b"(?<=" + re.escape(before + rare) + b")" if before else b""
        places.append(behind + re.escape(after))
    return re.compile(re.escape(rare) + b"(?:" + b"|".join(places) + b")").search


_SEARCHES: tuple[tuple[Callable[[bytes], re.Match[bytes] | None], tuple[bytes, ...]], ...] = (
    *((_search(rare, words), words) for rare, words in _TOGETHER),
    *((re.compile(re.escape(word)).search, (word,)) for word in _ALONE),
)


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file without NUL.

    Attributes:
        path: As drafts want it: relative to the skill, empty for the skill file itself.
        markdown: True for prose: the skill file, and what is Markdown by its name.
        words: Those of `WORDS` that it holds.
        rare: Its bytes outside of ASCII, and its control characters but those that end lines and cells.
        kinds: Its bytes by kind, one for each: `a` for a letter or digit, `r` for a rare one, else a blank.
    """

    path: str
    content: bytes
    markdown: bool
    words: frozenset[bytes]
    rare: bytes
    kinds: bytes

    def text(self) -> str:
        """Return its text without byte-order mark; bytes that are no UTF-8 become surrogates."""
        return self.content.removeprefix(_BOM).decode("utf-8", "surrogateescape")

    def runs(self) -> Iterator[int]:
        """Yield where letters and digits run on for `RUN` and more."""
        at = self.kinds.find(_RUN)
        while at >= 0:
            yield at
            end = self.kinds.find(b" ", at)
            at = self.kinds.find(_RUN, end) if end >= 0 else -1


def read_texts(tree: Tree, skill_file: str) -> tuple[TextFile, ...]:
    """Return the text files of a tree in its order.

    Args:
        tree: As read.
        skill_file: Its path in the tree.
    """
    return tuple([_read(path, content, skill_file) for path, content in tree.files.items() if b"\0" not in content])


def telling(*words: bytes) -> frozenset[bytes]:
    """Return words that a rule waits for.

    Raises:
        ValueError: Nobody looks for one of them.
    """
    unknown = frozenset(words).difference(WORDS)
    if unknown:
        raise ValueError(f"nobody looks for {sorted(unknown)}")
    return frozenset(words)


def holding(texts: tuple[TextFile, ...], words: frozenset[bytes]) -> Iterator[TextFile]:
    """Yield the texts that hold one of the words."""
    for text in texts:
        if not words.isdisjoint(text.words):
            yield text


def _read(path: str, content: bytes, skill_file: str) -> TextFile:
    own = path == skill_file
    kinds = content.translate(_KINDS)
    words = [word for search, words in _SEARCHES if search(content) for word in words if word in content]
    words += [word for word in _OF_PROSE if word in content]
    return TextFile(
        path="" if own else path,
        content=content,
        markdown=own or path.lower().endswith(_MARKDOWN),
        words=frozenset(words),
        rare=content.translate(None, _ORDINARY) if _RARE in kinds else b"",
        kinds=kinds,
    )
