import errno
import json
import os
import socket
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from skillpack.errors import FetchError, IntegrityError, LockedError, OutputError
from skillpack.files import disk
from skillpack.files.open_folder import OpenFolder
from skillpack.install.root.root import Root, entry_at, find_root, installed, links, read_lock, receipt_in
from skillpack.install.root.transaction import working
from skillpack.model.limits import Limits

LIMITS = Limits()
MINE = b"what somebody wrote\n"
Place = Any  # `changes.Place`, which the fixtures load


def open_root(root: Root) -> None:
    """Make a root and its state."""
    with working(root, LIMITS):
        pass


def test_the_state_lies_beside_the_root(base: Path) -> None:
    root = find_root(base / "skills")
    assert root == Root(f"{base}/skills", f"{base}/.skillpack/skills")
    assert root.lock_file == base / "skills.lock"


def test_what_is_ours_and_no_skill_has_its_name_in_the_state(base: Path) -> None:
    root = find_root(base / "skills")
    state = f"{base}/.skillpack/skills"
    assert (root.lock, root.staging, root.saved) == (Path(state, "lock"), f"{state}/staging", f"{state}/saved")
    assert (root.skill("pdf"), root.previous("pdf")) == (f"{base}/skills/pdf", f"{state}/previous/pdf")
    assert not root.is_inside


@pytest.mark.parametrize("code", [errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ESTALE])
def test_a_system_that_fails_says_nothing_of_a_receipt(
    place: Place, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.put("1")

    def failing(*_given: object, **_named: object) -> int:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "open", failing)
    with pytest.raises(FetchError) as caught:
        receipt_in(place.root.skill("pdf"), LIMITS)
    monkeypatch.undo()
    assert str(caught.value) == f"`{place.root.skill('pdf')}/.skillpack.json` cannot be read: {os.strerror(code)}"


def test_a_root_without_a_lock_file_has_locked_nothing(place: Place) -> None:
    assert read_lock(place.root) == ()
    place.put("1")
    assert [each.name for each in read_lock(place.root)] == ["pdf"]
    place.root.lock_file.write_bytes(b"[]")
    with pytest.raises(IntegrityError, match=f"^`{place.root.lock_file}` is not a JSON object$"):
        read_lock(place.root)


def test_links_to_a_root_are_the_users_own_and_followed(base: Path) -> None:
    (base / "real").mkdir()
    (base / "skills").symlink_to("real")
    assert find_root(base / "skills") == find_root(base / "real")


