"""TOML read key by key: every mistake is a UsageError that names its place, what was found and what was wanted.

Who read the file puts its name before that (`errors.within_file`).
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from difflib import get_close_matches
from typing import TypeVar

from skillpack.errors import UsageError
from skillpack.model.portable import printable

T = TypeVar("T")

_KINDS: dict[type, str] = {
    str: "a text",
    bool: "`true` or `false`",
    int: "a whole number",
    float: "a number with a point",
    list: "a list",
    dict: "a table",
    datetime: "a date with a time",
    date: "a date",
    time: "a time",
}

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


class Table:
    """A TOML table that remembers which keys it was asked for, so that `close` can refuse the others.

    Attributes:
        path: Dotted, as messages name it; empty for the table at the top.
    """

    def __init__(self, values: Mapping[str, object], path: str = "") -> None:
        self.path = path
        self._values = values
        self._asked: dict[str, None] = {}

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; without a default the key must be given and not empty."""
        value = self._get(key, str, default)
        if default is None and not value.strip():
            raise self.wrong(key, "empty", "a text")
        return value

    def matching(self, key: str, default: str | None, pattern: re.Pattern[str], wanted: str) -> str:
        """Return a text of a form, or the default; `wanted` says in words what the form is."""
        text = self.text(key, default)
        if text != default and not pattern.fullmatch(text):
            raise self.wrong(key, f"`{text}`", wanted)
        return text

    def flag(self, key: str, *, default: bool) -> bool:
        """Return a switch."""
        return self._get(key, bool, default)

    def count(self, key: str, default: int = 0) -> int:
        """Return a whole number from 0 on."""
        value = self._get(key, int, default)
        if value < 0:
            raise self.wrong(key, f"{value}", "a number from 0 on")
        return value

    def choice(self, key: str, choices: Iterable[str], default: str) -> str:
        """Return one of some words."""
        text = self.text(key, default)
        return self._chosen(key, text, choices) if self.has(key) else default

    def texts(self, key: str, default: Sequence[str] = ()) -> tuple[str, ...]:
        """Return a list of texts, none of them empty."""
        values = self._get(key, list, [])
        for index, value in enumerate(values):
            if not isinstance(value, str):
                raise self.wrong(f"{key}[{index}]", _kind(value), "a text")
            if not value.strip():
                raise self.wrong(f"{key}[{index}]", "empty", "a text")
        return tuple(values) if self.has(key) else tuple(default)

    def text_or_texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, none of them empty, of which a single one needs no brackets."""
        self._asked[key] = None
        return (self.text(key),) if isinstance(self._values.get(key), str) else self.texts(key)

    def choices(self, key: str, choices: Iterable[str], default: Sequence[str] = ()) -> tuple[str, ...]:
        """Return a list of some of these words."""
        known = tuple(choices)
        texts = self.texts(key)
        chosen = tuple(self._chosen(f"{key}[{index}]", text, known) for index, text in enumerate(texts))
        return chosen if self.has(key) else tuple(default)

    def day(self, key: str) -> str:
        """Return a date as ISO text, whether it is written as a date or as a text; empty where there is none."""
        self._asked[key] = None
        value = self._values.get(key, "")
        text = value.isoformat() if type(value) is date else str(value)
        if text and not _is_day(text):
            raise self.wrong(key, f"`{text}`", "a date such as 2027-01-31")
        return text

    def table(self, key: str) -> "Table":
        """Return a table; an empty one where it is not given."""
        return Table(self._get(key, dict, {}), self._path_of(key))

    def tables(self, key: str) -> Iterator["Table"]:
        """Yield the tables of a list of tables."""
        for index, value in enumerate(self._get(key, list, [])):
            if type(value) is not dict:
                raise self.wrong(f"{key}[{index}]", _kind(value), "a table")
            yield Table(value, f"{self._path_of(key)}[{index}]")

    def read(self, key: str, reader: Callable[["Table"], T]) -> T:
        """Return the value that a function reads from a table; keys that it does not ask for are refused."""
        return _read(self.table(key), reader)

    def read_each(self, key: str, reader: Callable[["Table"], T]) -> tuple[T, ...]:
        """Return the values that a function reads from a list of tables; keys that it does not ask for are refused."""
        return tuple(_read(table, reader) for table in self.tables(key))

    def keys(self) -> tuple[str, ...]:
        """Return the keys that are given, for a table whose keys are free."""
        return tuple(self._values)

    def has(self, key: str) -> bool:
        """Tell whether a key is given; that is to ask for it."""
        self._asked[key] = None
        return key in self._values

    def close(self) -> None:
        """Refuse keys that nobody asked for.

        Raises:
            UsageError: There is one; the hint names the nearest that is known.
        """
        for key in self._values:
            if key not in self._asked:
                near = get_close_matches(key, self._asked, 1, 0.5)
                known = ", ".join(f"`{name}`" for name in sorted(self._asked))
                hint = f"did you mean `{near[0]}`?" if near else f"known here: {known}"
                raise UsageError(f"`{self._path_of(key)}` is not a setting", hint=hint)

    def wrong(self, key: str, found: str, wanted: str) -> UsageError:
        """Return the exception for a value that cannot be; what was found and what is wanted are noun phrases."""
        return UsageError(f"`{self._path_of(key)}` is {found}, but {wanted} is wanted")

    def _path_of(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _get(self, key: str, kind: type[T], default: T | None) -> T:
        self._asked[key] = None
        if key not in self._values:
            if default is None:
                raise UsageError(f"`{self._path_of(key)}` is missing", hint=f"give {_KINDS[kind]}")
            return default
        value = self._values[key]
        if type(value) is not kind:  # a switch is not a number, although Python thinks so
            raise self.wrong(key, _kind(value), _KINDS[kind])
        return value

    def _chosen(self, key: str, text: str, choices: Iterable[str]) -> str:
        known = tuple(choices)
        if text not in known:
            raise self.wrong(key, f"`{text}`", f"one of {', '.join(f'`{name}`' for name in known)}")
        return text


def _read(table: Table, reader: Callable[[Table], T]) -> T:
    value = reader(table)
    table.close()
    return value


def read_toml(text: str) -> Table:
    """Return the table at the top of a TOML text.

    Raises:
        UsageError: The text is not TOML.
    """
    try:
        return Table(tomllib.loads(text))
    except (ValueError, RecursionError) as error:
        detail, hint = describe_error(text, error)
        raise UsageError(f"this is not TOML: {detail}", hint=hint) from error


def settings_of(text: str) -> tuple[tuple[str, str], ...] | None:
    """Return the dotted key of each value of a TOML text, places in lists left out, with the value as text.

    None where the text is not TOML.
    """
    try:
        return tuple(flattened(tomllib.loads(text)))
    except (ValueError, RecursionError):
        return None


def flattened(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield the dotted key of each value in tables and lists, places in lists left out, with the value as text."""
    if isinstance(value, Mapping) and value:
        for name, inner in value.items():
            yield from flattened(inner, f"{key}.{name}" if key else str(name))
    elif isinstance(value, list | tuple) and value:
        for inner in value:
            yield from flattened(inner, key)
    else:
        yield key, str(value)


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "something else")


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def describe_error(text: str, error: Exception) -> tuple[str, str]:
    """Return the mistake as a clause, with line and column from 1 on, and a hint; the hint is empty where none helps.

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
    """Return the word at a place, or its end, as a noun phrase."""
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
