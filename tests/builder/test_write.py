"""What of an output may stay as it is."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from skillpack.builder.store import BuildStore
from skillpack.builder.write import SiteWriter
from skillpack.files.folder import FolderOutput
from skillpack.files.output import Output
from skillpack.model.output import OutputFile

Parts = dict[str, tuple[str, dict[str, str]]]
"""Name -> key, and path without suffix -> text."""


@pytest.fixture
def cache() -> Iterator[BuildStore]:
    made = BuildStore(None)
    yield made
    made.close()


def _files(**files: str) -> list[OutputFile]:
    return [OutputFile(f"{name}.html", (text.encode(),)) for name, text in files.items()]


class Site:
    """What builds write to, one after the other, by one cache or another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.folder.glob("*.html")}

    def build(self, cache: BuildStore, parts: Parts, folder: str = "x") -> set[str]:
        """Build parts as a build does, and return the names of those that were kept."""
        with FolderOutput(self.folder) as output:
            return _build(output, cache, parts, folder)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path / "site")


def _build(output: Output, cache: BuildStore, parts: Parts, folder: str = "x", *, verify: bool = False) -> set[str]:
    cache.begin()
    site, kept = SiteWriter(output, cache, folder, verify=verify), set()
    for part, (key, files) in parts.items():
        if site.keep(part, key):
            kept.add(part)
        else:
            site.put(part, key, _files(**files))
    site.commit()
    cache.commit()
    return kept


def test_an_equal_key_keeps_a_part(cache, site) -> None:
    parts = {"a": ("k1", {"a": "1", "b": "2"}), "": ("k2", {"index": "3"})}

    assert site.build(cache, parts) == set()
    assert site.build(cache, parts) == {"a", ""}
    assert site.files == {"a.html": b"1", "b.html": b"2", "index.html": b"3"}


def test_another_key_writes_a_part_anew_and_what_it_no_longer_has_goes(cache, site) -> None:
    site.build(cache, {"a": ("k1", {"a": "1", "b": "2"}), "c": ("k", {"c": "3"})})

    assert site.build(cache, {"a": ("k2", {"a": "9"}), "c": ("k", {"c": "3"})}) == {"c"}
    assert site.files == {"a.html": b"9", "c.html": b"3"}


def test_a_part_that_is_not_named_any_more_goes(cache, site) -> None:
    site.build(cache, {"a": ("k", {"a": "1"}), "b": ("k", {"b": "2"})})
    site.build(cache, {"b": ("k", {"b": "2"})})

    assert site.files == {"b.html": b"2"}
    assert site.build(cache, {"a": ("k", {"a": "1"}), "b": ("k", {"b": "2"})}) == {"b"}


def test_a_part_without_files_is_kept_too(cache, site) -> None:
    site.build(cache, {"a": ("k", {}), "b": ("k", {"b": "2"})})

    assert site.build(cache, {"a": ("k", {}), "b": ("k", {"b": "2"})}) == {"a", "b"}


def test_a_part_of_which_a_file_is_gone_is_written_anew(cache, tmp_path: Path) -> None:
    parts = {"a": ("k", {"a": "1", "b": "2"}), "c": ("k", {"c": "3"})}
    with FolderOutput(tmp_path / "out") as output:
        _build(output, cache, parts)
    (tmp_path / "out/b.html").unlink()

    with FolderOutput(tmp_path / "out") as output:
        assert _build(output, cache, parts) == {"c"}
    assert (tmp_path / "out/b.html").read_text() == "2"


def _rewrite(path: Path, text: str, *, at_ns: int | None = None) -> None:
    """Change a file, and give it a time."""
    path.write_text(text)
    if at_ns is not None:
        os.utime(path, ns=(at_ns, at_ns))


