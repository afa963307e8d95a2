import dataclasses
import errno
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace

from skillpack.errors import IntegrityError, LockedError, OutputError
from skillpack.files import open_folder
from skillpack.files.exchange import system_swap
from skillpack.files.open_folder import FolderEntry
from skillpack.install.root.changes import handles
from skillpack.install.root.changes.handles import opened_lock
from skillpack.install.root.root import Root, entry_at
from skillpack.install.root.state import State, reading
from skillpack.install.root.transaction import TOGETHER, Transaction, working
from skillpack.model.limits import Limits

LIMITS = Limits()
MINE = b"what somebody wrote\n"
Make = Callable[[Path], object]
Place = Any  # `changes.Place`, which the fixtures load


def make_file(path: Path) -> None:
    path.write_bytes(MINE)


def make_link(path: Path) -> None:
    target = path.parent.parent / "elsewhere"
    target.mkdir(exist_ok=True)
    (target / "SKILL.md").write_bytes(MINE)
    path.symlink_to(target)


def make_broken_link(path: Path) -> None:
    path.symlink_to("nowhere")


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_folder(path: Path) -> None:
    path.mkdir()
    (path / "SKILL.md").write_bytes(MINE)


def make_empty_folder(path: Path) -> None:
    path.mkdir()


FOREIGN = [make_file, make_link, make_broken_link, make_pipe, make_folder, make_empty_folder]


def identity(path: Path) -> tuple[int, int, int]:
    found = path.lstat()
    return found.st_ino, found.st_mode, found.st_mtime_ns


def test_a_skill_is_placed_with_its_receipt(place: Place, changes: ModuleType) -> None:
    place.put("1")
    tree, receipt = changes.version("pdf", "1")
    assert entry_at(place.root, "pdf", LIMITS).receipt == receipt
    seen = changes.see(place).skills["pdf"]
    assert {path: content for path, content in seen.items() if path != ".skillpack.json"} == dict(tree.files)
    assert changes.debris(place) == []


def test_what_is_replaced_becomes_the_previous_version(place: Place, changes: ModuleType) -> None:
    place.put("1")
    first = changes.see(place).skills["pdf"]
    place.put("2")
    assert changes.see(place).previous == {"pdf": first}


def test_one_previous_version_is_kept(place: Place, changes: ModuleType) -> None:
    place.put("1", "2")
    second = changes.see(place).skills["pdf"]
    place.put("3")
    assert changes.see(place).previous == {"pdf": second}
    assert changes.see(place).saved == {}


@pytest.mark.parametrize("path", ["SKILL.md", "notes.md", ".git/HEAD", "SKILL.md~", "scripts/.run.sh.swp"])
def test_a_previous_version_that_somebody_worked_in_is_saved(place: Place, changes: ModuleType, path: str) -> None:
    place.put("1", "2")
    edited = Path(place.root.previous("pdf"), path)
    edited.parent.mkdir(exist_ok=True)
    edited.write_bytes(MINE)
    place.put("3")
    assert Path(place.root.saved, "pdf-1", path).read_bytes() == MINE
    Path(place.root.previous("pdf"), path).parent.mkdir(exist_ok=True)
    Path(place.root.previous("pdf"), path).write_bytes(MINE)
    place.put("4")
    assert sorted(changes.see(place).saved) == ["pdf-1", "pdf-2"]


def test_what_tools_leave_behind_is_nobodys_work(place: Place, changes: ModuleType) -> None:
    place.put("1")
    cached = Path(place.root.skill("pdf"), "scripts", "__pycache__")
    cached.mkdir()
    (cached / "run.cpython-311.pyc").write_bytes(b"x")
    place.put("2", "3")
    assert changes.see(place).saved == {}


def test_a_link_in_a_previous_version_is_work_and_is_not_followed(place: Place, base: Path) -> None:
    outside = base / "outside"
    outside.mkdir()
    (outside / "file").write_bytes(MINE)
    place.put("1", "2")
    Path(place.root.previous("pdf"), "link").symlink_to(outside)
    place.put("3")
    assert (outside / "file").read_bytes() == MINE
    assert Path(place.root.saved, "pdf-1", "link").is_symlink()


def test_tells_what_was_saved(place: Place, changes: ModuleType) -> None:
    place.put("1", "2")
    place.edit(place.root.previous("pdf"))
    with working(place.root, LIMITS) as transaction:
        transaction.install(*changes.version("pdf", "3"))
    assert transaction.saved == [f"{place.root.saved}/pdf-1"]


