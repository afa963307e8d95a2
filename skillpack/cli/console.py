"""How commands talk: colour, progress and JSON on the right streams."""

import json
import os
import re
import shutil
import sys
import time
from collections.abc import Iterable
from typing import TextIO

import click

from skillpack.check.masking import masked_text, masked_value
from skillpack.model.progress import Progress
from skillpack.report.terminal.paint import Paint, paint_of
from skillpack.report.terminal.stream import wants_unicode
from skillpack.report.terminal.wrapped_text import folded

_SILENCE = 0.5  # seconds before progress is shown
_NARROWEST = 40  # columns
_PAUSE = 0.1  # seconds between two updates
_BREAKS = re.compile("[\x00-\x1a\x1c-\x1f\x7f-\x9f\u2028\u2029]")  # what controls a terminal, but begins no colour
_BEYOND_ASCII = re.compile("[^\n -~]")


def paint_for(*, stderr: bool = False) -> Paint:
    """Return the abilities of the terminal behind a stream."""
    stream = sys.stderr if stderr else sys.stdout
    return paint_of(stream, os.environ, columns=shutil.get_terminal_size((100, 24)).columns)


def notify(text: str) -> None:
    """Write a line to standard error, where talk goes: no credential, and a line break of a name is spelled out."""
    text = masked_text(text)
    text = text if text.isprintable() else _BREAKS.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)
    for line in fitted(text, sys.stderr):
        click.echo(line, err=True)


def fitted(text: str, stream: TextIO, *, indent: str = "  ") -> Iterable[str]:
    """Return a message in lines that a terminal can show whole; what is no terminal gets one line.

    Args:
        text: One line, perhaps with colours.
        stream: To which it is written.
        indent: Before every line but the first.
    """
    columns = shutil.get_terminal_size((100, 24)).columns if stream.isatty() else 0
    return folded(text, max(columns, _NARROWEST), indent=indent) if columns and len(text) * 2 > columns else (text,)


def notify_lines(lines: Iterable[str]) -> None:
    """Write lines to standard error, each as `notify` does."""
    for line in lines:
        notify(line)


def print_lines(lines: Iterable[str], *, fold: bool = False) -> None:
    """Write lines to standard output, each when it is there.

    Args:
        lines: For people, or for programs.
        fold: Break what a terminal cannot show whole between words; for people alone.
    """
    for line in lines:
        text = masked_text(line)
        for part in fitted(text, sys.stdout) if fold else (text,):
            click.echo(part)


def print_json(value: object, *, verbatim: bool = False) -> None:
    """Write a value as JSON to standard output, masked as every message; verbatim what was asked for as it is."""
    value = value if verbatim else masked_value(value)
    click.echo(visible_json(json.dumps(value, indent=2, ensure_ascii=not wants_unicode(sys.stdout))))


def visible_json(text: str) -> str:
    """Return JSON of the same value in which every character can be seen: what would show as nothing is escaped."""
    return _BEYOND_ASCII.sub(lambda found: found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1], text)


class ProgressLine:
    """One line on a terminal that tells how far long work is; silent elsewhere and for quick work."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._last = time.monotonic() + _SILENCE - _PAUSE
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        """Show a step, unless the last one was shown a moment ago."""
        now = time.monotonic()
        if not self._shown or now - self._last < _PAUSE:
            return
        self._last = now
        text = f"{progress.step} {progress.done:,}" + (f" of {progress.total:,}" if progress.total else "")
        sys.stderr.write(f"\r{text.ljust(self._width)}")
        sys.stderr.flush()
        self._width = len(text)

    def close(self) -> None:
        """Take the line away."""
        if self._width:
            sys.stderr.write(f"\r{' ' * self._width}\r")
            sys.stderr.flush()
            self._width = 0
