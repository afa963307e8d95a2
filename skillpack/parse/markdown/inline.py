"""Links and comments of a paragraph (CommonMark 6): code is skipped, brackets are paired, targets stay as written."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from msgspec import Struct, field

from skillpack.parse.markdown.line import Piece
from skillpack.parse.markdown.markup import INSIDE_TAG

_LABEL_LIMIT = 1000  # characters of a link label (CommonMark 6.3)
# Each kind is named behind its first mark: only then does the search leap from one mark to the next.
_TOKEN = re.compile(
    rf"""
      \\(?P<escape>  [!-/:-@\[-`{{-~] )
    | `(?P<code>    `* )
    | <(?P<comment> !-- )
    | <(?P<auto>    (?:[A-Za-z][A-Za-z0-9+.-]{{1,31}}:[^\s<>]*|[\w.!\#$%&'*+/=?^`{{|}}~-]+@[\w.-]+)> )
    | <(?P<tag>     {INSIDE_TAG} )
    | \[(?P<open>   )
    | !\[(?P<image> )
    | \](?P<close>  )
    """,
    re.VERBOSE | re.ASCII,
)
_TICKS = re.compile("`+")
# What is repeated below begins with nothing that may follow it, so that giving some of it back is tried once at most.
# A part of a bare target, whose parentheses are paired, up to two deep.
_BARE = r"(?>[^\s()\\]++|\\.|\((?>[^\s()\\]++|\\.|\((?>[^\s()\\]++|\\.)*\))*\))"
_ANGLE = r"<(?P<angle>(?>[^<>\\\n]++|\\.)*)>"
_TITLE = r"""(?P<title>"(?>[^"\\]++|\\[\s\S])*"|'(?>[^'\\]++|\\[\s\S])*'|\((?>[^()\\]++|\\[\s\S])*\))"""
_LABEL = r"\[(?P<label>(?>[^\[\]\\]|\\[\s\S]){0,999})\]"
_DESTINATION = re.compile(rf"\(\s*+(?:{_ANGLE}|(?!<)(?P<bare>{_BARE}*))(?:\s++{_TITLE})?\s*+\)")
_REFERENCE = re.compile(_LABEL)
_DEFINITION = re.compile(
    rf"{_LABEL}:[ \t]*+\n?[ \t]*+(?:{_ANGLE}|(?!<)(?P<bare>{_BARE}+))"
    rf"(?:(?:[ \t]++\n?|\n)[ \t]*+{_TITLE}(?=[ \t]*+(?:\n|$)))?[ \t]*+(?:\n|$)"
)
_CELL = re.compile(r"(?>[^|\\]++|\\.?)+")
_COLUMNS = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*", re.ASCII)
_COMMENT = re.compile(r"<!--(?:-?>|.*?(-->|\Z))", re.DOTALL)
_COMMENT_OR_TAG = re.compile(rf"{_COMMENT.pattern}|<(?P<tag>{INSIDE_TAG})", re.DOTALL | re.ASCII)


class TextSpan(NamedTuple):
    """The index of a line, and a column from 1."""

    line: int
    column: int


class InlineLink(NamedTuple):
    """A link or image; its end is exclusive."""

    start: TextSpan
    end: TextSpan
    target: str
    image: bool


class InlineComment(NamedTuple):
    """A comment with its marks; its end is exclusive."""

    start: TextSpan
    end: TextSpan
    text: str
    closed: bool


class InlineText(NamedTuple):
    """A stretch of text; its end is exclusive."""

    start: TextSpan
    end: TextSpan
    text: str


class Inline(Struct):
    """What was found, in the order of the text.

    Attributes:
        tags: Opening and closing ones.
        titles: Titles of links, images and definitions, and alternative texts of images, at their links.
    """

    links: list[InlineLink] = field(default_factory=list)
    comments: list[InlineComment] = field(default_factory=list)
    tags: list[InlineText] = field(default_factory=list)
    titles: list[InlineText] = field(default_factory=list)


def scan_inline(
    leaves: Sequence[Sequence[Piece]], markup: Sequence[Sequence[Piece]], *, open_comments: bool = True
) -> Inline:
    """Return the links of paragraphs and headings, and the comments of these and of blocks of HTML.

    Args:
        leaves: The lines of each paragraph and heading.
        markup: The lines of each block of HTML.
        open_comments: Whether a comment that is never closed holds the rest of its paragraph.
    """
    found = Inline()
    definitions: dict[str, str] = {}
    marked = [pieces for pieces in leaves if any("<" in text or "[" in text for _, _, text in pieces)]
    for pieces in [without_definitions(pieces, definitions, found) for pieces in marked]:
        for part in _parts(pieces):
            _Scanner(part, definitions, found, open_comments=open_comments).scan()
    for pieces in markup:
        lines = _Lines(pieces)
        for match in _COMMENT_OR_TAG.finditer(lines.text):
            if match["tag"]:
                found.tags.append(lines.stretch(match.start(), match.end()))
            else:
                found.comments.append(lines.comment(match.start(), match.end(), closed=match[1] != ""))
    for each in (found.links, found.comments, found.tags, found.titles):
        each.sort()
    return found


def without_definitions(pieces: Sequence[Piece], definitions: dict[str, str], inline: Inline) -> Sequence[Piece]:
    """Return the lines of a paragraph that follow its link definitions, which are added to those known."""
    if not pieces[0][2].startswith("[") or not any("]:" in text for _, _, text in pieces):
        return pieces
    lines = _Lines(pieces)
    text = lines.text
    position = 0
    while match := _DEFINITION.match(text, position):
        label = _folded(match["label"])
        if not label or label.startswith("^"):  # a footnote
            break
        definitions.setdefault(label, _written(match))
        if match["title"]:
            inline.titles.append(lines.stretch(match.start(), match.end("title"))._replace(text=match["title"]))
        position = match.end()
    return pieces[text.count("\n", 0, position) + (position == len(text)) :] if position else pieces


class _Lines:
    """Lines as one text whose offsets have places."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.text = pieces[0][2] if len(pieces) == 1 else "\n".join([text for _, _, text in pieces])
        self._pieces = pieces
        self._starts = [0]
        if len(pieces) > 1:
            self._starts = list(accumulate([len(text) + 1 for _, _, text in pieces[:-1]], initial=0))

    def position(self, offset: int) -> TextSpan:
        """Return where an offset of the text stands."""
        index = bisect_right(self._starts, offset) - 1
        line, column, _ = self._pieces[index]
        return TextSpan(line, column + offset - self._starts[index])

    def stretch(self, start: int, end: int) -> InlineText:
        """Return the text between two offsets."""
        return InlineText(self.position(start), self.position(end), self.text[start:end])

    def comment(self, start: int, end: int, *, closed: bool) -> InlineComment:
        """Return the comment between two offsets."""
        return InlineComment(self.position(start), self.position(end), self.text[start:end], closed)


class _Scanner:
    """One paragraph while its brackets are paired."""

    def __init__(
        self, pieces: Sequence[Piece], definitions: Mapping[str, str], found: Inline, *, open_comments: bool
    ) -> None:
        self._lines = _Lines(pieces)
        self._text = self._lines.text
        self._definitions = definitions
        self._found = found
        self._open_comments = open_comments
        self._openers: list[tuple[int, bool]] = []  # offset, and if it opens an image
        self._inside_links = 0  # so many of the openers cannot become links, for links do not nest
        self._ticks: dict[int, list[int]] = {}

    def scan(self) -> None:
        """Add everything to what was found."""
        position = 0
        while match := _TOKEN.search(self._text, position):
            start, position = match.span()
            kind = match.lastgroup
            if kind in {"open", "image"}:
                self._openers.append((start, kind == "image"))
            elif kind == "close" and self._openers:
                position = self._close(position)
            elif kind == "code":
                position = self._after_code(start, position)
            elif kind == "comment":
                position = self._comment(start)
            elif kind == "tag":
                self._found.tags.append(self._lines.stretch(start, position))
            elif kind == "auto":
                self._link(start, position, match[0][1:-1], image=False)

    def _link(self, start: int, end: int, target: str, *, image: bool) -> None:
        self._found.links.append(InlineLink(self._lines.position(start), self._lines.position(end), target, image))

    def _close(self, position: int) -> int:
        """Pair the closing bracket in front of an offset; return where reading goes on."""
        start, image = self._openers.pop()
        enclosed = not image and len(self._openers) < self._inside_links
        self._inside_links = min(self._inside_links, len(self._openers))
        target, title, end = (None, "", position) if enclosed else self._target(start + 1 + image, position)
        if target is None:
            return position
        self._link(start, end, target, image=image)
        texts = (title, self._text[start + 2 : position - 1]) if image else (title,)
        unseen = "\n".join(filter(None, texts))
        if unseen:
            self._found.titles.append(self._lines.stretch(start, end)._replace(text=unseen))
        if not image:
            self._inside_links = len(self._openers)
        return end

    def _target(self, start: int, position: int) -> tuple[str | None, str, int]:
        """Return the target of brackets whose text starts at `start`, None for none, its title, the offset behind."""
        match = _DESTINATION.match(self._text, position) if self._text.startswith("(", position) else None
        if match:
            return _written(match), match["title"] or "", match.end()
        if not self._definitions:
            return None, "", position
        reference = _REFERENCE.match(self._text, position)
        label = reference["label"] if reference else ""
        if not label.strip() and position - start <= _LABEL_LIMIT:
            label = self._text[start : position - 1]
        return self._definitions.get(_folded(label)), "", reference.end() if reference else position

    def _after_code(self, start: int, end: int) -> int:
        """Return where reading goes on after some backticks: behind the code that they open, if they do."""
        if not self._ticks:
            for match in _TICKS.finditer(self._text):
                self._ticks.setdefault(len(match[0]), []).append(match.start())
        length = end - start
        alike = self._ticks.get(length, [])
        following = bisect_left(alike, end)
        return alike[following] + length if following < len(alike) else end

    def _comment(self, start: int) -> int:
        closed = self._text.find("-->", start + 2) + 3  # `<!-->` is a comment as well
        if closed <= start and not self._open_comments:
            return start + len("<!--")
        end = closed if closed > start else len(self._text)
        self._found.comments.append(self._lines.comment(start, end, closed=closed > start))
        return end


def _written(match: re.Match[str]) -> str:
    return match["bare"] if match["angle"] is None else match["angle"]


def _folded(label: str) -> str:
    """Return a label as labels are compared (CommonMark 6.3)."""
    return " ".join(label.split()).casefold()


def _parts(pieces: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    """Yield a paragraph, or its table cell by cell: code and links end with their cell."""
    if len(pieces) == 1:
        yield pieces
        return
    texts = [text for _, _, text in pieces]
    head = next((index for index, text in enumerate(texts) if index and _COLUMNS.fullmatch(text)), 0)
    if head and "|" in texts[head - 1] and "|" in texts[head]:
        if head > 1:
            yield pieces[: head - 1]
        for line, column, text in pieces[head - 1 :]:
            for cell in _CELL.finditer(text):
                yield [(line, column + cell.start(), cell[0])]
    elif pieces:
        yield pieces
