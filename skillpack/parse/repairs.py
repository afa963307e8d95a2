"""A skill file -> what the readers of some hosts make of it, where the front matter is not as YAML wants it."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations

from skillpack.model.document import FaultKind
from skillpack.model.limits import Limits
from skillpack.model.profile import Repair
from skillpack.parse.fields import read_fields
from skillpack.parse.front_matter import split

_LIMITS = Limits()
_TABS = re.compile(r"(?<=\n)( *)\t[ \t]*")
_SEPARATORS = re.compile("[\u0085\u2028\u2029]")
_WORD_KEY = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\s*:\s*(.*)", re.ASCII)
_COMMENT = re.compile(r"(?:^|\s)\s*#.*")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_FIELDS = ("name", "description")
_LINE = {field: re.compile(rf"^\s*{field}:\s*([^\n\r\u2028\u2029]*)$") for field in _FIELDS}
_CONTINUED = re.compile(r"[ \t]+\S")
_NEXT_KEY = re.compile(
    r"""^([A-Za-z_][\w-]*:[ \t]+(?:"[^"\\\n]*"|'[^'\n]*'|\[[^][\n]*\]|\{[^{}\n]*\}))[ \t]+(?=[\w][^\n]*:(?:[ \t]|$))""",
    re.ASCII | re.MULTILINE,
)
_ODD = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LANGUAGE = re.compile(r"---[ \t]*(?:yaml|yml|json)[ \t]*", re.IGNORECASE)
_BEGUN = re.compile(r"^---.*", re.MULTILINE)
_DELIMITER = "---"


def repaired_texts(text: str) -> Iterator[tuple[frozenset[Repair], str]]:
    """Yield the texts of a decoded skill file after one or two repairs, fewest first.

    A repair that changes nothing yields nothing.
    """
    alone = {repair: changed for repair, change in _REPAIRS.items() if (changed := change(text)) != text}
    yield from ((frozenset((repair,)), changed) for repair, changed in alone.items())
    for first, second in combinations(_REPAIRS, 2):
        changed = _REPAIRS[second](alone.get(first, text))
        if changed not in {text, alone.get(first), alone.get(second)}:
            yield frozenset((first, second)), changed


def _spaced(text: str) -> str:
    """Return the text with delimiters that end with their third hyphen, where white space of any kind follows."""
    return "\n".join(
        _DELIMITER if line.startswith(_DELIMITER) and not line[3:].strip() else line for line in text.split("\n")
    )


def _trimmed(text: str) -> str:
    """Return the text with delimiters at the start of their lines."""
    lines = text.split("\n")
    if lines[0].strip() != _DELIMITER:
        return text
    end = next((at for at, line in enumerate(lines[1:], 1) if line.strip() == _DELIMITER), 0)
    lines[0], lines[end] = _DELIMITER, _DELIMITER
    return "\n".join(lines) if end else text


def _without_language(text: str) -> str:
    """Return the text without the name of a language behind the first delimiter."""
    first, newline, rest = text.partition("\n")
    return f"{_DELIMITER}{newline}{rest}" if _LANGUAGE.fullmatch(first) else text


def _shortened(text: str) -> str:
    """Return the text with a closing delimiter that ends with its third hyphen."""
    first, newline, rest = text.partition("\n")
    return f"{first}{newline}{_BEGUN.sub(_DELIMITER, rest, count=1)}" if first.startswith(_DELIMITER) else text


def _closed(text: str) -> str:
    """Return the text with a delimiter at its end, where none closes the front matter."""
    return text if "\n---" in text else f"{text}\n{_DELIMITER}\n"


def _front_matter_changed(change: Callable[[str], str]) -> Callable[[str], str]:
    """Return the function that changes the front matter alone."""

    def changed(text: str) -> str:
        front_matter = split(text).front_matter
        start = text.find("\n") + 1
        return text[:start] + change(front_matter) + text[start + len(front_matter) :] if front_matter else text

    return changed


def _colons(front_matter: str) -> str:
    """Return the front matter with each value of one line that holds a colon as a block of text."""
    lines = front_matter.split("\n")
    for at, line in enumerate(lines):
        match = _WORD_KEY.fullmatch(line)
        value = match[2].strip() if match else ""
        if match and ":" in value and not value.startswith(("'", '"')):
            lines[at] = f"{match[1]}: |-\n  {value}"
    return "\n".join(lines)


def _prose(front_matter: str) -> str:
    """Return the front matter with each value of one line in quotes that looks like prose."""
    lines, block = [], -1  # how far the block of text is indented in which a line may stand
    for line in front_matter.split("\n"):
        indentation = len(line) - len(line.lstrip(" "))
        if block >= 0 and (not line.strip() or indentation > block):
            lines.append(line)
            continue
        block = -1
        key, colon, value = line.partition(":")
        scalar = _COMMENT.sub("", value).strip() if colon and key.strip() and value[:1].isspace() else ""
        if scalar.startswith(("|", ">")):
            block = indentation
        lines.append(line.replace(scalar, _quoted(scalar), 1) if _is_prose(scalar) else line)
    return "\n".join(lines)


def _is_prose(scalar: str) -> bool:
    if scalar[:1] in {"", "|", ">", "'", '"'}:
        return False
    # A list or a mapping that can be read stays one: what follows its bracket tells.
    return bool(re.search(r":\s", scalar)) or scalar[0] in "@`" or (scalar[0] in "[{" and not _is_yaml(scalar))


def _is_yaml(scalar: str) -> bool:
    return not any(fault.kind is FaultKind.YAML for fault in read_fields(f"- {scalar}", 1, _LIMITS)[1])


def _quoted(scalar: str) -> str:
    return "'" + scalar.replace("'", "''") + "'"


def _lines(front_matter: str) -> str:
    """Return name and description as their lines have them, and nothing else; all as it is where one is missing."""
    found: dict[str, str] = {}
    lines = iter(front_matter.split("\n"))
    line = next(lines, None)
    while line is not None:
        following = next(lines, None)
        for field in _FIELDS:
            match = _LINE[field].match(line)
            if match is None:
                continue
            parts = [match[1].strip()]
            while field == "description" and following is not None and _CONTINUED.match(following):
                parts.append(following.strip())
                following = next(lines, None)
            found[field] = " ".join(filter(None, parts))
            break
        line = following
    if len(found) < len(_FIELDS):
        return front_matter
    return "".join(f"{field}: {_quoted(_ODD.sub(_REPLACEMENT, found[field]))}\n" for field in _FIELDS)


_REPAIRS: Mapping[Repair, Callable[[str], str]] = {
    Repair.SPACED: _spaced,
    Repair.INDENTED: _trimmed,
    Repair.LANGUAGE: _without_language,
    Repair.LONGER: _shortened,
    Repair.NEXT_KEY: _front_matter_changed(partial(_NEXT_KEY.sub, r"\1\n")),
    Repair.COLONS: _front_matter_changed(_colons),
    Repair.UNCLOSED: _closed,  # behind the colons, which are looked for up to a delimiter
    Repair.PROSE: _front_matter_changed(_prose),
    Repair.LINES: _front_matter_changed(_lines),
    Repair.TABS: _front_matter_changed(partial(_TABS.sub, r"\1")),
    Repair.SEPARATORS: _front_matter_changed(partial(_SEPARATORS.sub, " ")),
}
"""In the order in which they are made: where the front matter ends is known first."""
