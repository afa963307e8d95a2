"""Every kind of page in a real browser: `python tests/browser/pages.py [--work DIR] [--update] [--pictures DIR]`.

Installs axe-core, html-validate, vnu, Lighthouse and what drives a browser into a folder of their own; builds the
project's catalog, a rich and hostile one with a past, a long one and one from right to left; serves them below
`/sub/path/` on 127.0.0.1. Checks the pages by machine and six tasks by keyboard alone. Needs npm, its registry and
Chromium. `--update` writes what the tasks show into `__snapshots__`: read the difference. `--pictures DIR` takes
pictures instead, light and dark, wide and narrow; it needs Chromium alone.
"""

import argparse
import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests" / "end_to_end"), str(ROOT / "tests")]

import addresses  # noqa: E402
import atom  # noqa: E402
import pictures  # noqa: E402
import samples  # noqa: E402
from chromium import chromium as driven  # noqa: E402
from packages import NODE, Packages, install  # noqa: E402
from served import serve  # noqa: E402
from table import Kind, Row, show  # noqa: E402

HERE = Path(__file__).parent
SNAPSHOTS = HERE / "__snapshots__"
PACKAGES = ("axe-core@4.14.1", "html-validate@10.17.0", "lighthouse@12.8.2", "puppeteer-core@24.43.1")
VNU = "vnu-jar@26.9.27"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

MADE_UP = "sub/path"
OWN, LONG, RIGHT_TO_LEFT = "sub/own", "sub/long", "sub/rtl"

PAGES = {
    "home": f"{MADE_UP}/index.html",
    "home, of many pages": f"{LONG}/index.html",
    "home, last of many pages": f"{LONG}/page/4/index.html",
    "home, own": f"{OWN}/index.html",
    "home, right to left": f"{RIGHT_TO_LEFT}/index.html",
    "skill": f"{MADE_UP}/skills/rich/index.html",
    "skill, metaskill": f"{MADE_UP}/skills/program/index.html",
    "skill, withheld": f"{MADE_UP}/skills/withheld/index.html",
    "secret": f"{MADE_UP}/skills/leaky/index.html",
    "skill, deprecated": f"{MADE_UP}/skills/tagged/index.html",
    "skill, long names": f"{MADE_UP}/skills/long-names/index.html",
    "skill, longest name": f"{MADE_UP}/skills/{'n' * 64}/index.html",
    "skill, own": f"{OWN}/skills/review-changes/index.html",
    "skill, right to left": f"{RIGHT_TO_LEFT}/skills/kitaba/index.html",
    "file": f"{MADE_UP}/skills/rich/files/scripts/run.py/index.html",
    "file, of a program": f"{MADE_UP}/skills/program/files/SKILL.star/index.html",
    "version": f"{MADE_UP}/skills/rich/versions/2.0.0/index.html",
    "version, of a program": f"{MADE_UP}/skills/program/versions/1.1.0/index.html",
    "bundles": f"{MADE_UP}/bundles/index.html",
    "bundle": f"{MADE_UP}/bundles/kit/index.html",
    "listings": f"{MADE_UP}/tags/index.html",
    "listing": f"{MADE_UP}/tags/writing/index.html",
    "checks": f"{MADE_UP}/checks/index.html",
    "hosts": f"{MADE_UP}/checks/hosts/index.html",
    "rules": f"{MADE_UP}/rules/index.html",
    "rule": f"{MADE_UP}/rules/DS001/index.html",
    "agents": f"{MADE_UP}/agents/index.html",
    "text": f"{MADE_UP}/pages/guide/index.html",
    "text, own": f"{OWN}/pages/reference/configuration/index.html",
    "gone": f"{MADE_UP}/skills/retired/index.html",
    "404": f"{MADE_UP}/404.html",
}
"""Name of a template, and what is special -> page. A renamed skill's page is gone at once; its links are checked."""

VNU_GUESSES = (
    "Content Security Policy",  # it takes 'self' of a file for nothing at all; what is refused, the browser says
    "appears to be written in",  # it guesses the language from what skills say
)
"""Of its messages that are none."""

LIGHTHOUSE = {
    "home": f"{OWN}/index.html",
    "skill": f"{OWN}/skills/skill-format/index.html",
    "metaskill": f"{OWN}/skills/review-changes/index.html",
    "file": f"{OWN}/skills/skill-format/files/references/hosts.md/index.html",
    "bundle": f"{OWN}/bundles/author-kit/index.html",
    "diff": f"{MADE_UP}/skills/rich/versions/2.0.0/index.html",
}

