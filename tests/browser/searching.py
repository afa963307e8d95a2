"""The search of a built site in Chromium: `python tests/browser/searching.py [--pictures DIR]`.

Builds the project's catalog and one of made-up skills that fill many pages, opens both from the disk and from a server,
types, presses keys and follows what is found. Counts what a first query fetches. Chromium is needed.
"""

import argparse
import gzip
import os
import subprocess
import sys
import tempfile
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

from chromium import Page, chromium

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "end_to_end"))

from served import serve  # noqa: E402

SKILLS = 1_000
_MOST_REQUESTS, _MOST_BYTES = 8, 60_000  # of a first query over so many skills
_MOST_SCRIPT = 6_000  # bytes before it
_SETTLED = "document.querySelector('#live').textContent !== ''"
_NAMES = "[...document.querySelectorAll('#list .row:not([hidden]) h2 a')].map((a) => a.textContent)"
_SHIFT = "new Promise((done) => { new PerformanceObserver((list) => done(list.getEntries().filter((e) => !e.hadRecentInput).reduce((sum, e) => sum + e.value, 0))).observe({ type: 'layout-shift', buffered: true }); setTimeout(done, 300, 0) })"  # noqa: E501 one expression

Row = tuple[str, object, object]
"""What, what was wanted, what came."""


def main() -> int:
    """Run every step, print the table, and return 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, help="folder for pictures of what is seen")
    options = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        build(ROOT / "site", work / "few")
        write_many(work / "many-skills")
        build(work / "many-skills", work / "many")
        for what, wanted, got in steps(work, options.pictures):
            same = got == wanted
            bad += not same
            print(f"{'ok' if same else 'DIFFERS':8} {what:60} {wanted!s:28} {'' if same else got}", flush=True)
    return 1 if bad else 0


def steps(work: Path, pictures: Path | None) -> Iterator[Row]:
    """Yield the result of every step."""
    with chromium() as page, serve(work) as served:
        for base in (work.as_uri(), served.url):
            where = base.partition(":")[0]
            for what, wanted, got in (
                *few(page, f"{base}/few/index.html"),
                *guides(page, f"{base}/few/index.html"),
                *placeholders(page, f"{base}/few/index.html"),
                *filters(page, f"{base}/few/index.html"),
                *keys(page, f"{base}/few/index.html"),
                *many(page, f"{base}/many/index.html", work),
            ):
                yield f"{where}: {what}", wanted, got
        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
            take(page, served.url, pictures)


def few(page: Page, address: str) -> Iterator[Row]:
    """Search where all rows stand in the page."""
    page.open(address)
    every = page.ask(_NAMES)
    page.press("/")
    yield "/ goes to the field", "q", page.ask("document.activeElement.id")
    page.type("what does it cost in tokens")
    page.until(_SETTLED)
    found = page.ask(_NAMES)
    yield "a question brings fewer rows, the one that is meant first", True, 0 < len(found) < len(every)
    yield "the number is told", f"{len(found)} skills", page.ask("document.querySelector('#live').textContent")
    yield "the address has the question", "?q=what+does+it+cost+in+tokens", page.ask("location.search")
    page.press("ArrowDown")
    yield "an arrow goes to the first", found[0], page.ask("document.activeElement.textContent")
    page.press("Escape")
    yield "Escape goes back", "q", page.ask("document.activeElement.id")
    page.ask("document.querySelector('form.find button').click()")
    page.until("document.activeElement.id !== 'q'")
    page.press("Enter")
    page.until("location.pathname.includes('/skills/')")
    yield "Enter twice opens it", True, f"/skills/{found[0]}/" in page.ask("location.pathname")
    page.ask("history.back()")
    page.until("document.querySelector('#q') && document.readyState === 'complete'")
    page.until(f"document.querySelector('#list .row:not([hidden]) h2 a').textContent === '{found[0]}'")
    yield "going back finds it again", "what does it cost in tokens", page.ask("document.querySelector('#q').value")
    page.ask("document.querySelector('#q').focus()")
    page.press("Escape")
    page.until(f"{_NAMES}.length === {len(every)}")
    yield "Escape in the field shows all", True, page.ask(_NAMES) == every
    page.type("qqqqqqqq")
    page.until("!document.querySelector('#none').hidden")
    yield "nothing is found: it is said", [], page.ask(_NAMES)
    yield "nothing was refused", [], page.refused


def guides(page: Page, address: str) -> Iterator[Row]:
    """Search in the catalog's own pages."""
    page.open(f"{address}?q=verify+an+archive+by+hand")
    page.until("!document.querySelector('#guides').hidden")
    first = "document.querySelector('#guides a')"
    yield "a guide that answers stands above the skills", "Verify an archive by hand", page.ask(f"{first}.textContent")
    page.ask(f"{first}.click()")
    page.until("location.pathname.includes('/pages/') && !!document.querySelector('article h1')")
    yield "it leads there", "Verify an archive by hand", page.ask("document.querySelector('h1').textContent")
    page.open(f"{address}?q=qqqqqq")
    page.until(_SETTLED.replace("!== ''", "=== ''"))
    yield "what no guide answers shows none", True, page.ask("document.querySelector('#guides').hidden")