def test_a_mount_keeps_its_state_inside(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (base / "skills").mkdir()
    table = base / "mounts"
    table.write_text(f"36 35 98:0 /mnt {base}/skills rw,noatime - ext4 /dev/root rw\n")
    monkeypatch.setattr(disk, "_MOUNTS", str(table))
    root = find_root(base / "skills")
    assert root.state == f"{base}/skills/.skillpack"
    assert root.lock_file == base / "skills" / ".skillpack" / "skills.lock"


@pytest.mark.usefixtures("unprivileged")
def test_where_the_folder_above_may_not_be_written_to_the_state_lies_inside(place: Place, changes: ModuleType) -> None:
    (place.base / "skills").mkdir()
    place.base.chmod(0o500)
    assert place.root.state == f"{place.base}/skills/.skillpack"
    place.put("1", "2")
    place.work(lambda transaction: transaction.restore("pdf"))
    assert [each.name for each in installed(place.root, LIMITS)] == ["pdf"]
    place.base.chmod(0o700)
    assert place.root.state == f"{place.base}/skills/.skillpack"  # all installers take one lock
    place.work(lambda transaction: transaction.remove("pdf"))
    assert changes.debris(place) == []


def test_a_state_that_is_planted_in_a_root_later_is_not_used(place: Place, changes: ModuleType) -> None:
    place.put("1", "2")
    before = changes.see(place)
    planted = Path(place.root.folder, ".skillpack")
    (planted / "staging").mkdir(parents=True)
    (planted / "previous" / "pdf").mkdir(parents=True)
    place.work(lambda transaction: transaction.restore("pdf"))
    assert changes.see(place).skills == before.previous


def test_opening_makes_what_is_missing_and_nothing_twice(base: Path) -> None:
    root = find_root(base / "deep" / "er" / "skills")
    open_root(root)
    open_root(root)
    assert sorted(os.listdir(root.state)) == ["previous", "restored", "saved", "staging"]  # noqa: PTH208
    assert os.listdir(root.folder) == []  # noqa: PTH208


STATE = (".skillpack", ".skillpack/skills", *(f".skillpack/skills/{name}" for name in ("staging", "previous", "saved")))


@pytest.mark.parametrize("kind", ["link", "broken", "file"])
@pytest.mark.parametrize("path", STATE)
def test_a_link_or_file_in_the_state_is_refused(place: Place, path: str, kind: str) -> None:
    outside = place.base / "outside"
    outside.mkdir()
    (outside / "file").write_bytes(MINE)
    where = place.base / path
    where.parent.mkdir(parents=True, exist_ok=True)
    if kind == "file":
        where.write_bytes(MINE)
    else:
        where.symlink_to(outside if kind == "link" else "nowhere")
    with pytest.raises(OutputError, match="is a link or a file, but must be a folder"):
        place.put("1")
    assert [path.name for path in outside.iterdir()] == ["file"]
    assert not (place.base / "skills" / "pdf").exists()


def test_a_state_that_everybody_may_write_to_is_refused_unless_the_root_is_such(place: Place) -> None:
    place.put("1")
    Path(place.root.state, "previous").chmod(0o777)
    with pytest.raises(OutputError, match="everybody can write to") as caught:
        place.put("2")
    assert caught.value.hint == f"chmod o-w {place.root.state}/previous"
    Path(place.root.folder).chmod(0o777)
    place.put("2")


def test_a_state_of_another_user_is_refused(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.put("1")
    root, stat = place.root, OpenFolder.stat

    def of_another(folder: OpenFolder) -> os.stat_result:
        found = stat(folder)
        fields = list(found)
        fields[4] = 4711
        return os.stat_result(fields) if folder.path == root.state else found

    monkeypatch.setattr(OpenFolder, "stat", of_another)
    with pytest.raises(OutputError, match="belongs to another user"):
        open_root(root)


@pytest.mark.usefixtures("unprivileged")
def test_a_state_of_the_systems_own_user_is_taken(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    place.put("1")
    root, stat = place.root, OpenFolder.stat

    def of_the_system(folder: OpenFolder) -> os.stat_result:
        fields = list(stat(folder))
        fields[4] = 0
        return os.stat_result(fields) if folder.path == root.state else stat(folder)

    monkeypatch.setattr(OpenFolder, "stat", of_the_system)
    place.put("2")
    assert [each.receipt is not None for each in installed(root, LIMITS)] == [True]


@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "second name", "socket"])
def test_a_lock_that_is_none_is_refused_and_left_alone(place: Place, kind: str) -> None:
    place.put("1")
    outside = place.base / "outside"
    outside.write_bytes(MINE)
    lock = place.root.lock
    if kind == "link":
        lock.symlink_to(outside)
    elif kind == "pipe":
        os.mkfifo(lock)
    elif kind == "folder":
        lock.mkdir()
    elif kind == "second name":
        lock.hardlink_to(outside)
    else:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(lock))
    with pytest.raises(OutputError), working(place.root, LIMITS, wait=0):
        pass
    assert outside.read_bytes() == MINE
    assert os.path.lexists(lock)


def test_one_process_after_the_other(place: Place) -> None:
    with working(place.root, LIMITS), pytest.raises(LockedError), working(place.root, LIMITS, wait=0):
        pass


def test_folders_are_listed_by_name_and_nothing_else(place: Place) -> None:
    place.put("1", name="b")
    place.put("1", name="a")
    top = Path(place.root.folder)
    (top / "plain").mkdir()
    (top / ".hidden").mkdir()
    (top / "file").touch()
    (top / "link").symlink_to("a")
    (top / os.fsdecode(b"\xff")).mkdir()
    found = installed(place.root, LIMITS)
    assert [each.name for each in found] == ["a", "b", "plain", "\udcff"]
    assert [each.receipt is not None for each in found] == [True, True, False, False]
    assert list(links(place.root)) == ["link"]


