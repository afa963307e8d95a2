import errno
import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from skillpack.errors import LockedError, OutputError
from skillpack.files.lock import locked, system_take, take_by_stretch

HOLD = """
import sys, time
from pathlib import Path
from skillpack.files.lock import locked
with locked(Path(sys.argv[1]), wait=5):
    print("held", flush=True)
    sys.stdin.readline()
"""
TURNS = """
import sys
from pathlib import Path
from skillpack.files.lock import locked
lock, inside = Path(sys.argv[1]), Path(sys.argv[2])
for _ in range(15):
    with locked(lock, wait=20):
        inside.mkdir()
        inside.rmdir()
"""


@pytest.fixture
def holder(tmp_path: Path, child_environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Give a process that holds the lock until it reads a line."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path / "lock"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=child_environment,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        try:
            yield child
        finally:
            child.kill()


def test_exists_only_while_it_is_held(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with locked(lock, wait=0):
        assert lock.read_text() == f"{os.getpid()}\n"
    assert not lock.exists()
    with locked(lock, wait=0):
        pass


def test_goes_when_the_block_fails(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), locked(tmp_path / "lock", wait=0):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_names_the_process_that_holds_it(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    message = f"process {holder.pid} holds `.*lock`"
    with pytest.raises(LockedError, match=message), locked(tmp_path / "lock", wait=0):
        pass
    with pytest.raises(LockedError, match=message), locked(tmp_path / "lock", wait=0.2):
        pass


def test_tries_again_while_it_waits_and_once_where_it_does_not(tmp_path: Path) -> None:
    tries = 0

    def take(_: int) -> None:
        nonlocal tries
        tries += 1
        if tries < 4:
            raise OSError(errno.EAGAIN, "held")

    with pytest.raises(LockedError), locked(tmp_path / "lock", wait=0, take=take):
        pass
    assert tries == 1
    with locked(tmp_path / "lock", wait=60, take=take):
        pass
    assert tries == 4


def test_is_free_when_its_holder_is_killed(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    holder.kill()
    holder.wait()
    assert (tmp_path / "lock").exists()
    with locked(tmp_path / "lock", wait=5):
        assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"


def test_waits_for_its_turn(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    assert holder.stdin is not None
    holder.stdin.write("\n")
    holder.stdin.flush()
    with locked(tmp_path / "lock", wait=5):
        pass


def test_is_held_by_one_at_a_time(tmp_path: Path, child_environment: dict[str, str]) -> None:
    arguments = [sys.executable, "-c", TURNS, tmp_path / "lock", tmp_path / "inside"]
    children = [subprocess.Popen(arguments, env=child_environment) for _ in range(4)]
    assert [child.wait() for child in children] == [0, 0, 0, 0]


def test_a_link_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "target")
    with pytest.raises(OutputError, match="could not be written"), locked(tmp_path / "lock", wait=0):
        pass
    assert not (tmp_path / "target").exists()


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="could not be written"), locked(tmp_path / "none" / "lock", wait=0):
        pass


def test_a_system_without_locks_is_refused(tmp_path: Path) -> None:
    def take(_descriptor: int) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    with pytest.raises(OutputError, match="cannot be taken: no locks"), locked(tmp_path / "lock", wait=0, take=take):
        pass


def test_a_holder_that_did_not_say_who_it_is_is_another_process(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(LockedError, match="another process holds"), locked(tmp_path / "lock", wait=0):
            pass


def test_a_file_that_its_last_holder_removed_meanwhile_is_made_again(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    tries = []

    def take(descriptor: int) -> None:
        system_take(descriptor)
        if not tries:
            lock.unlink()
        tries.append(descriptor)

    with locked(lock, wait=0, take=take):
        assert lock.exists()
    assert len(tries) == 2


def test_a_file_that_was_put_in_its_place_stays(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with locked(lock, wait=0):
        lock.unlink()
        lock.write_text("somebody else's")
    assert lock.read_text() == "somebody else's"


class Windows:
    """Locks like `msvcrt`: a stretch of bytes, refused with EACCES."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: set[int] = set()

    def locking(self, fd: int, mode: int, nbytes: int, /) -> None:
        assert (mode, nbytes) == (2, 1)
        assert os.lseek(fd, 0, os.SEEK_CUR) > 1000
        inode = os.fstat(fd).st_ino
        if inode in self.held:
            raise PermissionError(errno.EACCES, "held")
        self.held.add(inode)


def test_windows_locks_a_stretch_and_leaves_the_holder_readable(tmp_path: Path) -> None:
    take = take_by_stretch(Windows())
    with locked(tmp_path / "lock", wait=0, take=take):
        message = f"process {os.getpid()} holds"
        with pytest.raises(LockedError, match=message), locked(tmp_path / "lock", wait=0, take=take):
            pass


def test_a_pipe_in_its_place_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "lock")
    with pytest.raises(OutputError, match="is not a lock of skillpack"), locked(tmp_path / "lock", wait=5):
        pass


def test_a_second_name_of_somebodys_file_is_refused_and_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "lock").hardlink_to(tmp_path / "mine")
    with pytest.raises(OutputError, match="is not a lock of skillpack"), locked(tmp_path / "lock", wait=5):
        pass
    assert (tmp_path / "mine").read_text() == "mine"


def test_a_full_disk_is_no_reason_not_to_hold_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int, _content: bytes) -> int:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "write", full)
    with locked(tmp_path / "lock", wait=0):
        assert (tmp_path / "lock").exists()


def test_an_interrupt_on_the_way_frees_it(tmp_path: Path) -> None:
    def take(descriptor: int) -> None:
        system_take(descriptor)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), locked(tmp_path / "lock", wait=0, take=take):
        pass
    with locked(tmp_path / "lock", wait=0):
        pass
