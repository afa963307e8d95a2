"""How good ranking and trimming are: `python tests/benchmarks/selection.py FOLDER... [--queries FILE]`.

FOLDERs hold skills. Numbers of the ranking were chosen by the queries of one half; the other half judges them. `own`
are the requests that the skills bring among their tasks and that do not name their skill.
"""

import argparse
import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from skillpack import resources
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inspection.lookup import read_own_requests
from skillpack.files.read import read_tree
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.selection import Query, SelectionInput
from skillpack.model.skill import ParsedSkill
from skillpack.model.tree import Form, Origin, SourceTree, Trust
from skillpack.parse.skill import parse_skill
from skillpack.prompt import metis
from skillpack.prompt.trim import trimmed
from skillpack.search.queries import read_queries
from skillpack.search.rank import Postings, gather, rank
from skillpack.search.selection import select
from skillpack.search.selection_input import selection_input
from skillpack.search.terms import indexed, terms
from skillpack.search.trim import trim
from skillpack.search.visibility import listing, shared_length, shown

QUERIES = Path(__file__).with_name("queries.json")
HALVES = ("tune", "held")
BUDGET = 8_000  # characters of the whole list
SAMPLE = 80  # skills of a catalog that is usual
SAMPLES = 3

Labelled = Mapping[str, Sequence[Query]]
Texts = Mapping[str, str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--queries", type=Path, default=QUERIES)
    arguments = parser.parse_args()
    parsed = [skill for folder in arguments.folders for skill in read_skills(folder)]
    skills = list({skill.name: skill for skill in parsed}.values())
    ready = [selection_input(skill) for skill in skills]
    labelled = read_labelled(arguments.queries, {skill.name for skill in ready})
    own = read_own(arguments.folders)
    if own:
        labelled = {**labelled, "own": own}
    print(f"skills {len(ready)}")
    say_shown(ready)
    say_ranking(skills, labelled)
    say_selection(ready, labelled)
    say_trimming(ready, labelled)
    say_printed(ready, {skill.name: skill for skill in skills}, labelled)
    say_times(ready, labelled)


def read_skills(folder: Path) -> Iterable[ParsedSkill]:
    """Yield the skills of a folder."""
    for path in sorted(file.parent for file in folder.glob("*/SKILL.md")):
        tree = read_tree(path, Limits())
        origin = Origin("skills", 0, path.name, path.name, Form.FOLDER, Trust.LOCAL)
        sizes = tuple((name, len(content)) for name, content in tree.files.items())
        yield parse_skill(SourceTree(origin, sizes, tree, whole=True, skipped=()))


def read_own(folders: Iterable[Path]) -> Sequence[Query]:
    """Return the requests of the skills' own tasks that should find a skill and do not name it."""
    requests = read_own_requests([locate(folder, use_config=False) for folder in folders], Limits())
    return [Query(each.text, (each.expected,)) for each in requests if each.expected and not each.names_skill]


def read_labelled(file: Path, names: set[str]) -> Labelled:
    """Return the queries of each half that some of these skills answer."""
    text = file.read_text("utf-8")
    halves = [row["half"] for row in json.loads(text)["queries"]]
    queries = read_queries(text, str(file)).queries
    return {
        half: [
            query for query, which in zip(queries, halves, strict=True) if which == half and set(query.skills) & names
        ]
        for half in HALVES
    }


def say_shown(skills: Sequence[SelectionInput]) -> None:
    for profile in resources.profiles().values():
        if profile.index_budget:
            for some in (skills, *samples(skills)):
                found = shown(some, profile)
                print(
                    f"{profile.title}: {found.needed:,} characters of {found.budget:,};"
                    f" descriptions shown of {len(some)}: {found.fewest} to {found.most}, used alike {found.even}"
                )


def say_ranking(skills: Sequence[ParsedSkill], labelled: Labelled) -> None:
    texts = {
        "name + description": gather((one.name, terms(one.name, one.description, ())) for one in skills),
        "with tags and body": gather((one.name, indexed(one)) for one in skills),
    }
    print("\nranking              half   queries  hit@1  hit@3  MRR")
    for half, queries in labelled.items():
        for name, postings in texts.items():
            hit1, hit3, mrr = ranked(postings, queries)
            print(f"{name:20} {half:6} {len(queries):7}  {hit1:.3f}  {hit3:.3f}  {mrr:.3f}")


def ranked(postings: Postings, queries: Sequence[Query]) -> tuple[float, float, float]:
    places = []
    for query in queries:
        found = rank(query.text, postings, limit=len(postings.lengths))
        places.append(next((at for at, name in enumerate(found, 1) if name in query.skills), 0))
    count = len(places) or 1
    shares = (sum(0 < place <= most for place in places) / count for most in (1, 3))
    return (*shares, sum(1 / place for place in places if place) / count)


def say_selection(skills: Sequence[SelectionInput], labelled: Labelled) -> None:
    """Print what `skillpack select --queries` says of them, in the list of the host with a budget."""
    host = min(resources.profiles().values(), key=_budget_last)
    print(f"\nin {host.title}         half   queries  hit@1  hit@3   with room for all")
    for half, queries in labelled.items():
        found = select(skills, queries, host)
        rates = f"{found.seen.hit1:.3f}  {found.seen.hit3:.3f}   {found.whole.hit1:.3f}  {found.whole.hit3:.3f}"
        print(f"{'select':20} {half:6} {found.requests:7}  {rates}")


def say_trimming(skills: Sequence[SelectionInput], labelled: Labelled) -> None:
    ways: dict[str, Callable[[Sequence[SelectionInput], int], Texts]] = {
        "whole": lambda some, _: {one.name: one.description for one in some},
        "by least loss": lambda some, budget: dict(trim({one.name: one.description for one in some}, budget).texts),
        "cut equally": cut_equally,
        "drop whole ones": drop_whole,
        "names alone": lambda some, _: {one.name: "" for one in some},
    }
    print(f"\ntrimmed to {BUDGET:,} characters   hit@1  hit@3  MRR    at {SAMPLE}: hit@1  hit@3  MRR")
    for half, queries in labelled.items():
        for name, way in ways.items():
            everything = judged(skills, way, queries)
            some = [judged(sample, way, queries) for sample in samples(skills)]
            mean = [sum(values) / len(some) for values in zip(*some, strict=True)]
            row = [f"{value:.3f}" for value in (*everything, *mean)]
            print(f"{name:20} {half:9} {'  '.join(row[:3])}           {'  '.join(row[3:])}")


def judged(
    skills: Sequence[SelectionInput], way: Callable[[Sequence[SelectionInput], int], Texts], queries: Sequence[Query]
) -> tuple[float, float, float]:
    names = sum(one.frame for one in listing(skills, None)) - 1
    texts = way(skills, max(BUDGET - names, 0))
    asked = [query for query in queries if not texts.keys().isdisjoint(query.skills)]
    return ranked(gather((name, terms(name, text, ())) for name, text in texts.items()), asked)


def say_printed(skills: Sequence[SelectionInput], known: Mapping[str, ParsedSkill], labelled: Labelled) -> None:
    """Judge what `skillpack prompt --format metis --max-chars` prints: the text itself, read again."""
    form = metis.STYLE

    def printed(texts: Texts) -> str:
        pieces = (form.entry(replace(known[name], description=texts[name]), "") for name in sorted(texts))
        return "".join(form.index(pieces))

    def by_least_loss(some: Sequence[SelectionInput], _: int) -> str:
        listed = [(known[one.name], "") for one in sorted(some, key=lambda one: one.name)]
        return trimmed(form, listed, max_chars=BUDGET).text

    ways: dict[str, Callable[[Sequence[SelectionInput], int], str]] = {
        "whole": lambda some, _: printed({one.name: one.description for one in some}),
        "by least loss": by_least_loss,
        "cut equally": lambda some, room: printed(cut_equally(some, room)),
        "drop whole ones": lambda some, room: printed(drop_whole(some, room)),
    }
    print(f"\nprinted in {BUDGET:,} characters        at {SAMPLE}: hit@1  hit@3  MRR    characters")
    for half, queries in labelled.items():
        for name, way in ways.items():
            rows = []
            for sample in samples(skills):
                text = way(sample, BUDGET - len(printed(dict.fromkeys((one.name for one in sample), ""))))
                left = dict(line.removeprefix("- ").split(": ", 1) for line in text.splitlines() if line[:2] == "- ")
                rows.append((*judged(sample, lambda _, __, left=left: left, queries), len(text)))
            mean = [sum(values) / len(rows) for values in zip(*rows, strict=True)]
            told = "  ".join(f"{value:.3f}" for value in mean[:3])
            print(f"{name:20} {half:21} {told}  {max(row[3] for row in rows):11,}")


def cut_equally(skills: Sequence[SelectionInput], budget: int) -> Texts:
    longest = shared_length([len(one.description) for one in skills], budget)
    return {
        one.name: one.description
        if len(one.description) <= longest
        else one.description[: longest + 1].rpartition(" ")[0]
        for one in skills
    }


def drop_whole(skills: Sequence[SelectionInput], budget: int) -> Texts:
    texts = {one.name: "" for one in skills}
    for one in shuffled(skills, "used"):
        budget -= len(one.description)
        if budget < 0:
            break
        texts[one.name] = one.description
    return texts


def samples(skills: Sequence[SelectionInput]) -> list[Sequence[SelectionInput]]:
    """Return parts of the skills of a usual size, the same ones each time."""
    return [shuffled(skills, str(number))[:SAMPLE] for number in range(SAMPLES)]


def shuffled(skills: Sequence[SelectionInput], seed: str) -> Sequence[SelectionInput]:
    return sorted(skills, key=lambda one: hashlib.sha256(f"{seed} {one.name}".encode()).digest())


def say_times(skills: Sequence[SelectionInput], labelled: Labelled) -> None:
    host = min(resources.profiles().values(), key=_budget_last)
    works: dict[str, Callable[[], object]] = {
        "select": lambda: select(skills, labelled["held"], host),
        "shown": lambda: shown(skills, host),
        "trim": lambda: trim({one.name: one.description for one in skills}, BUDGET),
    }
    print("\nCPU milliseconds, best of 3")
    for name, work in works.items():
        spent = []
        for _ in range(3):
            start = time.process_time()
            work()
            spent.append(time.process_time() - start)
        print(f"  {name:8} {1000 * min(spent):.0f}")


def _budget_last(profile: Profile) -> tuple[bool, str]:
    return not profile.index_budget, profile.name


if __name__ == "__main__":
    main()
