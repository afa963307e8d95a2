"""What a browser searches in when the skills fill many pages: scripts with rows, for `file://` knows no fetch."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice

from skillpack.catalog import paths
from skillpack.model.entry import Entry
from skillpack.model.output import OutputFile
from skillpack.site.frame import Frame
from skillpack.site.rows import row
from skillpack.site.sigil import sigil_bits

TOGETHER = 500
"""Rows of a file."""

_DESCRIPTION = 400  # characters: what two lines of a row show, and as much again to be found by


def search_path(number: int) -> str:
    """Return the path of a file of rows; the first is 1."""
    return paths.asset(f"search/{number}.js")


def search_files(frame: Frame, entries: Iterable[Entry]) -> Iterator[OutputFile]:
    """Yield the rows of all skills, file by file, one skill a line."""
    waiting = iter(entries)
    number = 0
    while together := tuple(islice(waiting, TOGETHER)):
        number += 1
        lines = ",\n".join(
            json.dumps(_row(frame, entry), ensure_ascii=False, separators=(",", ":")) for entry in together
        )
        yield OutputFile(search_path(number), (f"skillpackRows([\n{lines}\n]);\n".encode("utf-8", "replace"),))


def _row(frame: Frame, entry: Entry) -> list[object]:
    """Return what a row shows: name, description, words below, tags, three levels of tokens, sigil."""
    shown = row(frame, entry)
    below = (shown.label, shown.by, entry.license, entry.updated, *(flag.text for flag in shown.flags))
    tokens = (entry.tokens.always, entry.tokens.opened, entry.tokens.on_demand)
    words = [word for word in below if word]
    return [entry.name, entry.description[:_DESCRIPTION], words, list(entry.tags), *tokens, sigil_bits(entry.name)]
