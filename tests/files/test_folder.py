import errno
import os
import resource
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skillpack.errors import LockedError, OutputError, UsageError
from skillpack.files import disk
from skillpack.files.exchange import system_swap
from skillpack.files.folder import FolderOutput
from skillpack.files.manifest import write_manifest
from skillpack.files.open_folder import FolderEntry
from skillpack.model.digest import sha256
from skillpack.model.output import OutputFile

LIST = ".skillpack-site"
OLD = {"index.html": b"home", "archives/a/a-1.zip": b"zip", "skills/a/index.html": b"a", "skills/gone/index.html": b"g"}
NEW = {
    "index.html": b"new home",
    "archives/a/a-1.zip": b"zip",
    "skills/a/index.html": b"a",
    "skills/b/index.html": b"b",
}
Seen = Callable[[Path], dict[str, bytes | str]]


def build(folder: Path, site: Mapping[str, bytes], *, few: int = 64) -> None:
    with FolderOutput(folder, few=few) as output:
        for path, content in site.items():
            output.put(OutputFile(path, (content[:1], content[1:])))
        output.commit()


def rebuild(folder: Path, number: int) -> None:
    """Build the new site on a system that refuses to exchange."""

    def refuse(_one: FolderEntry, _other: FolderEntry) -> None:
        raise OSError(number, os.strerror(number))

    with FolderOutput(folder, few=0, swap=refuse) as output:
        for path, content in NEW.items():
            output.put(OutputFile(path, (content,)))
        output.commit()


def half() -> Iterator[bytes]:
    """Yield a part of a file, and fail."""
    yield b"half"
    raise ZeroDivisionError


