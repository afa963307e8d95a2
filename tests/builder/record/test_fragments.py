"""What was made of a text once is not made again."""

import shutil
from pathlib import Path

import pytest

from skillpack import machine
from skillpack.builder.record.fragments import Fragments, renderer
from skillpack.builder.store import BuildStore


class Maker:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> str:
        self.asked += 1
        return f"made {self.asked}"


def _remembering(path: Path, fragments: Fragments) -> None:
    cache = BuildStore(path)
    cache.begin()
    cache.put_fragments(fragments.new())
    cache.commit()
    cache.close()


def test_without_a_cache_a_text_is_paid_once_a_chunk() -> None:
    make = Maker()
    with Fragments("") as fragments:
        assert [fragments.remember("body", "# a", make) for _ in range(3)] == ["made 1"] * 3

    assert make.asked == 1
    assert [html for _, html in fragments.new()] == ["made 1"]


def test_kind_and_text_tell_fragments_apart() -> None:
    make = Maker()
    with Fragments("") as fragments:
        for kind, text in (("body", "a"), ("body", "b"), ("file python", "a"), ("body", "a\ud800")):
            fragments.remember(kind, text, make)

    assert make.asked == 4


@pytest.mark.parametrize("name", ["cache.sqlite", "50% of # what? a b.sqlite", "שלום 🚀.sqlite"])
def test_what_a_cache_holds_is_not_made_again(tmp_path: Path, name: str) -> None:
    path, make = tmp_path / name, Maker()
    with Fragments("") as first:
        first.remember("body", "a", make)
    _remembering(path, first)

    with Fragments(str(path)) as second:
        assert second.remember("body", "a", make) == "made 1"
        assert second.remember("body", "b", make) == "made 2"
    assert [html for _, html in second.new()] == ["made 2"]


def test_a_cache_is_only_read(tmp_path: Path) -> None:
    path = tmp_path / "cache.sqlite"
    BuildStore(path).close()
    with Fragments(str(path)) as fragments:
        fragments.remember("body", "a", Maker())

    make = Maker()
    with Fragments(str(path)) as again:
        again.remember("body", "a", make)
    assert make.asked == 1


def test_a_fragment_that_is_empty_is_a_fragment(tmp_path: Path) -> None:
    with Fragments("") as fragments:
        assert fragments.remember("body", "", str) == ""
    _remembering(tmp_path / "cache.sqlite", fragments)

    make = Maker()
    with Fragments(str(tmp_path / "cache.sqlite")) as again:
        assert again.remember("body", "", make) == ""
    assert make.asked == 0


class TestRenderer:
    @pytest.fixture
    def package(self, tmp_path: Path) -> Path:
        for name in ("site/markdown/render.py", "parse/markdown/excess.py", "model/limits.py"):
            (tmp_path / name).parent.mkdir(parents=True)
            (tmp_path / name).write_text("a = 1\n")
        return tmp_path

    @pytest.mark.parametrize(
        "file", ["site/markdown/render.py", "site/new.py", "parse/markdown/excess.py", "model/limits.py"]
    )
    def test_is_another_when_the_code_that_renders_changes(self, package: Path, file: str) -> None:
        before = renderer(package)
        (package / file).write_text("c = 1\n")
        renderer.cache_clear()
        assert renderer(package) != before

    def test_is_another_when_a_library_changes(self, package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        before = renderer(package)
        renderer.cache_clear()
        monkeypatch.setattr(machine, "library_metadata", lambda: ("nh3 9.9",))
        assert renderer(package) != before

    def test_is_the_same_wherever_and_whenever_the_same_code_was_installed(self, package: Path, tmp_path: Path) -> None:
        elsewhere = tmp_path / "elsewhere"
        shutil.copytree(package, elsewhere, copy_function=shutil.copyfile, ignore=shutil.ignore_patterns("elsewhere"))
        assert renderer(package) == renderer(elsewhere)
