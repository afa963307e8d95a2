"""What a browser searches in, as classic scripts, for `file://` knows no fetch: names, terms, and rows of skills."""

import json
from collections.abc import Iterable, Iterator, Sequence

from skillpack.catalog import paths
from skillpack.model.entry import Entry
from skillpack.model.hidden_characters import revealed
from skillpack.model.output import OutputFile
from skillpack.search.shards import Found, borders, file_count, numbers, term_files
from skillpack.site.frame import Frame
from skillpack.site.rows import row
from skillpack.site.sigil import hashed

FOLDER = "search/"
"""Where the scripts lie among the assets; `templates/assets/site.js` knows their names."""

_DESCRIPTION = 400  # characters: what two lines of a row show
_ROWS = 48  # of a file, at most about
_SIGIL_BITS = 18  # of a hash are drawn; the others say in which file the row stands


def table_file(names: Sequence[str], lengths: Sequence[int], rows: int) -> OutputFile:
    """Return the table that every query needs: all names, how long each skill is, where terms and rows are.

    Args:
        names: Sorted; other files know skills by their place here.
        lengths: Of the skills, in weighted words.
        rows: How many files of rows there are; 0 where the rows stand in the page.
    """
    table = {"names": "\n".join(names), "lengths": numbers(lengths), "borders": borders(file_count(len(names)))}
    return script("table.js", f"skillpackTable({as_json({**table, 'rows': rows})})")


def term_scripts(found: Found, skills: int, numbered: range) -> Iterator[OutputFile]:
    """Yield the files of some numbers: which skills have which terms."""
    contents = dict(term_files(found, file_count(skills)))
    for number in numbered:
        yield script(f"t{number}.js", f'skillpackTerms({number},"{contents.get(number, "")}")')


def row_count(skills: int) -> int:
    """Return how many files hold the rows of so many skills: a power of two."""
    return 1 << (skills // _ROWS).bit_length()


def row_file_of(name: str, files: int) -> int:
    """Return the number of the file with a skill's row; it follows from the name, so that others move none."""
    return hashed(name) >> _SIGIL_BITS & files - 1


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


def as_json(value: object) -> str:
    """Return a value as JSON without blanks, which ends no element and begins no comment of a page."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/").replace("<!--", "<\\u0021--")


def script(name: str, text: str) -> OutputFile:
    """Return a file among the scripts that are searched in."""
    return OutputFile(paths.asset(FOLDER + name), (f"{text};\n".encode("utf-8", "replace"),))