def test_no_root_holds_nothing(base: Path) -> None:
    assert installed(find_root(base / "none"), LIMITS) == ()
    assert list(links(find_root(base / "none"))) == []


def test_a_root_that_is_a_file_is_an_error(base: Path) -> None:
    (base / "skills").touch()
    with pytest.raises(FetchError, match="cannot be read"):
        installed(find_root(base / "skills"), LIMITS)
    with pytest.raises(OutputError):
        open_root(find_root(base / "skills"))


Plant = Callable[[Path], object]


def plant_link(path: Path) -> None:
    path.rename(path.parent.parent / "moved")
    path.symlink_to("../moved")


def plant_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def plant_socket(path: Path) -> None:
    path.unlink()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))


def plant_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("plant", [plant_link, plant_pipe, plant_socket, plant_folder])
def test_a_receipt_that_is_no_file_is_none(place: Place, plant: Plant) -> None:
    place.put("1")
    plant(Path(place.root.skill("pdf"), ".skillpack.json"))
    found = entry_at(place.root, "pdf", LIMITS)
    assert (found.receipt, found.fault) == (None, "its receipt is not a file")


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "not readable as JSON"),
        (b"[" * 200_000, "not readable as JSON"),
        (b'{"schema": 1, "schema": 1}', "a key occurs twice"),
        (b" " * (2**23 + 1), "larger than"),
        (b'{"schema": 2}', "format `2`"),
        (b"\xff\xfe", "not readable as JSON"),
        (b"[]", "not a JSON object"),
    ],
)
def test_a_forged_receipt_makes_a_folder_not_ours(
    place: Place, changes: ModuleType, content: bytes, fault: str
) -> None:
    place.put("1")
    Path(place.root.skill("pdf"), ".skillpack.json").write_bytes(content)
    before = changes.see(place)
    assert fault in entry_at(place.root, "pdf", LIMITS).fault
    for do in (
        lambda transaction: transaction.install(*changes.version("pdf", "2")),
        lambda transaction: transaction.remove("pdf"),
    ):
        with pytest.raises(OutputError, match="is unchanged"):
            place.work(do)
    assert changes.see(place) == before


@pytest.mark.parametrize("path", ["../other/SKILL.md", "/etc/passwd", "a/../../x", "..", "a\\..\\b"])
def test_a_receipt_that_lists_files_outside_is_none(place: Place, changes: ModuleType, path: str) -> None:
    place.put("1", name="other")
    place.put("1")
    receipt = Path(place.root.skill("pdf"), ".skillpack.json")
    row = json.loads(receipt.read_text())
    row["files"][0][0] = path
    receipt.write_text(json.dumps(row))
    with pytest.raises(IntegrityError, match="which is not a file of a skill"):
        receipt_in(place.root.skill("pdf"), LIMITS)
    with pytest.raises(OutputError):
        place.work(lambda transaction: transaction.remove("pdf"))
    assert changes.see(place).skills["other"]["SKILL.md"]


def test_a_receipt_of_another_skill_is_none_of_ours(place: Place) -> None:
    place.put("1")
    place.put("1", name="other")
    Path(place.root.skill("pdf"), ".skillpack.json").write_bytes(
        Path(place.root.skill("other"), ".skillpack.json").read_bytes()
    )
    assert entry_at(place.root, "pdf", LIMITS).fault == "its receipt is of `other`"
    with pytest.raises(OutputError, match="is unchanged"):
        place.put("2")


@pytest.mark.usefixtures("unprivileged")
def test_a_skill_that_may_not_be_read_is_none_of_ours(place: Place) -> None:
    place.put("1")
    folder = Path(place.root.skill("pdf"))
    folder.chmod(0)
    assert entry_at(place.root, "pdf", LIMITS).fault == "its receipt cannot be read: Permission denied"
    assert len(installed(place.root, LIMITS)) == 1
    folder.chmod(0o755)


def test_a_link_is_no_skill(place: Place) -> None:
    place.put("1")
    Path(place.root.skill("link")).symlink_to("pdf")
    assert entry_at(place.root, "link", LIMITS).fault == "it is a link or a file, not a folder"
