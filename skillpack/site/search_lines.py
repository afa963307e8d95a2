"""The lines of a skill's instructions that a search may quote: prose as a reader sees it, no code."""

import re
from collections.abc import Iterator
from html import unescape

from skillpack.catalog import paths
from skillpack.model.output import OutputFile
from skillpack.site.search_data import as_json

MOST = 16_000
"""Characters of all lines together."""

LONGEST = 200
"""Characters of a line; a longer one is cut between two sentences or words."""

_LEFT_OUT = re.compile(r'<(pre|figure|script|style|svg)\b.*?</\1>|<a class="?anchor.*?</a>', re.DOTALL)
_END = re.compile(
    r"</(?:p|li|h[1-6]|t[dhr]|div|blockquote|summary|dt|dd)>|<br\b[^>]*>|<(?:ul|ol|table)\b[^>]*>", re.IGNORECASE
)
_TAG = re.compile(r"<[^>]*>")
_SENTENCE = re.compile(r"(?<=[.!?:;]) +")
_LEAST = 12  # characters of a line that says something


def search_lines(name: str, html: str) -> OutputFile:
    """Return the script that brings the lines of a skill, for pages opened from a disk know no fetch.

    Args:
        name: Of the skill.
        html: Its rendered instructions.
    """
    lines, left = [], MOST
    for line in prose_lines(html):
        left -= len(line)
        if left < 0:
            break
        lines.append(line)
    return OutputFile(
        paths.skill_text(name), (f"skillpackText({as_json(name)},{as_json(lines)});\n".encode("utf-8", "replace"),)
    )


def prose_lines(html: str) -> Iterator[str]:
    """Yield the lines of rendered Markdown, each of at most `LONGEST` characters; code is left out."""
    for part in _END.split(_LEFT_OUT.sub(" ", html)):
        line = " ".join(unescape(_TAG.sub("", part)).split())
        if len(line) >= _LEAST:
            yield from _short(line)


def _short(line: str) -> Iterator[str]:
    """Yield a line in pieces that are short enough."""
    while len(line) > LONGEST:
        ends = [found.start() for found in _SENTENCE.finditer(line, 0, LONGEST + 1)]
        cut = ends[-1] if ends and ends[-1] > _LEAST else line.rfind(" ", _LEAST, LONGEST)
        cut = cut if cut > 0 else LONGEST
        yield line[:cut]
        line = line[cut:].lstrip()
    if len(line) >= _LEAST:
        yield line
