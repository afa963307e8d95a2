"""Arguments put into a body, and skills that a text mentions (seed 002, Argument Substitution; K14)."""

import re
from collections.abc import Collection

# One pass: what was put in is never read again, whatever it holds.
_PLACEHOLDER = re.compile(r"\$ARGUMENTS\[(\d+)\]|\$ARGUMENTS|(?<!\w)\$(\d)(?!\d)", re.ASCII)
_MENTION = re.compile(r"\$([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?![^\W_]|-)")
_LONGEST_NUMBER = 9  # digits; no text has more words


def substitute(body: str, arguments: str | None) -> str:
    """Return a body with its placeholders replaced (I8, I9).

    `$ARGUMENTS` is the whole text, `$ARGUMENTS[0]` and `$0` its first word; a word that is not there is empty. White
    space separates words, and nothing quotes it. Without any placeholder a text that is not blank is appended as
    `ARGUMENTS: …`.

    Args:
        arguments: None leaves the body as it is.
    """
    if arguments is None:
        return body
    words = arguments.split()
    found = False

    def value(match: re.Match[str]) -> str:
        nonlocal found
        found = True
        number = match[1] or match[2]
        return arguments if number is None else _word(words, number)

    replaced = _PLACEHOLDER.sub(value, body)
    return replaced if found or not words else f"{body}\n\nARGUMENTS: {arguments}"


def _word(words: list[str], number: str) -> str:
    digits = number.lstrip("0") or "0"
    return words[int(digits)] if len(digits) <= _LONGEST_NUMBER and int(digits) < len(words) else ""


def mentions(text: str, names: Collection[str]) -> tuple[str, ...]:
    """Return the names that a text mentions as `$name`, each once, in order (K14).

    A letter or digit before the `$`, or one more character of a name behind it, makes it something else.
    """
    found = (match for match in _MENTION.finditer(text) if not (match.start() and text[match.start() - 1].isalnum()))
    return tuple(dict.fromkeys(match[1] for match in found if match[1] in names))