def placeholders(page: Page, address: str) -> Iterator[Row]:
    """Copy a line of a site that does not know its address: a server tells it, a disk does not."""
    page.open(address)
    at_server = address.startswith("http")
    shown = page.ask("document.querySelector('.whole-set pre').textContent")
    yield "a line has the address, where there is one", at_server, "SITE_URL" not in shown
    page.ask("document.querySelector('.whole-set .copy').click()")
    if not at_server:
        page.until(_SETTLED)
        said = page.ask("document.querySelector('#live').textContent")
        yield "else its button says what to fill in", "Fill in SITE_URL", said


def filters(page: Page, address: str) -> Iterator[Row]:
    """Filter and sort where all rows stand in the page; go back, and forward again."""
    page.open(address)
    every, sort = page.ask(_NAMES), "document.querySelector('#sort').value"
    tag = "document.querySelector('[value=authoring]')"
    told = "[...document.querySelectorAll('.facets input')].map((box) => [box.name, box.value, +box.parentNode.querySelector('.n').textContent])"  # noqa: E501 one expression
    counts = {(name, value): count for name, value, count in page.ask(told)}
    page.ask(f"{tag}.click()")
    page.until(_SETTLED)
    tagged = page.ask(_NAMES)
    yield "a tag leaves as many rows as it says", counts["tag", "authoring"], len(tagged)
    yield "the address has the tag", "?tag=authoring", page.ask("location.search")
    left = {(name, value): count for name, value, count in page.ask(told)}
    yield "other tags are counted as before", counts["tag", "review"], left["tag", "review"]
    yield "other filters count what is left", len(tagged), sum(n for (name, _), n in left.items() if name == "kind")
    page.ask("document.querySelector('[name=kind][value=text]').click()")
    yield "two filters leave what fits both", left["kind", "text"], len(page.ask(_NAMES))
    page.ask("document.querySelector('#sort').value = 'cost'; document.querySelector('#sort').onchange()")
    state = "?tag=authoring&kind=text&sort=cost"
    yield "the address has all of it", state, page.ask("location.search")
    page.ask("document.querySelector('#q').focus()")
    page.type("skill")
    page.until("location.search.startsWith('?q=skill')")
    yield "an order that was asked for stays with a query", "cost", page.ask(sort)
    page.press("Escape")
    page.until(f"location.search === '{state}'")
    for wanted in ("?tag=authoring&kind=text", "?tag=authoring", ""):
        page.ask("history.back()")
        page.until(f"location.search === '{wanted}'")
    yield "going back three times shows all", True, page.ask(_NAMES) == every
    yield "nothing is chosen", 0, page.ask("document.querySelectorAll('.facets :checked').length")
    page.ask("history.forward()")
    page.until("location.search === '?tag=authoring'")
    yield "going forward chooses the tag again", [True, tagged], [page.ask(f"{tag}.checked"), page.ask(_NAMES)]
    page.ask("document.querySelector('.facets .clear').click()")
    page.until("location.search === ''")
    yield "filters are cleared at once", True, page.ask(_NAMES) == every
    page.ask("document.querySelector('#q').focus()")
    page.type("review")
    page.until("location.search === '?q=review'")
    yield "with a query the best match comes first", "best", page.ask(sort)
    page.press("Escape")
    page.until("location.search === ''")
    yield "without one, the order is by name", "name", page.ask(sort)
    page.open(f"{address}?tag=authoring&sort=cost")
    found = page.ask(_NAMES)
    yield "an address brings filter and order", [True, "cost"], [sorted(found) == sorted(tagged), page.ask(sort)]
    yield "nothing was refused", [], page.refused


def keys(page: Page, address: str) -> Iterator[Row]:
    """Press the keys that need no other key, and switch them off."""
    page.open(address)
    opened = "document.querySelector('#help').matches(':popover-open')"
    page.press("?")
    yield "? opens the list of keys", True, page.ask(opened)
    yield "and its switch has the focus", "keys", page.ask("document.activeElement.id")
    page.press("Escape")
    yield "Escape closes it", False, page.ask(opened)
    page.press("d")
    dense = "document.documentElement.hasAttribute('data-dense')"
    yield "d puts a skill on a line", True, page.ask(dense)
    page.open(address)
    yield "which is remembered", True, page.ask(dense)
    page.press("d")
    page.press("?")
    page.ask("document.querySelector('#keys').click()")
    page.press("Escape")
    page.until("document.activeElement === document.body")
    for key in ("/", "d", "?"):
        page.press(key)
    quiet = [page.ask(dense), page.ask(opened), page.ask("document.activeElement.id")]
    yield "switched off, they do nothing", [False, False, ""], quiet
    page.ask("document.querySelector('#keys').click()")


