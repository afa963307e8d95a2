import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from skillpack.errors import FetchError
from skillpack.files import walk
from skillpack.files.discover import discover
from skillpack.files.location import Location
from skillpack.files.read import read, read_evaluation_files, read_file, read_tree
from skillpack.model.limits import Limits
from skillpack.model.settings import Source
from skillpack.model.tree import NO_EVALUATIONS, EvaluationFiles, Form, SkippedFile, SkippedKind, SourceTree
from skillpack.parse.evaluations import LARGEST

Lay = Callable[[Mapping[str, bytes | str | None]], Path]
LATER = 2**62  # ns; a look so late that no file is young
ALL = (Form.FOLDER, Form.MARKDOWN, Form.YAML)


def place(root: Path, **source: object) -> Location:
    (found,) = discover([replace(Source("skills", forms=ALL), **source)], root, now_ns=LATER)
    return found


def candidate(root: Path, limits: Limits | None = None, **source: object) -> SourceTree:
    return read(place(root, **source), limits or Limits())


def skill(files: dict[str, bytes | str | None]) -> dict[str, bytes | str | None]:
    return {"skills/a/SKILL.md": b"skill"} | {f"skills/a/{path}": content for path, content in files.items()}


def kinds(found: SourceTree) -> list[tuple[SkippedKind, str]]:
    return [(skipped.kind, skipped.path) for skipped in found.skipped]


def test_evaluations_are_no_part_of_a_skill(lay: Lay) -> None:
    found = candidate(lay(skill({"evals/triggers.json": b"[]", "evals/a.md": b"x"})))
    assert ([path for path, _ in found.listing], found.whole) == (["SKILL.md"], True)


class TestEvaluationsOfASkillWithoutSignature:
    """They are read, and are not of its tree."""

    def test_all_are_listed_and_the_sets_among_them_read(self, lay: Lay) -> None:
        files = {"evals/evals.json": b"[]", "evals/b.json": b"{}", "evals/a.md": b"x", "evals/files/c.json": b"{}"}
        found = candidate(lay(skill(files)))
        assert found.evaluations == EvaluationFiles(
            ("evals/a.md", "evals/b.json", "evals/evals.json", "evals/files/c.json"),
            (("evals/b.json", b"{}"), ("evals/evals.json", b"[]")),
        )
        assert list(found.tree.files) == ["SKILL.md"]

    def test_a_skill_without_any_has_none(self, lay: Lay) -> None:
        assert candidate(lay(skill({"scripts/evals.json": b"[]"}))).evaluations is NO_EVALUATIONS

    def test_who_reads_nothing_but_the_skill_file_gets_none(self, lay: Lay) -> None:
        root = lay(skill({"evals/evals.json": b"[]"}))
        assert read(place(root), Limits(), only=("SKILL.md",)).evaluations is NO_EVALUATIONS

    def test_they_may_be_read_alone(self, lay: Lay) -> None:
        root = lay(skill({"evals/evals.json": b"[]"}))
        assert read_evaluation_files(place(root), Limits()) == candidate(root).evaluations

    def test_a_file_of_the_source_has_none(self, lay: Lay) -> None:
        assert read_evaluation_files(place(lay({"skills/a.md": b""})), Limits()) is NO_EVALUATIONS

    def test_what_is_left_out_of_the_source_is_not_there(self, lay: Lay) -> None:
        found = candidate(lay(skill({"evals/evals.json": b"[]"})), exclude=("evals",))
        assert found.evaluations is NO_EVALUATIONS

    def test_of_a_set_that_is_too_large_a_byte_too_much_is_read(self, lay: Lay) -> None:
        root = lay(skill({"evals/evals.json": b""}))
        os.truncate(root / "skills/a/evals/evals.json", 10 * LARGEST)
        ((_, content),) = candidate(root).evaluations.read
        assert len(content) == LARGEST + 1

    def test_the_first_of_many_sets_is_the_one_that_everybody_reads(self, lay: Lay) -> None:
        files = {f"evals/{number:03}.json": b"[]" for number in range(200)}
        read_sets = [path for path, _ in candidate(lay(skill({**files, "evals/evals.json": b"[]"}))).evaluations.read]
        assert len(read_sets) == 50
        assert "evals/evals.json" in read_sets

    def test_links_out_of_the_skill_and_special_files_are_not_read_and_no_fault_of_the_skill(self, lay: Lay) -> None:
        root = lay({**skill({"evals/evals.json": "../../../secret.json"}), "secret.json": b"[]"})
        os.mkfifo(root / "skills/a/evals/more.json")
        found = candidate(root)
        assert found.evaluations.read == ()
        assert (found.skipped, found.whole) == ((), True)

    def test_a_link_within_the_skill_is_read_through(self, lay: Lay) -> None:
        found = candidate(lay(skill({"evals/evals.json": "../tasks.json", "tasks.json": b"[1]"})))
        assert found.evaluations.read == (("evals/evals.json", b"[1]"),)

    def test_beyond_a_number_it_is_known_that_there_are_more(self, lay: Lay, monkeypatch) -> None:
        monkeypatch.setattr(walk, "MOST_EVALUATIONS", 3)
        found = candidate(lay(skill({f"evals/files/{number}": b"" for number in range(9)})))
        assert not found.evaluations.complete
        assert found.whole


