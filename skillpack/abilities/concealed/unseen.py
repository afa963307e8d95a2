"""Orders where readers do not look: values and comments of data, comments, pictures, front matter (pure)."""

import re
from collections.abc import Iterator, Mapping

from skillpack.abilities.concealed.agent_orders import acts, calls, for_trials, harms, speaks_of_attacks
from skillpack.abilities.concealed.concern import ORDER, ORDER_SEARCH, STOP, about_file, in_file, stopped
from skillpack.abilities.concealed.endings import DATA, MARKUP, SCRIPTS
from skillpack.abilities.concealed.pictures import embedded_texts, is_picture
from skillpack.abilities.places import decoded
from skillpack.abilities.source_text import Reading
from skillpack.abilities.texts import TextFile
from skillpack.model.ability import Concern
from skillpack.parse.patterns import late

_SUSPECT = (
    *(b"nstructions", b"the user", b"the human", b"credential", b"api key", b"api_key", b"password", b"secret"),
    *(b"token", b"environment variables", b"private key", b"curl ", b"conversation"),
)
"""One of these stands, in small letters, in every order."""

_COMMENT = late(
    r"(?:^|[\s;])(?:#|//|--|/\*|\*|rem\s|\"{3}|'{3})[^\n]*(?:\n[ \t]*(?:#|//|--|\*)[^\n]*){0,20}",
    re.MULTILINE | re.IGNORECASE,
)
_DOCSTRING = late(r"\"{3}(.{1,4000}?)\"{3}|'{3}(.{1,4000}?)'{3}|/\*(.{1,4000}?)\*/", re.DOTALL)
_PROMPT_KEY = late(
    r"(?:prompt|system|instruction|template|role|content|persona|message|input|query|expected|assert|case)\w{0,20}[\"']?\s{0,4}[:=]",
    re.IGNORECASE,
)
_UNSEEN = late(
    r"<!--(?P<a>.{1,4000}?)-->|<(?:desc|title|metadata)\b[^>]{0,200}>(?P<b>.{1,4000}?)</(?:desc|title|metadata)>"
    r"|<\w{1,20}\s[^>]{0,300}?(?:display:\s?none|visibility:\s?hidden|opacity[:=]\s?[\"']?0(?![.\d])|font-size[:=]\s?[\"']?[01](?:px|pt|em)?[\"';]"
    r"|color:\s?(?:white|\#fff(?:fff)?|transparent)|fill=[\"'](?:none|white|transparent|\#fff(?:fff)?)[\"'])[^>]{0,300}>(?P<c>[^<]{1,4000})"
    r"|\b(?:alt|title|aria-label)\s?=\s?[\"'](?P<d>[^\"'<>]{20,2000})[\"']",
    re.DOTALL | re.IGNORECASE,
)
_FRONT_MATTER = late(r"\A---[ \t]*\n(.*?)\n---[ \t]*$", re.DOTALL | re.MULTILINE)
_OWN_FIELDS = ("name:", "description:", "allowed-tools:")
_MOST = 5  # concerns of a file
_CANDIDATES = 500  # stretches of a file that are looked at
_AROUND = 500  # characters around that may speak of attacks
_LARGEST_VALUE = 4000  # characters of a line that are read


def unseen_orders(texts: tuple[TextFile, ...], files: Mapping[str, bytes], most: int) -> Iterator[Reading]:
    """Yield orders to an agent that stand where readers do not look.

    Args:
        texts: Of the skill.
        files: Path -> bytes, for pictures.
        most: Bytes of a text that are read.
    """
    for path, content in files.items():
        if is_picture(content):
            order = next((text for text in embedded_texts(content) if acts(text)), "")
            if order:
                yield about_file(ORDER, STOP, path, "an order among what the file carries beside its picture", order)
    for file in texts:
        if not file.path:
            yield from _in_front_matter(file)
        name = file.path.lower()
        known = name.endswith((*DATA, *SCRIPTS)) or file.content.startswith(b"#!")
        if file.markdown or not known or (b"\0" in file.base and not file.with_nul):
            continue
        content = file.content[:most]
        lower = content.lower()
        if any(words in lower for words in _SUSPECT):
            yield from _in_file(file, decoded(content), name)
        if len(file.content) > most:
            yield stopped(file, most, ORDER_SEARCH)


