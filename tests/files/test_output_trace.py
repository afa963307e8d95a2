"""Cheap evidence about an output."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from skillpack.files.folder import FolderOutput
from skillpack.files.manifest import read_manifest
from skillpack.files.trace import StoredTrace, Trace, holds, trace_output
from skillpack.model.digest import sha256
from skillpack.model.output import OutputFile

PATHS = ("index.html", "skills/a/index.html", "skills/a/raw/x.png", "archives/a/a-1.zip")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a site."""
    with FolderOutput(tmp_path / "dist") as output:
        for path in PATHS:
            output.put(OutputFile(path, (b"x",)))
        output.commit()
    return tmp_path / "dist"


def _state(site: Path) -> str:
    return sha256((site / ".skillpack-site").read_bytes())


def _trace(site: Path, state: str, before: StoredTrace | None = None, changed: frozenset[str] | None = None) -> Trace:
    return trace_output(site, read_manifest(str(site)) or (), state, before=before, changed=changed)


def test_is_believed_though_it_is_young(site: Path) -> None:
    trace = _trace(site, _state(site))
    assert trace.believed
    assert holds(trace.stored())


@pytest.mark.parametrize(
    "change",
    [
        lambda site: (site / "index.html").unlink(),
        lambda site: (site / "index.html").write_bytes(b"y"),
        lambda site: (site / "skills/a/raw/x.png").touch(),
        lambda site: (site / "skills/a/raw/x.png").unlink(),
        lambda site: (site / "skills/a/more").mkdir(),
        lambda site: (site / "skills/a/index.html").unlink(),
        lambda site: (site / "archives/a/a-1.zip").rename(site / "archives/a/b.zip"),
        lambda site: (site / "skills/b").mkdir(),
        lambda site: (site / "skills/a/raw/more.png").write_bytes(b"y"),
        lambda site: (site / ".skillpack-site").touch(),
        lambda site: site.rename(site.with_name("other")),
    ],
)
def test_notices_what_comes_and_goes(site: Path, change: Callable[[Path], object]) -> None:
    trace = _trace(site, _state(site)).stored()
    change(site)
    assert not holds(trace)


def _changed(site: Path, change: Mapping[str, bytes], few: int = 64) -> frozenset[str] | None:
    """Return what a build changes that makes a site with other files."""
    with FolderOutput(site, few=few) as output:
        output.keep_rest(change)
        for path, content in change.items():
            if content:
                output.put(OutputFile(path, (content,)))
        output.commit()
    return output.changed


CHANGES = [
    {},
    {"index.html": b"y"},
    {"skills/a/index.html": b"y", "page/2/index.html": b"y"},
    {"skills/b/files/deep/index.html": b"y"},
    {"skills/a/raw/x.png": b""},
    {"archives/a/a-1.zip": b""},
    {"skills/a/index.html": b"", "skills/a/raw/x.png": b"", "skills/c": b"y"},
    {"skills/a/raw": b"y", "skills/a/raw/x.png": b""},
    {"skills": b"y", "skills/a/index.html": b"", "skills/a/raw/x.png": b""},
]


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_build_left_alone_is_not_looked_at_again(site: Path, change: Mapping[str, bytes]) -> None:
    before = _trace(site, _state(site)).stored()
    changed = _changed(site, change)
    assert changed == {*change, *([".skillpack-site"] if change else [])}
    again, whole = (_trace(site, _state(site), before=known, changed=changed).stored() for known in (before, None))
    assert sorted(again.groups, key=repr) == sorted(whole.groups, key=repr)
    assert holds(again)


def test_where_all_was_exchanged_all_is_looked_at(site: Path) -> None:
    before = _trace(site, _state(site)).stored()
    changed = _changed(site, dict.fromkeys(PATHS[1:], b"y"), few=0)
    assert changed is None
    assert holds(_trace(site, _state(site), before=before, changed=changed).stored())


def test_what_somebody_changed_during_a_build_does_not_count_as_seen(site: Path) -> None:
    before = _trace(site, _state(site)).stored()
    (site / "archives/a/a-1.zip").write_bytes(b"theirs")
    changed = _changed(site, {"skills/a/index.html": b"y"})
    assert not holds(_trace(site, _state(site), before=before, changed=changed).stored())


def test_doubts_a_site_that_another_build_wrote(site: Path) -> None:
    assert not _trace(site, sha256(b"another list")).believed
