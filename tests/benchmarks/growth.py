"""How the costs of a build grow: `python tests/benchmarks/growth.py [--sizes 1000,10000] [--work DIR] [--pages]`.

For each size so many synthetic skills are written, and built cold, with nothing changed, with one skill changed, with
the style changed (one more rule in `assets/site.css`), and with the template of skill pages changed (one more comment
in `skill.html`). Of each build it prints wall and CPU seconds of all processes, and peak memory: of the largest
process, and of all of them together, as sampled. Between two sizes it prints the exponent: 1 is in proportion, 0 does
not grow at all. With `--keep` it also writes `growth.json` and the picture `growth.svg` into a folder, after each
build: figures of other sizes that are there stay. With `--pages` it writes those of the documentation, and the table of
its page; `--sizes ""` measures nothing, and writes them again. A size's tree is deleted before the next one is written.

Each build is run once, and a size of 100,000 takes hours: look at the load of the machine, which is printed too.
Memory is that of Linux: resident, with what processes share counted in each.
"""

import argparse
import itertools
import json
import math
import os
import random
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self
from xml.sax.saxutils import escape

from measure import run

SKILLPACK = (sys.executable, "-m", "skillpack")
STATES = ("cold", "unchanged", "one changed", "style changed", "template changed")
ROOT = Path(__file__).parents[2]
PAGE = ROOT / "site" / "pages" / "how-to" / "large-catalogs.md"
DATA, PICTURE = PAGE.with_name("growth.json"), ROOT / "site" / "theme" / "assets" / "growth.svg"
_FROM, _TO = "| skills | build |", "\n\n"  # where the page has its table
SETTLED = 2.5  # seconds after which a file is trusted by its times
_INTERVAL = 0.1  # seconds between two looks at the memory
_OLD = 1_700_000_000  # long ago: no file is too young
_MANY = 100  # seconds, of which no fraction is shown
_PAGE = os.sysconf("SC_PAGE_SIZE")
_MORE = {
    "style changed": ("assets/site.css", b"\nmain{outline:0}\n"),
    "template changed": ("skill.html", b"<!-- changed -->"),
}
_CONFIGURATION = '[catalog]\nname = "growth"\n[theme]\npath = "theme"\n[[source]]\npath = "skills"\n'


@dataclass(frozen=True, slots=True)
class Cost:
    """What one build cost.

    Attributes:
        wall: Seconds.
        cpu: User and system seconds of all processes.
        largest: Megabytes of the largest process, at its peak.
        together: Megabytes of all processes at one time, at the peak.
        load: Of the machine before, over one minute.
    """

    skills: int
    state: str
    wall: float
    cpu: float
    largest: float
    together: float
    load: float


class MemoryOfAll:
    """The memory of all that this process started, looked at while the block runs.

    Attributes:
        peak: Bytes that they had together, at most.
    """

    def __init__(self) -> None:
        self.peak = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(_INTERVAL):
            self.peak = max(self.peak, sum(map(_resident, _descendants(os.getpid()))))


def _descendants(process: int) -> Iterator[int]:
    """Yield the processes that one started, and those that these did; one that ends meanwhile is left out."""
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
        children = [int(each) for task in tasks for each in (task / "children").read_text().split()]
    except OSError:
        return
    for child in children:
        yield child
        yield from _descendants(child)


