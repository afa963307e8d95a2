#!/usr/bin/env python3
"""Find what a text file says and nobody sees.

usage: python3 scan_hidden.py PATH...

PATH is a file or a folder. Reported, one a line as `path:line:column: kind: detail`:

  invisible  characters without a shape, and the text that is written in tag characters
  bidi       characters that turn the direction of writing
  control    control characters, such as the escape sequences of terminals
  comment    comments in Markdown and HTML, which readers of a page do not see and agents do

Emoji and scripts that need joiners are not reported. What was not scanned, such as images and links, is named on
standard error.

Exit status: 0 nothing found, 1 something found, 2 nothing found but something could not be read.
Needs Python 3.11 and nothing else; reads, writes nothing, opens no connection.
"""

import argparse
import os
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn

MOST_BYTES = 4 * 2**20  # of one file
MOST_FINDINGS = 100  # of one kind in one file
SKIPPED = {".git", ".hg", ".svn", "__pycache__", "node_modules"}
WITH_COMMENTS = {".md", ".markdown", ".mdx", ".html", ".htm", ".svg", ".xml", ".txt"}

# Written as numbers, so that this file holds none of them.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u061c\u2060-\u2064\u206a-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]+|\r(?!\n|\\Z)")
_HTML_COMMENT = re.compile(r"<!--(.*?)(-->|\Z)", re.DOTALL)
_LINK_COMMENT = re.compile(r"^ {0,3}\[[^\]\n]*\]:[ \t]*(?:#|<>|<#>)[ \t]+[\"'(](.*)[\"')][ \t]*$", re.MULTILINE)

