"""What a browser searches in: lengths, terms, names and rows of skills, and the lines of each that it may quote.

All of it is classic scripts, for `file://` knows no fetch. A first query fetches the table, the files of its words,
one of names, and the rows that it shows. So the table has of a skill what every ranking divides by, its length, and of
many skills nothing else. A name comes with its row; rows stand in runs of neighbours by name, of which the table tells
how long each is. Whether a skill is called like the query tells one of the files of names, by a hash.

Which run a name begins follows from its hash, so that a new skill makes its own run longer and, seldom, two of it. The
places of the skills behind it move, and with them the files of terms and of names. An edit of a skill moves none.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from itertools import pairwise

from skillpack.catalog import paths
from skillpack.model.entry import Entry
from skillpack.model.hidden_characters import revealed
from skillpack.model.output import OutputFile
from skillpack.search.lengths import written
from skillpack.search.shards import Found, TermFile, borders, file_count, numbers, steps, term_files
from skillpack.site.frame import Frame
from skillpack.site.rows import row
from skillpack.site.sigil import hashed

FOLDER = "search/"
"""Where the scripts lie among the assets; `templates/assets/site.js` knows their names."""

MOST_TEXT = 16_000
"""Characters of all lines together."""

LONGEST_LINE = 200
"""Characters of a line; a longer one is cut between two sentences or words."""

_DESCRIPTION = 400  # characters: what two lines of a row show
_LONGEST_RUN = 48
_OPENING_BITS = 27  # of a hash stand behind the five that are 0 where a run begins: with every 32nd name
_NAMES = 96  # of a file, at most about
_LEFT_OUT = re.compile(r'<(pre|figure|script|style|svg)\b.*?</\1>|<a class="?anchor.*?</a>', re.DOTALL)
_END = re.compile(
    r"</(?:p|li|h[1-6]|t[dhr]|div|blockquote|summary|dt|dd)>|<br\b[^>]*>|<(?:ul|ol|table)\b[^>]*>", re.IGNORECASE
)
_TAG = re.compile(r"<[^>]*>")
_SENTENCE = re.compile(r"(?<=[.!?:;]) +")
_LEAST = 12  # characters of a line that says something


def table_file(names: Sequence[str], lengths: Sequence[int], runs: Sequence[range]) -> OutputFile:
    """Return the table that every query needs: how long each skill is, where terms, names and rows are.

    Args:
        names: Sorted; other files know skills by their place here.
        lengths: Of the skills, in weighted words; rounded as the ranking rounds them.
        runs: Of the rows (`row_runs`); none where the rows stand in the page: then the table has the names.
    """
    coded = numbers([written(length) for length in lengths])
    many = {"named": name_count(len(names)), "runs": numbers([len(run) for run in runs])}
    where = many if runs else {"names": "\n".join(names)}
    table = {"lengths": coded, "borders": borders(file_count(len(names))), **where}
    return script("table.js", f"skillpackTable({as_json(table)})")


def term_scripts(found: Found, skills: int, numbered: range) -> Iterator[OutputFile]:
    """Yield the files of some numbers: which skills have which terms; and the leaves of these files."""
    contents = dict(term_files(found, file_count(skills)))
    for number in numbered:
        content = contents.get(number, TermFile(""))
        for name, text in (
            (f"t{number}", content.text),
            *((f"t{number}-{at}", text) for at, text in enumerate(content.leaves)),
        ):
            yield script(f"{name}.js", f'skillpackTerms("{name}","{text}")')


def name_count(skills: int) -> int:
    """Return how many files tell the places of so many names: a power of two."""
    return 1 << (skills // _NAMES).bit_length()


def name_scripts(names: Sequence[str]) -> Iterator[OutputFile]:
    """Yield the files that tell places of names; in which of them one stands follows from its hash."""
    files = name_count(len(names))
    members: list[list[int]] = [[] for _ in range(files)]
    for place, name in enumerate(names):
        members[hashed(name) & files - 1].append(place)
    for number, places in enumerate(members):
        told = ("\n".join(names[place] for place in places), steps(places)) if places else ("", "")
        yield script(f"n{number}.js", f'skillpackNames("n{number}",{as_json(told[0])},"{told[1]}")')


def row_runs(names: Sequence[str]) -> Sequence[range]:
    """Return the places of the rows that share a file, in order.

    Args:
        names: Sorted.
    """
    starts: list[int] = []
    for place, name in enumerate(names):
        if not starts or hashed(name) >> _OPENING_BITS == 0 or place - starts[-1] == _LONGEST_RUN:
            starts.append(place)
    return [range(start, end) for start, end in pairwise((*starts, len(names)))]


def row_script(frame: Frame, number: int, entries: Iterable[Entry]) -> OutputFile:
    """Return a file of rows, a skill a line."""
    lines = ",\n".join(as_json(_row(frame, entry)) for entry in entries)
    return script(f"r{number}.js", f"skillpackRows({number},[\n{lines}\n])")


def _row(frame: Frame, entry: Entry) -> list[object]:
    """Return a row: name, description, words beside it, flags and their kinds, tokens, a foreign language."""
    shown = row(frame, entry)
    beside = [revealed(word) for word in (shown.label, shown.by) if word]
    flags = [[revealed(flag.text), flag.kind] for flag in shown.flags]
    told = [revealed(entry.description[:_DESCRIPTION]), beside, flags]
    foreign = frame.foreign(entry.language)
    return [entry.name, *told, entry.tokens.always, entry.tokens.opened, *([foreign] if foreign else ())]


def search_lines(name: str, html: str) -> OutputFile:
    """Return the script that brings the lines of a skill, for pages opened from a disk know no fetch.

    Args:
        name: Of the skill.
        html: Its rendered instructions.
    """
    lines, left = [], MOST_TEXT
    for line in prose_lines(html):
        left -= len(line)
        if left < 0:
            break
        lines.append(line)
    return OutputFile(
        paths.skill_text(name), (f"skillpackText({as_json(name)},{as_json(lines)});\n".encode("utf-8", "replace"),)
    )


def prose_lines(html: str) -> Iterator[str]:
    """Yield the lines of rendered Markdown, each of at most `LONGEST_LINE` characters; code is left out."""
    for part in _END.split(_LEFT_OUT.sub(" ", html)):
        line = " ".join(unescape(_TAG.sub("", part)).split())
        if len(line) >= _LEAST:
            yield from _short(line)


def _short(line: str) -> Iterator[str]:
    """Yield a line in pieces that are short enough."""
    while len(line) > LONGEST_LINE:
        ends = [found.start() for found in _SENTENCE.finditer(line, 0, LONGEST_LINE + 1)]
        cut = ends[-1] if ends and ends[-1] > _LEAST else line.rfind(" ", _LEAST, LONGEST_LINE)
        cut = cut if cut > 0 else LONGEST_LINE
        yield line[:cut]
        line = line[cut:].lstrip()
    if len(line) >= _LEAST:
        yield line


def as_json(value: object) -> str:
    """Return a value as JSON without blanks, which ends no element and begins no comment of a page."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/").replace("<!--", "<\\u0021--")


def script(name: str, text: str) -> OutputFile:
    """Return a file among the scripts that are searched in."""
    return OutputFile(paths.asset(FOLDER + name), (f"{text};\n".encode("utf-8", "replace"),))
