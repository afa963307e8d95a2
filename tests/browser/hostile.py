# ruff: noqa: E501 expressions of the page
"""A catalog that means harm, in Chromium: `python tests/browser/hostile.py [--only PATTERN]`.

Builds a catalog of which every text holds a payload (`tests/end_to_end/hostile_catalog.py`), with a past; opens every
page of it, unfolds what is folded, touches what can be touched, and searches. No script of a skill runs, nothing is
refused that was not tried, and nothing is asked of anybody else. Chromium is needed.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from urllib.parse import quote, urlsplit

from chromium import Page, chromium

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "end_to_end"))

import hostile_catalog  # noqa: E402
from served import serve  # noqa: E402
from table import Row, show  # noqa: E402

_DAYS = ("1760000000", "1762000000")
_QUERIES = ("<script>pwned=1</script>", "__proto__", "constructor", "\u202e", '" onfocus="pwned=1', "{{7*191}}")

_TOUCH = """(() => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  for (const each of document.querySelectorAll("a, button, input, label, summary, [tabindex], img, b, p, td, code")) {
    for (const kind of ["pointerenter", "mouseover", "focus", "beforetoggle", "error", "load", "begin"])
      each.dispatchEvent(new Event(kind, { bubbles: kind === "mouseover" }));
    if (each.matches("a, button, input, [tabindex]")) each.focus({ preventScroll: true });
  }
})()"""
"""Unfolds, points at and focuses everything; handlers of skills, if there were any, would run."""

_STATE = """(() => {
  const own = ["location", "cookie", "body", "documentElement", "head", "forms", "images", "scripts", "title", "URL"];
  const fine = { location: Location, body: HTMLBodyElement, documentElement: HTMLHtmlElement, head: HTMLHeadElement,
    forms: HTMLCollection, images: HTMLCollection, scripts: HTMLCollection };
  const taken = own.filter((name) => fine[name] ? !(document[name] instanceof fine[name]) : typeof document[name] !== "string");
  const odd = (root) => [...root.querySelectorAll("*")].filter((each) => [...each.attributes].some(({ name, value }) =>
    name.startsWith("on") || name === "style" || name === "srcdoc" || /^(?:href|src|action|formaction|xlink:href)$/.test(name)
      && !/^(?:https?:|mailto:|file:)/.test(new URL(value, document.baseURI).href)));
  const foreign = "iframe, object, embed, applet, base, template, slot, video, audio, source, math, foreignObject, use, "
    + "animate, set, image, style, script:not([src]):not([type='application/ld+json']), form:not([role=search]):not(#facets)";
  // The page for what is missing brings one style and one script; its policy lets no other run.
  const brought = location.pathname.endsWith("/404.html") ? [...document.querySelectorAll("head > style, body > script")] : [];
  const strange = [...document.querySelectorAll(foreign), ...odd(document)].filter((each) => !brought.slice(0, 2).includes(each));
  return {
    pwned: "pwned" in window, taken,
    elements: strange.map((each) => each.outerHTML.slice(0, 90)),
    names: [...document.querySelectorAll(".md [id]")].map((each) => each.id).filter((id) => !id.startsWith("s-")),
    rest: document.querySelectorAll("body > :not(a.skip):not(header):not(main):not(footer):not(#live):not(dialog):not(div[popover])").length - brought.slice(1).length,
  };
})()"""

_MIXED = r"""(() => {
  const turned = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/, found = new Set();
  const alone = (each) => {
    const { display, unicodeBidi } = getComputedStyle(each);
    return unicodeBidi !== "normal" && unicodeBidi !== "embed" || !/^(?:inline|contents)$/.test(display);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    if (!turned.test(node.data) || !node.parentElement.getClientRects().length) continue;
    let around = node.parentElement;
    while (!alone(around)) around = around.parentElement;
    const others = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
    for (let other; (other = others.nextNode());) {
      let holder = other.parentElement;
      while (holder !== around && !alone(holder)) holder = holder.parentElement;
      if (holder === around && other !== node && /[\p{L}\p{N}]/u.test(other.data) && !around.closest(".md, pre, [dir=auto]"))
        found.add(around.tagName + "." + around.className + ": " + around.textContent.trim().slice(0, 80));
    }
  }
  return [...found];
})()"""
"""Where words from right to left stand beside others in one line without being set apart from them."""


def main() -> int:
    """Run every step, print the table, and return 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", default="*", help="pattern of the paths to open: `skills/*/index.html`; all by default"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return show(steps(Path(folder), options.only))