class TestEvaluationsOfASignedSkill:
    def test_sets_are_read_whether_the_signature_names_them_or_not(self, lay: Lay, made_signatures) -> None:
        content = made_signatures.make_signer().sign({"SKILL.md": b"skill", "evals/a.json": b"[1]"})
        found = candidate(lay(skill({"evals/a.json": b"[1]", "evals/b.json": b"[2]", "skill.oms.sig": content})))
        assert found.evaluations.read == (("evals/a.json", b"[1]"), ("evals/b.json", b"[2]"))

    def test_those_that_the_signature_names_are_read(self, lay: Lay, made_signatures) -> None:
        content = made_signatures.make_signer().sign({"SKILL.md": b"skill", "evals/a.json": b"[]"})
        root = lay(skill({"evals/a.json": b"[]", "evals/b.json": b"", "skill.oms.sig": content}))
        found = candidate(root)
        assert list(found.tree.files) == ["SKILL.md", "evals/a.json", "skill.oms.sig"]
        assert (len(found.listing), found.whole) == (3, True)

    def test_nobody_who_reads_but_the_skill_file_sees_them(self, lay: Lay, made_signatures) -> None:
        content = made_signatures.make_signer().sign({"SKILL.md": b"skill", "evals/a.json": b"[]"})
        root = lay(skill({"evals/a.json": b"[]", "skill.oms.sig": content}))
        (location,) = discover([Source("skills")], root)
        found = read(location, Limits(), only=("SKILL.md",))
        assert [path for path, _ in found.listing] == ["SKILL.md", "skill.oms.sig"]

    @pytest.mark.parametrize("content", [b"", b"{}", b"[" * 100_000])
    def test_a_file_that_is_no_signature_names_none(self, lay: Lay, content: bytes) -> None:
        found = candidate(lay(skill({"evals/a.json": b"[]", "skill.oms.sig": content})))
        assert ([path for path, _ in found.listing], found.whole) == (["SKILL.md", "skill.oms.sig"], True)


class TestAWholeSkill:
    def test_is_read_in_the_order_of_bytes(self, lay: Lay) -> None:
        found = candidate(lay(skill({"b/c.md": b"c", "b-a": b"", "Z": b"zz", ".env": b"secret"})))
        assert list(found.tree.files.items()) == [
            (".env", b"secret"), ("SKILL.md", b"skill"), ("Z", b"zz"), ("b-a", b""), ("b/c.md", b"c"),
        ]  # fmt: skip
        assert found.listing == ((".env", 6), ("SKILL.md", 5), ("Z", 2), ("b-a", 0), ("b/c.md", 1))
        assert found.whole
        assert found.skipped == ()

    def test_is_without_what_belongs_to_no_tree(self, lay: Lay) -> None:
        out = [
            ".git/config",
            ".hg/x",
            "sub/.svn/x",
            ".DS_Store",
            "sub/Thumbs.db",
            "__pycache__/x.py",
            "x.pyc",
            "evals/x",
        ]
        out += ["node_modules/x/y", "SKILL.md~", ".SKILL.md.swp", "sub/.#x", "drafts/x", "sub/x.bak"]
        found = candidate(lay(skill(dict.fromkeys(out, b"") | {"sub/evals/x": b""})), exclude=("a/drafts", "*.bak"))
        assert list(found.tree.files) == ["SKILL.md", "sub/evals/x"]
        assert found.whole

    def test_may_be_one_file(self, lay: Lay) -> None:
        found = candidate(lay({"skills/a.yaml": b"name: a"}))
        assert found.listing == (("a.yaml", 7),)
        assert found.tree.files == {"a.yaml": b"name: a"}
        assert found.whole

    def test_may_be_one_linked_file(self, lay: Lay) -> None:
        root = lay({"skills/a.md": "b.md", "skills/b.md": b"b"})
        found = next(read(each, Limits()) for each in discover([Source("skills", forms=ALL)], root))
        assert (found.tree.files, found.skipped) == ({"a.md": b"b"}, ())

    def test_may_be_a_linked_folder(self, lay: Lay) -> None:
        found = candidate(lay({"skills/a": "../b", "b/SKILL.md": b"b", "b/c/d": b"d"}))
        assert found.tree.files == {"SKILL.md": b"b", "c/d": b"d"}
        assert found.skipped == ()

    def test_may_be_the_source_itself(self, lay: Lay) -> None:
        root = lay({"skills/SKILL.md": b"", "skills/x": b"", "skills/sub/y": b""})
        assert list(candidate(root, depth=0, exclude=("sub/y",)).tree.files) == ["SKILL.md", "x"]