FRAMES = frozenset({"base", "parts", "shell", "versions"})
"""Templates that are no pages."""

BUDGETS = {"skill page without its body": 15_000, "CSS": 8_000, "JavaScript before the first query": 6_000}
"""Bytes at most, compressed."""

_BODY = re.compile(r'<section aria-labelledby="(?:reads|program)">.*?</section>', re.DOTALL)
_STYLE = re.compile(r'<link rel="stylesheet" href="[^"]*?(assets/[^"]+)"')
_SCRIPT = re.compile(r'<script src="[^"]*?(assets/[^"]+)"')


@dataclass(frozen=True, slots=True)
class Work:
    """Where everything lies.

    Attributes:
        folder: For all of it.
        host: What is served.
        origin: Where, without a slash at its end.
    """

    folder: Path
    packages: Packages
    host: Path
    origin: str
    chromium: str

    def run(self, program: str, **job: object) -> Iterator[Row]:
        """Run a program of the browser, and yield its lines."""
        path = self.folder / f"{program}.json"
        path.write_text(json.dumps({"chromium": self.chromium, **job}), encoding="utf-8")
        done = self.packages.run(
            self.packages.node, self.packages.folder / f"{program}.mjs", path, cwd=self.packages.folder
        )
        for line in done.stdout.splitlines():
            if line.startswith("{"):
                said = json.loads(line)
                yield Row(said["step"], said["wanted"], said["got"], Kind(said["kind"]))
        if done.returncode:
            yield Row(program, "", f"exit {done.returncode}: {' '.join(done.stderr.split())[-400:]}")

    def url(self, path: str) -> str:
        """Return the address of a page, as people see it."""
        return f"{self.origin}/{path.removesuffix('index.html')}"