@pytest.mark.parametrize("text", ["x", "longer"])
def test_a_part_of_which_a_file_was_changed_is_written_anew(cache, tmp_path: Path, text: str) -> None:
    parts = {"a": ("k", {"a": "1", "b": "2"}), "c": ("k", {"c": "3"})}
    with FolderOutput(tmp_path / "out") as output:
        _build(output, cache, parts)
    _rewrite(tmp_path / "out/b.html", text, at_ns=10**18)

    with FolderOutput(tmp_path / "out") as output:
        assert _build(output, cache, parts) == {"c"}
    assert (tmp_path / "out/b.html").read_text() == "2"


def test_a_file_with_another_time_and_the_same_bytes_stays_and_is_trusted_from_then_on(
    cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts, out = {"a": ("k", {"a": "1"})}, tmp_path / "out"
    with FolderOutput(out) as output:
        _build(output, cache, parts)
    os.utime(out / "a.html", ns=(10**18, 10**18))

    with FolderOutput(out) as output:
        assert _build(output, cache, parts) == {"a"}
    assert (out / "a.html").stat().st_mtime_ns == 10**18
    monkeypatch.setattr(FolderOutput, "verify", lambda *_: pytest.fail("it is read again"))
    with FolderOutput(out) as output:
        assert _build(output, cache, parts) == {"a"}


def test_changed_bytes_of_the_same_size_and_time_are_found_when_asked_to(cache, tmp_path: Path) -> None:
    parts, out = {"a": ("k", {"a": "1"})}, tmp_path / "out"
    with FolderOutput(out) as output:
        _build(output, cache, parts)
    _rewrite(out / "a.html", "x", at_ns=(out / "a.html").stat().st_mtime_ns)

    with FolderOutput(out) as output:
        assert _build(output, cache, parts) == {"a"}
    with FolderOutput(out) as output:
        assert _build(output, cache, parts, verify=True) == set()
    assert (out / "a.html").read_text() == "1"


def test_what_another_cache_wrote_in_between_is_not_trusted(cache, site) -> None:
    parts = {"a": ("k", {"a": "1"})}
    site.build(cache, parts)
    other = BuildStore(None)
    site.build(other, {"a": ("other", {"a": "2"})})
    other.close()

    assert site.build(cache, parts) == set()
    assert site.files == {"a.html": b"1"}


def test_outputs_are_told_apart(cache, tmp_path: Path) -> None:
    parts = {"a": ("k", {"a": "1"})}
    one, two = Site(tmp_path / "one"), Site(tmp_path / "two")
    one.build(cache, parts, "one")

    assert two.build(cache, parts, "two") == set()
    assert one.build(cache, parts, "one") == {"a"}


def test_an_output_without_a_past_keeps_nothing_and_is_not_remembered(cache, site) -> None:
    parts = {"a": ("k", {"a": "1"})}

    assert site.build(cache, parts, "") == set()
    assert site.build(cache, parts, "") == set()
    assert cache.output_keys("") == {}


def test_files_of_a_part_are_written_as_they_come(cache, tmp_path: Path) -> None:
    cache.begin()
    seen: list[str] = []

    def files() -> Iterator[OutputFile]:
        for name in ("a", "b"):
            yield OutputFile(name, (name.encode(),))
            seen.append(name if output.get(name) else "nothing")

    with FolderOutput(tmp_path / "out") as output:
        SiteWriter(output, cache, "x").put("part", "k", files())
    cache.rollback()

    assert seen == ["a", "b"]


def test_to_ask_whether_a_part_stays_decides_nothing(cache, tmp_path: Path) -> None:
    parts, out = {"a": ("k", {"a": "1"}), "b": ("k", {"b": "2"})}, tmp_path / "out"
    with FolderOutput(out) as output:
        _build(output, cache, parts)

    cache.begin()
    with FolderOutput(out) as output:
        site = SiteWriter(output, cache, "x")
        assert [site.stays("a", "k"), site.stays("a", "k"), site.stays("a", "other"), site.stays("c", "k")] == [
            *(True, True),
            *(False, False),
        ]
        assert output.new == {}
        assert site.keep("b", "k")
        site.commit()
    assert [path.name for path in out.glob("*.html")] == ["b.html"]
    assert cache.output_keys("x").keys() == {"b"}
