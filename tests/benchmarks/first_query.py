"""What agents and browsers fetch from very many skills: `python tests/benchmarks/first_query.py [--sizes 10000]`.

No site is built: the writers of the package make the files of made-up skills, whose words are spread as in texts, few
everywhere and most in a few skills. It prints the largest file of `llms.txt` and its lists, and what a first query of
three words fetches, compressed: the scripts, the table of lengths, a file of names, those of terms for each word, and
the rows of three skills. `tests/browser/shards.py` asks a real browser, of 10,000 skills.
"""

import argparse
import gzip
import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path

from large_registry import entries

from skillpack import resources
from skillpack.model.entry import Entry
from skillpack.model.output import OutputFile
from skillpack.model.settings import Configuration
from skillpack.registry.llms import llms_files
from skillpack.search.shards import borders, file_count, invert, sections_of, spread
from skillpack.search.terms import stem
from skillpack.site.frame import Frame
from skillpack.site.search_data import name_scripts, row_runs, row_script, table_file, term_scripts

QUERY = ("rotate", "certificates", "carefully")
SHOWN = 3  # files of rows
MOST_LIST, MOST_QUERY = 60_000, 150_000  # bytes
_WORDS, _OF_EACH = 9_000, 55  # different words in all, and drawn for a skill
_LENGTH, _SPREAD = 400, 0.5  # weighted words of a skill: the median, and how far their logarithms are from it
_SCRIPTS = ("search.js", "rows.js")
_CONFIGURATION = Configuration(title="Very many", site_url="https://skills.example.com/")


def largest_list(count: int) -> tuple[int, int]:
    """Return the bytes of the largest of `llms.txt` and its lists, and how many files there are."""
    sizes = [sum(map(len, file.chunks)) for file in llms_files(entries(count), _CONFIGURATION)]
    return max(sizes), len(sizes)


def first_query(count: int, drawn: int) -> Iterator[tuple[str, int]]:
    """Yield the files that a first query fetches: what they are, and bytes, compressed.

    Args:
        count: Of the skills.
        drawn: Words for each of them.
    """
    skills = list(entries(count)())
    names, texts = [each.name for each in skills], list(_laid_out(count, drawn))
    assets = Path(__file__).parents[2] / "templates" / "assets"
    for name in _SCRIPTS:
        yield name, _compressed((assets / name).read_bytes())
    runs = row_runs(names)
    yield "table of lengths", _size(table_file(names, list(_lengths(count)), runs))
    yield "names", max(map(_size, name_scripts(names)))
    files = file_count(count)
    for word in QUERY:
        for number in _term_files(word, borders(files)):
            sections = next(sections for sections, of_files in sections_of(files) if number in of_files)
            found = {term: places for each in invert(texts, sections).values() for term, places in each.items()}
            file, *leaves = term_scripts(found, count, range(number, number + 1))
            yield f"terms beside `{word}`", _size(file)
            for leaf in _leaves_of(word, file):
                yield f"skills of terms beside `{word}`", _size(leaves[leaf])
    for file in _rows(skills, runs):
        yield "rows", _size(file)


def _term_files(word: str, starting: Sequence[str]) -> Sequence[int]:
    """Return the numbers of the files that may have a word, or longer ones that begin with it."""
    longer = range(bisect_right(starting, word), bisect_right(starting, word + "\U0010ffff") + 1)
    return sorted({bisect_right(starting, stem(word)), *longer})


def _leaves_of(word: str, file: OutputFile) -> Sequence[int]:
    """Return the numbers of the leaves that have the skills of a word, or of longer ones that begin with it."""
    text = b"".join(file.chunks).decode().partition(",")[2].strip('");\n')
    found, leaf = [], -1
    for term in text.split(" "):
        leaf += term.startswith("!")
        if term.lstrip("!") == stem(word) or term.lstrip("!").startswith(word):
            found.append(leaf)
    return sorted(set(found) - {-1})


def _lengths(count: int) -> Iterator[int]:
    """Yield how long each skill is: most some hundreds of words, a few many thousands."""
    chance = random.Random(2)  # noqa: S311 the same each time
    for _ in range(count):
        yield round(chance.lognormvariate(log(_LENGTH), _SPREAD))


def _laid_out(count: int, drawn: int) -> Iterator[bytes]:
    """Yield the terms of each skill: words of syllables, the first ones everywhere; one has those of the query too."""
    chance = random.Random(1)  # noqa: S311 the same each time
    syllables = [first + second for first in "bcdfghklmnprstvwz" for second in ("a", "e", "i", "o", "u", "an", "er")]
    words = sorted({"".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(_WORDS * 2)})
    chance.shuffle(words)
    ranks = [1 / (rank + 3) for rank in range(_WORDS)]
    for number in range(count):
        terms = {
            *chance.choices(words[:_WORDS], ranks, k=drawn),
            *(map(stem, QUERY) if number == count // 2 else ()),
        }
        yield spread([(term, chance.randint(1, 8)) for term in sorted(terms)]).text


def _rows(skills: Sequence[Entry], runs: Sequence[range]) -> Iterator[OutputFile]:
    """Yield the files of rows of skills that stand far from each other."""
    frame = Frame(resources.theme(), _CONFIGURATION)
    for shown in range(SHOWN):
        number = len(runs) * shown // SHOWN
        yield row_script(frame, number, skills[runs[number].start : runs[number].stop])


def _size(file: OutputFile) -> int:
    return _compressed(b"".join(file.chunks))


def _compressed(content: bytes) -> int:
    return len(gzip.compress(content))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000", help="numbers of skills, with commas between them")
    parser.add_argument("--words", type=int, default=_OF_EACH, help="drawn for each skill; real ones have about 230")
    given = parser.parse_args()
    for size in map(int, given.sizes.split(",")):
        largest, number = largest_list(size)
        met = "yes" if largest <= MOST_LIST else "NO"
        print(
            f"{size:,} skills: {number} files that agents read, the largest {largest:,} bytes, <= {MOST_LIST:,}: {met}"
        )
        parts = list(first_query(size, given.words))
        whole = sum(cost for _, cost in parts)
        met = "yes" if whole <= MOST_QUERY else "NO"
        print(f"{size:,} skills: a first query {whole:,} bytes in {len(parts)} files, <= {MOST_QUERY:,}: {met}")
        for what, cost in parts:
            print(f"    {cost:9,}  {what}")


if __name__ == "__main__":
    main()
