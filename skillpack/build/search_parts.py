"""The files that a browser searches in, in parts that an edit of one skill leaves alone but for a few."""

from collections.abc import Callable, Iterator, Sequence

from skillpack.model.digest import sha256
from skillpack.model.output import OutputFile
from skillpack.build.store import Cache
from skillpack.build.guides import text_pages_of
from skillpack.build.inputs.inputs import Inputs
from skillpack.search.shards import SECTIONS, Found, file_count, invert, lengths, section_marks, sections_of
from skillpack.site.frame import FRONT_PAGE, Frame
from skillpack.site.guide_search import guides_file, has_guides
from skillpack.site.home import WHOLE
from skillpack.site.search_data import row_count, row_file_of, row_script, table_file, term_scripts

_TOGETHER = 8  # sections that one pass over all skills gathers: the fewer, the less is held

Part = tuple[str, str, Iterator[OutputFile]]
"""Name, what the files follow from beside the inputs, and the files, made as they are asked for."""


def search_parts(cache: Cache, inputs: Inputs) -> Iterator[Part]:
    """Yield the table that every query needs, the files of terms, and the rows where they do not stand in one page."""
    names, marks = cache.names(), b"".join(cache.term_marks())
    if not names:
        return
    rows = row_count(len(names)) if len(names) > WHOLE else 0
    weights = tuple(lengths(marks))
    known = sha256("\0".join(names).encode("utf-8", "surrogatepass"))
    if has_guides(inputs.configuration.pages):
        yield "search/guides", "", _guides(inputs)
    yield "search", sha256(repr((known, weights)).encode()), iter([table_file(names, weights, rows)])
    yield from _term_parts(cache, len(names), known, marks)
    if rows:
        yield from _row_parts(cache, inputs, rows)


def _guides(inputs: Inputs) -> Iterator[OutputFile]:
    pages = zip(text_pages_of(inputs), inputs.pages, strict=True)
    yield guides_file([(page, read.text) for page, read in pages if page.stem != FRONT_PAGE])


def _term_parts(cache: Cache, skills: int, known: str, marks: bytes) -> Iterator[Part]:
    gathered = _gathering(cache)
    for number, (sections, files) in enumerate(sections_of(file_count(skills))):
        key = sha256(known.encode() + section_marks(marks, sections))
        yield f"search/terms/{number}", key, _term_files(gathered, skills, sections, files)


def _term_files(gathered: Callable[[range], Found], skills: int, sections: range, files: range) -> Iterator[OutputFile]:
    yield from term_scripts(gathered(sections), skills, files)


def _gathering(cache: Cache) -> Callable[[range], Found]:
    """Return a function that gives what all skills have of some sections.

    Where they are asked for one after the other, all may be due: then several are gathered together.
    """
    last: dict[int, Found] = {}

    def gathered(sections: range) -> Found:
        if sections.start not in last:
            together = _TOGETHER if sections.start - 1 in last else 0
            last.clear()
            stop = min(max(sections.start + together, sections.stop), SECTIONS)
            last.update(invert(cache.term_texts(), range(sections.start, stop)))
        return {term: places for section in sections for term, places in last[section].items()}

    return gathered


def _row_parts(cache: Cache, inputs: Inputs, rows: int) -> Iterator[Part]:
    members: list[list[str]] = [[] for _ in range(rows)]
    marks: list[list[str]] = [[] for _ in range(rows)]
    for name, listed in cache.listed_marks():
        number = row_file_of(name, rows)
        members[number].append(name)
        marks[number].append(name + listed)
    for number, names in enumerate(members):
        key = sha256("\0".join(marks[number]).encode("utf-8", "surrogatepass"))
        yield f"search/rows/{number}", key, _row_file(cache, inputs, number, names)


def _row_file(cache: Cache, inputs: Inputs, number: int, names: Sequence[str]) -> Iterator[OutputFile]:
    yield row_script(Frame(inputs.theme, inputs.configuration), number, map(cache.entry, names))
