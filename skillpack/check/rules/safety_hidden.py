"""SF: what a file says and nobody sees: invisible, turning and control characters."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice

from skillpack.abilities.places import MOST, shown, span_in_file, span_in_text
from skillpack.check.rule import Hit, rule
from skillpack.check.subject import Subject

_BOM = b"\xef\xbb\xbf"
# These three run over the rare bytes of a file alone: most files have few of them, so it costs next to nothing.
_MAYBE_INVISIBLE = re.compile(
    rb"\xe2\x80[\x8b-\x8f]|\xe2\x81[\xa0-\xa5\xaa-\xaf]|\xf3\xa0|\xef\xbb\xbf|\xc2\xad|\xcd\x8f|\xd8\x9c"
    rb"|\xef\xb8[\x80-\x8d]|\xef\xb8[\x8e\x8f]\xef\xb8|\xe1\x85[\x9f\xa0]|\xe1\x9e[\xb4\xb5]|\xe1\xa0[\x8b-\x8f]"
    rb"|\xe3\x85\xa4|\xef\xbe\xa0|\xef\xbf[\xb9-\xbb]|\xf0\x9b\xb2[\xa0-\xa3]|\xf0\x9d\x85[\xb3-\xba]"
)
_TURNING = re.compile(rb"\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
_RARE_CONTROL = re.compile(rb"[\x00-\x1f\x7f]|\xc2[\x80-\x84\x86-\x9f]")

_INVISIBLE = (
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065\u206a-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
# Ranges as their first and last characters, because large classes take long to compile; where a search is needed, the
# pattern is a text that `re` compiles when a file needs it, which hardly one does.
_Ranges = tuple[tuple[str, str], ...]
_SELECTORS: _Ranges = (("\ufe00", "\ufe0f"),)
_SELECTABLE: _Ranges = (("#", "#"), ("*", "*"), ("0", "9"), ("\u0080", "\U0010ffff"))
_MORE_SELECTORS: _Ranges = (("\U000e0100", "\U000e01ef"),)
_IDEOGRAPH: _Ranges = (("\u3400", "\u9fff"), ("\uf900", "\ufaff"), ("\U00020000", "\U0003ffff"))
_JOINERS: _Ranges = (("\u200b", "\u200d"), ("\u034f", "\u034f"), ("\u17b4", "\u17b5"), ("\u180b", "\u180f"))
_JOINING: _Ranges = (("\u0600", "\u1cff"),)  # scripts that join letters, or do not part words
_MARKS: _Ranges = (("\u200e", "\u200f"), ("\u061c", "\u061c"))
_FILLERS: _Ranges = (("\u115f", "\u1160"),)
_JAMO: _Ranges = (("\u1100", "\u11ff"),)
_RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_FLAG = "[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f"  # England, Scotland, Wales
_FLAG_BASE = "\U0001f3f4"
_TAGS = range(0xE0020, 0xE007F)
_PROPER = (
    (_SELECTORS, _SELECTABLE),
    (_MORE_SELECTORS, _IDEOGRAPH),
    (_JOINERS, _JOINING),
    (_FILLERS, _JAMO),
)
_ISOLATED = "[\u2066-\u2068][^\u2066-\u2069\n]*\u2069"
_BIDI = "[\u202a-\u202e\u2066-\u2069]"
_REVERSING = frozenset("\u202b\u202d\u202e\u2067")
_SPELLED = 16  # invisible characters in a row, from which on they may spell a word
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]+|\xc2[\x80-\x84\x86-\x9f]|\r(?![\r\n]|\Z)")


@rule("SF001", "hidden-characters", source="skillpack, safety; Unicode TR 36; Unicode TR 39")
def hidden_characters(subject: Subject) -> Iterator[Hit]:
    """A file contains invisible characters that a model reads.

    Why: zero-width characters, tag characters and runs of variation selectors have no shape; they can
    spell whole sentences. A person who reviews the skill sees nothing, but an agent that loads it reads
    them. Emoji, and scripts that need joiners, do not count.

    Fix: delete the characters; if they say something, write it in plain letters.
    """
    for file in subject.texts:
        rare = file.rare.removeprefix(_BOM) if file.content.startswith(_BOM) else file.rare
        if not rare or not _MAYBE_INVISIBLE.search(rare):
            continue
        text = file.text()
        runs = (found for found in re.finditer(_INVISIBLE, text) if not _proper(text, found.start(), found.end()))
        for found in islice(runs, MOST):
            yield Hit(
                _what_is_hidden(found.group()),
                at=span_in_text(file, text, found.start(), found.end()),
                path=file.path,
                hint="delete the invisible characters",
                facts=(("text", "yes"),) if _may_spell_words(found.group()) else (),
            )


@rule("SF011", "bidi-controls", source="skillpack, safety; CVE-2021-42574")
def bidi_controls(subject: Subject) -> Iterator[Hit]:
    """A file contains characters that change the direction of text.

    Why: with them a line looks different from what is read, so that a comment looks like code and a
    forbidden command like an allowed one ("Trojan Source"). A closed isolate in a right-to-left line
    does not count.

    Fix: delete the characters.
    """
    for file in subject.texts:
        if not file.rare or not _TURNING.search(file.rare):
            continue
        text = file.text()
        turning = (found for found in re.finditer(_BIDI, text) if not _isolates(_line(text, found.start())))
        for each in islice(turning, MOST):
            # Marks that embed or end a stretch reverse nothing.
            effect = "reverses" if each.group() in _REVERSING else "changes"
            yield Hit(
                f"{_named(each.group())} {effect} the direction of text",
                at=span_in_text(file, text, each.start(), each.end()),
                path=file.path,
                hint="delete it, and read the line again",
                facts=(("order", "yes"),) if _reverses(each.group(), _line(text, each.start())) else (),
            )


@rule("SF012", "control-characters", source="skillpack, safety")
def control_characters(subject: Subject) -> Iterator[Hit]:
    r"""A text file contains control characters.

    Why: terminals obey them: escape sequences hide text, move the cursor over what was printed, or
    rename the window; a lone carriage return overwrites its own line.

    Fix: delete them; in code, write an escape such as `\x1b`.
    """
    for file in subject.texts:
        if not (file.rare and _RARE_CONTROL.search(file.rare)) and b"\r" not in file.content:
            continue
        for found in islice(_CONTROL.finditer(file.content), MOST):
            yield Hit(
                f"{_control_named(found.group())} in a text file",
                at=span_in_file(file, found.start(), found.end()),
                path=file.path,
                hint="delete it, or write it as an escape",
            )


def _control_named(found: bytes) -> str:
    if found.startswith(b"\x1b"):
        return "an escape sequence"
    if found == b"\r":
        return "a lone carriage return"
    return f"the control character `U+{ord(found.decode('utf-8', 'replace')[0]):04X}`"


def _what_is_hidden(run: str) -> str:
    tags = "".join(chr(ord(mark) - 0xE0000) for mark in run if ord(mark) in _TAGS)
    if tags.strip():
        return f"hidden text in tag characters: `{shown(tags.encode())}`"
    if len(run) == 1:
        return f"an invisible character, {_named(run)}"
    kinds = ", ".join(_named(mark) for mark in list(dict.fromkeys(run))[:3])
    return f"{len(run)} invisible characters: {kinds}"


def _may_spell_words(run: str) -> bool:
    """Tell whether words may be written in a run: letters as tags, or marks enough for some of them."""
    return any(ord(mark) in _TAGS for mark in run) or len(run) >= _SPELLED


def _reverses(mark: str, line: str) -> bool:
    """Tell whether a mark turns letters that are written from left to right, which no language needs."""
    return mark in _REVERSING and not _reads_leftwards(line)


def _named(mark: str) -> str:
    name = unicodedata.name(mark, "").lower()
    return f"`U+{ord(mark):04X}`" + (f" ({name})" if name else "")


def _proper(text: str, start: int, end: int) -> bool:
    """Tell whether a run of invisible characters does what Unicode made it for."""
    run, before = text[start:end], text[start - 1 : start]
    if not before:
        return False
    if run in {"\u200d", "\ufe0f\u200d"} and _picture(before):
        return _picture(text[end : end + 1])  # a family, a flag, a person at work
    if before == _FLAG_BASE:
        return re.fullmatch(_FLAG, run) is not None
    if _is_of(run, _MARKS):
        return _reads_leftwards(_line(text, start))
    return any(_is_of(run, marks) and _is_of(before, base) for marks, base in _PROPER)


def _is_of(text: str, ranges: _Ranges) -> bool:
    """Tell whether a text is one character of some ranges."""
    return len(text) == 1 and any(first <= text <= last for first, last in ranges)


def _reads_leftwards(line: str) -> bool:
    """Tell whether a line holds a letter that is written from right to left."""
    return re.search(_RIGHT_TO_LEFT, line) is not None


def _picture(mark: str) -> bool:
    return mark > "\u203b" and unicodedata.category(mark) in {"So", "Sk", "Sm", "Cn"}


def _line(text: str, position: int) -> str:
    """Return the line of a position, or 300 characters to both sides where it is longer."""
    low, high = max(0, position - 300), position + 300
    end = text.find("\n", position, high)
    return text[max(low, text.rfind("\n", low, position) + 1) : end if end >= 0 else high]


def _isolates(line: str) -> bool:
    return _reads_leftwards(line) and not re.search(_BIDI, re.sub(_ISOLATED, "", line))
