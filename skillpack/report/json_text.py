"""JSON that every reader takes, and one entry a line so that people can compare two of them."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from skillpack.report.terminal.visible_text import shown

# What a log or an editor would obey or hide; inside of JSON it occurs in strings alone, where an escape may stand.
_SPELLED = re.compile(
    "[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
    r"|(?<=##)\[|(?<=##vso)\[",
    re.IGNORECASE,
)
_SURROGATE = re.compile("[\ud800-\udfff]")


def json_text(value: object) -> str:
    """Return a value as JSON on one line, in which hidden and directional characters are escaped.

    Lone surrogates, which RFC 7493 §2.1 forbids and strict readers refuse, become `<U+DC80>`.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    text = _SURROGATE.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)
    return _SPELLED.sub(lambda found: _escaped(found[0]), text)


def json_document(head: Mapping[str, object], name: str, entries: Iterable[object]) -> Iterator[str]:
    """Yield the lines of a JSON object that ends with a list, one line for each of its entries."""
    yield "{"
    for key, value in head.items():
        yield f"  {json_text(key)}: {json_text(value)},"
    yield f"  {json_text(name)}: ["
    yield from json_entries(entries, indent="    ")
    yield "  ]"
    yield "}"


def json_entries(entries: Iterable[object], *, indent: str) -> Iterator[str]:
    """Yield the entries of a JSON list, one a line, without its brackets."""
    waiting = ""
    for entry in entries:
        if waiting:
            yield f"{waiting},"
        waiting = indent + json_text(entry)
    if waiting:
        yield waiting


def readable(text: str) -> str:
    """Return a text of one or more lines for people in foreign viewers: what they could not see is spelled out."""
    return "\n".join("".join(shown(line)) for line in text.split("\n"))


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