def many(page: Page, address: str, work: Path) -> Iterator[Row]:
    """Search where the skills fill many pages."""
    page.open(address)
    scripts = sum(len(gzip.compress(local(each, work).read_bytes())) for each in page.fetched if each.endswith(".js"))
    yield f"scripts before: at most {_MOST_SCRIPT} bytes", True, scripts <= _MOST_SCRIPT
    every = page.ask(_NAMES)
    page.fetched.clear()
    page.ask("document.querySelector('#q').focus()")
    page.type("rotate certificates carefully")
    page.until(_SETTLED)
    page.until("!!document.querySelector('.why')")
    fetched = [each for each in page.fetched if "icon" not in each]
    cost = sum(len(gzip.compress(local(each, work).read_bytes())) for each in fetched)
    index = [each for each in fetched if not each.endswith("/text.js")]
    yield f"a first query: at most {_MOST_REQUESTS} requests of the index", True, len(index) <= _MOST_REQUESTS
    yield "it says where a body says it", True, "certificates" in page.ask("document.querySelector('.why').textContent")
    yield f"a first query: at most {_MOST_BYTES} bytes", True, cost <= _MOST_BYTES
    yield "it finds what only a body says", "skill-0777", page.ask(_NAMES)[0]
    yield "a first row is filled", True, page.ask("document.querySelector('.row.filled p').textContent.length > 10")
    page.press("Escape")
    page.until("!document.querySelector('#list').matches('.ranked')")
    page.type("draftor task")
    page.until("document.querySelector('#list').matches('.ranked')")
    rows = "[...document.querySelectorAll('#list .row')]"
    yield "many results: as many as a page has", 100, page.ask(f"{rows}.length")
    seen = f"{rows}.filter((row) => row.getBoundingClientRect().top < innerHeight)"
    page.until(f"{seen}.every((row) => row.querySelector('h2 a'))")
    yield "those in sight have their names", True, page.ask(f"{seen}.length > 3")
    yield "the last row waits", False, page.ask("document.querySelector('#list').lastElementChild.matches('.filled')")
    page.ask("document.querySelector('#list').lastElementChild.scrollIntoView()")
    page.until("document.querySelector('#list').lastElementChild.matches('.filled')")
    yield "the last row is filled when it is looked at", True, True
    yield "nothing moved", 0, round(page.ask(_SHIFT), 2)
    for number in range(0, 100, 4):
        row = f"{rows}[{number}]"
        page.ask(f"{row}.scrollIntoView()")
        page.until(f"{row}.matches('.filled')")
    page.until(f"{rows}.every((row) => row.querySelector('h2 a'))")
    yield "each has its own name when all were looked at", 100, len(set(page.ask(_NAMES)))
    page.ask("scrollTo(0, 0); document.querySelector('#q').focus()")
    page.press("Escape")
    page.until("!document.querySelector('#list').matches('.ranked')")
    yield "Escape shows the page again", True, page.ask(_NAMES) == every
    page.type("certifcate")
    page.until("document.querySelector('#list').matches('.ranked')")
    yield "a slip of the finger is forgiven", "skill-0777", page.ask(_NAMES)[0]
    page.open(f"{address}?q=rotate")
    page.until("document.querySelector('#list').matches('.ranked')")
    yield "an address brings its results", "skill-0777", page.ask(_NAMES)[0]
    yield "nothing was refused", [], page.refused


def take(page: Page, url: str, pictures: Path) -> None:
    """Take pictures of results, on wide and narrow screens, light and dark."""
    for site, query in (("few", "cost in tokens"), ("many", "rotate certificates")):
        for scheme in ("light", "dark"):
            for width in (1280, 390):
                address = f"{url}/{site}/index.html?q={urllib.parse.quote_plus(query)}"
                page.open(address, width=width, height=800, scheme=scheme)
                page.until("!!document.querySelector('#list .row:not([hidden]) h2 a')")
                page.ask("new Promise((done) => setTimeout(done, 1000))")
                page.picture(pictures / f"search-{site}-{scheme}-{width}.png")


def local(address: str, work: Path) -> Path:
    """Return the file of an address of either server."""
    path = urllib.parse.unquote(urllib.parse.urlsplit(address).path)
    return Path(path) if address.startswith("file:") else work / path.lstrip("/")


def build(source: Path, site: Path) -> None:
    """Build a catalog; findings do not matter here."""
    command = (sys.executable, "-m", "skillpack", "build", source, "-o", site, "--no-cache")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False, env=os.environ)
    if not (site / "index.html").is_file():
        raise SystemExit(f"the catalog was not built:\n{done.stderr[-2000:]}")


def write_many(folder: Path) -> None:
    """Write skills that fill many pages; one says in its body what no other says."""
    stock = [
        f"{first}{second}" for first in ("deploy", "merge", "audit", "draft", "parse") for second in ("or", "ix", "um")
    ]
    for number in range(SKILLS):
        some = " ".join(stock[(number * step) % len(stock)] for step in range(1, 9))
        body = f"# Steps\n\n{some}\n" + ("\nRotate the certificates, carefully.\n" * (number == 777))
        care = "Handle with great care. " if number % 10 == 0 else ""
        path = folder / f"skill-{number:04}" / "SKILL.md"
        path.parent.mkdir(parents=True)
        path.write_text(
            f"---\nname: {path.parent.name}\n"
            f"description: {care}Helps with task {number} and {some}. Use when asked.\n---\n{body}"
        )


if __name__ == "__main__":
    sys.exit(main())
