"""The documentation as the product renders it: every link leads somewhere, every page can be reached."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

from skillpack.cli.main import run
from skillpack.parse.settings.configuration import parse_configuration

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"

_MACHINE = re.compile(r"/(?:work|tmp|root|mnt|private|Users)/|/home/(?!you\b)|[A-Z]:\\\\|localhost:\d")


class Page(HTMLParser):
    """The ids and links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.dead: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.ids.add(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if "dead" in values.get("class", "").split():
            self.dead.append(values.get("title", ""))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the project's own catalog as a site."""
    out = tmp_path_factory.mktemp("built") / "dist"
    assert run(["build", str(SITE), "-o", str(out), "--no-cache"]) == 0
    return out


@pytest.fixture(scope="module")
def pages(built: Path) -> dict[Path, Page]:
    """Return the home page and the catalog's own pages."""
    files = [built / "index.html", *sorted((built / "pages").rglob("index.html"))]
    return {file: Page(file.read_text(encoding="utf-8")) for file in files}


def test_every_page_is_published(pages: dict[Path, Page]) -> None:
    written = {path.relative_to(SITE).as_posix() for path in (SITE / "pages").rglob("*.md")}
    configuration = parse_configuration((SITE / "skillpack.toml").read_text(encoding="utf-8"))

    assert set(configuration.pages) == written
    assert len(pages) == len(written), "one page each; `index.md` is the home page's"


def test_no_link_of_a_page_is_dead(pages: dict[Path, Page], built: Path) -> None:
    dead = {file.relative_to(built).as_posix(): page.dead for file, page in pages.items() if page.dead}

    assert dead == {}


def test_every_link_leads_to_a_file_and_every_anchor_to_a_heading(pages: dict[Path, Page], built: Path) -> None:
    known = dict(pages)
    lost = []
    for file, page in pages.items():
        for link in page.links:
            path, anchor = urldefrag(link)
            if urlsplit(link).scheme:
                continue
            target = (file.parent / unquote(path)).resolve() if path else file
            if not target.is_file():
                lost.append(f"{file.relative_to(built)}: {link}")
            elif anchor:
                if target not in known:
                    known[target] = Page(target.read_text(encoding="utf-8"))
                if unquote(anchor) not in known[target].ids:
                    lost.append(f"{file.relative_to(built)}: {link} (no such heading)")

    assert lost == []


@pytest.mark.parametrize("path", sorted((SITE / "pages").rglob("*.md")), ids=lambda path: path.name)
def test_a_page_names_no_machine(path: Path) -> None:
    assert _MACHINE.findall(path.read_text(encoding="utf-8")) == []


def test_repository_links_lead_to_files() -> None:
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        for target in re.findall(r"\]\(([^)#\s]+)", (ROOT / name).read_text(encoding="utf-8")):
            assert urlsplit(target).scheme or (ROOT / target).exists(), f"{name}: {target}"
