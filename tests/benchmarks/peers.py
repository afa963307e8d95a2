"""The same skills as input of other site generators: one page per skill and one index page."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_HUGO = """
baseURL = "https://example.com/"
title = "skills"
disableKinds = ["taxonomy", "term", "RSS", "sitemap", "404"]
[markup.highlight]
noClasses = false
codeFences = {highlight}
"""
_SINGLE = (
    "<!doctype html><title>{{ .Title }}</title><h1>{{ .Title }}</h1><p>{{ .Params.description }}</p>{{ .Content }}\n"
)
_LIST = '<!doctype html><ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>\n'
_MATERIAL = """
site_name: skills
theme:
  name: material
  features: [navigation.prune]
nav: [index.md]
plugins: []
validation: {omitted_files: ignore, not_found: ignore, links: {not_found: ignore, unrecognized_links: ignore}}
markdown_extensions: [pymdownx.highlight, pymdownx.superfences]
"""


@dataclass(frozen=True, slots=True)
class Peer:
    """A site generator with its input laid out.

    Attributes:
        command: Builds the site in `folder`, from nothing.
        package: What provides it.
    """

    name: str
    package: str
    folder: Path
    command: tuple[str, ...]


def _documents(skills: Path) -> dict[str, str]:
    return {file.parent.name: file.read_text(encoding="utf-8") for file in sorted(skills.glob("*/SKILL.md"))}


def hugo(skills: Path, folder: Path, *, highlight: bool) -> Peer:
    """Return Hugo with every skill as a page."""
    files = {
        "hugo.toml": _HUGO.format(highlight=str(highlight).lower()),
        "layouts/_default/single.html": _SINGLE,
        "layouts/_default/list.html": _LIST,
        "layouts/index.html": _LIST,
    }
    for name, text in _documents(skills).items():
        # A page's own title; the rest of the front matter is data to Hugo.
        files[f"content/skills/{name}.md"] = text.replace("---\n", f"---\ntitle: {name}\n", 1)
    _write(folder, files)
    binary = Path(sys.executable).with_name("hugo")
    return Peer("hugo", "hugo", folder, (str(binary), "--quiet", "--destination", "out", "--cleanDestinationDir"))


def zensical(skills: Path, folder: Path) -> Peer:
    """Return Zensical with every skill as a page."""
    files = {"zensical.toml": '[project]\nsite_name = "skills"\nnav = ["index.md"]\n'} | _pages(skills)
    _write(folder, files)
    return Peer("zensical", "zensical", folder, (str(Path(sys.executable).with_name("zensical")), "build", "--clean"))


def material(skills: Path, folder: Path) -> Peer:
    """Return Material for MkDocs with every skill as a page."""
    _write(folder, {"mkdocs.yml": _MATERIAL} | _pages(skills))
    binary = Path(sys.executable).with_name("mkdocs")
    return Peer("mkdocs-material", "mkdocs-material", folder, (str(binary), "build", "--quiet", "--clean"))


def _pages(skills: Path) -> dict[str, str]:
    documents = _documents(skills)
    index = "# Skills\n\n" + "".join(f"- [{name}]({name}.md)\n" for name in documents)
    return {"docs/index.md": index} | {f"docs/{name}.md": text for name, text in documents.items()}


def _write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def available(make: Callable[[], Peer]) -> Peer | str:
    """Return a peer, or why it cannot be run here."""
    peer = make()
    return peer if Path(peer.command[0]).exists() else f"not installed (`pip install {peer.package}`)"
