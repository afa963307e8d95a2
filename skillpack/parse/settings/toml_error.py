"""What is wrong with a text that is not TOML: where, what is there, what is expected, and how to put it right."""

import re
import tomllib

from skillpack.model.portable import printable

_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_LONGEST = 40  # characters of what is there
_QUOTE = 'put text in quotes: `{key} = "{found}"`'
_CLOSE = "close it with a quote on the same line; text of several lines stands between three quotes"

_EXPECTED = (
    ("Invalid value", 'a value such as `"text"`, `12`, `true` or `["a", "b"]`', ""),
    ("Invalid statement", "`key = value`, `[table]` or `[[list]]`", ""),
    ("Expected '='", "`=` after the key", "a setting is written `key = value`"),
    ("Expected newline", "the end of the line", "write one setting a line, and text in quotes"),
    ("Expected ']]'", "`]]`", "a table of a list is written `[[name]]`"),
    ("Expected ']'", "`]`", "a table is written `[name]`"),
    ("Unclosed array", "`,` or `]`", "separate the values of a list by commas, and close it with `]`"),
    ("Unclosed inline table", "`,` or `}`", "close the table with `}`"),
    ("Unterminated string", "the closing quote", _CLOSE),
    ("Illegal character '\\n'", "the closing quote", _CLOSE),
    ("Found invalid character '\\n'", "the closing quote", _CLOSE),
    ("Illegal character", "a character that can be seen", "delete it"),
    ("Found invalid character", "a character that can be seen", "delete it"),
    ("Unescaped '\\'", "a known escape", "double the backslash, or put the text in single quotes"),
    ("Invalid initial character for a key", "a key of letters, digits, `-` and `_`", "put any other key in quotes"),
)
"""How a message of Python's parser starts, what is expected in our words, and the hint."""


def describe_error(text: str, error: Exception) -> tuple[str, str]:
    """Return what is wrong as a clause, with line and column from 1 on, and a hint; the hint is empty where none helps.

    Args:
        text: That is not TOML.
        error: What was raised for it; anything but a `TOMLDecodeError` means that a limit is passed.
    """
    if not isinstance(error, tomllib.TOMLDecodeError):
        return "it is too large or nested too deeply", ""
    message = str(error)
    at = _AT.search(message)
    message = message[: at.start()] if at else message
    text = text.replace("\r\n", "\n")
    position = _position(text, int(at[1]), int(at[2])) if at and at[1] else len(text)
    if message.startswith("Unescaped"):
        position -= 2  # the backslash itself
    where = "line {}, column {}".format(*_line_and_column(text, position))
    twice = _given_twice(text, message, position)
    if twice:
        return twice, "write it once, with everything in it"
    for start, expected, hint in _EXPECTED:
        if message.startswith(start):
            found = _found(text, position)
            return f"{where}: found {found}, expected {expected}", _hint(text, position, found, start, hint)
    return f"{where}: {message[:1].lower()}{message[1:]}", ""


def _position(text: str, line: int, column: int) -> int:
    """Return the place in a text of a line and a column, both from 1 on."""
    lines = text.split("\n")
    return sum(len(each) + 1 for each in lines[: line - 1]) + column - 1


def _line_and_column(text: str, position: int) -> tuple[int, int]:
    """Return line and column of a place in a text, from 1 on; of its end, those after the last character."""
    before = text.rstrip("\n") if position >= len(text) else text[:position]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _found(text: str, position: int) -> str:
    """Return what stands at a place, as a noun phrase."""
    rest = text[position:]
    if not rest.strip():
        return "the end of the file"
    line = rest.partition("\n")[0]
    if not line.strip() or line.lstrip().startswith("#"):
        return "the end of the line"
    word = re.split(r"(?<=[^\s,\]}#])(?=[\s,\]}#])", line, maxsplit=1)[0].strip()
    return f"`{printable(word, longest=_LONGEST)}`" if word.isprintable() else f"<U+{ord(line[0]):04X}>"


def _hint(text: str, position: int, found: str, start: str, hint: str) -> str:
    """Return the hint; of a text without quotes, the line as it should be."""
    if start != "Invalid value" or not found.startswith("`"):
        return hint
    line = text[text.rfind("\n", 0, position) + 1 :].partition("\n")[0]
    key, equals, value = line.partition("=")
    if found[1:-1].lower() in {"true", "false"}:
        return f"write `{key.strip()} = {found[1:-1].lower()}`, in lower case"
    value = value.partition(" #")[0].strip()
    plain = value.isprintable() and not set(value) & set("\"'`\\[]{}")
    if not equals or not plain or (not value.endswith(found[1:-1]) and not value.startswith(found[1:-1])):
        return ""
    return _QUOTE.format(key=printable(key.strip(), longest=_LONGEST), found=printable(value, longest=_LONGEST))


def _given_twice(text: str, message: str, position: int) -> str:
    """Return that a table or a setting is given twice; empty where something else is wrong."""
    line = _line_and_column(text, position)[0]
    if message.startswith("Cannot declare"):
        names = ".".join(re.findall(r"'([^']*)'", message))
        return f"line {line}: `[{printable(names, longest=_LONGEST)}]` is there twice"
    if message.startswith(("Cannot overwrite", "Duplicate inline table key", "Cannot mutate", "Cannot redefine")):
        written = text.split("\n")[line - 1].strip()
        key = written if written.startswith("[") else written.partition("=")[0].strip()
        if message.startswith("Duplicate"):
            key = message.partition("'")[2].rpartition("'")[0]
        return f"line {line}: `{printable(key, longest=_LONGEST)}` is there twice"
    return ""
