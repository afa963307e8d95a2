"""What trimming keeps beside equal cutting: `python tests/benchmarks/trimming.py [FOLDER...]`.

A FOLDER holds skills, in folders of their own. Requests are those of `tests/search/labelled.toml` for its catalog,
those of `searches.json` for a folder that its corpora name, and those of `evals/*.json` in skills, of any FOLDER. The
table shows for each catalog and each share of its descriptions how many requests find a right skill first, and the sum
of 1 / place of the first right one, by what trimming keeps and by descriptions cut to one length. The exit code is 1
where trimming keeps less of a catalog over all shares, by that sum.
"""

import argparse
import json
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from selection import read_skills

from skillpack.search.rank import gather, rank
from skillpack.search.terms import terms
from skillpack.search.trim import trim
from skillpack.search.visibility import shared_length

TESTS = Path(__file__).parents[1]
SHARES = (5, 10, 15, 20, 30, 40, 50, 70)  # per cent of all descriptions

Texts = Mapping[str, str]


class Catalog(NamedTuple):
    """Descriptions by name, and requests with the names that answer them."""

    name: str
    texts: Texts
    requests: Sequence[tuple[str, Sequence[str]]]


class Found(NamedTuple):
    """Requests whose first skill is right, and the sum of 1 / place of the first right one."""

    first: int
    reciprocal: float


def main() -> int:
    """Print the table, and return 1 where equal cutting keeps more."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    worse = []
    print(f"{'catalog':16} requests  kept   first: trimmed   cut   1/place: trimmed    cut")
    for catalog in (labelled(), *map(of_folder, parser.parse_args().folders)):
        whole = sum(map(len, catalog.texts.values()))
        trimmed = [judged(dict(trim(catalog.texts, whole * share // 100).texts), catalog) for share in SHARES]
        cut = [judged(cut_equally(catalog.texts, whole * share // 100), catalog) for share in SHARES]
        for share, one, other in zip((*SHARES, "all"), (*trimmed, total(trimmed)), (*cut, total(cut)), strict=True):
            print(
                f"{catalog.name[:16]:16} {len(catalog.requests):8} {share:>4}{'%' if share != 'all' else ' '}"
                f"  {one.first:15} {other.first:5}  {one.reciprocal:17.1f} {other.reciprocal:6.1f}"
            )
        if total(trimmed).reciprocal < total(cut).reciprocal:
            worse.append(catalog.name)
    print(f"less than equal cutting: {', '.join(worse) or 'nowhere'}")
    return int(bool(worse))


def total(found: Sequence[Found]) -> Found:
    """Return the sum over all shares."""
    return Found(sum(each.first for each in found), sum(each.reciprocal for each in found))


def labelled() -> Catalog:
    """Return the catalog of the project's own labels."""
    known = tomllib.loads((TESTS / "search" / "labelled.toml").read_text("utf-8"))
    texts = {name: each["description"] for name, each in known["skill"].items()}
    return Catalog("labelled.toml", texts, [(each["text"], each["answers"]) for each in known["query"]])


def of_folder(folder: Path) -> Catalog:
    """Return the skills of a folder with the requests that are known for them."""
    texts = {skill.name: skill.description for skill in read_skills(folder)}
    requests = [each for each in (*searches(folder), *evaluations(folder)) if not texts.keys().isdisjoint(each[1])]
    return Catalog(folder.name if folder.name != "skills" else folder.parent.name, texts, requests)


def searches(folder: Path) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the requests of `searches.json` for a folder."""
    known = json.loads(Path(__file__).with_name("searches.json").read_text("utf-8"))["queries"]
    for each in known:
        if each["corpus"] in {folder.name, folder.parent.name}:
            yield each["query"], each["answers"]


def evaluations(folder: Path) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the requests that skills bring along with the name of the skill that is expected."""
    for file in sorted(folder.glob("*/evals/*.json")):
        rows: object = None
        with suppress(ValueError):
            rows = json.loads(file.read_text("utf-8"))
        for row in rows if isinstance(rows, list) else ():
            request = row.get("question") or row.get("query") or row.get("prompt")
            if request and row.get("expected_skill"):
                yield request, [row["expected_skill"]]


def cut_equally(texts: Texts, budget: int) -> Texts:
    """Return descriptions cut to one length, at the end of a word."""
    longest = shared_length([len(text) for text in texts.values()], budget)
    return {
        name: text if len(text) <= longest else text[: longest + 1].rpartition(" ")[0] for name, text in texts.items()
    }


def judged(texts: Texts, catalog: Catalog) -> Found:
    """Return how requests find their skills in some descriptions."""
    postings = gather((name, terms(name, text, ())) for name, text in texts.items())
    places = []
    for request, answers in catalog.requests:
        found = rank(request, postings, limit=len(texts))
        places.append(next((place for place, name in enumerate(found, 1) if name in answers), 0))
    return Found(places.count(1), sum(1 / place for place in places if place))


if __name__ == "__main__":
    sys.exit(main())