class TestOnly:
    def test_reads_some_and_lists_all(self, lay: Lay) -> None:
        found = read(place(lay(skill({"SKILL.star": b"star", "x": b"x"}))), Limits(), only=("SKILL.md", "SKILL.star"))
        assert list(found.tree.files) == ["SKILL.md", "SKILL.star"]
        assert [path for path, _ in found.listing] == ["SKILL.md", "SKILL.star", "x"]
        assert not found.whole

    def test_of_all_there_is_gives_the_whole(self, lay: Lay) -> None:
        assert read(place(lay(skill({}))), Limits(), only=("SKILL.md",)).whole

    def test_says_nothing_to_a_skill_of_one_file(self, lay: Lay) -> None:
        found = read(place(lay({"skills/a.md": b"a"})), Limits(), only=("SKILL.md",))
        assert found.tree.files == {"a.md": b"a"}


class TestWithoutSkillFile:
    def test_is_listed_and_not_read(self, lay: Lay) -> None:
        found = candidate(lay({"skills/a/README.md": b"x" * 10, "skills/a/b/c.md": b""}))
        assert found.listing == (("README.md", 10), ("b/c.md", 0))
        assert found.tree.files == {}
        assert not found.whole

    def test_what_vanished_is_empty(self, lay: Lay) -> None:
        root = lay(skill({}) | {"skills/b.md": b""})
        first, second = discover([Source("skills", forms=ALL)], root)
        (root / "skills/a/SKILL.md").unlink()
        (root / "skills/a").rmdir()
        (root / "skills/b.md").unlink()
        for gone in (first, second):
            found = read(gone, Limits())
            assert (found.listing, dict(found.tree.files), found.whole, found.skipped) == ((), {}, False, ())

    def test_a_broken_link_says_where_it_led(self, lay: Lay) -> None:
        found = candidate(lay({"skills/a": "../gone"}))
        assert found.skipped == (SkippedFile(SkippedKind.LINK_BROKEN, ".", "../gone"),)
        found = candidate(lay({"skills/a.md": "../gone.md"}), exclude=("a",))
        assert found.skipped == (SkippedFile(SkippedKind.LINK_BROKEN, "a.md", "../gone.md"),)


