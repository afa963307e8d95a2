"""What an opened body gets: arguments, output of commands (instructor-php); skills that a text mentions."""

import re
from collections.abc import Callable, Collection

from skillpack.runtime.shell import COMMAND

# One pass: what was put in is never read again, whatever it holds.
_PLACEHOLDER = re.compile(r"\$ARGUMENTS\[(\d+)\]|\$ARGUMENTS|(?<!\w)\$(\d)(?!\d)", re.ASCII)
_MENTION = re.compile(r"\$([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?![^\W_]|-)")
_LONGEST_NUMBER = 9  # digits; no text has more words


def expand(body: str, arguments: str | None, run: Callable[[str], str] | None = None) -> str:
    """Return a body with the output of its commands and with arguments in the place of its placeholders (I8, I9, I16).

    `$ARGUMENTS` is the whole text, `$ARGUMENTS[0]` and `$0` its first word; a word that is not there is empty. White
    space separates words, and nothing quotes it. Without any placeholder a text that is not blank is appended as
    `ARGUMENTS: …`. No command sees arguments, and no output is searched for placeholders.

    Args:
        arguments: None leaves placeholders as they are.
        run: A command -> what takes its place; None leaves commands as they are.
    """
    pieces = COMMAND.split(body) if run is not None else [body]
    texts = [_substituted(piece, arguments) for piece in pieces[::2]]
    outputs = [run(command) for command in pieces[1::2]] if run is not None else []
    whole = "".join(part for pair in zip(texts, [*outputs, ""], strict=True) for part in pair)
    if arguments is None or not arguments.strip() or any(_PLACEHOLDER.search(piece) for piece in pieces[::2]):
        return whole
    return f"{whole.rstrip()}\n\nARGUMENTS: {arguments}"


def _substituted(text: str, arguments: str | None) -> str:
    if arguments is None:
        return text
    words = arguments.split()

    def value(match: re.Match[str]) -> str:
        number = match[1] or match[2]
        return arguments if number is None else _word(words, number)

    return _PLACEHOLDER.sub(value, text)


def _word(words: list[str], number: str) -> str:
    digits = number.lstrip("0") or "0"
    return words[int(digits)] if len(digits) <= _LONGEST_NUMBER and int(digits) < len(words) else ""


def mentions(text: str, names: Collection[str]) -> tuple[str, ...]:
    """Return the names that a text mentions as `$name`, each once, in order (K14).

    A letter or digit before the `$`, or one more character of a name behind it, makes it something else.
    """
    found = (match for match in _MENTION.finditer(text) if not (match.start() and text[match.start() - 1].isalnum()))
    return tuple(dict.fromkeys(match[1] for match in found if match[1] in names))