def main() -> int:
    """Run every step, print the table, and return 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, help="folder to work in, kept afterwards; a temporary one by default")
    parser.add_argument("--update", action="store_true", help="write what the tasks show into __snapshots__")
    parser.add_argument("--pictures", type=Path, help="folder for pictures of every kind of page; nothing else is done")
    parser.add_argument("--of", action="append", type=Path, help="catalog to take pictures of; site/ by default")
    parser.add_argument("--only", action="append", choices=sorted(STEPS), help="do this alone; may be repeated")
    options = parser.parse_args()
    work = (options.work or Path(tempfile.mkdtemp(prefix="skillpack-pages-"))).resolve()
    try:
        if options.pictures:
            return show(taking(work, options.of or [ROOT / "site"], options.pictures.resolve()))
        return show(steps(work, options.only or list(STEPS), update=options.update))
    finally:
        if options.work is None:
            shutil.rmtree(work, ignore_errors=True)


def steps(folder: Path, wanted: Sequence[str], *, update: bool) -> Iterator[Row]:
    """Yield the result of every step."""
    packages = Packages(folder / "npm", folder / "home")
    packages.home.mkdir(parents=True, exist_ok=True)
    wrong = install(packages.folder, NODE, *PACKAGES)
    yield Row("npm install axe-core, html-validate, Lighthouse", "", wrong)
    chromium = next(filter(None, map(shutil.which, BROWSERS)), "")
    yield Row("a browser", "there", "there" if chromium else f"none of {', '.join(BROWSERS)}")
    if wrong or not chromium:
        return
    for program in HERE.glob("*.mjs"):
        shutil.copy(program, packages.folder)  # where Node finds the packages
    host = folder / "host"
    shutil.rmtree(host, ignore_errors=True)
    host.mkdir()
    with serve(host, compressed=True) as served:
        work = Work(folder, packages, host, served.url, chromium)
        yield from building(work)
        for name in wanted:
            yield from STEPS[name](work)
        if "tasks" in wanted:
            yield from shown(work, update=update)


def taking(folder: Path, sources: Sequence[Path], target: Path) -> Iterator[Row]:
    """Take pictures of some catalogs, and of the made-up one for what they do not have."""
    host = folder / "host"
    shutil.rmtree(host, ignore_errors=True)
    host.mkdir(parents=True)
    with serve(host, compressed=True) as served, driven() as page:
        work = Work(folder, Packages(folder, folder), host, served.url, "")
        yield from building(work)
        sites = {"made-up": MADE_UP, "right-to-left": RIGHT_TO_LEFT}
        for source in sources:
            name = source.parent.name if source.name == "skills" else source.name
            sites[name] = name
            said = _built(work, source.resolve(), host / name, "--site-url", f"{served.url}/{name}/")
            yield Row(f"build {name}", "built", "built" if (host / name / "index.html").is_file() else said)
        for name, path in sites.items():
            pages = pictures.pages_to_see(host / path)
            taken = list(pictures.take(page, f"{served.url}/{path}/", pages, target / name))
            wanted = str(len(pages) * len(pictures.SCHEMES) * len(pictures.WIDTHS))
            yield Row(f"pictures of {name}", wanted, str(sum(path.stat().st_size > 0 for path in taken)))


def building(work: Work) -> Iterator[Row]:
    """Build the four catalogs; the made-up one twice, so that it has a past."""
    sources = work.folder / "sources"
    shutil.rmtree(sources, ignore_errors=True)
    first = work.folder / "first"
    samples.write_first(sources / "made-up", f"{work.origin}/{MADE_UP}/")
    yield Row("build made-up, as it was first", "exit 1", _built(work, sources / "made-up", first))
    samples.write_second(sources / "made-up")
    previous = ("--previous", str(first))
    yield Row("build made-up", "exit 1", _built(work, sources / "made-up", work.host / MADE_UP, *previous))
    samples.write_long(sources / "long")
    yield Row("build long", "exit 0", _built(work, sources / "long", work.host / LONG))
    samples.write_right_to_left(sources / "rtl")
    yield Row("build right-to-left", "exit 0", _built(work, sources / "rtl", work.host / RIGHT_TO_LEFT))
    yield Row("build own", "exit 0", _built(work, ROOT / "site", work.host / OWN))
    here = {name for name, path in PAGES.items() if (work.host / path).is_file()}
    yield Row("pages to look at", "", ", ".join(f"no {name}" for name in PAGES if name not in here))
    templates = {path.stem for path in (ROOT / "templates").glob("*.html")} - FRAMES
    missing = sorted(templates - {name.partition(",")[0] for name in PAGES})
    yield Row("templates of which no page is looked at", "", ", ".join(missing))


def _built(work: Work, source: Path, site: Path, *more: str) -> str:
    command = (sys.executable, "-m", "skillpack", "build", source, "-o", site, "--cache", work.folder / "cache", *more)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    return f"exit {done.returncode}" + (f": {done.stderr.strip()[-200:]}" if done.returncode > 1 else "")


def links(work: Work) -> Iterator[Row]:
    """Follow every address of every page, without a server and below a path."""
    for name in (MADE_UP, OWN, LONG, RIGHT_TO_LEFT):
        address = f"{work.origin}/{name}/" if name == MADE_UP else ""
        found = list(addresses.faults(work.host / name, address))
        pages = len(addresses.pages_of(work.host / name))
        yield Row(f"links and fragments: {name}, {pages} pages", "", _some(found))


def validity(work: Work) -> Iterator[Row]:
    """Ask html-validate and, where it can be had, vnu about every page."""
    sets = {name: addresses.pages_of(work.host / name) for name in (MADE_UP, OWN, RIGHT_TO_LEFT)}
    for name in (OWN, RIGHT_TO_LEFT):  # pages of rules are the same everywhere
        sets[name] = [path for path in sets[name] if path.relative_to(work.host / name).parts[0] != "rules"]
    sets[LONG] = [work.host / PAGES[name] for name in PAGES if "many pages" in name]
    yield from work.run("validate", sets={name: [str(path) for path in paths] for name, paths in sets.items()})
    yield from vnu(work, [path for paths in sets.values() for path in paths])


def vnu(work: Work, files: Sequence[Path]) -> Iterator[Row]:
    """Ask the Nu HTML checker; its package fetches it from elsewhere, which may fail."""
    folder = work.folder / "vnu"
    wrong = install(folder, VNU)
    jar = folder / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
    java = shutil.which("java")
    step = f"vnu: {len(files)} pages"
    if wrong or not jar.is_file() or not java:
        yield Row(step, "", wrong or ("no jar could be had" if java else "no java"), Kind.NOT_RUN)
        return
    command = (java, "-jar", jar, "--stdout", "--format", "json", "--exit-zero-always", *files)
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    messages = json.loads(done.stdout)["messages"] if done.returncode == 0 else [{"message": done.stderr[-200:]}]
    told = [each for each in messages if not any(words in each["message"] for words in VNU_GUESSES)]
    said = [f"{each['message']} ({each.get('url', '')}:{each.get('lastLine', '')})" for each in told]
    yield Row(step, "", _some(said))


def feeds(work: Work) -> Iterator[Row]:
    """Hold every feed against RFC 4287."""
    paths = sorted((work.host / MADE_UP).rglob("feed.xml"))
    found = [f"{path.relative_to(work.host)}: {fault}" for path in paths for fault in atom.faults(path.read_bytes())]
    yield Row(f"feeds: {len(paths)} of them", "", _some(found) if paths else "none")


def weights(work: Work) -> Iterator[Row]:
    """Weigh what a reader loads: of the heaviest page of each kind."""
    skills = {
        path.parent.name: _BODY.sub("", path.read_text(encoding="utf-8"))
        for name in (MADE_UP, OWN)
        for path in (work.host / name / "skills").glob("*/index.html")
    }
    # Three hundred files fill a page of their own.
    heaviest = max((_packed(text.encode()), name) for name, text in skills.items() if name != "many-files")
    style = max((sum(map(_weight, _assets(work, path, _STYLE))), name) for name, path in PAGES.items())
    scripts = max((sum(map(_weight, _assets(work, path, _SCRIPT))), name) for name, path in PAGES.items())
    for (name, most), (got, what) in zip(BUDGETS.items(), (heaviest, style, scripts), strict=True):
        said = f"at most {most}"
        yield Row(f"{name}: {got} bytes compressed", said, said if got <= most else f"too heavy: {what}")


def _assets(work: Work, path: str, pattern: re.Pattern[str]) -> Iterator[Path]:
    """Yield the files that a page names by their addresses."""
    site = work.host.joinpath(*Path(path).parts[:2])
    text = (work.host / path).read_text(encoding="utf-8")
    return (site / found for found in pattern.findall(text))


def _weight(path: Path) -> int:
    return _packed(path.read_bytes())


def _packed(content: bytes) -> int:
    return len(gzip.compress(content, 9, mtime=0))


def axe(work: Work) -> Iterator[Row]:
    """Run axe-core over every kind of page."""
    yield from work.run("axe", pages=_urls(work, PAGES))


def layout(work: Work) -> Iterator[Row]:
    """Load, narrow, enlarge, print every kind of page."""
    files = {name: (work.host / path).as_uri() for name, path in PAGES.items() if not name.startswith("404")}
    yield from work.run("layout", pages=_urls(work, PAGES), files=files)


def tasks(work: Work) -> Iterator[Row]:
    """Do six tasks by keyboard alone."""
    out = work.folder / "tasks"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    yield from work.run("tasks", home=work.url(f"{MADE_UP}/index.html"), out=str(out))


def shown(work: Work, *, update: bool) -> Iterator[Row]:
    """Compare what the tasks showed with what people have read and found good."""
    SNAPSHOTS.mkdir(exist_ok=True)
    for path in sorted((work.folder / "tasks").glob("*.txt")):
        text = path.read_text(encoding="utf-8").replace(work.origin, "http://HOST")
        snapshot = SNAPSHOTS / path.name
        if update:
            snapshot.write_text(text, encoding="utf-8")
        before = snapshot.read_text(encoding="utf-8") if snapshot.is_file() else ""
        yield Row(f"task: {path.stem}, as in its snapshot", "", _difference(before, text))


def _difference(before: str, after: str) -> str:
    """Return the first line that is another one."""
    if before == after:
        return ""
    old, new = before.splitlines(), after.splitlines()
    at = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    lines = (lines[at].strip() if at < len(lines) else "nothing" for lines in (old, new))
    return "line {}: {} became {}; --update after reading".format(at + 1, *lines)


def lighthouse(work: Work) -> Iterator[Row]:
    """Run Lighthouse as on a phone."""
    yield from work.run("lighthouse", pages=_urls(work, LIGHTHOUSE))


def _urls(work: Work, pages: Mapping[str, str]) -> dict[str, str]:
    return {name: work.url(path) for name, path in pages.items()}


def _some(found: Sequence[str]) -> str:
    more = f" and {len(found) - 4} more" if len(found) > 4 else ""
    return "; ".join(found[:4]) + more


STEPS = {
    "links": links,
    "validity": validity,
    "feeds": feeds,
    "weights": weights,
    "axe": axe,
    "layout": layout,
    "tasks": tasks,
    "lighthouse": lighthouse,
}

if __name__ == "__main__":
    sys.exit(main())