def listed(site: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return a site with its list."""
    return {**site, LIST: b"".join(write_manifest({path: sha256(content) for path, content in site.items()}))}


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    build(tmp_path / "dist", OLD)
    return tmp_path / "dist"


class TestAFirstBuild:
    @pytest.mark.parametrize("there", [True, False])
    def test_appears_with_its_list(self, tmp_path: Path, seen: Seen, *, there: bool) -> None:
        if there:
            (tmp_path / "dist").mkdir()
        build(tmp_path / "dist", OLD)
        assert seen(tmp_path / "dist") == listed(OLD)
        assert names(tmp_path) == ["dist"]

    def test_makes_the_folders_above(self, tmp_path: Path, seen: Seen) -> None:
        build(tmp_path / "a/b/dist", OLD)
        assert seen(tmp_path / "a/b/dist") == listed(OLD)

    def test_may_be_empty(self, tmp_path: Path, seen: Seen) -> None:
        build(tmp_path / "dist", {})
        assert seen(tmp_path / "dist") == {LIST: b""}
        build(tmp_path / "dist", {})
        build(tmp_path / "dist", OLD)
        assert seen(tmp_path / "dist") == listed(OLD)

    def test_goes_to_where_a_link_leads(self, tmp_path: Path, seen: Seen) -> None:
        (tmp_path / "www").mkdir()
        (tmp_path / "dist").symlink_to("www")
        build(tmp_path / "dist", OLD)
        assert seen(tmp_path / "www") == listed(OLD)
        assert names(tmp_path) == ["dist", "www"]

    def test_has_modes_of_its_own(self, tmp_path: Path) -> None:
        before = os.umask(0o077)
        try:
            build(tmp_path / "dist", OLD)
            build(tmp_path / "dist", NEW)
        finally:
            os.umask(before)
        for path in [tmp_path / "dist", *(tmp_path / "dist").rglob("*")]:
            assert stat.S_IMODE(path.stat().st_mode) == (0o755 if path.is_dir() else 0o644)

    def test_is_seen_only_after_commit(self, tmp_path: Path) -> None:
        with FolderOutput(tmp_path / "dist") as output:
            output.put(OutputFile("index.html", (b"home",)))
            assert not (tmp_path / "dist").exists()
            output.commit()
            assert (tmp_path / "dist/index.html").exists()


class TestWhatIsOurs:
    @pytest.mark.parametrize("name", ["index.html", ".git", ".skillpack-new-1"])
    def test_a_folder_that_holds_something_else_is_refused(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "dist" / name).mkdir(parents=True)
        with pytest.raises(UsageError, match=f"holds `{name}`, and no site that skillpack wrote"):
            FolderOutput(tmp_path / "dist")
        assert names(tmp_path) == ["dist"]

    def test_a_file_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "dist").touch()
        with pytest.raises(UsageError, match="is not a folder"):
            FolderOutput(tmp_path / "dist")

    def test_a_list_that_leads_out_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "dist").mkdir()
        (tmp_path / "precious").touch()
        (tmp_path / "dist" / LIST).write_text(f"{sha256(b'')}  ../precious\n")
        with pytest.raises(UsageError, match="not a list of files that skillpack wrote"):
            FolderOutput(tmp_path / "dist")
        assert (tmp_path / "precious").exists()

    @pytest.mark.parametrize("few", [0, 1000])
    def test_what_others_put_there_stays_where_it_is(self, dist: Path, seen: Seen, few: int) -> None:
        mine = {"CNAME": b"example.com", "skills/gone/mine": b"mine", ".git/objects/aa/bb": b"object"}
        for path, content in mine.items():
            (dist / path).parent.mkdir(parents=True, exist_ok=True)
            (dist / path).write_bytes(content)
        (dist / "link").symlink_to("/etc/passwd")
        inodes = {path: (dist / path).stat().st_ino for path in mine}
        build(dist, NEW, few=few)
        assert seen(dist) == {**listed(NEW), **mine, "link": "/etc/passwd"}
        assert inodes == {path: (dist / path).stat().st_ino for path in mine}

    @pytest.mark.parametrize("path", ["mine", "mine/below"])
    def test_it_is_never_written_over(self, dist: Path, seen: Seen, path: str) -> None:
        (dist / path).parent.mkdir(exist_ok=True)
        (dist / path).write_bytes(b"mine")
        before = seen(dist)
        with pytest.raises(UsageError, match=r"`mine` in `.*dist` is not ours"):
            build(dist, {**NEW, "mine": b"ours"})
        assert seen(dist) == before
        assert names(dist.parent) == ["dist"]

    def test_it_is_taken_in_when_it_has_the_very_bytes(self, dist: Path, seen: Seen) -> None:
        (dist / "mine").write_bytes(b"same")
        build(dist, {**OLD, "mine": b"same"})
        assert seen(dist) == listed({**OLD, "mine": b"same"})

    def test_what_came_in_the_last_moment_is_moved_along(self, dist: Path, seen: Seen) -> None:
        def swap(new: FolderEntry, old: FolderEntry) -> None:
            (dist / "skills/late").mkdir()
            (dist / "skills/late/mine").write_bytes(b"mine")
            system_swap(new, old)

        with FolderOutput(dist, few=0, swap=swap) as output:
            for path, content in NEW.items():
                output.put(OutputFile(path, (content,)))
            output.commit()
        assert seen(dist) == {**listed(NEW), "skills/late/mine": b"mine"}
        assert names(dist.parent) == ["dist"]

    @pytest.mark.parametrize("path", ["skills/b", "catalog.json/late"])
    def test_what_finds_no_place_then_is_left_beside(self, dist: Path, seen: Seen, path: str) -> None:
        def swap(new: FolderEntry, old: FolderEntry) -> None:
            (dist / path).parent.mkdir(exist_ok=True)
            (dist / path).write_bytes(b"mine")
            system_swap(new, old)

        with FolderOutput(dist, few=0, swap=swap) as output:
            for name, content in {**NEW, "catalog.json": b""}.items():
                output.put(OutputFile(name, (content,)))
            output.commit()
        assert seen(dist) == listed({**NEW, "catalog.json": b""})
        (saved,) = (path for path in dist.parent.iterdir() if path != dist)
        assert saved.name.startswith(".dist.skillpack-saved-")
        assert (saved / "site" / path).read_bytes() == b"mine"


class TestAnotherBuild:
    @pytest.mark.parametrize("few", [0, 1000])
    def test_replaces_adds_and_removes(self, dist: Path, seen: Seen, few: int) -> None:
        build(dist, NEW, few=few)
        assert seen(dist) == listed(NEW)
        assert not (dist / "skills/gone").exists()
        assert names(dist.parent) == ["dist"]

    @pytest.mark.parametrize("few", [0, 1000])
    def test_leaves_equal_files_as_they_are(self, dist: Path, few: int) -> None:
        equal = [path for path in OLD if OLD[path] == NEW.get(path)]
        os.utime(dist / equal[0], ns=(1, 1))
        before = {path: (dist / path).stat() for path in equal}
        build(dist, NEW, few=few)
        after = {path: (dist / path).stat() for path in equal}
        assert len(equal) == 2
        for path in equal:
            assert (before[path].st_ino, before[path].st_mtime_ns) == (after[path].st_ino, after[path].st_mtime_ns)

    def test_of_many_changes_exchanges_the_folders(self, dist: Path) -> None:
        before = dist.stat().st_ino
        build(dist, NEW, few=0)
        assert dist.stat().st_ino != before

    def test_of_few_changes_renames_files(self, dist: Path) -> None:
        before = dist.stat().st_ino
        build(dist, NEW)
        assert dist.stat().st_ino == before

    def test_renames_archives_first_and_indexes_last(self, dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        moved = []
        replace = os.replace

        def noted(old: str, new: str) -> None:
            moved.append(str(new).removeprefix(f"{dist}/"))
            replace(old, new)

        monkeypatch.setattr(os, "replace", noted)
        build(
            dist, {"catalog.json": b"", ".well-known/x": b"", "archives/z.zip": b"", "skills/z/index.html": b"", **OLD}
        )
        assert moved == ["archives/z.zip", "skills/z/index.html", ".well-known/x", "catalog.json", LIST]

    @pytest.mark.parametrize("few", [0, 1000])
    def test_turns_files_into_folders_and_back(self, tmp_path: Path, seen: Seen, few: int) -> None:
        one, two = {"a": b"a", "b/c/d": b"d", "b/e": b"e"}, {"a/b/c": b"c", "b": b"b"}
        for site in (one, two, one):
            build(tmp_path / "dist", site, few=few)
            assert seen(tmp_path / "dist") == listed(site)

    def test_takes_the_place_of_an_empty_folder(self, dist: Path, seen: Seen) -> None:
        (dist / "new/empty").mkdir(parents=True)
        build(dist, {**OLD, "new": b""})
        assert seen(dist) == listed({**OLD, "new": b""})

    def test_of_no_change_writes_nothing(self, dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        before = {path: path.stat() for path in [dist, *dist.rglob("*")]}
        monkeypatch.setattr(os, "fsync", None)
        with FolderOutput(dist) as output:
            output.put(OutputFile("index.html", (b"ho", b"me")))
            output.keep_rest(())
            assert names(dist.parent) == [".dist.skillpack-lock", "dist"]
            output.commit()
        after = {path: path.stat() for path in before}
        for path, was in before.items():
            assert (was.st_mtime_ns, was.st_ino) == (after[path].st_mtime_ns, after[path].st_ino)

    def test_mends_what_was_changed_by_hand(self, dist: Path, seen: Seen) -> None:
        (dist / "index.html").write_bytes(b"hacked")
        (dist / "skills/a/index.html").unlink()
        with FolderOutput(dist) as output:
            assert not output.has("skills/a/index.html")
            assert output.digest("skills/a/index.html") == ""
        build(dist, OLD)
        assert seen(dist) == listed(OLD)

    def test_compares_files_of_every_length(self, dist: Path, seen: Seen) -> None:
        for content in (b"", b"h", b"home", b"homepage", b"hom!", b"x" * 200_000, b"x" * 199_999 + b"y"):
            build(dist, {"index.html": content})
            assert seen(dist) == listed({"index.html": content})

    def test_knows_its_state(self, dist: Path) -> None:
        with FolderOutput(dist) as output:
            assert output.state == sha256((dist / LIST).read_bytes())
            for path, content in NEW.items():
                output.put(OutputFile(path, (content,)))
            output.commit()
            assert output.state == sha256((dist / LIST).read_bytes())
            assert output.get("index.html") == b"new home"

    def test_takes_nothing_after_commit(self, dist: Path) -> None:
        with FolderOutput(dist) as output:
            output.commit()
            with pytest.raises(ValueError, match="the output is closed"):
                output.put(OutputFile("new", (b"new",)))


class TestOtherSystems:
    def test_without_exchange_the_folders_are_renamed(self, dist: Path, seen: Seen) -> None:
        before = dist.stat().st_ino
        rebuild(dist, errno.ENOSYS)
        assert seen(dist) == listed(NEW)
        assert dist.stat().st_ino != before
        assert names(dist.parent) == ["dist"]

    def test_of_a_folder_that_cannot_be_renamed_the_files_are(self, dist: Path, seen: Seen) -> None:
        before = dist.stat().st_ino
        rebuild(dist, errno.EXDEV)
        assert seen(dist) == listed(NEW)
        assert dist.stat().st_ino == before
        assert names(dist.parent) == ["dist"]

    def test_without_hard_links_files_are_copied_with_their_times(
        self, dist: Path, seen: Seen, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_arguments: object, **_options: object) -> None:
            raise PermissionError(errno.EPERM, "no hard links")

        os.utime(dist / "skills/a/index.html", ns=(1, 1))
        monkeypatch.setattr(os, "link", refuse)
        build(dist, NEW, few=0)
        assert seen(dist) == listed(NEW)
        assert (dist / "skills/a/index.html").stat().st_mtime_ns == 1

    def test_a_folder_is_not_renamed_onto_an_empty_one_on_windows(
        self, tmp_path: Path, seen: Seen, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rename = os.rename

        def refuse(old: str, new: str) -> None:
            if os.path.lexists(new):
                raise FileExistsError(errno.EEXIST, "exists", old, None, new)
            rename(old, new)

        monkeypatch.setattr(os, "rename", refuse)
        (tmp_path / "dist").mkdir()
        build(tmp_path / "dist", OLD)
        assert seen(tmp_path / "dist") == listed(OLD)

    def test_without_a_list_of_mounts_it_is_staged_beside(self, dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(disk, "_MOUNTS", "/none")
        with FolderOutput(dist):
            assert names(dist.parent) == [".dist.skillpack-lock", "dist"]

    def test_in_a_mount_it_is_staged_inside(self, dist: Path, seen: Seen, monkeypatch: pytest.MonkeyPatch) -> None:
        mounts = dist.parent / "mountinfo"
        mounts.write_text(f"1 2 0:3 / / rw - ext4 x rw\n4 1 0:5 /x {dist} rw - ext4 x rw\n")
        monkeypatch.setattr(disk, "_MOUNTS", str(mounts))
        with FolderOutput(dist, few=0) as output:
            assert names(dist.parent) == ["dist", "mountinfo"]
            for path, content in NEW.items():
                output.put(OutputFile(path, (content,)))
            output.commit()
        assert seen(dist) == listed(NEW)


class TestLinksInTheOutput:
    def test_in_the_place_of_a_file_are_replaced_and_not_followed(self, dist: Path, tmp_path: Path, seen: Seen) -> None:
        (tmp_path / "secret").write_bytes(b"home")
        (dist / "index.html").unlink()
        (dist / "index.html").symlink_to(tmp_path / "secret")
        build(dist, OLD)
        assert seen(dist) == listed(OLD)
        assert (tmp_path / "secret").read_bytes() == b"home"

    @pytest.mark.parametrize("few", [0, 1000])
    def test_in_the_place_of_a_folder_stop_the_build(self, dist: Path, tmp_path: Path, few: int) -> None:
        (dist / "skills").rename(tmp_path / "elsewhere")
        (dist / "skills").symlink_to(tmp_path / "elsewhere")
        with pytest.raises(OutputError, match="a link or a file stands where a folder must be"):
            build(dist, NEW, few=few)
        assert (dist / "index.html").read_bytes() == b"home"
        assert sorted(path.name for path in (tmp_path / "elsewhere").iterdir()) == ["a", "gone"]
        assert (tmp_path / "elsewhere/gone/index.html").exists()

    def test_files_behind_them_are_not_removed(self, dist: Path, tmp_path: Path) -> None:
        (dist / "skills").rename(tmp_path / "elsewhere")
        (dist / "skills").symlink_to(tmp_path / "elsewhere")
        build(dist, {"index.html": b"home"})
        assert (tmp_path / "elsewhere/gone/index.html").exists()
        assert (dist / "skills").is_symlink()


class TestAFailedBuild:
    @pytest.mark.parametrize("there", [True, False])
    def test_leaves_what_was_there_and_no_debris(self, tmp_path: Path, seen: Seen, *, there: bool) -> None:
        if there:
            build(tmp_path / "deep/dist", OLD)
        before = seen(tmp_path)
        with pytest.raises(ZeroDivisionError), FolderOutput(tmp_path / "deep/dist") as output:
            output.put(OutputFile("new/x", half()))
        assert seen(tmp_path) == before
        assert names(tmp_path) == (["deep"] if there else [])

    def test_a_file_whose_chunks_fail_leaves_nothing(self, dist: Path, seen: Seen) -> None:
        with FolderOutput(dist) as output:
            output.keep_rest(())
            for path in ("index.html", "new"):
                with pytest.raises(ZeroDivisionError):
                    output.put(OutputFile(path, half()))
            output.commit()
        assert seen(dist) == listed(OLD)

    @pytest.mark.parametrize("few", [0, 1000])
    def test_without_space_leaves_what_was_there(self, dist: Path, seen: Seen, few: int) -> None:
        before = seen(dist)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
        try:
            with pytest.raises(OutputError, match="`big` could not be written: File too large"):
                build(dist, {**NEW, "big": b"x" * 20_000}, few=few)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert seen(dist) == before
        assert names(dist.parent) == ["dist"]

    @pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
    def test_without_space_for_the_last_step_leaves_what_was_there(
        self, dist: Path, seen: Seen, monkeypatch: pytest.MonkeyPatch, number: int
    ) -> None:
        def full(_descriptor: int) -> None:
            raise OSError(number, os.strerror(number))

        before = seen(dist)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(OutputError, match="could not be written"):
                build(dist, NEW)
        assert seen(dist) == before
        assert names(dist.parent) == ["dist"]

    def test_a_change_that_stops_half_way_is_done_by_the_next_opening(
        self, dist: Path, seen: Seen, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        replace, left = os.replace, 1

        def full(old: str, new: str) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise OSError(errno.EIO, "broken disk")
            replace(old, new)

        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", full)
            with pytest.raises(OutputError, match="broken disk"):
                build(dist, NEW)
        assert seen(dist) != listed(NEW)
        FolderOutput(dist).close()
        assert seen(dist) == listed(NEW)
        assert names(dist.parent) == ["dist"]

    def test_where_one_may_not_write_says_so(self, unprivileged: Path) -> None:
        unprivileged.chmod(0o500)
        with pytest.raises(OutputError) as caught:
            build(unprivileged / "dist", OLD)
        assert caught.value.hint == "choose a folder that you may write to"

    def test_of_a_site_that_may_not_be_written_leaves_it(self, unprivileged: Path, seen: Seen) -> None:
        dist = unprivileged / "dist"
        build(dist, OLD)
        dist.chmod(0o500)
        unprivileged.chmod(0o500)
        with pytest.raises(OutputError, match="could not be written: Permission denied"):
            build(dist, NEW)
        assert seen(dist) == listed(OLD)

    def test_where_one_folder_may_not_be_written_changes_nothing(self, unprivileged: Path, seen: Seen) -> None:
        dist = unprivileged / "dist"
        build(dist, OLD)
        (dist / "skills/gone").chmod(0o500)
        with pytest.raises(OutputError, match="Permission denied") as caught:
            build(dist, NEW)
        assert caught.value.hint == "choose a folder that you may write to"
        assert seen(dist) == listed(OLD)
        assert names(unprivileged) == ["dist"]


class TestInsideTheOutput:
    def test_is_staged_where_the_folder_above_may_not_be_written(self, unprivileged: Path, seen: Seen) -> None:
        dist = unprivileged / "dist"
        dist.mkdir()
        unprivileged.chmod(0o500)
        for site in (OLD, NEW):
            build(dist, site, few=0)
            assert seen(dist) == listed(site)


class TestTwoAtOnce:
    def test_the_second_waits_and_then_gives_up(self, dist: Path) -> None:
        with FolderOutput(dist), pytest.raises(LockedError, match=f"process {os.getpid()} holds"):
            FolderOutput(dist, wait=0.1)

    def test_builds_of_neighbours_do_not_meet(self, dist: Path) -> None:
        with FolderOutput(dist), FolderOutput(dist.parent / "other", wait=0):
            pass

    def test_processes_take_turns(self, dist: Path, seen: Seen, child_environment: dict[str, str]) -> None:
        program = (
            "import sys\n"
            "from pathlib import Path\n"
            "from skillpack.files.folder import FolderOutput\n"
            "from skillpack.model.output import OutputFile\n"
            "for turn in range(8):\n"
            "    with FolderOutput(Path(sys.argv[1]), wait=20, few=turn % 2 * 99) as output:\n"
            "        for number in range(5):\n"
            "            output.put(OutputFile(f'{number}/{turn}', (sys.argv[2].encode(),)))\n"
            "        output.commit()\n"
        )
        children = [
            subprocess.Popen([sys.executable, "-c", program, dist, name], env=child_environment)
            for name in ("one", "two")
        ]
        assert [child.wait() for child in children] == [0, 0]
        found = seen(dist)
        (content,) = {content for path, content in found.items() if path != LIST}
        assert content in {b"one", b"two"}
        assert found == listed({f"{number}/7": bytes(content) for number in range(5)})
        assert names(dist.parent) == ["dist"]


class TestWhatAKilledBuildLeft:
    def test_of_somebody_else_is_not_touched(self, dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (dist.parent / ".dist.skillpack-new-1").mkdir()
        monkeypatch.setattr(os, "geteuid", lambda: dist.stat().st_uid + 1)
        FolderOutput(dist).close()
        assert names(dist.parent) == [".dist.skillpack-new-1", "dist"]

    def test_and_that_is_a_link_is_not_followed(self, dist: Path, tmp_path: Path) -> None:
        (tmp_path / "precious/site").mkdir(parents=True)
        (dist.parent / ".dist.skillpack-new-1").symlink_to("precious")
        FolderOutput(dist).close()
        assert (tmp_path / "precious/site").exists()

    @pytest.mark.parametrize(
        "journal", [b"", b"[]", b"{}", b'{"folder": [1, 2], "clear": [], "put": [], "remove": ["x"]}']
    )
    def test_with_a_journal_that_makes_no_sense_goes(self, dist: Path, seen: Seen, journal: bytes) -> None:
        here = dist.parent / ".dist.skillpack-new-1"
        (here / "site").mkdir(parents=True)
        (here / "journal").write_bytes(journal)
        FolderOutput(dist).close()
        assert seen(dist.parent) == {f"dist/{path}": content for path, content in listed(OLD).items()}

    def test_with_the_journal_of_another_folder_goes(self, dist: Path, seen: Seen) -> None:
        here = dist.parent / ".dist.skillpack-new-1"
        (here / "site").mkdir(parents=True)
        (here / "site/index.html").write_bytes(b"of a folder that is gone")
        (here / "journal").write_text('{"folder": [0, 0], "clear": [], "put": ["index.html"], "remove": []}')
        FolderOutput(dist).close()
        assert seen(dist) == listed(OLD)
        assert names(dist.parent) == ["dist"]

    def test_of_a_folder_that_is_gone_goes(self, tmp_path: Path) -> None:
        (tmp_path / ".dist.skillpack-new-1/site").mkdir(parents=True)
        (tmp_path / ".dist.skillpack-new-1/journal").write_text(
            '{"folder": [1, 2], "clear": [], "put": [], "remove": []}'
        )
        FolderOutput(tmp_path / "dist").close()
        assert names(tmp_path) == []

    def test_with_a_journal_that_leads_out_goes(self, dist: Path) -> None:
        found = dist.stat()
        here = dist.parent / ".dist.skillpack-new-1"
        here.mkdir()
        (dist.parent / "precious").touch()
        text = f'{{"folder": [{found.st_dev}, {found.st_ino}], "clear": [], "put": [], "remove": ["../precious"]}}'
        (here / "journal").write_text(text)
        FolderOutput(dist).close()
        assert names(dist.parent) == ["dist", "precious"]


paths = st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map("/".join)


def without_clashes(site: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files of a site that do not need a file as a folder."""
    return {path: content for path, content in site.items() if not any(other.startswith(f"{path}/") for other in site)}


sites = st.dictionaries(paths, st.sampled_from([b"", b"x", b"xy", b"z"]), max_size=6).map(without_clashes)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(sites, st.sampled_from([0, 1000])), min_size=1, max_size=4))
def test_a_row_of_builds_gives_what_the_last_one_alone_would(
    tmp_path_factory: pytest.TempPathFactory, seen: Seen, builds: list[tuple[dict[str, bytes], int]]
) -> None:
    dist = tmp_path_factory.mktemp("row") / "dist"
    for site, few in builds:
        build(dist, site, few=few)
        assert seen(dist) == listed(site)
    assert names(dist.parent) == ["dist"]