@pytest.mark.parametrize("make", FOREIGN)
def test_what_is_not_ours_is_never_replaced(place: Place, changes: ModuleType, make: Make) -> None:
    place.put("1", name="other")
    path = Path(place.root.skill("pdf"))
    make(path)
    before = identity(path)
    with pytest.raises(OutputError) as caught:
        place.put("1")
    assert identity(path) == before
    assert caught.value.hint
    assert changes.debris(place) == ["elsewhere"] * (make is make_link)


@pytest.mark.parametrize("make", FOREIGN)
def test_what_is_not_ours_is_never_taken_out(place: Place, make: Make) -> None:
    place.put("1", name="other")
    path = Path(place.root.skill("pdf"))
    make(path)
    before = identity(path)
    with pytest.raises(OutputError):
        place.work(lambda transaction: transaction.remove("pdf"))
    assert identity(path) == before


@pytest.mark.parametrize("make", FOREIGN)
def test_what_is_not_ours_is_not_rolled_back(place: Place, changes: ModuleType, make: Make) -> None:
    place.put("1")
    place.work(lambda transaction: transaction.remove("pdf"))
    path = Path(place.root.skill("pdf"))
    make(path)
    before, kept = identity(path), changes.see(place).previous
    with pytest.raises(OutputError):
        place.work(lambda transaction: transaction.restore("pdf"))
    assert identity(path) == before
    assert changes.see(place).previous == kept


@pytest.mark.parametrize("make", FOREIGN[:4])
def test_only_a_folder_is_taken_over(place: Place, make: Make) -> None:
    place.put("1", name="other")
    path = Path(place.root.skill("pdf"))
    make(path)
    before = identity(path)
    with pytest.raises(OutputError, match="is a link or a file"):
        place.put("1")
    assert identity(path) == before


@pytest.mark.parametrize("make", FOREIGN)
@pytest.mark.parametrize("system", ["exchange", "renames"])
def test_a_name_that_is_taken_in_the_last_moment_is_left_alone(
    place: Place, changes: ModuleType, make: Make, system: str
) -> None:
    place.put("1", name="other")
    path = Path(place.root.skill("pdf"))
    real = changes.SYSTEMS[system].take_name
    before = []

    def take_name(one: FolderEntry, free: FolderEntry) -> None:
        make(path)
        before.append(identity(path))
        real(one, free)

    with (
        pytest.raises(OutputError),
        working(place.root, LIMITS, swap=changes.SYSTEMS[system].swap, take_name=take_name) as transaction,
    ):
        transaction.install(*changes.version("pdf", "1"))
    assert [identity(path)] == before
    assert changes.debris(place) == ["elsewhere"] * (make is make_link)


@pytest.mark.parametrize("make", FOREIGN)
@pytest.mark.parametrize("system", ["exchange", "renames"])
def test_what_is_put_in_the_place_of_a_skill_in_the_last_moment_is_put_back(
    place: Place, changes: ModuleType, make: Make, system: str, base: Path
) -> None:
    place.put("1")
    path = Path(place.root.skill("pdf"))
    real = changes.SYSTEMS[system].swap
    before = []

    def swap(one: FolderEntry, other: FolderEntry) -> None:
        if not before:
            path.rename(base / "moved")
            make(path)
            before.append(identity(path)[:2])
        real(one, other)

    with (
        pytest.raises(OutputError, match="is unchanged"),
        working(place.root, LIMITS, swap=swap, take_name=changes.SYSTEMS[system].take_name) as transaction,
    ):
        transaction.install(*changes.version("pdf", "2"))
    assert [identity(path)[:2]] == before
    assert set(changes.debris(place)) - {"elsewhere"} == {"moved"}


def test_an_edit_between_check_and_rename_becomes_the_previous_version(place: Place, changes: ModuleType) -> None:
    place.put("1")

    def swap(one: FolderEntry, other: FolderEntry) -> None:
        Path(other, "SKILL.md").write_bytes(MINE)
        Path(other, "new.md").write_bytes(MINE)
        system_swap(one, other)

    with working(place.root, LIMITS, swap=swap) as transaction:
        transaction.install(*changes.version("pdf", "2"))
    assert changes.see(place).previous["pdf"]["new.md"] == MINE
    assert changes.see(place).previous["pdf"]["SKILL.md"] == MINE
    place.put("3")
    assert changes.see(place).saved["pdf-1"]["SKILL.md"] == MINE


