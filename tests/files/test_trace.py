"""What was asked of the disk holds until an answer would be another one."""

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from skillpack.files.discover import discover
from skillpack.files.trace import RACY_NS, StoredTrace, Trace, TraceGroup, holds
from skillpack.files.walk import scan_folder
from skillpack.model.settings import Source

Lay = Callable[[Mapping[str, bytes | str | None]], Path]
LATER = 2**62  # ns; a look so late that no file is young


def _looked(folder: Path) -> StoredTrace:
    trace = Trace(str(folder), now_ns=LATER)
    scan_folder(str(folder), trace=trace)
    assert trace.believed
    return trace.stored()


def _discovered(root: Path) -> Trace:
    trace = Trace(str(root), now_ns=LATER)
    list(discover([Source("skills", depth=2)], root, trace=trace))
    return trace


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "a.md").write_bytes(b"y"),
        lambda root: os.utime(root / "a.md"),
        lambda root: (root / "b.md").write_bytes(b""),
        lambda root: (root / "deep/empty/b.md").write_bytes(b""),
        lambda root: (root / "deep/c.md").unlink(),
        lambda root: (root / "deep/c.md").rename(root / "deep/d.md"),
        lambda root: shutil.rmtree(root / "deep"),
        lambda root: (root / "evals").rename(root / "no-evals"),
        shutil.rmtree,
    ],
)
def test_notices_what_a_look_would(lay: Lay, change: Callable[[Path], object]) -> None:
    root = lay({"s/a.md": b"x", "s/deep/c.md": b"", "s/deep/empty": None, "s/evals/x.md": b"x"}) / "s"
    os.utime(root / "a.md", ns=(1, 1))
    trace = _looked(root)
    assert holds(trace)
    change(root)
    assert not holds(trace)


def test_what_a_look_does_not_see_does_not_matter(lay: Lay) -> None:
    root = lay({"s/a.md": b"x", "s/evals/x.md": b"x", "s/dist/.skillpack-site": b"", "s/dist/index.html": b""}) / "s"
    trace = _looked(root)
    (root / "evals/x.md").write_bytes(b"other")
    (root / "evals/triggers.json").write_bytes(b"[]")
    (root / "dist/more.html").write_bytes(b"other")
    assert holds(trace)
    (root / "dist/.skillpack-site").unlink()
    assert not holds(trace)


def test_listings_count_by_the_names_that_matter(lay: Lay) -> None:
    root = lay({"skills/a/SKILL.md": b"", "skills/group/b/SKILL.md": b""})
    trace = _discovered(root).stored()
    for name in (".hidden", "a.md~", "node_modules"):
        (root / "skills" / name).mkdir()
    os.utime(root / "skills/group")
    assert holds(trace)
    (root / "skills/group/c").mkdir()
    assert not holds(trace)


def test_a_link_counts_by_what_is_written_in_it_and_where_it_leads(lay: Lay) -> None:
    root = lay({"skills/a/SKILL.md": b"", "far/x.md": b"x", "far/y.md": b"y"})
    link = root / "skills/a/x.md"
    link.symlink_to("../../far/x.md")
    trace = _discovered(root).stored()
    assert holds(trace)
    (root / "far/y.md").replace(root / "far/x.md")
    assert not holds(trace)


def test_holds_wherever_the_process_stands(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    root = lay({"skills/a/SKILL.md": b"", "else/b/SKILL.md": b""})
    monkeypatch.chdir(root)
    trace = Trace(".", now_ns=LATER)
    list(discover([Source("skills"), Source(str(root / "else"))], Path(), trace=trace))
    monkeypatch.chdir("/")
    assert holds(trace.stored())
    (root / "else/b/SKILL.md").write_bytes(b"x")
    assert not holds(trace.stored())


def test_holds_where_the_system_opens_no_folders(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    root = lay({"s/a.md": b"x", "s/deep/c.md": b""}) / "s"
    trace = _looked(root)
    monkeypatch.setattr(os, "supports_dir_fd", set())
    assert holds(trace)
    (root / "a.md").unlink()
    assert not holds(trace)


@pytest.mark.parametrize(("age", "believed"), [(RACY_NS, True), (RACY_NS - 1, False), (-5, False)])
@pytest.mark.parametrize("path", ["a.md", "."])
def test_what_was_just_changed_is_not_believed(lay: Lay, age: int, path: str, *, believed: bool) -> None:
    root = lay({"s/a.md": b""}) / "s"
    now = 10**18
    for each in (root / "a.md", root):
        os.utime(each, ns=(0, 0))
    os.utime(root / path, ns=(now - age, now - age))
    trace = Trace(str(root), now_ns=now)
    scan_folder(str(root), trace=trace)
    assert trace.believed is believed


def test_what_a_link_leads_to_must_be_old_too(lay: Lay) -> None:
    root = lay({"far.md": b""})
    now = 10**18
    os.utime(root / "far.md", ns=(now, now))
    trace = Trace(str(root), now_ns=now)
    trace.link(str(root / "far.md"))
    assert not trace.believed


def test_what_could_not_be_looked_at_is_not_believed(lay: Lay) -> None:
    root = lay({"skills/a/SKILL.md": b"", "skills/bad\udcff": b"", "skills/b/bad\udcff.md": b""})
    assert not _discovered(root).believed


def test_absence_is_an_answer(tmp_path: Path) -> None:
    trace = Trace(now_ns=LATER)
    assert trace.kind(str(tmp_path / "x")) == ""
    trace.names(str(tmp_path / "y"))
    trace.link(str(tmp_path / "z"))
    trace.stat(str(tmp_path / "s"))
    assert holds(trace.stored())
    (tmp_path / "s").write_bytes(b"")
    assert not holds(trace.stored())


def test_the_first_answer_stays(tmp_path: Path) -> None:
    trace = Trace(now_ns=LATER)
    assert trace.kind(str(tmp_path / "x")) == ""
    (tmp_path / "x").mkdir()
    assert trace.kind(str(tmp_path / "x")) == ""
    assert not holds(trace.stored())


def test_inodes_of_64_bits_and_times_before_1970_are_numbers_too() -> None:
    one, other = Trace(now_ns=LATER), Trace(now_ns=LATER)
    one.note(["/x"], [(1, -5, -5, 2**64 - 1)])
    other.note(["/x"], [(1, -5, -5, 2**64 - 2)])
    assert one.stored().groups != other.stored().groups


@pytest.mark.parametrize(
    "trace",
    [
        StoredTrace("/", (TraceGroup(b"a\0b\0", ""),), ()),
        StoredTrace("/nowhere/at/all", (TraceGroup(b"a\0", ""),), ()),
        StoredTrace("a\0b", (TraceGroup(b"a\0", ""),), ()),
        StoredTrace("/", (), (("run", "/bin/true", ""),)),
        StoredTrace("/", (), (("kind", "a\0b", ""),)),
    ],
)
def test_what_was_never_recorded_does_not_hold(trace: StoredTrace) -> None:
    assert not holds(trace)
