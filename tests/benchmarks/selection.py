"""How good ranking, selection and trimming are: `python tests/benchmarks/selection.py FOLDER... [--queries FILE]`.

FOLDERs hold skills. Numbers of the ranking were chosen by the queries of one half; the other half judges them.
"""

import argparse
import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from skillpack import resources
from skillpack.files.read import read_tree
from skillpack.model.limits import Limits
from skillpack.model.profile import Profile
from skillpack.model.selection import Described, IntentSource, Query
from skillpack.model.skill import Skill
from skillpack.model.tree import Candidate, Form, Origin, Trust
from skillpack.parse.skill import parse_skill
from skillpack.prompt import metis
from skillpack.prompt.trim import trimmed
from skillpack.search.bundling import bundles
from skillpack.search.described import TRIGGERS, described
from skillpack.search.indexed import indexed
from skillpack.search.rank import Postings, gather, rank
from skillpack.search.selection import select
from skillpack.search.shown import listing, shared_length, shown
from skillpack.search.terms import terms
from skillpack.search.triggers import read_queries
from skillpack.search.trimming import trim

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
    known = list({skill.name: (skill, triggers) for skill, triggers in parsed}.values())
    skills = [skill for skill, _ in known]
    start = time.process_time()
    ready = [described(skill, triggers=triggers) for skill, triggers in known]
    print(f"skills {len(ready)}, described in {1000 * (time.process_time() - start):.0f} ms")
    labelled = read_labelled(arguments.queries, {skill.name for skill in ready})
    say_intents(ready)
    say_shown(ready)
    say_ranking(skills, labelled)
    say_selection(ready, labelled)
    say_trimming(ready, labelled)
    say_printed(ready, {skill.name: skill for skill in skills}, labelled)
    say_times(ready)


def read_skills(folder: Path) -> Iterable[tuple[Skill, str]]:
    """Yield the skills of a folder with their labelled queries."""
    for path in sorted(file.parent for file in folder.glob("*/SKILL.md")):
        tree = read_tree(path, Limits())
        origin = Origin("skills", 0, path.name, path.name, Form.FOLDER, Trust.LOCAL)
        sizes = tuple((name, len(content)) for name, content in tree.files.items())
        triggers = tree.files.get(TRIGGERS, b"").decode("utf-8", "replace")
        yield parse_skill(Candidate(origin, sizes, tree, whole=True, oddities=())), triggers


def read_labelled(file: Path, names: set[str]) -> Labelled:
    """Return the queries of each half that some of these skills answer."""
    text = file.read_text("utf-8")
    halves = [row["half"] for row in json.loads(text)["queries"]]
    queries = read_queries(text, str(file))
    return {
        half: [
            query for query, which in zip(queries, halves, strict=True) if which == half and set(query.skills) & names
        ]
        for half in HALVES
    }


def say_intents(skills: Sequence[Described]) -> None:
    lines = [intent for skill in skills for intent in skill.intents]
    sources = {source: sum(intent.source is source for intent in lines) for source in IntentSource}
    none = sum(not skill.intents for skill in skills)
    own = sum(all(intent.source is IntentSource.DESCRIPTION for intent in skill.intents) for skill in skills)
    print(f"intents {len(lines)} ({', '.join(f'{source} {count}' for source, count in sources.items())})")
    print(f"  skills without any {none}, with none but the description's {own}")


def say_shown(skills: Sequence[Described]) -> None:
    for profile in resources.profiles().values():
        if profile.index_budget:
            for some in (skills, *samples(skills)):
                found = shown(some, profile)
                print(
                    f"{profile.title}: {found.needed:,} characters of {found.budget:,};"
                    f" descriptions shown of {len(some)}: {found.fewest} to {found.most}, used alike {found.even}"
                )


def say_ranking(skills: Sequence[Skill], labelled: Labelled) -> None:
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