def _in_file(file: TextFile, text: str, name: str) -> Iterator[Reading]:
    found = 0
    for start, end, what in _stretches(text, name):
        if not what:
            yield stopped(file, len(file.content) - len(text[start:].encode("utf-8", "surrogateescape")), ORDER_SEARCH)
            continue
        around = text[max(0, start - _AROUND) : start] + " " + text[end : end + _AROUND]
        if speaks_of_attacks(around) or (for_trials(name) and not what.endswith("readers do not see")):
            continue
        mark = len(file.content) - len(decoded(file.content).encode("utf-8", "surrogateescape"))
        first = mark + len(text[:start].encode("utf-8", "surrogateescape"))
        yield in_file(ORDER, STOP, file, first, first + len(text[start:end].encode("utf-8", "surrogateescape")), what)
        found += 1
        if found >= _MOST:
            return


def _stretches(text: str, name: str) -> Iterator[tuple[int, int, str]]:
    """Yield where orders stand, and in what; in nothing where the search ends before the text does."""
    if name.endswith(MARKUP):
        for number, found in enumerate(_UNSEEN().finditer(text)):
            if number >= _CANDIDATES:
                yield *found.span(), ""
                return
            part = next(part for part in "abcd" if found[part])
            if acts(found[part]):
                yield *_trimmed(text, *found.span(part)), "an order that readers do not see"
    elif name.endswith(DATA):
        yield from _in_lines(text)
    else:
        for number, found in enumerate(_COMMENT().finditer(text)):
            if number >= _CANDIDATES:
                yield *found.span(), ""
                break
            if _ordered(found[0]):
                yield *_trimmed(text, *found.span()), "an order to an agent in a comment"
        for number, found in enumerate(_DOCSTRING().finditer(text)):
            if number >= _CANDIDATES:
                yield *found.span(), ""
                return
            if _ordered(found[0]):
                yield *_trimmed(text, *found.span()), "an order to an agent in a comment"


def _in_lines(text: str) -> Iterator[tuple[int, int, str]]:
    position = 0
    for line in text.split("\n"):
        start, position = position, position + len(line) + 1
        short = line[:_LARGEST_VALUE]
        if len(short) < 20 or not _ordered(short):
            continue
        if _PROMPT_KEY().search(short) and not calls(short):
            continue
        found = re.search(r"\S.*", short)
        if found:
            yield start + found.start(), start + len(short.rstrip()), "an order to an agent in data"


def _ordered(text: str) -> bool:
    return harms(text) and not speaks_of_attacks(text)


def _in_front_matter(file: TextFile) -> Iterator[Concern]:
    text = decoded(file.content[: 2**16])
    found = _FRONT_MATTER().search(text.replace("\r\n", "\n"))
    if not found:
        return
    mark = 3 if file.content.startswith(b"\xef\xbb\xbf") else 0
    own = True
    position = file.content.find(b"\n", mark) + 1
    for line in found[1].split("\n"):
        if line[:1].strip() and not line.startswith("#"):
            own = line.startswith(_OWN_FIELDS)
        length = len(line.encode("utf-8", "surrogateescape"))
        hidden = line.lstrip().startswith("#") or (" #" in line and acts(line.partition(" #")[2]))
        if (hidden or not own) and acts(line) and not speaks_of_attacks(line):
            yield in_file(ORDER, STOP, file, position, position + length, "an order in the front matter")
        end = file.content.find(b"\n", position)
        if end < 0:
            return
        position = end + 1


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())
