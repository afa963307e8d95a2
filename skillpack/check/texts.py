"""The text files of a skill, and which telling words each holds: looked for once, for every rule that reads text.

Rules about safety know dozens of words that hardly any file holds, and a rule looks closer only where one of its words
is. Each look is a pass over the bytes, so it is taken at a shorter text: letters that make up half of every text are
left out of it and of the words. Only what is found there is looked for in the file itself.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from skillpack.model.tree import Tree

WORDS = (
    *(b"curl", b"wget", b"| iex", b"(irm", b"-Expression", b"DownloadString", b"exec("),
    *(b"64", b"(atob(", b"EncodedCommand", b"-enc "),
    *(b"rm -", b"/dev/", b".ssh/", b"redentials", b"/scripts/"),
    *(b"nstructions", b" the user", b"<!--", b"]: #", b"javascript:", b"(data:"),
    *(b"AIza", b"glpat-", b"-ant-", b"T3BlbkFJ", b"-AgE", b"PRIVATE KEY"),
)
"""The words that are looked for, in the spelling that is meant; quickest are those that start with a rare character."""

_MARKDOWN = (".md", ".markdown", ".mdx")
_COMMON = b' \netaoidf`"*,'
_PRINTABLE = b"\t\n\r\f" + bytes(range(0x20, 0x7F))
_SEARCHES = tuple(
    (word, re.compile(re.escape(word.translate(None, _COMMON))).search, re.compile(re.escape(word)).search)
    for word in WORDS
)


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file without NUL.

    Attributes:
        path: As drafts want it: relative to the skill, empty for the skill file itself.
        markdown: True for prose: the skill file, and what is Markdown by its name.
        words: Those of `WORDS` that it holds.
        rare: Its bytes outside of ASCII, and its control characters but those that end lines and cells.
    """

    path: str
    content: bytes
    markdown: bool
    words: frozenset[bytes]
    rare: bytes


def read_texts(tree: Tree, skill_file: str) -> tuple[TextFile, ...]:
    """Return the text files of a tree in its order.

    Args:
        tree: As read.
        skill_file: Its path in the tree.
    """
    return tuple(_read(path, content, skill_file) for path, content in tree.files.items() if b"\0" not in content)


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
    short = content.translate(None, _COMMON)
    words = frozenset([word for word, in_short, in_whole in _SEARCHES if in_short(short) and in_whole(content)])
    own = path == skill_file
    markdown = own or path.lower().endswith(_MARKDOWN)
    return TextFile("" if own else path, content, markdown, words, short.translate(None, _PRINTABLE))