def test_taken_out_and_put_back_is_as_before(place: Place, changes: ModuleType) -> None:
    place.put("1")
    before = changes.see(place)
    place.work(lambda transaction: transaction.remove("pdf"))
    assert changes.see(place).skills == {}
    place.work(lambda transaction: transaction.restore("pdf"))
    assert changes.see(place) == before


def test_what_is_not_there_is_not_taken_out(place: Place) -> None:
    with pytest.raises(OutputError, match="`pdf` is not installed"):
        place.work(lambda transaction: transaction.remove("pdf"))


def test_without_a_previous_version_nothing_is_put_back(place: Place, changes: ModuleType) -> None:
    place.put("1")
    before = changes.see(place)
    with pytest.raises(OutputError, match=r"^no previous version of `pdf`$") as caught:
        place.work(lambda transaction: transaction.restore("pdf"))
    assert caught.value.hint == "skillpack keeps one whenever it replaces a skill"
    assert changes.see(place) == before


def test_of_several_skills_those_that_cannot_be_placed_are_told_and_stop_no_others(
    place: Place, changes: ModuleType
) -> None:
    make_folder_at = Path(place.root.folder, "mine")
    make_folder_at.mkdir(parents=True)
    found: list[Any] = []
    skills = [changes.version(name, "1") for name in ("docx", "mine", "pdf")]
    place.work(lambda transaction: found.append(transaction.install_each(skills)))
    assert {name: str(error) for name, error in found[0].items()} == {
        "mine": "`mine` is unchanged: not installed by skillpack"
    }
    assert set(changes.see(place).skills) == {"docx", "mine", "pdf"}
    assert set(changes.entries(changes.see(place))) == {"docx", "pdf"}


def test_more_skills_than_are_staged_together_are_all_placed(place: Place, changes: ModuleType) -> None:
    skills = [changes.version(f"skill-{number}", "1") for number in range(TOGETHER + 2)]
    place.work(lambda transaction: transaction.install_all(skills))
    assert len(changes.see(place).skills) == TOGETHER + 2
    assert changes.fits(place)


def test_no_skill_is_placed_where_none_is_given(place: Place, changes: ModuleType) -> None:
    place.put("1")
    before = changes.see(place)
    place.work(lambda transaction: transaction.install_all([]))
    assert changes.see(place) == before


def test_only_the_lock_file_follows_what_is_locked_again(place: Place, changes: ModuleType) -> None:
    place.put("1")
    place.put("1", name="docx")
    place.root.lock_file.unlink()
    place.work(lambda transaction: transaction.relock(["pdf"]))
    assert changes.fits(place)


@pytest.mark.parametrize("name", ["..", ".", "", "a/b", "../x", "/etc", "a\\b", "con", "a\0b", "x" * 65, "a\nb"])
def test_a_name_that_is_none_is_refused(place: Place, changes: ModuleType, name: str) -> None:
    tree, receipt = changes.version("pdf", "1")
    for do in (
        lambda transaction: transaction.install(tree, replace(receipt, name=name)),
        lambda transaction: transaction.remove(name),
        lambda transaction: transaction.restore(name),
    ):
        with pytest.raises(OutputError, match="is not a name of a skill"):
            place.work(do)
    assert changes.see(place).skills == {}


@pytest.mark.parametrize(
    ("there", "new"), [("pdf", "PDF"), ("stra\u00dfe", "STRASSE"), ("\u00e9t\u00e9", "\u00c9t\u00c9")]
)
def test_a_name_that_is_another_one_on_some_disks_is_refused(place: Place, there: str, new: str) -> None:
    place.put("1", name=there)
    with pytest.raises(OutputError, match="only in case"):
        place.put("1", name=new)


def test_two_such_names_in_one_lot_are_refused(place: Place, changes: ModuleType) -> None:
    with pytest.raises(OutputError, match="only in case"):
        place.work(lambda transaction: transaction.install_all([changes.version(name, "1") for name in ("pdf", "Pdf")]))
    assert changes.see(place).skills == {}