def _resident(process: int) -> int:
    """Return the bytes that a process has in memory; 0 for one that ended."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def write_skills(folder: Path, count: int) -> None:
    """Write so many skills of the size that real ones have: 2 to 20 kB of text, a guide, a script and some data."""
    words = [
        first + second for first in "bcdfglmnprst" for second in ("an", "el", "ir", "om", "ud", "aro", "eti", "ova")
    ]
    for number in range(count):
        chance = random.Random(number)  # noqa: S311 the same each time
        name = f"{chance.choice(words)}-{chance.choice(words)}-{number:06}"
        home = folder / name
        (home / "references").mkdir(parents=True)
        (home / "scripts").mkdir()
        (home / "SKILL.md").write_text(
            f"---\nname: {name}\ndescription: Helps with {_prose(chance, words, 12)}. Use when the user asks for"
            f" {_prose(chance, words, 5)}.\nlicense: MIT\nmetadata:\n  tags: {chance.choice(words)}\n---\n\n"
            f"# {name}\n\n" + "\n".join(_sections(chance, words, round(2000 * 10 ** chance.random())))
        )
        (home / "references/guide.md").write_text(f"# Guide\n\n{_prose(chance, words, 600)}.\n")
        (home / "scripts/run.py").write_text(_script(chance, words))
        (home / "table.json").write_text(json.dumps({word: chance.random() for word in chance.sample(words, 40)}))


def _prose(chance: random.Random, words: Sequence[str], count: int) -> str:
    return " ".join(chance.choices(words, k=count))


def _sections(chance: random.Random, words: Sequence[str], length: int) -> Iterator[str]:
    """Yield sections with a paragraph, a list and a piece of code, until that many characters are written."""
    while length > 0:
        section = (
            f"## {_prose(chance, words, 3)}\n\n{_prose(chance, words, 50)}. See [the guide](references/guide.md).\n\n"
            f"- {_prose(chance, words, 8)}\n- {_prose(chance, words, 8)}\n\n```python\n{_script(chance, words)}```\n"
        )
        length -= len(section)
        yield section


def _script(chance: random.Random, words: Sequence[str]) -> str:
    lines = (
        f'    if value["{chance.choice(words)}"] > {chance.randrange(99)}:  # {chance.choice(words)}' for _ in range(6)
    )
    return "def run(value):\n" + "\n".join(f"{line}\n        return {chance.random():.3f}" for line in lines) + "\n"


def measured(work: Path, skills: int) -> Iterator[Cost]:
    """Yield what each build of so many skills costs."""
    top = work / f"catalog-{skills}"
    write_skills(top / "skills", skills)
    (top / "theme" / "assets").mkdir(parents=True)
    (top / "skillpack.toml").write_text(_CONFIGURATION)
    template = top / "theme" / "skill.html"
    style = top / "theme" / "assets" / "site.css"
    for file in (template, style):
        file.write_bytes((ROOT / "templates" / file.relative_to(top / "theme")).read_bytes())
    for path in top.rglob("*"):
        os.utime(path, (_OLD, _OLD))
    for state in STATES:
        if state == "one changed":
            page = min((top / "skills").glob("*/SKILL.md"))
            page.write_text(f"{page.read_text()}\nOne more line.\n")
            os.utime(page, (_OLD + 1, _OLD + 1))
        elif state in _MORE:
            file = top / "theme" / _MORE[state][0]
            file.write_bytes(file.read_bytes() + _MORE[state][1])
            os.utime(file, (_OLD + 1, _OLD + 1))
        time.sleep(SETTLED)
        yield _cost(work, top, skills, state)


def _cost(work: Path, top: Path, skills: int, state: str) -> Cost:
    out, cache = work / f"site-{skills}", work / f"cache-{skills}"
    said, load = work / "said.txt", os.getloadavg()[0]
    with MemoryOfAll() as memory:
        done = run((*SKILLPACK, "build", str(top), "-o", str(out), "--cache", str(cache)), output=said)
    if not (out / "index.html").is_file() or done.status not in {0, 1}:
        raise SystemExit(f"the build failed:\n{said.read_text()[-2000:]}")
    largest, together = done.peak / 1024, memory.peak / 2**20
    return Cost(skills, state, done.wall, done.cpu, largest, max(together, largest), load)


def exponents(costs: Iterable[Cost]) -> Iterator[tuple[str, int, int, Mapping[str, float]]]:
    """Yield for each state and two sizes, one after the other, how each figure grows."""
    for state in STATES:
        of_state = sorted((each for each in costs if each.state == state), key=lambda each: each.skills)
        for few, many in itertools.pairwise(of_state):
            step = math.log(many.skills / few.skills)
            fields = ("wall", "cpu", "largest", "together")
            grown = {field: math.log(getattr(many, field) / getattr(few, field)) / step for field in fields}
            yield state, few.skills, many.skills, grown


def table(costs: Sequence[Cost]) -> str:
    """Return the figures as a table of Markdown."""
    lines = ["| skills | build | wall | CPU | largest process | all processes |", "|---|---|---|---|---|---|"]
    lines += [
        f"| {each.skills:,} | {each.state} | {_seconds(each.wall)} | {_seconds(each.cpu)} | {each.largest:,.0f} MB"
        f" | {each.together:,.0f} MB |"
        for each in costs
    ]
    return "\n".join(lines) + "\n"


def _seconds(given: float) -> str:
    return f"{given:,.0f} s" if given >= _MANY else f"{given:.2f} s"


def growth_table(costs: Sequence[Cost]) -> str:
    """Return how the figures grow as a table of Markdown."""
    lines = ["| build | from, to | wall | CPU | largest process | all processes |", "|---|---|---|---|---|---|"]
    for state, few, many, grown in exponents(costs):
        figures = " | ".join(f"{grown[field]:.2f}" for field in ("wall", "cpu", "largest", "together"))
        lines.append(f"| {state} | {few:,}, {many:,} | {figures} |")
    return "\n".join(lines) + "\n"


_WIDTH, _HEIGHT, _LEFT, _TOP, _GAP = 340, 240, 56, 40, 80  # of one chart, and around it, in pixels
_INKS = (
    ("#b3261e", "#ff9d95"), ("#1b6e3c", "#7fd8a0"), ("#1f5fbf", "#9cc4ff"), ("#8a5a00", "#f0c060"),
    ("#6a3fa0", "#cdb0ff"),
)  # fmt: skip
_MARKS = ("M-4-4h8v8h-8z", "M0-5 5 4H-5z", "M0-5 5 0 0 5-5 0z", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0")
_MARKS += ("M-5-2h3v-3h4v3h3v4h-3v3h-4v-3h-3z",)
_LIGHT, _DARK = (
    f".paper{{fill:{paper}}}text{{fill:{ink}}}.grid{{stroke:{grid}}}"
    + "".join(f".s{n}{{fill:{inks[dark]}}}.l{n}{{stroke:{inks[dark]}}}" for n, inks in enumerate(_INKS))
    for dark, paper, ink, grid in ((0, "#fff", "#1a1a1a", "#ccc"), (1, "#161616", "#eee", "#555"))
)
_STYLE = f"<style>{_LIGHT}@media(prefers-color-scheme:dark){{{_DARK}}}</style>"


def picture(costs: Sequence[Cost]) -> str:
    """Return a picture of CPU seconds and of the memory of all processes over the number of skills, on two log scales.

    One stands below the other, so that they can be read on a phone. Lines have marks of their own,
    so that they can be told apart without colours.
    """
    sizes = sorted({each.skills for each in costs})
    charts = (("CPU seconds of all processes", "cpu"), ("Megabytes of all processes, at the peak", "together"))
    width, height = _WIDTH + _LEFT + 24, 2 * (_HEIGHT + _GAP) + _TOP + 80
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            ' font-family="sans-serif" font-size="13" role="img">'
        ),
        "<title>How CPU time and memory of a build grow with the number of skills</title>",
        _STYLE,
        f'<rect width="{width}" height="{height}" class="paper"/>',
    ]
    for number, (title, field) in enumerate(charts):
        lines.append(f'<g transform="translate({_LEFT} {_TOP + number * (_HEIGHT + _GAP)})">')
        lines += _chart(title, sizes, {state: _points(costs, state, field) for state in STATES})
        lines.append("</g>")
    for number, state in enumerate(STATES):
        at = f"translate({20 + number % 3 * 140} {height - 62 + number // 3 * 26})"
        lines.append(f'<g transform="{at}">{_mark(number)}<text x="12" y="5">{escape(state)}</text></g>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _points(costs: Sequence[Cost], state: str, field: str) -> list[tuple[int, float]]:
    return sorted((each.skills, getattr(each, field)) for each in costs if each.state == state)


def _mark(number: int) -> str:
    return f'<path d="{_MARKS[number]}" class="s{number}"/>'


def _chart(title: str, sizes: Sequence[int], series: Mapping[str, list[tuple[int, float]]]) -> Iterator[str]:
    """Yield one chart: a frame, a line for each power of ten, and the series."""
    values = [value for points in series.values() for _, value in points]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    first, last = math.log10(sizes[0]), math.log10(max(sizes[-1], sizes[0] * 10))

    def across(skills: float) -> float:
        return 16 + (math.log10(skills) - first) / (last - first) * (_WIDTH - 32)

    def down(value: float) -> float:
        return _HEIGHT * (1 - (math.log10(value) - low) / (high - low))

    yield f'<text y="-14" font-weight="bold">{escape(title)}</text>'
    for power in range(low, high + 1):
        at = down(10.0**power)
        yield f'<path d="M0 {at:.1f}H{_WIDTH}" class="grid"/>'
        yield f'<text x="-8" y="{at + 4:.1f}" text-anchor="end">{10.0**power:,g}</text>'
    for size in sizes:
        at = across(size)
        yield f'<path d="M{at:.1f} 0V{_HEIGHT}" class="grid"/>'
        yield f'<text x="{at:.1f}" y="{_HEIGHT + 18}" text-anchor="middle">{size:,}</text>'
    yield f'<text x="{_WIDTH / 2}" y="{_HEIGHT + 38}" text-anchor="middle">skills</text>'
    for number, points in enumerate(series.values()):
        places = [(across(skills), down(value)) for skills, value in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        yield f'<polyline points="{line}" fill="none" class="l{number}" stroke-width="2"/>'
        for x, y in places:
            yield f'<g transform="translate({x:.1f} {y:.1f})">{_mark(number)}</g>'


def main() -> None:
    """Print the table, and write it with the picture where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000", help="numbers of skills, with commas between them")
    parser.add_argument("--work", type=Path, help="where to work; a temporary folder by default")
    parser.add_argument("--keep", type=Path, help="folder for `growth.json` and `growth.svg`")
    parser.add_argument("--keep-site", action="store_true", help="keep each size's tree, site and cache under --work")
    parser.add_argument("--pages", action="store_true", help="write the figures of the documentation")
    given = parser.parse_args()
    data = DATA if given.pages else given.keep / "growth.json" if given.keep else None
    drawing = PICTURE if given.pages else given.keep / "growth.svg" if given.keep else None
    costs = read_costs(data) if data is not None and data.is_file() else []
    work = Path(tempfile.mkdtemp(prefix="skillpack-growth-", dir=given.work))
    if given.keep_site:
        print(f"in {work}", flush=True)
    try:
        for size in map(int, filter(None, given.sizes.split(","))):
            for cost in measured(work, size):
                costs = merged(costs, cost)
                print(json.dumps(asdict(cost)), flush=True)
                if data is not None and drawing is not None:  # worth something if the next build does not end
                    write_costs(costs, data, drawing)
            if not given.keep_site:
                for kind in ("catalog", "site", "cache"):
                    shutil.rmtree(work / f"{kind}-{size}", ignore_errors=True)
    finally:
        if not given.keep_site:
            shutil.rmtree(work)
    if data is not None and drawing is not None:
        write_costs(costs, data, drawing)
    if given.pages:
        PAGE.write_text(page_with(PAGE.read_text(), costs))
    print(table(costs), growth_table(costs), sep="\n", end="")


def read_costs(data: Path) -> list[Cost]:
    """Return what was measured before."""
    return [Cost(**row) for row in json.loads(data.read_text())]


def merged(costs: Iterable[Cost], cost: Cost) -> list[Cost]:
    """Return all figures by size and state, with a new one in place of the one before."""
    kept = [each for each in costs if (each.skills, each.state) != (cost.skills, cost.state)]
    return sorted([*kept, cost], key=lambda each: (each.skills, STATES.index(each.state)))


def write_costs(costs: Sequence[Cost], data: Path, drawing: Path) -> None:
    """Write the figures and their picture."""
    for file, text in (
        (data, json.dumps([asdict(each) for each in costs], indent=1) + "\n"),
        (drawing, picture(costs)),
    ):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def page_with(page: str, costs: Sequence[Cost]) -> str:
    """Return the text of the page with the table of these figures."""
    before, mark, rest = page.partition(_FROM)
    if not mark:
        raise ValueError("the page has no table")
    return before + table(costs).rstrip() + _TO + rest.partition(_TO)[2]


if __name__ == "__main__":
    main()
