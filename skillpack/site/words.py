"""Text inside of blocks that is made of simple pieces -> HTML in one pass, without tokens.

The HTML is that of the tokens which markdown-it-py finds. A piece is simple when nothing that stands around it can
change what it means; a text that is not made of such pieces alone is for the parser.
"""

import re
from collections.abc import Sequence
from html import escape

from skillpack.site.raw_html import Resolve, link_opened

# The parser changes nothing in such an address.
_ADDRESS = r"(?:https?://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?=[/)\#?]))?[A-Za-z0-9_~./-]*+(?:\?[A-Za-z0-9_=.-]++)?+(?:\#[\w.-]++)?+"


def _plain(but: str) -> str:
    """Return a pattern of text without the characters of rules, or with such as do nothing where they stand."""
    lone = r"(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])|!(?!\[)|&(?![\#A-Za-z0-9])|<(?![A-Za-z/!?])"
    return rf"(?:[^\n\\`*_~\[!<&⟦{re.escape(but)}]++|{lone})"


def _marked(mark: str) -> str:
    """Return a pattern of words between marks that can only begin and only end there."""
    ends = rf"(?:(?<=[A-Za-z0-9]){mark}(?=[ \n.,:;!?)]|$)|(?<=[:.!?)]){mark}(?=[ \n]|$))"
    return rf"(?<![^ \n]){mark}([A-Za-z0-9]{_plain('')}*+){ends}"


_PIECE = rf"""
      ({_plain("")}++)
    | `([^`\n⟦]++)`(?!`) | ``([^`\n⟦]++)``(?!`)
    | {_marked(r"[*][*]")}
    | {_marked("[*]")}
    | (?<=\S)(\n)(?=\S)
    | \[({_plain("]")}++)\]\((?!\))({_ADDRESS})\)
"""
"""Text, code, code, strong words, stressed words, a line break, or words and address of a link, each in its group."""

_FLAGS = re.VERBOSE | re.ASCII
_PIECES = re.compile(_PIECE, _FLAGS)
_UNCAUGHT = re.sub(r"(?<!\\)[(](?!\?)", "(?:", _PIECE)
_SIMPLE = re.compile(f"(?:{_UNCAUGHT})*+", _FLAGS)


def is_simple(text: str) -> bool:
    """Return whether a text is made of simple pieces."""
    return _SIMPLE.fullmatch(text) is not None


def words_html(text: str, resolve: Resolve) -> str:
    """Return a simple text as HTML.

    Args:
        text: Of simple pieces.
        resolve: Where links lead.
    """
    pieces: Sequence[Sequence[str]] = _PIECES.findall(text)
    if "&" in text or "<" in text or ">" in text:
        pieces = [[escape(part, quote=False) for part in piece] for piece in pieces]
    return "".join(
        [
            plain
            or (
                f"<code>{_code(code or quoted)}</code>"
                if code or quoted
                else f"<strong>{strong}</strong>"
                if strong
                else f"<em>{em}</em>"
                if em
                else f"{link_opened(address, '', resolve)}{words}</a>"
                if words
                else "\n"
            )
            for plain, code, quoted, strong, em, _, words, address in pieces
        ]
    )


def words_alone(text: str) -> str:
    """Return the words of a simple text without marks, on one line."""
    return "".join(
        plain or (_code(code or quoted) if code or quoted else strong or em or words or " ")
        for plain, code, quoted, strong, em, _, words, _ in _PIECES.findall(text)
    )


def _code(code: str) -> str:
    """Return code without one blank on each side, where there are both and more than blanks."""
    return code[1:-1] if code[0] == code[-1] == " " and code.strip(" ") else code