@pytest.mark.parametrize("labels", [("1", "2"), ("2", "1", "2")])
def test_of_a_name_that_is_twice_in_a_lot_the_last_one_counts_and_the_one_before_it_is_kept(
    place: Place, changes: ModuleType, labels: tuple[str, ...]
) -> None:
    place.work(lambda transaction: transaction.install_all(changes.version("pdf", label) for label in labels))
    seen = changes.see(place)
    assert b"Version 2." in seen.skills["pdf"]["SKILL.md"]
    assert b"Version 1." in seen.previous["pdf"]["SKILL.md"]
    assert (seen.saved, changes.debris(place), changes.fits(place)) == ({}, [], True)


def test_each_of_a_name_that_is_twice_in_a_lot_may_fail_by_itself(place: Place, changes: ModuleType) -> None:
    tree, receipt = changes.version("pdf", "2")
    wrong = (changes.version("pdf", "1")[0], receipt)
    found: list[object] = []
    place.work(
        lambda transaction: found.append(
            transaction.install_each([changes.version("pdf", "1"), wrong, (tree, receipt)])
        )
    )
    assert b"Version 2." in changes.see(place).skills["pdf"]["SKILL.md"]
    assert b"Version 1." in changes.see(place).previous["pdf"]["SKILL.md"]


@pytest.mark.parametrize("which", ["the root", "the previous versions"])
@pytest.mark.parametrize("act", ["install", "lot", "twice in a lot", "remove", "restore"])
def test_what_cannot_be_brought_to_the_disk_after_a_commit_is_undone(
    place: Place, changes: ModuleType, monkeypatch: pytest.MonkeyPatch, act: str, which: str
) -> None:
    place.put("1", "2")
    before = changes.see(place)
    refused = Path(place.root.folder if which == "the root" else f"{place.root.state}/previous").stat().st_ino
    after = changes.version("pdf", "3")
    acts = {
        "install": lambda transaction: transaction.install(*after),
        "lot": lambda transaction: transaction.install_all([after, changes.version("xlsx", "1")]),
        "twice in a lot": lambda transaction: transaction.install_all([after, changes.version("pdf", "4")]),
        "remove": lambda transaction: transaction.remove("pdf"),
        "restore": lambda transaction: transaction.restore("pdf"),
    }
    fsync, seen = os.fsync, []

    def refuse(descriptor: int) -> None:
        if not seen and os.fstat(descriptor).st_ino == refused:
            seen.append(changes.see(place).skills)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        fsync(descriptor)

    def work(transaction: Transaction) -> None:
        monkeypatch.setattr(os, "fsync", refuse)
        with pytest.raises(OutputError, match="Input/output error"):
            acts[act](transaction)
        assert changes.see(place).skills == before.skills
        assert changes.see(place).previous == before.previous

    place.work(work)
    assert seen[0] != before.skills
    assert changes.see(place) == before
    assert changes.debris(place) == []


@pytest.mark.parametrize("locks", [True, False])
@pytest.mark.parametrize("act", ["install", "lot", "remove", "restore"])
def test_an_interrupt_after_the_commit_ends_like_one_that_came_too_late(
    place: Place, changes: ModuleType, monkeypatch: pytest.MonkeyPatch, act: str, *, locks: bool
) -> None:
    acts = {
        "install": lambda transaction: transaction.install(*changes.version("pdf", "3")),
        "lot": lambda transaction: transaction.install_all([changes.version(name, "3") for name in ("pdf", "xlsx")]),
        "remove": lambda transaction: transaction.remove("pdf"),
        "restore": lambda transaction: transaction.restore("pdf"),
    }
    whole, broken = (dataclasses.replace(place, base=place.base / name) for name in ("whole", "broken"))
    for each in (whole, broken):
        each.put("1", "2")
    whole, broken = (dataclasses.replace(each, locks=locks) for each in (whole, broken))
    whole.work(acts[act])
    top, fsync = Path(broken.root.folder).stat().st_ino, os.fsync

    def interrupted(descriptor: int) -> None:
        if os.fstat(descriptor).st_ino == top:
            monkeypatch.setattr(os, "fsync", fsync)
            raise KeyboardInterrupt
        fsync(descriptor)

    def work(transaction: Transaction) -> None:
        monkeypatch.setattr(os, "fsync", interrupted)
        acts[act](transaction)

    with pytest.raises(KeyboardInterrupt):
        broken.work(work)
    assert changes.see(broken) == changes.see(whole)
    assert changes.debris(broken) == []