_TAGS = range(0xE0020, 0xE007F)  # a hidden copy of ASCII
_SELECTORS = re.compile("[\ufe0e\ufe0f]")
_JOINERS = re.compile("[\u200c\u200d]")
_MARKS = re.compile("[\u200e\u200f\u061c]")
_FLAG = re.compile("[\U000e0061-\U000e007a\U000e0030-\U000e0039]{3,6}\U000e007f")  # England, Scotland, Wales
_BLACK_FLAG = "\U0001f3f4"
_JOINING_SCRIPTS = re.compile("[\u0600-\u1cff]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


class NotScannedError(Exception):
    """A file was not scanned; the text says why.

    Attributes:
        expected: True for what is no text, False for what could not be read.
    """

    def __init__(self, reason: str, *, expected: bool = False) -> None:
        super().__init__(reason)
        self.expected = expected


class Found(NamedTuple):
    """One place in a text.

    Attributes:
        start: Offset in characters.
        kind: As the usage lists them.
        detail: What is there, on one line, printable.
    """

    start: int
    kind: str
    detail: str


def main(arguments: list[str]) -> int:
    """Scan what is named, print what is found, return the exit status."""
    parser = argparse.ArgumentParser(prog="scan_hidden.py", description="Find what a text says and nobody sees.")
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a file or a folder")
    options = parser.parse_args(arguments)
    findings, scanned, complete = 0, 0, True
    for name in options.paths:
        for file in files_below(Path(name)):
            try:
                text = text_of(file)
            except NotScannedError as error:
                complete = complete and error.expected
                print(f"not scanned: {shown(str(file))}: {error}", file=sys.stderr)
                continue
            scanned += 1
            for line in lines_of(file, text):
                findings += 1
                print(line)
    print(f"{findings} found in {scanned} {'file' if scanned == 1 else 'files'}", file=sys.stderr)
    return 1 if findings else 0 if complete else 2


def files_below(path: Path) -> Iterator[Path]:
    """Yield a file, or the files of a folder in order; links to folders count as files."""
    if not path.is_dir():
        yield path
        return
    for parent, folders, names in os.walk(path):
        links = [name for name in folders if Path(parent, name).is_symlink()]
        folders[:] = sorted(name for name in folders if name not in SKIPPED and name not in links)
        for name in sorted([*names, *links]):
            yield Path(parent, name)


def text_of(file: Path) -> str:
    """Return a text file."""
    if file.is_symlink():
        raise NotScannedError(f"a link to {shown(str(file.readlink()))}", expected=True)
    if not file.is_file():
        raise NotScannedError("not a regular file" if file.exists() else "there is no such file")
    try:
        if file.stat().st_size > MOST_BYTES:
            raise NotScannedError(f"larger than {MOST_BYTES:,} bytes")
        content = file.read_bytes()
        if b"\0" in content:
            raise NotScannedError("binary; look at it with another tool", expected=True)
        return content.decode()
    except UnicodeDecodeError as error:
        raise NotScannedError("not UTF-8; look at it with another tool", expected=True) from error
    except OSError as error:
        raise NotScannedError(str(error.strerror)) from error


def lines_of(file: Path, text: str) -> Iterator[str]:
    """Yield a line for each finding, in the order of the file."""
    for found in sorted(scan(text, comments=file.suffix.lower() in WITH_COMMENTS)):
        line = text.count("\n", 0, found.start) + 1
        column = found.start - text.rfind("\n", 0, found.start)
        yield f"{shown(str(file))}:{line}:{column}: {found.kind}: {found.detail}"


def scan(text: str, *, comments: bool) -> Iterator[Found]:
    """Yield what is hidden in a text; comments only where a reader would not see them."""
    kinds = [invisible(text), bidi(text), control(text)]
    if comments:
        kinds.append(comment(text))
    for kind in kinds:
        for count, found in enumerate(kind, 1):
            if count > MOST_FINDINGS:
                yield Found(found.start, found.kind, "and more of this kind")
                break
            yield found


def invisible(text: str) -> Iterator[Found]:
    """Yield runs of characters without a shape."""
    for run in _INVISIBLE.finditer(text):
        if not proper(text, run.start(), run.end()):
            yield Found(run.start(), "invisible", hidden(run.group(), at_start=run.start() == 0))


def proper(text: str, start: int, end: int) -> bool:
    """Return whether a run does what it was made for: an emoji, a joined letter, a mark beside Hebrew or Arabic."""
    run, before, after = text[start:end], text[start - 1 : start], text[end : end + 1]
    if not before:
        return False
    if before == _BLACK_FLAG:
        return _FLAG.fullmatch(run) is not None
    if _SELECTORS.fullmatch(run):
        return before in "#*0123456789" or not before.isascii()
    if run in {"\u200d", "\ufe0f\u200d"} and picture(before):
        return picture(after)
    if _JOINERS.fullmatch(run):
        return _JOINING_SCRIPTS.fullmatch(before) is not None
    if _MARKS.fullmatch(run):
        line = text[text.rfind("\n", 0, start) + 1 : start + 200].partition("\n")[0]
        return _RIGHT_TO_LEFT.search(line) is not None
    return False


def picture(mark: str) -> bool:
    """Return whether a character is a symbol that others can be joined to."""
    return bool(mark) and not mark.isascii() and unicodedata.category(mark) in {"So", "Sk", "Sm", "Cn"}


def hidden(run: str, *, at_start: bool) -> str:
    """Return in words what an invisible run is."""
    message = "".join(chr(ord(mark) - 0xE0000) for mark in run if ord(mark) in _TAGS)
    if message.strip():
        return f"text in tag characters: {shown(message)}"
    if at_start and run == "\ufeff":
        return "a byte-order mark, with which many hosts do not load the file"
    kinds = ", ".join(named(mark) for mark in list(dict.fromkeys(run))[:3])
    return kinds if len(run) == 1 else f"{len(run)} characters: {kinds}"


def bidi(text: str) -> Iterator[Found]:
    """Yield characters that turn the direction of writing."""
    for found in _BIDI.finditer(text):
        yield Found(found.start(), "bidi", named(found.group()))


def control(text: str) -> Iterator[Found]:
    """Yield control characters but tabs, line feeds and form feeds; a carriage return only at the end of a line."""
    for found in _CONTROL.finditer(text):
        first = found.group()[0]
        what = {"\x1b": "an escape sequence", "\r": "a carriage return that hides its line"}.get(first)
        yield Found(found.start(), "control", what or f"U+{ord(first):04X}")


def comment(text: str) -> Iterator[Found]:
    """Yield comments of HTML, and definitions of links that lead nowhere and carry a text."""
    for found in _HTML_COMMENT.finditer(text):
        inside = shown(" ".join(found[1].split()))
        yield Found(found.start(), "comment", inside if found[2] else f"never closed: {inside}")
    for found in _LINK_COMMENT.finditer(text):
        yield Found(found.start(), "comment", shown(found[1]))


def named(mark: str) -> str:
    """Return a character's number and name."""
    return f"U+{ord(mark):04X} {unicodedata.name(mark, '').lower()}".rstrip()


def shown(text: str, most: int = 100) -> str:
    """Return text on one line that cannot steer a terminal, cut where it is long."""
    line = "".join(mark if mark.isprintable() else "?" for mark in text[: most + 1])
    return line if len(line) <= most else f"{line[: most - 3]}..."


def run() -> NoReturn:
    """Run the command line; a reader that goes away (`| head`) is no fault."""
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:
        sys.exit(0)


if __name__ == "__main__":
    run()
