"""Languages that Pygments knows: code -> its pieces, each with the class that paints it."""

from collections.abc import Iterator
from functools import lru_cache

from pygments.lexer import Lexer
from pygments.lexers import get_all_lexers, get_lexer_by_name
from pygments.token import (
    Comment,
    Error,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    String,
    Token,
    _TokenType,
)

_CLASSES = {
    Comment: "hc",
    Generic.Deleted: "hd",
    Generic.Heading: "hk",
    Generic.Inserted: "hi",
    Generic.Prompt: "hc",
    Generic.Subheading: "hk",
    Keyword: "hk",
    Keyword.Constant: "hn",
    Literal: "hs",
    Name.Attribute: "ha",
    Name.Builtin: "hf",
    Name.Class: "hf",
    Name.Decorator: "hf",
    Name.Function: "hf",
    Name.Label: "ha",
    Name.Tag: "hk",
    Number: "hn",
    Operator.Word: "hk",
    String: "hs",
    Token: "",
    Error: "",
}
"""Kind of token -> class; what is missing is painted as the kind around it."""


def painted_pieces(code: str, language: str) -> list[tuple[str, str]]:
    """Return the pieces of code, class and text of each; none where it stays plain.

    Args:
        code: As written.
        language: In lower case; one that is unknown stays plain.
    """
    lexer = _lexer(language)
    if lexer is None:
        return []
    try:
        tokens = [(kind, text) for _, kind, text in lexer.get_tokens_unprocessed(code)]
    except Exception:  # noqa: BLE001 a lexer's own fault on strange code must not stop a build
        return []
    if "".join(text for _, text in tokens) != code:  # some lexers drop or add what they do not understand
        return []
    return list(_joined(tokens))


def _joined(tokens: list[tuple[_TokenType, str]]) -> Iterator[tuple[str, str]]:
    """Yield the pieces, neighbours of one class joined."""
    pending, current = "", ""
    for kind, text in tokens:
        name = _class_of(kind)
        if name == current or not text.strip():
            pending += text
        else:
            yield current, pending
            pending, current = text, name
    yield current, pending


@lru_cache(maxsize=1024)
def _class_of(kind: _TokenType) -> str:
    around = kind
    while around not in _CLASSES and around.parent is not None:
        around = around.parent
    return _CLASSES.get(around, "")


@lru_cache(maxsize=256)
def _lexer(language: str) -> Lexer | None:
    # Asking Pygments for a name it does not know searches every installed package.
    return get_lexer_by_name(language) if language in _names() else None


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(alias for _, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases)