class TestLinks:
    def test_to_a_file_inside_is_read_through(self, lay: Lay) -> None:
        found = candidate(lay(skill({"a/b.md": b"b", "c/link.md": "../a/b.md"})))
        assert found.tree.files["c/link.md"] == b"b"
        assert found.skipped == (SkippedFile(SkippedKind.LINK_INSIDE, "c/link.md", "../a/b.md"),)
        assert found.whole

    def test_to_a_folder_inside_is_read_through(self, lay: Lay) -> None:
        found = candidate(lay(skill({"a/b/c": b"c", "link": "a"})))
        assert found.tree.files["link/b/c"] == b"c"
        assert kinds(found) == [(SkippedKind.LINK_INSIDE, "link")]

    def test_a_chain_of_links_inside_is_read_through(self, lay: Lay) -> None:
        found = candidate(lay(skill({"x": b"x", "one": "two", "two": "x", "skill.md": "SKILL.md"})))
        assert found.tree.files["one"] == b"x"
        assert found.tree.files["skill.md"] == b"skill"

    @pytest.mark.parametrize("target", ["../../secret", "/etc/passwd", "../b/SKILL.md", "/", "..", "../../skills"])
    def test_that_leaves_is_noted_and_not_read(self, lay: Lay, target: str) -> None:
        root = lay(skill({"link": target}) | {"secret": b"secret", "skills/b/SKILL.md": b""})
        found = next(read(each, Limits()) for each in discover([Source("skills")], root))
        assert list(found.tree.files) == ["SKILL.md"]
        assert found.skipped == (SkippedFile(SkippedKind.LINK_OUTSIDE, "link", target),)

    def test_to_what_belongs_to_no_tree_leaves_too(self, lay: Lay) -> None:
        found = candidate(lay(skill({".git/config": b"token", "evals/x": b"", "link": ".git/config", "e": "evals"})))
        assert kinds(found) == [(SkippedKind.LINK_OUTSIDE, "e"), (SkippedKind.LINK_OUTSIDE, "link")]

    @pytest.mark.parametrize("target", ["nowhere", "link", "."])
    def test_that_leads_nowhere_or_in_a_circle_is_broken(self, lay: Lay, target: str) -> None:
        found = candidate(lay(skill({"link": target})))
        assert kinds(found) == [(SkippedKind.LINK_BROKEN, "link")]

    def test_circles_of_folders_end(self, lay: Lay) -> None:
        found = candidate(lay(skill({"a/x": b"", "b/y": b"", "a/to-b": "../b", "b/to-a": "../a", "a/in/up": ".."})))
        assert sorted(found.tree.files) == ["SKILL.md", "a/to-b/y", "a/x", "b/to-a/x", "b/y"]
        assert (SkippedKind.LINK_BROKEN, "a/in/up") in kinds(found)
        assert found.whole

    def test_many_links_to_folders_end(self, lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(walk, "MOST_ENTRIES", 300)
        files: dict[str, bytes | str | None] = {}
        for level in range(8):
            files |= {f"d{level}/l{number}": f"../d{level + 1}" for number in range(3)}
        found = candidate(lay(skill(files | {"d8/x": b""})))
        assert not found.whole
        assert SkippedKind.TOO_MANY in {kind for kind, _ in kinds(found)}

    def test_a_skill_file_that_leaves_is_none(self, lay: Lay) -> None:
        found = candidate(lay({"skills/a/SKILL.md": "../../x", "x": b"", "skills/a/b": b"b"}))
        assert kinds(found) == [(SkippedKind.LINK_OUTSIDE, "SKILL.md")]
        assert found.tree.files == {}


class TestOddFiles:
    def test_special_ones_are_noted_and_never_opened(self, lay: Lay) -> None:
        root = lay(skill({}))
        os.mkfifo(root / "skills/a/pipe")
        here = Path.cwd()
        with socket.socket(socket.AF_UNIX) as server:
            os.chdir(root / "skills/a")  # the name of a socket must be short
            server.bind("socket")
            os.chdir(here)
        found = candidate(root)
        assert found.skipped == (
            SkippedFile(SkippedKind.SPECIAL, "pipe", "a named pipe"),
            SkippedFile(SkippedKind.SPECIAL, "socket", "a socket"),
        )
        assert found.listing == (("SKILL.md", 5),)

    def test_a_link_to_a_special_one_is_special(self, lay: Lay) -> None:
        root = lay(skill({"link": "pipe"}))
        os.mkfifo(root / "skills/a/pipe")
        assert kinds(candidate(root)) == [(SkippedKind.SPECIAL, "link"), (SkippedKind.SPECIAL, "pipe")]

    def test_a_skill_that_is_a_special_file_is_noted(self, lay: Lay) -> None:
        root = lay({"skills": None})
        os.mkfifo(root / "skills/a.md")
        assert kinds(candidate(root)) == [(SkippedKind.SPECIAL, "a.md")]

    def test_ones_that_may_not_be_read_are_noted(self, unprivileged: Path) -> None:
        folder = unprivileged / "skills" / "a"
        (folder / "closed").mkdir(parents=True)
        for name in ("SKILL.md", "secret", "closed/x"):
            (folder / name).write_bytes(b"x")
        (folder / "secret").chmod(0)
        (folder / "closed").chmod(0)
        found = candidate(unprivileged)
        assert found.skipped == (
            SkippedFile(SkippedKind.UNREADABLE, "closed", "permission denied"),
            SkippedFile(SkippedKind.UNREADABLE, "secret", "permission denied"),
        )
        assert found.listing == (("SKILL.md", 1), ("secret", 1))
        assert not found.whole

    def test_a_file_that_is_the_skill_and_may_not_be_read_is_noted(self, unprivileged: Path) -> None:
        (unprivileged / "skills").mkdir()
        (unprivileged / "skills" / "a.md").touch(mode=0)
        assert kinds(candidate(unprivileged)) == [(SkippedKind.UNREADABLE, "a.md")]

    def test_a_linked_one_behind_a_closed_door_is_noted(self, unprivileged: Path) -> None:
        (unprivileged / "skills").mkdir()
        (unprivileged / "closed").mkdir()
        (unprivileged / "skills" / "a.md").symlink_to("../closed/a.md")
        (unprivileged / "closed").chmod(0)
        assert kinds(candidate(unprivileged)) == [(SkippedKind.LINK_BROKEN, "a.md")]

    def test_a_file_in_a_folder_of_which_only_names_may_be_read_is_noted(self, unprivileged: Path) -> None:
        (unprivileged / "skills").mkdir()
        (unprivileged / "skills" / "a.md").touch()
        (unprivileged / "skills").chmod(0o400)
        assert candidate(unprivileged).skipped == (SkippedFile(SkippedKind.UNREADABLE, "a.md", "permission denied"),)

    def test_files_behind_a_closed_door_are_noted(self, unprivileged: Path) -> None:
        (unprivileged / "skills" / "a").mkdir(parents=True)
        (unprivileged / "skills" / "a" / "SKILL.md").touch()
        seen = place(unprivileged)
        (unprivileged / "skills" / "a").chmod(0o400)  # names may be listed, nothing else
        found = read(seen, Limits())
        assert kinds(found) == [(SkippedKind.UNREADABLE, ".")]
        assert not found.whole

    def test_a_folder_that_may_not_be_read_is_noted(self, unprivileged: Path) -> None:
        (unprivileged / "skills" / "a").mkdir(parents=True, mode=0o755)
        (unprivileged / "skills" / "a").chmod(0)
        assert candidate(unprivileged).skipped == (SkippedFile(SkippedKind.UNREADABLE, ".", "permission denied"),)

    def test_a_name_that_is_not_utf8_is_listed_under_a_stand_in(self, lay: Lay) -> None:
        folder = os.fsencode(lay(skill({})) / "skills/a")
        Path(os.fsdecode(folder + b"/sub-\xff")).mkdir()
        Path(os.fsdecode(folder + b"/\xe9.md")).write_bytes(b"xyz")
        found = candidate(Path(os.fsdecode(folder)).parents[1])
        assert found.listing == (("SKILL.md", 5), ("\\xe9.md", 3))
        assert kinds(found) == [(SkippedKind.NAME, "\\xe9.md"), (SkippedKind.NAME, "sub-\\xff")]
        assert not found.whole

    def test_a_link_to_such_a_name_leaves(self, lay: Lay) -> None:
        root = lay(skill({}))
        (root / "skills/a/link").symlink_to(os.fsdecode(b"\xff"))
        (root / "skills/a" / os.fsdecode(b"\xff")).touch()
        assert SkippedFile(SkippedKind.LINK_OUTSIDE, "link", "\\xff") in candidate(root).skipped


class TestLimits:
    def test_a_file_that_is_too_large_is_listed_and_not_read(self, lay: Lay) -> None:
        found = candidate(lay(skill({"big": b"x" * 11, "fits": b"x" * 10})), Limits(file=10))
        assert list(found.tree.files) == ["SKILL.md", "fits"]
        assert found.skipped == (SkippedFile(SkippedKind.TOO_LARGE, "big", "11 bytes"),)
        assert ("big", 11) in found.listing
        assert not found.whole

    @pytest.mark.parametrize(
        ("path", "name"), [("a/SKILL.md", "SKILL.md"), ("a/skill.md", "skill.md"), ("a.md", "a.md")]
    )
    def test_a_skill_file_that_is_too_large_is_read_so_far_that_it_shows(self, lay: Lay, path: str, name: str) -> None:
        found = candidate(lay({f"skills/{path}": b"x" * 50}), Limits(skill_file=10))
        assert found.tree.files[name] == b"x" * 11
        assert found.listing == ((name, 50),)
        assert found.skipped == (SkippedFile(SkippedKind.TOO_LARGE, name, "50 bytes"),)
        assert not found.whole

    def test_a_skill_file_of_exactly_the_limit_is_whole(self, lay: Lay) -> None:
        assert candidate(lay({"skills/a/SKILL.md": b"x" * 10}), Limits(skill_file=10, file=1)).whole

    def test_a_tree_that_is_too_large_is_read_as_far_as_it_fits(self, lay: Lay) -> None:
        found = candidate(lay(skill({"a": b"x" * 5, "b": b"x" * 6, "c": b"x"})), Limits(tree=10))
        assert list(found.tree.files) == ["SKILL.md", "a"]
        assert found.skipped == (SkippedFile(SkippedKind.TOO_LARGE, "b", "more than 10 bytes in all"),)
        assert len(found.listing) == 4

    def test_too_many_files_are_listed_and_not_read(self, lay: Lay) -> None:
        found = candidate(lay(skill(dict.fromkeys("abcd", b""))), Limits(files=3))
        assert list(found.tree.files) == ["SKILL.md", "a", "b"]
        assert found.skipped == (SkippedFile(SkippedKind.TOO_MANY, "c", "5 files"),)
        assert len(found.listing) == 5

    def test_the_skill_file_comes_first(self, lay: Lay) -> None:
        root = lay({f"skills/a/{name}": b"x" for name in ("A", "B", "skill.md")})
        assert list(candidate(root, Limits(files=1)).tree.files) == ["skill.md"]

    def test_what_lies_too_deep_is_noted_and_not_entered(self, lay: Lay) -> None:
        found = candidate(lay(skill({"a/b/c": b"", "a/b/d/e": b""})), Limits(depth=3))
        assert list(found.tree.files) == ["SKILL.md", "a/b/c"]
        assert found.skipped == (SkippedFile(SkippedKind.TOO_DEEP, "a/b/d", "more than 3 components"),)
        assert not found.whole

    def test_a_tower_of_folders_harms_nobody(self, lay: Lay) -> None:
        root = lay(skill({}))
        here = Path.cwd()
        os.chdir(root / "skills/a")
        for _ in range(200):
            Path("d").mkdir()
            os.chdir("d")
        os.chdir(here)
        assert kinds(candidate(root)) == [(SkippedKind.TOO_DEEP, "/".join("d" * 16))]

    def test_too_many_entries_stop_the_look(self, lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(walk, "MOST_ENTRIES", 5)
        assert candidate(lay(skill(dict.fromkeys("abcd", b"")))).whole
        found = candidate(lay({"skills/a/e": b""}))
        assert not found.whole
        assert found.skipped == (SkippedFile(SkippedKind.TOO_MANY, ".", "more than 5 entries"),)

    def test_a_skill_stays_one_whichever_entry_is_listed_last(self, lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(walk, "MOST_ENTRIES", 2)
        root = lay(skill(dict.fromkeys("abcd", b"")))
        scandir = os.scandir
        for order in permutations(sorted(path.name for path in (root / "skills/a").iterdir())):

            @contextmanager
            def listed(folder: str, order: tuple[str, ...] = order) -> Iterator[list[os.DirEntry[str]]]:
                with scandir(folder) as entries:
                    known = {entry.name: entry for entry in entries}
                yield [known[name] for name in order if name in known] or list(known.values())

            monkeypatch.setattr(os, "scandir", listed)
            found = candidate(root)
            assert not found.whole
            assert SkippedFile(SkippedKind.TOO_MANY, ".", "more than 2 entries") in found.skipped


class TestChangesWhileReading:
    @pytest.fixture
    def meanwhile(self, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
        """Return a function that lets something happen between the look and the reading."""

        def happen(change: Callable[[], object]) -> None:
            opener, once = os.open, [change]

            def changed(*arguments: object, **options: object) -> int:
                while once:
                    once.pop()()
                return opener(*arguments, **options)  # type: ignore[arg-type]

            monkeypatch.setattr(os, "open", changed)
            monkeypatch.setattr(os, "supports_dir_fd", {changed})

        return happen

    def test_a_growing_file_is_cut_off(self, lay: Lay, meanwhile: Callable[[Callable[[], object]], None]) -> None:
        root = lay(skill({"log": b"one"}))
        seen = place(root)
        meanwhile(lambda: (root / "skills/a/log").write_bytes(b"one two"))
        found = read(seen, Limits())
        assert found.tree.files["log"] == b"one"
        assert found.skipped == (SkippedFile(SkippedKind.TOO_LARGE, "log", "grew while it was read"),)
        assert not found.whole

    def test_a_shrinking_file_is_listed_as_read(
        self, lay: Lay, meanwhile: Callable[[Callable[[], object]], None]
    ) -> None:
        root = lay(skill({"log": b"one"}))
        seen = place(root)
        meanwhile(lambda: os.truncate(root / "skills/a/log", 1))
        found = read(seen, Limits())
        assert found.listing == (("SKILL.md", 5), ("log", 1))
        assert found.tree.files["log"] == b"o"

    def test_a_removed_file_is_noted(self, lay: Lay, meanwhile: Callable[[Callable[[], object]], None]) -> None:
        root = lay(skill({"x": b"x"}))
        seen = place(root)
        meanwhile((root / "skills/a/x").unlink)
        found = read(seen, Limits())
        assert kinds(found) == [(SkippedKind.UNREADABLE, "x")]
        assert not found.whole

    @pytest.mark.parametrize("parents", [True, False])
    def test_a_link_put_in_the_way_is_not_followed(
        self, lay: Lay, meanwhile: Callable[[Callable[[], object]], None], *, parents: bool
    ) -> None:
        root = lay(skill({"sub/deep/x": b"mine"}) | {"secret/deep/x": b"secret"})
        seen = place(root)
        inner = root / "skills/a/sub" if parents else root / "skills/a/sub/deep/x"

        def plant() -> None:
            inner.rename(root / "away")
            inner.symlink_to(root / ("secret" if parents else "secret/deep/x"))

        meanwhile(plant)
        found = read(seen, Limits())
        assert list(found.tree.files) == ["SKILL.md"]
        assert kinds(found) == [(SkippedKind.UNREADABLE, "sub/deep/x")]

    def test_a_file_put_in_the_place_of_another_is_noted(
        self, lay: Lay, meanwhile: Callable[[Callable[[], object]], None]
    ) -> None:
        root = lay(skill({"x": b"x"}) | {"y": b"y"})
        seen = place(root)
        meanwhile(lambda: (root / "y").rename(root / "skills/a/x"))
        assert read(seen, Limits()).skipped == (SkippedFile(SkippedKind.UNREADABLE, "x", "replaced while it was read"),)

    def test_a_system_without_folder_descriptors_reads_too(self, lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "supports_dir_fd", set())
        found = candidate(lay(skill({"b/c": b"c", "link": "b/c"})))
        assert found.tree.files == {"SKILL.md": b"skill", "b/c": b"c", "link": b"c"}


class TestReadTree:
    def test_reads_a_folder_that_is_no_skill(self, lay: Lay) -> None:
        root = lay({"theme/a.html": b"a", "theme/evals/b": b"b", "theme/.git/x": b"", "theme/link": "a.html"})
        assert list(read_tree(root / "theme", Limits()).files) == ["a.html", "evals/b", "link"]

    def test_refuses_what_cannot_be_read_whole(self, lay: Lay) -> None:
        root = lay({"theme/b": b"12345", "theme/a": "/etc/passwd"})
        with pytest.raises(FetchError, match="theme/a` is a link to `/etc/passwd`, which leads out"):
            read_tree(root / "theme", Limits())
        (root / "theme/a").unlink()
        with pytest.raises(FetchError, match="theme/b` cannot be read: too-large"):
            read_tree(root / "theme", Limits(file=4))
        with pytest.raises(FetchError, match="there is no folder"):
            read_tree(root / "none", Limits())


class TestReadFile:
    def test_reads_a_file_and_through_a_link(self, lay: Lay) -> None:
        root = lay({"a": b"12345", "b": "a"})
        assert read_file(root / "b", 5) == b"12345"

    def test_refuses_the_rest(self, lay: Lay) -> None:
        root = lay({"a": b"12345", "folder": None})
        os.mkfifo(root / "pipe")
        for name, words in (
            ("a", "is larger than 4 bytes"),
            ("none", "cannot be read: no such file"),
            ("pipe", "is not a file"),
            ("folder", "cannot be read: is a directory"),
        ):
            with pytest.raises(FetchError, match=words):
                read_file(root / name, 4)