def steps(work: Path, only: str) -> Iterator[Row]:
    """Yield the result of every step."""
    site = work / "host" / "some" / "where"
    with chromium() as page, serve(work / "host") as served:
        hostile_catalog.write_first(work / "source", f"{served.url}/some/where/")
        yield Row("build, as it was first", "exit 1", _built(work / "source", work / "first", _DAYS[0]))
        hostile_catalog.write_second(work / "source")
        yield Row("build", "exit 1", _built(work / "source", site, _DAYS[1], "--previous", str(work / "first")))
        every = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html") if path.is_file())
        # Of the pages of rules, which show nothing of skills, a few will do.
        paths = [path for path in every if not path.startswith("rules/") or path.startswith("rules/SF00")]
        paths = [path for path in paths if fnmatch(path, only)]
        seen = Seen(page, served.url)
        for path in paths:
            seen.visit(f"{served.url}/some/where/{quote(path)}")
        yield from seen.rows(f"{len(paths)} pages")
        seen = Seen(page, served.url)
        for query in _QUERIES:
            seen.visit(
                f"{served.url}/some/where/index.html?q={quote(query)}&tag=%3Cscript%3E&sort=__proto__#%3Cscript%3E"
            )
        yield from seen.rows(f"{len(_QUERIES)} searches")


class Seen:
    """What pages did while they were looked at.

    Args:
        page: Of the browser.
        origin: All that may be asked.
    """

    def __init__(self, page: Page, origin: str) -> None:
        self._page, self._origin = page, origin
        self._found: dict[str, Counter[str]] = {
            name: Counter() for name in ("ran", "refused", "asked", "elements", "names", "rest", "mixed")
        }
        page.refused.clear()

    def visit(self, address: str) -> None:
        """Open a page, touch everything, and note what happened."""
        page = self._page
        page.open(address)
        page.ask(_TOUCH)
        state = page.ask(_STATE)
        here = urlsplit(address).path
        note = self._found
        note["ran"].update([f"{here} ran"] * state["pwned"] + [f"{here}: document.{name}" for name in state["taken"]])
        note["refused"].update(f"{here}: {said}" for said in page.refused)
        note["asked"].update(f"{here}: {url}" for url in page.fetched if not url.startswith(self._own()))
        note["elements"].update(f"{here}: {each}" for each in state["elements"])
        note["names"].update(f"{here}: {each}" for each in state["names"])
        note["rest"].update([f"{here}: {state['rest']} beside the page"] * bool(state["rest"]))
        note["mixed"].update(f"{here}: {each}" for each in page.ask(_MIXED))
        page.refused.clear()

    def _own(self) -> tuple[str, ...]:
        return f"{self._origin}/some/where/", "about:blank"

    def rows(self, what: str) -> Iterator[Row]:
        """Yield what was wanted of all pages, and what came."""
        said = {
            "ran": "no script of a skill runs, nothing of the page is replaced",
            "refused": "nothing is refused",
            "asked": "nothing is asked of others",
            "elements": "no element or attribute that could run",
            "names": "ids of skills stand apart",
            "rest": "nothing breaks out of the page",
            "mixed": "directions are set apart",
        }
        for name, words in said.items():
            yield Row(f"{what}: {words}", "", _some(list(self._found[name])))


def _some(found: Sequence[str]) -> str:
    more = f" and {len(found) - 4} more" if len(found) > 4 else ""
    return "; ".join(found[:4]) + more


def _built(source: Path, site: Path, day: str, *more: str) -> str:
    command = (sys.executable, "-m", "skillpack", "build", source, "-o", site, "--no-cache", *more)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": day}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False, env=environment)
    return f"exit {done.returncode}" + (f": {done.stderr.strip()[-200:]}" if done.returncode > 1 else "")


if __name__ == "__main__":
    sys.exit(main())
