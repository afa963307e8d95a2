"""What the terminal behind a stream can show."""

import shutil
import sys

from skillpack import machine
from skillpack.report.terminal.paint import Paint, paint_of


def paint_for(*, stderr: bool = False) -> Paint:
    """Return the abilities of the terminal behind a stream."""
    stream = sys.stderr if stderr else sys.stdout
    return paint_of(stream, machine.environment(), columns=shutil.get_terminal_size((100, 24)).columns)
