"""Changes of a catalog, told once each."""

import os
import queue
import shutil
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from skillpack.builder.inputs.catalog import Located, locate
from skillpack.builder.watch import changes

PATIENCE = 10.0  # seconds that a change may take to be told
PAUSE = 0.05  # seconds between two looks
SILENCE = 0.3  # seconds in which nothing must be told


class Over(Exception):  # noqa: N818 no error: the test is over
    """Ends a watcher, which never ends by itself."""


class Told:
    """What a watcher in a thread of its own tells."""

    def __init__(self, folder: Path, *, notified: bool) -> None:
        self._folder = folder
        self._told: queue.Queue[None] = queue.Queue()
        self._over = threading.Event()
        self._following = changes(self._find, notified=notified, pause=PAUSE)
        self._thread = threading.Thread(target=self._follow)
        self._thread.start()

    def _find(self) -> Located:
        if self._over.is_set():
            raise Over
        return locate(self._folder)

    def _follow(self) -> None:
        with suppress(Over):
            for _ in self._following:
                self._told.put(None)

    def end(self) -> None:
        """End the thread."""
        self._over.set()
        self._thread.join(PATIENCE)

    def changed(self) -> bool:
        """Wait for a change, and return whether there was one."""
        try:
            self._told.get(timeout=PATIENCE)
        except queue.Empty:
            return False
        return True

    def settle(self) -> None:
        """Take what is still told of a change that was seen."""
        while True:
            try:
                self._told.get(timeout=SILENCE)
            except queue.Empty:
                return

    def silent(self) -> bool:
        """Wait, and return whether nothing was told."""
        try:
            self._told.get(timeout=SILENCE)
        except queue.Empty:
            return True
        return False


@pytest.fixture(params=[True, False], ids=["notified", "polled"])
def told(request: pytest.FixtureRequest, write_skill, tmp_path: Path) -> Iterator[Told]:
    write_skill("a")
    (tmp_path / "theme").mkdir()
    (tmp_path / "theme/base.html").write_text("x")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/index.md").write_text("x")
    _configure(tmp_path, "One")
    watcher = Told(tmp_path, notified=request.param)
    yield watcher
    watcher.end()


def _configure(folder: Path, title: str, more: str = "") -> None:
    (folder / "skillpack.toml").write_text(
        f'[catalog]\ntitle = "{title}"\n[[source]]\npath = "skills"\n{more}'
        '[[page]]\npath = "pages/index.md"\n[theme]\npath = "theme"\nlogo = "logo.svg"\n'
    )


def test_what_changes_is_told(told: Told, write_skill, tmp_path: Path) -> None:
    assert told.silent()

    with (tmp_path / "skills/a/SKILL.md").open("a") as file:
        file.write("more\n")
    assert told.changed(), "a file"
    told.settle()

    write_skill("b")
    assert told.changed(), "a new skill"
    told.settle()

    shutil.rmtree(tmp_path / "skills/b")
    assert told.changed(), "a skill that went"
    told.settle()

    (tmp_path / "skills/a").rename(tmp_path / "skills/c")
    assert told.changed(), "a skill with another name"


def test_configuration_pages_and_theme_count_too(told: Told, tmp_path: Path) -> None:
    _configure(tmp_path, "Two")
    assert told.changed(), "configuration"
    told.settle()

    # As editors save: another file takes the name.
    (tmp_path / "new.md").write_text("text")
    (tmp_path / "new.md").replace(tmp_path / "pages/index.md")
    assert told.changed(), "page"
    told.settle()

    (tmp_path / "theme/base.html").write_text("xy")
    assert told.changed(), "theme"
    told.settle()

    (tmp_path / "logo.svg").write_text("<svg/>")
    assert told.changed(), "logo"


def test_reviews_count_from_the_first_on(told: Told, tmp_path: Path) -> None:
    (tmp_path / "reviews").mkdir()
    (tmp_path / "reviews/a.toml").write_text("")
    assert told.changed(), "the first"
    told.settle()

    (tmp_path / "reviews/a.toml").write_text("[[review]]\n")
    assert told.changed(), "an edit"
    told.settle()

    shutil.rmtree(tmp_path / "reviews")
    assert told.changed(), "none any more"


def test_results_count_once_they_are_there(told: Told, tmp_path: Path) -> None:
    (tmp_path / "results" / "a").mkdir(parents=True)
    (tmp_path / "results" / "a" / "benchmark.json").write_text("{}")
    assert told.changed(), "results that came"
    told.settle()

    (tmp_path / "results" / "a" / "benchmark.json").write_text("[ ]")
    assert told.changed(), "a result"


def test_a_source_that_comes_later_is_watched(told: Told, write_skill, tmp_path: Path) -> None:
    folder = write_skill("z", root="more")
    _configure(tmp_path, "One", '[[source]]\npath = "more"\n')
    assert told.changed()
    told.settle()

    (folder / "SKILL.md").write_text("other")
    assert told.changed()


def test_a_catalog_that_breaks_and_heals_is_told(told: Told, tmp_path: Path) -> None:
    whole = (tmp_path / "skillpack.toml").read_text()
    (tmp_path / "skillpack.toml").write_text("[catalog\n")
    assert told.changed(), "broken"
    told.settle()

    (tmp_path / "skillpack.toml").write_text(whole)
    assert told.changed(), "whole again"
    told.settle()

    (tmp_path / "skills").rename(tmp_path / "away")
    assert told.changed(), "a source that went"
    told.settle()

    (tmp_path / "away").rename(tmp_path / "skills")
    assert told.changed(), "a source that came back"


def test_what_belongs_to_no_skill_is_not_told(told: Told, tmp_path: Path) -> None:
    (tmp_path / "skills/a/.SKILL.md.swp").write_text("x")
    (tmp_path / "skills/a/__pycache__").mkdir()
    (tmp_path / "skills/a/__pycache__/x.pyc").write_text("x")
    (tmp_path / "skills/a/.git").mkdir()
    (tmp_path / "skills/a/.git/index").write_text("x")
    os.utime(tmp_path)

    assert told.silent()


def test_what_changed_before_the_first_question_is_told(write_skill, tmp_path: Path) -> None:
    write_skill("a")
    for notified in (True, False):
        following = changes(lambda: locate(tmp_path), notified=notified, pause=PAUSE)
        (tmp_path / "skills/a/SKILL.md").write_text(f"changed {notified}")
        thread = threading.Thread(target=next, args=(following,), daemon=True)
        thread.start()
        thread.join(PATIENCE)

        assert not thread.is_alive()
