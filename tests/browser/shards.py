"""Search among ten thousand skills, in Chromium: `python tests/browser/shards.py`.

Builds them once, says how long the index took of that, opens the home page from the disk and from a server, asks, and
counts what a first query fetches. Chromium is needed.
"""

import gzip
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "end_to_end"))

from chromium import Page, chromium  # noqa: E402
from served import serve  # noqa: E402
from table import Kind, Row, show  # noqa: E402

SKILLS = 10_000
_MOST_REQUESTS, _MOST_BYTES = 8, 150_000  # of a first query
_MOST_SECONDS = 30  # for the index; a few where nothing else runs
_WORDS = 9_000  # as many as so many skills have
_NAMES = "[...document.querySelectorAll('#list .row:not([hidden]) h2 a')].map((a) => a.textContent)"
_RANKED = "document.querySelector('#list').matches('.ranked')"
_SETTINGS = """\
[catalog]
name = "ten-thousand"
title = "Ten thousand skills"
[[source]]
path = "skills"
[theme]
path = "theme"
"""
T = TypeVar("T")
_NEEDLE = 7_777  # the skill that says in its body what no other says


def main() -> int:
    """Run every step, print the table, and return 1 where something differs."""
    if sys.argv[1:2] == ["build"]:
        return timed_build()
    with tempfile.TemporaryDirectory() as folder:
        return show(steps(Path(folder)))


def timed_build() -> int:
    """Run the command line as it was called, and say at its end how many seconds the index took."""
    from skillpack.builder.outputs import catalog
    from skillpack.cli.main import main as run

    outputs, taken = catalog.search_outputs, [0.0]

    def timed(them: Iterable[T]) -> Iterator[T]:
        each = iter(them)
        while True:
            start = time.perf_counter()
            one = next(each, None)
            taken[0] += time.perf_counter() - start
            if one is None:
                return
            yield one

    def search_outputs(*given: Any) -> Iterator[Any]:
        for output in timed(outputs(*given)):
            yield replace(output, render=partial(rendered, output))

    def rendered(output: Any, due: Any) -> Iterator[Any]:
        for part, files in timed(output.render(due)):
            yield part, timed(files)

    setattr(catalog, "search_outputs", search_outputs)  # noqa: B010 a name that the type checker holds fast
    try:
        run()
    except SystemExit as left:
        return int(left.code or 0)
    finally:
        print(f"index {taken[0]}", file=sys.stderr)
    return 0


def write_blank(folder: Path) -> None:
    """Write a theme whose pages of skills say nothing: making them takes long, and nobody opens them here."""
    folder.mkdir()
    for name in ("skill", "file", "version"):
        (folder / f"{name}.html").write_text("<!doctype html><title>blank</title>")


def steps(work: Path) -> Iterator[Row]:
    """Yield the result of every step."""
    site = work / "site"
    write(work / "catalog" / "skills")
    write_blank(work / "catalog" / "theme")
    (work / "catalog" / "skillpack.toml").write_text(_SETTINGS)
    start = time.perf_counter()
    command = (sys.executable, __file__, "build", work / "catalog", "-o", site, "--cache", work / "cache")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    seconds = time.perf_counter() - start
    if not (site / "index.html").is_file():
        raise SystemExit(f"the catalog was not built:\n{done.stderr[-2000:]}")
    index = float(done.stderr.rsplit("index ", 1)[1])
    yield Row(f"{SKILLS} skills built, their pages left blank", "", f"{seconds:.0f} s", Kind.NOTED)
    yield _at_most(f"the index of {SKILLS} skills: {index:.1f} s", _MOST_SECONDS, index)
    with chromium() as page, serve(site) as served:
        for base in (site.as_uri(), served.url):
            for row in queries(page, f"{base}/index.html", site, base):
                yield Row(f"{base.partition(':')[0]}: {row.step}", row.wanted, row.got)


def queries(page: Page, address: str, site: Path, base: str) -> Iterator[Row]:
    """Ask for the first time, go on typing, and come by an address that asks."""
    page.refused.clear()
    page.open(address)
    page.fetched.clear()
    page.ask("document.querySelector('#q').focus()")
    page.type("rotate certificates carefully")
    page.until(_RANKED)
    page.until("!!document.querySelector('.why')")
    fetched = [each for each in page.fetched if not each.endswith(".svg")]
    cost = sum(len(gzip.compress(_file(each, site, base).read_bytes())) for each in fetched)
    index = [each for each in fetched if not each.endswith("/text.js")]
    yield _at_most(f"a first query: {len(index)} requests of the index", _MOST_REQUESTS, len(index))
    yield _at_most(f"a first query: {cost} bytes, compressed", _MOST_BYTES, cost)
    yield Row("it finds what only a body says", f"skill-{_NEEDLE:05}", page.ask(_NAMES)[0])
    page.press("Escape")
    page.until(f"!{_RANKED}")
    page.type("certifcate")
    page.until(_RANKED)
    yield Row("a slip of the finger is forgiven", f"skill-{_NEEDLE:05}", page.ask(_NAMES)[0])
    page.open(f"{address}?q=skill-{_NEEDLE:05}")
    page.until(_RANKED)
    yield Row("an address asks for a name", f"skill-{_NEEDLE:05}", page.ask(_NAMES)[0])
    yield Row("nothing was refused", "[]", str(page.refused))


def _at_most(step: str, most: float, got: float) -> Row:
    said = f"at most {most}"
    return Row(step, said, said if 0 < got <= most else f"{got}")


def _file(address: str, site: Path, base: str) -> Path:
    return site / address.removeprefix(f"{base}/").partition("?")[0]


def write(folder: Path) -> None:
    """Write small skills of words that are spread as in texts: few everywhere, most in a few skills."""
    chance = random.Random(1)  # noqa: S311 the same each time
    syllables = [first + second for first in "bcdfghklmnprstvwz" for second in ("a", "e", "i", "o", "u", "an", "er")]
    words = sorted({"".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(_WORDS * 2)})
    chance.shuffle(words)
    weights = [1 / (rank + 3) for rank in range(_WORDS)]
    for number in range(SKILLS):
        some = chance.choices(words[:_WORDS], weights, k=60)
        text = " ".join(some[12:]) + ("\n\nRotate the certificates, carefully.\n" * (number == _NEEDLE))
        path = folder / f"skill-{number:05}" / "SKILL.md"
        path.parent.mkdir(parents=True)
        path.write_text(
            f"---\nname: {path.parent.name}\ndescription: Helps {' '.join(some[:12])}. Use when asked.\n---\n{text}\n"
        )


if __name__ == "__main__":
    sys.exit(main())
