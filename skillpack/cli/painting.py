"""What the terminal behind a stream can show."""

import shutil
import sys

from skillpack import machine
from skillpack.cli.console import wants_colour, wants_unicode
from skillpack.report.paint import Paint


def paint_for(*, stderr: bool = False) -> Paint:
    """Return what the terminal behind a stream can show."""
    stream = sys.stderr if stderr else sys.stdout
    columns = shutil.get_terminal_size((100, 24)).columns
    return Paint(wants_colour(machine.environment(), stream), wants_unicode(stream), min(columns, 120))
