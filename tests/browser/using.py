"""What readers do with pages, in Chromium: `python tests/browser/using.py`.

Builds the project's catalog for the root of a host and a made-up one with a past for `/repo/`, as GitHub Pages serves
it. Switches between light and dark, copies, follows links to lines, headings and rules, gets lost, and comes by an
old name. Chromium is needed.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "end_to_end"))

import samples  # noqa: E402
from chromium import Page, chromium  # noqa: E402
from served import serve  # noqa: E402
from table import Row, show  # noqa: E402

_GROUND = "getComputedStyle(document.body).backgroundColor"
_LIGHT, _DARK = "rgb(252, 252, 250)", "rgb(15, 21, 20)"
_SEEN = "there.getBoundingClientRect().top >= 0 && there.getBoundingClientRect().bottom <= innerHeight"
_BAR = "(document.querySelector('.secbar') || document.querySelector('.top')).getBoundingClientRect().bottom"
_BELOW = f"{_SEEN} && there.getBoundingClientRect().top >= {_BAR} - 1"
_TITLE = "document.querySelector('h1').firstChild.data.trim()"
_LONG = 60
_SOON = 3.0  # seconds
_FILE = "skills/skill-format/files/references/hosts.md/"


def main() -> int:
    """Run every step, print the table, and return 1 where something differs."""
    with tempfile.TemporaryDirectory() as folder:
        return show(steps(Path(folder)))


def steps(work: Path) -> Iterator[Row]:
    """Yield the result of every step."""
    root, pages = work / "root", work / "pages"
    root.mkdir()
    pages.mkdir()
    with chromium() as page, serve(root) as at_root, serve(pages, missing="repo/404.html") as below:
        own, repo = f"{at_root.url}/", f"{below.url}/repo/"
        build(work, ROOT / "site", root, "--site-url", own)
        samples.write_first(work / "made-up", repo)
        build(work, work / "made-up", work / "first")
        samples.write_second(work / "made-up")
        build(work, work / "made-up", pages / "repo", "--previous", work / "first")
        allowed = ["clipboardReadWrite", "clipboardSanitizedWrite"]
        page.call("Browser.grantPermissions", origin=at_root.url, permissions=allowed)
        yield from theme(page, own)
        yield from copying(page, own, root)
        yield from lines(page, own)
        yield from places(page, repo)
        yield from slowly(page, own)
        yield from walking(page, own, f"{own}skills/skill-format/")
        yield from walking(page, repo, f"{repo}skills/rich/")
        yield from lost(page, repo)
        yield from old_names(page, repo, pages / "repo")


def told(step: str, wanted: object, got: object) -> Row:
    """Return a line of the table; of long texts the first place where they differ."""
    first, second = str(wanted), str(got)
    if max(len(first), len(second)) > _LONG:
        same = next((at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), None)
        at = min(len(first), len(second)) if same is None else same
        first, second = "the same", "the same" if first == second else f"at {at} {second[at : at + 40]!r}"
    return Row(step, first, second)


def holds(step: str, got: object) -> Row:
    """Return a line of the table for what is so or is not."""
    return Row(step, "yes", "yes" if got else "no")


def build(work: Path, source: Path, site: Path, *more: str | Path) -> None:
    """Build a catalog; findings do not matter here."""
    command = (sys.executable, "-m", "skillpack", "build", source, "-o", site, "--cache", work / "cache", *more)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if not (site / "index.html").is_file():
        raise SystemExit(f"the catalog was not built:\n{done.stderr[-2000:]}")


def theme(page: Page, address: str) -> Iterator[Row]:
    """Light and dark: as the system has it, until somebody says otherwise."""
    page.open(address, scheme="dark")
    yield told("theme: dark where the system is dark", _DARK, page.ask(_GROUND))
    page.prefer("light")
    yield told("theme: follows the system while the page is open", _LIGHT, page.ask(_GROUND))
    page.click("#theme")
    yield told("theme: the button changes it", _DARK, page.ask(_GROUND))
    page.open(f"{address}rules/DS001/", scheme="light")
    yield told("theme: the next page has it too", _DARK, page.ask(_GROUND))
    page.call("Page.addScriptToEvaluateOnNewDocument", source=_PAINTS)
    page.open(address, scheme="light")
    page.until("window.firstGround")
    yield told("theme: before anything is painted", _DARK, page.ask("firstGround"))
    page.click("#theme")
    page.open(address, scheme="dark")
    yield told("theme: and back, against a dark system", _LIGHT, page.ask(_GROUND))
    page.ask("localStorage.clear()")
    page.open(address, scheme="dark")
    yield told("theme: forgotten, it follows the system again", _DARK, page.ask(_GROUND))


_PAINTS = (
    "new PerformanceObserver(() => { window.firstGround ||= getComputedStyle(document.body).backgroundColor })"
    ".observe({ type: 'paint', buffered: true })"
)


def copying(page: Page, address: str, site: Path) -> Iterator[Row]:
    """Every button copies the exact text that stands beside it."""
    page.open(f"{address}{_FILE}")
    source = (ROOT / "site/skills/skill-format/references/hosts.md").read_text(encoding="utf-8")
    page.ask("document.querySelector('[name=view][value=source]').click()")
    yield told("copy: a file, without the numbers of its lines", source.rstrip("\n"), _copied(page, ".lines .copy"))
    page.open(f"{address}{_FILE}#L3")
    shown = [page.ask(f"document.querySelector('{part}').checkVisibility()") for part in (".lines", ".fileview > .md")]
    yield told("file: the address of a line shows the source alone", "[True, False]", str(shown))
    page.open("about:blank")
    page.open(f"{address}skills/skill-format/")
    markdown = (site / "skills/skill-format/SKILL.md").read_text(encoding="utf-8")
    yield told("copy: a skill as Markdown", markdown, _copied(page, "#markdown + .copy"))
    for path in ("skills/skill-format/", "skills/review-changes/", "agents/", "bundles/author-kit/", "rules/DS001/"):
        page.open(f"{address}{path}")
        count = page.ask("document.querySelectorAll('figure.code .copy').length")
        wrong = [text for number in range(count) for text in _miscopied(page, number)]
        yield told(f"copy: {path}, every button", "[]", str(wrong) if count else "no button")
    page.open(f"{address}agents/")
    _copied(page, ".copy")
    yield told("copy: it is said", "Copied", page.ask("document.querySelector('#live').textContent"))


def _miscopied(page: Page, number: int) -> Iterator[str]:
    """Yield what a button copied, where it is not what one reads."""
    box = f"document.querySelectorAll('figure.code:has(.copy)')[{number}]"
    page.ask(f"{box}.closest('details')?.setAttribute('open', '')")
    page.ask(f"navigator.clipboard.writeText('-').then(() => {box}.querySelector('.copy').click())")
    page.until("navigator.clipboard.readText().then((text) => text !== '-')")
    got, wanted = page.ask("navigator.clipboard.readText()"), page.ask(f"{box}.querySelector('pre').textContent")
    if got != wanted.removesuffix("\n") or "\u2026" in got:
        yield got


def _copied(page: Page, button: str) -> str:
    page.ask("navigator.clipboard.writeText('-')")
    page.click(button)
    page.until("navigator.clipboard.readText().then((text) => text !== '-')")
    text: str = page.ask("navigator.clipboard.readText()")
    return text


def _comes(page: Page, expression: str, element: str) -> bool:
    """Return whether something of an element comes true: a browser goes to a place some time after it has the page."""
    return page.comes(f"(() => {{ const there = {element}; return !!there && {expression} }})()", _SOON)


def lines(page: Page, address: str) -> Iterator[Row]:
    """A line of a file has an address, which shows it."""
    page.open(f"{address}{_FILE}#L40")
    line = "document.querySelector(':target')"
    yield holds("line: #L40 is seen", _comes(page, _SEEN, line))
    yield told("line: it is the one that is meant", "L40", page.ask(f"{line}.id"))
    yield holds("line: it is marked", page.ask(f"getComputedStyle({line}, '::after').backgroundColor") != _NOTHING)
    text = (ROOT / "site/skills/skill-format/references/hosts.md").read_text(encoding="utf-8").splitlines()[39]
    beside = f"(() => {{ let text = '', node = {line}; while ((node = node.nextSibling) && node.id !== 'L41') text += node.textContent; return text.trimEnd() }})()"  # noqa: E501 one expression
    yield told("line: beside it stands that line", text.rstrip(), page.ask(beside))
    page.click("#L42")
    yield told("line: a number is a link to its line", "#L42", page.ask("location.hash"))
    page.ask("history.back()")
    page.until("location.hash === '#L40'")
    yield told("line: going back marks the first again", "L40", page.ask(f"{line}.id"))
    page.open("about:blank")
    page.open(f"{address}{_FILE}#L40-L43")
    lit = "[...document.querySelectorAll('.lit')].map((line) => line.id).join(' ')"
    yield told("line: #L40-L43 marks four lines", "L40 L41 L42 L43", page.ask(lit))
    yield holds("line: the first of them is seen", _comes(page, _SEEN, "document.querySelector('.lit')"))
    page.click("#L38")
    page.click("#L36", shift=True)
    yield told("line: Shift and a number make such an address", "#L36-L38", page.ask("location.hash"))
    yield holds("line: and mark its lines", _comes(page, f"{lit} === 'L36 L37 L38'", "document.body"))
    page.click("#L40")
    yield holds("line: one line again", _comes(page, f"{lit} === ''", "document.body"))


_NOTHING = "rgba(0, 0, 0, 0)"


def places(page: Page, address: str) -> Iterator[Row]:
    """Headings and rules have addresses, which stay below the bar."""
    page.open(f"{address}skills/rich/")
    page.click(".md h3 .anchor, .md h4 .anchor")
    place = page.ask("location.hash")
    page.open("about:blank")
    page.open(f"{address}skills/rich/{place}")
    target = "document.querySelector(':target')"
    yield holds("place: a heading's link leads to the heading", page.ask(f"/^H[2-6]$/.test({target}?.tagName)"))
    yield holds("place: the bar does not hide it", _comes(page, _BELOW, target))
    page.open(f"{address}pages/more/deeper/#s-there")
    yield holds("place: a heading of a page of words", _comes(page, _BELOW, target))
    page.open(f"{address}rules/#DS")
    yield holds("place: a family of rules", _comes(page, _BELOW, target))
    page.open(f"{address}rules/#DS001")
    yield holds("place: a rule among all", _comes(page, _BELOW, target))
    page.open(f"{address}skills/rich/#checks")
    page.click("#checks ~ * .findings a[href*='#L'], .findings a[href*='#L']")
    page.until("location.pathname.includes('/files/') && document.readyState === 'complete'")
    yield holds("place: a finding leads to its line", _comes(page, _SEEN, target))


def slowly(page: Page, address: str) -> Iterator[Row]:
    """What comes late takes the focus away from nobody."""
    page.open(address)
    limits: dict[str, object] = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    page.call("Network.emulateNetworkConditions", latency=1500, **limits)
    page.press("/")
    page.type("skill")
    page.until("!!document.querySelector('#list.asked')")
    page.press("ArrowDown")
    name = page.ask("document.activeElement.textContent")
    waiting = page.ask("document.querySelector('#live').textContent")
    page.until("document.querySelector('#live').textContent")
    yield told(
        "slow: results that come late leave the focus where it is", name, page.ask("document.activeElement.textContent")
    )
    yield holds("slow: it was on a row, and they did come late", name and not waiting)
    page.call("Network.emulateNetworkConditions", latency=0, **limits)


def walking(page: Page, address: str, skill: str) -> Iterator[Row]:
    """From the home page to a skill and its file by links alone, all below one address."""
    where = "/" if address.count("/") == 3 else "/repo/"
    page.refused.clear()
    page.open(address)
    asked = set(page.fetched)
    if page.ask("!!document.querySelector('#unfold')"):
        page.click("#unfold")
    for link in (f".row h2 a[href*='{skill.rstrip('/').rpartition('/')[2]}/']", ".files a[href*='/files/'], .files a"):
        page.ask("window.old = true")
        page.click(link)
        page.until("!window.old && document.readyState === 'complete'")
        asked |= set(page.fetched)
    yield holds(f"below {where}: the file is there", page.ask("location.pathname.includes('/files/')"))
    yield told(f"below {where}: nothing is asked for elsewhere", [], _others(asked, address))
    page.click(".brand")
    page.until("!!document.querySelector('#list')")
    yield told(f"below {where}: the sign leads home", address, page.ask("location.href.replace('index.html', '')"))
    yield told(f"below {where}: nothing was refused", [], page.refused)


def _others(asked: set[str], address: str) -> list[str]:
    return [each for each in asked if not each.startswith(address)]


def lost(page: Page, address: str) -> Iterator[Row]:
    """What is not there is answered with a page that works at any depth."""
    for path in ("nothing", "skills/nothing/", "skills/rich/files/a/b/c/d.md/"):
        page.open(f"{address}{path}")
        yield told(f"404: {path}, in the catalog's dress", _LIGHT, page.ask(_GROUND))
        page.until("!document.querySelector('form').hidden")
        near = page.ask("document.querySelector('#near a')?.textContent ?? ''")
        yield told(f"404: {path}, the nearest name", "rich" if "rich" in path else "", near)
        page.click("main a:not(#near a)")
        page.until("!!document.querySelector('#list')")
        yield told(f"404: {path}, its link leads home", address, page.ask("location.href"))
    page.refused.clear()  # the browser tells of each 404


def old_names(page: Page, address: str, site: Path) -> Iterator[Row]:
    """A renamed skill is found by its old name, also where the host knows no redirects."""
    page.open(f"{address}skills/old-name/")
    page.until("location.pathname.endsWith('/skills/new-name/index.html') && document.readyState === 'complete'")
    yield told("old name: leads to the new one", "new-name", page.ask(_TITLE))
    text = (site / "skills/old-name/index.html").read_text(encoding="utf-8")
    yield holds("old name: says which page is meant", f'rel="canonical" href="{address}skills/new-name/"' in text)
    yield holds("old name: has a link too", '<a href="../new-name/index.html">new-name</a>' in text)
    redirects = (site / "_redirects").read_text(encoding="utf-8").splitlines()
    yield holds("old name: hosts are told", "/skills/old-name/ /skills/new-name/ 301" in redirects)
    page.open(f"{address}skills/retired/")
    yield holds("withdrawn: says why", page.ask("document.body.textContent.includes('nobody asked for it')"))


if __name__ == "__main__":
    sys.exit(main())