@pytest.mark.parametrize(
    "change",
    ["install", "upgrade-again", "over-edits", "adopt-in-place", "adopt-again", "uninstall", "rollback", "lot"],
)
def test_where_the_lock_file_is_refused_everything_is_as_before(place: Place, changes: ModuleType, change: str) -> None:
    changes.CHANGES[change].before(place)
    place.base.joinpath("skills").mkdir(exist_ok=True)
    place.root.lock_file.write_bytes(b"[]")
    before = changes.see(place)
    with pytest.raises(IntegrityError, match="is not a JSON object"):
        changes.CHANGES[change].act(place)
    assert changes.see(place) == before
    assert changes.debris(place) == []


def test_a_spoiled_receipt_stays_where_nothing_deletes_it_though_adopting_is_undone(
    place: Place, changes: ModuleType
) -> None:
    changes.CHANGES["adopt-spoiled"].before(place)
    place.root.lock_file.write_bytes(b"[]")
    with pytest.raises(IntegrityError):
        changes.CHANGES["adopt-spoiled"].act(place)
    assert changes.see(place).skills["pdf"] == {"SKILL.md": MINE}
    assert [path.read_bytes() for path in Path(place.root.saved).iterdir()] == [b"{"]


def test_a_previous_version_that_is_purged_is_gone_and_the_skill_stays(place: Place, changes: ModuleType) -> None:
    place.put("1", "2")
    before = changes.see(place)
    place.work(lambda transaction: transaction.purge("pdf"))
    assert (changes.see(place).skills, changes.see(place).previous) == (before.skills, {})
    assert (changes.see(place).saved, changes.debris(place)) == ({}, [])
    place.work(lambda transaction: transaction.purge("pdf"))
    assert changes.see(place).skills == before.skills


def test_a_previous_version_that_somebody_worked_in_is_saved_when_it_is_purged(
    place: Place, changes: ModuleType
) -> None:
    place.put("1", "2")
    place.edit(place.root.previous("pdf"))
    place.work(lambda transaction: transaction.purge("pdf"))
    assert changes.see(place).previous == {}
    assert changes.see(place).saved["pdf-1"]["SKILL.md"] == MINE


def test_a_rollback_is_made_though_it_cannot_be_noted_that_it_was(place: Place, changes: ModuleType) -> None:
    place.put("1", "2")
    before = changes.see(place)
    Path(place.root.state, "restored", "pdf").mkdir()
    place.work(lambda transaction: transaction.restore("pdf"))
    assert changes.see(place).skills == before.previous
    assert changes.debris(place) == []


def test_only_a_folder_can_be_adopted(place: Place, changes: ModuleType) -> None:
    place.put("1", name="other")
    make_file(Path(place.root.skill("pdf")))
    _, receipt = changes.version("pdf", "1")
    with pytest.raises(OutputError, match=r"skills/pdf` is a link or a file, not a skill folder$") as caught:
        place.work(lambda transaction: transaction.adopt(receipt))
    assert caught.value.hint == "move it away"


def test_the_state_is_cleared_away_with_the_last_skill(place: Place) -> None:
    place.put("1")
    with working(place.root, LIMITS, clears=True) as transaction:
        transaction.remove("pdf")
    assert Path(place.root.previous("pdf")).is_dir()
    with working(place.root, LIMITS, clears=True) as transaction:
        transaction.purge("pdf")
    assert sorted(path.name for path in place.base.iterdir()) == ["skills"]


def test_what_is_not_held_can_be_let_go(place: Place, changes: ModuleType) -> None:
    place.put("1", "2")
    before = changes.see(place)
    place.work(lambda transaction: transaction.unhold("pdf"))
    assert changes.see(place) == before


def test_a_root_that_was_moved_away_meanwhile_is_no_success(place: Place, changes: ModuleType, base: Path) -> None:
    place.put("1")
    before = changes.see(place).skills

    def swap(one: FolderEntry, other: FolderEntry) -> None:
        if not (base / "moved").exists():
            Path(place.root.folder).rename(base / "moved")
            Path(place.root.folder).mkdir()
        system_swap(one, other)

    with (
        pytest.raises(OutputError, match="was replaced by another program"),
        working(place.root, LIMITS, swap=swap) as transaction,
    ):
        transaction.install(*changes.version("pdf", "2"))
    assert changes.look(str(base / "moved")) == before


