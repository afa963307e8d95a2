"""What was asked of the disk holds until an answer would be another one."""

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from skillpack.files import discover as discovery
from skillpack.files.discover import discover
from skillpack.files.location import Location
from skillpack.files.skipped import Skipped
from skillpack.files.trace import RACY_NS, StoredTrace, Trace, TraceGroup, holds, same_groups
from skillpack.files.walk import FileScan, scan_folder
from skillpack.model.settings import Source
from skillpack.model.tree import Form, Trust

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
    root = lay({"s/a.md": b"x", "s/dist/.skillpack-site": b"", "s/dist/index.html": b""}) / "s"
    trace = _looked(root)
    (root / "dist/more.html").write_bytes(b"other")
    assert holds(trace)
    (root / "dist/.skillpack-site").unlink()
    assert not holds(trace)


@pytest.mark.parametrize(
    "edit",
    [
        lambda evals: (evals / "evals.json").write_bytes(b"[1]"),
        lambda evals: (evals / "triggers.json").write_bytes(b"[]"),
        lambda evals: (evals / "files/x.csv").unlink(),
    ],
)
def test_evaluations_count_although_no_tree_has_them(lay: Lay, edit) -> None:
    root = lay({"s/a.md": b"x", "s/evals/evals.json": b"[]", "s/evals/files/x.csv": b""}) / "s"
    trace = _looked(root)
    assert holds(trace)
    edit(root / "evals")
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


SKILLS = {
    "skills/plain/SKILL.md": b"x",
    "skills/plain/references/more.md": b"x",
    "skills/group/inner/SKILL.md": b"x",
    "skills/nested/SKILL.md": b"x",
    "skills/nested/below/SKILL.md": b"x",
    "skills/site/SKILL.md": b"x",
    "skills/site/dist/.skillpack-site": b"",
    "skills/none/notes.md": b"x",
    "more/plain/SKILL.md": b"y",
}
SOURCES = (Source("skills", depth=3), Source("more", depth=3))


class TestAsBefore:
    """What is found where an earlier trace says which folders are as they were: the same as by a whole look."""

    @pytest.fixture
    def root(self, lay: Lay) -> Path:
        root = lay(SKILLS)
        (root / "skills/plain/linked.md").symlink_to("references/more.md")
        (root / "more/there").symlink_to("../skills/group/inner")
        (root / "more/leads").mkdir()
        (root / "more/leads/SKILL.md").symlink_to("../../skills/plain/SKILL.md")
        for name in ("alpha", "beta"):
            (root / "skills" / name).mkdir()
            (root / "skills" / name / "SKILL.md").write_bytes(b"x")
        return root

    def look(
        self, root: Path, sources: Sequence[Source] = SOURCES, before: StoredTrace | None = None
    ) -> tuple[list[Location], list[str], StoredTrace]:
        groups = [] if before is None else same_groups(before)
        same = {str(root): {group.name: group for group in groups if group.name}}
        trace, skipped = Trace(str(root), now_ns=LATER, same=same), Skipped()
        found = list(discover(sources, root, now_ns=LATER, trace=trace, skipped=skipped))
        return found, list(skipped.lines()), trace.stored()

    @pytest.mark.parametrize(
        "change",
        [
            lambda _: None,
            lambda root: (root / "skills/alpha/SKILL.md").write_bytes(b"yy"),
            lambda root: (root / "skills/alpha/more.md").write_bytes(b""),
            lambda root: (root / "skills/alpha/SKILL.md").rename(root / "skills/alpha/other.md"),
            lambda root: (root / "skills/alpha").rename(root / "skills/gamma"),
            lambda root: shutil.rmtree(root / "skills/beta"),
            lambda root: (root / "skills/beta/dist").mkdir() or (root / "skills/beta/dist/.skillpack-site").touch(),
            lambda root: (root / "skills/beta/x.md").symlink_to("SKILL.md"),
            lambda root: (root / "skills/alpha").rename(root / "far") and (root / "skills/alpha").symlink_to("../far"),
            lambda root: (root / "skills/SKILL.md").write_bytes(b"x"),
            lambda root: (root / "skills/plain/references/more.md").write_bytes(b"longer"),
        ],
    )
    def test_finds_what_a_whole_look_finds(self, root: Path, change: Callable[[Path], object]) -> None:
        before = self.look(root)[2]
        change(root)
        assert self.look(root, before=before) == self.look(root)

    @pytest.mark.parametrize(
        "sources",
        [
            SOURCES[::-1],
            (replace(SOURCES[0], exclude=("*/SKILL.md",)), SOURCES[1]),
            (replace(SOURCES[0], exclude=("alpha",)),),
            (replace(SOURCES[0], forms=(Form.MARKDOWN,)),),
            (replace(SOURCES[0], trust=Trust.EXTERNAL),),
            (Source("skills/alpha", depth=0),),
        ],
    )
    def test_another_question_is_asked_anew(self, root: Path, sources: Sequence[Source]) -> None:
        before = self.look(root)[2]
        assert self.look(root, sources, before=before) == self.look(root, sources)

    def test_looks_at_nothing_that_is_as_it_was(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        before = self.look(root)[2]
        (root / "skills/alpha/SKILL.md").write_bytes(b"yy")
        looked: list[str] = []

        def scan(top: str, **options: Any) -> FileScan:
            looked.append(os.path.relpath(top, root))
            return scan_folder(top, **options)

        monkeypatch.setattr(discovery, "scan_folder", scan)
        found, _, _ = self.look(root, before=before)
        assert {each.origin.path for each in found} >= {"alpha", "beta", "group/inner"}
        assert "skills/alpha" in looked
        assert not {"skills/beta", "skills/group/inner", "more/plain"}.intersection(looked)


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
