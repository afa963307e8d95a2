"""The files that a browser searches in, in parts that an edit of one skill leaves alone but for a few."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from skillpack.builder.inputs.inputs import Inputs
from skillpack.builder.outputs.output import Rendered, SiteOutput, digest, single, text_pages_of
from skillpack.builder.resolve import Catalog
from skillpack.builder.store import BuildStore
from skillpack.catalog.overview import WHOLE
from skillpack.model.entry import Entry
from skillpack.model.output import OutputFile
from skillpack.search.lengths import rounded
from skillpack.search.shards import file_count, invert, lengths, section_keys, sections_of
from skillpack.site.frame import FRONT_PAGE, Frame
from skillpack.site.pages.guides import guides_file, has_guides
from skillpack.site.search_data import name_scripts, row_runs, row_script, table_file, term_scripts

_TERMS = "/search/terms/"
_TOGETHER = 8  # parts of terms that one pass over all skills gathers: the fewer, the less is held


def search_outputs(catalog: Catalog, marks: Sequence[str], store: BuildStore, inputs: Inputs) -> Iterator[SiteOutput]:
    """Yield the table that every query needs, the files of terms, and names and rows where they stand in many pages.

    Args:
        catalog: The set.
        marks: Of each entry in turn, what tells how lists show it.
        store: Where the terms are.
        inputs: Of the build.
    """
    names = tuple(each.entry.name for each in catalog.entries)
    if not names:
        return
    terms = b"".join(each.record.summary.marks for each in catalog.entries)
    runs = row_runs(names) if len(names) > WHOLE else ()
    weights, known = tuple(map(rounded, lengths(terms))), digest(names, inputs.digest)
    if has_guides(inputs.configuration.pages):
        yield single("/search/guides", digest("guides", inputs.digest), partial(_guides, inputs))
    yield single("/search", digest(known, weights), lambda: [table_file(names, weights, runs)])
    parts = {f"{_TERMS}{number}": part for number, part in enumerate(sections_of(file_count(len(names))))}
    keys = {part: digest(known, section_keys(terms, sections)) for part, (sections, _) in parts.items()}
    yield SiteOutput(keys, partial(_term_parts, catalog, store, parts))
    if runs:
        yield single("/search/names", digest("names", known), lambda: name_scripts(names))
        yield from _row_outputs([each.entry for each in catalog.entries], marks, inputs, runs)


def _guides(inputs: Inputs) -> Iterator[OutputFile]:
    pages = zip(text_pages_of(inputs), inputs.pages, strict=True)
    yield guides_file([(page, read.text) for page, read in pages if page.stem != FRONT_PAGE])


def _term_parts(
    catalog: Catalog, store: BuildStore, parts: Mapping[str, tuple[range, range]], due: Collection[str]
) -> Rendered:
    """Yield the files of terms that are due; the terms of all skills are read once for some of them.

    Args:
        catalog: The set.
        store: Where the terms are.
        parts: Part -> its sections and its files.
        due: Some of the parts.
    """
    keys = [each.record.key for each in catalog.entries]
    wanted = [(part, *parts[part]) for part in parts if part in due]
    for start in range(0, len(wanted), _TOGETHER):
        some = wanted[start : start + _TOGETHER]
        gathered = invert(store.columns_of("terms", keys), [each for _, sections, _ in some for each in sections])
        for part, sections, files in some:
            found = {term: places for section in sections for term, places in gathered[section].items()}
            yield part, term_scripts(found, len(keys), files)


def _row_outputs(
    entries: Sequence[Entry], marks: Sequence[str], inputs: Inputs, runs: Sequence[range]
) -> Iterator[SiteOutput]:
    frame = Frame(inputs.theme, inputs.configuration)
    for number, run in enumerate(runs):
        key = digest([(entries[place].name, marks[place]) for place in run], inputs.digest)
        shown = entries[run.start : run.stop]
        yield single(f"/search/rows/{number}", key, partial(_row_file, frame, number, shown))


def _row_file(frame: Frame, number: int, entries: Sequence[Entry]) -> Iterator[OutputFile]:
    yield row_script(frame, number, entries)