def say_selection(skills: Sequence[Described], labelled: Labelled) -> None:
    own = select(skills)
    by_name = {one.name: one for one in own.skills}
    weak = {one.name for one in own.skills if one.weak}
    near = {name for pair in own.neighbours for name in (pair.one, pair.other)}
    found = {"weak": weak, "any finding": weak | near | set(own.no_intent) | {one.name for one in own.greedy}}
    print(f"\nown lines            {own.requests:7} requests  {own.hit1:.3f}  {own.hit3:.3f}  {own.mrr:.3f}")
    print(f"weak {len(weak)}, neighbours {len(own.neighbours)}, greedy {len(own.greedy)}")
    for half, queries in labelled.items():
        truth = {one.name: one.mrr for one in select(skills, queries=queries).skills if one.labelled and one.requests}
        names = sorted(truth, key=lambda name: (truth[name], name))
        if not names:
            continue
        border = truth[names[max(len(names) // 4 - 1, 0)]]
        worst = [name for name in names if truth[name] <= border]
        scores = {
            "score": [by_name[name].score for name in names],
            "MRR": [by_name[name].mrr for name in names],
        }
        told = ", ".join(f"{what} {spearman(values, [truth[n] for n in names]):.3f}" for what, values in scores.items())
        print(f"  {half}: {len(names)} labelled skills; rank correlation of the unlabelled {told}")
        for what, flagged in found.items():
            caught = sum(name in flagged for name in worst) / len(worst)
            share = sum(name in flagged for name in names) / len(names)
            print(f"    {what}: {caught:.0%} of the {len(worst)} worst, {share:.0%} of all")


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the rank correlation; ties share their mean rank."""
    a, b = _mean_ranks(one), _mean_ranks(other)
    middle = (len(a) - 1) / 2
    both = sum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True))
    spread = (sum((x - middle) ** 2 for x in a) * sum((y - middle) ** 2 for y in b)) ** 0.5
    return both / spread if spread else 0.0


def _mean_ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=lambda at: values[at])
    ranks = [0.0] * len(values)
    start = 0
    for end in range(1, len(order) + 1):
        if end == len(order) or values[order[end]] != values[order[start]]:
            for at in order[start:end]:
                ranks[at] = (start + end - 1) / 2
            start = end
    return ranks


def say_trimming(skills: Sequence[Described], labelled: Labelled) -> None:
    ways: dict[str, Callable[[Sequence[Described], int], Texts]] = {
        "whole": lambda some, _: {one.name: one.description for one in some},
        "by least loss": lambda some, budget: dict(trim(some, budget).texts),
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
    skills: Sequence[Described], way: Callable[[Sequence[Described], int], Texts], queries: Sequence[Query]
) -> tuple[float, float, float]:
    names = sum(one.frame for one in listing(skills, None)) - 1
    texts = way(skills, max(BUDGET - names, 0))
    there = {one.name for one in skills}
    asked = [replace(query, skills=tuple(name for name in query.skills if name in there)) for query in queries]
    left = [replace(one, description=texts[one.name], intents=()) for one in skills]
    found = select(left, queries=[query for query in asked if query.skills])
    return found.hit1, found.hit3, found.mrr


def say_printed(skills: Sequence[Described], known: Mapping[str, Skill], labelled: Labelled) -> None:
    """Judge what `skillpack prompt --format metis --max-chars` prints: the text itself, read again."""
    form = metis.STYLE

    def printed(texts: Texts) -> str:
        pieces = (form.entry(replace(known[name], description=texts[name]), "") for name in sorted(texts))
        return "".join(form.index(pieces))

    def by_least_loss(some: Sequence[Described], _: int) -> str:
        listed = [(known[one.name], "") for one in sorted(some, key=lambda one: one.name)]
        return trimmed(form, listed, max_chars=BUDGET, described=some).text

    ways: dict[str, Callable[[Sequence[Described], int], str]] = {
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


def cut_equally(skills: Sequence[Described], budget: int) -> Texts:
    longest = shared_length([len(one.description) for one in skills], budget)
    return {
        one.name: one.description
        if len(one.description) <= longest
        else one.description[: longest + 1].rpartition(" ")[0]
        for one in skills
    }


def drop_whole(skills: Sequence[Described], budget: int) -> Texts:
    texts = {one.name: "" for one in skills}
    for one in shuffled(skills, "used"):
        budget -= len(one.description)
        if budget < 0:
            break
        texts[one.name] = one.description
    return texts


def samples(skills: Sequence[Described]) -> list[Sequence[Described]]:
    """Return parts of the skills of a usual size, the same ones each time."""
    return [shuffled(skills, str(number))[:SAMPLE] for number in range(SAMPLES)]


def shuffled(skills: Sequence[Described], seed: str) -> Sequence[Described]:
    return sorted(skills, key=lambda one: hashlib.sha256(f"{seed} {one.name}".encode()).digest())


def say_times(skills: Sequence[Described]) -> None:
    host = next(iter(sorted(resources.profiles().values(), key=_budget_last)))
    works: dict[str, Callable[[], object]] = {
        "select": lambda: select(skills, profile=host),
        "shown": lambda: shown(skills, host),
        "trim": lambda: trim(skills, BUDGET),
        "bundles": lambda: bundles(skills, host),
    }
    print("\nCPU milliseconds, best of 3")
    for name, work in works.items():
        spent = []
        for _ in range(3):
            start = time.process_time()
            work()
            spent.append(time.process_time() - start)
        print(f"  {name:8} {1000 * min(spent):.0f}")
    print(f"bundles for {host.title}: {[len(bundle.names) for bundle in bundles(skills, host)]}")


def _budget_last(profile: Profile) -> tuple[bool, str]:
    return not profile.index_budget, profile.name


if __name__ == "__main__":
    main()