def test_what_nobody_else_can_change_is_not_looked_at(dist: Path) -> None:
    with FolderOutput(dist, private=True) as output:
        output.put(OutputFile("index.html", (b"home",)))
        output.commit()
    (dist / "index.html").unlink()
    with FolderOutput(dist, private=True) as output:
        assert output.has("index.html")
        assert not output.has("absent.html")
    with FolderOutput(dist) as output:
        assert not output.has("index.html")


def test_nothing_outside_goes_even_where_the_list_was_not_looked_at(dist: Path) -> None:
    (dist.parent / "mine").write_bytes(b"mine")
    with (dist / LIST).open("ab") as file:
        file.write(f"{sha256(b'mine')}  ../mine\n".encode())
    with FolderOutput(dist, private=True) as output:
        output.put(OutputFile("index.html", (b"new",)))
        with pytest.raises(OutputError):
            output.commit()
    assert (dist.parent / "mine").read_bytes() == b"mine"
    assert (dist / "index.html").read_bytes() == b"home"


def test_what_does_not_last_waits_for_no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dist = tmp_path / "dist"

    def commit(content: bytes, *, few: int) -> None:
        with FolderOutput(dist, few=few, lasting=False) as output:
            output.put(OutputFile("index.html", (content,)))
            output.commit()

    monkeypatch.setattr(disk, "sync_together", None)
    monkeypatch.setattr(os, "fsync", None)
    for content, few in ((b"new", 64), (b"renamed", 64), (b"exchanged", 0)):
        commit(content, few=few)
        assert (dist / "index.html").read_bytes() == content