def test_a_lot_is_placed_as_one_by_one(place: Place, changes: ModuleType, tmp_path: Path) -> None:
    skills = [changes.version(f"skill-{n}", "1") for n in range(150)] + [changes.version("skill-0", "2")]
    place.work(lambda transaction: transaction.install_all(skills))
    other = changes.Place(tmp_path, place.system)
    for tree, receipt in skills:
        other.work(lambda transaction, tree=tree, receipt=receipt: transaction.install(tree, receipt))
    assert changes.see(place) == changes.see(other)
    assert changes.debris(place) == []


def test_what_was_written_wrong_is_dropped(place: Place, changes: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    place.put("1")
    before = changes.see(place)
    write = FolderEntry.write_new

    def flip(entry: FolderEntry, chunks: list[bytes], mode: int = 0o644) -> str:
        return write(entry, [chunk.replace(b"echo 2", b"echo 3") for chunk in chunks], mode)

    with monkeypatch.context() as patch:
        patch.setattr(FolderEntry, "write_new", flip)
        with pytest.raises(IntegrityError, match=r"^`pdf` was not written correctly$") as caught:
            place.put("2")
    assert caught.value.hint == "check the disk"
    assert changes.see(place) == before
    assert changes.debris(place) == []


def test_a_receipt_that_says_something_else_is_not_placed(place: Place, changes: ModuleType) -> None:
    tree, _ = changes.version("pdf", "1")
    _, receipt = changes.version("pdf", "2")
    with pytest.raises(IntegrityError):
        place.work(lambda transaction: transaction.install(tree, receipt))
    assert changes.see(place).skills == {}


@pytest.mark.parametrize("umask", [0o077, 0o000])
def test_modes_are_functions_of_content_whatever_the_umask(place: Place, umask: int) -> None:
    before = os.umask(umask)
    try:
        place.put("1", "2")
    finally:
        os.umask(before)
    folder = Path(place.root.skill("pdf"))
    modes = {path.relative_to(folder).as_posix(): stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}
    assert modes["scripts/run.sh"] == 0o755
    assert modes["SKILL.md"] == modes[".skillpack.json"] == 0o644
    assert modes["references"] == stat.S_IMODE(folder.stat().st_mode) == 0o755
    state = Path(place.root.state)
    assert {stat.S_IMODE(path.stat().st_mode) & 0o022 for path in (state, *state.iterdir())} == {0}


@pytest.mark.usefixtures("unprivileged")
def test_a_skill_whose_folders_nobody_may_write_to_is_replaced(place: Place) -> None:
    place.put("1")
    inner = Path(place.root.skill("pdf"), "references")
    inner.chmod(0o500)
    place.put("2", "3")
    assert list(Path(place.root.staging).iterdir()) == []


@pytest.mark.usefixtures("unprivileged")
def test_where_one_may_not_write_the_old_version_stays(place: Place, changes: ModuleType) -> None:
    place.put("1")
    before = changes.see(place)
    Path(place.root.folder).chmod(0o500)
    with pytest.raises(OutputError, match="Permission denied") as caught:
        place.put("2")
    assert caught.value.hint == "choose a folder that you may write to"
    Path(place.root.folder).chmod(0o700)
    assert changes.see(place) == before
    assert changes.debris(place) == []


def test_everything_is_brought_to_the_disk_before_the_rename_and_the_rename_after(
    place: Place, changes: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.put("1")
    events: list[object] = []
    fsync = os.fsync

    def noted(descriptor: int) -> None:
        events.append(os.fstat(descriptor).st_ino)
        fsync(descriptor)

    def swap(one: FolderEntry, other: FolderEntry) -> None:
        tree = Path(one)
        written = [tree, *tree.rglob("*"), tree.parent, tree.parent / "meant.json", tree.parent.parent]
        assert {path.stat().st_ino for path in written} <= set(events)
        order = {number: place for place, number in enumerate(events)}
        for path in tree.rglob("*"):
            assert order[path.stat().st_ino] < order[path.parent.stat().st_ino]
        events.append("swap")
        system_swap(one, other)

    monkeypatch.setattr(os, "fsync", noted)
    with working(place.root, LIMITS, swap=swap) as transaction:
        transaction.install(*changes.version("pdf", "2"))
    after = events[events.index("swap") :]
    for folder in (place.root.folder, f"{place.root.state}/previous"):
        assert Path(folder).stat().st_ino in after


@pytest.mark.parametrize("times", [1, 3])
def test_a_state_that_is_cleared_away_before_it_is_held_is_made_again(
    place: Place, changes: ModuleType, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    opened = []

    @contextmanager
    def cleared(root: Root) -> Iterator[State]:
        with opened_lock(root) as locking:
            opened.append(root)
            if len(opened) <= times:
                shutil.rmtree(root.state)
            yield locking

    monkeypatch.setattr(handles, "opened_lock", cleared)
    place.put("1")
    assert list(changes.see(place).skills) == ["pdf"]


@pytest.mark.parametrize("change", ["remove", "restore"])
def test_what_is_meant_is_on_the_disk_before_anything_is_moved(
    place: Place, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    place.put("1", "2")
    synced: set[int] = set()
    fsync, rename = os.fsync, os.rename
    moved = []

    def noted(descriptor: int) -> None:
        synced.add(os.fstat(descriptor).st_ino)
        fsync(descriptor)

    def checked(old: str, new: str, *, src_dir_fd: int, dst_dir_fd: int) -> None:
        if new == "tree":
            note = os.stat("meant.json", dir_fd=dst_dir_fd)
            assert {note.st_ino, os.fstat(dst_dir_fd).st_ino, Path(place.root.staging).stat().st_ino} <= synced
            moved.append(new)
        rename(old, new, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)

    monkeypatch.setattr(os, "fsync", noted)
    monkeypatch.setattr(os, "rename", checked)
    place.work(lambda transaction: getattr(transaction, change)("pdf"))
    assert moved


def test_another_installer_waits_and_is_told_who_holds_the_root(place: Place) -> None:
    place.put("1")
    with (
        working(place.root, LIMITS),
        pytest.raises(LockedError, match=f"process {os.getpid()} holds") as caught,
        working(place.root, LIMITS, wait=0.1),
    ):
        pass
    assert caught.value.hint == "wait until it has finished"


def test_a_mount_in_the_place_of_a_skill_is_an_error_and_nothing_changes(place: Place, changes: ModuleType) -> None:
    place.put("1")
    before = changes.see(place)

    def swap(one: FolderEntry, other: FolderEntry) -> None:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), one.path, None, other.path)

    with pytest.raises(OutputError, match="busy") as caught, working(place.root, LIMITS, swap=swap) as transaction:
        transaction.install(*changes.version("pdf", "2"))
    assert caught.value.hint == "something is mounted there, or uses it"
    assert changes.see(place) == before
    assert changes.debris(place) == []


def test_windows_and_others_without_special_renames_place_too(
    place: Place, changes: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_folder, "has_descriptors", lambda: False)
    monkeypatch.delattr(os, "fchmod")
    monkeypatch.delattr(os, "O_DIRECTORY")
    elsewhere = changes.Place(place.base, changes.SYSTEMS["renames"])
    elsewhere.put("1", "2")
    elsewhere.work(lambda transaction: transaction.restore("pdf"))
    elsewhere.work(lambda transaction: transaction.remove("pdf"))
    assert changes.see(place).skills == {}
    assert changes.debris(place) == []


@pytest.mark.parametrize("length", [4070, 5000])
def test_a_root_too_deep_for_the_system_is_an_error_and_leaves_no_debris(
    place: Place, changes: ModuleType, length: int
) -> None:
    """Long paths are the system's to allow; on Windows, Python's own manifest asks for them."""
    deep = changes.Place(deeper(place.base, length), place.system)
    with pytest.raises(OutputError, match="File name too long"):
        deep.put("1")
    if length < 5000:
        with reading(deep.root) as state:
            assert state.staging.names() == []
        assert os.listdir(deep.root.folder) == []  # noqa: PTH208


def test_a_root_in_which_only_our_own_paths_would_be_too_long_is_one(place: Place, changes: ModuleType) -> None:
    deep = changes.Place(deeper(place.base, 4035), place.system)
    deep.put("1", "2")
    assert list(changes.see(deep).skills) == ["pdf"]
    assert changes.debris(deep) == []


def deeper(base: Path, length: int) -> Path:
    """Return a folder with a path of that many characters."""
    while len(f"{base}") < length:
        base = base / ("d" * min(200, max(1, length - len(f"{base}") - 1)))
    return base
