"""A browser ranks as the command line does: `python tests/browser/ranking.py [--queries N] [--seed N]`.

Runs the very script of the site in Node over the golden file of the ranking, over the labelled queries, and over random
queries of its words, halves of words and slips of the finger, names, of characters of many scripts, and of a larger set
of made-up skills; wants the same names in the same order. Node is needed: where it is missing, this fails.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from skillpack.search import shards
from skillpack.search.rank import gather, rank
from skillpack.search.shards import MOST_OF_FILE, MOST_OF_LEAF, SECTIONS, file_count, invert, lengths, spread
from skillpack.search.terms import stem, weighted, words
from skillpack.site.search_data import name_scripts, row_runs, table_file, term_scripts

ROOT = Path(__file__).parents[2]
ASSET = ROOT / "templates" / "assets" / "search.js"
GOLDEN = ROOT / "tests" / "search" / "ranking.json"
LABELLED = ROOT / "tests" / "search" / "labelled.toml"
DRIVER = Path(__file__).with_name("ranking.cjs")

_LETTERS = "aeioubcdfglmnprst0279éüßσςжя技能ﬁıİ𝒜𐐷-_ '"  # noqa: RUF001 letters that fold and look alike on purpose

_NAMED = 0.1  # of the queries
_FEW = 200, 60  # characters

Terms = dict[str, Sequence[tuple[str, int]]]


def main() -> int:
    """Compare, print what differs, and return 1 where something does."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=3_000, help="random queries for each set")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        print("node is not installed: the ranking of the site cannot be compared (see .ci/run)", file=sys.stderr)
        return 1
    chance = random.Random(options.seed)  # noqa: S311 nothing is kept secret
    golden = json.loads(GOLDEN.read_text("utf-8"))
    skills = {one["name"]: indexed(one["name"], one) for one in golden["skills"]}
    bad = 0
    written = [(row["query"], row["names"]) for row in golden["queries"] if row["query"].strip()]
    answers = in_node(node, skills, [query for query, _ in written])
    bad += told("golden file", [(query, names, got[:5]) for (query, names), got in zip(written, answers, strict=True)])
    labelled = tomllib.loads(LABELLED.read_text("utf-8"))
    typed = {name: indexed(name, one) for name, one in labelled["skill"].items()}
    queries = [each["text"] for each in labelled["query"]]
    wanted = [list(rank(query, gather(typed.items()), limit=len(typed))) for query in queries]
    bad += told("labelled queries", list(zip(queries, wanted, in_node(node, typed, queries), strict=True)))
    made = made_up(chance, 400)
    usual = MOST_OF_FILE, MOST_OF_LEAF
    for what, each, most in (("golden skills", skills, usual), ("made-up skills", made, usual), ("leaves", made, _FEW)):
        queries = [random_query(chance, each) for _ in range(options.queries)]
        postings = gather(each.items())
        wanted = [list(rank(query, postings, limit=len(each))) for query in queries]
        with patch.multiple(shards, MOST_OF_FILE=most[0], MOST_OF_LEAF=most[1]):
            answers = in_node(node, each, queries)
        bad += told(what, list(zip(queries, wanted, answers, strict=True)))
    texts = [
        *map(letters, range(0, sys.maxunicode, 64)),
        *(random_query(chance, skills) for _ in range(options.queries)),
    ]
    stemmed = [[[word, stem(word)] for word in words(text)] for text in texts]
    bad += told("words and stems", list(zip(texts, stemmed, run(node, (ASSET,), texts), strict=True)))
    return 1 if bad else 0


def indexed(name: str, one: Mapping[str, Any]) -> Sequence[tuple[str, int]]:
    """Return the stems of a written skill with their weights."""
    return weighted(name, one["description"], one["tags"], one["headings"], one["body"])


def told(what: str, rows: Sequence[tuple[str, object, object]]) -> int:
    """Print how many answers are the same, and the first that are not; return the number of those."""
    differing = [row for row in rows if row[1] != row[2]]
    print(f"{what:16} {len(rows) - len(differing):6} of {len(rows)} the same")
    for query, wanted, got in differing[:5]:
        print(f"  {query!r}\n    Python {wanted}\n    Node   {got}")
    return len(differing)


def in_node(node: str, skills: Terms, queries: Sequence[str]) -> list[list[str]]:
    """Return the names that the site's script gives for queries, from the files that a site has."""
    with tempfile.TemporaryDirectory() as folder:
        names = sorted(skills)
        laid_out = [spread(skills[name]) for name in names]
        count = len(names)
        sums = lengths(b"".join(each.marks for each in laid_out))
        parted = invert((each.text for each in laid_out), range(SECTIONS)).values()
        found = {term: places for part in parted for term, places in part.items()}
        table = table_file(names, sums, row_runs(names))
        for file in (table, *name_scripts(names), *term_scripts(found, count, range(file_count(count)))):
            Path(folder, Path(file.path).name).write_bytes(b"".join(file.chunks))
        return [[names[place] for place in places] for places in run(node, (ASSET, Path(folder)), queries)]


def run(node: str, given: Sequence[Path], texts: Sequence[str]) -> Sequence[Sequence[Any]]:
    """Return what the driver prints for texts."""
    done = subprocess.run(
        [node, DRIVER, *given], input=json.dumps(texts), capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise SystemExit(f"node failed:\n{done.stderr[-2000:]}")
    answers: Sequence[Sequence[Any]] = json.loads(done.stdout)
    return answers


def made_up(chance: random.Random, count: int) -> Terms:
    """Return skills of words that share beginnings, so that words stand for many terms."""
    stock = ["".join(chance.choices(_LETTERS[:20], k=chance.randint(2, 6))) for _ in range(900)]
    stock += [word + chance.choice(("s", "ing", "ed", "ation", "é", "技")) for word in chance.sample(stock, 300)]
    return {
        f"skill-{number:03}": weighted(
            f"skill-{number:03}",
            " ".join(chance.choices(stock, k=12)),
            chance.choices(stock, k=2),
            chance.choices(stock, k=4),
            " ".join(chance.choices(stock, k=80)),
        )
        for number in range(count)
    }


def random_query(chance: random.Random, skills: Terms) -> str:
    """Return some words: of skills, their beginnings, with a slip, or anything; now and then a skill's name.

    Never blanks alone, of which a page asks nothing.
    """
    if chance.random() < _NAMED:
        return chance.choice(list(skills)).replace("-", chance.choice("- "))
    query = chance.choice((" ", "-", ", ")).join(_words(chance, skills))
    return query if query.strip() else random_query(chance, skills)


def _words(chance: random.Random, skills: Terms) -> Iterator[str]:
    for _ in range(chance.randint(1, 5)):
        word = chance.choice(skills[chance.choice(list(skills))])[0]
        at = chance.randrange(len(word))
        yield chance.choice(
            (
                word,
                word.upper(),
                word + chance.choice(("s", "ing", "ed", "ers")),
                word[: at + 1],
                word[:at] + chance.choice(_LETTERS) + word[at:],
                word[:at] + word[at + 1 :],
                word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
                "".join(chance.choices(_LETTERS, k=chance.randint(1, 8))),
            )
        )


def letters(start: int) -> str:
    """Return 64 characters, each a word between others; those that no Unicode version agrees on are left out."""
    known = (
        chr(code) for code in range(start, start + 64) if unicodedata.category(chr(code)) not in ("Cn", "Cs", "Co")
    )
    return " ".join(f"a{character}b" for character in known)


if __name__ == "__main__":
    sys.exit(main())
