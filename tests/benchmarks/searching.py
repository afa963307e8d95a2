"""How well search finds what people type: `python tests/benchmarks/searching.py CORPORA [--split tune] [--misses]`.

CORPORA holds a folder for each corpus that the queries name, with its skills in `skills`; each is a catalog of its own.
A query is answered by any of the skills that it accepts. Numbers of the ranking were chosen by the queries of one half;
the other half judges them, and is never shown query by query. `own` are the requests that the skills of a corpus bring
among their tasks and that do not name their skill.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from selection import read_own, read_skills

from skillpack.search.rank import Postings, gather, rank
from skillpack.search.terms import indexed, terms

QUERIES = Path(__file__).with_name("searches.json")
TUNE, HELD, OWN = "tune", "held", "own"
_SHOWN = 3  # names of a miss


@dataclass(frozen=True, slots=True)
class Search:
    text: str
    corpus: str
    answers: Sequence[str]
    split: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--split", choices=(TUNE, HELD, OWN), action="append", help="all by default")
    parser.add_argument("--misses", action="store_true", help=f"show what the half `{TUNE}` does not find first")
    options = parser.parse_args()
    searches = [*read_searches(QUERIES), *own_searches(options.corpora)]
    ways = catalogs(options.corpora, sorted({one.corpus for one in searches}))
    print("ranking              half   queries  hit@1  hit@3  MRR")
    for split in options.split or (TUNE, HELD, OWN):
        asked = [one for one in searches if one.split == split]
        if not asked:
            continue
        for name, known in ways.items():
            places = [place(one, known[one.corpus]) for one in asked]
            print(f"{name:20} {split:6} {len(asked):7}  {'  '.join(f'{value:.3f}' for value in judged(places))}")
    if options.misses:
        everything = ways["everything"]
        for one in searches:
            if one.split == TUNE and (at := place(one, everything[one.corpus])) != 1:
                first = rank(one.text, everything[one.corpus], limit=_SHOWN)
                print(f"  {at or '-'} {one.text!r}: {', '.join(one.answers)}; instead {', '.join(first)}")


def read_searches(file: Path) -> Iterator[Search]:
    for row in json.loads(file.read_text("utf-8"))["queries"]:
        yield Search(row["query"], row["corpus"], row["answers"], row["split"])


def own_searches(folder: Path) -> Iterator[Search]:
    for skills in sorted(folder.glob("*/skills")):
        for query in read_own([skills]):
            yield Search(query.text, skills.parent.name, query.skills, OWN)


def catalogs(folder: Path, corpora: Sequence[str]) -> Mapping[str, Mapping[str, Postings]]:
    """Return the ways to rank, each with the index of every corpus."""
    skills = {corpus: list(read_skills(folder / corpus / "skills")) for corpus in corpora}
    return {
        "name + description": {
            corpus: gather((one.name, terms(one.name, one.description, ())) for one in found)
            for corpus, found in skills.items()
        },
        "everything": {corpus: gather((one.name, indexed(one)) for one in found) for corpus, found in skills.items()},
    }


def place(search: Search, postings: Postings) -> int:
    """Return where the first skill that answers stands, from 1; 0 where none is found."""
    found = rank(search.text, postings, limit=len(postings.lengths))
    return next((at for at, name in enumerate(found, 1) if name in search.answers), 0)


def judged(places: Sequence[int]) -> tuple[float, float, float]:
    """Return hit@1, hit@3 and the mean reciprocal rank."""
    count = len(places) or 1
    first, third = (sum(0 < place <= most for place in places) / count for most in (1, 3))
    return first, third, sum(1 / place for place in places if place) / count


if __name__ == "__main__":
    main()
